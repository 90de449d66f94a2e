"""How far some work in steps is, and how long it will still take, by the time that its steps took so far."""

import time
from collections.abc import Callable

_FEW = 3
"""Steps after which the longest one no longer counts: minimax, which comes first, may take longer than all others together."""
_ALMOST = 0.95
"""The greatest part of a step before its end."""


class Pace:
    """The progress of some work; `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.began = self.since = clock()
        """When the first step began, and the present one."""
        self.done = self.total = 0
        self._took: list[float] = []

    def step(self, done: int, total: int) -> None:
        """So many of all steps are done now."""
        now = self.clock()
        if self.total == 0:
            self.began = self.since = now  # before, the work waited for its turn
        new = done - self.done
        if new > 0:
            self._took += [(now - self.since) / new] * new
            self.since = now
        self.done, self.total = max(self.done, done), total

    @property
    def elapsed(self) -> float:
        return self.clock() - self.began

    @property
    def left(self) -> float | None:
        """Seconds until the end, as an estimate; None before the first step is done."""
        return None if not self._took else self._usual * (self.total - self.done - self._part)

    @property
    def share(self) -> float:
        """The share of the steps that are done, with a part of the present one; it is 1 at the end only."""
        return (self.done + min(self._part, _ALMOST)) / self.total if self.total else 0.0

    @property
    def _usual(self) -> float:
        """Seconds of a step."""
        known = sorted(self._took)[:-1] if len(self._took) >= _FEW else self._took
        return sum(known) / len(known)

    @property
    def _part(self) -> float:
        """How much of the present step is done, if it takes as long as the others."""
        if not self._took or self.done >= self.total:
            return 0.0
        return min(1.0, (self.clock() - self.since) / max(1e-9, self._usual))


def in_words(seconds: float) -> str:
    """A time, rounded.

    >>> in_words(0.2), in_words(44.6), in_words(130), in_words(5400)
    ('1 s', '45 s', '2 min', '1.5 h')
    """
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
