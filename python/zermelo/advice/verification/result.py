"""The result of verifying a table: how many positions are secured, how the others fail, and how many moves it takes.

The specification and the twin give the same rows of numbers, `VerifiedRows`. This module turns them into a `Verification`, which
can be shown as text, for the command line and notebooks.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from zermelo import html
from zermelo.advice.compiled_expert import all_experts
from zermelo.advice.expert import Expert
from zermelo.advice.verification.positions import Domain
from zermelo.advice.verification.specification import KINDS, PositionRow
from zermelo.game import Position
from zermelo.score import counted

if TYPE_CHECKING:
    import numpy as np

FAILURES = {
    "no_rule": "no rule applies",
    "no_advice": "no advice can be followed",
    "drawn": "the game is drawn",
    "lost": "the game is lost",
    "endless": "the game never ends",
}
"""The kinds of failure, as text."""
_LONGEST_LINE = 40


@dataclass(frozen=True)
class Example:
    """A position from which the table fails, and the moves to the failure."""

    position: str
    line: tuple[str, ...]
    result: str
    """The result of the game, if it ended."""

    def text(self, kind: str, margin: str) -> str:
        """The position, with the moves and the result beside or below it."""
        shown = self.line[:_LONGEST_LINE]
        more = " ..." if len(shown) < len(self.line) else ""
        ending = f"  {self.result}" if self.result else "  and so on" if kind == "endless" else ""
        line = (" ".join(shown) + more or "at once") + ending
        if "\n" not in self.position:
            return f"{self.position}   {line}"
        drawn = "\n".join(f"{margin}{row}" for row in self.position.splitlines())
        return f"\n{drawn}\n{margin}{line}"


@dataclass(frozen=True)
class FailureSummary:
    """A kind of failure: the number of positions, the advice that caused it, and a shortest example."""

    count: int
    advice: dict[str, int]
    example: Example

    def to_json(self) -> dict[str, Any]:
        return {"count": self.count, "advice": self.advice, "example": asdict(self.example) | {"line": list(self.example.line)}}

    @property
    def blame(self) -> str:
        """The number of positions that fail, and the advice that caused it."""
        blamed = ", ".join(f"{name} {number:,}" for name, number in self.advice.items() if name)
        return f"from {counted(self.count, 'position')}{f' (by {blamed})' if blamed else ''}"


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

    def __str__(self) -> str:
        return f"at most {self.worst} moves, {self.mean:.2f} on average,"


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
    """In how many of them best play achieves what the table promises; only these can be secured."""
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
    although it can. With them to move, the table has advice if it has advice after every reply."""
    explored: int
    asked: int
    nodes: int
    seconds: float
    outcome: VerifiedRows = field(repr=False, compare=False)

    @property
    def ok(self) -> bool:
        return self.secured == self.worthy

    @property
    def verdict(self) -> str:
        """Whether the table does what it promises."""
        return "does what it promises" if self.ok else f"fails in {counted(self.worthy - self.secured, 'position')}"

    def facts(self) -> dict[str, str]:
        goal = {"win": "won", "draw": "not lost"}[self.aim]
        told = {"positions": f"{self.positions:,} {self.about}"}
        if self.optimal is not None or self.verdicts:
            told["attainable"] = f"{self.worthy:,} are {goal} with best play"
        told["secured"] = f"{self.secured:,}, against every defence"
        lengths = {
            "longest": (self.worst, "against the longest defence"),
            "best defence": (self.best_defence, "against best replies"),
            "optimum": (self.optimal, "with best play on both sides"),
        }
        for name, (length, against) in lengths.items():
            if length is not None:
                told[name] = f"{length} {against}"
        if self.worst is not None and self.aim == "draw":
            told.pop("best defence", None)
        for who, verdicts in self.verdicts.items():
            if "them to move" in self.verdicts:  # other tables give advice in lost positions too
                wrong = "all correct" if verdicts.wrong == 0 else f"{verdicts.wrong:,} wrong"
                told["verdicts" if who == "us to move" else ""] = f"{verdicts.positions:,} positions with {who}: {wrong}"
        told["advice"] = " · ".join(f"{name} {number:,}" for name, number in self.advice.items())
        told["asked"] = f"{self.asked:,} times, {self.nodes:,} nodes, {self.seconds:.1f} s"
        return told

    def __str__(self) -> str:
        lines = [f"{self.table} {self.verdict}", *(f"  {name:<13}{told}" for name, told in self.facts().items())]
        for kind, failure in self.failures.items():
            lines += [f"  {FAILURES[kind]} {failure.blame}", f"    for example {failure.example.text(kind, '    ')}"]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        failures = [
            html.paragraphs(f"{FAILURES[kind]} {failure.blame}, for example")
            + html.written(failure.example.text(kind, "").strip())
            for kind, failure in self.failures.items()
        ]
        return html.facts(f"{self.table} {self.verdict}", self.facts()) + "".join(failures)

    def rows(self) -> dict[bytes, PositionRow]:
        """What is known of each position, by its packed state."""
        size = len(self.outcome.records) // max(1, self.positions)
        numbers = iter(memoryview(self.outcome.rows).cast("i"))
        rows = zip(*[numbers] * len(PositionRow._fields), strict=True)
        return {self.outcome.records[index * size : (index + 1) * size]: PositionRow._make(row) for index, row in enumerate(rows)}

    def to_json(self) -> dict[str, Any]:
        worst, best_defence, hardest_defence, optimal = (
            None if length is None else length.to_json()
            for length in (self.worst, self.best_defence, self.hardest_defence, self.optimal)
        )
        unknown = {"worst": None, "mean": None}
        return {
            **{name: getattr(self, name) for name in ("table", "game", "about", "aim", "positions", "worthy", "secured")},
            "failures": self.worthy - self.secured,
            "failures_by_kind": {kind: failure.to_json() for kind, failure in self.failures.items()},
            **(worst or unknown),
            "best_defence": best_defence,
            "hardest_defence": hardest_defence,
            **{f"optimal_{name}": number for name, number in (optimal or unknown).items()},
            "advice": self.advice,
            "verdicts": {who: asdict(verdicts) for who, verdicts in self.verdicts.items()},
            **{name: getattr(self, name) for name in ("explored", "asked", "nodes")},
            "seconds": round(self.seconds, 3),
        }


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
        start = Position(expert.game, expert.game.layout.unpack(record))
        end = start.play(*line)
        show = getattr(expert.game, "fen", expert.game.show)
        example = Example(show(start.state), end.history, end.result if end.over else "")
        return FailureSummary(number, self.blamed[kind], example)


def called(expert: Expert, table: int, advice: int) -> str:
    """The name of a piece of advice, with the name of its table if there is more than one table."""
    tables = [each.table for each in all_experts(expert)]
    if table < 0:
        return ""
    name = tables[table].advice[advice].name
    return name if len(tables) == 1 else f"{tables[table].name} {name}"
