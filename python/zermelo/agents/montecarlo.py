"""Agents that play random games: flat Monte-Carlo and UCT. They play every kind of game, and need no evaluation."""

from __future__ import annotations

from zermelo.engine.agent import SearchAgent, number_of_threads
from zermelo.errors import AgentError
from zermelo.limit import Limit, memory_size
from zermelo.search.montecarlo.options import CAP, EXPLORATION, make_sampling

GAMES = 50
"""The lecture's number of random games for each move."""


def montecarlo(
    games: int = GAMES,
    seconds: float | None = None,
    policy: str = "random",
    cutoff: int = 0,
    cap: int = CAP,
    seed: int = 1,
    backend: str | None = None,
) -> SearchAgent:
    """Flat Monte-Carlo: so many random games for each move; the one with the best win rate is played.

    `policy="mast"` lets random games prefer moves that have done well; `cutoff=10` lets the evaluation stand in after ten plies;
    `cap` is the number of plies after which a random game is given up, and reported.
    """
    if not isinstance(games, int) or isinstance(games, bool) or not 1 <= games < 1 << 31:
        raise AgentError(f"games={games!r} is no number of games: give a whole number of at least 1")
    options = make_sampling(games=games, policy=policy, cutoff=cutoff, cap=cap, seed=seed, solver=False)
    return SearchAgent("montecarlo", Limit(seconds=seconds), backend, options)


def uct(
    playouts: int | None = None,
    seconds: float | None = None,
    memory: str | int = "64MB",
    exploration: float = EXPLORATION,
    final: str = "visits",
    solver: bool = True,
    rave: float = 0,
    grave: int = 0,
    history: float = 0,
    policy: str = "random",
    cutoff: int = 0,
    implicit: float = 0,
    transpositions: bool = False,
    cap: int = CAP,
    threads: int = 1,
    seed: int = 1,
    backend: str | None = None,
) -> SearchAgent:
    """UCT: random games, and a tree that grows where the better moves seem to be. One second unless you say otherwise.

    `exploration` is the constant before the square root; `final`: play the move with most "visits" or the best "value".
    `solver` proves wins and losses. `rave=1000` learns from moves played later, `grave=50` from an ancestor's; `history=3` and
    `policy="mast"` from moves played anywhere; `cutoff=10` and `implicit=0.2` ask the game's evaluation; `transpositions=True`
    shares what several move orders reach. `threads=2` grows one tree with two threads, within `memory`.
    """
    if playouts is None and seconds is None:
        seconds = 1.0
    options = make_sampling(
        exploration=exploration,
        final=final,
        solver=solver,
        rave=rave,
        grave=grave,
        history=history,
        policy=policy,
        cutoff=cutoff,
        implicit=implicit,
        transpositions=transpositions,
        cap=cap,
        threads=number_of_threads(threads),
        seed=seed,
    )
    return SearchAgent("uct", Limit(playouts=playouts, seconds=seconds, memory=memory_size(memory)), backend, options)
