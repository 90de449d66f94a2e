"""Hints about heuristics: a player who follows `evaluate` should beat random play, and `noisy` should tell moves apart.

Both players move at random, but one of them compares some random moves by `evaluate` and makes the best one. If that player loses
far more often than not, `evaluate` probably has the wrong sign, or is told from the other player's view.
"""

from __future__ import annotations

import math
from contextlib import suppress

from zermelo.errors import RuleError
from zermelo.game import CHANCE, Random, draw
from zermelo.laws.evidence import Evidence, Suspicion, hint
from zermelo.laws.result import Hint
from zermelo.laws.samples import Sample
from zermelo.laws.trials import Trial

_GAMES, _POSITIONS, _COMPARED = 60, 60, 8
"""Games to play, positions to look at, and moves to compare in each."""
_UNLIKELY = 0.002
"""How improbable so many losses must be if `evaluate` meant nothing."""


def foresight(evidence: Evidence) -> Hint | None:
    game, rules = evidence.game, evidence.subject.rules
    if rules.evaluation is None or evidence.subject.start().over:
        return None
    rule = rules.evaluation.rule
    if _is_always_zero(evidence):
        told = "was 0 in every position" if rule == "evaluate" else "added up to 0 in every position"
        return hint(evidence, "evaluate", f"rule `{rule}` of {game} {told}; does it look at the state?", rule)
    if len(game.players) != 2 or not rules.zero_sum:
        return None
    wins, losses = _contest(evidence)
    if _chance_of(losses, wins + losses) > _UNLIKELY:
        return None
    told = (
        f"a player who follows `{rule}` lost {losses} of {wins + losses} decided games against random moves; "
        "is its sign wrong, or is it from the other player's view?"
    )
    return hint(evidence, "evaluate", told, rule)


def noisy(evidence: Evidence) -> Hint | None:
    """A `noisy` that makes no difference between moves, so that quiescence search looks at everything."""
    asked = 0
    for sample in evidence.samples(_POSITIONS) if evidence.game.defines("noisy") else ():
        with suppress(RuleError):
            for move in sample.moves:
                asked += 1
                if not sample.ask("noisy", move):
                    return None
    told = f"rule `noisy` said True for all {asked} moves that were tried; say it only for moves that upset the evaluation, such as captures"
    return hint(evidence, "noisy", told, "noisy") if asked >= _POSITIONS else None


def _is_always_zero(evidence: Evidence) -> bool:
    asked = 0
    for sample in evidence.samples(_POSITIONS):
        with suppress(RuleError):
            if not sample.over:
                asked += 1
                if any(sample.ask("evaluate", player) for player in range(evidence.subject.rules.players)):
                    return False
    return asked >= 3


def _contest(evidence: Evidence) -> tuple[int, int]:
    """Games that the player who follows `evaluate` won and lost."""
    random, left = Random(evidence.seed ^ 1), evidence.plies
    wins = losses = 0
    for number in range(_GAMES):
        sample = evidence.subject.start()
        with suppress(RuleError):
            if sample.player == CHANCE:
                sample = _after(sample, draw(sample.ask("chances"), random), random)
            while sample.choices and left > 0:
                follows = sample.player == number % 2
                left -= min(_COMPARED, len(sample.choices)) if follows else 1
                sample = _step(sample, random, follows)
            winners = Trial((), (), (), sample.utilities).winners if left > 0 else ()
            wins += winners == (number % 2,)
            losses += winners == (1 - number % 2,)
    return wins, losses


def _after(sample: Sample, move: int, random: Random) -> Sample:
    """The position after a move and the dice that follow it."""
    after = Sample(sample.subject, sample.after(move))
    while after.player == CHANCE and not after.over:
        after = Sample(sample.subject, after.after(draw(after.ask("chances"), random)))
    return after


def _step(sample: Sample, random: Random, follows: bool) -> Sample:
    """The position after the next move, which is random unless its player follows `evaluate`.

    Moves that end the game are not compared: who wins by them would say nothing about `evaluate`.
    """
    choices, start = sample.choices, random.below(len(sample.choices))
    moves = [choices[(start + step) % len(choices)] for step in range(0, len(choices), max(1, len(choices) // _COMPARED))]
    first, *others = (_after(sample, move, random) for move in (moves if follows else moves[:1]))
    if not follows or first.over:
        return first
    unfinished = [first, *(other for other in others if not other.over)]
    return max(unfinished, key=lambda after: float(after.ask("evaluate", sample.player)))


def _chance_of(losses: int, games: int) -> float:
    """The probability of at least so many losses if both players were equally strong."""
    return float(sum(math.comb(games, lost) for lost in range(losses, games + 1)) / 2**games)


SUSPICIONS = (
    Suspicion("evaluate", "`evaluate` is always 0, or a player who follows it loses to random moves.", foresight),
    Suspicion("noisy", "`noisy` is True for every move.", noisy),
)
