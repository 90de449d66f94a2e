"""`zermelo bench`: measures the speed of each backend on this machine."""

from typing import Annotated

from cyclopts import Parameter

from zermelo.arena.bench import render, run
from zermelo.cli.options import Json, seconds_up_to
from zermelo.cli.output import Answer
from zermelo.cli.paint import reply
from zermelo.cli.progress import status


def bench(
    *,
    seconds: Annotated[float, Parameter(converter=seconds_up_to(3600), help="Time for each measurement: 1 by default.")] = 1.0,
    json: Json = False,
) -> Answer | int:
    """Measure the speed of each backend on this machine.

    Prints nodes per second and the bench signature.
    The signature is the number of nodes on fixed positions: it changes only if the search does.

        zermelo bench
        zermelo bench --seconds 0.2 --json
    """
    with status("measuring") as tell:
        result = run(seconds, lambda what: tell(f"measuring {what}"))
    return reply(json, result, render(result))
