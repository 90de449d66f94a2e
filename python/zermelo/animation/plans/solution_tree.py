"""The lesson on solution trees: in an AND/OR tree one good move is enough at our turn, but every reply needs an answer at theirs.

The tree comes from `engine/solution`, and the same module proves it.
"""

from collections.abc import Sequence

from zermelo.agents.registry import agent
from zermelo.engine.solution import solution, verify
from zermelo.game import Position, State
from zermelo.games import find
from zermelo.score import counted
from zermelo.trees.drawing import words
from zermelo.trees.node import TreeNode
from zermelo.trees.player.recording import Captions, Recording, Round
from zermelo.trees.player.step import BEST, DONE, NOTE, OPEN, STATUS, VALUE, Change, Step

GAME = "tictactoe"
MOVES = "a1 b1"
AGENT = "alphabeta()"
LEGEND = [
    ("max", "OR: we are to move; one good move is enough"),
    ("min", "AND: they are to move; every reply needs an answer"),
    ("end", "game over"),
]
CAPTIONS = Captions("nodes of the plan", "the plan so far", "the plan is at", "result", "kind of node")


def solution_tree() -> Recording:
    position = find(GAME).start().play(MOVES)
    plan = solution(position, agent(AGENT))
    telling = Telling(position)
    telling.visit(plan.root, position)
    verify(plan, position)  # raises an error if a line is missing, or gives less
    searched = agent("minimax()")(position).nodes
    nodes = len(telling.nodes)
    telling.step("result", 0, telling.count(plan.root), nodes)
    telling.step(
        "result",
        0,
        f"Minimax enters {searched:,} nodes to find the first move. The plan has {nodes}, and it answers every reply; "
        f"a check with the rules alone has found no line in which {position.turn} gets less.",
        nodes,
    )
    made = Round(plan, telling.nodes, telling.parents, telling.steps, states=telling.states, legend=LEGEND)
    return Recording(str(position.game), plan.agent, plan.max, [made], rules=position.game, captions=CAPTIONS, grows=True)


class Telling:
    """Goes through a solution tree and makes the steps."""

    def __init__(self, position: Position) -> None:
        self.us, self.them = position.turn, position.game.players[1 - position.player]
        self.nodes: list[TreeNode] = []
        self.parents: list[int] = []
        self.states: list[State | None] = []
        self.steps: list[Step] = []

    def visit(self, node: TreeNode, position: Position, parent: int = -1) -> None:
        index = len(self.nodes)
        self.nodes.append(node)
        self.parents.append(parent)
        self.states.append(position.state)
        if not node.children:
            self.step(
                "leaf", index, f"After {node.move} the game is over: {_result(node, self.us)}.", index + 1, *self.settled(index)
            )
            return
        name = "OR" if node.kind == "max" else "AND"
        self.step("enter", index, self.opening(node, position), index + 1, (index, STATUS, OPEN), (index, NOTE, name))
        for child in node.children:
            self.visit(child, position.advance(position.parse(child.move or "")), index)
        best = next((number for number in range(index + 1, len(self.nodes)) if self.parents[number] == index), -1)
        line: list[Change] = [(index, BEST, best)] if node.kind == "max" else []
        self.step("leave", index, self.closing(node), len(self.nodes), *self.settled(index), *line)

    def opening(self, node: TreeNode, position: Position) -> str:
        names = _listed([child.move or "" for child in node.children])
        if node.kind == "max":
            choices = counted(len(position.choices), "legal move")
            return f"OR: {self.us} has {choices} and needs only one good one. The search says {names}."
        replies = f"the only reply is {names}" if len(node.children) == 1 else f"{self.them} may reply {names}"
        return f"AND: after {node.move} {replies}. {'It needs' if len(node.children) == 1 else 'Each needs'} an answer."

    def closing(self, node: TreeNode) -> str:
        found = _result(node, self.us)
        if node.kind == "max":
            return f"OR: {node.children[0].move} is good enough: {found}."
        return (
            f"AND: every reply has an answer: {found} at the latest."
            if node.plies
            else f"AND: every reply has an answer: {found}."
        )

    def count(self, root: TreeNode) -> str:
        kinds = [node.kind for node in self.nodes]
        return (
            f"The plan is complete: {_result(root, self.us)}. It has {counted(kinds.count('max'), 'OR node')}, "
            f"{counted(kinds.count('min'), 'AND node')} and {counted(kinds.count('end'), 'leaf', 'leaves')}."
        )

    def settled(self, index: int) -> list[Change]:
        return [(index, STATUS, DONE), (index, VALUE, "\n".join(words.value_lines(self.nodes[index])))]

    def step(self, kind: str, node: int, text: str, count: int, *changes: Change) -> None:
        self.steps.append(Step(kind, node, text, count, changes))


def _result(node: TreeNode, player: str) -> str:
    """What a player gets, in words."""
    if node.value is None or node.plies is None:
        return f"worth {words.number(node.value or 0)} to {player}"
    when = f" in {counted(node.plies)}" if node.plies else ""
    return f"{player} {'wins' if node.value > 0 else 'loses'}{when}"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
