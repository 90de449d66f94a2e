"""What a Monte-Carlo search may use besides random games: each technique switchable by name.

All off is UCT as the lecture gives it. `solver` proves, `rave` and `grave` learn from moves played later, `history` and `policy` from moves played
anywhere, `cutoff` and `implicit` ask the game's `evaluate`, `transpositions` shares positions that several move orders reach.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

from zermelo.errors import AgentError
from zermelo.game.protocol import Game
from zermelo.search.parameter import choice, number, switch, threads, whole

EXPLORATION = 0.5
CAP = 5000
GAMES = 50
"""The lecture's number of random games for each move."""


@dataclass(frozen=True)
class MonteCarloOptions:
    """The techniques of one Monte-Carlo search."""

    exploration: float = number(EXPLORATION, "The constant C before the square root of UCT.")
    final: str = choice("visits", ("visits", "value"), "Play the move with most visits, or the one with the best value.")
    solver: bool = switch("Prove wins and losses where the tree reaches the end of the game (MCTS-Solver).", True)
    rave: float = number(0, "RAVE: visits for which moves played later count as much as moves played now; 0 for never.")
    grave: int = whole(0, "With rave: positions with fewer visits take the statistics of an ancestor (GRAVE).")
    history: float = number(0, "Weight of how a move has done anywhere in the tree (progressive history).")
    policy: str = choice(
        "random", ("random", "mast"), "How random games choose: evenly, or mostly moves that have done well (MAST)."
    )
    cutoff: int = whole(0, "Plies after which `evaluate` replaces the rest of a random game; 0 for never.")
    implicit: float = number(0, "Weight of the minimax value of evaluations in the tree (implicit minimax backups).", most=1)
    transpositions: bool = switch("Share positions that different move orders reach.")
    games: int = whole(GAMES, "Random games for each move.", least=1)
    cap: int = whole(CAP, "Plies after which a random game is given up and reported as such.", least=1)
    seed: int = whole(1, "Seed of the random numbers.", most=(1 << 63) - 1)
    threads: int = threads()

    # What every kind of options answers
    table: ClassVar[bool] = False
    deepening: ClassVar[bool] = True
    windows: ClassVar[bool] = False
    lines: ClassVar[int] = 1

    def techniques(self) -> dict[str, Any]:
        """Every option by name, as Rust takes them."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def heuristics(self) -> tuple[str, ...]:
        """What the search asks the game besides its rules."""
        return ("evaluate", "playout") if self.cutoff or self.implicit else ("playout",)

    def reseeded(self, seed: int) -> MonteCarloOptions:
        """The same techniques with other random numbers."""
        return replace(self, seed=(self.seed * 0x9E3779B97F4A7C15 + seed) % (1 << 63))


def check_montecarlo_options(options: MonteCarloOptions, game: Game, who: str) -> None:
    """Refuse, with the reason, what does not apply to a game or does not go together."""
    for name in ("cutoff", "implicit"):
        if getattr(options, name) and not game.defines("evaluate"):
            raise AgentError(f"{who}: {name} needs a method `evaluate` that tells how good a position looks; {game} has none")
    if options.implicit and (not game.rules.two_sided or game.defines("chances")):
        raise AgentError(f"{who}: implicit needs a two-player zero-sum game without chance; {game} is not")
    if options.grave and not options.rave:
        raise AgentError(f"{who}: grave={options.grave} only works together with rave; add rave, such as rave=1000")
