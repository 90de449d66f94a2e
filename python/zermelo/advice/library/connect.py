"""Knowledge about Connect Four, and connect games of other sizes: threats, and how promising a move is.

A column wins if the stone that falls into it completes a line. This is the only kind of threat: a place that would complete a
line but has empty places below it must wait until the column is filled. A move is rated by all lines through the place where its
stone comes to rest: our open lines count more the more stones they have, and so do their open lines, which the move closes.
"""

from zermelo.advice.knowledge import Knowledge
from zermelo.game import State
from zermelo.games.connect import Connect


class FourInARow(Knowledge, Connect):
    """Threats and open lines."""

    ways = ((0, 1), (1, 0), (1, 1), (1, -1))

    def we_can_win(self, s: State, root: State) -> bool:
        """A stone of ours completes a line"""
        return self._wins(s, 1 + root.turn) > 0

    def they_can_win(self, s: State, root: State) -> bool:
        """A stone of theirs completes a line"""
        return self._wins(s, 2 - root.turn) > 0

    def they_win_twice(self, s: State, root: State) -> bool:
        """Stones of theirs complete a line in two columns"""
        return self._wins(s, 2 - root.turn) > 1

    def they_have_replied(self, s: State, root: State) -> bool:
        """We have moved, and so have they"""
        return bool(s.stones > root.stones and s.turn == root.turn)

    def winning(self, s: State, move: int) -> bool:
        """Completes a line"""
        return self._completes(s, s.height[move], move, 1 + s.turn, -1)

    def threatening(self, s: State, move: int) -> bool:
        """Threatens to complete a line with the stone after it"""
        extra = s.height[move] * self.cols + move
        for col in range(self.cols):
            row = s.height[col] + (1 if col == move else 0)
            if row < self.rows and self._completes(s, row, col, 1 + s.turn, extra):
                return True
        return False

    def promising(self, s: State, move: int) -> int:
        """Where it opens and closes most lines"""
        total = 1
        for up, right in self.ways:
            for back in range(self.line):
                total += self._worth(s, s.height[move] - back * up, move - back * right, up, right)
        return total

    def _wins(self, s: State, stone: int) -> int:
        """The number of columns in which a stone of this colour completes a line."""
        return sum(s.height[col] < self.rows and self._completes(s, s.height[col], col, stone, -1) for col in range(self.cols))

    def _completes(self, s: State, row: int, col: int, stone: int, extra: int) -> bool:
        """Whether a stone in this place completes a line; `extra` is the cell of one more such stone, or -1."""
        return any(
            self._run(s, row, col, up, right, stone, extra) + self._run(s, row, col, -up, -right, stone, extra) >= self.line - 1
            for up, right in self.ways
        )

    def _run(self, s: State, row: int, col: int, up: int, right: int, stone: int, extra: int) -> int:
        """The number of such stones in a row next to a place, in one direction."""
        length = 0
        row, col = row + up, col + right
        while 0 <= row < self.rows and 0 <= col < self.cols and length < self.line:
            cell = row * self.cols + col
            if s.cells[cell] != stone and cell != extra:
                break
            length += 1
            row, col = row + up, col + right
        return length

    def _worth(self, s: State, row: int, col: int, up: int, right: int) -> int:
        """The rating of the line that begins here: 0 if it leaves the board or both players have stones in it."""
        last_row, last_col = row + (self.line - 1) * up, col + (self.line - 1) * right
        if not (0 <= row < self.rows and 0 <= col < self.cols and 0 <= last_row < self.rows and 0 <= last_col < self.cols):
            return 0
        mine = theirs = 0
        for step in range(self.line):
            stone = s.cells[(row + step * up) * self.cols + col + step * right]
            mine += 1 if stone == 1 + s.turn else 0
            theirs += 1 if stone == 2 - s.turn else 0
        if mine > 0 and theirs > 0:
            return 0
        return int((1 + mine + theirs) ** 2)
