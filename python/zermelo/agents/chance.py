"""The agent for games with chance: expectiminimax, with or without pruning at chance nodes."""

from __future__ import annotations

from zermelo.agents.multiplayer import one_of
from zermelo.engine.agent import SearchAgent
from zermelo.errors import AgentError
from zermelo.limit import Limit, memory_size
from zermelo.search.options import STARS, Options, ordering_names


def expectiminimax(
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    pruning: str = "none",
    ordering: str | bool | tuple[str, ...] = "none",
    table: bool = False,
    memory: str | int | None = None,
    deepening: bool = False,
    backend: str | None = None,
) -> SearchAgent:
    """Expectiminimax: minimax, with averages where chance decides; for any number of players, and for games without chance.

    `depth` counts the moves of players; with a limit, a game's evaluation must be bounded_evaluation. `pruning`: none, star1, star2 or
    "star2.5", which find the same value and move with fewer nodes, for one player, or two with zero sum. `ordering`, `table` and
    `memory` as for alphabeta.
    """
    for name, value in {"table": table, "deepening": deepening}.items():
        if not isinstance(value, bool):
            raise AgentError(f"{name}={value!r} must be True or False")
    size = None if memory is None else memory_size(memory)
    options = Options(
        ordering=ordering_names(ordering),
        table=table or size is not None,
        deepening=deepening,
        pruning=one_of("pruning", pruning, ("none", *STARS)),
    )
    return SearchAgent("expectiminimax", Limit(depth=depth, nodes=nodes, seconds=seconds, memory=size), backend, options)
