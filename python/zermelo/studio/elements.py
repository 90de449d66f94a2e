"""Headings, buttons, fields and labels in the style of the studio, and elements that NiceGUI does not have: a board to click on, rows of
small buttons, and a button that opens a file. Each of these wraps a component in `assets`, which has the details.
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NotRequired, TypedDict

from nicegui import ui
from nicegui.events import GenericEventArguments

from zermelo.errors import ZermeloError
from zermelo.game import Position
from zermelo.studio.scene import Scene

ASSETS = Path(__file__).parent / "assets"
MOST_BYTES = 400_000
"""Largest file that a visitor can open; games are far smaller."""
Handler = Callable[[str], Awaitable[None]]


def heading(words: str = "", level: int = 2) -> ui.html:
    return ui.html(words, tag=f"h{level}", sanitize=False)


def button(words: str, action: Callable[[], object], main: bool = False) -> ui.button:
    """A button; the `main` one of its group is filled."""
    made = ui.button(words, on_click=action, color=None)
    return made.props("unelevated no-caps").classes("main") if main else made.props("flat no-caps").classes("plain")


def code_field(label: str, value: str = "", placeholder: str = "") -> ui.input:
    """A field for a game, moves or an agent, in a typewriter font."""
    return ui.input(label, value=value, placeholder=placeholder).props("outlined dense").classes("mono")


def position_field(value: str = "", rows: int = 8) -> ui.textarea:
    field = ui.textarea("Position, as text", value=value)
    return field.props(f"outlined dense rows={rows}").classes("mono")


def error_label() -> ui.label:
    """A label for an error, which screen readers read out at once."""
    return ui.label().classes("error").props('role="alert"')


def status_label(kind: str) -> ui.label:
    """A label whose changes screen readers read out; `kind` is a class of the style sheet."""
    return ui.label().classes(kind).props('role="status" aria-live="polite"')


def typed(*fields: ui.input | ui.textarea) -> list[str]:
    return [str(field.value or "") for field in fields]


@contextmanager
def errors_in(label: ui.label) -> Iterator[None]:
    """Clear a label; if the work inside fails, the label says why."""
    label.text = ""
    try:
        yield
    except ZermeloError as error:
        label.text = str(error)


class Pick(TypedDict):
    """One of many small buttons."""

    key: str
    text: str
    number: NotRequired[str]
    """A text before the button."""
    kind: NotRequired[str]
    """A class of the style sheet."""
    title: NotRequired[str]
    now: NotRequired[bool]
    """Whether the button is the current one, such as the move on the board."""
    off: NotRequired[bool]


class Board(ui.element, component=ASSETS / "board.js", esm={"zermelo-board": str(ASSETS / "board")}):
    """A board; `on_move` gets the name of the move that the visitor made on it."""

    def __init__(self, on_move: Handler) -> None:
        super().__init__()
        self._props |= {"svg": "", "squares": [], "moves": [], "hint": [], "label": "Board", "turned": False}
        self._props |= {"game": 0, "ply": 0, "trail": [], "over": False, "dropping": False, "signs": {}, "arrows": []}
        self._start: Position | None = None
        self.on("move", lambda event: on_move(_text(event, "name")))

    @property
    def turned(self) -> bool:
        """Whether the board is shown from the other side."""
        return bool(self._props["turned"])

    def turn(self, turned: bool) -> None:
        self._props["turned"] = turned
        self.update()

    def draw_arrows(self, moves: Sequence[Sequence[str]]) -> None:
        """Point out moves by their squares, the best one first."""
        arrows = [list(squares) for squares in moves if squares]
        if self._props["arrows"] != arrows:
            self._props["arrows"] = arrows
            self.update()

    def show(self, scene: Scene, hint: Sequence[str] = ()) -> None:
        """Show a scene, with the squares of a hint marked. The page animates what has changed since the last scene of the same game."""
        position = scene.position
        if scene.svg != self._props["svg"]:
            self._props["arrows"] = []
        if scene.start is not self._start:
            self._start = scene.start
            self._props["game"] += 1
        self._props["svg"] = scene.svg
        self._props["squares"] = [
            {
                "name": name,
                **place._asdict(),
                "content": scene.contents.get(name, ""),
                "last": name in scene.last,
                "sign": scene.highlights.get(name, ""),
                "to": scene.columns.get(name, name),
            }
            for name, place in scene.squares.items()
        ]
        self._props["moves"] = [{"name": choice.name, "legs": choice.legs, "picture": choice.picture} for choice in scene.choices]
        self._props["hint"] = list(hint)
        self._props["ply"], self._props["trail"] = scene.ply, scene.path
        self._props["over"], self._props["dropping"] = position.over, position.board is not None and position.board.dropping
        self._props["signs"] = scene.signs
        self._props["label"] = f"Board of {position.game}, {position.result}"
        self.update()


class Picks(ui.element, component=ASSETS / "picks.js"):
    """A row of small buttons; `on_pick` gets the key of the one that was pressed."""

    def __init__(self, label: str, kind: str, on_pick: Handler) -> None:
        super().__init__()
        self._props |= {"items": [], "label": label, "kind": kind}
        self.on("pick", lambda event: on_pick(_text(event, "key")))

    def show(self, items: Sequence[Pick]) -> None:
        if self._props["items"] != list(items):
            self._props["items"] = list(items)
            self.update()


class TextFile(ui.element, component=ASSETS / "textfile.js"):
    """A button that opens a file; `on_text` gets its name and text, `on_refused` why it was not read."""

    def __init__(
        self, label: str, accept: str, on_text: Callable[[str, str], Awaitable[None]], on_refused: Callable[[str], object]
    ) -> None:
        super().__init__()
        self._props |= {"label": label, "accept": accept, "most": MOST_BYTES}
        too_large = "`{}` cannot be read: it is too large, or not a text file"
        self.on("text", lambda event: on_text(_text(event, "name"), _text(event, "text")))
        self.on("refused", lambda event: on_refused(too_large.format(_text(event, "name"))))


def _text(event: GenericEventArguments, name: str) -> str:
    """A text that the page sent, checked, because a page may send anything."""
    value = event.args.get(name) if isinstance(event.args, dict) else None
    return value if isinstance(value, str) else ""
