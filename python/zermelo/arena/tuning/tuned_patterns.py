"""The answer of a fit of patterns: the weights, how well they fit each stage, and what they did in a match against the old evaluation."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.arena.result import Result
from zermelo.arena.tuning.tuned import told_verdict
from zermelo.game.pattern_file import PatternWeights


@dataclass(frozen=True)
class TunedPatterns:
    """Weights of patterns that were fitted."""

    game: str
    weights: PatternWeights
    games: int
    positions: int
    errors: tuple[float, ...]
    """Of each stage that had positions, the last stage first: the root of the mean square error on positions that were held out, in points."""
    match: Result
    seconds: float

    @property
    def accepted(self) -> bool:
        """Whether the new weights passed their test against the old evaluation."""
        return self.match.sprt_state.verdict == "accepted"

    def save(self, path: str | Path) -> None:
        """Write the weights to a file that `evaluate="name.patterns"` reads."""
        self.weights.save(path)

    def verdict(self) -> str:
        """What the match said, in a few words."""
        return told_verdict(self.match)

    def to_json(self) -> dict[str, Any]:
        found = {name: value for name, value in vars(self).items() if name not in ("weights", "match")}
        return {**found, "errors": list(self.errors), "match": self.match.to_json(), "accepted": self.accepted}

    def __str__(self) -> str:
        errors = " ".join(f"{error:.3g}" for error in reversed(self.errors))
        return "\n".join(
            (
                f"{self.game}: {self.positions:,} positions of {self.games:,} games",
                f"error of each stage on held-out positions: {errors}",
                f"new against old: {self.verdict()}",
            )
        )
