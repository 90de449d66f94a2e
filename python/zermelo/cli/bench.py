"""`zermelo bench`: how fast each backend is here."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from zermelo.cli.options import Json, command
from zermelo.cli.output import Answer
from zermelo.errors import LimitError


def bench(
    *,
    seconds: Annotated[float, Parameter(name="--seconds", help="Time for each measurement: 1 unless you say otherwise.")] = 1.0,
    json: Json = False,
) -> Answer | int:
    """Measure how fast each backend is here.

    Prints nodes per second and the bench signature.
    The signature is the total of nodes on fixed positions: it changes only when the search does.
    """
    if not 0 < seconds < float("inf"):
        raise LimitError(f"--seconds {seconds:g} is no limit: give a number above 0")
    from zermelo.arena.bench import render, run
    from zermelo.cli import paint
    from zermelo.cli.thinking import status

    with status("measuring") as tell:
        result = run(seconds, lambda what: tell(f"measuring {what}"))
    if json:
        return Answer(result)
    paint.console().print(render(result))
    return 0


app = command(
    bench,
    """
    zermelo bench
    zermelo bench --seconds 0.2 --json
    """,
)
