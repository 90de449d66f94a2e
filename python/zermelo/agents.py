"""Agents choose moves. Written like calls: `alphabeta(depth=8)`, in Python and on the command line alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from zermelo.calls import make, parse_call
from zermelo.engine import DEFAULT_MEMORY, Search, Task
from zermelo.errors import AgentError, PositionError, nearest
from zermelo.limit import Limit, memory_size
from zermelo.position import Position
from zermelo.report import Report
from zermelo.search.options import ORDERINGS, Options, ordering_names
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
    options: Options = Options()  # noqa: RUF009  (frozen)
    name: str | None = None
    """What people call it, when it is a ready-made set of options; these then adapt to the game."""

    def search(self, position: Position, tree: int = 0) -> Search:
        """A search that can be stopped from outside."""
        options = self.options
        if self.name is not None:
            options = replace(options, quiescence=position.game.defines("noisy"))
        task = Task(position, self.algorithm, self.limit, self.backend, options, tree)
        return Search(task, str(self))

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        return iter(self.search(position, tree))

    def __call__(self, position: Position, tree: int = 0) -> Report:
        return self.search(position, tree).last()

    def __str__(self) -> str:
        limit = self.limit if self.limit.memory != DEFAULT_MEMORY else replace(self.limit, memory=None)
        limits = repr(limit).removeprefix("Limit(").removesuffix(")")
        if self.name is not None:
            return f"{self.name}({limits})"
        return f"{self.algorithm}({', '.join(part for part in (limits, str(self.options)) if part)})"


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
    ordering: str | bool | tuple[str, ...] = "none",
    table: bool = False,
    memory: str | int | None = None,
    deepening: bool = False,
    inner_deepening: bool = False,
    pvs: bool = False,
    aspiration: bool = False,
    mtdf: bool = False,
    windows: bool = False,
    quiescence: bool = False,
    backend: str | None = None,
) -> SearchAgent:
    """Alpha-beta: minimax's answer with far fewer nodes. Every technique is off unless it is named.

    `ordering`: "all", "none" or names of pv, order, killers, history, such as "killers+history".
    `table=True` remembers positions, in `memory` such as "64MB". `deepening` goes to the depth step by step;
    `inner_deepening`, `pvs`, `aspiration` and `mtdf` find the same value with fewer nodes, most of the time.
    `windows=True` is for solving: near wins and losses first, then far ones, without deepening unless that is named too.
    `quiescence=True` looks on beyond the depth while the position is noisy.
    """
    size = None if memory is None else memory_size(memory)
    switches = dict(
        deepening=deepening,
        inner_deepening=inner_deepening,
        pvs=pvs,
        aspiration=aspiration,
        mtdf=mtdf,
        windows=windows,
        quiescence=quiescence,
    )
    for name, value in {"table": table, **switches}.items():
        if not isinstance(value, bool):
            raise AgentError(f"{name}={value!r} must be True or False")
    options = Options(ordering=ordering_names(ordering), table=table or size is not None, **switches)
    return SearchAgent("alphabeta", Limit(depth=depth, nodes=nodes, seconds=seconds, memory=size), backend, options)


def minimal(depth: int | None = None, seconds: float | None = None, backend: str | None = None) -> SearchAgent:
    """Counts the minimal tree: the nodes that alpha-beta visits when every first move is the best one."""
    return SearchAgent("minimal", Limit(depth=depth, seconds=seconds), backend)


def proof(
    nodes: int | None = None, seconds: float | None = None, memory: str | int = "64MB", backend: str | None = None
) -> SearchAgent:
    """Proof-number search: proves who wins, with fewer nodes than alpha-beta as a rule, but not how soon."""
    return SearchAgent("proof", Limit(nodes=nodes, seconds=seconds, memory=memory_size(memory)), backend)


def strong(
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: str | int = "64MB",
    backend: str | None = None,
) -> SearchAgent:
    """Alpha-beta with everything that keeps the value exact: ordering, table, deepening, PVS, aspiration windows.

    Where the game tells noisy moves from quiet ones, quiescence search is added.
    """
    options = Options(ordering=ORDERINGS, table=True, deepening=True, inner_deepening=True, pvs=True, aspiration=True)
    limit = Limit(depth=depth, nodes=nodes, seconds=seconds, memory=memory_size(memory))
    return SearchAgent("alphabeta", limit, backend, options, name="strong")


def random(seed: int = 1) -> RandomAgent:
    """Any legal move."""
    if not isinstance(seed, int):
        raise AgentError(f"seed={seed!r} must be a whole number")
    return RandomAgent(seed)


AGENTS: dict[str, Callable[..., Agent]] = {
    "minimax": minimax,
    "alphabeta": alphabeta,
    "strong": strong,
    "minimal": minimal,
    "proof": proof,
    "random": random,
}


def agent(text: str, backend: str | None = None) -> Agent:
    """The agent that a text describes, such as `alphabeta(depth=8)`."""
    call = parse_call(text, AgentError)
    if call.name not in AGENTS:
        raise AgentError(f"there is no agent `{call.name}`; there are {', '.join(AGENTS)}.{nearest(call.name, AGENTS)}")
    made: Agent = make(call, AGENTS[call.name], AgentError)
    if backend is not None and isinstance(made, SearchAgent):
        return replace(made, backend=backend)
    return made
