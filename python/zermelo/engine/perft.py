"""Perft: the number of move sequences from a position, counted by the game's fastest backend or on a GPU."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo import html
from zermelo.engine.algorithm import SPECIFICATION
from zermelo.engine.backends import diagnose, open_backend
from zermelo.engine.random_games import check_place
from zermelo.errors import LimitError
from zermelo.game import Game, Position
from zermelo.limit import MAX_PLY
from zermelo.report import count
from zermelo.search.perft import perft as walk


@dataclass(frozen=True)
class Perft:
    """The number of sequences of one length; finished games are not extended."""

    game: str
    backend: str
    depth: int
    nodes: int
    seconds: float
    moves: dict[str, int]
    """The same for each first move, with `divide`."""

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "seconds": round(self.seconds, 6)}

    def __str__(self) -> str:
        width = max((len(move) for move in self.moves), default=0)
        rows = [f"  {move:<{width}}  {number:>15,}" for move, number in self.moves.items()]
        speed = f"{count(self.nodes / self.seconds if self.seconds > 0 else 0)} nodes/s"
        total = f"{self.game} · depth {self.depth} · {self.nodes:,} nodes · {speed} · {self.seconds:.2f} s · {self.backend}"
        return "\n".join([*rows, total])

    def _repr_html_(self) -> str:
        return html.written(str(self))


def perft(position: Position, depth: int, divide: bool = False, backend: str | None = None, where: str = "cpu") -> Perft:
    """Count the sequences of moves of one length; with `divide`, also for each first move."""
    if not isinstance(depth, int) or isinstance(depth, bool) or not 0 <= depth <= MAX_PLY:
        raise LimitError(f"depth={depth!r} must be a whole number from 0 to {MAX_PLY}")
    name, counted = _counter(position.game, backend, where)
    started = time.perf_counter()
    parts: dict[str, int] = {}
    if divide and depth > 0:
        parts = {position.name(move): counted(position.advance(move), depth - 1) for move in position.choices}
    nodes = sum(parts.values()) if parts else counted(position, depth)
    return Perft(str(position.game), name, depth, nodes, time.perf_counter() - started, parts)


def _counter(game: Game, backend: str | None, where: str) -> tuple[str, Callable[[Position, int], int]]:
    """The name of the place, and what counts there."""
    check_place(where, backend)
    if where == "gpu":
        from zermelo.gpu.counting import GpuPerft

        on_gpu = GpuPerft(game, lambda state, depth: _on_cpu(game, None)[1](state, depth))
        return where, lambda here, depth: on_gpu(here.state.pack(), depth)
    if backend == SPECIFICATION:
        return SPECIFICATION, lambda here, depth: walk(here.rules, here.state, depth)
    name, on_cpu = _on_cpu(game, backend)
    return name, lambda here, depth: on_cpu(here.state.pack(), depth)


def _on_cpu(game: Game, backend: str | None) -> tuple[str, Callable[[bytes, int], int]]:
    opened = open_backend(game, backend)

    def counted(state: bytes, depth: int) -> int:
        with diagnose(game):
            return opened.core.perft(state, depth)

    return opened.name, counted
