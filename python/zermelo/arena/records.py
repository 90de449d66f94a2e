"""The record of one game: who played it, every move with its value and time, and how it ended.

Numbers of agents are those of the contest. `points` are what each seat got: 1, 1/2 or 0 in a game for two; among more players the winners share
one point, and in a draw all share it; in a one-player game it is the value of the end. `values` are by which seats are ranked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.outcome import Outcome


@dataclass(frozen=True)
class GameRecord:
    """One game that was played."""

    number: int
    """The number of its fixture."""
    game: int
    seats: tuple[int, ...]
    """The number of the agent on each seat."""
    opening: int
    """The number of the opening; games with the same one have the same chance."""
    round: int
    start: str | None
    """The text of the first position, if it is not the start of the game."""
    before: tuple[str, ...]
    """The moves of the opening, by name."""
    moves: tuple[str, ...]
    """The moves after the opening, outcomes of chance included."""
    scores: tuple[float | None, ...]
    """For each of `moves`, what the player who made it thought the position was worth; None for chance, and if it did not say."""
    times: tuple[float, ...]
    """For each of `moves`, the seconds it took."""
    nodes: tuple[int, ...]
    """For each seat, the nodes that were searched."""
    seconds: tuple[float, ...]
    turns: tuple[int, ...]
    """For each seat, how many moves were chosen."""
    outcome: Outcome
    note: str = ""
    """Why a game was forfeited or adjudicated."""

    @property
    def plies(self) -> int:
        return len(self.before) + len(self.moves)

    @property
    def points(self) -> tuple[float, ...]:
        """What each seat got; see the top of this file."""
        return points_of(self.outcome, len(self.seats))

    @property
    def values(self) -> tuple[float, ...]:
        """Numbers by which the seats are ranked."""
        if self.outcome.values is not None:
            return self.outcome.values
        return tuple(float(seat in self.outcome.winners) for seat in range(len(self.seats)))

    def result(self, players: Sequence[str]) -> str:
        """How it ended, in words."""
        return f"unfinished after {self.plies} plies" if self.outcome.reason == "length" else self.outcome.text(players)

    def to_json(self) -> dict[str, Any]:
        return {
            **vars(self),
            "outcome": self.outcome.to_json(),
            "points": list(self.points),
            "times": [round(each, 6) for each in self.times],
            "seconds": [round(each, 6) for each in self.seconds],
        }


def points_of(outcome: Outcome, seats: int) -> tuple[float, ...]:
    """What each seat gets for the end of a game.

    >>> points_of(Outcome.by_rules((1, -1)), 2), points_of(Outcome.by_rules((0, 0)), 2), points_of(Outcome.lost(0, 3, "time"), 3)
    ((1.0, 0.0), (0.5, 0.5), (0.0, 0.5, 0.5))
    """
    if seats == 1:
        return (0.0 if outcome.values is None else outcome.values[0],)
    winners = outcome.winners or range(seats)
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))
