"""The result of `zermelo check`: laws, hints, and a short portrait, which takes about a second at most."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

from zermelo.errors import CompileWarning, ZermeloError
from zermelo.game import Game
from zermelo.laws import CheckResult, Printed, check, swallowed
from zermelo.portrait.describe import Plan, portrait
from zermelo.portrait.portrait import Portrait

SHORT = Plan(games=300, levels=(3,), level_games=20, seconds=0.4, leads=0)
"""The games of a short portrait: those that fit into this many seconds, for each way of playing."""
FATAL = {"declaration", "turn", "moves", "chances", "play", "utilities"}
"""Where one of these laws is broken, games cannot be played to their end."""


@dataclass(frozen=True)
class Checkup(CheckResult):
    """The result of a check, with a portrait of the game."""

    portrait: Portrait | None = None
    no_portrait: str = ""
    """Why there is no portrait."""

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "portrait": None if self.portrait is None else self.portrait.to_json()}

    def __str__(self) -> str:
        return f"{super().__str__()}\n{self.portrait_text()}"

    def portrait_text(self) -> str:
        """The portrait as text, or why there is none."""
        return f"no portrait: {self.no_portrait}" if self.portrait is None else self.portrait.text(full=False)

    def _repr_html_(self) -> str:
        drawn = "" if self.portrait is None else self.portrait.table(full=False)._repr_html_()
        return super()._repr_html_() + drawn


def checkup(game: Game, examples: int = 200, printed: Printed | None = None, plan: Plan | None = SHORT) -> Checkup:
    """Check a game and draw its portrait; without a plan there is no portrait."""
    result = check(game, examples, printed=printed)
    drawn, why = None, "it was not asked for"
    if plan is not None:
        drawn, why = _drawn(game, result, plan)
    return Checkup(result.game, result.positions, result.laws, result.hints, result.sights, drawn, why)


def _drawn(game: Game, result: CheckResult, plan: Plan) -> tuple[Portrait | None, str]:
    """The portrait, or why there is none."""
    broken = [violation.law for violation in result.violations if violation.law in FATAL]
    if broken:
        return None, f"games cannot be played while the law `{broken[0]}` is broken"
    try:
        with swallowed(), warnings.catch_warnings():
            warnings.simplefilter("ignore", CompileWarning)  # `zermelo check` tells it by itself
            return portrait(game, plan), ""
    except ZermeloError as error:
        return None, str(error)
