"""What hints rest on: the positions and random games of a check, and what was noticed on the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from zermelo.errors import Place
from zermelo.game import Game
from zermelo.laws.effects import Effect
from zermelo.laws.printing import Printed
from zermelo.laws.result import Hint
from zermelo.laws.samples import GameUnderTest, Sample
from zermelo.laws.tracing import answering, defined
from zermelo.laws.trials import Trials


@dataclass(frozen=True)
class Evidence:
    """Everything that a check knows after the laws were checked."""

    subject: GameUnderTest
    trials: Trials
    whole: bool
    """Whether every position that can be reached was seen."""
    printed: Printed
    effects: tuple[Effect, ...]
    seed: int
    plies: int
    """How many plies a hint may play to find out more."""

    @property
    def game(self) -> Game:
        return self.subject.game

    @property
    def outcome_rule(self) -> str:
        """The rule that ends the game."""
        return "winner" if self.subject.rules.has_winner else "over"

    def samples(self, most: int) -> list[Sample]:
        """Some of the positions, spread evenly over the order in which they were found."""
        known = list(self.subject.samples.values())
        step = max(1, len(known) // most)
        return known[::step][:most]

    def ending(self, packed: bytes) -> Place | None:
        """The line at which the rules decide whether a state ends the game."""
        state = self.game.layout.unpack(packed)
        return answering(lambda: self.subject.rules.utilities(state)) or defined(self.game, self.outcome_rule)


@dataclass(frozen=True)
class Suspicion:
    """One kind of hint: a sentence, and how to find it."""

    name: str
    says: str
    find: Callable[[Evidence], Hint | None]
    plays: bool = True
    """Whether it rests on games that were played, and therefore says nothing if rules fail."""
    explains: bool = False
    """Whether it explains what other hints from games would tell."""


def hint(
    evidence: Evidence, name: str, message: str, rule: str = "", place: Place | None = None, at: Sample | None = None
) -> Hint:
    """A hint, with a position as its example."""
    found = place or (defined(evidence.game, rule) if rule else None)
    if at is None:
        return Hint(name, message, rule=rule, place=found)
    return Hint(name, message, evidence.subject.names(at.path), at.text(), rule, found)
