"""The law of full boards: a move that wins also wins as the last one on a full board.

The typical mistake is to test for a full board before testing for a win. Random games show it rarely, so it is looked for: before a
winning move, all other moves are played at random, as far as they end nothing, until the winning move is the only one that is left.
If it then draws, and does so each time, the win is overlooked. One win on a full board acquits the rules: in some games, such as
five in a row where six do not count, a line may be spoilt by its neighbours.
"""

from __future__ import annotations

from contextlib import suppress

from zermelo.errors import RuleError
from zermelo.game import Random
from zermelo.laws.evidence import Evidence
from zermelo.laws.law import Complaint
from zermelo.laws.samples import Sample
from zermelo.laws.trials import Trial

_ENOUGH, _MOST = 3, 20
"""Drawn boards that suffice, and the most that are tried."""


def overlooked(evidence: Evidence) -> tuple[Sample, Complaint] | None:
    """A position on a full board where a win is overlooked; None if there is none."""
    if evidence.game.defines("chances") or len(evidence.game.players) < 2:
        return None
    random, left, drawn = Random(evidence.seed), evidence.plies, list[Sample]()
    won = [trial for trial in evidence.trials.decided if trial.last_mover in trial.winners and trial.path]
    for trial in [trial for trial in won for _ in range(3)][: 3 * _MOST]:
        if left <= 0 or len(drawn) >= _MOST:
            break
        with suppress(RuleError):
            full, plies = _filled(evidence, trial, random)
            if full is not None and trial.winners == _winners(full):
                return None
            left -= plies
            drawn += [full] if full is not None and not _winners(full) else []
    if len(drawn) < _ENOUGH:
        return None
    sample = min(drawn, key=lambda each: len(each.path))
    rule = evidence.outcome_rule
    told = (
        f"rule `{rule}` of {evidence.game} overlooks a win on a full board: the last move wins if it is made earlier, but draws here; "
        "test for a win before testing for a full board"
    )
    return sample, Complaint(told, rule, where=lambda: evidence.ending(sample.packed))


def _winners(sample: Sample) -> tuple[int, ...]:
    return Trial((), (), (), sample.utilities).winners


def _filled(evidence: Evidence, trial: Trial, random: Random) -> tuple[Sample | None, int]:
    """The end of a game in which the winning move comes last, or None if that did not work out; and how many plies it took."""
    *before, winning = trial.path
    sample = Sample(evidence.subject, trial.states[-2], tuple(before))
    mover = sample.player
    for plies in range(1, evidence.plies):
        choices = sample.choices
        if choices == (winning,):
            full = Sample(evidence.subject, sample.after(winning), (*sample.path, winning))
            return full if sample.player == mover and full.over else None, plies
        after = _harmless(sample, winning, random)
        if after is None or len(after.choices) > len(choices):  # a board that fills up never offers more moves than before
            return None, plies
        sample = after
    return None, evidence.plies


def _harmless(sample: Sample, winning: int, random: Random) -> Sample | None:
    """The position after a random move that neither is the winning move nor ends the game."""
    others = [choice for choice in sample.choices if choice != winning]
    for _ in range(4):
        move = others[random.below(len(others))]
        after = Sample(sample.subject, sample.after(move), (*sample.path, move))
        if not after.over and winning in after.choices:
            return after
    return None
