"""Small games of every kind, for tests, each correct; broken_games.py has the others.

Rules keep to what can be compiled: whole numbers, tuples, loops, conditions.
"""

from __future__ import annotations

from zermelo.game.constants import CHANCE, DRAW, ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import i8, i16, i32, i64


class Strip(Game):
    """Put stones on a strip, never next to one another; the player who puts the last one wins. Mirror images share a key."""

    def __init__(self, size=5):
        self.size = size
        self.board = (1, size)
        self.max_moves = size

    def state(self):
        return dict(cells=i8[self.size], last=i8(-1), stones=i16, turn=i8)

    def moves(self, s):
        for cell in range(self.size):
            if self.is_open(s, cell):
                yield cell

    def is_open(self, s, cell):
        free_left = cell == 0 or s.cells[cell - 1] == 0
        free_right = cell == self.size - 1 or s.cells[cell + 1] == 0
        return s.cells[cell] == 0 and free_left and free_right

    def count_open(self, s):
        count = 0
        for cell in range(self.size):
            if self.is_open(s, cell):
                count += 1
        return count

    def play(self, s, cell):
        s.cells[cell] = 1 + s.turn
        s.last = cell
        s.stones += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        return 1 - s.turn if self.count_open(s) == 0 else ONGOING

    def evaluate(self, s, player):
        value = self.count_open(s) % 3 - 0.5 * s.stones
        return value if player == s.turn else -value

    def noisy(self, s, cell):
        return cell == 0 or cell == self.size - 1

    def order(self, s, cell):
        return -abs(2 * cell - (self.size - 1))

    def key(self, s):
        forward = 0
        backward = 0
        for cell in range(self.size):
            forward = 3 * forward + s.cells[cell]
            backward = 3 * backward + s.cells[self.size - 1 - cell]
        return min(forward, backward)


class Thirds(Game):
    """Three players take one, two or three from a heap; the player who takes the last one wins, which is the player before the one on turn."""

    players = ("ann", "bob", "cid")
    max_moves = 4
    out_of_turn = False

    def __init__(self, heap=9):
        self.heap = heap

    def state(self):
        return dict(heap=i16(self.heap), turn=i8)

    def moves(self, s):
        for take in range(1, 4):
            if take <= s.heap:
                yield take

    def play(self, s, take):
        s.heap -= take
        s.turn = (s.turn + 1) % 3

    def winner(self, s):
        return (s.turn + 2) % 3 if s.heap == 0 else ONGOING

    def evaluate(self, s, player):
        return (s.heap + 2 * player + s.turn) % 5 - 2

    def order(self, s, take):
        return take


class Race(Game):
    """Walk one step or roll a die for one to three; first at the goal wins."""

    players = ("red", "blue")
    max_moves = 4

    def __init__(self, goal=5):
        self.goal = goal
        self.odds = (0.25, 0.5, 0.25)

    def state(self):
        return dict(place=i8[2], rolling=i8, turn=i8)

    def to_move(self, s):
        return CHANCE if s.rolling else s.turn

    def moves(self, s):
        yield 0
        yield 1

    def chances(self, s):
        for side in range(3):
            yield side + 1, self.odds[side]

    def play(self, s, move):
        if s.rolling == 0 and move == 1:
            s.rolling = 1
        else:
            s.place[s.turn] += move if s.rolling else 1
            s.rolling = 0
            s.turn = 1 - s.turn

    def winner(self, s):
        for player in range(2):
            if s.place[player] >= self.goal:
                return player
        return ONGOING

    def evaluate(self, s, player):
        return s.place[player] - s.place[1 - player]

    def name(self, s, move):
        return f"rolled-{move}" if s.rolling else ("walk", "roll")[move]


class Harvest(Game):
    """Take the left or the right sack of a row; everyone keeps what they took, so there is nothing to sum to zero."""

    zero_sum = False
    max_moves = 2

    def __init__(self, sacks=(3, 1, 4, 1, 5, 9)):
        self.sacks = tuple(sacks)
        self.bounds = (0, sum(self.sacks))

    def state(self):
        return dict(left=i8, taken=i64[2], turn=i8, right=i32(len(self.sacks) - 1))

    def moves(self, s):
        yield 0
        if s.left < s.right:
            yield 1

    def play(self, s, move):
        if move == 0:
            s.taken[s.turn] += self.sacks[s.left]
            s.left += 1
        else:
            s.taken[s.turn] += self.sacks[s.right]
            s.right -= 1
        s.turn = 1 - s.turn

    def over(self, s):
        return s.left > s.right

    def utility(self, s, player):
        return s.taken[player]

    def evaluate(self, s, player):
        return s.taken[player]

    def name(self, s, move):
        return ("left", "right")[move]


class Climb(Game):
    """Alone down a triangle of numbers, left or right at each step; the sum is the score."""

    players = ("me",)
    bounds = (0, 50)
    max_moves = 2

    def __init__(self):
        self.rows = ((3,), (7, 4), (2, 4, 6), (8, 5, 9, 3))

    def state(self):
        return dict(row=i8, column=i8, total=i16(3))

    def to_move(self, s):
        return 0

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, move):
        s.row += 1
        s.column += move
        s.total += self.rows[s.row][s.column]

    def over(self, s):
        return s.row == 3

    def utility(self, s, player):
        return s.total

    def evaluate(self, s, player):
        return s.total + 5 * (3 - s.row)


class Chase(Game):
    """Two pieces step around a ring; the one that lands on the other wins. Nothing else ends the game but the count of plies.

    A position that occurs for the third time is a draw, for those who know the game.
    """

    players = ("fox", "hare")
    counters = ("plies",)
    repetitions = 3
    most = 60

    def __init__(self, size=7):
        self.size = size

    def state(self):
        return dict(places=i8([0, self.size // 2]), plies=i8, turn=i8)

    def moves(self, s):
        yield 0
        yield 1
        if (s.places[0] + s.places[1]) % 3 == 0:
            yield 2

    def play(self, s, move):
        step = (1, self.size - 1, 2)[move]
        s.places[s.turn] = (s.places[s.turn] + step) % self.size
        s.plies += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        if s.places[0] == s.places[1]:
            return 1 - s.turn
        return DRAW if s.plies >= self.most else ONGOING

    def evaluate(self, s, player):
        value = (s.places[0] * 5 + s.places[1] * 3) % 7 - 3
        return value if player == 0 else -value


class Boxes(Game):
    """Dots and boxes on two by two: a player who closes a box owns it and moves again.

    +-0-+-1-+
    2 a 3 b 4
    +-5-+-6-+
    7 c 8 d 9
    +10-+11-+
    """

    max_moves = 12

    def __init__(self):
        self.boxes = ((0, 2, 3, 5), (1, 3, 4, 6), (5, 7, 8, 10), (6, 8, 9, 11))

    def state(self):
        return dict(edges=i8[12], owned=i8[2], turn=i8)

    def moves(self, s):
        for edge in range(12):
            if s.edges[edge] == 0:
                yield edge

    def closes(self, s, edge):
        closed = 0
        for box in range(4):
            drawn = 0
            touched = False
            for side in self.boxes[box]:
                drawn += s.edges[side]
                if side == edge:
                    touched = True
            if touched and drawn == 3:
                closed += 1
        return closed

    def play(self, s, edge):
        closed = self.closes(s, edge)
        s.edges[edge] = 1
        s.owned[s.turn] += closed
        if closed == 0:
            s.turn = 1 - s.turn

    def winner(self, s):
        if s.owned[0] + s.owned[1] < 4:
            return ONGOING
        if s.owned[0] == s.owned[1]:
            return DRAW
        return 0 if s.owned[0] > s.owned[1] else 1

    def evaluate(self, s, player):
        return s.owned[player] - s.owned[1 - player]

    def noisy(self, s, edge):
        return self.closes(s, edge) > 0

    def order(self, s, edge):
        return self.closes(s, edge)


CORRECT = (Strip, Thirds, Race, Harvest, Climb, Boxes, Chase)
