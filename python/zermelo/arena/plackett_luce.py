"""Strengths from games: the likelihood of Bradley-Terry and Plackett-Luce, and its maximum for many weightings of the games at once.

Entrant i has a strength exp(t_i). A game is a series of choices: one seat is chosen from a set of seats, with probability
proportional to the strength of the entrant on it (Luce, "Individual Choice Behavior", 1959; Plackett, "The analysis of permutations",
1975). The seats of a game are grouped by what they got, the best first:

- Each seat of a group is one choice from all seats that are in no better group. Seats that are tied are chosen
  from the same set (Breslow, "Covariance analysis of censored survival data", 1974).
- The last group says nothing, because nothing is left to choose from.
- If all seats are tied, each of the m seats is chosen (m - 1) / m times.

With two seats this is the model of Bradley and Terry (1952), where a draw is half a win for each. An entrant with several seats in a set
has the sum of their strengths.

All that the likelihood needs of the games is how often each entrant was chosen, y_i, and how often from each set, w_s:

    log L = sum of y_i t_i - sum of w_s log(sum of n_si exp(t_i))        n_si: seats of entrant i in set s

**The prior.** Every entrant also has one drawn game against a virtual opponent of strength 1: half a win and half a loss. Without it, an
entrant that won all its games would be infinitely strong, and entrants that are not connected by games could not be compared. It makes log L
strictly concave, so there is one maximum, which Newton's method finds.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import LimitError

Numbers: TypeAlias = NDArray[np.float64]
Choice: TypeAlias = tuple[tuple[int, ...], int, float]
"""A set of seats as the sorted entrants on them, the entrant that was chosen, and how often."""

PRIOR = 0.5
"""Wins, and losses, of every entrant against the virtual opponent."""
_LONGEST_STEP = 0.8
"""With steps of at most this length Newton's method ascends from everywhere, by the bound on third derivatives of log-sum-exp
(Bach, "Self-concordant analysis for logistic regression", 2010)."""
_STEPS = 1000
_ENOUGH = 1e-9
_BLOCK = 4_000_000
"""Numbers in the largest array that is worked on at once."""


class Played(NamedTuple):
    """One game: who sat where, and what each seat got."""

    entrants: tuple[int, ...]
    """The entrant of each seat, by number; an entrant may have several seats."""
    values: tuple[float, ...]
    """What each seat got. Only the order within the game counts."""
    group: int
    """Games with the same number belong together, such as those from one opening."""


def choices(game: Played) -> Iterator[Choice]:
    """The choices that a game consists of; see the top of this file.

    >>> list(choices(Played((4, 7), (1, 0), group=0)))
    [((4, 7), 4, 1.0)]
    >>> list(choices(Played((4, 7), (0.5, 0.5), group=0)))
    [((4, 7), 4, 0.5), ((4, 7), 7, 0.5)]
    >>> list(choices(Played((0, 1, 2, 3), (5, 9, 5, 1), group=0)))
    [((0, 1, 2, 3), 1, 1.0), ((0, 2, 3), 0, 1.0), ((0, 2, 3), 2, 1.0)]
    """
    seats = len(game.values)
    best, worst = max(game.values), min(game.values)
    for value in sorted(set(game.values), reverse=True):
        left = tuple(sorted(who for who, got in zip(game.entrants, game.values, strict=True) if got <= value))
        if len(set(left)) > 1 and (value > worst or best == worst):
            weight = (seats - 1) / seats if best == worst else 1.0
            yield from ((left, who, weight) for who, got in zip(game.entrants, game.values, strict=True) if got == value)


def checked(games: Iterable[Played], entrants: int) -> list[Played]:
    """The games, if they make sense.

    Raises:
        LimitError: An entrant has an impossible number, or a game has not one value for each seat.

    """
    found = list(games)
    for number, game in enumerate(found):
        if not game.entrants or len(game.entrants) != len(game.values):
            raise LimitError(
                f"game {number} has {len(game.entrants)} entrants and {len(game.values)} values; it needs one for each seat"
            )
        if not all(0 <= who < entrants for who in game.entrants):
            raise LimitError(
                f"game {number} has the entrants {game.entrants}, but their numbers must be from 0 to {entrants - 1}"
            )
        if not all(np.isfinite(value) for value in game.values):
            raise LimitError(f"game {number} has the values {game.values}, which must be finite numbers")
    return found


@dataclass(frozen=True)
class Likelihood:
    """The likelihood of strengths, for games that come in groups. Groups with the same choices are one kind of group."""

    counts: Numbers
    """How many groups there are of each kind."""
    chosen: Numbers
    """[kind, entrant]: how often an entrant was chosen."""
    asked: Any
    """[kind, set], sparse: how often there was a choice from a set."""
    seats: Numbers
    """[set, entrant]: seats of an entrant in a set."""

    @staticmethod
    def of(games: Sequence[Played], entrants: int) -> "Likelihood":
        """The order of the games and the numbers of the groups do not matter."""
        from scipy.sparse import csr_array

        groups: dict[int, Counter[tuple[tuple[int, ...], int]]] = defaultdict(Counter)
        for game in games:
            for left, who, weight in choices(game):
                groups[game.group][left, who] += weight  # type: ignore[assignment]  # counters may count halves
        kinds = sorted(Counter(tuple(sorted(group.items())) for group in groups.values()).items())
        sets = {left: number for number, left in enumerate(sorted({left for kind, _ in kinds for (left, _), _ in kind}))}
        chosen = np.zeros((len(kinds), entrants))
        rows: list[tuple[float, int, int]] = []
        for number, (kind, _) in enumerate(kinds):
            for (left, who), weight in kind:
                chosen[number, who] += weight
                rows.append((weight, number, sets[left]))
        weights, where, which = np.array(rows).T if rows else np.zeros((3, 0))
        asked = csr_array((weights, (where.astype(int), which.astype(int))), shape=(len(kinds), len(sets)))
        seats = np.zeros((len(sets), entrants))
        for left, number in sets.items():
            np.add.at(seats[number], list(left), 1)
        return Likelihood(np.array([count for _, count in kinds], dtype=float), chosen, asked, seats)

    def strongest(self, weights: Numbers, won: Numbers, lost: Numbers) -> Numbers:
        """[row, entrant]: the logarithms of the strengths that maximise each of many likelihoods.

        Args:
            weights: [row, kind], how often each kind of group counts.
            won: [row, entrant], the wins of each entrant against the virtual opponent; more than 0.
            lost: The same for losses.

        """
        rows = max(1, _BLOCK // max(1, self.seats.size))
        blocks = range(0, len(weights), rows)
        return np.concatenate([self._climb(*(each[at : at + rows] for each in (weights, won, lost))) for at in blocks])

    def _climb(self, weights: Numbers, won: Numbers, lost: Numbers) -> Numbers:
        """Newton's method for a block of rows; rows that have arrived are left alone."""
        found = np.zeros(won.shape)
        total, asked, virtual = weights @ self.chosen + won, (self.asked.T @ weights.T).T, won + lost
        moving = np.arange(len(found))
        for _ in range(_STEPS):
            step = self._step(found[moving], total[moving], asked[moving], virtual[moving])
            length = np.abs(step).max(axis=1)
            found[moving] += step * np.minimum(1, _LONGEST_STEP / np.maximum(length, _ENOUGH))[:, None]
            moving = moving[length > _ENOUGH]
            if not len(moving):
                break
        return found

    def _step(self, strengths: Numbers, total: Numbers, asked: Numbers, virtual: Numbers) -> Numbers:
        """The Newton step of every row: the gradient over the negative Hessian."""
        powers = np.exp(strengths)
        sums = powers @ self.seats.T  # [row, set]
        expected = asked / sums
        mixed = (self.seats.T[None] * (expected / sums)[:, None, :]) @ self.seats  # [row, entrant, entrant]
        share = powers / (1 + powers)
        hoped = (expected @ self.seats) * powers
        curvature = -mixed * powers[:, :, None] * powers[:, None, :]
        diagonal = np.arange(strengths.shape[1])
        curvature[:, diagonal, diagonal] += hoped + virtual * share * (1 - share)
        gradient = total - hoped - virtual * share
        step: Numbers = np.linalg.solve(curvature, gradient[:, :, None])[:, :, 0]
        return step
