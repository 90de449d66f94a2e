"""Parts of pages that NiceGUI does not have: a board to point at, rows of small buttons, and a button that opens a file.

Each is a few lines of Python over a component in `assets`; what it does is told there.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, NotRequired, TypedDict

from nicegui import ui
from nicegui.events import GenericEventArguments

from zermelo.studio.scene import Scene

ASSETS = Path(__file__).parent / "assets"
MOST_BYTES = 400_000
"""Of a file that somebody opens; games are far smaller."""
Handler = Callable[[str], Awaitable[None]]


class Pick(TypedDict):
    """One of many small buttons."""

    key: str
    text: str
    number: NotRequired[str]
    """What stands before it."""
    kind: NotRequired[str]
    """A class of the style sheet."""
    title: NotRequired[str]
    now: NotRequired[bool]
    """Whether it is the present one."""
    off: NotRequired[bool]


class Board(ui.element, component=ASSETS / "board.js"):
    """A board; `on_move` hears the name of the move that somebody has made on it."""

    def __init__(self, on_move: Handler) -> None:
        super().__init__()
        self._props |= {"svg": "", "choices": [], "columns": {}, "contents": {}, "last": [], "hint": [], "label": "Board"}
        self._props["turned"] = False

        async def hear(event: GenericEventArguments) -> None:
            await on_move(_text(event.args, "name"))

        self.on("move", hear)

    @property
    def turned(self) -> bool:
        """Whether it is seen from the other side."""
        return bool(self._props["turned"])

    def turn(self, turned: bool) -> None:
        self._props["turned"] = turned
        self.update()

    def show(self, scene: Scene, hint: Sequence[str] = (), asked: bool = True) -> None:
        """Put a scene on the board; where nobody is asked, it can be looked at only."""
        self._props["svg"] = scene.svg
        self._props["choices"] = [{"name": choice.name, "legs": choice.legs} for choice in scene.choices] if asked else []
        self._props["columns"] = scene.columns if asked else {}
        self._props["contents"], self._props["last"], self._props["hint"] = scene.contents, list(scene.last), list(hint)
        self._props["label"] = f"Board of {scene.position.game}, {scene.position.result}"
        self.update()


class Picks(ui.element, component=ASSETS / "picks.js"):
    """A row of small buttons; `on_pick` hears the key of the one that was pressed."""

    def __init__(self, label: str, kind: str, on_pick: Handler) -> None:
        super().__init__()
        self._props |= {"items": [], "label": label, "kind": kind}

        async def hear(event: GenericEventArguments) -> None:
            await on_pick(_text(event.args, "key"))

        self.on("pick", hear)

    def show(self, items: Sequence[Pick]) -> None:
        if self._props["items"] != list(items):
            self._props["items"] = list(items)
            self.update()


class TextFile(ui.element, component=ASSETS / "textfile.js"):
    """A button that opens a file; `on_text` hears its name and what is in it, `on_refused` why it was not read."""

    def __init__(
        self, label: str, accept: str, on_text: Callable[[str, str], Awaitable[None]], on_refused: Callable[[str], None]
    ) -> None:
        super().__init__()
        self._props |= {"label": label, "accept": accept, "most": MOST_BYTES}

        async def hear(event: GenericEventArguments) -> None:
            await on_text(_text(event.args, "name"), _text(event.args, "text"))

        def refuse(event: GenericEventArguments) -> None:
            on_refused(f"`{_text(event.args, 'name')}` is not read: it is too large, or no file that can be read")

        self.on("text", hear)
        self.on("refused", refuse)


def _text(args: Any, name: str) -> str:
    """A text that a page has sent; pages may send anything."""
    value = args.get(name) if isinstance(args, dict) else None
    return value if isinstance(value, str) else ""
