"""What a Monte-Carlo search may use besides random games: each technique switchable by name.

All off is UCT as the lecture gives it. `solver` proves, `rave` and `grave` learn from moves played later, `history` and `policy` from
moves played anywhere, `cutoff` and `implicit` ask the game's `evaluate`, `transpositions` shares what several move orders reach.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from math import isfinite
from typing import ClassVar

from zermelo.errors import AgentError, nearest
from zermelo.game.protocol import Game

FINALS = ("visits", "value")
POLICIES = ("random", "mast")
EXPLORATION = 0.5
CAP = 5000
"""A playout of more plies is given up, and reported."""


@dataclass(frozen=True)
class Sampling:
    """The techniques of one Monte-Carlo search."""

    exploration: float = EXPLORATION
    """The lecture's constant C before the square root."""
    final: str = "visits"
    """Whether the move with most visits or the one with the best value is played in the end."""
    solver: bool = True
    """Prove wins and losses where the tree reaches them (MCTS-Solver)."""
    rave: float = 0
    """Visits for which moves played later count as much as moves played now; 0 for never."""
    grave: int = 0
    """With `rave`: a position with fewer visits than this takes the statistics of an ancestor."""
    history: float = 0
    """Weight of how a move has done wherever it was played (progressive history)."""
    policy: str = "random"
    """How random games choose: evenly, or mostly the moves that have done well (MAST)."""
    cutoff: int = 0
    """Plies after which the evaluation stands in for the rest of a random game; 0 for never."""
    implicit: float = 0
    """Weight of the minimax value of evaluations in the tree (implicit minimax backups)."""
    transpositions: bool = False
    """Share what different move orders lead to."""
    games: int = 0
    """Random games for each move, without a tree; for flat Monte-Carlo."""
    cap: int = CAP
    """Plies after which a random game is given up."""
    seed: int = 1
    threads: int = 1

    # What the door to searches asks of all options
    table: ClassVar[bool] = False
    deepening: ClassVar[bool] = True
    windows: ClassVar[bool] = False
    lines: ClassVar[int] = 1

    def techniques(self) -> dict[str, bool | int | float | str]:
        """Every option by name, as the twin takes them."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def taste(self) -> tuple[str, ...]:
        """What the search will ask the game besides its rules."""
        return ("evaluate", "playout") if self.cutoff or self.implicit else ("playout",)

    def reseeded(self, seed: int) -> Sampling:
        """The same techniques with other luck."""
        return replace(self, seed=(self.seed * 0x9E3779B97F4A7C15 + seed) % (1 << 63))

    def __str__(self) -> str:
        """As it is written in an agent: only what differs from the usual."""
        return ", ".join(
            f"{field.name}={getattr(self, field.name)!r}"
            for field in fields(self)
            if getattr(self, field.name) != field.default and not (self.games and field.name == "solver")
        )


def check_sampling(sampling: Sampling, game: Game, who: str) -> None:
    """Refuse, with the reason, what does not apply to a game or does not go together."""
    for name in ("cutoff", "implicit"):
        if getattr(sampling, name) and not game.defines("evaluate"):
            raise AgentError(f"{who}: {name} needs a rule `evaluate` that tells how promising a position looks; {game} has none")
    rules = game.rules
    if sampling.implicit and (rules.players > 2 or (rules.players == 2 and not rules.zero_sum) or game.defines("chances")):
        raise AgentError(f"{who}: implicit backs evaluations up by minimax, which {game} is not for; leave it out")
    if sampling.grave and not sampling.rave:
        raise AgentError(f"{who}: grave={sampling.grave} says where rave takes its statistics; add rave, such as rave=1000")


def make_sampling(**given: object) -> Sampling:
    """Options from what users write, checked."""
    for name in ("solver", "transpositions"):
        if name in given and not isinstance(given[name], bool):
            raise AgentError(f"{name}={given[name]!r} must be True or False")
    for name, known in (("final", FINALS), ("policy", POLICIES)):
        if name in given and given[name] not in known:
            raise AgentError(f"{name}={given[name]!r} is none of {', '.join(known)}.{nearest(str(given[name]), known)}")
    for name in ("exploration", "rave", "history", "implicit"):
        value = given.get(name, 0)
        if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value) or value < 0:
            raise AgentError(f"{name}={value!r} must be a number of at least 0")
        if name == "implicit" and value > 1:
            raise AgentError(f"implicit={float(value)!r} is a weight: give a number from 0 to 1")
        given = {**given, name: float(value)} if name in given else given
    for name, least, most in (("grave", 0, 1 << 31), ("cutoff", 0, 1 << 31), ("cap", 1, 1 << 31), ("seed", 0, 1 << 63)):
        value = given.get(name, least)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value < most:
            raise AgentError(f"{name}={value!r} must be a whole number of at least {least}")
    return Sampling(**given)  # type: ignore[arg-type]
