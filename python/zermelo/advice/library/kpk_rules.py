"""Is king and pawn against king won? The rules of chess teachers, as functions of three squares.

Every function takes the squares of our king, our pawn and their king. The pawn moves up the board on one of the files a to d;
`kpk.py` turns and mirrors the board so that this holds. We are to move, unless the function says otherwise.

Each rule is a reason why a position is won. Where no rule applies, the position may still be won, because a move leads to one
where a rule does. So a position is **won** if a rule applies, or if some move of ours leads to a position where a rule applies
after every reply. This looks only one move ahead for each side, and is right in every position.

Three ideas occur in several rules. A **lead** is how many moves our king is ahead of theirs on the way to a square. A king whose
straight way leads through its own pawn needs one more move (`walk`). And a pawn on its first square may move two steps, so it is
one move nearer to everything.
"""

from zermelo.advice.library.kings import distance

CORNER, B7 = 56, 49
"""a8, and the square from which our king keeps theirs out of a8."""


# Counting


def walk(king: int, target: int, pawn: int) -> int:
    """The moves that our king needs to a square; one more if its only shortest way, a diagonal, leads through the pawn."""
    steps = distance(king, target)
    if abs(king // 8 - target // 8) != abs(king % 8 - target % 8):
        return steps
    near, far = distance(king, pawn), distance(pawn, target)
    is_diagonal = abs(king // 8 - pawn // 8) == abs(king % 8 - pawn % 8)
    return steps + (1 if is_diagonal and near > 0 and far > 0 and near + far == steps else 0)


def pushes(pawn: int) -> int:
    """The moves that the pawn needs to the last rank."""
    return 5 if pawn // 8 == 1 else 7 - pawn // 8


def to_key_square(king: int, pawn: int) -> int:
    """The moves that our king needs to the nearest key square, from which it wins against any defence.

    Key squares are two ranks ahead of the pawn, on its file and the files beside it; from the fifth rank on, also one rank ahead.
    For a pawn on the a-file it is b7, which keeps their king out of the corner.
    """
    if pawn % 8 == 0:
        return walk(king, B7, pawn)
    nearest = 99
    for rank in range(pawn // 8 + (1 if pawn // 8 >= 4 else 2), min(pawn // 8 + 2, 7) + 1):
        for file in range(pawn % 8 - 1, pawn % 8 + 2):
            nearest = min(nearest, walk(king, 8 * rank + file, pawn))
    return nearest


def lead(king: int, pawn: int, other: int) -> int:
    """How many moves our king is ahead of theirs on the way to a key square, at the key square where this is most."""
    if pawn % 8 == 0:
        return distance(other, B7) - walk(king, B7, pawn)
    most = -99
    for rank in range(pawn // 8 + (1 if pawn // 8 >= 4 else 2), min(pawn // 8 + 2, 7) + 1):
        for file in range(pawn % 8 - 1, pawn % 8 + 2):
            most = max(most, distance(other, 8 * rank + file) - walk(king, 8 * rank + file, pawn))
    return most


def lateness(king: int, pawn: int, other: int) -> int:
    """How many moves our king is behind theirs on the way to the pawn. Up to 1, it is in time to guard it."""
    late = distance(king, pawn) - distance(other, pawn)
    if pawn // 8 == 1 and pawn % 8 == 0 and king not in (pawn + 8, pawn + 16) and other not in (pawn + 8, pawn + 16):
        late = min(late, distance(king, pawn + 16) - distance(other, pawn + 16) + 1)
    return late


# Rules for every pawn


def is_past(pawn: int, other: int) -> bool:
    """The pawn is past their king, which can no longer catch it."""
    return other // 8 < pawn // 8


def outruns(king: int, pawn: int, other: int) -> bool:
    """Their king is outside the square of the pawn. Our own king in front of the pawn costs a move."""
    in_front = king % 8 == pawn % 8 and king > pawn
    return distance(other, 56 + pawn % 8) > pushes(pawn) + (1 if in_front else 0)


def is_escorted(king: int, pawn: int, other: int) -> bool:
    """Their king is level with the pawn, but our king guards the square in front of the pawn, which moves there and is past."""
    front = pawn + 8
    return other // 8 == pawn // 8 and king not in (front, CORNER) and distance(king, front) == 1


def is_shouldered(king: int, pawn: int, other: int) -> bool:
    """Their king is level with the pawn and just inside its square, but our king blocks its way up."""
    start = 1 if pawn // 8 == 1 else 0
    if distance(other, 56 + pawn % 8) != pushes(pawn) or other // 8 != pawn // 8 + start or abs(other % 8 - pawn % 8) < 2:
        return False
    outside = king % 8 - other % 8 if other % 8 > pawn % 8 else other % 8 - king % 8
    return 2 <= king // 8 - other // 8 <= 3 and 0 <= outside <= start


# Rules for the rook pawn, on the a-file, where their king is safe in the corner


def cuts_off(king: int, pawn: int, other: int) -> bool:
    """Our king stands between theirs and the corner, on files, and is high enough to keep it out."""
    return other % 8 > king % 8 and other % 8 >= 3 and other // 8 <= king // 8 + 1 and lateness(king, pawn, other) <= 1


def holds_corner(king: int, pawn: int, other: int) -> bool:
    """Our king is first at b7, and still in time to guard the pawn."""
    ahead, late = lead(king, pawn, other), lateness(king, pawn, other)
    return ahead >= 1 and late <= 1 and ahead >= late + 2


# Rules for all other pawns


def wins_race(king: int, pawn: int, other: int) -> bool:
    """Our king is first at a key square, and the pawn is not lost meanwhile.

    A lead of two moves is always enough. A lead of one is enough if their king cannot win the pawn: our king is in time to guard
    it, or their king is far above it, or the pawn can move two steps; and if their king does not stand beside the pawn and block
    the way back.
    """
    ahead = lead(king, pawn, other)
    if ahead != 1 or is_trap(pawn, other):
        return ahead >= 2
    beside = other in (pawn - 1, pawn + 1)
    if beside and king - pawn == 16 + 2 * (other - pawn):
        return False
    return lateness(king, pawn, other) <= 1 or other // 8 >= pawn // 8 + 3 or pawn // 8 == 1


def is_aside(king: int, pawn: int, other: int) -> bool:
    """Their king is too far to the side: our king comes up before theirs gets in front of the pawn.

    Their king must be farther from the pawn's file than our king is behind the pawn. On our king's side it must also be more than
    one file farther out than ours; on the other side, it may be at most one file nearer than ours. Level with the pawn and two
    files away, it must go round the square that the pawn guards, so it counts as one file farther.
    """
    if other // 8 < max(pawn // 8, king // 8 - 1) or is_trap(pawn, other):
        return False
    ours, theirs = king % 8 - pawn % 8, other % 8 - pawn % 8
    away = abs(theirs)
    if away == 2 and other // 8 == pawn // 8 and lateness(king, pawn, other) <= 1:
        away += 1
    behind = max(pawn // 8 - king // 8, 0)
    return away > max(behind, abs(ours) - 2 if ours * theirs < 0 else abs(ours) + 1)


def supports_sixth(king: int, pawn: int, other: int) -> bool:
    """The pawn is on the sixth rank, and our king is beside it before theirs is in front of it."""
    steps = min(walk(king, pawn - 1, pawn), walk(king, pawn + 1, pawn))
    return pawn // 8 == 5 and steps >= 1 and other // 8 > 5 and abs(other % 8 - pawn % 8) >= steps


def has_spare_move(king: int, pawn: int, other: int) -> bool:
    """They have the opposition, but when the kings meet two ranks ahead of the pawn, the pawn can make a waiting move.

    A pawn on the fifth rank need not be so far behind, because on the sixth it takes squares from their king.
    """
    gap = other // 8 - king // 8
    if king % 8 != other % 8 or gap <= 0 or gap % 2 != 0:
        return False
    ahead = king // 8 - pawn // 8
    return ahead + gap // 2 >= 3 or (pawn // 8 == 4 and ahead >= 0 and abs(king % 8 - pawn % 8) >= 2)


def may_choose_step(king: int, pawn: int, other: int) -> bool:
    """The pawn is on its first square, and their king on the last rank: one step or two gives us the opposition."""
    return pawn // 8 == 1 and other // 8 == 7 and abs(king % 8 - other % 8) <= 1


# Rules with them to move


def has_opposition(king: int, pawn: int, other: int) -> bool:
    """With them to move, the kings face each other on a file, ours ahead of the pawn: their king must give way."""
    gap = other // 8 - king // 8
    return pawn % 8 != 0 and king % 8 == other % 8 and gap > 0 and gap % 2 == 0 and king // 8 > pawn // 8


def is_zugzwang(king: int, pawn: int, other: int) -> bool:
    """With them to move, their king must leave the square before a pawn on the seventh rank; ours is below it, to the side."""
    in_front = pawn // 8 == 6 and pawn % 8 != 0 and other == pawn + 8
    return in_front and king // 8 == 5 and abs(king % 8 - pawn % 8) == 1


def is_trap(pawn: int, other: int) -> bool:
    """Their king is in the corner and the pawn on b6: every approach gives stalemate."""
    return pawn == 41 and other == CORNER


# All rules together


def applies(king: int, pawn: int, other: int) -> bool:
    """Whether any rule says that the position is won."""
    if is_past(pawn, other) or outruns(king, pawn, other) or is_escorted(king, pawn, other):
        return True
    if is_shouldered(king, pawn, other):
        return True
    if pawn % 8 == 0:
        return cuts_off(king, pawn, other) or holds_corner(king, pawn, other)
    if wins_race(king, pawn, other) or is_aside(king, pawn, other) or supports_sixth(king, pawn, other):
        return True
    return has_spare_move(king, pawn, other) or may_choose_step(king, pawn, other)
