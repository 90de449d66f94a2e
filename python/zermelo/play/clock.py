"""Chess clocks: minutes for each player, and seconds more for every move.

    5+3     five minutes each, and three seconds for each move

The clock of the player to move runs. An agent is charged the time of its search, not the time it waited for a free thread. Undo
also sets the clocks back. A player without time has lost.
"""

import re
from dataclasses import dataclass

from zermelo.errors import ZermeloError

_TEXT = re.compile(r"(\d+(?:\.\d+)?)\s*(?:\+\s*(\d+(?:\.\d+)?))?")
MOST_MINUTES, MOST_SECONDS = 24 * 60, 3600


class ClockError(ZermeloError):
    """A text that does not describe a clock."""


@dataclass(frozen=True)
class TimeControl:
    """How much time the players have."""

    seconds: float
    """For each player, for the whole game."""
    increment: float = 0.0
    """Seconds more for each move."""

    @classmethod
    def read(cls, text: str) -> "TimeControl | None":
        """The time control of a text such as 5+3, minutes and seconds; None for an empty text: no clocks.

        >>> TimeControl.read("5+3"), TimeControl.read(""), str(TimeControl.read("0.5"))
        (TimeControl(seconds=300.0, increment=3.0), None, '0.5')
        """
        if not text.strip() or text.strip().lower() == "none":
            return None
        match = _TEXT.fullmatch(text.strip())
        if match is None or not 0 < float(match[1]) <= MOST_MINUTES or float(match[2] or 0) > MOST_SECONDS:
            raise ClockError(f"`{text}` is not a clock: write minutes, then + and seconds for each move, such as 5 or 3+2")
        return cls(60 * float(match[1]), float(match[2] or 0))

    def __str__(self) -> str:
        return f"{self.seconds / 60:g}" + (f"+{self.increment:g}" if self.increment else "")


class Clocks:
    """The clocks of one game. All times are seconds; `now` comes from any monotonic clock."""

    def __init__(self, control: TimeControl, players: int) -> None:
        self.control = control
        self.left = [control.seconds] * players
        self.running: int | None = None
        """Whose clock is running."""
        self._since = 0.0

    def start(self, player: int, now: float) -> None:
        """Start a player's clock, unless it is running."""
        if self.running != player:
            self.stop(now)
            self.running, self._since = player, now

    def stop(self, now: float) -> None:
        """Stop all clocks."""
        if self.running is not None:
            self.left[self.running] = self.read(self.running, now)
            self.running = None

    def press(self, player: int, now: float, used: float | None = None) -> None:
        """A player has moved; `used` is the time it took if the clock did not run."""
        self.stop(now)
        if used is not None:
            self.left[player] = max(0.0, self.left[player] - used)
        if self.left[player] > 0:
            self.left[player] += self.control.increment

    def read(self, player: int, now: float) -> float:
        """The time that a player has left."""
        used = now - self._since if self.running == player else 0.0
        return max(0.0, self.left[player] - used)

    def expired(self, now: float) -> int | None:
        """The player who has no time left, if any."""
        return next((player for player in range(len(self.left)) if self.read(player, now) <= 0), None)


def shown(seconds: float) -> str:
    """The time on a clock's face.

    >>> shown(300), shown(75.2), shown(9.96), shown(3725)
    ('5:00', '1:16', '9.9', '1:02:05')
    """
    if seconds < 10:
        return f"{int(seconds * 10) / 10:.1f}"
    hours, rest = divmod(int(-(-seconds // 1)), 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
