"""Agents choose moves. Written like calls: `alphabeta(depth=8)`, in Python and on the command line alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from zermelo.calls import make, parse_call
from zermelo.engine import Search, Task
from zermelo.errors import AgentError, PositionError, nearest
from zermelo.limit import Limit, memory_size
from zermelo.position import Position
from zermelo.report import Report
from zermelo.search.playout import Random


class Agent(Protocol):
    """Something that chooses moves."""

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        """What the agent thinks, as it thinks; the last report is its choice."""

    def __call__(self, position: Position) -> Report:
        """The agent's choice."""


@dataclass(frozen=True)
class SearchAgent:
    """An agent that searches."""

    algorithm: str
    limit: Limit
    backend: str | None = None
    table: bool = False

    def search(self, position: Position, tree: int = 0) -> Search:
        """A search that can be stopped from outside."""
        task = Task(position, self.algorithm, self.limit, self.backend, self.table, tree)
        return Search(task, str(self))

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        return iter(self.search(position, tree))

    def __call__(self, position: Position, tree: int = 0) -> Report:
        return self.search(position, tree).last()

    def __str__(self) -> str:
        limits = repr(self.limit).removeprefix("Limit(").removesuffix(")")
        options = [limits] if limits else []
        if self.table:
            options.append("table=True")
        return f"{self.algorithm}({', '.join(options)})"


class RandomAgent:
    """Plays any legal move, each as likely as the next; the same ones again for the same seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = Random(seed)

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        if tree:
            raise AgentError(f"{self} does not search, so it has no tree to show")
        if position.over:
            raise PositionError(f"the game is over ({position.result}): there is no move to look for")
        choices = position.choices
        move = position.name(choices[self.random.below(len(choices))])
        yield Report(
            game=str(position.game),
            agent=str(self),
            backend="python",
            player=position.turn,
            move=move,
            value=None,
            values=None,
            line=(move,),
            depth=0,
            nodes=1,
            seconds=0.0,
        )

    def __call__(self, position: Position) -> Report:
        return next(self.reports(position))

    def __str__(self) -> str:
        return f"random(seed={self.seed})"


def minimax(
    depth: int | None = None, nodes: int | None = None, seconds: float | None = None, backend: str | None = None
) -> SearchAgent:
    """Minimax, the lecture's own: looks at everything within its limits."""
    return SearchAgent("minimax", Limit(depth=depth, nodes=nodes, seconds=seconds), backend)


def alphabeta(
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    table: bool = False,
    memory: str | int | None = None,
    backend: str | None = None,
) -> SearchAgent:
    """Alpha-beta: minimax's answer with far fewer nodes; `table=True` remembers positions, in `memory` such as 64MB."""
    if not isinstance(table, bool):
        raise AgentError(f"table={table!r} must be True or False")
    size = None if memory is None else memory_size(memory)
    limit = Limit(depth=depth, nodes=nodes, seconds=seconds, memory=size)
    return SearchAgent("alphabeta", limit, backend, table or size is not None)


def random(seed: int = 1) -> RandomAgent:
    """Any legal move."""
    if not isinstance(seed, int):
        raise AgentError(f"seed={seed!r} must be a whole number")
    return RandomAgent(seed)


AGENTS: dict[str, Callable[..., Agent]] = {"minimax": minimax, "alphabeta": alphabeta, "random": random}


def agent(text: str, backend: str | None = None) -> Agent:
    """The agent that a text describes, such as `alphabeta(depth=8)`."""
    call = parse_call(text, AgentError)
    if call.name not in AGENTS:
        raise AgentError(f"there is no agent `{call.name}`; there are {', '.join(AGENTS)}.{nearest(call.name, AGENTS)}")
    made: Agent = make(call, AGENTS[call.name], AgentError)
    if backend is not None and isinstance(made, SearchAgent):
        return SearchAgent(made.algorithm, made.limit, backend, made.table)
    return made
