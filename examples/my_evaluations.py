"""Evaluations of your own, for any agent that evaluates. docs/how-to/write-an-evaluation.md explains them.

zermelo best othello --depth 6 --evaluate my_evaluations.py:discs
zermelo match othello "alphabeta(depth=4, evaluate='my_evaluations.py:careful')" "alphabeta(depth=4)" --games 20
zermelo best isolation --depth 6 --evaluate my_evaluations.py:weighed --explain
"""

from collections.abc import Iterator

import zermelo
from zermelo import Isolation, Othello, State


def discs(s: State, player: int) -> float:
    """Othello: my discs less yours. A beginner's evaluation, which loses to the game's own."""
    return float(s.discs[player].bit_count() - s.discs[1 - player].bit_count())


def careful(game: Othello, s: State, player: int) -> float:
    """Othello: moves and corners. `game` gives the methods and the constants of the rules."""
    mine, yours = int(s.discs[player]), int(s.discs[1 - player])
    corners = sum((mine & corner != 0) - (yours & corner != 0) for corner, _ in game.corners)
    return 20 * corners + game.targets(mine, yours).bit_count() - game.targets(yours, mine).bit_count()


def near(game: Isolation, s: State, player: int) -> Iterator[float]:
    """Isolation: my moves, yours, and how near I am to the middle."""
    yield game.mobility(s, player)
    yield game.mobility(s, 1 - player)
    row, col = divmod(s.place[player], game.cols)
    yield -abs(2 * row - game.rows + 1) - abs(2 * col - game.cols + 1)


weighed = zermelo.linear(near, {"mine": 1, "yours": -2, "middle": 0.25})
