"""What a law is: a sentence, and a check of one position."""

from collections.abc import Callable
from dataclasses import dataclass

from zermelo.errors import Place, RuleError
from zermelo.game import Game
from zermelo.laws.blame import wrong_line
from zermelo.laws.samples import Sample
from zermelo.laws.tracing import answering, bears_name, defined


@dataclass(frozen=True)
class Complaint:
    """What is wrong with a position, which rule is to blame, and how to find the line."""

    message: str
    rule: str = ""
    arguments: tuple[object, ...] = ()
    """With which the rule was asked, besides the state."""
    where: Callable[[], Place | None] = lambda: None
    """Finds the line, if it is not the one at which the rule answers."""
    failed: bool = False
    """Whether the rule failed, and did not only answer something wrong."""


Check = Callable[[Sample], Complaint | None]
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

    def judge(self, sample: Sample) -> Complaint | None:
        """What is wrong with a position under this law; None if nothing is wrong or it cannot be decided."""
        try:
            _ = sample.player  # if `to_move` fails, only its own law reports that
            return self.check(sample)
        except RuleError as error:
            known = error.place
            return Complaint(str(error), error.rule, where=lambda: known, failed=True) if error.rule in self.owns else None

    def locate(self, sample: Sample, complaint: Complaint) -> Place | None:
        """The line of the rules that a complaint is about."""
        if not complaint.rule:
            return None

        def again() -> None:
            fresh = Sample(sample.subject, sample.packed, sample.path)
            if complaint.failed:
                _ = fresh.player
                self.check(fresh)
            else:
                fresh.ask(complaint.rule, *complaint.arguments)

        found = complaint.where() or wrong_line(sample, complaint.rule)
        alone = complaint.failed and bears_name(sample.game, complaint.rule)  # with wrong parameters it does not even begin
        return found or answering(again, complaint.rule, alone) or defined(sample.game, complaint.rule)
