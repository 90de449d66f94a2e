"""`zermelo studio`: play, watch, compare and ask for advice in the browser."""

from __future__ import annotations

import os
from typing import Annotated

from cyclopts import Parameter

from zermelo.cli.options import command, whole
from zermelo.errors import LimitError, ZermeloError


def studio(
    *,
    port: Annotated[
        int, Parameter(name="--port", converter=whole, help="Where to listen: 8080 by default; 0 for any free port.")
    ] = 8080,
    no_browser: Annotated[bool, Parameter(name="--no-browser", help="Do not open a browser; only serve.")] = False,
    allow_files: Annotated[
        bool,
        Parameter(
            name="--allow-files",
            help="Let visitors open rule files of their own. Such a file is a program and runs on this machine, so it is off by default.",
        ),
    ] = False,
    seconds: Annotated[float, Parameter(name="--seconds", help="The most that one search may take: 20 by default.")] = 20.0,
    memory: Annotated[str, Parameter(name="--memory", help="The most that one search may use: 64MB by default.")] = "64MB",
    searches: Annotated[
        int | None,
        Parameter(name="--searches", converter=whole, help="How many searches run at the same time: one a core by default."),
    ] = None,
) -> int:
    """Open the studio in the browser.

    Play any game, watch a search step by step, compare techniques, ask for advice.
    Everything comes from this machine and stays on it; nothing is fetched from anywhere.
    """
    from zermelo.limit import memory_size

    if not 0 < seconds < 3600:
        raise LimitError(f"--seconds {seconds:g} is no limit: give a number above 0, and less than an hour")
    if searches is not None and not 1 <= searches <= 64:
        raise LimitError(f"--searches {searches} is no limit: give a whole number from 1 to 64")
    try:
        from zermelo.studio.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("nicegui", "starlette"):
            raise
        raise ZermeloError('the studio needs NiceGUI: pip install "zermelo[studio]"') from None
    from zermelo.studio.limits import Limits

    most = Limits(seconds=seconds, memory=memory_size(memory), searches=searches or os.cpu_count() or 1, files=allow_files)
    serve(most, port, browser=not no_browser)
    return 0


app = command(
    studio,
    """
    zermelo studio
    zermelo studio --port 8081 --no-browser
    zermelo studio --allow-files
    """,
)
