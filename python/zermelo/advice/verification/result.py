"""The result of verifying a table: how many positions are secured, how the others fail, and how many moves it takes.

The specification and the twin give the same rows of numbers, `VerifiedRows`. This module turns them into a `Verification`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from zermelo import html
from zermelo.advice.compiled_expert import everyone
from zermelo.advice.expert import Expert
from zermelo.advice.verification.positions import Domain
from zermelo.advice.verification.specification import KINDS, PositionRow
from zermelo.advice.verification.summary import KINDS as KIND_TEXTS
from zermelo.advice.verification.summary import blame, example, facts, verdict
from zermelo.game import Position

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Example:
    """A position from which the table fails, and the moves to the failure."""

    position: str
    line: tuple[str, ...]
    result: str
    """The result of the game, if it ended."""


@dataclass(frozen=True)
class FailureSummary:
    """A kind of failure: the number of positions, the advice that caused it, and a shortest example."""

    count: int
    advice: dict[str, int]
    example: Example

    def to_json(self) -> dict[str, Any]:
        example = {"position": self.example.position, "line": list(self.example.line), "result": self.example.result}
        return {"count": self.count, "advice": self.advice, "example": example}


@dataclass(frozen=True)
class Length:
    """Our moves to the end: the maximum, and the mean over all secured positions."""

    worst: int
    mean: float

    @classmethod
    def of(cls, lengths: np.ndarray[Any, Any]) -> Length | None:
        return cls(int(lengths.max()), float(lengths.mean())) if len(lengths) else None

    def to_json(self) -> dict[str, Any]:
        return {"worst": self.worst, "mean": round(self.mean, 4)}


@dataclass(frozen=True)
class Verdicts:
    """How many positions the table judged (it has advice or not), and how many of them wrongly."""

    positions: int
    wrong: int


@dataclass(frozen=True)
class Verification:
    """The result of playing a table against every defence."""

    table: str
    game: str
    about: str
    aim: str
    positions: int
    worthy: int
    """How many of them allow what the table promises, with best play; only these can be secured."""
    secured: int
    failures: dict[str, FailureSummary]
    worst: Length | None
    """Against the longest defence."""
    best_defence: Length | None
    """Against best replies; among equally good ones, the first."""
    hardest_defence: Length | None
    """Against best replies; among equally good ones, the one that takes longest."""
    optimal: Length | None
    """With best play on both sides, if the aim is to win."""
    advice: dict[str, int]
    """How often each piece of advice was chosen, most frequent first."""
    verdicts: dict[str, Verdicts]
    """By side to move: a position is judged wrongly if the table has advice although its aim cannot be reached there, or has none
    although it
    can. With them to move, the table has advice if it has advice after every reply."""
    explored: int
    asked: int
    nodes: int
    seconds: float
    outcome: VerifiedRows = field(repr=False, compare=False)

    @property
    def ok(self) -> bool:
        return self.secured == self.worthy

    def __str__(self) -> str:
        lines = [f"  {name:<13}{told}" for name, told in facts(self).items()]
        for kind, failure in self.failures.items():
            lines.append(f"  {KIND_TEXTS[kind]} {blame(failure)}")
            lines.append(f"    for example {example(kind, failure, '    ')}")
        return "\n".join([f"{self.table} {verdict(self)}", *lines])

    def _repr_html_(self) -> str:
        known = html.facts(f"{self.table} {verdict(self)}", facts(self))
        failures = [
            html.paragraphs(f"{KIND_TEXTS[kind]} {blame(failure)}, for example")
            + html.written(example(kind, failure, "").strip())
            for kind, failure in self.failures.items()
        ]
        return known + "".join(failures)

    def rows(self) -> dict[bytes, PositionRow]:
        """What is known of each position, by its packed state."""
        size = len(self.outcome.records) // max(1, self.positions)
        numbers = iter(memoryview(self.outcome.rows).cast("i"))
        rows = zip(*[numbers] * len(PositionRow._fields), strict=True)
        return {self.outcome.records[index * size : (index + 1) * size]: PositionRow._make(row) for index, row in enumerate(rows)}

    def to_json(self) -> dict[str, Any]:
        """The data that the command prints."""
        told: dict[str, Any] = {
            "table": self.table,
            "game": self.game,
            "about": self.about,
            "aim": self.aim,
            "positions": self.positions,
            "worthy": self.worthy,
            "secured": self.secured,
            "failures": self.worthy - self.secured,
            "failures_by_kind": {kind: failure.to_json() for kind, failure in self.failures.items()},
            "worst": None if self.worst is None else self.worst.worst,
            "mean": None if self.worst is None else round(self.worst.mean, 4),
        }
        for name in ("best_defence", "hardest_defence"):
            length = getattr(self, name)
            told[name] = None if length is None else length.to_json()
        told |= {
            "optimal_worst": None if self.optimal is None else self.optimal.worst,
            "optimal_mean": None if self.optimal is None else round(self.optimal.mean, 4),
            "advice": self.advice,
            "verdicts": {who: asdict(verdicts) for who, verdicts in self.verdicts.items()},
            "explored": self.explored,
            "asked": self.asked,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
        }
        return told


@dataclass
class VerifiedRows:
    """What the specification or the twin found, before it is summarized."""

    records: bytes
    """The packed states of all positions, in one bytes object."""
    rows: bytes
    """A `PositionRow` for each position, as 32-bit numbers."""
    replies: list[tuple[bool, int]]
    examples: dict[str, tuple[bytes, tuple[int, ...]]]
    blamed: dict[str, dict[str, int]]
    explored: int
    asked: int
    nodes: int

    def verification(self, expert: Expert, where: Domain, aim: str, exact: bool, seconds: float) -> Verification:
        import numpy as np

        table = np.frombuffer(self.rows, dtype=np.int32).reshape(-1, len(PositionRow._fields))
        column = dict(zip(PositionRow._fields, table.T, strict=True))
        least = 0 if aim == "draw" else 1
        worthy = column["value"] >= least if exact else np.ones(len(table), dtype=bool)
        secured = worthy & (column["worst"] >= 0)
        failed = Counter(KINDS[kind] for kind in column["failure"][worthy & (column["failure"] >= 0)])
        chosen = Counter(zip(column["table"].tolist(), column["advice"].tolist(), strict=True))
        verdicts = {"us to move": ((column["advice"] >= 0) != worthy).tolist()}
        if self.replies:
            verdicts["them to move"] = [said != (value >= least) for said, value in self.replies]
        lengths = {name: Length.of(column[name][secured]) for name in ("worst", "first", "hardest")}
        return Verification(
            table=expert.table.name,
            game=str(expert.game),
            about=where.about,
            aim=aim,
            positions=len(table),
            worthy=int(worthy.sum()),
            secured=int(secured.sum()),
            failures={kind: self._failure(expert, kind, failed[kind]) for kind in KINDS if failed[kind]},
            worst=lengths["worst"],
            best_defence=lengths["first"] if exact else None,
            hardest_defence=lengths["hardest"] if exact else None,
            optimal=Length.of(column["value"][worthy] // 2) if exact and aim == "win" else None,
            advice={called(expert, *key): number for key, number in chosen.most_common() if key[1] >= 0},
            verdicts={who: Verdicts(len(wrong), sum(wrong)) for who, wrong in verdicts.items()} if exact else {},
            explored=self.explored,
            asked=self.asked,
            nodes=self.nodes,
            seconds=seconds,
            outcome=self,
        )

    def _failure(self, expert: Expert, kind: str, number: int) -> FailureSummary:
        record, line = self.examples[kind]
        start = position = Position(expert.game, expert.game.layout.unpack(record))
        names: list[str] = []
        for move in line:
            names.append(position.name(move))
            position = position.advance(move)
        show = getattr(expert.game, "fen", expert.game.show)
        example = Example(show(start.state), tuple(names), position.result if position.over else "")
        return FailureSummary(number, self.blamed[kind], example)


def called(expert: Expert, table: int, advice: int) -> str:
    """The name of a piece of advice, with the name of its table if there is more than one table."""
    tables = [each.table for each in everyone(expert)]
    if table < 0:
        return ""
    name = tables[table].advice[advice].name
    return name if len(tables) == 1 else f"{tables[table].name} {name}"
