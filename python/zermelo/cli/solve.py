"""`zermelo solve`: who wins with best play, and how."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from zermelo.cli.failures import INTERRUPTED
from zermelo.cli.options import (
    BackendName,
    GameText,
    Json,
    MovesText,
    PositionText,
    Seconds,
    command,
    open_position,
    prepare,
)
from zermelo.cli.output import Answer, check_out, save

if TYPE_CHECKING:
    from zermelo.agents import SearchAgent
    from zermelo.position import Position
    from zermelo.report import Report

_SOLUTION_NODES = 10_000


def solve(
    game: GameText,
    /,
    *,
    position: PositionText = None,
    moves: MovesText = None,
    seconds: Seconds = None,
    memory: Annotated[str, Parameter(name="--memory", help="Memory for the table: 256MB unless you say otherwise.")] = "256MB",
    out: Annotated[
        Path | None,
        Parameter(name="--out", help="Write the solution tree (our move, every reply) to a .svg, .dot, .json or .txt file."),
    ] = None,
    backend: BackendName = None,
    json: Json = False,
) -> Answer | int:
    """Find out who wins with best play.

    Searches to the end of the game: is it a win, a draw or a loss for the player to move, and in how many plies?
    With --seconds it may come back without an answer; it says so, and the exit code is 1.
    Ctrl-C stops the search and prints what it has found so far.
    """
    from zermelo.agents import alphabeta
    from zermelo.cli import paint
    from zermelo.cli.thinking import think

    if out is not None:
        check_out(out)
    here = open_position(game, position, moves)
    solver = alphabeta(seconds=seconds, table=True, memory=memory, backend=backend)
    prepare(here, [solver], backend)
    if not json:
        paint.console().print(paint.board(here))
    found = think(here, solver, f"solving {here.game}", enough=proven)
    code = INTERRUPTED if found.stopped == "interrupt" else 0 if proven(found) else 1
    if not json:
        _print(here, found)
    if out is not None and code == 0:
        code = _write_solution(here, solver, out)
    return Answer(found.to_json() | _verdict(here, found), code) if json else code


def proven(found: Report) -> bool:
    """Whether a report settles the matter: nothing was cut off, or a forced win or loss was seen to its end.

    A search that was stopped half-way has not seen every way out of a loss.
    """
    if found.value is None:
        return False
    return found.exact or (found.plies is not None and (found.stopped is None or found.value > 0))


def _verdict(here: Position, found: Report) -> dict[str, Any]:
    """The keys that `solve` adds to those of a report."""
    if not proven(found):
        return {"outcome": None, "plies": None}
    assert found.value is not None
    outcome = "win" if found.value > 0 else "loss" if found.value < 0 else "draw"
    return {"outcome": outcome, "plies": found.plies if found.plies is not None else _length(here, found.line)}


def _length(here: Position, line: tuple[str, ...]) -> int | None:
    """Length of a line that reaches the end of the game."""
    return len(line) if here.play(*line).over else None


def _print(here: Position, found: Report) -> None:
    from rich.text import Text

    from zermelo.cli import paint

    verdict = _verdict(here, found)
    if verdict["outcome"] is None:
        sentence = "Not solved in the time it was given." if found.stopped == "seconds" else "Not solved: interrupted."
    else:
        after = "" if verdict["plies"] is None else f" in {paint.plies(verdict['plies'])}"
        sentence = f"A {verdict['outcome']} for {found.player}{after}."
    console = paint.console()
    console.print(Text(sentence, style="bold"))
    if found.value is None:  # stopped before it had seen the end of a single line
        console.print(f"It searched {paint.speed(found)}.")
    else:
        console.print(paint.report(found, here.game.players))


def _write_solution(here: Position, solver: SearchAgent, out: Path) -> int:
    """Write the plan behind the answer; Ctrl-C costs the file, not the answer."""
    from zermelo.cli.thinking import status
    from zermelo.limit import Limit
    from zermelo.solution import solution

    try:
        with status("writing the solution"):
            tree = solution(here, replace(solver, limit=Limit(memory=solver.limit.memory)), _SOLUTION_NODES)
    except KeyboardInterrupt:
        print(f"note: interrupted, so {out} was not written", file=sys.stderr)
        return INTERRUPTED
    save(tree, out)
    return 0


app = command(
    solve,
    """
    zermelo solve tictactoe
    zermelo solve "connect(rows=4,cols=5)" --memory 1GB
    zermelo solve "nim([3,4,5])" --json
    zermelo solve tictactoe --moves "a1 b1" --out solution.svg
    zermelo solve connect4 --moves "4 4 4 4 4 2" --seconds 30
    """,
)
