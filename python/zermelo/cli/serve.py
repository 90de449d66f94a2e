"""`zermelo serve`: starts the HTTP service.

No other file of the terminal imports the service.
"""

import os
from typing import Annotated

from cyclopts import Parameter

from zermelo.cli.options import seconds_up_to, whole_from
from zermelo.engine import DEFAULT_MEMORY
from zermelo.errors import LimitError, ZermeloError
from zermelo.limit import memory_size

_MOST_BY_DEFAULT = 4
NO_FILES = "This service does not open files and starts no programs; name a built-in game or agent, or one that its owner offers."


def serve(
    *,
    port: Annotated[int, Parameter(converter=whole_from(0, 65535), help="Port: 8000 by default; 0 for any free port.")] = 8000,
    host: Annotated[
        str, Parameter(help="Address to listen at: 127.0.0.1 by default, for this machine alone; 0.0.0.0 for every network.")
    ] = "127.0.0.1",
    game: Annotated[
        list[str] | None,
        Parameter(
            help="Offer a game of your own by the name of its class: my_game.py; may be given several times.",
            consume_multiple=False,
        ),
    ] = None,
    cors: Annotated[
        list[str] | None,
        Parameter(
            help="Let pages of another site ask, such as https://example.org; * for all sites. May be given several times.",
            consume_multiple=False,
        ),
    ] = None,
    seconds: Annotated[float, Parameter(converter=seconds_up_to(3600), help="Time limit of one search: 10 by default.")] = 10.0,
    memory: Annotated[str, Parameter(help="Memory limit of one search: 64MB by default, which is also the least.")] = "64MB",
    searches: Annotated[
        int | None, Parameter(converter=whole_from(1, 64), help="Searches at the same time: one for each core by default.")
    ] = None,
    queue: Annotated[
        int,
        Parameter(
            converter=whole_from(0, 10_000), help="Requests that may wait for a search: 200 by default; others get status 503."
        ),
    ] = 200,
    processes: Annotated[
        int | None,
        Parameter(
            converter=whole_from(1, 64),
            help="Processes that share the searches and the queue: one for each core by default, at most 4; only Linux has more than 1.",
        ),
    ] = None,
) -> int:
    """Answer programs over HTTP, in JSON: moves, replies and searches of any game.

    The page at the address explains the requests, and tries them. The service opens no files, keeps no games, and needs no network.
    Ctrl-C ends it.

        zermelo serve
        zermelo serve --port 8001 --seconds 2
        zermelo serve --game my_game.py
        zermelo serve --cors https://example.org
        curl -d '{"game": "connect4", "moves": ["4", "4"]}' http://127.0.0.1:8000/best
    """
    try:
        from zermelo.service.processes import POSSIBLE
        from zermelo.service.server import serve as start
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("starlette", "uvicorn"):
            raise
        raise ZermeloError('the service needs Starlette and uvicorn: pip install "zermelo[service]"') from None
    from zermelo.games import find
    from zermelo.hosting.limits import Limits

    size = memory_size(memory)
    if size < DEFAULT_MEMORY:
        raise LimitError(f"--memory {memory} is too small: give at least {DEFAULT_MEMORY >> 20}MB, which agents use by default")
    for origin in cors or ():
        _check_origin(origin)
    cores = os.cpu_count() or 1
    shares = (processes or min(cores, _MOST_BY_DEFAULT)) if POSSIBLE else 1
    each = Limits(seconds, size, -(-(searches or cores) // shares), -(-queue // shares), server="service", why_no_files=NO_FILES)
    start(each, host, port, [find(text) for text in game or ()], cors or (), shares)
    return 0


def _check_origin(origin: str) -> None:
    scheme, _, rest = origin.partition("://")
    if origin != "*" and (scheme not in ("http", "https") or not rest or set(rest) & set("/?#@ *")):
        raise ZermeloError(
            f"--cors {origin} is not the origin of a page: write it like https://example.org, without a path, or *"
        )
