"""Who is ahead, and when: lead changes, comebacks, and how early a game is decided.

At up to `POINTS` moments of a game, evenly spaced, `GAMES` random games are played from the position. A player's *prospect* is the mean
result of these, on a scale from 0 (loss) to 1 (win); where games are worth points, on the scale of those that random games reach. A player **leads** if no other player's prospect comes within `MARGIN` of theirs.

* The **lead changes** when a player leads who was not the last to lead. Moments without a leader change nothing.
* A **comeback** is a decided game whose winner once saw another player lead.
* A game is **decided** from the moment on after which its winner leads until the end, told as a share of the game's length.

Browne (2008) counts lead changes, calls the recovery from a worse position drama, and asks how early the outcome is certain. He took the
evaluations of a program; random games need none, so games can be measured in the same way. They see long-term chances, not tactics, and
say nothing where nearly all random games are drawn, as in chess.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from zermelo import _core
from zermelo.game import Rules
from zermelo.portrait.playing import NEVER, Deadline
from zermelo.portrait.record import GameRecord

POINTS, GAMES, MARGIN = 30, 60, 0.15


@dataclass(frozen=True)
class Leads:
    """The leads of one game."""

    changes: int
    comeback: bool
    decided: float | None
    """The share of the game after which the winner always led; None if nobody won alone."""


def leads_of(
    core: _core.Backend, scale: tuple[float, float], record: GameRecord, seed: int, deadline: Deadline = NEVER
) -> Leads | None:
    """The leads of a game, on a scale of results; None if the deadline passed."""
    last = len(record.states) - 1
    moments = sorted({round(point * last / POINTS) for point in range(POINTS + 1)})
    leaders: list[int | None] = []
    for moment in moments:
        if deadline.passed:
            return None
        leaders.append(_leader(prospects(core, scale, record.states[moment], seed + moment)))
    return judged(leaders, [moment / max(1, last) for moment in moments], record.winners)


def scale_of(core: _core.Backend, rules: Rules, start: bytes, seed: int) -> tuple[float, float]:
    """The least and the greatest result: of a game with winners by its rules, of one with points in some random games."""
    if rules.has_winner:
        return rules.bounds
    results = [result for game in range(GAMES) for result in core.playouts(start, 1, seed + game)[0]]
    return (min(results), max(results)) if min(results) < max(results) else rules.bounds


def prospects(core: _core.Backend, scale: tuple[float, float], packed: bytes, seed: int) -> list[float]:
    """The mean result of random games from a position for each player, from 0 to 1."""
    totals, _ = core.playouts(packed, GAMES, seed)
    low, high = scale
    return [(total / GAMES - low) / (high - low) for total in totals]


def _leader(prospects: Sequence[float]) -> int | None:
    """The player who leads; None if nobody does.

    >>> _leader([0.7, 0.3]), _leader([0.55, 0.45])
    (0, None)
    """
    best = max(range(len(prospects)), key=prospects.__getitem__)
    others = [value for player, value in enumerate(prospects) if player != best]
    return best if others and prospects[best] - max(others) >= MARGIN else None


def judged(leaders: Sequence[int | None], shares: Sequence[float], winners: tuple[int, ...]) -> Leads:
    """What the leaders at some moments of a game say about it; `shares` are the moments as shares of its length.

    >>> judged([None, 0, 0, None, 1, 1], [0, 0.2, 0.4, 0.6, 0.8, 1], winners=(1,))
    Leads(changes=1, comeback=True, decided=0.8)
    """
    known = [leader for leader in leaders if leader is not None]
    changes = sum(before != after for before, after in pairwise(known))
    if len(winners) != 1:
        return Leads(changes, False, None)
    (winner,) = winners
    decided = 1.0
    for leader, share in zip(reversed(leaders), reversed(shares), strict=True):
        if leader != winner:
            break
        decided = share
    return Leads(changes, any(leader != winner for leader in known), decided)
