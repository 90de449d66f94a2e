"""The result of a check: one row for each law, and a shortest example for each broken law."""

from dataclasses import dataclass
from html import escape
from textwrap import indent
from typing import Any

from zermelo.html import HtmlTable

OK, BROKEN, NOT_APPLICABLE = "ok", "broken", "not applicable"
_MANY = 40
"""A longer list of moves is cut in the middle when printed."""


@dataclass(frozen=True)
class Violation:
    """A broken law with an example: play `moves` from the start to reach `position`."""

    law: str
    message: str
    moves: tuple[str, ...]
    position: str

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "moves": list(self.moves)}

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
    """The result for one law. `status` is OK, BROKEN or NOT_APPLICABLE; `note` says why a law does not apply."""

    law: str
    says: str
    status: str
    note: str = ""
    violation: Violation | None = None

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "violation": None if self.violation is None else self.violation.to_json()}

    def __str__(self) -> str:
        mark = "-" if self.status == NOT_APPLICABLE else self.status
        line = f"{mark:<7} {self.law:<12} {self.says}" + (f" ({self.note})" if self.note else "")
        return line if self.violation is None else f"{line}\n{indent(str(self.violation), ' ' * 8)}"


@dataclass(frozen=True)
class CheckResult:
    """The results for all laws, in the order of the laws."""

    game: str
    positions: int
    """How many different positions were checked."""
    laws: tuple[LawResult, ...]

    @property
    def ok(self) -> bool:
        return not self.violations

    @property
    def violations(self) -> tuple[Violation, ...]:
        return tuple(row.violation for row in self.laws if row.violation is not None)

    def to_json(self) -> dict[str, Any]:
        """The result as plain values."""
        return {"game": self.game, "ok": self.ok, "positions": self.positions, "laws": [row.to_json() for row in self.laws]}

    def _repr_html_(self) -> str:
        rows = tuple((row.law, row.says, row.status, row.note) for row in self.laws)
        table = HtmlTable(("law", "says", "status", "note"), rows, self._heading())
        return table._repr_html_() + "".join(f"<pre>{escape(str(violation))}</pre>" for violation in self.violations)

    def _heading(self) -> str:
        broken = len(self.violations)
        result = "keeps every law" if self.ok else f"breaks {broken} law{'s' if broken > 1 else ''}"
        return f"{self.game} {result} ({self.positions} positions checked)"

    def __str__(self) -> str:
        return "\n".join([self._heading(), *(indent(str(row), "  ") for row in self.laws)])
