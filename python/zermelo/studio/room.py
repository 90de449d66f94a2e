"""The page of a room: a game that visitors share by a link. Those with a seat play, others watch.

The page shows what `Room.sight` gives it. Its browser tab keeps the key of its seat, so that a page that is loaded again, or opened again
later, gets its seat back; another tab of the same browser may take another seat.
"""

import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from nicegui import ui

from zermelo.studio import descriptions
from zermelo.studio.board_options import BoardOptions
from zermelo.studio.elements import Board, Picks, button, code_field, heading, status_label
from zermelo.studio.frame import Visit
from zermelo.studio.playview import made
from zermelo.studio.rooms import Room, Sight
from zermelo.studio.rulesdialog import RulesDialog
from zermelo.studio.scene import front

_KEY = "zermelo-room-"
_RECALL = """
const name = {name};
return {{ here: sessionStorage.getItem(name) || "", before: localStorage.getItem(name) || "" }};
"""
_LONGEST_KEY = 64


def enter(room: Room) -> None:
    """Take the first seat of a person in a new room, and go there."""
    key = room.take(room.open_seats[0])
    ui.run_javascript(f"{_remember(room.name, key)} location.href = {json.dumps(f'/room/{room.name}')};")


def _remember(name: str, key: str) -> str:
    """The script that keeps a key: for this tab, and for a later one of the same browser."""
    place, value = json.dumps(_KEY + name), json.dumps(key)
    return f"sessionStorage.setItem({place}, {value}); localStorage.setItem({place}, {value});"


class RoomPage:
    """What one visitor sees of a room."""

    def __init__(self, visit: Visit, room: Room | None) -> None:
        self.visit, self.room = visit, room
        self.key = self.before = ""
        """The key of the own seat, and of one that an earlier tab of this browser had."""
        self.front: int | None = None
        self.faced: int | None = None
        """The seat to which the board was turned; afterwards the visitor may turn it."""
        if room is None:
            with ui.element("section").classes("card"):
                heading("There is no such game", 1)
                ui.label("It was given up, or the studio was started again. Begin a new game, and send its link.").classes("soft")
                ui.link("New game", "/games")
            return
        with ui.element("div").classes("sides"):
            with ui.element("div").classes("column"):
                self._middle()
            with ui.element("aside").classes("column"):
                self._aside(room)
        self.timer = ui.timer(0.2, self._tick, active=False)
        visit.client.on_delete(self._leave)

    def _middle(self) -> None:
        with ui.element("div").classes("status"):
            self.status = status_label("room-status")
        self.board = Board(self._move)
        self.others = Picks("Moves without a square", "choose", self._move)
        with ui.element("div").classes("row").props('role="group" aria-label="Game"'):
            self.again = button("Rematch", lambda: self._do(lambda room: room.rematch(self.key)), main=True)
            self.go = button("Go on", lambda: self._do(lambda room: room.resume(self.key)), main=True)
            self.resign = button("Resign", lambda: self._do(lambda room: room.resign(self.key)))
            self.flip = button("Flip board", lambda: self.board.turn(not self.board.turned))
        with ui.element("div").classes("row") as self.typing:
            self.typed = code_field("Type a move").classes("typed").on("keydown.enter", self._type)
            button("Play", self._type)

    def _aside(self, room: Room) -> None:
        rules = RulesDialog()
        rules.tell(room.session.game)
        with ui.element("section").classes("card"):
            with ui.element("div").classes("row"):
                heading(descriptions.title(room.session.game), 1)
                ui.button("Rules", on_click=rules.open, color=None).props("flat dense no-caps").classes("link")
            ui.label(descriptions.sentence(room.session.game)).classes("soft")
            self.seats = ui.html("", sanitize=False).classes("seats")
            self.offers = ui.element("div").classes("row")
            self.role = ui.label().classes("soft")
        with ui.element("section").classes("card") as self.invitation:
            heading("Invite")
            ui.label("Whoever opens this link may take a free seat or watch.").classes("soft")
            with ui.element("div").classes("row"):
                self.link = ui.input().props('outlined dense readonly aria-label="Link to this game"').classes("mono grow")
                button("Copy link", self._copy)
        BoardOptions()
        with ui.element("section").classes("card"):
            heading("Moves")
            self.moves = Picks("Moves so far", "made", self._ignore)
        button("New game", lambda: ui.navigate.to("/games"))

    # Arriving and leaving

    async def arrive(self) -> None:
        room = self.room
        if room is None:
            return
        kept: object = None
        with suppress(TimeoutError):
            kept = await ui.run_javascript(_RECALL.format(name=json.dumps(_KEY + room.name)), timeout=5)
        known = {name: str(text)[:_LONGEST_KEY] for name, text in kept.items()} if isinstance(kept, dict) else {}
        if room.seat_of(known.get("here", "")) is not None:
            self.key = known["here"]
        elif room.seat_of(known.get("before", "")) is not None:
            self.before = known["before"]
        with suppress(TimeoutError):
            self.link.value = str(await ui.run_javascript("return location.origin + location.pathname", timeout=5))
        self.front = await self.visit.workers.quick(lambda: front(room.session.game))
        self.flip.set_visibility(self.front is not None)
        self.timer.active = room.session.clocks is not None
        room.pages[self] = lambda: self.visit.later(self._refresh)
        room.tell()
        room.go_on()

    def _leave(self) -> None:
        if self.room is not None:
            self.room.pages.pop(self, None)
            self.room.tell()

    async def _copy(self) -> None:
        ui.clipboard.write(str(self.link.value))
        self.visit.tell("The link is copied.", "positive")

    async def _ignore(self, _: str) -> None:
        """A room shows the last position only."""

    # What the visitor can press

    async def _sit(self, seat: int) -> None:
        async def sit() -> None:
            if self.room is not None:
                self.key = self.room.take(seat)
                ui.run_javascript(_remember(self.room.name, self.key))
                await self._refresh()

        await self.visit.guard(sit())

    async def _return(self) -> None:
        if self.room is not None:
            self.key = self.before
            ui.run_javascript(_remember(self.room.name, self.key))
            await self._refresh()

    async def _move(self, name: str) -> None:
        await self._do(lambda room: room.play(self.key, name))

    async def _type(self) -> None:
        text, self.typed.value = str(self.typed.value or "").strip(), ""
        if text:
            await self._move(text)

    async def _do(self, act: Callable[[Room], Awaitable[None]]) -> None:
        if self.room is not None and not await self.visit.guard(act(self.room)):
            await self._refresh()

    async def _tick(self) -> None:
        if self.room is not None and not self.visit.left and not self.room.session.over:
            await self.room.check_time()
            self.seats.content = descriptions.seats(self.room.session)

    # Showing

    async def _refresh(self) -> None:
        room, key = self.room, self.key
        if room is None or self.visit.left:
            return
        turn = self.visit.begin()
        sight = await self.visit.workers.quick(lambda: room.sight(key))
        if self.visit.wants(turn) and sight.plies == len(room.session.plies):  # else there is news already
            self._show(room, sight)

    def _show(self, room: Room, sight: Sight) -> None:
        session, seat = room.session, room.seat_of(self.key)
        over, mine = session.over, bool(sight.scene.choices)
        self.board.show(sight.scene)
        self.others.show([{"key": choice.name, "text": choice.name} for choice in sight.scene.choices if not choice.legs])
        self.moves.show(made(session, sight.names))
        self.status.text = _status(room, sight, mine)
        self.seats.content = descriptions.seats(session)
        self._show_offers(room, seat)
        self.typing.set_visibility(mine)
        self.resign.set_visibility(seat is not None and room.ready and not over)
        self.again.set_visibility(seat is not None and over)
        self.go.set_visibility(seat is not None and session.waiting_for == "resume")
        if self.front is not None and seat is not None and self.faced != seat:
            self.faced = seat
            self.board.turn(seat != self.front)

    def _show_offers(self, room: Room, seat: int | None) -> None:
        players = room.session.game.players
        self.offers.clear()
        with self.offers:
            if seat is None and self.before:
                button("Return to your seat", self._return, main=True)
            if seat is None:
                for free in room.open_seats:
                    button(f"Sit down as {players[free]}", partial(self._sit, free), main=True)
        watching = sum(isinstance(page, RoomPage) and room.seat_of(page.key) is None for page in room.pages)
        told = "You watch." if seat is None else f"You are {players[seat]}."
        self.role.text = told + (f" {watching} watching." if watching and seat is not None else "")


def _status(room: Room, sight: Sight, mine: bool) -> str:
    """The state of the game in a few words."""
    session = room.session
    if not room.ready:
        free = ", ".join(session.game.players[seat] for seat in room.open_seats)
        return f"Waiting for somebody to sit down as {free}"
    if session.over:
        return f"Game over: {session.result}"
    if session.waiting_for == "resume":
        return f"Paused. {room.trouble}".strip()
    if room.thinking:
        return f"{session.position.turn} is thinking"
    told = sight.scene.caption or session.result
    return f"Your turn: {told}" if mine else told
