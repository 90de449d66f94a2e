"""What the tests of Monte-Carlo search share: what its reports say, small games, and slow definitions to compare with.

The yardsticks work out what is true, in terms of positions only, written to be obviously right.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product

from zermelo.game.constants import CHANCE, ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import i8, i16, i32
from zermelo.limit import Limit
from zermelo.search.control import Control, Stop
from zermelo.search.montecarlo.options import MonteCarloOptions
from zermelo.search.montecarlo.uct import UCT

FACTS = (
    "game", "agent", "player", "move", "value", "values", "line", "depth", "nodes", "plies", "exact", "stopped",
    "playouts", "capped", "choices",
)  # fmt: skip
"""Everything in a report that must not depend on where the rules run."""
DISTANT = 60
"""Seconds after which a search gives up that would run on for ever if the library failed; then it says so."""


def told(agent, position, backend):
    """What an agent's reports say, one after the other, on a backend."""
    found = replace(agent, backend=backend).reports(position)
    return [{name: getattr(report, name) for name in FACTS} for report in found]


def by_hand(game, root=None, **options):
    """The specification's search, to be put into any situation."""
    search = UCT(game.rules, Control(Limit(), Stop()), replace(MonteCarloOptions(), **options))
    search.root = root
    return search


def grown(game, playouts, position=None, **options):
    """The specification's search after so many playouts; its tree can be looked at."""
    search = by_hand(game, **options)
    state = (position or game.start()).state
    for _ in search.steps(state, playouts):
        pass
    return search


def nodes_of(root):
    """Every node of a tree, once."""
    found, waiting = {}, [root]
    while waiting:
        node = waiting.pop()
        if id(node) not in found:
            found[id(node)] = node
            waiting += [edge.node for edge in node.edges if edge.node is not None]
    return list(found.values())


# Yardsticks


@cache
def expectation(position):
    """What a game of one player, or of two whose utilities add up to zero, is worth to all: chance averages, players choose."""
    if position.over:
        return position.values
    below = [expectation(position.advance(move)) for move in position.choices]
    if position.player != CHANCE:
        return max(below, key=lambda values: values[position.player])
    odds = [probability for _, probability in position.rules.chances(position.state)]
    return tuple(sum(p * value for p, value in zip(odds, column, strict=True)) for column in zip(*below, strict=True))


def possible_values(position):
    """What a game without chance may be worth to all, however ties between equally good moves are broken."""
    if position.over:
        return {position.values}
    found = set()
    for values in product(*(possible_values(position.advance(move)) for move in position.choices)):
        most = max(each[position.player] for each in values)
        found |= {each for each in values if each[position.player] == most}
    return found


# Games


class Ring(Game):
    """Walk round a ring, one step either way or four; the player who lands on the goal wins. Positions repeat."""

    max_moves = 3

    def __init__(self, size=11):
        self.steps = (1, size - 1, 4)
        self.size = size

    def state(self):
        return dict(place=i8, turn=i8)

    def moves(self, s):
        yield from range(3)

    def play(self, s, move):
        s.place = (s.place + self.steps[move]) % self.size
        s.turn = 1 - s.turn

    def winner(self, s):
        return 1 - s.turn if s.place == 6 else ONGOING


class Corridor(Game):
    """One legal move in every position, and a known end after some plies; evaluations may differ from it."""

    bounded_evaluation = True
    max_moves = 1

    def __init__(self, length=6, seats=2, guess=0.5):
        self.players = tuple("abcdefghij"[:seats])
        self.length, self.hunch = length, guess

    def state(self):
        return dict(ply=i16, turn=i8)

    def moves(self, s):
        yield 0

    def play(self, s, move):
        s.ply += 1
        s.turn = s.ply % len(self.players)

    def winner(self, s):
        return len(self.players) - 1 if s.ply == self.length else ONGOING

    def evaluate(self, s, player):
        return self.hunch if player == 0 else -self.hunch


class Patience(Game):
    """One player, points: pick one of four cards at each of three steps; what they add up to is hardly ever very different."""

    players = ("me",)
    bounds = (0, 1000)
    max_moves = 4

    def state(self):
        return dict(step=i8, total=i16(500))

    def to_move(self, s):
        return 0

    def moves(self, s):
        yield from range(4)

    def play(self, s, move):
        s.total += (s.step * 7 + move * 5) % 11
        s.step += 1

    def over(self, s):
        return s.step == 3

    def utility(self, s, player):
        return s.total


class Lots(Game):
    """A move each out of 250, and every end is worth something else."""

    max_moves = 250
    bounds = (-70000, 70000)

    def state(self):
        return dict(first=i32, second=i32, ply=i8, turn=i8)

    def moves(self, s):
        yield from range(250)

    def play(self, s, move):
        s.first = s.second
        s.second = move
        s.ply += 1
        s.turn = 1 - s.turn

    def over(self, s):
        return s.ply == 2

    def utility(self, s, player):
        worth = 250 * s.first + s.second + 0.5
        return worth if player == 0 else -worth
