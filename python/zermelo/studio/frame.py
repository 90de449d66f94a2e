"""What all pages have in common: the bar with the names of the pages, the look, and where messages appear.

Whatever goes wrong on a page ends in `Visit.guard`: mistakes of the visitor are told in a sentence, those of Zermelo are told too and
written down for the owner, and the page lives on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Literal

from nicegui import Client, background_tasks, ui

from zermelo.errors import ZermeloError
from zermelo.studio.elements import ASSETS
from zermelo.studio.limits import Limits
from zermelo.studio.workers import Job, Workers

PAGES = {"/": "Play", "/watch": "Watch", "/compare": "Compare", "/advice": "Advice"}
Kind = Literal["positive", "negative", "warning"]
LOG = logging.getLogger("zermelo.studio")
_PART = 300
"""Characters of a long message that are shown, at its beginning and at its end."""
_LOOKS, _COOKIE = ("auto", "light", "dark"), "zermelo-look"


class Visit:
    """One visitor on one page: what they have asked for, and what has to end when they leave."""

    def __init__(self, workers: Workers, client: Client) -> None:
        self.workers, self.client = workers, client
        self.loop = asyncio.get_running_loop()
        self.jobs: set[Job] = set()
        self.left = self.arrived = False
        client.on_delete(self.leave)
        client.on_exception(self._failed)

    @property
    def limits(self) -> Limits:
        return self.workers.limits

    def job(self) -> Job:
        """A job that ends when the visitor leaves, at the latest."""
        job = Job()
        self.jobs.add(job)
        return job

    def end(self) -> None:
        """Have no more of anything that was asked for."""
        for job in self.jobs:
            job.end()
        self.jobs.clear()

    def greet(self, welcome: Callable[[], Awaitable[object]]) -> None:
        """Do something when the page has reached its visitor, once; a page that nobody opens waits for nothing."""

        def arrive() -> None:
            if not self.arrived:
                self.arrived = True
                self.later(welcome)

        self.client.on_connect(arrive)

    def leave(self) -> None:
        self.left = True
        self.end()

    def tell(self, words: str, kind: Kind = "negative") -> None:
        """A message, which screen readers read out."""
        if not self.left:
            with self.client:
                ui.notify(
                    shortened(words[:1].upper() + words[1:]),
                    type=kind,
                    position="bottom-right",
                    timeout=8000,
                    actions=[{"label": "Close", "color": "white"}],
                    multi_line=True,
                )

    async def guard(self, work: Awaitable[object]) -> bool:
        """Do something for the visitor; whether it went well."""
        try:
            await work
        except ZermeloError as error:
            self.tell(str(error))
            return False
        except asyncio.CancelledError:
            raise
        except Exception as error:
            LOG.exception("a page failed")
            self._failed(error)
            return False
        return True

    def _failed(self, error: Exception) -> None:
        self.tell(f"Something unexpected went wrong ({type(error).__name__}: {error}); it is no fault of yours.")

    def later(self, work: Callable[[], Awaitable[object]]) -> None:
        """Do something in the background, as long as the visitor is here."""

        async def run() -> None:
            if not self.left:
                with self.client:
                    await self.guard(work())

        background_tasks.create(run())


def shortened(words: str) -> str:
    """A message as long as anybody reads: what somebody typed may be quoted in it, and that may be anything.

    >>> shortened("one two three"), len(shortened("x" * 20_000))
    ('one two three', 605)
    """
    return words if len(words) <= 2 * _PART else f"{words[:_PART]} ... {words[-_PART:]}"


@contextmanager
def frame(here: str) -> Iterator[None]:
    """The bar, and room for the page."""
    ui.add_head_html(f"<style>{(ASSETS / 'style.css').read_text(encoding='utf-8')}</style>")
    ui.html('<a class="skip" href="#main">To the page</a>', sanitize=False)
    ui.colors(primary="#0a6a9e", negative="#a3320b", positive="#00785a", warning="#8a5a00")
    dark = ui.dark_mode()
    with ui.element("header").classes("bar"):
        ui.html('<span class="mark" aria-hidden="true"></span><b>Zermelo</b> studio', tag="span", sanitize=False).classes("brand")
        with ui.element("nav").props('aria-label="Pages"'):
            for path, name in PAGES.items():
                link = ui.link(name, path)
                if path == here:
                    link.props('aria-current="page"').classes("here")
        _look(dark)
    with ui.element("main").props('id="main"').classes("page"):
        yield


def _look(dark: ui.dark_mode) -> None:
    """A button for light, dark, or as the system likes it; the browser remembers, and says so with every page it asks for."""
    kept = ui.context.client.request.cookies.get(_COOKIE, "")
    look = kept if kept in _LOOKS else _LOOKS[0]

    def turn() -> None:
        dark.value = {"auto": None, "light": False, "dark": True}[look]
        button.text = f"Look: {look}"

    def press() -> None:
        nonlocal look
        look = _LOOKS[(_LOOKS.index(look) + 1) % len(_LOOKS)]
        turn()
        ui.run_javascript(f"document.cookie = '{_COOKIE}={look}; path=/; max-age=31536000; samesite=lax'")

    button = ui.button(on_click=press, color=None).props("flat dense no-caps").classes("look")
    turn()
