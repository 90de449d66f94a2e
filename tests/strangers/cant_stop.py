"""Can't Stop, for two, with fewer and shorter columns if you like."""

from collections import Counter, namedtuple
from enum import IntEnum
from itertools import product

from zermelo import CHANCE, ONGOING, Game, i8, i16

Column = namedtuple("Column", ["number", "length"])


class Phase(IntEnum):
    ROLL = 0
    PAIR = 1
    DECIDE = 2


STOP, GO_ON = 100, 101


class CantStop(Game):
    """Pair the dice, climb the columns, and stop in time."""

    players = ("red", "green")

    def __init__(self, sides=6, columns_to_win=3):
        self.sides = sides
        self.columns_to_win = columns_to_win
        middle = sides + 1
        self.columns = [Column(n, 1 + 2 * (sides - abs(n - middle))) for n in range(2, 2 * sides + 1)]
        rolls = Counter(tuple(sorted(dice)) for dice in product(range(1, sides + 1), repeat=4))
        self.rolls = sorted(rolls)
        self.weights = [rolls[roll] / sides**4 for roll in self.rolls]
        self.max_moves = len(self.rolls)

    def state(self):
        width = len(self.columns)
        return dict(height=i8[2 * width], runner=i8[width](-1), roll=i16, phase=i8, turn=i8)

    def to_move(self, s):
        return CHANCE if s.phase == Phase.ROLL else s.turn

    def chances(self, s):
        for i, weight in enumerate(self.weights):
            yield i, weight

    def level(self, s, player, column):
        return s.height[player * len(self.columns) + column]

    def claimed(self, s, column):
        """Who owns a column, or None."""
        for player in (0, 1):
            if self.level(s, player, column) == self.columns[column].length:
                return player
        return None

    def can_advance(self, s, column):
        if self.claimed(s, column) is not None:
            return False
        if s.runner[column] >= 0:
            return s.runner[column] < self.columns[column].length
        return sum(1 for r in s.runner if r >= 0) < 3

    def advance(self, s, column):
        if s.runner[column] < 0:
            s.runner[column] = self.level(s, s.turn, column)
        s.runner[column] += 1

    def options(self, s):
        """Sets of columns to advance, by their sums; each is one or two numbers."""
        a, b, c, d = self.rolls[s.roll]
        found = set()
        for first, second in [(a + b, c + d), (a + c, b + d), (a + d, b + c)]:
            first, second = sorted((first - 2, second - 2))
            trial = s.copy()
            done = []
            for column in (first, second):
                if self.can_advance(trial, column):
                    self.advance(trial, column)
                    done.append(column)
            if len(done) == 1 and first != second and self.can_advance(s, first) and self.can_advance(s, second):
                # a single runner is left: choose either column
                found.add((first,))
                found.add((second,))
            elif done:
                found.add(tuple(done))
        return sorted(found)

    def moves(self, s):
        if s.phase == Phase.DECIDE:
            return [STOP, GO_ON]
        options = self.options(s)
        return range(len(options)) if options else [STOP]

    def bust(self, s):
        s.runner = [-1] * len(self.columns)
        s.turn = 1 - s.turn
        s.phase = Phase.ROLL

    def play(self, s, move):
        if s.phase == Phase.ROLL:
            s.roll = move
            s.phase = Phase.PAIR
        elif s.phase == Phase.PAIR:
            if move == STOP:
                s.roll = 0
                self.bust(s)
            else:
                for column in self.options(s)[move]:
                    self.advance(s, column)
                s.roll = 0
                s.phase = Phase.DECIDE
        elif move == GO_ON:
            s.phase = Phase.ROLL
        else:
            width = len(self.columns)
            for column, height in enumerate(s.runner):
                if height >= 0:
                    s.height[s.turn * width + column] = height
                    if height == self.columns[column].length:
                        s.height[(1 - s.turn) * width + column] = 0
            self.bust(s)

    def winner(self, s):
        owners = [self.claimed(s, column) for column in range(len(self.columns))]
        for player in (0, 1):
            if owners.count(player) >= self.columns_to_win:
                return player
        return ONGOING

    def name(self, s, move):
        if s.phase == Phase.ROLL:
            return "".join(map(str, self.rolls[move]))
        if move == GO_ON:
            return "roll"
        if move == STOP:
            return "stop" if s.phase == Phase.DECIDE else "bust"
        return "+".join(str(self.columns[c].number) for c in self.options(s)[move])
