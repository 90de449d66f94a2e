"""The lesson on iterative deepening in Isolation, and what the shallow rounds cost.

In a full tree with b moves at every node the last depth has most of the nodes, so all depths together cost about b / (b - 1) times as
much as the last one. Alpha-beta gains on top of that, because the best line of one round is tried first in the next.
"""

from zermelo.agents.registry import agent
from zermelo.animation.comparisons.joined import conclude
from zermelo.animation.search import record
from zermelo.engine import Agent
from zermelo.games import find
from zermelo.trees.player.recording import Recording

GAME = "isolation"
MOVES = "b2 b4 a3 c4 b3 d3 c3 d2 d4"
DEPTH = 3
BRANCHES, LEVELS = 3, 10
"""A full tree, for comparison."""


def isolation() -> Recording:
    position = find(GAME).start().play(MOVES)
    made = record(position, _agent(DEPTH, True))
    best = [next(child.move or "" for child in each.tree.root.children if child.best) for each in made.rounds]
    deeper = DEPTH + 1
    rounds = " + ".join(str(each.tree.total) for each in made.rounds)
    nodes = {(depth, deepens): _agent(depth, deepens)(position).nodes for depth in (DEPTH, deeper) for deepens in (True, False)}
    return conclude(
        made,
        f"The best move was {', then '.join(best)}.",
        f"The rounds take {rounds} = {nodes[DEPTH, True]} nodes, depth {DEPTH} at once {nodes[DEPTH, False]};",
        f"to depth {deeper} it is {nodes[deeper, True]} against {nodes[deeper, False]}.",
        f"In a full tree with {BRANCHES} moves everywhere, depths 1 to {LEVELS} take {round(100 * extra(BRANCHES, LEVELS))} % more nodes than",
        f"depth {LEVELS} alone.",
    )


def _agent(depth: int, deepens: bool) -> Agent:
    return agent(f"alphabeta(depth={depth}, deepening=True, ordering=pv)" if deepens else f"alphabeta(depth={depth})")


def full_tree(branches: int, depth: int) -> int:
    """The nodes of a tree with the same number of moves everywhere, the root included."""
    return sum(branches**ply for ply in range(depth + 1))


def extra(branches: int, depth: int) -> float:
    """What the shallower searches add to the last one, as a share of it."""
    return sum(full_tree(branches, shallow) for shallow in range(1, depth)) / full_tree(branches, depth)
