"""Replies: what a move has been worth in this search, as a move of its player and as an answer to the move before it.

Each record is a whole number between -16384 and 16384. A move that makes a cutoff is rewarded, in proportion to the depth; the moves that were tried before
it are punished. The nearer a record is to its bound, the less it changes, so old news fades. There are two records for each move: one for all positions
(history), and one for each move that may have come before it (continuation history). Besides, the last answer that made a cutoff is kept for every move
(counter-moves: Uiterwijk 1992).
"""

from collections.abc import Sequence

MOST = 1 << 14
"""No record is greater, or less than its negative."""
MOVES = 1 << 15
"""Records per player; moves with larger numbers share them."""
PAIRS = 17
"""Bits of the number of a pair of moves; pairs with equal numbers share a record."""
_FIRST, _SECOND, _WORD = 0x9E3779B1, 0x85EBCA77, (1 << 32) - 1


def pair(previous: int, move: int) -> int:
    """The number of a move as an answer to another."""
    return ((previous * _FIRST + move * _SECOND) & _WORD) >> (32 - PAIRS)


def bonus(depth: int) -> int:
    """How much a cutoff at a depth is worth."""
    return min(24 * min(depth, 64) ** 2, MOST // 8)


class Replies:
    """The records of one search."""

    def __init__(self) -> None:
        self.moves: dict[tuple[int, int], int] = {}
        self.pairs: dict[int, int] = {}
        self.answers: dict[int, int] = {}
        """For a move, the last answer that made a cutoff."""

    def worth(self, player: int, move: int, previous: int) -> int:
        """The sum of both records."""
        return self.moves.get((player, move % MOVES), 0) + (self.pairs.get(pair(previous, move), 0) if previous >= 0 else 0)

    def answer(self, previous: int) -> int:
        """The last answer that made a cutoff; -1 if there is none."""
        return self.answers.get(previous % MOVES, -1) if previous >= 0 else -1

    def cut(self, move: int, player: int, previous: int, depth: int, tried: Sequence[int]) -> None:
        """A move made a cutoff after others had been tried."""
        if previous >= 0:
            self.answers[previous % MOVES] = move
        change = bonus(depth)
        self._add(player, move, previous, change)
        for other in tried:
            self._add(player, other, previous, -change)

    def _add(self, player: int, move: int, previous: int, change: int) -> None:
        slot = (player, move % MOVES)
        self.moves[slot] = _changed(self.moves.get(slot, 0), change)
        if previous >= 0:
            number = pair(previous, move)
            self.pairs[number] = _changed(self.pairs.get(number, 0), change)


def _changed(record: int, change: int) -> int:
    """A record nearer to its bound, by less if it is near already."""
    return record + change - (record * abs(change) >> 14)
