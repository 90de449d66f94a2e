"""Games with chance, for tests: one with random values, one given by its tree. And slow definitions to compare with.

The yardsticks are expectiminimax and its many-player form as the definitions have them, in terms of positions and rules only. They
share nothing with the searches but the rules.
"""

from __future__ import annotations

from zermelo.game.constants import CHANCE
from zermelo.game.position import Position
from zermelo.game.protocol import Game
from zermelo.game.record import i8, i32

FADING = 2**-40
"""The part of its worth that an end loses with every ply."""
FAR = 64
"""A guess is worth less than an end so many plies away."""


class Gamble(Game):
    """A game without sense for any number of players: a hash decides what there is to do, who is next, and who gets what.

    Chance may come before anybody's move, also twice in a row, and its outcomes are as unequal as 1 to 49. A player may move several
    times. Values come from a small range within the bounds, so ties are common. Seed, reach and the rest are fields rather than
    parameters: the rules are compiled once for each number of players.
    """

    bounded_evaluation = True
    max_moves = 6

    def __init__(self, seats=2, points=3):
        self.players = tuple("abcdefghi"[:seats])
        self.points = points
        self.bounds = (-points, points) if seats < 3 else (-points, (seats - 1) * points)
        self.seats = seats

    def state(self):
        return dict(seed=i32, place=i32, ply=i8, longest=i8(6), luck=i8(40), turn=i8)

    def noise(self, s, salt):
        """A number from 0 to 32767."""
        x = (s.seed * 2654435 + s.place * 40503 + s.ply * 9973 + salt * 7919 + 12345) & 0x7FFFFFFF
        for _ in range(3):
            x = ((x ^ (x >> 15)) * 1103515245 + 12345) & 0x7FFFFFFF
        return x >> 16

    def to_move(self, s):
        return CHANCE if s.ply > 0 and self.noise(s, 7) % 100 < s.luck else s.turn

    def moves(self, s):
        yield from range(1 + self.noise(s, 1) % 4)

    def weight(self, s, outcome):
        number = 1 + self.noise(s, 30 + outcome) % 7
        return number * number

    def chances(self, s):
        number = 1 + self.noise(s, 2) % 6
        total = 0
        for outcome in range(number):
            total += self.weight(s, outcome)
        for outcome in range(number):
            yield outcome, self.weight(s, outcome) / total

    def play(self, s, move):
        stays = self.noise(s, 200 + move) % 4 == 0
        s.place = self.noise(s, 100 + move) % 60
        s.ply += 1
        if not stays:
            s.turn = (s.turn + 1) % self.seats

    def over(self, s):
        return s.ply >= s.longest or (s.ply > 0 and self.noise(s, 90) % 7 == 0)

    def share(self, s, player, salt):
        """A few points for each player, which add up to zero; alone, any number within the bounds."""
        if self.seats == 1:
            return self.noise(s, salt) % (2 * self.points + 1) - self.points
        loser = self.noise(s, salt) % self.seats
        points = self.noise(s, salt + 1) % (self.points + 1)
        return -points if player == loser else points / (self.seats - 1)

    def utility(self, s, player):
        return self.share(s, player, 50)

    def evaluate(self, s, player):
        return self.share(s, player, 60)

    def order(self, s, move):
        return self.noise(s, 400 + move) % 3

    def seeded(self, seed, longest=6, luck=40):
        s = self.fresh()
        s.seed, s.turn, s.longest, s.luck = seed, seed % self.seats, longest, luck
        return Position(self, s)


class Twigs(Game):
    """A tree: a list is a player's node, a dict a chance node with probabilities, anything else an end and what it is worth.

    MAX moves first and the players take turns, however often chance decides in between. Ends are tuples where there are more than two
    players, or where values do not add up to zero.

        Twigs([{"heads": (0.5, 4), "tails": (0.5, 2)}])
    """

    max_moves = 64

    def __init__(self, tree, seats=2, bounds=(-100, 100), zero_sum=True):
        self.players = ("MAX", "MIN", "third", "fourth")[:seats]
        self.bounds, self.zero_sum = bounds, zero_sum
        self._nodes, self._below = [], []
        self._grow(tree)

    def _grow(self, tree):
        number = len(self._nodes)
        self._nodes.append(tree)
        self._below.append([])
        branches = tree if isinstance(tree, list) else [each[1] for each in tree.values()] if isinstance(tree, dict) else []
        self._below[number] = [self._grow(branch) for branch in branches]
        return number

    def state(self):
        return dict(node=i32, turn=i8)

    def to_move(self, s):
        return CHANCE if isinstance(self._nodes[s.node], dict) else s.turn

    def moves(self, s):
        yield from range(len(self._below[s.node]))

    def chances(self, s):
        for outcome, (probability, _) in enumerate(self._nodes[s.node].values()):
            yield outcome, probability

    def play(self, s, move):
        if isinstance(self._nodes[s.node], list):
            s.turn = (s.turn + 1) % len(self.players)
        s.node = self._below[s.node][move]

    def over(self, s):
        return not self._below[s.node]

    def utility(self, s, player):
        worth = self._nodes[s.node]
        if isinstance(worth, tuple):
            return worth[player]
        return worth if player == 0 else -worth

    def name(self, s, move):
        node = self._nodes[s.node]
        return list(node)[move] if isinstance(node, dict) else str(move + 1)

    def __str__(self):
        return "twigs"


def expected(position, depth, us=None):
    """What a position is worth to us when chance is chance, and the other plays against us; `depth` counts moves of players."""
    us = position.player if us is None else us
    if position.over:
        return position.values[us]
    if depth == 0:
        return position.rules.evaluate(position.state, us)
    if position.player == CHANCE:
        chances = position.rules.chances(position.state)
        return sum(probability * expected(position.advance(outcome), depth, us) for outcome, probability in chances)
    choose = max if position.player == us else min
    return choose(expected(position.advance(move), depth - 1, us) for move in position.choices)


def expected_by_all(position, depth, ply=0):
    """What a position is worth to each player if all maximise their own value; ties go to the first move.

    What is a tie matters here, so ends fade as they do in the search, and guesses stay below wins.
    """
    players, (low, high) = range(position.rules.players), position.rules.bounds
    if position.over:
        return tuple(value * (1 - ply * FADING) for value in position.values)
    if depth == 0:
        guesses = (position.rules.evaluate(position.state, player) for player in players)
        return tuple(max(low * (1 - FAR * FADING), min(high * (1 - FAR * FADING), guess)) for guess in guesses)
    if position.player == CHANCE:
        totals = [0.0 for _ in players]
        for outcome, odds in position.rules.chances(position.state):
            values = expected_by_all(position.advance(outcome), depth, ply + 1)
            totals = [totals[player] + odds * values[player] for player in players]
        return tuple(totals)
    found = [expected_by_all(position.advance(move), depth - 1, ply + 1) for move in position.choices]
    return max(found, key=lambda values: values[position.player])
