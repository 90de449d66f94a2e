"""What a policy is worth, and how much a perfect opponent gains against it.

A policy is a probability for each sequence: that of its last move in its information set.
"""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.search.hidden.sequence_form import SequenceForm


def reaches(form: SequenceForm, policy: Sequence[float]) -> list[float]:
    """For each sequence the probability that its player plays it, if the others and chance lead there."""
    reach = [1.0] * form.size
    for here in form.sets:
        for sequence in here.sequences:
            reach[sequence] = reach[here.parent] * policy[sequence]
    return reach


def weigh(form: SequenceForm, reach: Sequence[float], player: int, value: list[float]) -> None:
    """Adds to each of a player's sequences what the ends right after it are worth, weighted by the other players."""
    for sequences, payoffs in form.ends:
        worth = payoffs[player]
        for other in range(form.players):
            if other != player:
                worth *= reach[sequences[other]]
        value[sequences[player]] += worth


def values(form: SequenceForm, policy: Sequence[float]) -> tuple[float, ...]:
    """What the game is worth to each player if all play by the policy."""
    reach = reaches(form, policy)
    totals = [0.0] * form.players
    for sequences, payoffs in form.ends:
        chance = 1.0
        for sequence in sequences:
            chance *= reach[sequence]
        for player, payoff in enumerate(payoffs):
            totals[player] += chance * payoff
    return tuple(totals)


def best_response(form: SequenceForm, policy: Sequence[float], player: int) -> tuple[float, list[int]]:
    """The most that a player can get against the policy of the others, and the sequence to choose in each of the player's sets."""
    value = [0.0] * form.size
    weigh(form, reaches(form, policy), player, value)
    chosen: list[int] = []
    for here in reversed(form.sets):
        if here.player == player:
            best = here.first
            for sequence in here.sequences:
                if value[sequence] > value[best]:
                    best = sequence
            chosen.append(best)
            value[here.parent] += value[best]
    return value[player], chosen[::-1]


def gains(form: SequenceForm, policy: Sequence[float]) -> tuple[float, ...]:
    """What each player can gain by another strategy while the others keep to the policy; all 0 in an equilibrium."""
    worth = values(form, policy)
    return tuple(best_response(form, policy, player)[0] - worth[player] for player in range(form.players))


def exploitability(form: SequenceForm, policy: Sequence[float]) -> float:
    """The mean of the gains: how much a policy loses to a perfect opponent in the mean of both seats, in a zero-sum game for two."""
    total = 0.0
    for gain in gains(form, policy):
        total += gain
    return total / form.players
