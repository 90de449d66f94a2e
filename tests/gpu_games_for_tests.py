"""Games for the tests of kernels, each with something that a GPU may stumble over; games_for_tests.py has plain ones."""

from __future__ import annotations

from zermelo.game.constants import CHANCE, DRAW, ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import i8, i16, i64, u8, u64


class Exactly(Game):
    """Alone: throw dice until the sum is exactly ten; beyond is lost."""

    players = ("me",)
    max_moves = 3

    def state(self):
        return dict(total=i8, turn=i8)

    def moves(self, s):
        yield from (1, 2, 3)

    def play(self, s, step):
        s.total += step

    def winner(self, s):
        return ONGOING if s.total < 10 else 0 if s.total == 10 else DRAW

    def evaluate(self, s, player):
        return s.total / 4


class Five(Game):
    """Five players throw once each; those with the most share what there is. Utilities are thirds, and do not add up to zero."""

    players = ("a", "b", "c", "d", "e")
    bounds = (-1, 5)
    zero_sum = False
    max_moves = 4

    def state(self):
        return dict(thrown=i8[5], turn=i64)

    def moves(self, s):
        yield from range(2 + s.turn % 3)

    def play(self, s, move):
        s.thrown[s.turn] = move
        s.turn += 1

    def over(self, s):
        return s.turn == 5

    def to_move(self, s):
        return s.turn

    def utility(self, s, player):
        most = max(s.thrown)
        return s.thrown[player] / 3 if s.thrown[player] == most else -1

    def evaluate(self, s, player):
        return s.thrown[player] / 3 - 0.1


class Lists(Game):
    """Take a card and its neighbours; what is left is sorted. A player with no card above the median has lost. All rules make lists."""

    max_moves = 12

    def state(self):
        return dict(cards=u8([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8]), turn=u64, plies=i8)

    def moves(self, s):
        found = [place for place in range(12) if s.cards[place] > 0]
        yield from sorted(found)

    def play(self, s, place):
        taken = [each for each in (place - 1, place, place + 1) if 0 <= each < 12 and s.cards[each] > 0]
        for each in taken:
            s.cards[each] -= 1
        rest = sorted([card for card in s.cards if card > 0], reverse=True)
        for index in range(12):
            s.cards[index] = rest[index] if index < len(rest) else 0
        s.turn = 1 - s.turn
        s.plies += 1

    def winner(self, s):
        rest = [card for card in s.cards if card > 2]
        return ONGOING if len(rest) > 1 else 1 - s.turn if rest else DRAW

    def evaluate(self, s, player):
        values = sorted(s.cards)
        return sum(values[player::2]) / 7


class Islands(Game):
    """Put stones on a board; the player whose stone makes an island of `most` has won. A rule calls itself, once for each stone of an island."""

    def __init__(self, side=5, most=8):
        self.side, self.most = side, most
        self.max_moves = side * side

    def state(self):
        return dict(cells=i8[self.side * self.side], largest=i16, turn=i8)

    def moves(self, s):
        for cell in range(self.side * self.side):
            if s.cells[cell] == 0:
                yield cell

    def play(self, s, cell):
        s.cells[cell] = 1
        seen = [0] * (self.side * self.side)
        s.largest = max(s.largest, self.size(s, cell, seen))
        s.turn = 1 - s.turn

    def size(self, s, cell, seen):
        if s.cells[cell] == 0 or seen[cell]:
            return 0
        seen[cell] = 1
        x, y = cell % self.side, cell // self.side
        found = 1
        if x > 0:
            found += self.size(s, cell - 1, seen)
        if x < self.side - 1:
            found += self.size(s, cell + 1, seen)
        if y > 0:
            found += self.size(s, cell - self.side, seen)
        if y < self.side - 1:
            found += self.size(s, cell + self.side, seen)
        return found

    def winner(self, s):
        return 1 - s.turn if s.largest >= self.most else ONGOING


class Staircase(Game):
    """Alone, with chance: throw a coin and climb; the way down is counted by a rule that calls itself once for each step.

    From 64 steps on that is deeper than kernels go, though not too deep for the CPU.
    """

    players = ("me",)
    bounds = (0, 200)
    zero_sum = False
    max_moves = 2

    def __init__(self, step=7):
        self.step = step

    def state(self):
        return dict(height=i16, throws=i8, rolling=i8)

    def to_move(self, s):
        return CHANCE if s.rolling else 0

    def moves(self, s):
        yield 0
        yield 1

    def chances(self, s):
        yield 0, 0.25
        yield 1, 0.75

    def play(self, s, move):
        if s.rolling:
            s.height = self.down(s.height) + move * self.step
            s.throws += 1
        elif move == 1:
            s.height = max(0, s.height - 1)
        s.rolling = 1 - s.rolling

    def down(self, height):
        return 0 if height == 0 else 1 + self.down(height - 1)

    def over(self, s):
        return s.throws == 12

    def utility(self, s, player):
        return s.height


class Trap(Game):
    """Take one to three of a heap; whoever leaves exactly `bad` after `plies` plies falls into a trap: the rule raises."""

    max_moves = 3

    def __init__(self, heap=30, bad=5, plies=9):
        self.heap, self.bad, self.plies = heap, bad, plies

    def state(self):
        return dict(heap=i16(self.heap), plies=i8, turn=i8)

    def moves(self, s):
        yield from range(1, min(3, s.heap) + 1)

    def play(self, s, take):
        s.heap -= take
        s.plies += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        if s.heap == self.bad and s.plies == self.plies:
            raise ValueError("a trap")
        return 1 - s.turn if s.heap == 0 else ONGOING

    def evaluate(self, s, player):
        if s.heap == self.bad:
            raise ValueError("no value")
        return s.heap * (1 - 2 * player) / 8


class Catching(Trap):
    """The same, but the rule catches its own failure: then the heap is left as it is."""

    prizes = (3, 1, 4, 1, 5)

    def winner(self, s):
        try:
            prize = self.prizes[s.heap]
        except IndexError:
            return ONGOING
        return (s.turn + prize) % 2 if s.heap == 0 else ONGOING


class Hoard(Trap):
    """The same, but in the trap the rule makes a list that is too long for a GPU; Python and the CPU answer."""

    def winner(self, s):
        if s.heap == self.bad and s.plies == self.plies:
            much = [s.heap + each for each in range(4000 + s.plies)]
            return 1 - s.turn if sum(much) % 2 == 0 else DRAW
        return 1 - s.turn if s.heap == 0 else ONGOING


class Late(Trap):
    """A move fails rather than the end of the game."""

    def play(self, s, take):
        if s.heap == self.bad and s.plies == self.plies:
            much = [s.heap + each for each in range(4000 + s.plies)]
            take += sum(much) % 2
        s.heap -= take
        s.plies += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        return 1 - s.turn if s.heap <= 0 else ONGOING


class Doubled(Trap):
    """Moves come twice in some positions."""

    def moves(self, s):
        yield from range(1, min(3, s.heap) + 1)
        if s.heap == 11:
            yield 3

    max_moves = 4


class Loaded(Trap):
    """The probabilities of a die add up to more than one when the heap is odd."""

    def to_move(self, s):
        return CHANCE if s.plies == 6 else s.turn

    def chances(self, s):
        yield 1, 0.5
        yield 2, 0.5 + 0.25 * (s.heap % 2)


class Tables(Trap):
    """Chooses moves of random games itself, not always legal ones."""

    def playout(self, s, dice):
        return 1 + dice % 3 if s.heap != 2 else 1 + dice % 8 // 3


class Choosy(Trap):
    """Forced moves: one that wins, else any but the last."""

    def __init__(self):
        super().__init__(bad=-1)

    def forced(self, s):
        most = min(3, s.heap)
        if s.heap <= 3:
            yield s.heap
        else:
            yield from range(1, max(2, most))


CORRECT = (Exactly, Five, Lists, Islands, Staircase, Choosy)
