"""UCT: a tree that grows towards the better moves (Kocsis and Szepesvári 2006).

Each iteration descends from the root. At every node it takes an untried move, if there is one, else the move with the greatest

    UCTValue = winrate + C * sqrt(ln(parent.visits) / visits)

until it makes a move for the first time. Then a random game is played to its end, and its result is backed up: each move keeps
the win rate of the player who made it, so it works for any number of players. Outcomes of chance are drawn by their
probabilities. A draw counts as half. In the end the move with most visits is played, or the one with the best win rate.

Everything else is an option and has a file of its own, see `options`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from zermelo.game import CHANCE, Random, Rules, State
from zermelo.search.control import Control, Found, Stopped
from zermelo.search.montecarlo.batches import Batch, LeafPlayer
from zermelo.search.montecarlo.final_move import conclude
from zermelo.search.montecarlo.options import MonteCarloOptions
from zermelo.search.montecarlo.rollout import Rollout
from zermelo.search.montecarlo.scale import Rates
from zermelo.search.montecarlo.selection import Selection
from zermelo.search.montecarlo.solver import prove
from zermelo.search.montecarlo.tree import MAX_PATH, Edge, Node, complete, drawn, grow

MOST_PLAYOUTS = 1 << 31
FIRST_REPORT = 1 << 10
"""Playouts before the first report; each further report comes after twice as many."""


class Step(NamedTuple):
    """A move of the descent."""

    node: Node
    edge: Edge
    view: int
    """The player whose rate the move counts: its own, or at chance the last player."""
    state: State
    """The position before the move."""


class Detour(NamedTuple):
    """A proven move that selection took, and for which the descent continued with another."""

    place: int
    """Its index on the path; the moves before it are credited with the proven value."""
    node: Node
    edge: Edge
    """The proven move."""
    view: int


class Walk(NamedTuple):
    """One way down the tree."""

    path: list[Step]
    detours: list[Detour]
    rates: Rates | None
    """What it came to; None if its random games are not played yet."""

    def tried(self) -> list[tuple[Node, Edge]]:
        """The moves that it tried, each in its node."""
        return [(step.node, step.edge) for step in self.path] + [(each.node, each.edge) for each in self.detours]


@dataclass(eq=False, repr=False)
class Kept:
    """The tree that one search keeps for the next."""

    root: Node | None = None
    shared: dict[bytes, Node] = field(default_factory=dict)
    """Nodes by position, if positions are shared."""

    def follow(self, moves: tuple[int, ...]) -> Node | None:
        """The node after these moves from the root; None if the tree does not contain it."""
        node = self.root
        for move in moves:
            if node is None:
                return None
            node = next((edge.node for edge in node.edges if edge.move == move), None)
        return node


class UCT:
    def __init__(
        self,
        rules: Rules,
        control: Control,
        options: MonteCarloOptions,
        kept: Kept | None = None,
        since: tuple[int, ...] | None = None,
        player: LeafPlayer | None = None,
    ) -> None:
        self.rules, self.control, self.options = rules, control, options
        self.random = Random(options.seed)
        self.rollout = Rollout(rules, control, options, self.random)
        self.scale = self.rollout.scale
        self.selection = Selection(options, self.rollout)
        self.kept, self.since = Kept() if kept is None else kept, since
        self.proof: tuple[float, ...] | None = None
        self.totals: dict[int, list[float]] = {}
        """Sums of all players' rates, and their number, by the move at the root."""
        self.playouts = 0
        self.deepest = 0
        self.batch = Batch(self, player) if options.batch else None

    @property
    def capped(self) -> int:
        """Games that were given up."""
        return self.rollout.capped

    def steps(self, root: State, playouts: int | None) -> Iterator[tuple[int, Found]]:
        """Run iterations up to a limit or until the root is proven; report whenever the playouts have doubled."""
        self.root, self.state = self.root_node(root), root
        due = FIRST_REPORT
        most = MOST_PLAYOUTS if playouts is None else playouts
        while self.proof is None and (self.playouts < most or (self.batch is not None and self.batch.sent)):
            try:
                if self.batch is None:
                    self.iterate()
                else:
                    self.batch.work(most - self.playouts)
                    if self.playouts >= due:
                        self.batch.flush()
            except Stopped:
                break
            if self.playouts >= due:
                due *= 2
                yield self.deepest, conclude(self)
        yield self.deepest, conclude(self)

    def root_node(self, root: State) -> Node:
        """The root: the kept node of this position, or a new one."""
        node = None if self.since is None else self.kept.follow(self.since)
        if node is None:
            self.kept.shared.clear()
            node = self.expand(root, self.rules.moves)
        else:
            node = complete(node, self.rules.moves(root))
        self.kept.root = node
        if self.options.solver:
            self.proof = prove(self.rules, root, node)
        return node

    def iterate(self) -> None:
        """One iteration: selection and expansion, playout, backup."""
        walk = self.walk()
        if walk.rates is not None:
            self.finish(walk, walk.rates)

    def walk(self) -> Walk:
        """Selection and expansion, and the playout unless it waits for others."""
        path: list[Step] = []
        detours: list[Detour] = []
        self.rollout.played.clear()
        try:
            return Walk(path, detours, self.descend(path, detours))
        except Stopped:
            self.take_back(Walk(path, detours, None))
            raise

    def take_back(self, walk: Walk, weight: int = 1) -> None:
        """Take back the visits of a walk that was not finished; `weight` is how often it counts."""
        for node, edge in walk.tried():
            node.passes -= weight
            edge.visits -= weight

    def finish(self, walk: Walk, rates: Rates, proves: bool = True) -> None:
        """Back up the rates of a walk; `proves` says whether its end may be proven."""
        self.scale.saw(rates)
        self.credit(walk, rates)
        self.back_up(walk.path, rates, proves)

    def finish_many(self, walk: Walk, playouts: list[Rates]) -> None:
        """Back up the rates of a walk that counts as several playouts."""
        for rates in playouts:
            self.scale.saw(rates)
        self.credit(walk, tuple(sum(rates) for rates in zip(*playouts, strict=True)), len(playouts))

    def play_out(self, s: State) -> Rates | None:
        """The rates of a random game from a leaf; None if it waits for others."""
        if self.batch is None:
            return self.rollout.play(s)
        self.batch.starts = [s]
        return None

    def descend(self, path: list[Step], detours: list[Detour]) -> Rates | None:
        """Descend to a move that is new, finished or proven, and return the rates there; None if they are not known yet."""
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
                if edge.visits == 1 and self.options.wide and self.batch is not None and len(path) < MAX_PATH:
                    return self.batch.open(s, edge)
                if edge.visits == 1 or len(path) >= MAX_PATH:
                    return self.play_out(s)
                edge.node = self.expand(s, self.rollout.moves)
            if self.options.transpositions and any(step.node is edge.node for step in path):
                return self.play_out(s)  # a cycle
            node = edge.node

    def expanded(self, edge: Edge, rate: Callable[[], float]) -> None:
        """Call the techniques for a move that was first made; `rate` evaluates the position after it for its player."""
        for technique in self.rollout.techniques:
            technique.expand(edge, rate)

    def guess(self, s: State, player: int) -> float:
        return self.scale.guess(s)[player]

    def expand(self, s: State, list_moves: Callable[[State], list[int]]) -> Node:
        """The node of a position; shared with other move orders if `transpositions` is on."""
        if not self.options.transpositions:
            return grow(self.rules, s, list_moves, self.random)
        packed, shared = s.pack(), self.kept.shared
        if packed not in shared:
            shared[packed] = grow(self.rules, s, list_moves, self.random)
        return shared[packed]

    def credit(self, walk: Walk, rates: Rates, weight: int = 1) -> None:
        """Add the rates to every move of a walk; moves before a detour get its proven value instead. A walk may count as several playouts."""
        self.playouts += weight
        path, detours = walk.path, walk.detours
        self.deepest = max(self.deepest, len(path))
        end = len(path)
        for detour in reversed(detours):
            for step in path[detour.place : end]:
                step.edge.total += rates[step.view]
            assert detour.edge.proof is not None
            rates, end = tuple(rate * weight for rate in self.scale.rates(detour.edge.proof)), detour.place
            detour.edge.total += rates[detour.view]
        for step in path[:end]:
            step.edge.total += rates[step.view]
        move = path[0].edge.move if end else detours[0].edge.move
        totals = self.totals.setdefault(move, [0.0] * (self.rules.players + 1))
        for player, rate in enumerate((*rates, float(weight))):
            totals[player] += rate

    def back_up(self, path: list[Step], rates: Rates, proves: bool) -> None:
        """Update proofs and techniques."""
        pairs = [(step.node, step.edge) for step in path]
        if proves and self.options.solver and path[-1].edge.proof is not None:
            self.settle(path)
        for technique in self.rollout.techniques:
            technique.back_up(pairs, self.rollout.played, rates)
        self.rollout.learn([(node.player, edge.move) for node, edge in pairs if node.player != CHANCE], rates)

    def settle(self, path: list[Step]) -> None:
        """Back up the proof at the end of a path."""
        for index in range(len(path) - 1, -1, -1):
            proof = prove(self.rules, path[index].state, path[index].node)
            if proof is None:
                return
            if index == 0:
                self.proof = proof
            else:
                path[index - 1].edge.proof = proof
