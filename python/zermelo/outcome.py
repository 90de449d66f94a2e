"""How a game ended: who won, and why.

`reason` is one of REASONS. A game that ended by its rules has `values`, the value for each player. Programs compare these fields;
`text` is for people and is never read back.

>>> Outcome.by_rules((1.0, -1.0)).text(("x", "o"))
'x won'
>>> Outcome.lost(0, 2, "time").text(("white", "black"))
'white lost on time'
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from zermelo.errors import ZermeloError
from zermelo.score import is_number

REASONS = ("rules", "resignation", "time", "agreement", "length", "record", "forfeit", "adjudication", "repetition")
"""`length`: stopped after a number of plies. `record`: a record of the game gives the result without a reason. `forfeit`: an agent failed.
`adjudication`: a tablebase knows the result. `repetition`: a position occurred so often that the game is drawn."""
_LOSSES = {"resignation": "resigned", "time": "lost on time", "forfeit": "forfeited"}


@dataclass(frozen=True)
class Outcome:
    """The end of one game."""

    winner: int | None
    """Number of the player who won; None for a draw, in a one-player game, and if several players won."""
    reason: str = "rules"
    winners: tuple[int, ...] = ()
    """All players who won; empty for a draw."""
    values: tuple[float, ...] | None = None
    """The value for each player, if the game ended by its rules."""
    points: bool = False
    """Whether the players count points instead of wins."""

    def __post_init__(self) -> None:
        if self.reason not in REASONS:
            raise ZermeloError(f"unknown reason {self.reason!r:.60} for the end of a game; expected one of {', '.join(REASONS)}")
        if self.winner is not None and not self.winners:
            object.__setattr__(self, "winners", (self.winner,))

    @classmethod
    def by_rules(cls, values: Sequence[float], points: bool = False) -> Self:
        """The outcome of a finished game: the greatest value wins, and equal values are a draw."""
        best = max(values)
        winners = tuple(player for player, value in enumerate(values) if value == best)
        if len(winners) == len(values):
            winners = ()
        return cls(winners[0] if len(winners) == 1 else None, "rules", winners, tuple(values), points)

    @classmethod
    def lost(cls, loser: int, players: int, reason: str) -> Self:
        """The outcome of a game that one player lost by resigning or on time: all others won."""
        winners = tuple(player for player in range(players) if player != loser)
        return cls(winners[0] if len(winners) == 1 else None, reason, winners)

    @property
    def is_draw(self) -> bool:
        """Whether nobody won. A one-player game is never a draw."""
        return not self.winners and self.reason not in _LOSSES and (self.values is None or len(self.values) > 1)

    def text(self, players: Sequence[str]) -> str:
        """The outcome in words."""
        if self.reason in _LOSSES:
            losers = " and ".join(name for player, name in enumerate(players) if player not in self.winners)
            return f"{losers} {_LOSSES[self.reason]}"
        if self.is_draw:
            drawn = {
                "agreement": "draw by agreement",
                "length": "stopped without a winner",
                "adjudication": "draw by adjudication",
                "repetition": "draw by repetition",
            }
            return drawn.get(self.reason, "draw")
        if self.values is not None and (self.points or len(players) == 1):
            return ", ".join(f"{name} {value:+g}" for name, value in zip(players, self.values, strict=True))
        how = " by adjudication" if self.reason == "adjudication" else ""
        return f"{' and '.join(players[player] for player in self.winners)} won{how}"

    def to_json(self) -> dict[str, Any]:
        values = None if self.values is None else list(self.values)
        return {**vars(self), "winners": list(self.winners), "values": values}

    @classmethod
    def from_json(cls, data: object, players: int) -> Self:
        """The inverse of `to_json`, for a game with this many players."""
        if not isinstance(data, Mapping):
            raise ZermeloError(f"an outcome is an object with `winner` and `reason`, not {data!r:.60}")
        winner, reason, values = data.get("winner"), data.get("reason"), data.get("values")
        winners = data.get("winners") or ([] if winner is None else [winner])
        seats = isinstance(winners, list) and all(type(seat) is int and 0 <= seat < players for seat in winners)
        if not isinstance(reason, str) or not seats:
            raise ZermeloError(f"an outcome needs a `reason`, and a `winner` from 0 to {players - 1} or null, not {data!r:.80}")
        alone = winners[0] if len(winners) == 1 else None
        if winner != alone or winners != sorted(set(winners)) or (reason in _LOSSES and len(winners) != players - 1):
            raise ZermeloError(f"`winner`, `winners` and `reason` of an outcome contradict each other in {data!r:.120}")
        if values is not None and not (isinstance(values, list) and len(values) == players and all(map(is_number, values))):
            raise ZermeloError(f"`values` of an outcome must be {players} numbers, not {values!r:.60}")
        return cls(alone, reason, tuple(winners), None if values is None else tuple(values), data.get("points") is True)
