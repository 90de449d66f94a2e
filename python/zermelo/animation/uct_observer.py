"""UCT that reports each iteration: the unchanged specification, with hooks in selection, playout and backup."""

from collections.abc import Callable
from math import isfinite, sqrt
from typing import NamedTuple

from zermelo.game import Rules, State
from zermelo.search.control import Control
from zermelo.search.montecarlo.options import MonteCarloOptions
from zermelo.search.montecarlo.rollout import Rollout
from zermelo.search.montecarlo.scale import Rates
from zermelo.search.montecarlo.selection import Selection
from zermelo.search.montecarlo.tree import Edge, Node
from zermelo.search.montecarlo.uct import UCT, Detour, Kept, Step, Walk


class Terms(NamedTuple):
    """The two terms of a move's UCT value when it was compared with others."""

    exploitation: float
    """Its rate, with what techniques add to it; infinite for an untried move."""
    exploration: float
    visits: int
    proven: bool
    """A proven move counts its proven rate alone."""

    @property
    def value(self) -> float:
        return self.exploitation + self.exploration


class Choice(NamedTuple):
    """A move that was selected, and what it was compared with."""

    node: Node
    edge: Edge
    visits: int
    """Visits to the moves of the node, this one included: N of the formula."""
    constant: float
    """C of the formula; in games with points it is multiplied by the spread of the rates."""
    terms: dict[int, Terms]
    """By the identity of the edge; none if the move was taken because it was untried."""


class ObservedSelection(Selection):
    """Records why each move of the current iteration was selected."""

    def __init__(self, sampling: MonteCarloOptions, rollout: Rollout) -> None:
        super().__init__(sampling, rollout)
        self.choices: list[Choice] = []
        self.terms: dict[int, Terms] = {}

    def choose(self, node: Node, edges: list[Edge], path: list[Node]) -> Edge:
        self.terms = {}
        edge = super().choose(node, edges, path)
        constant = self.options.exploration * self.scale.spread()
        self.choices.append(Choice(node, edge, node.passes, constant, self.terms))
        return edge

    def value(self, edge: Edge, player: int, reach: float) -> float:
        value = super().value(edge, player, reach)
        proven = edge.proof is not None and self.options.solver
        bonus = 0.0 if proven or not isfinite(value) else reach / sqrt(edge.visits + self.values_untried)
        self.terms[id(edge)] = Terms(value - bonus, bonus, edge.visits, proven)
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

    def credit(self, walk: Walk, rates: Rates, weight: int = 1) -> None:
        self.path, self.detours, self.rates = walk.path, walk.detours, rates
        super().credit(walk, rates, weight)
