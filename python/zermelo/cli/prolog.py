"""`zermelo prolog`: searches written in Prolog beside ours, on the same game."""

import threading
import time
from collections.abc import Iterator
from copy import copy
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.text import Text

from zermelo.cli.options import YEAR, Json, MovesText, seconds_up_to, whole_from
from zermelo.cli.output import Answer
from zermelo.cli.paint import QUIET, reply
from zermelo.cli.progress import status
from zermelo.engine.agent import SearchAgent
from zermelo.engine.algorithms import alphabeta, minimax
from zermelo.errors import GameError, LimitError
from zermelo.game import Position
from zermelo.games import find
from zermelo.games.outside.prolog import PrologGame, program
from zermelo.games.outside.prolog_process import MAX_WORTH
from zermelo.games.outside.prolog_search import Window, search, searches
from zermelo.limit import MAX_PLY

_COLUMNS = ("search", "value", "best", "nodes", "leaves", "seconds")
_STRICT = ("cut", "alpha", "beta")
"""Parameters of our alpha-beta with which it looks at the nodes that the book's program looks at."""


@dataclass(frozen=True)
class Row:
    """One search of the comparison."""

    search: str
    language: str
    value: float
    best: str
    nodes: int
    leaves: int | None
    seconds: float


def _number(_: type, tokens: Any) -> float:
    number = float(tokens[0].value)
    if not abs(number) <= MAX_WORTH:
        raise LimitError(f"{tokens[0].keyword} {tokens[0].value} is out of range: give a number from -1e8 to 1e8")
    return number


def prolog(
    game: Annotated[str, Parameter(name="GAME", help='A game in Prolog: game.pl, or "game.pl(start=\\"b\\")".')],
    /,
    *,
    with_: Annotated[
        tuple[Path, ...], Parameter(name="--with", help="A file with searches in Prolog, loaded after the game; may be repeated.")
    ] = (),
    position: Annotated[
        str | None, Parameter(help='Start from this position, a term: "pos(x,[b,b])".', allow_leading_hyphen=True)
    ] = None,
    moves: MovesText = None,
    depth: Annotated[
        int | None,
        Parameter(converter=whole_from(1, MAX_PLY), help="Look this many plies ahead: to the end of the game by default."),
    ] = None,
    alpha: Annotated[
        float,
        Parameter(
            converter=_number, help="The least value that alpha-beta looks for: -1e8 by default.", allow_leading_hyphen=True
        ),
    ] = -MAX_WORTH,
    beta: Annotated[
        float,
        Parameter(
            converter=_number, help="The greatest value that alpha-beta looks for: 1e8 by default.", allow_leading_hyphen=True
        ),
    ] = MAX_WORTH,
    seconds: Annotated[
        float, Parameter(converter=seconds_up_to(YEAR), help="The most time for each search: 60 by default.")
    ] = 60.0,
    json: Json = False,
) -> Answer | int:
    """Run searches that are written in Prolog beside ours, and compare values and nodes.

    The game is a file with moves/2, staticval/2, max_to_move/1 and min_to_move/1. The searches are minimax(Pos, Best, Value) and
    alphabeta(Pos, Alpha, Beta, Best, Value), in the same file or in one that --with names. SWI-Prolog runs them unchanged, and
    counts each call of the search as a node and each call of staticval as a leaf.
    Our minimax and alpha-beta search the same game. The exit code is 1 if the values differ.

        zermelo prolog game.pl
        zermelo prolog game.pl --with minimax.pl --with alphabeta.pl
        zermelo prolog game.pl --with search.pl --depth 4 --alpha -100 --beta 100
        zermelo prolog "game.pl(size=512)" --position "pos(x,[b,b,b])" --json
    """
    if not alpha < beta:
        raise LimitError(f"--alpha {alpha:g} must be less than --beta {beta:g}")
    played = find(game)
    if not isinstance(played, PrologGame):
        raise GameError(f"{played} is not written in Prolog; give a file such as game.pl")
    here = _without_wins(played).position(position)
    here = here.play(moves) if moves else here
    rows = list(_rows(here, with_, Window(alpha, beta), depth, seconds))
    same = len({row.value for row in rows}) == 1
    told = {"game": str(played), "position": str(here), "same": same, "searches": [asdict(row) for row in rows]}
    return reply(json, told, *_table(rows), *_remarks(rows, same), code=0 if same else 1)


def _without_wins(game: PrologGame) -> PrologGame:
    """The same game without bounds: Prolog knows no sooner or later wins, so ours must not prefer them."""
    plain = copy(game)
    plain.bounds = (-MAX_WORTH, MAX_WORTH)
    return plain


def _rows(here: Position, others: tuple[Path, ...], window: Window, depth: int | None, seconds: float) -> Iterator[Row]:
    game = here.game
    assert isinstance(game, PrologGame)
    asked, names = searches(game, program(*others) if others else None)
    text = game.show(here.state)
    for name in names:
        with status(f"{name} in Prolog"):
            found = search(asked, name, text, window, depth, seconds)
        yield Row(found.predicate, "Prolog", found.value, found.best, found.nodes, found.leaves, found.seconds)
    if here.over:
        return
    limits: dict[str, Any] = {"depth": depth or MAX_PLY}
    yield _ours(here, minimax(**limits), "minimax", seconds)
    yield _ours(here, alphabeta(**limits), "alphabeta", seconds)
    if set(_STRICT) <= set(alphabeta.row.parameters):
        given: dict[str, Any] = {"cut": ">", "alpha": window.alpha, "beta": window.beta}
        yield _ours(here, alphabeta(**limits, **given), 'alphabeta(cut=">")', seconds)


def _ours(here: Position, agent: SearchAgent, called: str, seconds: float) -> Row:
    """One search of ours. The time limit is not the agent's: with one it would deepen step by step, and count the nodes of each step."""
    game = here.game
    assert isinstance(game, PrologGame)
    begun = time.monotonic()
    running = agent.search(here)
    clock = threading.Timer(seconds, running.stop)
    clock.start()
    try:
        with status(f"{called} in Zermelo"):
            report = running.last()
    finally:
        clock.cancel()
    if report.stopped or report.values is None:
        raise LimitError(f"{called} did not end within {seconds:g} s; give it more --seconds, or a --depth")
    best = game.facts(here.state).successors[game.parse(here.state, report.move)]
    return Row(called, "Zermelo", report.values[0], best, report.nodes, None, time.monotonic() - begun)


def _table(rows: list[Row]) -> Iterator[Text]:
    cells = [_COLUMNS, *(_cells(row) for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(_COLUMNS))]
    for number, row in enumerate(cells):
        left = [
            f"{text:<{width}}" if column in (0, 2) else f"{text:>{width}}"
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield Text("  ".join(left).rstrip(), style="" if number else QUIET)


def _cells(row: Row) -> tuple[str, ...]:
    leaves = "-" if row.leaves is None else f"{row.leaves:,}"
    return (
        f"{row.language} {row.search}",
        f"{row.value:+g}" if row.value else "0",
        row.best or "-",
        f"{row.nodes:,}",
        leaves,
        f"{row.seconds:.3f}",
    )


def _remarks(rows: list[Row], same: bool) -> Iterator[str]:
    if not same:
        yield "The values differ: a program has a mistake, or the value lies outside the window from --alpha to --beta."
    elif len({row.best for row in rows if row.best}) > 1:
        yield "Several moves are best: on equal values Zermelo takes the first, the book's programs the last."
