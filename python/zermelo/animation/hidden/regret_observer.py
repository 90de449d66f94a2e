"""Regret minimisation that reports what each player does when looking back: the unchanged specification, with its numbers kept."""

from collections.abc import Callable
from typing import NamedTuple

from zermelo.search.hidden.best_response import weigh
from zermelo.search.hidden.regret import RegretMinimiser
from zermelo.search.hidden.sequence_form import InformationSet, SequenceForm


class Look(NamedTuple):
    """One player looks back once. All lists are by sequence."""

    player: int
    reach: list[float]
    """How likely each player plays each sequence, before the update."""
    value: list[float]
    """What each of the player's sequences is worth, weighted by chance and the other players."""
    before: list[float]
    """Strategy before the update."""
    regret: list[float]
    strategy: list[float]
    average: list[float]
    """After the update."""

    def mean(self, here: InformationSet) -> float:
        """What an information set was worth, as it was played."""
        return sum(self.before[sequence] * self.value[sequence] for sequence in here.sequences)


class ObservedRegrets(RegretMinimiser):
    """Calls `on_look` after each player's update."""

    on_look: Callable[[Look], None] | None = None

    def update(self, player: int) -> None:
        if self.on_look is None:
            super().update(player)
            return
        reach, before = list(self.reach), list(self.strategy)
        value = counterfactual_values(self.form, reach, before, player)
        super().update(player)
        self.on_look(Look(player, reach, value, before, list(self.regret), list(self.strategy), self.average()))


def counterfactual_values(form: SequenceForm, reach: list[float], strategy: list[float], player: int) -> list[float]:
    """What each of a player's sequences is worth, weighted by how likely chance and the others lead there."""
    value = [0.0] * form.size
    weigh(form, reach, player, value)
    for here in reversed(form.sets):
        if here.player == player:
            value[here.parent] += sum(strategy[sequence] * value[sequence] for sequence in here.sequences)
    return value
