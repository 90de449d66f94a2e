"""Games with chance."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from strangers_oracles.base import CHANCE, Oracle


def mixed(outcomes):
    """Each outcome with its probability, equal ones added up, from a list of equally likely ones."""
    counts = Counter(outcomes)
    return [(outcome, n / len(outcomes)) for outcome, n in counts.items()]


class CantStop(Oracle):
    """A position is both players' heights, the runners as a dictionary of columns, frozen, the dice in Hand or None, and whether to decide."""

    def __init__(self, sides, goal):
        self.sides, self.goal = sides, goal
        self.lengths = {n: 2 * min(n - 1, 2 * sides + 1 - n) + 1 for n in range(2, 2 * sides + 1)}

    def start(self):
        return (frozenset(), frozenset()), frozenset(), None, "roll", 0

    def player(self, position):
        return CHANCE if position[3] == "roll" else position[-1]

    def read(self, s):
        width = len(self.lengths)
        climbed = tuple(frozenset((n + 2, h) for n, h in enumerate(s.height[p * width : (p + 1) * width]) if h) for p in (0, 1))
        runners = frozenset((n + 2, h) for n, h in enumerate(s.runner) if h >= 0)
        rolls = sorted({tuple(sorted(dice)) for dice in product(range(1, self.sides + 1), repeat=4)})
        phase = ("roll", "pair", "decide")[s.phase]
        return climbed, runners, rolls[s.roll] if phase == "pair" else None, phase, s.turn

    def closed(self, climbed):
        return {n for player in climbed for n, h in player if h == self.lengths[n]}

    def climb(self, climbed, runners, turn, column):
        """The runners after one more step in a column; None if there is no such step."""
        now = dict(runners)
        if column in self.closed(climbed) or (column not in now and len(now) == 3):
            return None
        height = now.get(column, dict(climbed[turn]).get(column, 0))
        if height == self.lengths[column]:
            return None
        return frozenset({**now, column: height + 1}.items())

    def pairings(self, position):
        climbed, runners, dice, _, turn = position
        found = set()
        for pair in combinations(range(4), 2):
            sums = sum(dice[i] for i in pair), sum(dice) - sum(dice[i] for i in pair)
            first = self.climb(climbed, runners, turn, sums[0])
            if first is None:
                continue
            both = self.climb(climbed, first, turn, sums[1])
            found.add(((sums[0],), first) if both is None else (tuple(sorted(sums)), both))
        return found

    def after(self, position):
        climbed, runners, _, phase, turn = position
        if phase == "roll":
            rolls = [tuple(sorted(dice)) for dice in product(range(1, self.sides + 1), repeat=4)]
            return mixed([(climbed, runners, roll, "pair", turn) for roll in rolls])
        if phase == "pair":
            found = [(climbed, after, None, "decide", turn) for _, after in self.pairings(position)]
            return found or [(climbed, frozenset(), None, "roll", 1 - turn)]
        kept = [dict(player) for player in climbed]
        for column, height in runners:
            kept[turn][column] = height
            if height == self.lengths[column]:
                kept[1 - turn].pop(column, None)
        stopped = tuple(frozenset(player.items()) for player in kept)
        return [(climbed, runners, None, "roll", turn), (stopped, frozenset(), None, "roll", 1 - turn)]

    def result(self, position):
        climbed = position[0]
        for player in (0, 1):
            if sum(h == self.lengths[n] for n, h in climbed[player]) >= self.goal:
                return self.won(player)
        return None


class DicePoker(Oracle):
    """A position is the dice, which of them lie fast, how often was thrown, what is used up and the points."""

    players = 1
    kinds = ("sum", "pair", "straight", "triple")

    def __init__(self, sides, rounds):
        self.sides, self.rounds = sides, rounds

    def start(self):
        return (0, 0, 0), (0, 0, 0), 0, frozenset(), 0, True, 0

    def player(self, position):
        return CHANCE if position[5] else 0

    def read(self, s):
        used = frozenset(kind for kind, u in zip(self.kinds, s.used, strict=True) if u)
        return tuple(s.dice), tuple(s.keep), s.rolls, used, s.points, bool(s.rolling), 0

    def points(self, kind, dice):
        low, middle, high = sorted(dice)
        if kind == "sum":
            return low + middle + high
        if kind == "pair":
            return 2 * middle if middle in (low, high) else 0
        if kind == "straight":
            return 10 if (low + 1, low + 2) == (middle, high) else 0
        return 15 if low == high else 0

    def after(self, position):
        dice, keep, rolls, used, points, rolling, _ = position
        if rolling:
            faces = [[die] if kept else range(1, self.sides + 1) for die, kept in zip(dice, keep, strict=True)]
            return mixed([(throw, keep, rolls + 1, used, points, False, 0) for throw in product(*faces)])
        found = []
        if rolls == 1:
            found = [(dice, kept, rolls, used, points, True, 0) for kept in product((0, 1), repeat=3) if kept != (1, 1, 1)]
        for kind in self.kinds:
            if kind not in used:
                found.append(((0, 0, 0), (0, 0, 0), 0, used | {kind}, points + self.points(kind, dice), True, 0))
        return found

    def result(self, position):
        return (float(position[4]),) if len(position[3]) == self.rounds else None


class TreasureRace(Oracle):
    players = 3

    def __init__(self, goal):
        self.goal = goal

    def start(self):
        return (0, 0, 0), False, 0

    def player(self, position):
        return CHANCE if position[1] else position[-1]

    def read(self, s):
        return tuple(s.place), bool(s.tossing), s.turn

    def walked(self, places, turn, steps):
        place = min(places[turn] + steps, self.goal)
        place = 1 if place == 4 else 3 if place == 7 else place
        return (*places[:turn], place, *places[turn + 1 :]), False, (turn + 1) % 3

    def after(self, position):
        places, tossing, turn = position
        if tossing:
            return [(self.walked(places, turn, steps), 0.5) for steps in (0, 3)]
        return [self.walked(places, turn, 1), (places, True, turn)]

    def result(self, position):
        return self.won(position[0].index(self.goal)) if self.goal in position[0] else None


class Snakes(Oracle):
    """Where each square leads to is a list."""

    def __init__(self, length, sides):
        self.length, self.sides = length, sides
        self.leads = list(range(length + 1))
        for start, end in ((3, 8), (6, 13), (11, 2), (14, 5)):
            self.leads[start] = end

    def start(self):
        return (0, 0), 0, 0

    def player(self, position):
        return CHANCE if position[1] else position[-1]

    def read(self, s):
        return tuple(s.place), s.dice, s.turn

    def after(self, position):
        places, dice, turn = position
        if dice == 0:
            return [(places, 1, turn), (places, 2, turn)]
        found = []
        for thrown, share in mixed([sum(faces) for faces in product(range(1, self.sides + 1), repeat=dice)]):
            end = self.leads[self.length - abs(self.length - places[turn] - thrown)]
            found.append((((end, places[1]) if turn == 0 else (places[0], end), 0, 1 - turn), share))
        return found

    def result(self, position):
        return self.won(position[0].index(self.length)) if self.length in position[0] else None


class Farkle(Oracle):
    """Scores in half points: a 1 is worth 2, a 5 is worth 1, three equal dice twice their face (three ones 20)."""

    def __init__(self, goal):
        self.goal = goal

    def start(self):
        return (0, 0), 0, 3, True, 0

    def player(self, position):
        return CHANCE if position[3] else position[-1]

    def read(self, s):
        return tuple(s.bank), s.pot, s.dice, bool(s.rolling), s.turn

    @staticmethod
    def scored(dice):
        if len(dice) == 3 and len(set(dice)) == 1:
            return (20 if dice[0] == 1 else 2 * dice[0]), 0
        return 2 * dice.count(1) + dice.count(5), sum(die not in (1, 5) for die in dice)

    def after(self, position):
        bank, pot, dice, rolling, turn = position
        if not rolling:
            new = (bank[0] + pot, bank[1]) if turn == 0 else (bank[0], bank[1] + pot)
            more = [(bank, pot, dice, True, turn)] if bank[turn] + pot < self.goal else []
            return [(new, 0, 3, True, 1 - turn), *more]
        outcomes = []
        for thrown in product(range(1, 7), repeat=dice):
            points, left = self.scored(thrown)
            outcomes.append((bank, pot + points, left or 3, False, turn) if points else (bank, 0, 3, True, 1 - turn))
        return mixed(outcomes)

    def result(self, position):
        winners = [player for player in (0, 1) if position[0][player] >= self.goal]
        return self.won(winners[0]) if winners else None


class RedOrBlack(Oracle):
    """A position is the cards left, the coins, and what is going on."""

    players = 1

    def __init__(self, red, black):
        self.cards = (red, black)

    def start(self):
        return *self.cards, 0, "play", 0

    def player(self, position):
        return CHANCE if position[3] == "draw" else 0

    def read(self, s):
        black, red = s.left
        return red, black, s.coins, "over" if s.stopped else "draw" if s.drawing else "play", 0

    def after(self, position):
        red, black, coins, now, _ = position
        if now == "draw":
            drawn = [((red - 1, black, coins + 1, "play", 0), red), ((red, black - 1, coins - 1, "play", 0), black)]
            return [(after, cards / (red + black)) for after, cards in drawn if cards]
        return [(red, black, coins, "over", 0)] + ([(red, black, coins, "draw", 0)] if red + black else [])

    def result(self, position):
        return (float(position[2]),) if position[3] == "over" else None


@cache
def red_or_black_value(red, black):
    """The well-known recursion: what is still to be won with so many cards left (2.6245 coins with 26 and 26)."""
    if red == 0:
        return Fraction(0)
    if black == 0:
        return Fraction(red)
    go_on = (red * (1 + red_or_black_value(red - 1, black)) + black * (red_or_black_value(red, black - 1) - 1)) / Fraction(
        red + black
    )
    return max(Fraction(0), go_on)


class Ludo(Oracle):
    """A position is the distances of every player's counters, "home" or a number, and the throw."""

    players = 3

    def __init__(self, ring, each):
        self.ring, self.each = ring, each

    def start(self):
        return (("home",) * self.each,) * 3, 0, 0

    def player(self, position):
        return position[-1] if position[1] else CHANCE

    def read(self, s):
        gone = ["home" if g < 0 else g for g in s.gone]
        return tuple(tuple(gone[p * self.each : (p + 1) * self.each]) for p in range(3)), s.throw, s.turn

    def square(self, player, gone):
        """The square of the ring that a counter stands on; squares at home and at the goal belong to nobody else."""
        return (player, gone) if gone in ("home", self.ring) else (gone + player * self.ring // 3) % self.ring

    def after(self, position):
        sides, throw, turn = position
        following = (turn + 1) % 3
        if throw == 0:
            return [((sides, 1, turn), 2 / 3), ((sides, 2, turn), 1 / 3)]
        found = []
        for i, gone in enumerate(sides[turn]):
            if gone == self.ring or (gone == "home" and throw != 1):
                continue
            to = 0 if gone == "home" else min(gone + throw, self.ring)
            if to in sides[turn] and to != self.ring:
                continue
            here = self.square(turn, to)
            new = [tuple("home" if p != turn and self.square(p, g) == here else g for g in side) for p, side in enumerate(sides)]
            new[turn] = (*sides[turn][:i], to, *sides[turn][i + 1 :])
            found.append((tuple(new), 0, following))
        return found or [(sides, 0, following)]

    def result(self, position):
        for player, side in enumerate(position[0]):
            if set(side) == {self.ring}:
                return self.won(player)
        return None
