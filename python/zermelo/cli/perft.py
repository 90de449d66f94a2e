"""`zermelo perft`: counts move sequences, the standard test of a move generator."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from zermelo.cli.options import BackendName, GameText, Json, MovesText, PositionText, command, open_position, whole_from
from zermelo.cli.output import Answer
from zermelo.limit import MAX_PLY

if TYPE_CHECKING:
    from zermelo.game.position import Position


def perft(
    game: GameText,
    /,
    *,
    depth: Annotated[int, Parameter(name="--depth", converter=whole_from(0, MAX_PLY), help="Length of the sequences, in plies.")],
    position: PositionText = None,
    moves: MovesText = None,
    divide: Annotated[bool, Parameter(name="--divide", help="Count for each first move separately.")] = False,
    backend: BackendName = None,
    json: Json = False,
) -> Answer | int:
    """Count move sequences of a given length, to check rules.

    A game that ends earlier is not counted.
    Two implementations of the same game must agree on these numbers; a difference shows a mistake.
    """
    from zermelo.cli.thinking import status

    here = open_position(game, position, moves)
    name, counter = _counter(here, backend)
    started = time.perf_counter()
    with status(f"counting to depth {depth}"):
        if divide and depth > 0:
            parts = {here.name(move): counter(here.advance(move), depth - 1) for move in here.choices}
            nodes = sum(parts.values())
        else:
            parts, nodes = {}, counter(here, depth)
    seconds = time.perf_counter() - started
    if json:
        data = {"game": str(here.game), "backend": name, "depth": depth, "nodes": nodes, "seconds": round(seconds, 6)}
        return Answer(data | ({"moves": parts} if divide else {}))
    _print(
        f"{here.game} · depth {depth} · {nodes:,} nodes",
        parts,
        nodes / seconds if seconds > 0 else 0,
        f"{seconds:.2f} s · {name}",
    )
    return 0


def _print(total: str, parts: dict[str, int], speed: float, rest: str) -> None:
    from zermelo.cli import paint
    from zermelo.report import count

    out = paint.console()
    width = max((len(move) for move in parts), default=0)
    for move, number in parts.items():
        out.print(f"  {move:<{width}}  {number:>15,}")
    out.print(f"{total} · {count(speed)} nodes/s · {rest}")


def _counter(here: Position, backend: str | None) -> tuple[str, Callable[[Position, int], int]]:
    """The name of the backend, and the function that counts with it."""
    if backend == "python":
        from zermelo.search.perft import perft as count

        return backend, lambda position, depth: count(position.rules, position.state, depth)
    from zermelo.engine.backends import diagnose, open_backend

    opened = open_backend(here.game, backend)

    def native(position: Position, depth: int) -> int:
        with diagnose(here.game):
            return opened.core.perft(position.state.pack(), depth)

    return opened.name, native


app = command(
    perft,
    """
    zermelo perft connect4 --depth 8
    zermelo perft tictactoe --depth 9 --divide
    zermelo perft my_game.py --depth 5 --backend interpreted --json
    """,
)
