"""`zermelo bench`: measures the speed of each backend on this machine."""

from typing import Annotated, Literal

from cyclopts import Parameter

from zermelo.arena.bench import render, render_gpu, run, run_gpu
from zermelo.cli.options import Json, seconds_up_to
from zermelo.cli.output import Answer
from zermelo.cli.paint import reply
from zermelo.cli.progress import status


def bench(
    *,
    seconds: Annotated[float, Parameter(converter=seconds_up_to(3600), help="Time for each measurement: 1 by default.")] = 1.0,
    where: Annotated[
        Literal["cpu", "gpu"], Parameter(help="What to measure: cpu, all backends; gpu, random games there and on all cores.")
    ] = "cpu",
    json: Json = False,
) -> Answer | int:
    """Measure the speed of each backend on this machine.

    Prints nodes per second and the bench signature.
    The signature is the number of nodes on fixed positions: it changes only if the search does.
    With --where gpu it prints random games per second on the GPU and on all cores of the CPU.

        zermelo bench
        zermelo bench --seconds 0.2 --json
        zermelo bench --where gpu
    """
    measure, told = (run_gpu, render_gpu) if where == "gpu" else (run, render)
    with status("measuring") as tell:
        result = measure(seconds, lambda what: tell(f"measuring {what}"))
    return reply(json, result, told(result))
