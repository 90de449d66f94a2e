"""Knowledge about tic-tac-toe: threats, forks, and kinds of squares.

A threat is an empty square that completes a line. A fork is two threats at once, because one move cannot stop both. Two lines
that need the same square are only one threat. The helpers look at the board as it is, or with one more stone: `extra` is its
square, or -1.
"""

from zermelo.advice.knowledge import Knowledge
from zermelo.game import State
from zermelo.games.tictactoe import TicTacToe


class ThreeInARow(Knowledge, TicTacToe):
    """Threats, forks and squares."""

    aim = "draw"

    def we_can_win(self, s: State, root: State) -> bool:
        """We have two in a line, and the third square is empty"""
        return self._threats(s, 1 + root.turn, -1) > 0

    def they_can_win(self, s: State, root: State) -> bool:
        """They have two in a line, and the third square is empty"""
        return self._threats(s, 2 - root.turn, -1) > 0

    def we_have_fork(self, s: State, root: State) -> bool:
        """We threaten to win on two squares"""
        return self._threats(s, 1 + root.turn, -1) > 1

    def they_have_fork(self, s: State, root: State) -> bool:
        """They threaten to win on two squares"""
        return self._threats(s, 2 - root.turn, -1) > 1

    def we_can_fork(self, s: State, root: State) -> bool:
        """One more stone gives us a fork"""
        return self._forks(s, 1 + root.turn) > 0

    def they_can_fork(self, s: State, root: State) -> bool:
        """One more stone gives them a fork"""
        return self._forks(s, 2 - root.turn) > 0

    def they_have_replied(self, s: State, root: State) -> bool:
        """We have moved, and so have they"""
        return bool(s.cells.count(0) < root.cells.count(0) and s.turn == root.turn)

    def they_have_replied_twice(self, s: State, root: State) -> bool:
        """Both of us have moved twice"""
        return bool(s.cells.count(0) + 4 <= root.cells.count(0) and s.turn == root.turn)

    def winning(self, s: State, move: int) -> bool:
        """Completes a line of ours"""
        return self._completes(s, move, 1 + s.turn, -1)

    def centre(self, s: State, move: int) -> bool:  # noqa: ARG002
        """Into the middle"""
        return move == 4

    def opposite_corner(self, s: State, move: int) -> bool:
        """Into a corner that faces a stone of theirs"""
        return self._is_corner(move) and s.cells[8 - move] == 2 - s.turn

    def corner(self, s: State, move: int) -> bool:  # noqa: ARG002
        """Into a corner"""
        return self._is_corner(move)

    def side(self, s: State, move: int) -> bool:  # noqa: ARG002
        """Onto the middle of a side"""
        return move % 2 == 1

    def _is_corner(self, cell: int) -> bool:
        return cell % 2 == 0 and cell != 4

    def _threats(self, s: State, stone: int, extra: int) -> int:
        """The number of empty squares that complete a line for these stones."""
        return sum(s.cells[cell] == 0 and cell != extra and self._completes(s, cell, stone, extra) for cell in range(9))

    def _completes(self, s: State, cell: int, stone: int, extra: int) -> bool:
        for a, b, c in self.lines:
            if cell in (a, b, c):
                mine = 0
                for other in (a, b, c):
                    if other != cell and (s.cells[other] == stone or other == extra):
                        mine += 1
                if mine == 2:
                    return True
        return False

    def _forks(self, s: State, stone: int) -> int:
        """The number of empty squares on which a stone makes a fork."""
        return sum(s.cells[cell] == 0 and self._threats(s, stone, cell) > 1 for cell in range(9))
