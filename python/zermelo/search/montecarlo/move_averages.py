"""Move averages: the mean result of each player's moves, wherever they were played, in the tree or in playouts.

Two techniques use them. *MAST* (Finnsson and Björnsson 2008) lets playouts prefer moves with good averages: here mostly the best
one, sometimes any. *Progressive history* (Nijssen and Winands 2011) adds a move's average to its UCT value; the more games
the move has lost here, the less it counts.
"""

from dataclasses import dataclass
from typing import Any

from zermelo.game import Game, Random
from zermelo.search.montecarlo.scale import Rates
from zermelo.search.montecarlo.technique import Played, Technique
from zermelo.search.montecarlo.tree import Edge
from zermelo.search.parameter import choice, number

OFTEN = 0.8
"""The probability that MAST plays the best move."""
UNKNOWN = 1.0
"""The average of a move without a game."""


@dataclass(frozen=True)
class Options:
    history: float = number(0, "Weight of a move's average result anywhere in the search (progressive history).")
    policy: str = choice(
        "random", ("random", "mast"), "How random games choose moves: uniformly, or mostly the best by average result (MAST)."
    )


def start(options: Any) -> Technique | None:
    return MoveAverages(options.history, options.policy == "mast") if options.history or options.policy == "mast" else None


def check(options: Any, game: Game, who: str) -> None:
    """Fits every game."""


class MoveAverages(Technique):
    """Visits and sum of rates for each player's moves."""

    learns_by = "history or policy=mast"

    def __init__(self, history: float = 0, chooses: bool = False) -> None:
        self.history, self.chooses = history, chooses
        self.known: dict[tuple[int, int], list[float]] = {}

    def mean(self, player: int, move: int) -> float:
        entry = self.known.get((player, move))
        return UNKNOWN if entry is None else entry[1] / entry[0]

    def value(self, edge: Edge, player: int, value: float | None) -> float | None:
        if value is None or not self.history:
            return value
        mean = edge.total * (1 / edge.visits) if edge.visits else 0.0
        return value + self.history * self.mean(player, edge.move) / (edge.visits * (1 - mean) + 1)

    def choose(self, player: int, moves: list[int], random: Random) -> int:
        """MAST: mostly the best move, sometimes any."""
        if random.uniform() >= OFTEN:
            return moves[random.below(len(moves))]
        return max(moves, key=lambda move: self.mean(player, move))  # the first of the best

    def learn(self, moves: Played, rates: Rates) -> None:
        for player, move in moves:
            entry = self.known.setdefault((player, move), [0.0, 0.0])
            entry[0] += 1
            entry[1] += rates[player]
