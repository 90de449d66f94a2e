"""Clocks as GTP sets them: none, a time for the whole game, or such a time followed by byo-yomi.

Canadian byo-yomi is a time for so many stones; when they are played, both begin anew. Japanese byo-yomi, which KGS has, are periods for one move each; a period
is lost only if it is used up. Programs may tell what a clock shows before each move (`time_left`). If they do not, the engine subtracts the time
that it has used itself.
"""

from dataclasses import dataclass, replace

from zermelo.protocols.timing import LEAST, Budget, ClockTime

_FRACTION = 0.5
"""What we believe our own clock more than one that shows whole seconds."""


@dataclass(frozen=True)
class Settings:
    """The time of each player: seconds for the game, then `period` seconds for `stones` moves; with `japanese`, `stones` periods of one move."""

    main: float = 0.0
    period: float = 0.0
    stones: int = 0
    japanese: bool = False

    @property
    def has_overtime(self) -> bool:
        return self.stones > 0 and self.period > 0


@dataclass(frozen=True)
class Left:
    """What the clock of one player shows: the time of the game or, if `stones` is above 0, the time of a period and the stones (or periods) in it."""

    seconds: float
    stones: int = 0


class Clock:
    """The clocks of both players; without settings no time runs."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings
        self._left: list[Left] = []
        self.start()

    def start(self) -> None:
        """Set both clocks to their beginning."""
        settings = self.settings or Settings()
        begin = Left(settings.main) if settings.main > 0 or not settings.has_overtime else Left(settings.period, settings.stones)
        self._left = [begin, begin]

    def tell(self, colour: int, left: Left) -> None:
        """A program says what a clock shows."""
        if self.settings is None:  # it never said how time is kept
            self.settings = Settings(main=left.seconds, period=left.seconds if left.stones else 0.0, stones=left.stones)
        before = self._left[colour]
        if before.stones == left.stones and left.seconds <= before.seconds < left.seconds + 1:  # it has left out the fraction
            left = Left(min(before.seconds, left.seconds + _FRACTION), left.stones)
        self._left[colour] = left

    def budget(self, colour: int, expected: int, overhead: float) -> Budget | None:
        """How long to think about the next move, if the rest of the game is `expected` moves; None without a clock."""
        if self.settings is None:
            return None
        left, settings = self._left[colour], self.settings
        if left.stones > 0:
            moves = 1 if settings.japanese else left.stones
            return ClockTime(left.seconds, moves=moves, expected=expected).budget(overhead)
        main = ClockTime(left.seconds, expected=expected).budget(overhead)
        if not settings.has_overtime:
            return main
        moves = 1 if settings.japanese else settings.stones
        overtime = ClockTime(settings.period, moves=moves, expected=expected).budget(overhead)
        return max(main, overtime, key=lambda budget: budget.planned)

    def spend(self, colour: int, seconds: float) -> None:
        """We have moved, after so many seconds."""
        settings, left = self.settings, self._left[colour]
        if settings is None:
            return
        if left.stones == 0:
            rest = left.seconds - seconds
            if rest > 0 or not settings.has_overtime:
                self._left[colour] = Left(max(LEAST, rest))
                return
            left, seconds = Left(settings.period, settings.stones), -rest
        self._left[colour] = self._after_overtime(settings, left, seconds)

    def _after_overtime(self, settings: Settings, left: Left, seconds: float) -> Left:
        """What a clock in byo-yomi shows after a move."""
        if settings.japanese:
            lost = 0
            while seconds > left.seconds + lost * settings.period and lost < left.stones - 1:
                lost += 1
            return Left(settings.period, left.stones - lost)
        if left.stones <= 1:
            return Left(settings.period, max(1, settings.stones))
        return replace(left, seconds=max(LEAST, left.seconds - seconds), stones=left.stones - 1)
