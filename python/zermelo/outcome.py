"""How a game ended: who won, and why.

`reason` is one of REASONS. A game that ended by its rules has `values`, what it is worth to each player. Programs compare these fields;
`text` is for people and is never read back.

>>> Outcome.by_rules((1.0, -1.0)).text(("x", "o"))
'x won'
>>> Outcome(1, "time").text(("white", "black"))
'white lost on time'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.errors import ZermeloError

REASONS = ("rules", "resignation", "time", "agreement", "length", "record")
"""By the rules, by resigning, on time, by agreement, stopped after so many plies, or as a record of the game says without a reason."""


@dataclass(frozen=True)
class Outcome:
    """The end of one game."""

    winner: int | None
    """Number of the player who won; None for a draw, for one player alone, and where several won."""
    reason: str = "rules"
    winners: tuple[int, ...] = ()
    """Every player who won; empty for a draw."""
    values: tuple[float, ...] | None = None
    """What the game is worth to each player, by its rules."""
    points: bool = False
    """Whether people count points rather than wins."""

    def __post_init__(self) -> None:
        if self.reason not in REASONS:
            raise ZermeloError(f"unknown reason `{self.reason}` for the end of a game; expected one of {', '.join(REASONS)}")
        if self.winner is not None and not self.winners:
            object.__setattr__(self, "winners", (self.winner,))

    @classmethod
    def by_rules(cls, values: Sequence[float], points: bool = False) -> Outcome:
        """The outcome of a finished game: the greatest value wins, and equal values are a draw."""
        best = max(values)
        winners = tuple(player for player, value in enumerate(values) if value == best)
        if len(winners) == len(values):
            winners = ()
        return cls(winners[0] if len(winners) == 1 else None, "rules", winners, tuple(values), points)

    @property
    def is_draw(self) -> bool:
        """Whether nobody won; a game for one player is not a draw."""
        return not self.winners and (self.values is None or len(self.values) > 1)

    def text(self, players: Sequence[str]) -> str:
        """The outcome in words."""
        if self.reason in ("resignation", "time"):
            losers = " and ".join(name for player, name in enumerate(players) if player not in self.winners)
            return f"{losers} {'resigned' if self.reason == 'resignation' else 'lost on time'}"
        if self.is_draw:
            return {"agreement": "draw by agreement", "length": "stopped without a winner"}.get(self.reason, "draw")
        if self.values is not None and (self.points or len(players) == 1):
            return ", ".join(f"{name} {value:+g}" for name, value in zip(players, self.values, strict=True))
        return f"{' and '.join(players[player] for player in self.winners)} won"

    def to_json(self) -> dict[str, Any]:
        values = None if self.values is None else list(self.values)
        return {"winner": self.winner, "reason": self.reason, "winners": list(self.winners), "values": values}

    @classmethod
    def from_json(cls, data: object, players: int) -> Outcome:
        """The inverse of `to_json`, for a game of so many players."""
        if not isinstance(data, Mapping):
            raise ZermeloError(f"an outcome is an object with `winner` and `reason`, not {data!r:.60}")
        winner, reason, winners, values = (data.get(name) for name in ("winner", "reason", "winners", "values"))
        seats = [*([] if winner is None else [winner]), *(winners if isinstance(winners, list) else [])]
        if not all(isinstance(seat, int) and 0 <= seat < players for seat in seats) or not isinstance(reason, str):
            raise ZermeloError(
                f"an outcome needs a `reason` and a `winner` from 0 to {players - 1}, or none; this one is {data!r:.80}"
            )
        numbers = isinstance(values, list) and len(values) == players and all(isinstance(value, int | float) for value in values)
        if values is not None and not numbers:
            raise ZermeloError(f"`values` of an outcome must be {players} numbers, not {values!r:.60}")
        return cls(winner, reason, tuple(winners or ()), None if values is None else tuple(values))
