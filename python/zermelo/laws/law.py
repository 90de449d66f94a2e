"""What a law is: a sentence, and a check of one position."""

from collections.abc import Callable
from dataclasses import dataclass

from zermelo.errors import RuleError
from zermelo.game import Game
from zermelo.laws.samples import Sample

Check = Callable[[Sample], str | None]
"""Checks a position; returns what is wrong, or None."""
Exempt = Callable[[Game], str]
"""Returns why a law does not apply to a game; empty if it applies."""


def needs(*rules: str) -> Exempt:
    """For laws about optional rules."""

    def exempt(game: Game) -> str:
        return "" if any(map(game.defines, rules)) else f"the game does not define {' or '.join(f'`{rule}`' for rule in rules)}"

    return exempt


@dataclass(frozen=True)
class Law:
    """One law. If a rule in `owns` fails, this law is broken; failures of other rules belong to other laws."""

    name: str
    says: str
    check: Check = lambda _sample: None
    """By default nothing: for laws about a game as a whole, and laws that only say that a rule must not fail."""
    owns: tuple[str, ...] = ()
    exempt: Exempt = lambda _game: ""

    def judge(self, sample: Sample) -> str | None:
        """What is wrong with a position under this law; None if nothing is wrong or it cannot be decided."""
        try:
            _ = sample.player  # if `to_move` fails, only its own law reports that
            return self.check(sample)
        except RuleError as error:
            return str(error) if error.rule in self.owns else None
