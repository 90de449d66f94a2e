"""The answer of a tuning: new weights, what they promise, and what they did in a match against the old ones."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo import files
from zermelo.arena.result import Result
from zermelo.arena.standings import signed
from zermelo.arena.tuning.plan import plain
from zermelo.html import HtmlTable


@dataclass(frozen=True)
class Tuned:
    """Weights that were tuned."""

    game: str
    by: str
    old: dict[str, float]
    weights: dict[str, float]
    games: int
    positions: int | None
    """Quiet positions that were fitted; None for methods that fit none."""
    loss: tuple[float, float] | None
    """On held-out games, before and after; None where it was not measured."""
    match: Result | None
    """The new weights against the old ones; None if no weight changed."""
    seconds: float

    @property
    def accepted(self) -> bool:
        """Whether the new weights passed their test against the old ones."""
        return self.match is not None and self.match.sprt_state.verdict == "accepted"

    def toml(self) -> str:
        """The new weights as a file that `evaluate="weights.toml"` reads."""
        lines = [f"# {self.game}, tuned by {self.by}; {self.verdict()}"]
        return "\n".join([*lines, *(f"{_key(name)} = {plain(weight)!r}" for name, weight in self.weights.items())]) + "\n"

    def save(self, path: str | Path) -> None:
        """Write the new weights to a file."""
        files.write_whole(files.expanded(path), self.toml())

    def verdict(self) -> str:
        """What the match said, in a few words."""
        if self.match is None:
            return "no weight changed"
        return told_verdict(self.match)

    def to_json(self) -> dict[str, Any]:
        match = None if self.match is None else self.match.to_json()
        return {**vars(self), "loss": None if self.loss is None else list(self.loss), "match": match, "accepted": self.accepted}

    def cells(self) -> list[tuple[str, str, str]]:
        """For each feature its name, its old weight and its new one."""
        return [(name, f"{self.old[name]:g}", f"{weight:g}") for name, weight in self.weights.items()]

    def __str__(self) -> str:
        rows = [("feature", "old", "new"), *self.cells()]
        widths = [max(len(row[column]) for row in rows) for column in range(3)]
        lines = [f"{name:<{widths[0]}}  {old:>{widths[1]}}  {new:>{widths[2]}}" for name, old, new in rows]
        if self.loss is not None:
            positions = "" if self.positions is None else f", {self.positions:,} quiet positions"
            lines.append(f"held-out loss {self.loss[0]:.5f} before, {self.loss[1]:.5f} after ({self.games:,} games{positions})")
        return "\n".join([*lines, f"new against old: {self.verdict()}"])

    def _repr_html_(self) -> str:
        return HtmlTable(("feature", "old", "new"), tuple(self.cells()), self.verdict())._repr_html_()


def told_verdict(match: Result) -> str:
    """What a match against the old evaluation said."""
    elo, low, high = match.rating
    games, state = len(match.records), match.sprt_state
    what = {"accepted": "accepted", "rejected": "rejected", None: "not decided"}[state.verdict]
    return f"{what} after {games} games: {signed(elo)} Elo ({signed(low)} to {signed(high)}), LLR {state.llr:+.2f}"


def _key(name: str) -> str:
    """A name as a key of TOML."""
    bare = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if bare else '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
