"""Games of any number of players, for tests: one with random values, one given by its tree.

And yardsticks: max^n, paranoid, best-reply and BRS+ as their definitions have them, in terms of positions and rules only, written
to be obviously right. They share nothing with the searches but the rules.
"""

from __future__ import annotations

from math import fsum

from sampling import goodness

from zermelo.game.constants import DRAW, ONGOING
from zermelo.game.position import Position
from zermelo.game.protocol import Game
from zermelo.game.record import i8, i32

FADING = 2**-40
"""The part of its worth that a finished game loses with every ply in max^n, where evaluations have the scale of utilities."""
FAINTEST = 1 - 2 * 4096 * FADING
"""A guess is worth less than a win at the furthest ply there is."""
ROUNDS = 4
"""How many turns each player has before BRS+ stops waiting for ours."""


class Crowd(Game):
    """A game without sense for any number of players: a hash decides what there is to do, who is next, and who gets what.

    A few points are shared out at every end, and at every other position as a guess; so values add up to zero, ties are common,
    and now and then somebody gets everything. Not everybody has the same moves; in a loose crowd the turn may stay. Seed, points and
    looseness are fields rather than parameters: the rules are compiled once for each number of players.
    """

    bounded_evaluation = True
    max_moves = 4

    def __init__(self, seats=3, points=3, loose=True, teams=()):
        self.players = tuple("abcdefghi"[:seats])
        self.bounds = (-points, max(1, (seats - 1) * points))
        self.teams = teams
        self._start = dict(seats=i8(seats), points=i8(points), loose=i8(loose), seed=i32, place=i32, ply=i8, turn=i8)

    def state(self):
        return self._start

    def noise(self, s, salt):
        """A number from 0 to 32767 that depends on everything but the turn."""
        x = (s.seed * 2654435 + s.place * 40503 + s.ply * 9973 + salt * 7919 + 12345) & 0x7FFFFFFF
        for _ in range(3):
            x = ((x ^ (x >> 15)) * 1103515245 + 12345) & 0x7FFFFFFF
        return x >> 16

    def moves(self, s):
        yield from range(1 + self.noise(s, 1 + s.turn) % 4)

    def play(self, s, move):
        salt = 100 + 10 * s.turn + move
        stays = s.loose and self.noise(s, salt + 200) % 6 == 0
        s.place = self.noise(s, salt) % 50
        s.ply += 1
        if not stays:
            s.turn = (s.turn + 1) % s.seats

    def over(self, s):
        return s.ply == 7 or (s.ply > 0 and self.noise(s, 90) % 7 == 0)

    def share(self, s, player):
        """A player's points against the average, times the number of players."""
        mine = 0
        for point in range(s.points):
            if self.noise(s, 50 + point) % max(2, s.seats) == player:
                mine += 1
        return mine * s.seats - s.points

    def utility(self, s, player):
        return self.share(s, player)

    def evaluate(self, s, player):
        return self.share(s, player)

    def noisy(self, s, move):
        return self.noise(s, 500 + 10 * s.turn + move) % 3 == 0

    def order(self, s, move):
        return self.noise(s, 400 + 10 * s.turn + move) % 3

    def seeded(self, seed):
        s = self.fresh()
        s.seed, s.turn = seed, seed % s.seats
        return Position(self, s)


class Brawl(Crowd):
    """A crowd in which one wins and the others lose, unless it is a draw; in a desperate one a guess may be as bad as a loss."""

    def __init__(self, seats=3, desperate=False):
        super().__init__(seats, points=2)
        self.scale = 0.5 if desperate else 0.25

    def winner(self, s):
        if not self.over(s):
            return ONGOING
        best = self.noise(s, 60) % (s.seats + 1)
        return DRAW if best == s.seats else best

    def evaluate(self, s, player):
        return self.share(s, player) * self.scale


class Boughs(Game):
    """A tree for any number of players, who move in turn: nested lists, with tuples of what each end is worth to each player.

    Leaves are ends; in an `open` tree they only look like their values, and a last move leads to the end. So an open tree that is
    searched to the depth of its leaves is one of guesses, which do not fade.
    """

    out_of_turn = False
    max_moves = 8

    def __init__(self, tree, seats=3, bounds=(-100, 100), open=False, teams=()):
        self.players = tuple("abcdefghi"[:seats])
        self.bounds, self.teams = bounds, teams
        self._below, self._worth = [], []
        self._grow(tree, open)
        self.zero_sum = self.bounded_evaluation = not any(abs(fsum(worth)) > 1e-9 for worth in self._worth if worth)

    def _grow(self, tree, open):
        number = len(self._below)
        is_leaf = not isinstance(tree, list)
        self._below.append([])
        self._worth.append(tree if is_leaf else None)
        branches = ([tree] if open else []) if is_leaf else tree
        self._below[number] = [self._grow(branch, open and not is_leaf) for branch in branches]
        return number

    def state(self):
        return dict(node=i32, turn=i8)

    def moves(self, s):
        yield from range(len(self._below[s.node]))

    def play(self, s, move):
        s.node = self._below[s.node][move]
        s.turn = (s.turn + 1) % len(self.players)

    def over(self, s):
        return not self._below[s.node]

    def utility(self, s, player):
        return self._worth[s.node][player]

    def evaluate(self, s, player):
        worth = self._worth[s.node]
        return worth[player] if worth else 0


# Max^n


def worth_to_all(position, depth, ply):
    """What an end or a leaf is worth to each player, or None; for games whose evaluations have the scale of utilities."""
    players = range(position.rules.players)
    if position.over:
        return tuple(value * (1 - ply * FADING) for value in position.values)
    if depth > 0:
        return None
    most = position.rules.bounds[1] * FAINTEST
    return tuple(min(position.rules.evaluate(position.state, player), most) for player in players)


def true_values(position, depth, ties="first", root=None, ply=0):
    """The values of all players if all maximise their own."""
    root = position.player if root is None else root
    leaf = worth_to_all(position, depth, ply)
    if leaf is not None:
        return leaf
    found = [true_values(position.advance(move), depth - 1, ties, root, ply + 1) for move in position.choices]
    mine = max(values[position.player] for values in found)
    best = [values for values in found if values[position.player] == mine]
    if ties == "paranoid":
        return min(best, key=lambda values: values[root])
    return best[0] if ties == "first" else tuple(fsum(column) / len(best) for column in zip(*best, strict=True))


# Us against all others: (value, plies to a win or a loss, or None), as `sampling.goodness` compares them


def our_worth(position, us, depth):
    """What an end or a leaf is worth to us, or None."""
    low, high = position.rules.bounds
    if position.over:
        worth = position.values[us]
        return worth, 0 if worth <= low or worth >= high else None
    return (position.rules.evaluate(position.state, us), None) if depth == 0 else None


def later(found):
    value, plies = found
    return value, None if plies is None else plies + 1


def paranoid_value(position, depth, us=None):
    """Our team maximises, all others minimise."""
    us = position.player if us is None else us
    leaf = our_worth(position, us, depth)
    if leaf is not None:
        return leaf
    teams = position.game.teams or range(position.rules.players)
    choose = max if teams[position.player] == teams[us] else min
    return choose((later(paranoid_value(position.advance(move), depth - 1, us)) for move in position.choices), key=goodness)


def turned(position, player):
    return Position(position.game, position.rules.with_turn(position.state, player))


def best_reply_value(position, depth, us=None):
    """We move, then any one of the opponents, then we."""
    us = position.player if us is None else us
    leaf = our_worth(position, us, depth)
    if leaf is not None:
        return leaf
    if position.player == us:
        after = [position.advance(move) for move in position.choices]
        return max((later(best_reply_value(each, depth - 1, us)) for each in after), key=goodness)
    teams = position.game.teams or range(position.rules.players)
    opponents = [turned(position, who) for who in range(position.rules.players) if teams[who] != teams[us]]
    after = [turned(before.advance(move), us) for before in opponents for move in before.choices]
    return min((later(best_reply_value(each, depth - 1, us)) for each in after), key=goodness)


def best_reply_plus_value(position, depth, us=None):
    """We move, then all others do the usual but for one opponent at most, then we."""
    us = position.player if us is None else us
    leaf = our_worth(position, us, depth)
    if leaf is not None:
        return leaf
    if position.player == us:
        after, choose = [position.advance(move) for move in position.choices], max
    else:
        after, choose = list(rounds(position, us, set(), ROUNDS * position.rules.players)), min
    return choose((later(best_reply_plus_value(each, depth - 1, us)) for each in after), key=goodness)


def rounds(position, us, seen, moves):
    """The positions after a round; who is not yet seen may do something unusual, and then all others do the usual."""
    if position.over or position.player == us or moves == 0:
        yield position
        return
    teams = position.game.teams or range(position.rules.players)
    free = seen is not None and position.player not in seen and teams[position.player] != teams[us]
    usual = max(position.choices, key=lambda move: position.rules.order(position.state, move))
    for move in position.choices:
        if move == usual:
            yield from rounds(position.advance(move), us, None if seen is None else seen | {position.player}, moves - 1)
        elif free:
            yield from rounds(position.advance(move), us, None, moves - 1)
