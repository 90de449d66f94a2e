"""The baseline: how many nodes the plain search would have entered at the same depth, without pruning or a transposition table.

Small trees are counted in Python. Larger ones are counted by the Rust twin of the plain search, if there is one, up to `MOST`
nodes or for `SECONDS`; beyond that the count is only a lower bound.
"""

from zermelo.engine import ALGORITHMS, Search, Task, open_backend
from zermelo.errors import AgentError, CompileError
from zermelo.game import CHANCE, Rules, State
from zermelo.limit import Limit
from zermelo.search import Options, Stop
from zermelo.search.score import UNLIMITED, shallower
from zermelo.trees.player.recording import Count

FEW, MOST = 20_000, 10_000_000
"""The most nodes that are counted in Python, and at all."""
SECONDS = 2.0
"""The time limit of a count."""


def count_baseline(task: Task, rules: Rules, depth: int | None, stop: Stop) -> Count:
    """Nodes that the plain search enters to find the same value; `rules` may be a view of the game."""
    plain = task.algorithm.plain
    name = f"plain {plain or 'minimax'}"
    few = walk(rules, task.position.state, UNLIMITED if depth is None else depth, FEW, stop)._replace(search=name)
    backend = None if few.exact or plain is None or stop.reason is not None else _fast(task)
    if plain is None or backend is None:
        return few
    limit = Limit(depth=depth, nodes=MOST, seconds=SECONDS)
    search = Search(Task(task.position, ALGORITHMS[plain], limit, backend), "")
    search.deepens = False
    found = search.last()
    return Count(found.nodes if found.stopped is None else rounded(found.nodes), found.stopped is None, name)


def rounded(number: int) -> int:
    """A lower bound, rounded down to two digits.

    >>> rounded(3_412_998), rounded(1000), rounded(7)
    (3400000, 1000, 7)
    """
    grain: int = 10 ** max(0, len(str(number)) - 2)
    return number // grain * grain


def walk(rules: Rules, root: State, depth: int, most: int, stop: Stop) -> Count:
    """The nodes down to a depth, which chance does not use up; stops at `most`."""
    waiting = [(root, depth)]
    number = 0
    while waiting:
        if number == most or stop.reason is not None:
            return Count(number, False)
        s, left = waiting.pop()
        number += 1
        if left == 0 or rules.utilities(s) is not None:
            continue
        chance = rules.to_move(s) == CHANCE
        moves = [outcome for outcome, _ in rules.chances(s)] if chance else rules.moves(s)
        waiting.extend((rules.play(s, move), left if chance else shallower(left)) for move in moves)
    return Count(number, True)


def _fast(task: Task) -> str | None:
    """The fastest compiled backend that the game has."""
    for name in ("native", "compiled"):
        try:
            open_backend(task.position.game, name, Options().heuristics())
        except (AgentError, CompileError):
            continue
        return name
    return None
