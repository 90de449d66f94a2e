"""`zermelo studio`: starts the studio, the pages in the browser.

No other file of the terminal imports the studio.
"""

import os
from typing import Annotated

from cyclopts import Parameter

from zermelo.cli.options import seconds_up_to, whole_from
from zermelo.errors import ZermeloError
from zermelo.limit import memory_size


def studio(
    *,
    port: Annotated[int, Parameter(converter=whole_from(0, 65535), help="Port: 8080 by default; 0 for any free port.")] = 8080,
    host: Annotated[
        str,
        Parameter(
            help="Address of this machine at which others may visit: 192.168.1.7. By default only this machine is answered.",
        ),
    ] = "127.0.0.1",
    no_browser: Annotated[bool, Parameter(help="Do not open a browser.")] = False,
    allow_files: Annotated[
        bool,
        Parameter(
            help="Let visitors open files with their own rules and agents. Such a file is a program that runs on this machine."
        ),
    ] = False,
    records: Annotated[
        list[str] | None,
        Parameter(
            help="A file of records that visitors may look at, also while its games are played; may be given several times.",
            consume_multiple=False,
        ),
    ] = None,
    rules: Annotated[
        list[str] | None,
        Parameter(
            help="A game of the records that is not built in: my_game.py; may be given several times.", consume_multiple=False
        ),
    ] = None,
    seconds: Annotated[float, Parameter(converter=seconds_up_to(3600), help="Time limit of one search: 20 by default.")] = 20.0,
    memory: Annotated[str, Parameter(help="Memory limit of one search: 64MB by default.")] = "64MB",
    searches: Annotated[
        int | None, Parameter(converter=whole_from(1, 64), help="Searches at the same time: one for each core by default.")
    ] = None,
) -> int:
    """Play, watch, compare, follow a tournament and ask for advice in the browser.

    The studio runs on this machine and answers only this machine, unless --host says otherwise; it needs no network. Two people play one game
    in two browsers by a link. Ctrl-C ends it.

        zermelo studio
        zermelo studio --port 8081 --no-browser
        zermelo studio --allow-files
        zermelo studio --host 192.168.1.7
        zermelo studio --records cup.sqlite
    """
    if allow_files and host not in ("127.0.0.1", "localhost"):
        raise ZermeloError(
            f"with --allow-files everybody who reaches {host} could run programs here; leave out --host or --allow-files"
        )
    try:
        from zermelo.studio.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("nicegui", "starlette"):
            raise
        raise ZermeloError('the studio needs NiceGUI: pip install "zermelo[studio]"') from None
    from zermelo.games import find
    from zermelo.hosting.limits import Limits
    from zermelo.studio.contests import Contest

    most = Limits(seconds=seconds, memory=memory_size(memory), searches=searches or os.cpu_count() or 1, files=allow_files)
    own = [find(each) for each in rules or ()]
    serve(most, port, not no_browser, [Contest(each, own) for each in records or ()], host)
    return 0
