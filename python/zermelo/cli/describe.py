"""`zermelo describe`: what a game is like to play, and how variants of its rules differ."""

import re
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from zermelo.cli.failures import INTERRUPTED
from zermelo.cli.options import MOST, GameText, Json, Seed, count, seconds_up_to, whole_from
from zermelo.cli.output import Answer, note
from zermelo.cli.paint import reply
from zermelo.cli.progress import progress
from zermelo.errors import LimitError
from zermelo.games import find
from zermelo.portrait.describe import GPU_GAMES, LEVEL_GAMES, RANDOM_GAMES, Plan, portrait, random_games
from zermelo.portrait.plot import check_plot, draw
from zermelo.portrait.portrait import Comparison, Portrait

_HOUR = 3600.0
MOST_ON_GPU = 10**12
"""The most random games that a GPU is asked for."""


def describe(
    game: GameText,
    /,
    *others: Annotated[str, Parameter(name="VARIANT", help='Games to compare it with: "connect(rows=5)".')],
    games: Annotated[
        int | None,
        Parameter(converter=whole_from(1, MOST_ON_GPU), help=f"Random games: {RANDOM_GAMES} by default, {GPU_GAMES:,} on a GPU."),
    ] = None,
    levels: Annotated[
        str, Parameter(help="Levels that play themselves: 1,3,5 by default; none for random games alone.")
    ] = "1,3,5",
    level_games: Annotated[int, Parameter(converter=count, help=f"Games of each level: {LEVEL_GAMES} by default.")] = LEVEL_GAMES,
    seconds: Annotated[
        float | None,
        Parameter(converter=seconds_up_to(_HOUR), help="The most time for each way of playing; no limit by default."),
    ] = None,
    seed: Seed = 1,
    backend: Annotated[
        Literal["native", "compiled", "interpreted"] | None,
        Parameter(help="How the rules run: native (Rust), compiled or interpreted. The fastest available by default."),
    ] = None,
    where: Annotated[Literal["cpu", "gpu"], Parameter(help="Where random games run: cpu or gpu.")] = "cpu",
    plot: Annotated[Path | None, Parameter(help="Draw the portrait to a .png, .svg or .pdf file.")] = None,
    json: Json = False,
) -> Answer | int:
    """Show what a game is like to play.

    Random games and games of levels against themselves are measured: who wins from which seat with 95 % intervals, length, branching factor,
    forced moves, how often the lead changes and how early a game is decided. Several games are compared side by side.
    With --where gpu a GPU plays random games as well, ten million by default. Ctrl-C stops and prints what was gathered.

        zermelo describe tictactoe
        zermelo describe "connect(rows=5)" "connect(rows=6)" --levels 3 --level-games 20
        zermelo describe my_game.py --levels none --games 200 --json
        zermelo describe connect4 --seconds 2 --plot connect4.png
        zermelo describe connect4 --where gpu --games 1000000000
    """
    if where == "cpu" and games is not None and games > MOST:
        raise LimitError(f"--games {games} is out of range: give a whole number from 1 to {MOST}")
    here, there = random_games(where, games)
    plan = Plan(here, read_levels(levels), level_games, seed, seconds, backend=backend, gpu_games=there)
    made = [find(text) for text in (game, *others)]
    if plot is not None:
        check_plot(plot)
    found: list[Portrait] = []
    with progress("playing") as step:
        for each in made:

            def hear(name: str, done: int, total: int, title: str = str(each)) -> None:
                step(f"{title} · {name}", done=done, total=total, fresh=done == 0)  # a level takes longer than random play

            found.append(portrait(each, plan, hear))
            if found[-1].stopped:
                break
    told = found[0] if len(made) == 1 else Comparison(tuple(found))
    if plot is not None:
        draw(found, plot)
        note(f"drew {plot}")
    return reply(json, told.to_json(), str(told), code=INTERRUPTED if told.stopped else 0)


def read_levels(text: str) -> tuple[int, ...]:
    """Levels such as 1,3,5 or 2-4; none for no level.

    >>> read_levels("1,3-5"), read_levels("none")
    ((1, 3, 4, 5), ())
    """
    if text.strip().lower() == "none":
        return ()
    found: set[int] = set()
    for word in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,3})(?:-(\d{1,3}))?\s*", word)
        if match is None:
            raise LimitError(f"--levels takes numbers such as 1,3,5 or 2-4, or none, not `{text}`")
        found.update(range(int(match[1]), int(match[2] or match[1]) + 1))
    return tuple(sorted(found))
