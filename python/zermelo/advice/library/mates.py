"""Knowledge about mating a bare king with a rook or a queen.

It has all words of Bratko's table for king and rook against king (Prolog Programming for Artificial Intelligence, 1986), and
those of our own faster tables. "We" are the side with the piece, White or Black; "they" have the bare king.

    . . . . . . . .
    . . . . . . . .      The rook cuts the board into four quarters. The quarter with their king is its **room**, here the 8
    . . . . . . . .      squares e1 to h2. The rook **divides** if it stands between the kings on ranks or on files, so that
    . . . K . . . .      their king must pass it to get out. It is **exposed** if their king is nearer to it than ours.
    . . . . . . . .      The **critical square** is the rook's diagonal neighbour towards their king, e2: from there our king
    . . . R . . . .      guards the rook and takes away a part of the room.
    . . . . * . k .
    . . . . . . . .

Two numbers say how much is left to do: the room, and the distance between the kings. Our own tables first try the moves that
leave the smallest sum of both.
"""

from zermelo.advice.knowledge import Knowledge
from zermelo.advice.library.kings import BareKing, apart, between, distance, manhattan, moved, on_edge, room
from zermelo.game import State
from zermelo.games.chess.rules import Chess

ROOK, QUEEN, KING = 4, 5, 6


class Mating(BareKing):
    """The words that rook and queen share."""

    def their_king_on_edge(self, s: State) -> bool:
        """Their king is on the edge of the board"""
        _, _, other, _ = self._men(s)
        return on_edge(other)

    def kings_close(self, s: State) -> bool:
        """The kings are less than four moves apart"""
        king, _, other, _ = self._men(s)
        return distance(king, other) < 4

    def room_smaller(self, s: State, root: State) -> bool:
        """Their king has less room than before"""
        return self._room(s) < self._room(root)

    def promising(self, s: State, move: int) -> int:
        """Any move, those that leave the least to do first"""
        king, man, other, _ = self._men(s)
        return 100 - room(moved(man, move), moved(other, move)) - apart(moved(king, move), moved(other, move))

    def _room(self, s: State) -> int:
        _, man, other, _ = self._men(s)
        return room(man, other)


class KingAndRook(Knowledge, Mating, Chess):
    """Where the rook stands between the kings, and how much room it leaves."""

    ending = "KRK"

    def we_have_rook(self, s: State, root: State) -> bool:
        """The rook is ours"""
        return self._man_is_of(s, root.turn)

    def rook_lost(self, s: State) -> bool:
        """The rook is taken, or can be taken at once"""
        return self._man_lost(s)

    def rook_exposed(self, s: State) -> bool:
        """Their king is nearer to the rook than ours"""
        king, rook, other, owner = self._men(s)
        return rook >= 0 and distance(king, rook) > distance(other, rook) + (1 if s.turn == owner else 0)

    def rook_divides(self, s: State) -> bool:
        """The rook stands between the kings, on ranks or on files"""
        king, rook, other, _ = self._men(s)
        if rook < 0:
            return False
        return between(king // 8, rook // 8, other // 8) or between(king % 8, rook % 8, other % 8)

    def our_king_on_edge(self, s: State) -> bool:
        """Our king is on the edge of the board"""
        king, _, _, _ = self._men(s)
        return on_edge(king)

    def l_pattern(self, s: State) -> bool:
        """The kings face each other, and the rook is a knight's jump away from theirs"""
        king, rook, other, _ = self._men(s)
        return rook >= 0 and manhattan(king, other) == 2 and manhattan(rook, other) == 3

    def roomy(self, s: State) -> bool:
        """Their king has more than two squares of room"""
        return self._room(s) > 2

    def king_nearer_critical_square(self, s: State, root: State) -> bool:
        """Our king is nearer to the critical square than before"""
        return self._to_critical(s) < self._to_critical(root)

    def king_no_farther_from_rook(self, s: State, root: State) -> bool:
        """Our king is no farther from the rook than before"""
        king, rook, _, _ = self._men(s)
        old_king, old_rook, _, _ = self._men(root)
        return rook >= 0 and distance(king, rook) <= distance(old_king, old_rook)

    def less_to_do(self, s: State, root: State) -> bool:
        """Their room and the distance between the kings, taken together, are smaller than before"""
        king, rook, other, _ = self._men(s)
        old_king, old_rook, old_other, _ = self._men(root)
        return room(rook, other) + apart(king, other) < room(old_rook, old_other) + apart(old_king, old_other)

    def king_move(self, s: State, move: int) -> int:
        """With the king, diagonals first"""
        source, target = move >> 9, move >> 3 & 63
        if abs(s.board[source]) != KING:
            return 0
        up, right = target // 8 - source // 8, target % 8 - source % 8
        if up != 0 and right != 0:
            return 5 + (2 if right > 0 else 0) + (1 if up > 0 else 0)
        return 1 + (2 if right != 0 else 0) + (1 if right + up > 0 else 0)

    def rook_move(self, s: State, move: int) -> int:
        """With the rook, to the first rank, then the first file, the second rank, the second file, and so on"""
        source, target = move >> 9, move >> 3 & 63
        if abs(s.board[source]) != ROOK:
            return 0
        return 16 - 2 * (target // 8) if target % 8 == source % 8 else 15 - 2 * (target % 8)

    def rook_check(self, s: State, move: int) -> int:
        """With the rook, into line with their king"""
        _, _, other, _ = self._men(s)
        target = move >> 3 & 63
        return self.rook_move(s, move) if target // 8 == other // 8 or target % 8 == other % 8 else 0

    def _to_critical(self, s: State) -> int:
        """Ranks and files from our king to the critical square, which is on the line of rook and king if they share one."""
        king, rook, other, _ = self._men(s)
        if rook < 0:
            return 16
        rank = rook // 8 + _sign(other // 8 - rook // 8)
        file = rook % 8 + _sign(other % 8 - rook % 8)
        return manhattan(king, rank * 8 + file)


class KingAndQueen(Knowledge, Mating, Chess):
    """How much room the queen leaves, and how far apart the kings are."""

    ending = "KQK"

    def we_have_queen(self, s: State, root: State) -> bool:
        """The queen is ours"""
        return self._man_is_of(s, root.turn)

    def queen_lost(self, s: State) -> bool:
        """The queen is taken, or can be taken at once"""
        return self._man_lost(s)

    def room_larger(self, s: State, root: State) -> bool:
        """Their king has more room than before"""
        return self._room(s) > self._room(root)

    def kings_nearer(self, s: State, root: State) -> bool:
        """The kings are nearer to each other than before"""
        king, _, other, _ = self._men(s)
        old_king, _, old_other, _ = self._men(root)
        return apart(king, other) < apart(old_king, old_other)

    def queen_check(self, s: State, move: int) -> bool:
        """With the queen, into line with their king or onto a diagonal with it"""
        _, _, other, _ = self._men(s)
        target = move >> 3 & 63
        up, right = abs(target // 8 - other // 8), abs(target % 8 - other % 8)
        return abs(s.board[move >> 9]) == QUEEN and (up == 0 or right == 0 or up == right)


def _sign(number: int) -> int:
    return 1 if number > 0 else -1 if number < 0 else 0
