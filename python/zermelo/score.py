"""What a position is worth to one player, and whether that is known.

A score is a proven win or loss, with its distance in plies where that is known; a proven draw; a proven number of points; or a guess. So +1
that was proven and +1 that was estimated are different scores.

>>> Score.win(3) > Score.win(5) > Score.guess(900) > Score.draw() > Score.guess(-2) > Score.loss(8) > Score.loss(2)
True
>>> print(Score.win(3), Score.loss(), Score.draw(), Score.points(4), Score.guess(0.25), sep=", ")
win in 3 plies, loss, draw, +4 (proven), +0.25
>>> -Score.win(3)
Score.loss(3)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import total_ordering
from math import inf, isfinite
from typing import Any, Self

from zermelo.errors import ZermeloError

KINDS = ("loss", "guess", "points", "draw", "win")
"""From worst to best; only between equal values does a guess rank below points, and points below a draw."""


def counted(number: int, one: str = "ply", many: str = "") -> str:
    """A number with its noun.

    >>> counted(1), counted(7), counted(1200, "node"), counted(2, "try", "tries")
    ('1 ply', '7 plies', '1,200 nodes', '2 tries')
    """
    several = many or ("plies" if one == "ply" else f"{one}s")
    return f"{number:,} {one if number == 1 else several}"


@total_ordering
@dataclass(frozen=True)
class Score:
    """A value with what is known of it. Proven wins rank above everything, sooner ones first; proven losses below, later ones first."""

    kind: str
    """"win", "loss" and "draw" are proven; "points" is a proven value between win and loss; "guess" is an estimate."""
    value: float
    """The utility, or the evaluation where it is a guess."""
    plies: int | None = None
    """Plies to a proven win or loss; None where they are not known."""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ZermeloError(f"unknown kind of score {self.kind!r:.60}; expected one of {', '.join(KINDS)}")
        if not is_number(self.value):
            raise ZermeloError(f"the value of a score must be a number, not {self.value!r:.60}")
        if self.plies is not None and not (self.kind in ("win", "loss") and type(self.plies) is int and self.plies >= 0):
            raise ZermeloError(f"only a win or loss has plies, from 0 on; the score `{self.kind}` has {self.plies!r:.60}")

    @classmethod
    def win(cls, plies: int | None = None, value: float = 1) -> Self:
        return cls("win", value, plies)

    @classmethod
    def loss(cls, plies: int | None = None, value: float = -1) -> Self:
        return cls("loss", value, plies)

    @classmethod
    def draw(cls) -> Self:
        return cls("draw", 0)

    @classmethod
    def points(cls, value: float) -> Self:
        return cls("points", value)

    @classmethod
    def guess(cls, value: float) -> Self:
        return cls("guess", value)

    @property
    def is_proven(self) -> bool:
        return self.kind != "guess"

    def _key(self) -> tuple[int, float, float, int]:
        """Wins above all values, losses below; one without a distance counts as the latest."""
        if self.kind in ("win", "loss"):
            sign = 1 if self.kind == "win" else -1
            return (sign, -sign * (inf if self.plies is None else self.plies), self.value, 0)
        return (0, 0, self.value, KINDS.index(self.kind))

    def __lt__(self, other: object) -> bool:
        return self._key() < other._key() if isinstance(other, Score) else NotImplemented

    def __neg__(self) -> Self:
        kind = {"win": "loss", "loss": "win"}.get(self.kind, self.kind)
        return type(self)(kind, -self.value if self.value else 0, self.plies)

    def __str__(self) -> str:
        if self.kind in ("win", "loss", "draw"):
            return self.kind + ("" if self.plies is None else f" in {counted(self.plies)}")
        return (f"{self.value:+g}" if self.value else "0") + (" (proven)" if self.is_proven else "")

    def __repr__(self) -> str:
        given: list[float | None] = [] if self.kind == "draw" else [self.value]
        if self.kind in ("win", "loss"):
            given = [self.plies, self.value] if abs(self.value) != 1 else [] if self.plies is None else [self.plies]
        return f"Score.{self.kind}({', '.join(map(repr, given))})"

    def to_json(self) -> dict[str, Any]:
        return vars(self).copy()

    @classmethod
    def from_json(cls, data: object) -> Self:
        """The inverse of `to_json`."""
        if not isinstance(data, Mapping):
            raise ZermeloError(f"a score is an object with `kind`, `value` and `plies`, not {data!r:.60}")
        return cls(str(data.get("kind")), data.get("value"), data.get("plies"))  # type: ignore[arg-type]  # checked above


def is_number(value: object) -> bool:
    """Whether a value is a finite number."""
    try:
        return not isinstance(value, bool) and isfinite(value)  # type: ignore[arg-type]
    except (TypeError, OverflowError):  # not a number, or a whole number that is too large
        return False
