"""ISMCTS: UCT whose nodes are information sets (Cowling, Powley and Whitehouse 2012).

Each iteration begins in another world that fits what the player to move has seen. Then it walks down as UCT does, but the statistics belong to
what the mover of each position knows, not to the position: so no player uses what it cannot see. At the root, players know what they see now.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from zermelo.game import CHANCE, Random, Rules, State, draw
from zermelo.game.information import Information
from zermelo.search.control import Control, Found, Stopped, Trial
from zermelo.search.montecarlo.options import MonteCarloOptions
from zermelo.search.montecarlo.rollout import Rollout
from zermelo.search.montecarlo.scale import Rates
from zermelo.search.montecarlo.tree import Edge

FIRST_REPORT = 1 << 10
MOST_SETS = 1 << 22
"""Information sets that are kept; from there on random games begin."""


class World(NamedTuple):
    """A state that the player to move may be in, and how likely it is, compared with the others."""

    state: State
    weight: float


class Node:
    """The statistics of an information set."""

    def __init__(self, moves: list[int], start: int) -> None:
        self.edges = [Edge(move) for move in moves]
        self.visits, self.start = 0, start


class InformationSetSearch:
    def __init__(self, rules: Rules, control: Control, options: MonteCarloOptions, worlds: Sequence[World]) -> None:
        self.rules, self.control, self.options, self.worlds = rules, control, options, worlds
        self.random = Random(options.seed)
        self.rollout = Rollout(rules, control, options, self.random)
        self.scale = self.rollout.scale
        self.sums = list(accumulate(world.weight for world in worlds))
        self.known = [tuple(Information.of(rules, world.state, player) for player in range(rules.players)) for world in worlds]
        self.nodes: dict[tuple[int, int], Node] = {}
        self.player = rules.to_move(worlds[0].state)
        self.root = self.new_node(worlds[0].state, self.player, self.known[0])
        self.totals = [[0.0] * rules.players for _ in self.root.edges]
        self.playouts = self.deepest = 0

    def new_node(self, s: State, player: int, known: tuple[Information, ...]) -> Node:
        moves = self.rules.moves(s)
        node = self.nodes[player, known[player].key] = Node(moves, self.random.below(len(moves)))
        return node

    @property
    def capped(self) -> int:
        """Games that were given up."""
        return self.rollout.capped

    def steps(self, playouts: int | None) -> Iterator[tuple[int, Found]]:
        """Run iterations up to a limit; report whenever the playouts have doubled."""
        due = FIRST_REPORT
        while self.playouts != playouts:
            try:
                self.iterate()
            except Stopped:
                break
            if self.playouts == due:
                due *= 2
                yield self.deepest, self.found()
        yield self.deepest, self.found()

    def iterate(self) -> None:
        """One world, one walk down, one random game, and the way back."""
        self.rollout.played.clear()
        number = min(bisect_right(self.sums, self.random.uniform() * self.sums[-1]), len(self.worlds) - 1)
        path: list[tuple[Node, int, int]] = []
        rates = self.descend(self.worlds[number].state, self.known[number], path)
        self.scale.saw(rates)
        for node, place, player in path:
            node.visits += 1
            node.edges[place].visits += 1
            node.edges[place].total += rates[player]
        if path:
            for seat, rate in enumerate(rates):
                self.totals[path[0][1]][seat] += rate
        self.playouts += 1
        self.deepest = max(self.deepest, len(path))

    def descend(self, s: State, known: tuple[Information, ...], path: list[tuple[Node, int, int]]) -> Rates:
        rules = self.rules
        while (utilities := rules.utilities(s)) is None:
            player = rules.to_move(s)
            if player == CHANCE:
                s = rules.play(s, draw(rules.chances(s), self.random))
                known = tuple(each.after(rules, s) for each in known)
            else:
                node = self.nodes.get((player, known[player].key))
                if node is None:
                    if len(self.nodes) < MOST_SETS:
                        self.new_node(s, player, known)
                    return self.rollout.play(s)
                place = self.choose(node)
                path.append((node, place, player))
                move = node.edges[place].move
                s = rules.play(s, move)
                known = tuple(each.after(rules, s, move if each.player == player else None) for each in known)
            self.control.enter(0)
        return self.scale.rates(utilities)

    def choose(self, node: Node) -> int:
        """A move that was not tried yet, or the one with the greatest upper bound."""
        count = len(node.edges)
        if node.visits < count:
            return (node.start + node.visits) % count
        reach = self.options.exploration * self.scale.spread() * math.sqrt(math.log(node.visits))
        best, most = 0, -math.inf
        for place, edge in enumerate(node.edges):
            value = edge.total / edge.visits + reach / math.sqrt(edge.visits)
            if value > most:
                best, most = place, value
        return best

    def found(self) -> Found:
        """The most visited move; of several the one with the best mean."""
        utility, edges = self.scale.utility, self.root.edges
        best = max(range(len(edges)), key=lambda place: (edges[place].visits, edges[place].mean if edges[place].visits else -1.0))
        edge = edges[best]
        trials = tuple(Trial(each.move, each.visits, utility(each.mean) if each.visits else None, None) for each in edges)
        values = tuple(utility(total / edge.visits) for total in self.totals[best]) if edge.visits else None
        line = (edge.move,) if edge.visits else ()
        return Found(edge.move, None if values is None else values[self.player], line, values=values, trials=trials)
