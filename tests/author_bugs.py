"""Typical mistakes of people who write games, one in each class, in the order in which they are usually made.

`finds` is the law or the hint that must tell it, `rule` the rule that must be named. The line that must be shown ends with `# BUG`.
Most are tic-tac-toe in plain Python, with one rule gone wrong; more_author_bugs.py has the other games.
"""

from __future__ import annotations

from zermelo import DRAW, ONGOING, Game, i8

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
SEEN = {}


class Oxo(Game):
    """Tic-tac-toe as anybody would write it; nothing is wrong with it."""

    players = ("x", "o")
    board = (3, 3)

    def state(self):
        return dict(cells=i8[9], turn=i8)

    def moves(self, s):
        for cell in range(9):
            if s.cells[cell] == 0:
                yield cell

    def play(self, s, cell):
        s.cells[cell] = 1 + s.turn
        s.turn = 1 - s.turn

    def winner(self, s):
        for a, b, c in LINES:
            if s.cells[a] != 0 and s.cells[a] == s.cells[b] == s.cells[c]:
                return s.cells[a] - 1
        return ONGOING if 0 in s.cells else DRAW


# moves


class Descending(Oxo):
    finds, rule = "moves", "moves"

    def moves(self, s):
        for cell in range(8, -1, -1):
            if s.cells[cell] == 0:
                yield cell  # BUG


class Twice(Oxo):
    finds, rule = "moves", "moves"

    def moves(self, s):
        for line in LINES[:4]:
            for cell in line:
                if s.cells[cell] == 0:
                    yield cell  # BUG


class ForgetsYield(Oxo):
    finds, rule = "moves", "moves"

    def moves(self, s):  # BUG
        found = []
        for cell in range(9):
            if s.cells[cell] == 0:
                found.append(cell)  # noqa: PERF401


class Names(Oxo):
    finds, rule = "moves", "moves"

    def moves(self, s):
        for cell in range(9):
            if s.cells[cell] == 0:
                yield "abcdefghi"[cell]  # BUG


class TooManyMoves(Oxo):
    finds, rule = "moves", "moves"
    max_moves = 5

    def moves(self, s):
        for cell in range(9):
            if s.cells[cell] == 0:
                yield cell  # BUG


class OneTooFar(Oxo):
    finds, rule = "moves", "moves"

    def moves(self, s):
        for cell in range(10):
            if s.cells[cell] == 0:  # BUG
                yield cell


class NoDraw(Oxo):
    """Nothing to play on a full board, and the game goes on."""

    finds, rule = "moves", "moves"

    def moves(self, s):  # BUG
        for cell in range(9):
            if s.cells[cell] == 0:
                yield cell

    def winner(self, s):
        result = super().winner(s)
        return ONGOING if result == DRAW else result


class ReturnsTooEarly(Oxo):
    finds, rule = "choice", "moves"

    def moves(self, s):  # noqa: RET503  # BUG
        for cell in range(9):
            if s.cells[cell] == 0:
                return [cell]


class SkipsTheLast(Oxo):
    finds, rule = "field", "moves"

    def moves(self, s):  # BUG
        for cell in range(9 - 1):
            if s.cells[cell] == 0:
                yield cell

    def winner(self, s):
        for a, b, c in LINES:
            if s.cells[a] != 0 and s.cells[a] == s.cells[b] == s.cells[c]:
                return s.cells[a] - 1
        return DRAW if not list(self.moves(s)) else ONGOING


class TakenSquares(Oxo):
    finds, rule = "same move", "play"

    def moves(self, s):
        yield from range(9)

    def play(self, s, cell):  # BUG
        s.cells[cell] = 1 + s.turn
        s.turn = 1 - s.turn


class WrapsAround(Oxo):
    """Stones must not be put to the right of another one; the first square looks at the last."""

    finds, rule = "index", "moves"

    def moves(self, s):
        for cell in range(9):
            if s.cells[cell] == 0 and s.cells[cell - 1] == 0:  # BUG
                yield cell

    def winner(self, s):
        return ONGOING if any(True for _ in self.moves(s)) else 1 - s.turn


class Accumulates(Oxo):
    finds, rule = "reading", "moves"

    def moves(self, s, found=[]):  # noqa: B006
        for cell in range(9):
            if s.cells[cell] == 0:
                found.append(cell)  # BUG
        return found


# The turn


class SameTurn(Oxo):
    finds, rule = "turns", "play"

    def play(self, s, cell):  # BUG
        s.cells[cell] = 1 + s.turn


class CountsUp(Oxo):
    finds, rule = "turn", "to_move"

    def play(self, s, cell):
        s.cells[cell] = 1 + s.turn
        s.turn += 1  # BUG


class ForgottenThird(Oxo):
    finds, rule = "player", "play"
    players = ("x", "o", "v")
    out_of_turn = False

    def play(self, s, cell):  # BUG
        s.cells[cell] = 1 + s.turn
        s.turn = (s.turn + 1) % 2


class AlwaysX(Oxo):
    finds, rule = "turns", "to_move"
    out_of_turn = False

    def to_move(self, s):  # BUG
        return 0


# play


class ReturnsAnother(Oxo):
    finds, rule = "play", "play"

    def play(self, s, cell):
        after = s.copy()
        after.cells[cell] = 1 + s.turn
        after.turn = 1 - s.turn
        return after  # BUG


class ChangesNothing(Oxo):
    finds, rule = "play", "play"

    def play(self, s, cell):  # BUG
        cells = list(s.cells)
        cells[cell] = 1 + s.turn


class ReturnsAsWell(Oxo):
    finds, rule = "return", "play"

    def play(self, s, cell):  # BUG
        s.cells[cell] = 1 + s.turn
        s.turn = 1 - s.turn
        return s


class NoFieldForIt(Oxo):
    finds, rule = "play", "play"

    def play(self, s, cell):
        super().play(s, cell)
        s.last = cell  # BUG


class RowBecomesTuple(Oxo):
    finds, rule = "play", "play"

    def play(self, s, cell):
        s.cells = tuple(1 + s.turn if at == cell else value for at, value in enumerate(s.cells))  # BUG
        s.turn = 1 - s.turn


class Overflows(Oxo):
    finds, rule = "play", "play"

    def play(self, s, cell):
        s.cells[cell] = 100 * (1 + s.turn)  # BUG
        s.turn = 1 - s.turn


class Halves(Oxo):
    finds, rule = "play", "play"

    def play(self, s, cell):
        s.cells[cell] = (2 + s.turn) / 2  # BUG
        s.turn = 1 - s.turn


class StoneIsZero(Oxo):
    """The stones of x are zeros, like empty squares."""

    finds, rule = "same move", "play"

    def play(self, s, cell):  # BUG
        s.cells[cell] = s.turn
        s.turn = 1 - s.turn

    def winner(self, s):
        for a, b, c in LINES:
            if s.cells[a] == s.cells[b] == s.cells[c] == 1:
                return 1
        return ONGOING if 0 in s.cells else DRAW


# Memory outside the state


class RemembersOnSelf(Oxo):
    finds, rule = "play", "play"

    def __init__(self):
        self.count = 0

    def play(self, s, cell):
        super().play(s, cell)
        self.count += 1  # BUG

    def winner(self, s):
        return DRAW if self.count % 50 == 9 else super().winner(s)


class RemembersTheLast(Oxo):
    finds, rule = "play", "play"
    last = -1

    def play(self, s, cell):
        super().play(s, cell)
        self.last = cell  # BUG

    def winner(self, s):
        for line in LINES:
            if self.last in line and s.cells[line[0]] != 0 and len({s.cells[cell] for cell in line}) == 1:
                return s.cells[line[0]] - 1
        return ONGOING if 0 in s.cells else DRAW


class SharedList(Oxo):
    """A list of the class, which all games share."""

    finds, rule = "play", "play"
    history = []

    def play(self, s, cell):
        self.history.append(cell)  # BUG
        super().play(s, cell)

    def winner(self, s):
        return DRAW if len(self.history) % 100 > 90 else super().winner(s)


class Memo(Oxo):
    """Harmless, but it cannot be compiled."""

    finds, rule = "self", "winner"

    def winner(self, s):
        key = tuple(s.cells)
        if key not in SEEN:
            SEEN[key] = super().winner(s)  # BUG
        return SEEN[key]


class SortsTheBoard(Oxo):
    finds, rule = "reading", "winner"

    def winner(self, s):
        result = super().winner(s)
        s.cells.sort()  # BUG
        return result


# winner


class FullBoardFirst(Oxo):
    finds, rule = "wins", "winner"

    def winner(self, s):
        if 0 not in s.cells:
            return DRAW  # BUG
        return super().winner(s)


class FullTooEarly(Oxo):
    finds, rule = "early draw", "winner"

    def winner(self, s):
        result = super().winner(s)
        if result == ONGOING and s.cells.count(0) == 1:
            return DRAW  # BUG
        return result


class OnlyXCanWin(Oxo):
    finds, rule = "winner", "winner"

    def winner(self, s):
        for a, b, c in LINES:
            if s.cells[a] == s.cells[b] == s.cells[c] == 1:
                return 0  # BUG
        return ONGOING if 0 in s.cells else DRAW


class LooksAtTheNext(Oxo):
    """It looks for a line of the player to move, who did not make the last move."""

    finds, rule = "last move", "winner"

    def winner(self, s):
        for line in LINES:
            if all(s.cells[cell] == 1 + s.turn for cell in line):
                return s.turn  # BUG
        return ONGOING if 0 in s.cells else DRAW


class SaysYes(Oxo):
    finds, rule = "utilities", "winner"

    def winner(self, s):
        return any(s.cells[a] != 0 and s.cells[a] == s.cells[b] == s.cells[c] for a, b, c in LINES)  # BUG


class SaysNothing(Oxo):
    finds, rule = "utilities", "winner"

    def winner(self, s):  # noqa: RET503
        for a, b, c in LINES:  # BUG
            if s.cells[a] != 0 and s.cells[a] == s.cells[b] == s.cells[c]:
                return s.cells[a] - 1


class EmptyLinesCount(Oxo):
    """Three empty squares are a line of nobody, and nobody is DRAW."""

    finds, rule = "start", "winner"

    def winner(self, s):
        for a, b, c in LINES:
            if s.cells[a] == s.cells[b] == s.cells[c]:
                return s.cells[a] - 1  # BUG
        return ONGOING if 0 in s.cells else DRAW


class CountsFromOne(Oxo):
    finds, rule = "utilities", "winner"

    def winner(self, s):
        for a, b, c in LINES:
            if s.cells[a] != 0 and s.cells[a] == s.cells[b] == s.cells[c]:
                return s.cells[a]  # BUG
        return ONGOING if 0 in s.cells else DRAW


class MissingLine(Oxo):
    finds, rule = "symmetry", "winner"

    def winner(self, s):
        for a, b, c in LINES[:-1]:
            if s.cells[a] != 0 and s.cells[a] == s.cells[b] == s.cells[c]:
                return s.cells[a] - 1
        return ONGOING if 0 in s.cells else DRAW  # BUG


class MistypedLine(Oxo):
    finds, rule = "lines", ""

    def __init__(self):
        self.rows = [(0, 1, 2), (3, 4, 5), (6, 7, 7), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]  # BUG

    def winner(self, s):
        for a, b, c in self.rows:
            if s.cells[a] != 0 and s.cells[a] == s.cells[b] == s.cells[c]:
                return s.cells[a] - 1
        return ONGOING if 0 in s.cells else DRAW


class SameLineTwice(Oxo):
    finds, rule = "lines", ""
    rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (8, 4, 0)]  # BUG

    def winner(self, s):
        for a, b, c in self.rows:
            if s.cells[a] != 0 and s.cells[a] == s.cells[b] == s.cells[c]:
                return s.cells[a] - 1
        return ONGOING if 0 in s.cells else DRAW


class LastRowForgotten(Game):
    """Four in a row on six by six, by loops that end one row too early."""

    finds, rule = "symmetry", "winner"
    size = 5

    def state(self):
        return dict(cells=i8[25], turn=i8)

    def moves(self, s):
        for cell in range(25):
            if s.cells[cell] == 0:
                yield cell

    def play(self, s, cell):
        s.cells[cell] = 1 + s.turn
        s.turn = 1 - s.turn

    def winner(self, s):
        for row in range(5 - 1):
            for column in range(5):
                mine = s.cells[5 * row + column]
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    ends = 0 <= row + 2 * down < 5 and 0 <= column + 2 * right < 5
                    if mine and ends and all(s.cells[5 * (row + n * down) + column + n * right] == mine for n in (1, 2)):
                        return mine - 1
        return ONGOING if 0 in s.cells else DRAW  # BUG
