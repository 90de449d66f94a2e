"""One game that was played, as far as portraits need it."""

from dataclasses import dataclass
from functools import cached_property

from zermelo.outcome import Outcome


@dataclass(frozen=True)
class GameRecord:
    """A game, move by move. What chance decides is not counted as a move."""

    movers: tuple[int, ...]
    """The player who made each move."""
    choices: tuple[int, ...]
    """How many legal moves there were each time."""
    states: tuple[bytes, ...]
    """The packed states, from the first to the last; those where chance moves are left out."""
    utilities: tuple[float, ...] | None
    """What it was worth to each player; None if it was too long and given up."""
    first: int | None = None
    """The first move; None if there was none."""

    @property
    def plies(self) -> int:
        return len(self.movers)

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """The players who won: those with the greatest utility, unless all have it."""
        return () if self.utilities is None else Outcome.by_rules(self.utilities).winners

    def points(self, player: int) -> float:
        """The share of the game that a player has won: 1, 0, or a part of 1 if several share it, as in a draw."""
        if self.utilities is None or not self.winners:
            return 1 / len(self.utilities) if self.utilities else 0.0
        return (player in self.winners) / len(self.winners)
