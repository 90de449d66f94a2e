"""Chess clocks: so many minutes for each player, and some seconds more for every move.

    5+3     five minutes each, and three seconds for each move made

Clocks run for whoever is on turn. What an agent uses is what its search took, not what it waited for a free place. Taking a move back
sets the clocks back too. Whoever has no time left has lost.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from zermelo.errors import ZermeloError

_TEXT = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(?:\+\s*(\d+(?:\.\d+)?))?\s*")
MOST_MINUTES, MOST_SECONDS = 24 * 60, 3600


class ClockError(ZermeloError):
    """A text that is no clock."""


@dataclass(frozen=True)
class Pace:
    """How much time there is."""

    seconds: float
    """For each player, for the whole game."""
    bonus: float = 0.0
    """Seconds more for each move."""

    @classmethod
    def read(cls, text: str) -> Pace | None:
        """The pace of a text such as 5+3, minutes and seconds; None for an empty one, which is without clocks.

        >>> Pace.read("5+3"), Pace.read(""), str(Pace.read("0.5"))
        (Pace(seconds=300.0, bonus=3.0), None, '0.5')
        """
        if not text.strip() or text.strip().lower() == "none":
            return None
        match = _TEXT.fullmatch(text)
        if match is None or not 0 < float(match[1]) <= MOST_MINUTES or float(match[2] or 0) > MOST_SECONDS:
            raise ClockError(f"`{text}` is no clock: write minutes, and seconds for each move after a plus, such as 5 or 3+2")
        return cls(60 * float(match[1]), float(match[2] or 0))

    def __str__(self) -> str:
        return f"{self.seconds / 60:g}" + (f"+{self.bonus:g}" if self.bonus else "")


class Clocks:
    """The clocks of one game; all times are seconds, and `now` is any clock that goes on steadily."""

    def __init__(self, pace: Pace, players: int) -> None:
        self.pace = pace
        self.left = [pace.seconds] * players
        self.running: int | None = None
        """Whose clock is running."""
        self._since = 0.0

    def start(self, player: int, now: float) -> None:
        """Let a player's clock run, unless it does."""
        if self.running != player:
            self.pause(now)
            self.running, self._since = player, now

    def pause(self, now: float) -> None:
        """No clock runs; what was used is gone."""
        if self.running is not None:
            self.left[self.running] = self.read(self.running, now)
            self.running = None

    def press(self, player: int, now: float, used: float | None = None) -> None:
        """A move was made; `used` is the time it took where the clock did not run for it."""
        self.pause(now)
        if used is not None:
            self.left[player] = max(0.0, self.left[player] - used)
        if self.left[player] > 0:
            self.left[player] += self.pace.bonus

    def read(self, player: int, now: float) -> float:
        """What a player has left."""
        used = now - self._since if self.running == player else 0.0
        return max(0.0, self.left[player] - used)

    def fallen(self, now: float) -> int | None:
        """Who has no time left."""
        return next((player for player in range(len(self.left)) if self.read(player, now) <= 0), None)


def shown(seconds: float) -> str:
    """What a clock shows.

    >>> shown(300), shown(75.2), shown(9.96), shown(3725)
    ('5:00', '1:16', '9.9', '1:02:05')
    """
    if seconds < 10:
        return f"{int(seconds * 10) / 10:.1f}"
    whole = int(-(-seconds // 1))
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"
