"""Are ratings and sequential tests honest? Simulated players, whose true Elo is known.

    python benches/ratings.py                  everything: some ten minutes
    python benches/ratings.py --only coverage  how often the 95 % interval of a rating contains the true rating
    python benches/ratings.py --only errors    how often a sequential test (SPRT) is wrong, and how many pairs it takes
    python benches/ratings.py --runs 50        fewer simulations

The points of a simulated game have exactly the mean that Elo predicts. The games of a group share an opening, so they are correlated:
below 0 if openings favour a side, above 0 if they suit one of the players.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence

import numpy as np
from scipy.special import ndtr

from zermelo.arena.ratings import Played, rate, score_of, superiority
from zermelo.arena.sprt import Sprt

COVERAGE = [
    # entrants, seats, games, draws between equals, correlation, standard deviation of the true Elo
    (2, 2, 50, 0.3, -0.4, 20),
    (2, 2, 50, 0.3, 0.4, 150),
    (2, 2, 50, 0.0, 0.0, 300),
    (2, 2, 200, 0.1, 0.4, 150),
    (2, 2, 1000, 0.5, -0.4, 50),
    (4, 2, 50, 0.3, -0.4, 150),
    (4, 2, 50, 0.3, 0.4, 150),
    (4, 2, 200, 0.1, 0.4, 150),
    (4, 2, 1000, 0.5, -0.4, 50),
    (10, 2, 50, 0.3, -0.4, 150),
    (10, 2, 50, 0.3, 0.4, 300),
    (10, 2, 200, 0.1, 0.4, 150),
    (10, 2, 1000, 0.3, -0.4, 150),
    (4, 4, 48, 0.0, 0.0, 150),
    (4, 4, 200, 0.0, 0.4, 150),
    (10, 4, 200, 0.0, 0.4, 150),
]
ERRORS = [
    # model, elo0, elo1, draws, correlation
    ("trinomial", 0, 40, 0.3, 0.0),
    ("pentanomial", 0, 40, 0.3, 0.0),
    ("pentanomial", 0, 40, 0.3, -0.4),
    ("pentanomial", 0, 40, 0.3, 0.4),
    ("pentanomial", -20, 20, 0.5, -0.4),
    ("pentanomial", 0, 20, 0.5, -0.4),
]


def correlated(random: np.random.Generator, shape: tuple[int, ...], correlation: float) -> np.ndarray:
    """Uniform numbers; those of one row, the first axis, have normal scores with this correlation."""
    each, shared = random.normal(size=shape), random.normal(size=(1, *shape[1:]))
    if correlation >= 0:
        return ndtr(math.sqrt(1 - correlation) * each + math.sqrt(correlation) * shared)
    first, second = each  # only two can have any negative correlation
    return ndtr(np.stack([first, correlation * first + math.sqrt(1 - correlation**2) * second]))


def points(uniform: np.ndarray, score: float, draws: float) -> np.ndarray:
    """Points whose mean is the expected score; draws are rarer between players of different strength."""
    drawn = 4 * draws * score * (1 - score)
    return np.where(uniform < score - drawn / 2, 1.0, np.where(uniform < score + drawn / 2, 0.5, 0.0))


def pairs(random: np.random.Generator, number: int, elo: float, draws: float, correlation: float) -> np.ndarray:
    """[pair, game]: the points of a player that is so much stronger than its opponent."""
    return points(correlated(random, (2, number), correlation), score_of(elo), draws).T


def tournament(
    random: np.random.Generator, elo: Sequence[float], seats: int, games: int, draws: float, correlation: float
) -> list[Played]:
    """Groups of as many games as there are seats, in which players change seats."""
    return [game for group in range(games // seats) for game in _group(random, group, elo, seats, draws, correlation)]


def _group(
    random: np.random.Generator, group: int, elo: Sequence[float], seats: int, draws: float, correlation: float
) -> Iterator[Played]:
    players = [int(who) for who in random.choice(len(elo), seats, replace=False)]
    if seats == 2:
        for game, got in enumerate(pairs(random, 1, elo[players[0]] - elo[players[1]], draws, correlation)[0]):
            order = slice(None, None, -1 if game else 1)
            yield Played(tuple(players[order]), (float(got), 1 - float(got))[order], group)
        return
    # Plackett-Luce: the player with the greatest strength plus Gumbel noise comes first.
    noise = -np.log(-np.log(correlated(random, (seats, seats), correlation)))
    for game in range(seats):
        values = [elo[who] * math.log(10) / 400 + extra for who, extra in zip(players, noise[game], strict=True)]
        turned = [(place + game) % seats for place in range(seats)]
        yield Played(tuple(players[place] for place in turned), tuple(float(values[place]) for place in turned), group)


def covered(
    case: tuple[int, int, int, float, float, float], runs: int, seed: int = 1, resamples: int = 500
) -> tuple[float, float]:
    """The share of intervals that contain the true rating, and the median of their widths."""
    entrants, seats, games, draws, correlation, spread = case
    random, inside, widths = np.random.default_rng(seed), 0, []
    for _ in range(runs):
        elo = random.normal(0, spread, entrants) if entrants > 2 else np.array([spread, -spread])
        found = rate(tournament(random, elo, seats, games, draws, correlation), entrants, resamples)
        inside += sum(each.low <= true <= each.high for each, true in zip(found, elo - elo.mean(), strict=True))
        widths += [each.high - each.low for each in found]
    return inside / runs / entrants, float(np.median(widths))


def mistaken(games: int, correlation: float, runs: int, seed: int = 1) -> float:
    """How often the likelihood of superiority of one of two equal players is above 95 %."""
    random, wrong = np.random.default_rng(seed), 0
    for _ in range(runs):
        wrong += superiority(tournament(random, [0, 0], 2, games, 0.3, correlation), 2, 500)[0][1] > 0.95
    return wrong / runs


def verdicts(sprt: Sprt, elo: float, draws: float, correlation: float, runs: int, seed: int = 1) -> tuple[float, float]:
    """The share of tests that accept, and the mean number of pairs they take."""
    random, accepted, taken = np.random.default_rng(seed), 0, 0
    for _ in range(runs):
        counts, verdict = [0] * len(sprt.counts([])), None
        while verdict is None:
            for pair in pairs(random, 100, elo, draws, correlation):
                counts = [old + new for old, new in zip(counts, sprt.counts([pair]), strict=True)]
                taken += 1
                if (verdict := sprt.state_of(counts).verdict) is not None:
                    break
        accepted += verdict == "accepted"
    return accepted / runs, taken / runs


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", choices=["coverage", "superiority", "errors"])
    parser.add_argument("--runs", type=int, default=400, help="simulations of each case")
    given = parser.parse_args()
    if given.only in (None, "coverage"):
        print("entrants  seats  games  draws  correlation  spread   inside the 95 % interval   median width")
        for case in COVERAGE:
            inside, width = covered(case, max(20, given.runs * 2 // case[0]))
            print("{:8} {:6} {:6} {:6} {:12} {:7}".format(*case) + f"   {inside:24.1%}   {width:8.0f} Elo", flush=True)
    if given.only in (None, "superiority"):
        for games, correlation in ((10, 0.0), (50, -0.4), (50, 0.4), (500, 0.4)):
            wrong = mistaken(games, correlation, given.runs)
            print(
                f"LOS above 95 % for one of two equal players, {games} games, correlation {correlation}: {wrong:.1%}", flush=True
            )
    if given.only in (None, "errors"):
        print(
            "model        elo0  elo1  draws  correlation   wrongly accepted, pairs (expected)   wrongly rejected, pairs (expected)"
        )
        for model, elo0, elo1, draws, correlation in ERRORS:
            sprt, cells = Sprt(elo0, elo1, model=model), []
            for elo in (elo0, elo1):
                accepted, taken = verdicts(sprt, elo, draws, correlation, given.runs)
                wrong = accepted if elo == elo0 else 1 - accepted
                cells.append(f"{wrong:.1%} {taken:6.0f} ({sprt.expected_pairs(elo, draws, actual(draws, correlation)):.0f})")
            print(f"{model:<12} {elo0:4} {elo1:5} {draws:6} {correlation:12}   {cells[0]:>34}   {cells[1]:>34}", flush=True)


def actual(draws: float, correlation: float) -> float:
    """The correlation of points, which is less than that of the normal scores they are made of."""
    found = pairs(np.random.default_rng(0), 100_000, 0, draws, correlation)
    return float(np.corrcoef(found.T)[0, 1])


if __name__ == "__main__":
    main()
