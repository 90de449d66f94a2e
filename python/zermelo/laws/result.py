"""The result of a check: one row for each law, a shortest example for each broken law, and hints.

A hint is about something that is a mistake in most games, but may be meant in this one. It does not break a law.
"""

from dataclasses import dataclass
from html import escape
from textwrap import indent
from typing import Any

from zermelo.errors import Place
from zermelo.html import HtmlTable

OK, BROKEN, NOT_APPLICABLE = "ok", "broken", "not applicable"
_MANY = 40
"""A longer list of moves is cut in the middle when printed."""


class Finding:
    """What a check found: a message, an example and a line. Play `moves` from the start to reach `position`."""

    message: str
    moves: tuple[str, ...]
    position: str
    rule: str
    place: Place | None

    def to_json(self) -> dict[str, Any]:
        place = None if self.place is None else self.place._asdict()
        return {**vars(self), "moves": list(self.moves), "place": place}

    def told(self) -> str:
        """The message, the line and the example."""
        text = self.message
        if self.place is not None and str(self.place) not in text:
            text += f"\n{self.place}"
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
class Violation(Finding):
    """A broken law with an example."""

    law: str
    message: str
    moves: tuple[str, ...]
    position: str
    rule: str = ""
    """The rule that breaks it."""
    place: Place | None = None
    """The line that breaks it."""

    def __str__(self) -> str:
        return self.told()


@dataclass(frozen=True)
class Hint(Finding):
    """Something that may be a mistake, with an example where there is one."""

    hint: str
    """The kind of mistake, in one or two words."""
    message: str
    moves: tuple[str, ...] = ()
    position: str = ""
    rule: str = ""
    """The rule to look at."""
    place: Place | None = None
    """The line to look at."""

    def __str__(self) -> str:
        return f"hint    {self.hint:<12} " + indent(self.told(), " " * 8).strip()


@dataclass(frozen=True)
class Sight:
    """What a player does not see."""

    player: str
    unseen: tuple[str, ...]
    """Fields and entries of rows, with the part of all positions in which they are hidden, if that is not everywhere."""

    def __str__(self) -> str:
        return f"sight   {self.player:<12} " + (f"does not see: {', '.join(self.unseen)}" if self.unseen else "sees everything")


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
    """The results for all laws, in the order of the laws, and hints."""

    game: str
    positions: int
    """How many different positions were checked."""
    laws: tuple[LawResult, ...]
    hints: tuple[Hint, ...] = ()
    """What may be a mistake; hints do not break a law."""
    sights: tuple[Sight, ...] = ()
    """What each player does not see while the game goes on, in a game that hides something."""

    @property
    def ok(self) -> bool:
        """Whether every law is kept; there may be hints."""
        return not self.violations

    @property
    def violations(self) -> tuple[Violation, ...]:
        return tuple(row.violation for row in self.laws if row.violation is not None)

    def to_json(self) -> dict[str, Any]:
        """The result as plain values."""
        rows, hints = [row.to_json() for row in self.laws], [hint.to_json() for hint in self.hints]
        sights = {sight.player: list(sight.unseen) for sight in self.sights}
        return {"game": self.game, "ok": self.ok, "positions": self.positions, "laws": rows, "hints": hints, "unseen": sights}

    def _repr_html_(self) -> str:
        rows = tuple((row.law, row.says, row.status, row.note) for row in self.laws)
        table = HtmlTable(("law", "says", "status", "note"), rows, self._heading())
        return table._repr_html_() + "".join(
            f"<pre>{escape(str(each))}</pre>" for each in (*self.violations, *self.hints, *self.sights)
        )

    def _heading(self) -> str:
        broken, hints = len(self.violations), len(self.hints)
        result = "keeps every law" if self.ok else f"breaks {broken} law{'s' if broken > 1 else ''}"
        more = f", {hints} hint{'s' if hints > 1 else ''}" if hints else ""
        return f"{self.game} {result} ({self.positions} positions checked{more})"

    def __str__(self) -> str:
        return "\n".join([self._heading(), *(indent(str(row), "  ") for row in (*self.laws, *self.hints, *self.sights))])
