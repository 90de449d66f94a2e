"""Is king and pawn against king won? What chess teachers say about it, as rules about three squares.

Every function takes the square of our king, of our pawn and of their king. The pawn goes up the board and stands on one of the files a
to d; `kpk.py` turns and mirrors the board until that is so. Our move is to come, except where it says otherwise.

Each rule is a reason why the position is won; where no rule applies it may still be won, because a move leads to a position to which
one does. So the **verdict** is: a rule applies, or some move of ours leaves them without a reply that gets away from the rules.
That is all the looking ahead there is, one move by each, and it is right in every position.

Three things cannot be said in fewer words and come up in several rules. A **lead** is how many moves our king is ahead of theirs on the
way to a square. A king that would go straight through its own pawn has to go round it, one move more (`walk`). And a pawn on
its first square may go two steps, so that it is one move nearer to everything.
"""

from __future__ import annotations

from zermelo.advice.library.kings import distance

CORNER, B7 = 56, 49
"""a8, and the square from which our king keeps theirs out of it."""


# Counting


def walk(king: int, target: int, pawn: int) -> int:
    """Moves that our king needs to a square: one more if its only shortest way, a diagonal, leads through its own pawn."""
    steps = distance(king, target)
    if abs(king // 8 - target // 8) != abs(king % 8 - target % 8):
        return steps
    near, far = distance(king, pawn), distance(pawn, target)
    is_diagonal = abs(king // 8 - pawn // 8) == abs(king % 8 - pawn % 8)
    return steps + (1 if is_diagonal and near > 0 and far > 0 and near + far == steps else 0)


def pushes(pawn: int) -> int:
    """Moves that the pawn needs to the last rank."""
    return 5 if pawn // 8 == 1 else 7 - pawn // 8


def to_key_square(king: int, pawn: int) -> int:
    """Moves that our king needs to the nearest key square, from which it wins whatever they do.

    They lie two ranks ahead of the pawn, on its file and beside, and once the pawn is on the fifth rank also one rank ahead. A pawn
    on the a-file has b7, which keeps the other king out of the corner.
    """
    if pawn % 8 == 0:
        return walk(king, B7, pawn)
    nearest = 99
    for rank in range(pawn // 8 + (1 if pawn // 8 >= 4 else 2), min(pawn // 8 + 2, 7) + 1):
        for file in range(pawn % 8 - 1, pawn % 8 + 2):
            nearest = min(nearest, walk(king, 8 * rank + file, pawn))
    return nearest


def lead(king: int, pawn: int, other: int) -> int:
    """How many moves our king is ahead of theirs on the way to the key square where it is ahead most."""
    if pawn % 8 == 0:
        return distance(other, B7) - walk(king, B7, pawn)
    most = -99
    for rank in range(pawn // 8 + (1 if pawn // 8 >= 4 else 2), min(pawn // 8 + 2, 7) + 1):
        for file in range(pawn % 8 - 1, pawn % 8 + 2):
            most = max(most, distance(other, 8 * rank + file) - walk(king, 8 * rank + file, pawn))
    return most


def lateness(king: int, pawn: int, other: int) -> int:
    """How many moves our king is behind theirs on the way to the pawn; up to 1 it comes in time to guard it."""
    late = distance(king, pawn) - distance(other, pawn)
    if pawn // 8 == 1 and pawn % 8 == 0 and king not in (pawn + 8, pawn + 16) and other not in (pawn + 8, pawn + 16):
        late = min(late, distance(king, pawn + 16) - distance(other, pawn + 16) + 1)
    return late


# Rules for every pawn


def is_past(pawn: int, other: int) -> bool:
    """The pawn is past their king: nothing behind a pawn ever stops it."""
    return other // 8 < pawn // 8


def outruns(king: int, pawn: int, other: int) -> bool:
    """Their king is outside the square of the pawn. Our own king in front of the pawn costs a move."""
    in_front = king % 8 == pawn % 8 and king > pawn
    return distance(other, 56 + pawn % 8) > pushes(pawn) + (1 if in_front else 0)


def is_escorted(king: int, pawn: int, other: int) -> bool:
    """Their king has drawn level, but our king guards the square in front of the pawn, which steps there and is past."""
    front = pawn + 8
    return other // 8 == pawn // 8 and king not in (front, CORNER) and distance(king, front) == 1


def is_shouldered(king: int, pawn: int, other: int) -> bool:
    """Their king is level with the pawn and just inside its square, but ours stands over it, in the way up."""
    start = 1 if pawn // 8 == 1 else 0
    if distance(other, 56 + pawn % 8) != pushes(pawn) or other // 8 != pawn // 8 + start or abs(other % 8 - pawn % 8) < 2:
        return False
    outside = king % 8 - other % 8 if other % 8 > pawn % 8 else other % 8 - king % 8
    return 2 <= king // 8 - other // 8 <= 3 and 0 <= outside <= start


# Rules for the rook pawn, on the a-file, where the corner is a refuge for their king


def cuts_off(king: int, pawn: int, other: int) -> bool:
    """Our king stands between theirs and the corner, on files, and is high enough to keep it out."""
    return other % 8 > king % 8 and other % 8 >= 3 and other // 8 <= king // 8 + 1 and lateness(king, pawn, other) <= 1


def holds_corner(king: int, pawn: int, other: int) -> bool:
    """Our king is first at b7, by so much that it is also in time for the pawn."""
    ahead, late = lead(king, pawn, other), lateness(king, pawn, other)
    return ahead >= 1 and late <= 1 and ahead >= late + 2


# Rules for all other pawns


def wins_race(king: int, pawn: int, other: int) -> bool:
    """Our king is first at a key square, and the pawn is not lost meanwhile.

    Two moves ahead is always enough. One is, if their king cannot fetch the pawn: ours is in time to guard it, or theirs is far
    above it, or the pawn has two steps to flee; and if theirs does not stand beside the pawn and bars the way back.
    """
    ahead = lead(king, pawn, other)
    if ahead != 1 or is_trap(pawn, other):
        return ahead >= 2
    beside = other in (pawn - 1, pawn + 1)
    if beside and king - pawn == 16 + 2 * (other - pawn):
        return False
    return lateness(king, pawn, other) <= 1 or other // 8 >= pawn // 8 + 3 or pawn // 8 == 1


def is_aside(king: int, pawn: int, other: int) -> bool:
    """Their king is too far to the side: ours comes up before it gets in front, however many ranks ours is behind the pawn.

    It needs to be farther from the pawn's file than ours is behind; on our king's side also more than one file outside of ours, and on
    the other side just nearer than two files less. Level with the pawn, two files away, it has to go round the square that
    the pawn guards.
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
    """They have the opposition, but when the kings meet, two ranks ahead of the pawn, the pawn can make a waiting move.

    A pawn on the fifth rank can do without being so far behind, because on the sixth it takes squares from their king.
    """
    gap = other // 8 - king // 8
    if king % 8 != other % 8 or gap <= 0 or gap % 2 != 0:
        return False
    ahead = king // 8 - pawn // 8
    return ahead + gap // 2 >= 3 or (pawn // 8 == 4 and ahead >= 0 and abs(king % 8 - pawn % 8) >= 2)


def may_choose_step(king: int, pawn: int, other: int) -> bool:
    """Pawn on its first square, their king on its own: one step or two gives us the opposition, as we like."""
    return pawn // 8 == 1 and other // 8 == 7 and abs(king % 8 - other % 8) <= 1


# Their move to come


def has_opposition(king: int, pawn: int, other: int) -> bool:
    """With their move to come, the kings face each other on a file, ours ahead of the pawn: theirs has to give way."""
    gap = other // 8 - king // 8
    return pawn % 8 != 0 and king % 8 == other % 8 and gap > 0 and gap % 2 == 0 and king // 8 > pawn // 8


def is_zugzwang(king: int, pawn: int, other: int) -> bool:
    """With their move to come, their king is in front of the pawn on the seventh rank and has to leave it; ours stands below, aside."""
    in_front = pawn // 8 == 6 and pawn % 8 != 0 and other == pawn + 8
    return in_front and king // 8 == 5 and abs(king % 8 - pawn % 8) == 1


def is_trap(pawn: int, other: int) -> bool:
    """Their king is in the corner before a pawn on b6: whatever comes near gives stalemate."""
    return pawn == 41 and other == CORNER


# The verdict


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
