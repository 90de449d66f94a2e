"""What the page for playing shows: the board, the status, the players, the moves, and the evaluations.

It shows a session and passes on what was pressed; `play` decides what happens then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from nicegui import ui
from nicegui.events import GenericEventArguments

from zermelo.game import CHANCE
from zermelo.play.session import Session
from zermelo.studio import descriptions
from zermelo.studio.analysis import Analysis, bar
from zermelo.studio.board_options import BoardOptions
from zermelo.studio.chart import chart
from zermelo.studio.elements import Board, Pick, Picks, TextFile, button, code_field, heading, position_field
from zermelo.studio.rulesdialog import RulesDialog
from zermelo.studio.scene import Scene

if TYPE_CHECKING:
    from zermelo.studio.play import Play

DELAYS = {
    0.0: "no delay between moves of agents",
    0.5: "half a second between moves",
    1.0: "1 s between moves",
    2.0: "2 s between moves",
}
_CLICKED_PLY = "(event) => { const ply = event.target.closest('[data-ply]')?.dataset.ply; if (ply !== undefined) emit(ply); }"
_HIDDEN = ("resume", "pause", "hurry", "flip")
"""Buttons that are hidden while they cannot be used; the others are disabled instead."""


class PlayView:
    def __init__(self, page: Play) -> None:
        self.page = page
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
        with ui.element("div").classes("with-bar"):
            self.bar = ui.html("", sanitize=False)
            self.board = Board(self.page.move)
        self.others = Picks("Moves without a square", "choose", self.page.move)
        with ui.element("div").classes("row").props('role="group" aria-label="Game"'):
            self.again = button("Rematch", self.page.rematch, main=True)
            for name, (words, action) in {
                "undo": ("Undo", lambda: self.page.change(Session.undo)),
                "redo": ("Redo", lambda: self.page.change(Session.redo)),
                "hint": ("Hint", self.page.hint),
                "why": ("Why?", self.page.why),
                "resume": ("Resume", lambda: self.page.change(Session.resume)),
                "pause": ("Pause", lambda: self.page.change(Session.pause)),
                "hurry": ("Move now", self.page.hurry),
                "resign": ("Resign", lambda: self.page.change(Session.resign)),
                "flip": ("Flip board", self._flip),
                "watch": ("Watch a search from here", self.page.watch),
            }.items():
                self.buttons[name] = button(words, action)
                self.buttons[name].set_enabled(name in _HIDDEN)
                self.buttons[name].set_visibility(name not in _HIDDEN)
        self.again.set_visibility(False)
        with ui.element("div").classes("row"):
            self.typed = code_field("Type a move").classes("typed").on("keydown.enter", self._type)
            button("Play", self._type)
            with ui.element("details"):
                ui.html("All legal moves", tag="summary", sanitize=False)
                self.all = Picks("All legal moves", "choose", self.page.move)

    def _aside(self) -> None:
        self.book = RulesDialog()
        with ui.element("section").classes("card"):
            with ui.element("div").classes("row"):
                self.title = heading(level=1)
                self.rules = ui.button("Rules", on_click=self.book.open, color=None).props("flat dense no-caps").classes("link")
                self.rules.set_visibility(False)
            self.about = ui.label().classes("soft")
            self.seats = ui.html("", sanitize=False).classes("seats")
            with ui.element("div").classes("row"):
                button("New game", self.page.new, main=True).classes("grow")
                self.swap = button("Swap sides", self.page.swap)
            self.delay = ui.select(DELAYS, value=0.5).props('dense borderless aria-label="Delay between moves of agents"')
        with ui.element("section").classes("card") as self.advice:
            self.advice_title = heading()
            self.advice_text = ui.html("", sanitize=False).props('aria-live="polite"')
        self.advice.set_visibility(False)
        with ui.element("section").classes("card"):
            heading("Moves")
            self.moves = Picks("Moves so far", "made", self.page.show)
        with ui.element("section").classes("card"):
            heading("Evaluation")
            self.chart = ui.html("", sanitize=False).on("click", self._choose_ply, js_handler=_CLICKED_PLY)
            self.evaluating = ui.switch("Evaluate every position", value=True, on_change=lambda: self.page.change())
            self.evaluating.props("dense")
        self.analysis = Analysis(self.page)
        with ui.element("section").classes("card"):
            heading("Save and share")
            with ui.element("div").classes("row"):
                button("Save", lambda: self.page.save("json"))
                self.pgn = button("Save as PGN", lambda: self.page.save("pgn"))
                TextFile("Load", ".json,.pgn", self.page.load, self.page.visit.tell)
                button("Copy link", self.page.copy_link)
                button("Picture", self.page.save_picture)
            with ui.element("details"):
                ui.html("Paste a position or a game", tag="summary", sanitize=False)
                self.pasted = position_field(rows=5).props('label="FEN, PGN, a saved game, or a board as text"')
                button("Open", self._paste)
        BoardOptions()

    async def _paste(self) -> None:
        text, self.pasted.value = str(self.pasted.value or ""), ""
        if text.strip():
            await self.page.paste(text)

    async def _choose_ply(self, event: GenericEventArguments) -> None:
        await self.page.show(str(event.args))

    async def _type(self) -> None:
        text, self.typed.value = str(self.typed.value or "").strip(), ""
        if text:
            await self.page.move(text)

    async def _flip(self) -> None:
        self.board.turn(not self.board.turned)

    # Showing

    def greet(self, session: Session, front: int | None) -> None:
        """Show what stays the same for a whole game; `front` is the player whose pieces are in front, if the board can be turned."""
        game = session.game
        self.title.content = descriptions.title(game)
        self.about.text = descriptions.sentence(game)
        self.rules.set_visibility(self.book.tell(game))
        self.pgn.set_visibility(game.title() == "chess")
        self.front = front
        self.buttons["flip"].set_visibility(front is not None)
        self.face(session)

    def face(self, session: Session) -> None:
        """Turn the board so that the only person has their own pieces in front."""
        self.board.turn(self.front is not None and len(session.people) == 1 and session.people[0] != self.front)

    def show(self, session: Session, scene: Scene, hint: Sequence[str], thinking: bool) -> None:
        self.board.show(scene, hint)
        self.others.show([_pick(choice.name) for choice in scene.choices if not choice.legs])
        self.all.show([_pick(choice.name) for choice in scene.choices])
        self.dice.content = "".join(map(descriptions.die, scene.dice))
        self.status.content = escape(descriptions.status(session, scene, thinking))
        self.news.content = escape(descriptions.news(session, scene))
        self.show_seats(session)
        self.show_chart(session)
        self.moves.show(made(session))
        self.delay.set_visibility(len(session.seats) - len(session.people) > 1 or not session.people)
        self.swap.set_visibility(len({seat.text for seat in session.seats}) > 1)
        self._allow(session)

    def _allow(self, session: Session) -> None:
        """Enable and show the buttons that can be used."""
        waiting = session.waiting_for
        agents = {number for number, seat in enumerate(session.seats) if not seat.is_person}
        for name, allowed in {
            "undo": session.can_undo,
            "redo": session.can_redo,
            "hint": waiting == "person",
            "why": any(ply.by in agents for ply in session.plies[1 : session.at + 1]),
            "resign": waiting != "nothing" and bool(session.people),
            "watch": waiting == "person",
        }.items():
            self.buttons[name].set_enabled(allowed)
        self.again.set_visibility(waiting == "nothing")
        self.buttons["resume"].set_visibility(waiting == "resume")
        self.buttons["pause"].set_visibility(waiting in ("agent", "chance") and not session.people)
        self.buttons["hurry"].set_visibility(waiting == "agent")

    def show_seats(self, session: Session) -> None:
        self.seats.content = descriptions.seats(session)

    def show_chart(self, session: Session) -> None:
        self.bar.content = bar(session.game, session.here) if self.evaluating.value else ""
        self.chart.content = chart(session.game, session.plies, session.at)

    def advise(self, title: str, lines: Sequence[str]) -> None:
        """Show a hint or reasons; an empty title hides them."""
        self.advice.set_visibility(bool(title))
        self.advice_title.content = escape(title)
        self.advice_text.content = f'<ul class="reasons">{"".join(f"<li>{escape(line)}</li>" for line in lines)}</ul>'


def _pick(name: str) -> Pick:
    return {"key": name, "text": name}


def made(session: Session, names: Mapping[int, str] | None = None) -> list[Pick]:
    """The moves of the game, numbered by rounds; undone moves are pale.

    `names` are the only moves that are shown, by their plies, in a game that others do not see as a whole: neither their keys nor their numbers
    tell how many others there were.
    """
    now = session.at if names is None else max(names, default=0)
    found: list[Pick] = [{"key": "0", "text": "start", "now": now == 0, "kind": "chance"}]
    turns, players = 0, len(session.seats)
    plies = list(session.plies)
    for key, at in enumerate(range(1, len(plies)) if names is None else names, 1):
        ply = plies[at]
        kinds = [*(["chance"] if ply.by == CHANCE else []), *(["gone"] if at > session.at else [])]
        text = ply.move if names is None else names[at]
        pick: Pick = {"key": str(key), "text": text, "now": at == now, "kind": " ".join(kinds)}
        if ply.by != CHANCE:
            if turns % players == 0:
                pick["number"] = f"{turns // players + 1}."
            turns += 1
        found.append(pick)
        found += _variations(session, at - 1)
    return found + _variations(session, len(plies) - 1)


def _variations(session: Session, at: int) -> list[Pick]:
    """The moves of the lines that were left after a ply, each line in brackets."""
    found: list[Pick] = []
    for number in session.branches(at):
        line = session.variations[number]
        for place, ply in enumerate(line):
            text = f"{'(' if place == 0 else ''}{ply.move}{')' if place == len(line) - 1 else ''}"
            found.append({"key": f"v{number}.{place}", "text": text, "kind": "variation", "title": "Go on with this variation"})
    return found
