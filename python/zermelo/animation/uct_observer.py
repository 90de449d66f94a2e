"""UCT that reports each iteration: the unchanged specification, with hooks in selection, playout and backup."""

from collections.abc import Callable
from typing import NamedTuple

from zermelo.game import Rules, State
from zermelo.search.control import Control
from zermelo.search.montecarlo.options import MonteCarloOptions
from zermelo.search.montecarlo.rollout import Rollout
from zermelo.search.montecarlo.scale import Rates
from zermelo.search.montecarlo.selection import Selection
from zermelo.search.montecarlo.tree import Edge, Node
from zermelo.search.montecarlo.uct import UCT, Detour, Kept, Step


class Choice(NamedTuple):
    """Why a move was selected."""

    edge: Edge
    mean: float | None
    """None for an untried move."""
    bonus: float
    """The UCT value minus the mean."""


class ObservedSelection(Selection):
    """Records why each move of the current iteration was selected."""

    def __init__(self, sampling: MonteCarloOptions, rollout: Rollout) -> None:
        super().__init__(sampling, rollout)
        self.choices: list[Choice] = []
        self.last: dict[int, float] = {}

    def choose(self, node: Node, edges: list[Edge], path: list[Node]) -> Edge:
        self.last.clear()
        edge = super().choose(node, edges, path)
        mean = edge.mean if edge.visits else None
        self.choices.append(Choice(edge, mean, self.last.get(id(edge), 0.0) - (mean or 0.0)))
        return edge

    def value(self, edge: Edge, player: int, reach: float) -> float:
        self.last[id(edge)] = value = super().value(edge, player, reach)
        return value


class ObservedRollout(Rollout):
    """Records the length of the last random game."""

    plies: int | None = None
    """None without a game since the last iteration began."""

    def play(self, s: State) -> Rates:
        before = self.control.nodes
        rates = super().play(s)
        self.plies = self.control.nodes - before
        return rates


class ObservedUct(UCT):
    """UCT that calls `on_iteration` after each iteration; its attributes say what happened."""

    on_iteration: Callable[[], None]
    path: list[Step]
    detours: list[Detour]
    rates: Rates

    def __init__(
        self, rules: Rules, control: Control, sampling: MonteCarloOptions, kept: Kept, since: tuple[int, ...] | None
    ) -> None:
        super().__init__(rules, control, sampling, kept, since)
        self.playing = ObservedRollout(rules, control, sampling, self.random)
        self.choosing = ObservedSelection(sampling, self.playing)
        self.rollout, self.selection, self.scale = self.playing, self.choosing, self.playing.scale

    def iterate(self) -> None:
        self.choosing.choices, self.playing.plies = [], None
        super().iterate()
        self.on_iteration()

    def credit(self, path: list[Step], detours: list[Detour], rates: Rates) -> None:
        self.path, self.detours, self.rates = path, detours, rates
        super().credit(path, detours, rates)
