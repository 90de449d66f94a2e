"""First steps with Zermelo, top to bottom in a few seconds: python examples/first_steps.py"""

from pathlib import Path

import zermelo
from zermelo.engine.solution import solution

HERE = Path(__file__).parent


def heading(text: str) -> None:
    print(f"\n{text}\n{'-' * len(text)}")


heading("A position: it never changes; play returns a new one")
position = zermelo.find("connect4").start().play("4 4 5")
print(position)
print(f"{position.turn} to move; legal: {' '.join(position.moves)}")

heading("A search: an agent is called with a position and answers with a report")
report = zermelo.alphabeta(depth=8)(position)
print(report)

heading("A game solved to its end, with a transposition table")
report = zermelo.alphabeta(table=True)(zermelo.find("connect(rows=4,cols=4)").start())
print(f"{report.score} for {report.player} after {report.nodes} nodes")

heading("The tree that alpha-beta went through")
tree = zermelo.TreeGame([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
print(zermelo.tree(tree, "alphabeta()"))

heading("The solution tree: our move, every reply")
nim = zermelo.Nim([1, 2])
print(solution(nim.start(), zermelo.alphabeta()))

heading("A game of your own, from its file")
game = zermelo.find(str(HERE / "my_game.py"))
print(zermelo.alphabeta()(game.start().play("4 0")))

heading("Does it keep the laws that every search relies on?")
result = zermelo.check(game, examples=50)
print(f"{result.game}: {'yes' if result.ok else 'no'}, {result.positions} positions checked")

heading("Two agents play it out")
agents: dict[str, zermelo.Agent] = {"x": zermelo.alphabeta(depth=4), "o": zermelo.random(seed=7)}
position = game.start()
while not position.over:
    position = position.play(agents[position.turn](position).move)
print(position)
print(f"{position.result} after {' '.join(position.history)}")
