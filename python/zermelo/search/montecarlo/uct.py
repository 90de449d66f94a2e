"""UCT: a tree that grows where the better moves seem to be (Kocsis and Szepesvári 2006).

Again and again, from the root down: if a move has not been tried, it is; otherwise the one with the greatest

    UCTValue = winrate + C * sqrt(ln(parent.visits) / visits)

is taken, until a move is tried for the first time. Then a random game is played to its end, and everybody on the way up learns how it
went: each move keeps the win rate of the player who made it, so any number of players do the same. What chance brings is drawn by its
probabilities. A draw counts as half. In the end the move with most visits is played, or the one with the best win rate.

Everything beyond this is switchable and has a file of its own, see `options`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from zermelo.game.constants import CHANCE
from zermelo.game.random import Random
from zermelo.game.record import State
from zermelo.game.rules import Rules
from zermelo.search.control import Control, Found, Stopped
from zermelo.search.montecarlo.final_move import conclude
from zermelo.search.montecarlo.options import MonteCarloOptions
from zermelo.search.montecarlo.rollout import Rollout
from zermelo.search.montecarlo.scale import Rates
from zermelo.search.montecarlo.selection import Selection
from zermelo.search.montecarlo.solver import prove
from zermelo.search.montecarlo.tree import MAX_PATH, Edge, Node, drawn, grow

FIRST_REPORT = 1 << 10
"""Playouts before the first report; the next ones follow at twice as many each."""


class Step(NamedTuple):
    """A move on the way down."""

    node: Node
    edge: Edge
    view: int
    """Whose rate the move counts: its player's, or at chance the last player's."""
    state: State
    """The position before the move."""


class Detour(NamedTuple):
    """Where a walk down met a proven move, and went on with another."""

    place: int
    """Its place on the path; what lies before is worth what is proven."""
    node: Node
    edge: Edge
    """The proven move."""
    view: int


class Kept:
    """The tree that one search leaves to the next."""

    def __init__(self) -> None:
        self.root: Node | None = None
        self.shared: dict[bytes, Node] = {}
        """Nodes by position, where positions are shared."""

    def follow(self, moves: tuple[int, ...]) -> Node | None:
        """The node that moves lead to from the root, as far as the tree goes."""
        node = self.root
        for move in moves:
            if node is None:
                return None
            node = next((edge.node for edge in node.edges if edge.move == move), None)
        return node


class UCT:
    """One search from one root."""

    def __init__(
        self,
        rules: Rules,
        control: Control,
        options: MonteCarloOptions,
        kept: Kept | None = None,
        since: tuple[int, ...] | None = None,
    ) -> None:
        self.rules, self.control, self.options = rules, control, options
        self.random = Random(options.seed)
        self.rollout = Rollout(rules, control, options, self.random)
        self.scale = self.rollout.scale
        self.selection = Selection(options, self.rollout)
        self.kept, self.since = Kept() if kept is None else kept, since
        self.proof: tuple[float, ...] | None = None
        self.totals: dict[int, list[float]] = {}
        """Rates of everybody, by the move at the root."""
        self.playouts = 0
        self.deepest = 0

    # The search

    def steps(self, root: State, playouts: int | None) -> Iterator[tuple[int, Found]]:
        """Grow the tree until it is enough or everything is proven; a report whenever the playouts have doubled."""
        self.root, self.state = self.root_node(root), root
        due = FIRST_REPORT
        while self.proof is None and self.playouts != playouts:
            try:
                self.iterate()
            except Stopped:
                break
            if self.playouts == due:
                due *= 2
                yield self.deepest, conclude(self)
        yield self.deepest, conclude(self)

    def root_node(self, root: State) -> Node:
        """The node to begin with: what an earlier search knows of this position, or a new one."""
        node = None if self.since is None else self.kept.follow(self.since)
        if node is None:
            self.kept.shared.clear()
            node = self.expand(root)
        self.kept.root = node
        if self.options.solver:
            self.proof = prove(self.rules, root, node)
        return node

    def iterate(self) -> None:
        """One walk down, one random game, and the way back."""
        path: list[Step] = []
        detours: list[Detour] = []
        self.rollout.played.clear()
        try:
            rates = self.descend(path, detours)
        except Stopped:
            for node, edge in [(step.node, step.edge) for step in path] + [(each.node, each.edge) for each in detours]:
                node.passes -= 1
                edge.visits -= 1
            raise
        self.playouts += 1
        self.deepest = max(self.deepest, len(path))
        self.credit(path, detours, rates)
        self.back_up(path, rates)

    def descend(self, path: list[Step], detours: list[Detour]) -> Rates:
        """Walk down to a move that is new, finished or proven; what it is worth to everybody."""
        node, s, view = self.root, self.state, self.root.player
        while True:
            node.passes += 1
            view = view if node.player == CHANCE else node.player
            nodes = [step.node for step in path]
            edge = (
                drawn(self.rules, s, node, self.random)
                if node.player == CHANCE
                else self.selection.choose(node, node.edges, nodes)
            )
            other = self.selection.unproven(node, nodes) if self.options.solver and edge.proof is not None else None
            if other is not None:
                edge.visits += 1
                node.passes += 1
                detours.append(Detour(len(path), node, edge, view))
                edge = other
            edge.visits += 1
            path.append(Step(node, edge, view, s))
            self.control.enter(0)
            if edge.proof is not None:
                return self.scale.rates(edge.proof)
            s = self.rules.play(s, edge.move)
            if edge.node is None:
                utilities = self.rules.utilities(s)
                if utilities is not None:
                    edge.proof, rates = utilities, self.scale.rates(utilities)
                    self.expanded(edge, partial(float, rates[view]))
                    return rates
                if edge.visits == 1:
                    self.expanded(edge, partial(self.guess, s, view))
                if edge.visits == 1 or len(path) >= MAX_PATH:
                    return self.rollout.play(s)
                edge.node = self.expand(s)
            if self.options.transpositions and any(step.node is edge.node for step in path):
                return self.rollout.play(s)  # a circle
            node = edge.node

    def expanded(self, edge: Edge, rate: Callable[[], float]) -> None:
        """Tell the techniques of a move that was made for the first time; `rate` is what the position after it is worth to its player."""
        for technique in self.rollout.techniques:
            technique.expand(edge, rate)

    def guess(self, s: State, player: int) -> float:
        return self.scale.guess(s)[player]

    def expand(self, s: State) -> Node:
        """The node of a position, which may be known from another line of moves."""
        if not self.options.transpositions:
            return grow(self.rules, s, self.random)
        packed, shared = s.pack(), self.kept.shared
        if packed not in shared:
            shared[packed] = grow(self.rules, s, self.random)
        return shared[packed]

    # The way back

    def credit(self, path: list[Step], detours: list[Detour], rates: Rates) -> None:
        """Every move on the path counts what came of it: before a detour, what is proven there."""
        self.scale.saw(rates)
        end = len(path)
        for detour in reversed(detours):
            for step in path[detour.place : end]:
                step.edge.total += rates[step.view]
            assert detour.edge.proof is not None
            rates, end = self.scale.rates(detour.edge.proof), detour.place
            detour.edge.total += rates[detour.view]
        for step in path[:end]:
            step.edge.total += rates[step.view]
        move = path[0].edge.move if end else detours[0].edge.move
        totals = self.totals.setdefault(move, [0.0] * (self.rules.players + 1))
        for player, rate in enumerate((*rates, 1.0)):
            totals[player] += rate

    def back_up(self, path: list[Step], rates: Rates) -> None:
        """What the path teaches besides."""
        pairs = [(step.node, step.edge) for step in path]
        if self.options.solver and path[-1].edge.proof is not None:
            self.settle(path)
        for technique in self.rollout.techniques:
            technique.back_up(pairs, self.rollout.played, rates)
        self.rollout.learn([(node.player, edge.move) for node, edge in pairs if node.player != CHANCE], rates)

    def settle(self, path: list[Step]) -> None:
        """What the proof at the end of a path proves further up."""
        for index in range(len(path) - 1, -1, -1):
            proof = prove(self.rules, path[index].state, path[index].node)
            if proof is None:
                return
            if index == 0:
                self.proof = proof
            else:
                path[index - 1].edge.proof = proof
