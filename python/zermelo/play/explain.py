"""What an evaluation is made of: the share of each feature in the value of a position, now and at the end of the line of best play.

>>> import zermelo
>>> position = zermelo.Isolation(4, 4).start()
>>> print(explain(position, zermelo.alphabeta(depth=2)(position)))
feature  weight  now  share  at the end  share
mine          1    9     +9           8     +8
yours        -1    9     -9           8     -8
total                    +0                 +0
"""

from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from zermelo.errors import MoveError
from zermelo.game import Position
from zermelo.game.evaluation import Evaluation
from zermelo.game.explanation import Explanation
from zermelo.report import Report

_HEAD = ("feature", "weight", "now", "share", "at the end", "share")


@dataclass(frozen=True)
class LineExplanation:
    """The evaluation of a position, and of the one at the end of a line, both for the same player."""

    now: Explanation
    after: Explanation | None
    """None if the game is over there, or the line is empty."""

    def to_json(self) -> dict[str, Any]:
        return {"now": self.now.to_json(), "after_the_line": None if self.after is None else self.after.to_json()}

    def __str__(self) -> str:
        rows: list[tuple[str, ...]] = [_HEAD if self.after is not None else _HEAD[:4]]
        rows += [_cells(*pair) for pair in zip_longest(self.now.shares, () if self.after is None else self.after.shares)]
        totals = ("total", "", "", f"{self.now.total:+g}")
        rows += [totals if self.after is None else (*totals, "", f"{self.after.total:+g}")]
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        lines = [
            "  ".join([f"{row[0]:<{widths[0]}}", *(f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True))])
            for row in rows
        ]
        return "\n".join(lines)


def explain(position: Position, report: Report, by: Evaluation | None = None) -> LineExplanation:
    """What the evaluation says of a position and of the end of a report's line; `by` takes the place of the game's own.

    PositionError if the evaluation has no features.
    """
    seen = position if by is None else position.evaluated_by(by)
    now = seen.explain(position.player)
    try:
        last = seen.play(*report.line)
    except MoveError:  # in a view of many players, a line may leave out moves
        last = seen
    return LineExplanation(now, None if last is seen or last.over else last.explain(position.player))


def _cells(now: Any, after: Any) -> tuple[str, ...]:
    first = (now.feature, f"{now.weight:g}", f"{now.value:g}", f"{now.share:+g}")
    return first if after is None else (*first, f"{after.value:g}", f"{after.share:+g}")
