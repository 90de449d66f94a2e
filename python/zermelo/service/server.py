"""The server: its start and its end."""

import sys
import threading
import warnings
from collections.abc import Sequence
from ipaddress import ip_address

import uvicorn
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

from zermelo.compile.native import limit_builds
from zermelo.errors import CompileWarning
from zermelo.game import Game
from zermelo.hosting.limits import Limits
from zermelo.hosting.origin import OriginCheck
from zermelo.service.answers import Answers
from zermelo.service.app import Service
from zermelo.service.asked import Asked
from zermelo.service.connections import HttpConnection
from zermelo.service.http import JsonAnswer
from zermelo.service.processes import shared, sockets

NAMES = ("127.0.0.1", "localhost", "::1")
_SWITCH = 0.0005
"""Seconds before Python switches to another thread: a tenth of the default, so that the event loop runs every few milliseconds."""
_MOST_CONNECTIONS = 1000
_BUILDS = 100
"""Builds of one game, some for each variant: each takes about 0.2 MB, and stays."""
_IDLE = 30
"""Seconds for which a connection without a request stays open."""
_END = 3
"""Seconds that requests have to end when the server stops."""


def serve(
    limits: Limits, host: str, port: int, own: Sequence[Game] = (), origins: Sequence[str] = (), processes: int = 1
) -> None:
    """Serve until Ctrl-C. The limits are those of each process."""
    answers = Answers(limits, own)
    listening = sockets(host, port, processes)
    port = listening[0].getsockname()[1]
    sys.setswitchinterval(_SWITCH)
    limit_builds(_BUILDS)
    warnings.simplefilter("ignore", CompileWarning)  # a stranger's variants would fill the owner's terminal
    with shared(listening, lambda: _announce(host, port)) as (socket, at_end):
        threading.Thread(target=_warm_up, args=(answers,), daemon=True).start()
        server = uvicorn.Server(_config(guarded(Service(answers), host, origins)))
        at_end(lambda: setattr(server, "should_exit", True))
        server.run([socket])


def _announce(host: str, port: int) -> None:
    if not is_own(host):
        print(f"Every program that can reach {host} can use this service, and its processor; there are no passwords.")
    print(f"Zermelo answers at http://{f'[{host}]' if ':' in host else host}:{port}/ (Ctrl-C ends it)", flush=True)


def _config(app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=HttpConnection,
        log_level="error",
        access_log=False,
        server_header=False,
        lifespan="on",
        ws="none",
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_keep_alive=_IDLE,
        timeout_graceful_shutdown=_END,
    )


def guarded(app: ASGIApp, host: str, origins: Sequence[str] = ()) -> ASGIApp:
    """The application behind a check of where requests come from."""
    names = NAMES if is_own(host) else ()
    checked: ASGIApp = OriginCheck(app, names, friends=tuple(origins), refuse=refusal)
    if origins:
        checked = CORSMiddleware(checked, allow_origins=list(origins), allow_methods=["GET", "POST"], allow_headers=["*"])
    return checked


def refusal(reason: str) -> JsonAnswer:
    return JsonAnswer(
        {"error": f"this request is refused: {reason}; the owner of this service allows other pages with --cors"}, 403
    )


def is_own(host: str) -> bool:
    """Whether only this machine can reach an address.

    >>> is_own("127.0.0.1"), is_own("localhost"), is_own("0.0.0.0")
    (True, True, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _warm_up(answers: Answers) -> None:
    """Load in advance what the first client would have to wait for."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        asked = Asked(game="connect4", agent="level(3)")
        answers.player(asked).agent(answers.position(asked))
