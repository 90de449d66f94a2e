"""`zermelo verify`: plays an advice table against every defence."""

from collections.abc import Iterator
from typing import Annotated, Literal

from cyclopts import Parameter
from rich.text import Text

from zermelo.advice.verification import verify as verify_table
from zermelo.advice.verification.result import FAILURES, Verification
from zermelo.cli.advise import errors_with_source
from zermelo.cli.options import Json, Threads
from zermelo.cli.output import Answer
from zermelo.cli.paint import QUIET, reply
from zermelo.cli.progress import progress
from zermelo.games import find as find_game


def verify(
    table: Annotated[
        str,
        Parameter(
            name="TABLE", help="An advice table: its name (krk) or a file (my.advice). `zermelo advise --list` lists the names."
        ),
    ],
    /,
    *,
    game: Annotated[
        str | None, Parameter(help='Play this game instead of the one in the table: "connect(rows=4,cols=4)".')
    ] = None,
    aim: Annotated[
        Literal["win", "draw"] | None,
        Parameter(help="What the table must achieve: win won positions, or draw (not lose positions that are not lost)."),
    ] = None,
    start: Annotated[bool, Parameter(help="Play only from the start of the game, once as each player.")] = False,
    unsolved: Annotated[
        bool,
        Parameter(help="Do not solve the positions first (for large games); the table must then achieve its aim in all of them."),
    ] = False,
    threads: Threads = None,
    backend: Annotated[
        Literal["native", "compiled", "interpreted", "python"] | None,
        Parameter(help="How the rules and the words of the table run; python is the specification, for small games."),
    ] = None,
    json: Json = False,
) -> Answer | int:
    """Play an advice table against every defence.

    The table plays from every position that it covers. The result says in how many of them it reaches its aim, how it fails
    in the others (with the shortest example), and how many moves it takes compared with best play.
    The exit code is 1 if it fails in a position.

        zermelo verify tictactoe --start
        zermelo verify krk
        zermelo verify krk-published --json
        zermelo verify connect4 --game "connect(rows=4,cols=4)" --aim draw
        zermelo verify my.advice --threads 1
    """
    stages: list[str] = []
    with errors_with_source(), progress(f"verifying {table}") as step:

        def tell(stage: str, done: int, total: int) -> None:
            fresh = stage not in stages
            stages.extend([stage] if fresh else [])
            step(f"verifying {table}: {stage}", done=done, total=total or None, fresh=fresh)

        made = None if game is None else find_game(game)
        found = verify_table(
            table, made, aim=aim, start=start, exact=not unsolved, threads=threads, backend=backend, progress=tell
        )
    return reply(json, found.to_json(), *_lines(found), code=0 if found.ok else 1)


def _lines(found: Verification) -> Iterator[Text]:
    yield Text.assemble((found.table, "bold"), " ", (found.verdict, "bold green" if found.ok else "bold red"))
    for name, text in found.facts().items():
        yield Text.assemble((f"  {name:<13}", QUIET), text)
    for kind, failure in found.failures.items():
        yield Text.assemble((f"  {FAILURES[kind]}", "bold red"), f" {failure.blame}")
        yield Text.assemble(("    for example ", QUIET), failure.example.text(kind, "    "))
