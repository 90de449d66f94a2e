"""What a law is: a sentence, and a check of one position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from zermelo.errors import RuleError
from zermelo.game.protocol import Game
from zermelo.laws.samples import Sample

Check = Callable[[Sample], str | None]
"""Looks at a position; says what is wrong there, or None."""
Exempt = Callable[[Game], str]
"""Why a law does not concern a game; empty when it does."""


def unchecked(_sample: Sample) -> str | None:
    """For laws that are about a game as a whole, or only about a rule not failing."""
    return None


def everyone(_game: Game) -> str:
    """For laws from which no game is exempt."""
    return ""


def needs(*rules: str) -> Exempt:
    """For laws about rules that a game may leave out."""

    def exempt(game: Game) -> str:
        return "" if any(map(game.defines, rules)) else f"the game has no {' and no '.join(f'`{rule}`' for rule in rules)}"

    return exempt


@dataclass(frozen=True)
class Law:
    """One law. A rule in `owns` that fails breaks this law; a failure of any other rule is another law's business."""

    name: str
    says: str
    check: Check = unchecked
    owns: tuple[str, ...] = ()
    exempt: Exempt = everyone

    def judge(self, sample: Sample) -> str | None:
        """What is wrong with a position under this law; None when nothing is, or nothing can be said."""
        try:
            _ = sample.player  # where nobody knows whose turn it is, other laws have nothing to say
            return self.check(sample)
        except RuleError as error:
            return str(error) if error.rule in self.owns else None
