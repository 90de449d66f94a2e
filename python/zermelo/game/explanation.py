"""What an evaluation consists of: for each feature its weight, its value in a position, and its share of the whole."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Share:
    """The part of one feature in the value of a position."""

    feature: str
    weight: float
    value: float
    """The feature itself."""

    @property
    def share(self) -> float:
        return self.weight * self.value + 0.0


@dataclass(frozen=True)
class Explanation:
    """The value of a position for a player as the sum of its features, each with its weight."""

    player: str
    shares: tuple[Share, ...]
    total: float
    by: str = ""
    """The evaluation, if it is not the game's own."""

    def to_json(self) -> dict[str, Any]:
        rows = [
            {"feature": each.feature, "weight": each.weight, "value": each.value, "share": each.share} for each in self.shares
        ]
        return {"player": self.player, "evaluation": self.by or None, "features": rows, "total": self.total}

    def __str__(self) -> str:
        rows = [("feature", "weight", "value", "share")]
        rows += [(each.feature, f"{each.weight:g}", f"{each.value:g}", f"{each.share:+g}") for each in self.shares]
        rows += [("total", "", "", f"{self.total:+g}")]
        widths = [max(len(row[column]) for row in rows) for column in range(4)]
        return "\n".join(
            f"{row[0]:<{widths[0]}}  " + "  ".join(f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True))
            for row in rows
        )
