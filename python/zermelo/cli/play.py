"""`zermelo play`: you against one agent or more. Who sits where is settled here; `sitting` plays the game."""

from __future__ import annotations

import secrets
import shlex
import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from zermelo.cli.options import (
    BackendName,
    GameText,
    MovesText,
    PositionText,
    command,
    default_agent,
    open_position,
    prepare,
    whole,
)
from zermelo.cli.output import program
from zermelo.errors import AgentError, GameError, nearest

if TYPE_CHECKING:
    from zermelo.agents import Agent
    from zermelo.cli.sitting import Sitting
    from zermelo.game import Game
    from zermelo.position import Position


def play(
    game: GameText,
    /,
    *,
    seat: Annotated[str | None, Parameter(name="--as", help="Which player you are; it asks when not told.")] = None,
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
    position: PositionText = None,
    moves: MovesText = None,
    backend: BackendName = None,
    seed: Annotated[int | None, Parameter(name="--seed", converter=whole, help="Makes dice and the like repeatable.")] = None,
) -> int:
    """Play against the machine.

    Type the name of a move, or `help`, `undo`, `hint`, `why`, `quit`. Moves may also come from a pipe, one a line.
    """
    from zermelo.cli.sitting import Quit, Sitting
    from zermelo.search.playout import Random

    start = open_position(game, position, moves)
    human = None if seat is None else find_seat(start.game, seat)
    against = choose_opponents(against, level, seed)
    opponents = seat_opponents(start, against, backend)
    prepare(start, opponents, backend)
    sitting = Sitting(start, opponents, backend, Random(secrets.randbits(64) if seed is None else seed))

    def again() -> str:
        return _resume(game, position, against, backend, sitting)

    try:
        sitting.take_seat(human)
        sitting.play()
    except (Quit, KeyboardInterrupt) as leaving:
        sitting.farewell(again())
        return 0 if isinstance(leaving, Quit) else 130
    except Exception:
        # Whatever went wrong is told elsewhere; the game so far is not lost.
        print(f"note: to go on from here: {again()}", file=sys.stderr)
        raise
    return 0


def find_seat(game: Game, name: str) -> int:
    """The number of a player, by name; capitals do not matter unless they have to."""
    if name in game.players:
        return game.players.index(name)
    lowered = [player.lower() for player in game.players]
    if lowered.count(name.lower()) != 1:
        seats = ", ".join(game.players)
        raise GameError(f"{game} has no player `{name}`; there are {seats}.{nearest(name, game.players)}")
    return lowered.index(name.lower())


def choose_opponents(against: list[str] | None, level: int | None, seed: int | None) -> list[str]:
    """The opponents that were asked for, by name or by level."""
    if level is None:
        return against or []
    if against:
        raise AgentError(f"--against says who plays you, and so does --level {level}; choose one")
    return [f"level({level}, seed={secrets.randbelow(1_000_000) if seed is None else seed})"]


def seat_opponents(position: Position, texts: list[str], backend: str | None) -> list[Agent]:
    """An agent for every seat but one, in order; the last one given takes the seats that are left."""
    from zermelo.agents import SearchAgent, agent

    seats = len(position.game.players) - 1
    if len(texts) > seats:
        count = "nobody to play against" if seats == 0 else f"{seats} {'opponent' if seats == 1 else 'opponents'}"
        raise AgentError(f"{position.game} has {count}, but --against is given {len(texts)} times")
    chosen = texts or [_default_opponent(position)] * min(seats, 1)
    chosen += chosen[-1:] * (seats - len(chosen))
    opponents = [agent(text, backend) for text in chosen]
    return [each.remembering() if isinstance(each, SearchAgent) else each for each in opponents]


def _default_opponent(position: Position) -> str:
    """A search where one can play the game, else random moves."""
    from zermelo.agents import agent, check_agent

    text = default_agent(position)
    try:
        check_agent(agent(text), position)
    except AgentError as error:
        print(f"note: {error}, so you play against random moves", file=sys.stderr)
        return "random"
    return text


def _resume(game: str, position: str | None, against: list[str], backend: str | None, sitting: Sitting) -> str:
    """The command that takes up this game where it was left."""
    words = ["play", game]
    if position is not None:
        words += ["--position", position]
    if sitting.position.history:
        words += ["--moves", " ".join(sitting.position.history)]
    if sitting.human is not None:
        words += ["--as", sitting.game.players[sitting.human]]
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
    zermelo play connect4 --moves "4 4 5" --as o
    zermelo play my_game.py
    """,
)
