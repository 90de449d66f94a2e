"""How long to think about a move, when clocks run.

Two limits: at `enough` no new depth is begun, because it would hardly be finished; at `most` the search is stopped, finished or not. Without a number
of moves to the next time control, the rest of the game is taken for `expected` moves, so the share of each move shrinks with the time that is
left. `overhead` is what lies between the clock and us at every move; it is kept back for many moves, unless the increment pays for it. A second is kept in
reserve. So the clock does not run out, however long the game is.
"""

from dataclasses import dataclass

EXPECTED = 28
"""Moves that the rest of a game of chess is taken for."""
_INCREMENT = 0.8
"""The share of the increment that is used at once."""
_BEGIN = 0.55
"""A new depth takes longer than all before it, so none is begun after this share of the time for a move."""
_STRETCH = 2.5
"""How much longer than planned a depth that was begun may take."""
_MOST_SHARE = 0.4
"""The greatest share of the time left for one move; of the whole, if it is the last before the next time control."""
_KEPT = 50
"""Moves for which the overhead is kept back."""
_RESERVE = 1.0
"""Seconds that are never planned, because a busy machine may let us wait; half of what is left at most."""
LEAST = 0.001


@dataclass(frozen=True)
class Budget:
    """Seconds for one move."""

    enough: float
    most: float

    @property
    def planned(self) -> float:
        """For searches that can be stopped at any time, so that nothing is lost by using all of it."""
        return min(self.most, self.enough / _BEGIN)


@dataclass(frozen=True)
class ClockTime:
    """What the clock of the player to move shows: seconds left, seconds more for each move, and moves to the next time control.

    `expected` are the moves that the rest of the game is taken for.
    """

    left: float
    increment: float = 0.0
    moves: int | None = None
    expected: int = EXPECTED

    def budget(self, overhead: float = 0.0) -> Budget:
        """How long to think; never more than there is.

        >>> ClockTime(60.0).budget().most < 6
        True
        >>> ClockTime(0.02).budget(overhead=0.05)
        Budget(enough=0.001, most=0.001)
        """
        last = self.moves == 1
        moves = self.expected if self.moves is None else min(max(1, self.moves), 2 * self.expected)
        later = _KEPT if self.moves is None else moves - 1
        usable = self.left - overhead - later * max(0.0, overhead - self.increment)
        usable = max(LEAST, usable - min(_RESERVE, usable / 2))
        share = usable * (0.9 if last else _MOST_SHARE)
        planned = min(usable / moves + _INCREMENT * min(self.increment, usable), share)
        most = max(LEAST, min(planned * (1 if last else _STRETCH), share))
        return Budget(max(LEAST, min(_BEGIN * planned, most)), most)


def fixed(seconds: float, overhead: float = 0.0) -> Budget:
    """So long and no longer, whatever the clock shows."""
    most = max(LEAST, seconds - min(overhead, seconds / 2))
    return Budget(most, most)
