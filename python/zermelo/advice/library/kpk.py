"""Knowledge about king and pawn against king: whether the pawn wins, and how far there is to go.

The rules are in `kpk_rules.py`, for a pawn that moves up the board on the files a to d. This module turns the board for Black's
pawn, mirrors it for the files e to h, and then looks one move ahead for each side where no rule applies. The answer is right in
all 331,352 legal positions, without any tablebase.

To win, knowing is not enough: among the winning moves, some must make progress. A pawn move is progress for good. Otherwise the
king must come nearer to a key square, or, at the same distance, nearer to the pawn's file. If one move cannot do this, a plan of
two or three moves can. So no plan undoes the progress of another.
"""

from zermelo.advice.knowledge import Knowledge
from zermelo.advice.library.kings import BareKing, distance
from zermelo.advice.library.kpk_rules import applies, has_opposition, is_zugzwang, to_key_square
from zermelo.game import State
from zermelo.games.chess.rules import Chess

PAWN, ROOK, QUEEN, KING = 1, 4, 5, 6
STEPS = (-9, -8, -7, -1, 1, 7, 8, 9)
"""Differences from a square to its neighbours, if they are on the board."""


class KingAndPawn(Knowledge, BareKing, Chess):
    """Whether the pawn wins, and which moves make progress."""

    ending = "KPK"

    def pawn_wins(self, s: State) -> bool:
        """The pawn can be led to the last rank, whatever they do"""
        king, pawn, other, owner = self._seen(s)
        if pawn < 0:
            return False
        return wins_on_move(king, pawn, other) if s.turn == owner else wins_on_reply(king, pawn, other)

    def we_have_pawn(self, s: State, root: State) -> bool:
        """The pawn is ours"""
        return self._man(s) == PAWN and self._man_is_of(s, root.turn)

    def queen_on_board(self, s: State) -> bool:
        """The pawn has become a queen"""
        return self._man(s) == QUEEN

    def rook_on_board(self, s: State) -> bool:
        """The pawn has become a rook"""
        return self._man(s) == ROOK

    def promoted_safely(self, s: State) -> bool:
        """The pawn has become a queen or rook that cannot be taken"""
        return self._man(s) in (ROOK, QUEEN) and not self._man_lost(s)

    def pawn_advanced(self, s: State, root: State) -> bool:
        """The pawn is farther up than before"""
        _, pawn, _, _ = self._seen(s)
        _, before, _, _ = self._seen(root)
        return pawn > before

    def king_nearer(self, s: State, root: State) -> bool:
        """Our king is nearer to a key square than before, or as near and nearer to the pawn's file"""
        king, pawn, _, _ = self._seen(s)
        old_king, old_pawn, _, _ = self._seen(root)
        return pawn >= 0 and _way(king, pawn) < _way(old_king, old_pawn)

    def promotion(self, s: State, move: int) -> int:  # noqa: ARG002
        """To the last rank, as a queen, or else as a rook"""
        return move & 7 if move & 7 in (ROOK, QUEEN) else 0

    def push(self, s: State, move: int) -> int:
        """With the pawn, two steps rather than one, but not to the last rank"""
        if abs(s.board[move >> 9]) != PAWN or move & 7 != 0:
            return 0
        return distance(move >> 9, move >> 3 & 63)

    def king_move(self, s: State, move: int) -> bool:
        """With the king"""
        return bool(abs(s.board[move >> 9]) == KING)

    def _man(self, s: State) -> int:
        """The piece that the stronger side has besides its king; 0 for none."""
        _, man, _, _ = self._men(s)
        return 0 if man < 0 else abs(s.board[man])

    def _seen(self, s: State) -> tuple[int, int, int, int]:
        """Our king, the pawn (or -1), their king and the pawn's owner, with the pawn turned to move up on the files a to d."""
        king, pawn, other, owner = self._men(s)
        if pawn < 0 or abs(s.board[pawn]) != PAWN:
            return king, -1, other, owner
        turned = (56 if owner == 1 else 0) + (7 if pawn % 8 >= 4 else 0)
        return king ^ turned, pawn ^ turned, other ^ turned, owner


def wins_on_move(king: int, pawn: int, other: int) -> bool:
    """Whether the pawn wins with us to move: a rule applies, or after some move it applies after every reply."""
    if applies(king, pawn, other):
        return True
    for step in STEPS:
        target = king + step
        may_go = 0 <= target < 64 and target != pawn and distance(king, target) == 1 and distance(target, other) > 1
        if may_go and leaves_no_reply(target, pawn, other):
            return True
    front = pawn + 8
    if front in (king, other):
        return False
    if front >= 56:
        return distance(front, other) > 1 or distance(front, king) == 1
    if leaves_no_reply(king, front, other):
        return True
    return front < 24 and front + 8 not in (king, other) and leaves_no_reply(king, front + 8, other)


def leaves_no_reply(king: int, pawn: int, other: int) -> bool:
    """Whether, with them to move, a rule applies after every reply. Taking the pawn and stalemate count against us."""
    if has_opposition(king, pawn, other) or is_zugzwang(king, pawn, other):
        return True
    return has_reply(king, pawn, other) and all(
        not may_reply(king, pawn, other, other + step) or (step != pawn - other and applies(king, pawn, other + step))
        for step in STEPS
    )


def wins_on_reply(king: int, pawn: int, other: int) -> bool:
    """Whether the pawn wins with them to move: we win after every reply."""
    if leaves_no_reply(king, pawn, other):
        return True
    return has_reply(king, pawn, other) and all(
        not may_reply(king, pawn, other, other + step) or (step != pawn - other and wins_on_move(king, pawn, other + step))
        for step in STEPS
    )


def has_reply(king: int, pawn: int, other: int) -> bool:
    return any(may_reply(king, pawn, other, other + step) for step in STEPS)


def may_reply(king: int, pawn: int, other: int, target: int) -> bool:
    """Whether their king may move to a square: on the board, adjacent, not next to our king, not guarded by the pawn."""
    guarded = target // 8 == pawn // 8 + 1 and abs(target % 8 - pawn % 8) == 1
    return 0 <= target < 64 and distance(other, target) == 1 and distance(king, target) > 1 and not guarded


def _way(king: int, pawn: int) -> int:
    """How far our king has to go: first to the nearest key square, then to the pawn's file."""
    return 8 * to_key_square(king, pawn) + abs(king % 8 - pawn % 8)
