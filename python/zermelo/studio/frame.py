"""What all pages share: the bar with the names of the pages, the theme, and messages.

`Visit.guard` catches every error of a page. It shows a mistake of the visitor as a message. It shows a bug in Zermelo as a message and
also logs it. The page continues to work.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Literal

from nicegui import Client, background_tasks, ui

from zermelo.errors import ZermeloError
from zermelo.hosting.limits import Limits
from zermelo.hosting.workers import Job, Workers
from zermelo.studio.elements import ASSETS

PAGES = {
    "/games": "Games",
    "/": "Play",
    "/watch": "Watch",
    "/practice": "Practice",
    "/compare": "Compare",
    "/tournament": "Tournament",
    "/advice": "Advice",
}
Kind = Literal["positive", "negative", "warning"]
LOG = logging.getLogger("zermelo.studio")
_PART = 300
"""How many characters of each end of a long message are shown."""
_THEMES, _COOKIE = {"auto": None, "light": False, "dark": True}, "zermelo-theme"


class Visit:
    """One visitor on one page, with the jobs that end when they leave."""

    def __init__(self, workers: Workers, client: Client) -> None:
        self.workers, self.client = workers, client
        self.loop = asyncio.get_running_loop()
        self.jobs: set[Job] = set()
        self.turn = 0
        """The number of requests of this visitor; see `begin`."""
        self.left = self.arrived = False
        client.on_delete(self.leave)
        client.on_exception(self._failed)

    @property
    def limits(self) -> Limits:
        return self.workers.limits

    def job(self) -> Job:
        """A new job; it is cancelled when the visitor leaves."""
        job = Job()
        self.jobs.add(job)
        return job

    def begin(self) -> int:
        """The visitor asks for something else: cancel all jobs. Returns the number of the new request, for `wants`."""
        for job in self.jobs:
            job.end()
        self.jobs.clear()
        self.turn += 1
        return self.turn

    def wants(self, turn: int) -> bool:
        """Whether the visitor still waits for the request of this number."""
        return turn == self.turn and not self.left

    def greet(self, welcome: Callable[[], Awaitable[object]]) -> None:
        """Call `welcome` once, when the browser has connected."""

        def arrive() -> None:
            if not self.arrived:
                self.arrived = True
                self.later(welcome)

        self.client.on_connect(arrive)

    def leave(self) -> None:
        self.left = True
        self.begin()

    def tell(self, words: str, kind: Kind = "negative") -> None:
        """Show a message; screen readers read it out."""
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
        """Do some work and show its error, if any. Returns whether it succeeded."""
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
        self.tell(f"This is a bug in Zermelo ({type(error).__name__}: {error}); please report it.")

    def later(self, work: Callable[[], Awaitable[object]]) -> None:
        """Do some work in the background, unless the visitor has left."""

        async def run() -> None:
            if not self.left:
                with self.client:
                    await self.guard(work())

        background_tasks.create(run())


def shortened(words: str) -> str:
    """A message without its middle if it is very long: it may quote a long text that the visitor typed.

    >>> shortened("one two three"), len(shortened("x" * 20_000))
    ('one two three', 605)
    """
    return words if len(words) <= 2 * _PART else f"{words[:_PART]} ... {words[-_PART:]}"


@contextmanager
def frame(here: str) -> Iterator[None]:
    """The bar at the top, and the element that contains the page."""
    ui.add_head_html(f"<style>{(ASSETS / 'style.css').read_text(encoding='utf-8')}</style>")
    ui.html('<a class="skip" href="#main">Skip to the page</a>', sanitize=False)
    ui.colors(primary="#0a6a9e", negative="#a3320b", positive="#00785a", warning="#8a5a00")
    dark = ui.dark_mode()
    with ui.element("header").classes("bar"):
        ui.html('<span class="mark" aria-hidden="true"></span><b>Zermelo</b> studio', tag="span", sanitize=False).classes("brand")
        with ui.element("nav").props('aria-label="Pages"'):
            for path, name in PAGES.items():
                link = ui.link(name, path)
                if path == here:
                    link.props('aria-current="page"').classes("here")
        _theme_button(dark)
    with ui.element("div").props('id="main"').classes("page"):
        yield


def _theme_button(dark: ui.dark_mode) -> None:
    """A button that changes the theme: auto, light or dark. A cookie keeps it."""
    theme = ui.context.client.request.cookies.get(_COOKIE, "auto")

    def show(chosen: str) -> None:
        nonlocal theme
        theme = chosen if chosen in _THEMES else "auto"
        dark.value = _THEMES[theme]
        button.text = f"Theme: {theme}"

    def press() -> None:
        names = list(_THEMES)
        show(names[(names.index(theme) + 1) % len(names)])
        ui.run_javascript(f"document.cookie = '{_COOKIE}={theme}; path=/; max-age=31536000; samesite=lax'")

    button = ui.button(on_click=press, color=None).props("flat dense no-caps").classes("look")
    show(theme)
