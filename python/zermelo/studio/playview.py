"""What there is to see on the page on which people play: the board, what goes on, the players, the moves, and how the game went.

It shows, and tells what was pressed; what follows from that is decided in `play`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from html import escape
from typing import Protocol

from nicegui import ui

from zermelo.game.constants import CHANCE
from zermelo.studio import telling
from zermelo.studio.chart import chart
from zermelo.studio.elements import Board, Pick, Picks, TextFile
from zermelo.studio.pips import die
from zermelo.studio.scene import Scene
from zermelo.studio.table import Doing, Table

PAUSES = {
    0.0: "no pause between moves of agents",
    0.5: "half a second between moves",
    1.0: "1 s between moves",
    2.0: "2 s between moves",
}


_SOMETIMES = ("go_on", "hold", "hurry", "flip")
"""Buttons that are only there when they make sense; the others can be seen, but not be pressed then."""


class Actions(Protocol):
    """What can be pressed."""

    async def move(self, name: str) -> None: ...
    async def show(self, at: str) -> None: ...
    async def undo(self) -> None: ...
    async def redo(self) -> None: ...
    async def hint(self) -> None: ...
    async def why(self) -> None: ...
    async def go_on(self) -> None: ...
    async def hold(self) -> None: ...
    async def hurry(self) -> None: ...
    async def resign(self) -> None: ...
    async def save(self, kind: str) -> None: ...
    async def load(self, name: str, text: str) -> None: ...
    async def new(self) -> None: ...
    async def watch(self) -> None: ...
    async def judge(self) -> None: ...
    async def swap(self) -> None: ...
    async def rematch(self) -> None: ...
    async def flip(self) -> None: ...
    def refuse(self, words: str) -> None: ...


class PlayView:
    """The page; see the top of this file."""

    def __init__(self, actions: Actions) -> None:
        self.actions = actions
        self.buttons: dict[str, ui.button] = {}
        self.front: int | None = None
        with ui.element("div").classes("sides"):
            with ui.element("div").classes("column"):
                self._middle()
            with ui.element("aside").classes("column"):
                self._aside()

    def _middle(self) -> None:
        with ui.element("div").classes("status"):
            with ui.element("div").props('role="status" aria-live="polite"'):
                self.status = ui.html("", tag="span", sanitize=False)
                self.news = ui.html("", tag="span", sanitize=False).classes("news")
                self.dice = ui.html("", tag="span", sanitize=False).classes("dice")
            self.thought = ui.label().classes("thought")
        self.board = Board(self.actions.move)
        self.others = Picks("Moves without a square", "choose", self.actions.move)
        with ui.element("div").classes("row").props('role="group" aria-label="Game"'):
            self.again = (
                ui.button("Rematch", on_click=self.actions.rematch, color=None).props("unelevated no-caps").classes("main")
            )
            for name, words, action in (
                ("undo", "Undo", self.actions.undo),
                ("redo", "Redo", self.actions.redo),
                ("hint", "Hint", self.actions.hint),
                ("why", "Why?", self.actions.why),
                ("go_on", "Go on", self.actions.go_on),
                ("hold", "Hold", self.actions.hold),
                ("hurry", "Move now", self.actions.hurry),
                ("resign", "Resign", self.actions.resign),
                ("flip", "Flip board", self.actions.flip),
                ("watch", "Watch a search from here", self.actions.watch),
            ):
                self.buttons[name] = _button(words, action)
                self._enable(name, False)
        for name in _SOMETIMES:
            self._enable(name, True)
            self.buttons[name].set_visibility(False)
        self.again.set_visibility(False)
        with ui.element("div").classes("row"):
            self.typed = ui.input("Type a move").props("outlined dense").classes("mono typed").on("keydown.enter", self._type)
            _button("Play", self._type)
            with ui.element("details"):
                ui.html("All legal moves", tag="summary", sanitize=False)
                self.all = Picks("All legal moves", "choose", self.actions.move)

    def _aside(self) -> None:
        with ui.element("section").classes("card"):
            with ui.element("div").classes("row"):
                self.title = ui.html("", tag="h1", sanitize=False)
                self.rules = ui.button("Rules", on_click=self._tell_rules, color=None).props("flat dense no-caps").classes("link")
            self.about = ui.label().classes("soft")
            self.seats = ui.html("", sanitize=False).classes("seats")
            with ui.element("div").classes("row"):
                new = ui.button("New game", on_click=self.actions.new, color=None).props("unelevated no-caps")
                new.classes("main grow")
                self.swap = _button("Swap sides", self.actions.swap)
            self.pause = ui.select(PAUSES, value=0.5).props('dense borderless aria-label="Pause between moves of agents"')
        with ui.element("section").classes("card") as self.advice:
            self.advice_title = ui.html("", tag="h2", sanitize=False)
            self.advice_text = ui.html("", sanitize=False).props('aria-live="polite"')
        self.advice.set_visibility(False)
        with ui.element("section").classes("card"):
            ui.html("Moves", tag="h2", sanitize=False)
            self.moves = Picks("Moves so far", "made", self.actions.show)
        with ui.element("section").classes("card"):
            ui.html("How it went", tag="h2", sanitize=False)
            self.course = ui.html("", sanitize=False)
            self.judging = ui.switch("Evaluate every position", value=True, on_change=self.actions.judge).props("dense")
        with ui.element("section").classes("card"):
            ui.html("Keep this game", tag="h2", sanitize=False)
            with ui.element("div").classes("row"):
                _button("Save", lambda: self.actions.save("json"))
                self.pgn = _button("Save as PGN", lambda: self.actions.save("pgn"))
                TextFile("Load", ".json,.pgn", self.actions.load, self.actions.refuse)
        with ui.dialog() as self.book, ui.card().classes("form rules"):
            self.book_title = ui.html("", tag="h1", sanitize=False)
            self.book_text = ui.html("", tag="pre", sanitize=False).props('tabindex="0"')
            _button("Close", self._close_rules)

    async def _tell_rules(self) -> None:
        self.book.open()

    async def _close_rules(self) -> None:
        self.book.close()

    async def _type(self) -> None:
        text, self.typed.value = str(self.typed.value or "").strip(), ""
        if text:
            await self.actions.move(text)

    # Showing

    def greet(self, table: Table, front: int | None) -> None:
        """What stays as it is for a whole game; `front` is whose men are in front, where the board can be turned."""
        game, told = table.game, telling.rules(table.game)
        self.title.content = self.book_title.content = escape(str(game))
        self.about.text = telling.sentence(game)
        self.book_text.content = escape(told)
        self.rules.set_visibility(bool(told))
        self.pgn.set_visibility(game.title() == "chess")
        self.front = front
        self.buttons["flip"].set_visibility(front is not None)
        self.face(table)

    def face(self, table: Table) -> None:
        """Turn the board so that whoever plays alone has their own men in front."""
        self.board.turn(self.front is not None and len(table.people) == 1 and table.people[0] != self.front)

    def show(self, table: Table, scene: Scene, hint: Sequence[str], thinking: bool) -> None:
        """Everything, as it is now."""
        doing = table.doing
        self.board.show(scene, hint)
        self.others.show([_pick(choice.name) for choice in scene.choices if not choice.legs])
        self.all.show([_pick(choice.name) for choice in scene.choices])
        self.dice.content = "".join(die(pip) for pip in scene.pips)
        self.status.content = escape(telling.status(table, scene, thinking))
        self.news.content = escape(telling.news(table, scene))
        self.show_seats(table)
        self.show_course(table)
        self.moves.show(_made(table))
        self.pause.set_visibility(len(table.seats) - len(table.people) > 1 or not table.people)
        self.swap.set_visibility(len({seat.text for seat in table.seats}) > 1)
        self._allow(table, doing)

    def _allow(self, table: Table, doing: Doing) -> None:
        """Which buttons make sense."""
        self._enable("undo", table.can_undo)
        self._enable("redo", table.can_redo)
        self._enable("hint", doing == "person")
        self._enable("resign", doing != "over" and bool(table.people))
        self._enable("watch", doing == "person")
        self._enable(
            "why", any(ply.by is not None and ply.by != CHANCE and not table.seats[ply.by].is_person for ply in table.plies[1:])
        )
        self.again.set_visibility(doing == "over")
        self.buttons["go_on"].set_visibility(doing == "held")
        self.buttons["hold"].set_visibility(doing in ("agent", "chance") and not table.people)
        self.buttons["hurry"].set_visibility(doing == "agent")

    def show_seats(self, table: Table) -> None:
        self.seats.content = telling.seats(table)

    def show_course(self, table: Table) -> None:
        self.course.content = chart(table.game, table.plies, table.at)

    def advise(self, title: str, lines: Sequence[str]) -> None:
        """A hint, or reasons; nothing where there are none."""
        self.advice.set_visibility(bool(title))
        self.advice_title.content = escape(title)
        self.advice_text.content = f'<ul class="reasons">{"".join(f"<li>{escape(line)}</li>" for line in lines)}</ul>'

    def _enable(self, name: str, on: bool) -> None:
        self.buttons[name].set_enabled(on)


def _button(words: str, action: Callable[[], Awaitable[None]]) -> ui.button:
    return ui.button(words, on_click=action, color=None).props("flat no-caps").classes("plain")


def _pick(name: str) -> Pick:
    return {"key": name, "text": name}


def _made(table: Table) -> list[Pick]:
    """The moves of the game, numbered by rounds; those that were taken back are pale."""
    found: list[Pick] = [{"key": "0", "text": "start", "now": table.at == 0, "kind": "chance"}]
    turns, players = 0, max(len(table.seats), 1)
    for at, ply in enumerate(table.plies[1:], 1):
        kinds = ["chance"] if ply.by == CHANCE else []
        pick: Pick = {"key": str(at), "text": ply.move, "now": at == table.at}
        if ply.by != CHANCE:
            if turns % players == 0:
                pick["number"] = f"{turns // players + 1}."
            turns += 1
        pick["kind"] = " ".join([*kinds, *(["gone"] if at > table.at else [])])
        found.append(pick)
    return found
