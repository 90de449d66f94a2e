"""The server: which pages there are, and what happens at the beginning and at the end."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module

from nicegui import Client, app, background_tasks, ui
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from zermelo.errors import ZermeloError
from zermelo.studio.advice import Advice
from zermelo.studio.compare import Compare
from zermelo.studio.frame import PAGES, Visit, frame
from zermelo.studio.game_setup import Setup
from zermelo.studio.limits import Limits
from zermelo.studio.origin import OriginCheck
from zermelo.studio.play import Play
from zermelo.studio.recordings import WatchRequest
from zermelo.studio.rulefiles import drop_rules
from zermelo.studio.store import Store
from zermelo.studio.watch import Watch
from zermelo.studio.workers import Workers

HOST, NAMES = "127.0.0.1", ("127.0.0.1", "localhost")
_SWITCH = 0.0005
"""Seconds for which a thread of Python may keep all others waiting: a tenth of the usual. Recordings and rules in Python are long runs of
Python, and pages want the thread of the loop every few milliseconds."""
_TABS = 60.0
"""Seconds for which NiceGUI remembers a tab that is gone, instead of a month: nothing is kept in tabs."""
_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M16 2a14 14 0 0 0 0 28z" fill="#0072b2"/>'
    '<path d="M16 2a14 14 0 0 1 0 28z" fill="#d55e00"/></svg>'
)


def serve(limits: Limits, port: int, browser: bool) -> None:
    """Serve the studio until somebody ends it."""
    port = free_port(port)
    workers = Workers(limits)
    add_pages(workers)
    app.add_middleware(OriginCheck, hosts=NAMES, files=limits.files)
    app.add_exception_handler(404, _lost)
    app.storage.max_tab_storage_age = _TABS
    sys.setswitchinterval(_SWITCH)
    app.on_startup(lambda: background_tasks.create(_announce(port)))
    app.on_startup(lambda: threading.Thread(target=_warm_up, daemon=True).start())
    app.on_shutdown(workers.close)
    app.on_shutdown(drop_rules)
    ui.run(
        host=HOST,
        port=port,
        title="Zermelo studio",
        favicon=_ICON,
        dark=None,
        language="en-US",
        show=browser,
        reload=False,
        binding_refresh_interval=None,
        tailwind=False,
        show_welcome_message=False,
    )


def add_pages(workers: Workers) -> None:
    """Every page, for visitors that this workers works for."""
    store = Store()

    @ui.page("/", title="Play - Zermelo studio")
    def play(request: Request, client: Client) -> None:
        with _visit(workers, client, "/") as visit:
            if visit is not None:
                visit.greet(Play(visit, Setup.from_address(request.query_params)).arrive)

    @ui.page("/watch", title="Watch - Zermelo studio")
    def watch(request: Request, client: Client) -> None:
        with _visit(workers, client, "/watch") as visit:
            if visit is not None:
                visit.greet(Watch(visit, store, WatchRequest.from_address(request.query_params)).arrive)

    @ui.page("/compare", title="Compare - Zermelo studio")
    def compare(request: Request, client: Client) -> None:
        with _visit(workers, client, "/compare") as visit:
            if visit is not None:
                Compare(visit, request.query_params)

    @ui.page("/advice", title="Advice - Zermelo studio")
    def advice(request: Request, client: Client) -> None:
        with _visit(workers, client, "/advice") as visit:
            if visit is not None:
                visit.greet(Advice(visit, request.query_params).arrive)

    @app.get("/store/{name}")
    def fetch(name: str) -> Response:
        text = store.get(name)
        found = PlainTextResponse("gone", 404) if text is None else Response(text, media_type="application/json")
        found.headers["Cache-Control"] = "no-store"
        return found


@contextmanager
def _visit(workers: Workers, client: Client, path: str) -> Iterator[Visit | None]:
    """A visitor's page; where there are too many visitors it says so, and has nothing else."""
    most = workers.limits.visitors
    with frame(path):
        if len(Client.instances) <= most:
            yield Visit(workers, client)
        else:
            ui.label(f"{most} pages are open already, and this studio has no room for more; come back later.")
            yield None


def free_port(port: int) -> int:
    """The port, if it is free; any free one for 0."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OverflowError:
            raise ZermeloError(f"--port {port} is no port: give a number from 1 to 65535") from None
        except OSError as error:
            raise ZermeloError(
                f"port {port} cannot be used ({(error.strerror or '').lower()}); choose another one with --port"
            ) from None
        return int(probe.getsockname()[1])


async def _announce(port: int) -> None:
    """Say where the studio is, once somebody who goes there is answered."""
    while True:
        try:
            _, line = await asyncio.open_connection(HOST, port)
        except OSError:
            await asyncio.sleep(0.01)
        else:
            line.close()
            print(f"Zermelo studio is at http://{HOST}:{port}/ (Ctrl-C ends it)", flush=True)
            return


async def _lost(_: Request, __: Exception) -> Response:
    """For addresses that lead nowhere: a few words, and the way back."""
    ways = " · ".join(f'<a href="{path}">{name}</a>' for path, name in PAGES.items())
    return HTMLResponse(
        f'<!doctype html><html lang="en"><title>No such page</title><p>There is no such page here: {ways}</p>', 404
    )


def _warm_up() -> None:
    """Have ready what the first visitor would have to wait for."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from zermelo.agents.registry import agent
        from zermelo.games import find

        agent("level(3)")(find("connect4").start())
        with suppress(ImportError):  # a second during which Python does nothing else; better now than in the middle of a game
            import_module("numba")
