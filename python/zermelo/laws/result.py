"""What a check found: one ruling for each law, and for each broken law a shortest example."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from textwrap import indent
from typing import Any

from zermelo.html import Table

OK, BROKEN, NOT_APPLICABLE = "ok", "broken", "not applicable"
_MANY = 40
"""A printed list of moves is cut in the middle when it is longer than this."""


@dataclass(frozen=True)
class Violation:
    """A broken law, with the shortest way to see it: play `moves` from the start, and look at `position`."""

    law: str
    message: str
    moves: tuple[str, ...]
    position: str

    def to_json(self) -> dict[str, Any]:
        return {"law": self.law, "message": self.message, "moves": list(self.moves), "position": self.position}

    def __str__(self) -> str:
        text = self.message
        if self.position:
            text += f"\n{self._after()}\n{indent(self.position, '  ')}"
        return text

    def _after(self) -> str:
        moves = self.moves
        if not moves:
            return "at the start:"
        if len(moves) <= _MANY:
            return f"after {' '.join(moves)}:"
        half = _MANY // 2
        return f"after {len(moves)} moves, {' '.join(moves[:half])} ... {' '.join(moves[-half:])}:"


@dataclass(frozen=True)
class LawResult:
    """How one law fared: `status` is OK, BROKEN or NOT_APPLICABLE; `note` says why a law does not apply."""

    law: str
    says: str
    status: str
    note: str = ""
    violation: Violation | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "law": self.law,
            "says": self.says,
            "status": self.status,
            "note": self.note,
            "violation": None if self.violation is None else self.violation.to_json(),
        }

    def __str__(self) -> str:
        mark = "-" if self.status == NOT_APPLICABLE else self.status
        line = f"{mark:<7} {self.law:<12} {self.says}" + (f" ({self.note})" if self.note else "")
        return line if self.violation is None else f"{line}\n{indent(str(self.violation), ' ' * 8)}"


@dataclass(frozen=True)
class CheckResult:
    """All rulings on a game, in the order in which the laws are listed."""

    game: str
    positions: int
    """How many different positions were judged."""
    rulings: tuple[LawResult, ...]

    @property
    def ok(self) -> bool:
        """Whether no law is broken."""
        return not self.violations

    @property
    def violations(self) -> tuple[Violation, ...]:
        return tuple(ruling.violation for ruling in self.rulings if ruling.violation is not None)

    def to_json(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {
            "game": self.game,
            "ok": self.ok,
            "positions": self.positions,
            "laws": [ruling.to_json() for ruling in self.rulings],
        }

    def _repr_html_(self) -> str:
        rows = tuple((ruling.law, ruling.says, ruling.status, ruling.note) for ruling in self.rulings)
        table = Table(("law", "says", "status", "note"), rows, self._heading())
        return table._repr_html_() + "".join(f"<pre>{escape(str(violation))}</pre>" for violation in self.violations)

    def _heading(self) -> str:
        broken = len(self.violations)
        result = "keeps every law" if self.ok else f"breaks {broken} law{'s' if broken > 1 else ''}"
        return f"{self.game} {result} ({self.positions} positions judged)"

    def __str__(self) -> str:
        return "\n".join([self._heading(), *(indent(str(ruling), "  ") for ruling in self.rulings)])
