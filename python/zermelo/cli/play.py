"""`zermelo play`: people and agents at one board. Who sits where is settled in `seats`; `sitting` plays the game, `watching` shows one."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from zermelo.cli.options import (
    BackendName,
    GameText,
    MovesText,
    PositionText,
    command,
    open_position,
    prepare,
    whole,
)
from zermelo.cli.output import note, program
from zermelo.cli.seats import choose_opponents, find_seats, seat_opponents, seats_of
from zermelo.errors import AgentError, PositionError

if TYPE_CHECKING:
    from zermelo.cli.sitting import Sitting
    from zermelo.cli.watching import Watching
    from zermelo.engine.agent import Agent
    from zermelo.game.position import Position


@dataclass(frozen=True)
class Table:
    """A game about to begin: where, and who sits there; `people` is None where they will be asked."""

    start: Position
    people: frozenset[int] | None
    against: list[str]
    opponents: list[Agent]


def play(
    game: GameText,
    /,
    *,
    seat: Annotated[
        list[str] | None,
        Parameter(
            name="--as",
            help="Which player you are; it asks when not told. Repeat it for several people, or say all.",
            consume_multiple=False,
        ),
    ] = None,
    against: Annotated[
        list[str] | None,
        Parameter(
            name="--against",
            help="Your opponent: strong(seconds=1) unless you say otherwise. Repeat it for games with more players.",
            consume_multiple=False,
        ),
    ] = None,
    level: Annotated[
        int | None,
        Parameter(
            name="--level", converter=whole, help="How strong your opponents are, from 1 (a beginner) to 10; not with --against."
        ),
    ] = None,
    watch: Annotated[
        bool, Parameter(name="--watch", help="Sit back: every seat is an agent's, in the order of --against.")
    ] = False,
    load: Annotated[Path | None, Parameter(name="--load", help="Go on with a game that was saved: a .json or .pgn file.")] = None,
    position: PositionText = None,
    moves: MovesText = None,
    backend: BackendName = None,
    seed: Annotated[int | None, Parameter(name="--seed", converter=whole, help="Makes dice and the like repeatable.")] = None,
    plain: Annotated[bool, Parameter(name="--plain", help="Ask for lines of text, without a cursor or keys.")] = False,
) -> int:
    """Play against the machine, against each other, or watch.

    Choose a move with the arrow keys and Enter, or type its name, or help: there are hint, why, undo, redo, save and more.
    Moves may also come from a pipe, one a line.
    """
    from zermelo.cli import paint
    from zermelo.cli.prompt import prompting
    from zermelo.game.random import Random

    if watch and seat:
        raise AgentError("--watch leaves no seat for people, but --as names one; choose one of the two")
    people: frozenset[int] | None = frozenset() if watch else None
    table = set_table(game, seat, people, choose_opponents(against, level, seed), load, position, moves, backend)
    random = Random(secrets.randbits(64) if seed is None else seed)
    out = paint.console()

    with prompting(out, plain) as prompt:
        if table.people == frozenset():
            from zermelo.cli.watching import Watching

            shown: Sitting | Watching = Watching(table.start, table.opponents, random, out, prompt.keyboard)
        else:
            from zermelo.cli.sitting import Sitting

            shown = Sitting(table.start, table.people, table.opponents, backend, random, out, prompt)
        return _leave_politely(shown, lambda: resume(game, position, shown.position, shown.people, table.against, backend))


def _leave_politely(shown: Sitting | Watching, again: Callable[[], str]) -> int:
    """Play, and say how to go on wherever it ends before its end."""
    from zermelo.cli.board import show
    from zermelo.cli.prompt import Quit

    try:
        shown.play()
    except (Quit, KeyboardInterrupt) as leaving:
        if shown.on_screen:  # what was drawn there is gone by now
            shown.out.print(show(shown.position, shown.out))
        shown.out.print(f"\nGoodbye. To go on from here: {again()}")
        return 0 if isinstance(leaving, Quit) else 130
    except Exception:
        # Whatever went wrong is told elsewhere; the game so far is not lost.
        note(f"to go on from here: {again()}")
        raise
    return 0


def set_table(
    game: str,
    seat: list[str] | None,
    people: frozenset[int] | None,
    against: list[str],
    load: Path | None,
    position: str | None,
    moves: str | None,
    backend: str | None,
) -> Table:
    """Refuse at once, before anything is printed or asked, what cannot be played."""
    if load is None:
        start = open_position(game, position, moves)
    else:
        start, told, agents = _open_saved(game, load, position, moves)
        if seat is None and people is None and not against:
            people, against = told, agents
    if seat:
        people = find_seats(start.game, seat)
    opponents = seat_opponents(start, against, backend, 1 if people is None else len(people))
    prepare(start, opponents, backend)
    return Table(start, people, against, opponents)


def _open_saved(
    game: str, path: Path, position: str | None, moves: str | None
) -> tuple[Position, frozenset[int] | None, list[str]]:
    from zermelo.games import find
    from zermelo.play.transcript import Transcript

    if position is not None or moves is not None:
        raise PositionError("--load says where the game stands, and so do --position and --moves; choose one")
    played = Transcript.load(path)
    return (played.replay(find(game)), *seats_of(played))


def resume(
    game: str, start: str | None, here: Position, people: frozenset[int] | None, against: list[str], backend: str | None
) -> str:
    """The command that takes up this game where it was left."""
    first = here
    while first.parent is not None:
        first = first.parent
    words = ["play", game]
    if start is not None or first != here.game.start():
        words += ["--position", start or str(first)]
    if here.history:
        words += ["--moves", " ".join(here.history)]
    if people == frozenset():
        words += ["--watch"]
    for each in sorted(people or ()):
        words += ["--as", here.game.players[each]]
    for opponent in against:
        words += ["--against", opponent]
    if backend is not None:
        words += ["--backend", backend]
    return f"{program()} {shlex.join(words)}"


app = command(
    play,
    """
    zermelo play tictactoe
    zermelo play connect4 --as o --against "alphabeta(depth=6)"
    zermelo play "nim([3,4,5])" --as x --against random
    zermelo play othello --level 3
    zermelo play chess --as all
    zermelo play connect4 --watch --against "uct(seconds=1)" --against "level(8)"
    zermelo play connect4 --moves "4 4 5" --as o
    zermelo play chess --load my-game.pgn --as white
    zermelo play my_game.py
    """,
)
