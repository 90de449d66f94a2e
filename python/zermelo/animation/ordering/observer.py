"""Alpha-beta whose move ordering is observed: the unchanged specification, with hooks where moves are sorted and where one cuts off."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from zermelo.animation.search import RecordedSearch, watch
from zermelo.engine import SearchAgent
from zermelo.game import Position, Rules, State
from zermelo.report import Report
from zermelo.search import Control, Trace
from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.alphabeta.search import AlphaBeta
from zermelo.search.ordering import HISTORY_SIZE, Ordering
from zermelo.search.score import UNLIMITED


class SortedMoves(NamedTuple):
    """The order of a node's moves, and where it comes from."""

    moves: list[int]
    """As the game lists them."""
    order: list[int]
    killers: list[int]
    """Killer moves of this ply that are legal here, the latest first."""
    counters: dict[int, int]
    """The history of each move, if it has one."""


class CutoffMove(NamedTuple):
    """A move that made a cutoff, and what the ordering remembers of it."""

    move: int
    depth: int
    """Plies that were left to search."""
    is_new_killer: bool
    counter: int
    """Its history afterwards."""


class ObservedOrdering(Ordering):
    """Keeps what happens at each node, by its index in the trace."""

    def __init__(self, rules: Rules, options: AlphaBetaOptions, trace: Trace) -> None:
        super().__init__(rules, options.ordering, options.ads)
        self.path = trace.path
        self.sorts: dict[int, SortedMoves] = {}
        self.cutoffs: dict[int, CutoffMove] = {}

    def sort(self, s: State, moves: list[int], player: int, ply: int, first: int, previous: int = -1) -> list[int]:
        order = super().sort(s, moves, player, ply, first, previous)
        killers = [move for move in self.killers.get(ply, ()) if move in moves]
        counters = {move: number for move in moves if (number := self.history.get((player, move % HISTORY_SIZE), 0))}
        self.sorts[self.path[-1]] = SortedMoves(moves, order, killers, counters)
        return order

    def cut(
        self,
        move: int,
        player: int,
        ply: int,
        depth: int,
        previous: int = -1,
        tried: Sequence[int] | None = (),
    ) -> None:
        before = self.killers.get(ply)
        super().cut(move, player, ply, depth, previous, tried)
        counter = self.history.get((player, move % HISTORY_SIZE), 0)
        self.cutoffs[self.path[-1]] = CutoffMove(move, depth, self.killers.get(ply) != before, counter)


class OrderedSearch(RecordedSearch):
    """A recorded search to one depth; afterwards `ordering` says what was seen."""

    ordering: ObservedOrdering

    def _iterations(self) -> Iterator[Report]:
        task, root = self.task, self.task.position.state
        control = Control(task.limit, self._stop)
        trace = self.recorder(control)
        options = task.techniques
        assert isinstance(options, AlphaBetaOptions)
        searcher = AlphaBeta(task.position.rules, control, trace, None, options)
        searcher.ordering = self.ordering = ObservedOrdering(task.position.rules, options, trace)
        found = searcher.decide(root, task.limit.depth or UNLIMITED)
        yield self._report(control, task.limit.depth, found, trace)


def ordered_search(position: Position, agent: SearchAgent) -> OrderedSearch:
    """A search by an agent that is alpha-beta without a table or deepening."""
    return OrderedSearch(watch(position, agent).task, str(agent))
