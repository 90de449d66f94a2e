"""The server: its pages, its start and its end."""

import asyncio
import errno
import socket
import sys
import threading
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from nicegui import Client, app, background_tasks, ui
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from zermelo.errors import ZermeloError
from zermelo.hosting.limits import Limits
from zermelo.hosting.origin import OriginCheck
from zermelo.hosting.workers import Workers
from zermelo.studio.advice import Advice
from zermelo.studio.compare import Compare
from zermelo.studio.contests import Contest
from zermelo.studio.follow import Follow
from zermelo.studio.frame import PAGES, Visit, frame
from zermelo.studio.gallery import Gallery, groups
from zermelo.studio.game_setup import Setup
from zermelo.studio.play import Play
from zermelo.studio.practice import Practice
from zermelo.studio.recordings import WatchRequest
from zermelo.studio.room import RoomPage
from zermelo.studio.rooms import Rooms
from zermelo.studio.rulefiles import drop_rules
from zermelo.studio.store import Store
from zermelo.studio.watch import Watch

HOST, NAMES = "127.0.0.1", ("127.0.0.1", "localhost")
_SWITCH = 0.0005
"""Seconds before Python switches to another thread: a tenth of the default. Recordings and rules in Python are long computations, and the event
loop has to run every few milliseconds."""
_FETCHED = 16
"""Pages that were fetched and are kept until their browser connects, which it does at once."""
_TABS = 60.0
"""Seconds for which NiceGUI keeps the data of a closed tab, instead of a month; the studio stores nothing there."""
_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M16 2a14 14 0 0 0 0 28z" fill="#0072b2"/>'
    '<path d="M16 2a14 14 0 0 1 0 28z" fill="#d55e00"/></svg>'
)


class Page(Protocol):
    """The page of one visitor; `arrive` runs when the browser has connected."""

    async def arrive(self) -> None: ...


def serve(limits: Limits, port: int, browser: bool, contests: Sequence[Contest] = (), host: str = HOST) -> None:
    """Serve the studio until Ctrl-C; visitors may follow these contests. `host` is the address at which they reach this machine."""
    port = free_port(port, host)
    workers = Workers(limits)
    add_pages(workers, contests)
    app.add_middleware(OriginCheck, hosts=NAMES if host in NAMES else (host,), files=limits.files)
    app.add_exception_handler(404, _not_found)
    app.storage.max_tab_storage_age = _TABS
    app.config.quasar_config["loadingBar"]["skipHijack"] = True  # a bar without a name, for requests that take no time
    sys.setswitchinterval(_SWITCH)
    app.on_startup(lambda: background_tasks.create(_announce(host, port)))
    app.on_startup(lambda: threading.Thread(target=_warm_up, daemon=True).start())
    app.on_shutdown(workers.close)
    app.on_shutdown(drop_rules)
    ui.run(
        host=host,
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


def add_pages(workers: Workers, contests: Sequence[Contest] = ()) -> None:
    """Add every page to the server; `workers` do the work for their visitors."""
    store, rooms, visits = Store(), Rooms(workers), Visits(workers.limits.visitors)

    _add_page(workers, visits, "/games", lambda visit, query: Gallery(visit, rooms, query))
    _add_page(workers, visits, "/", lambda visit, query: Play(visit, rooms, Setup.from_address(query)))
    _add_page(workers, visits, "/room/{name}", lambda visit, query: RoomPage(visit, rooms.get(query["name"])))
    _add_page(workers, visits, "/watch", lambda visit, query: Watch(visit, store, WatchRequest.from_address(query)))
    _add_page(workers, visits, "/practice", Practice)
    _add_page(workers, visits, "/compare", Compare)
    _add_page(workers, visits, "/tournament", lambda visit, query: Follow(visit, contests, query))
    _add_page(workers, visits, "/advice", Advice)

    @app.get("/store/{name}")
    def fetch(name: str) -> Response:
        text = store.get(name)
        found = PlainTextResponse("gone", 404) if text is None else Response(text, media_type="application/json")
        found.headers["Cache-Control"] = "no-store"
        return found


class Visits:
    """The pages of a server: those that a browser shows, and those that were only fetched.

    Anybody can fetch a page without showing it, again and again, and each takes about 2 MB. So only pages that are shown count as visitors,
    and of those that were only fetched the server keeps the latest.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._visits: list[Visit] = []

    def add(self, visit: Visit) -> None:
        self._visits = [each for each in self._visits if not each.left]
        for each in [each for each in self._visits if not each.arrived][:-_FETCHED]:
            each.client.delete()
        self._visits.append(visit)

    @property
    def full(self) -> bool:
        return sum(each.arrived and not each.left for each in self._visits) >= self.most


def _add_page(workers: Workers, visits: Visits, path: str, make: Callable[[Visit, Mapping[str, str]], Page]) -> None:
    """Add a page. If too many pages are open, it only says so."""

    @ui.page(path, title=f"{PAGES.get(path, 'Play')} - Zermelo studio")
    def show(request: Request, client: Client) -> None:
        with frame(path):
            if visits.full:
                ui.label(
                    f"{visits.most} pages are open already, the most that this studio allows. Close one, or try again later."
                )
                return
            visit = Visit(workers, client)
            visits.add(visit)
            visit.greet(make(visit, {**request.query_params, **request.path_params}).arrive)


def free_port(port: int, host: str = HOST) -> int:
    """The port, if it is free; any free one for 0."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OverflowError:
            raise ZermeloError(f"--port {port} is out of range: give a number from 1 to 65535") from None
        except socket.gaierror:
            raise ZermeloError(f"--host {host} is not an address; give one of this machine, such as 192.168.1.7") from None
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                raise ZermeloError(
                    f"--host {host} is not an address of this machine; leave it out, or give one that is"
                ) from None
            reason = (error.strerror or "").lower()
            raise ZermeloError(f"port {port} cannot be used ({reason}); choose another one with --port") from None
        return int(probe.getsockname()[1])


async def _announce(host: str, port: int) -> None:
    """Print the address of the studio as soon as it answers."""
    while True:
        try:
            _, line = await asyncio.open_connection(host, port)
        except OSError:
            await asyncio.sleep(0.01)
        else:
            line.close()
            print(f"Zermelo studio is at http://{host}:{port}/ (Ctrl-C ends it)", flush=True)
            return


async def _not_found(_: Request, __: Exception) -> Response:
    """The answer for unknown addresses, with links to the pages."""
    links = " · ".join(f'<a href="{path}">{name}</a>' for path, name in PAGES.items())
    page = f'<!doctype html><html lang="en"><title>Page not found</title><p>Page not found. The pages are: {links}</p>'
    return HTMLResponse(page, 404)


def _warm_up() -> None:
    """Load in advance what the first visitor would have to wait for."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from zermelo.agents.registry import agent
        from zermelo.games import find

        agent("level(3)")(find("connect4").start())
        groups()
