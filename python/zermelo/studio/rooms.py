"""Rooms: games that several visitors share by a link. Some have seats and play, others watch; nobody needs an account.

A room has one session. Who sits down gets a secret key, which the browser keeps and shows when it comes back. Each page shows what its
seat may see, and nothing else is ever sent to it (`Sight`). Rooms exist in the memory of the server: at most `MOST` of them, and a
room that nobody has looked at for `IDLE` seconds may be given up for a new one.
"""

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

from zermelo.errors import Resigned, ZermeloError
from zermelo.game import CHANCE, Position
from zermelo.hosting.workers import Job, Workers
from zermelo.play.hiding import visible
from zermelo.play.onlooker import Onlooker
from zermelo.play.session import Session
from zermelo.studio.scene import Scene, look

MOST = 200
IDLE = 1800.0
"""Seconds."""
HIDDEN_MOVE = "hidden"
"""In place of the name of a move that a visitor does not see."""


class RoomError(ZermeloError):
    """Something that a visitor of a room may not do."""


@dataclass(frozen=True)
class Sight:
    """What a page may show of a room."""

    scene: Scene
    names: dict[int, str]
    """The names of the moves so far, by the number of the ply; HIDDEN_MOVE for those that the visitor does not see, and nothing for those
    that the visitor does not notice."""
    plies: int
    """How many plies were looked at."""

    @property
    def moves(self) -> tuple[str, ...]:
        return tuple(self.names.values())


@dataclass(eq=False)
class Room:
    """One game and the people around it."""

    name: str
    session: Session
    asked: str
    workers: Workers
    keys: dict[int, str] = field(default_factory=dict)
    """The secret keys of those who sit, by seat."""
    pages: dict[object, Callable[[], object]] = field(default_factory=dict)
    """What to call for each open page when something has changed."""
    trouble: str = ""
    """Why the game is paused, if an agent has failed."""
    used: float = field(default_factory=time.monotonic)
    _onlookers: dict[int | None, Onlooker] = field(default_factory=dict)
    """Who has looked, by seat; None for spectators."""
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _running: "asyncio.Task[None] | None" = None

    # Seats

    def seat_of(self, key: str) -> int | None:
        """The seat that belongs to a key; None for those who watch."""
        return next((seat for seat, known in self.keys.items() if secrets.compare_digest(known, key)), None)

    @property
    def open_seats(self) -> tuple[int, ...]:
        """Seats of people that nobody has taken yet."""
        return tuple(seat for seat in self.session.people if seat not in self.keys)

    def take(self, seat: int) -> str:
        """Sit down. Returns the key."""
        if seat not in self.open_seats:
            raise RoomError("this seat is taken already; you can watch")
        self.keys[seat] = secrets.token_urlsafe(16)
        self.tell()
        self.go_on()
        return self.keys[seat]

    def stand(self, key: str) -> None:
        """Give up a seat, for somebody else to take. Not where something is hidden: the next visitor would see it."""
        seat = self._own_seat(key)
        if self.session.game.hides and not self.session.over:
            raise RoomError("you have seen what is hidden, so the seat stays yours; resign to end the game")
        del self.keys[seat]
        self.tell()

    def _own_seat(self, key: str) -> int:
        seat = self.seat_of(key)
        if seat is None:
            raise RoomError("you watch this game; take a seat to play")
        return seat

    # The game

    @property
    def ready(self) -> bool:
        """Whether all seats are taken; the game waits until then."""
        return not self.open_seats

    async def play(self, key: str, move: str) -> None:
        seat = self._own_seat(key)

        def act(session: Session) -> None:
            if not self.ready:
                raise RoomError("the game begins when all seats are taken; send the link to somebody")
            if session.position.player != seat and not session.over:
                raise RoomError(f"it is not your turn: {session.position.turn} is to move")
            session.play(move)

        await self._change(act)

    async def resign(self, key: str) -> None:
        seat = self._own_seat(key)
        await self._change(lambda session: session.resign_for(seat))

    async def rematch(self, key: str) -> None:
        """A new game in the same room; people and agents move on to the next seat, so that another one begins."""
        self._own_seat(key)
        if not self.session.over:
            raise RoomError("the game is not over yet; resign first")
        began, number = self.session, len(self.session.seats)

        def begin() -> Session:
            made = began.rematch(secrets.randbits(32))
            made.swap()
            return made

        made = await self.workers.quick(begin)
        if self.session is began:
            self.session = made
            self.keys = {(seat + 1) % number: key for seat, key in self.keys.items()}
            self._onlookers.clear()
            self.tell()
            self.go_on()

    async def check_time(self) -> None:
        if self.ready and self.session.waiting_for == "person" and self.session.check_time():
            self.tell()

    async def _change(self, act: Callable[[Session], object]) -> None:
        async with self._lock:
            session = self.session
            await self.workers.quick(lambda: act(session))
        self.tell()
        self.go_on()
        await self._watch(session)

    @property
    def thinking(self) -> bool:
        """Whether an agent is searching."""
        return self._running is not None and self.session.waiting_for == "agent"

    async def resume(self, key: str) -> None:
        self._own_seat(key)
        self.trouble = ""
        await self._change(Session.resume)

    def go_on(self) -> None:
        """Let agents and chance act in the background until a person has to choose."""
        if self._running is None and self.ready and self.session.waiting_for in ("agent", "chance"):
            self._running = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        try:
            while self.pages and self.session.waiting_for in ("agent", "chance"):
                await self._step(self.session)
                self.tell()
                await self._watch(self.session)
        except ZermeloError as error:
            self.session.pause()
            self.trouble = str(error)
        finally:
            self._running = None
        self.tell()

    async def _step(self, session: Session) -> None:
        if session.waiting_for == "chance":
            await self.workers.quick(session.roll)
            return
        position, left = session.position, session.left()
        seconds = min(self.workers.limits.seconds, left[position.player]) if left else None
        try:
            found = await self.workers.search(Job(), session.thinker, position, seconds=seconds)
        except Resigned:
            session.give_up(position)
            return
        if found is None:
            raise RoomError(f"{session.agent} had no move in time")
        await self.workers.quick(lambda: session.answer(position, found))

    # What a page sees

    async def _watch(self, session: Session) -> None:
        """Let a spectator look at the last move, so that one who comes later does not wait for all of them."""
        with suppress(ZermeloError):
            await self.workers.quick(lambda: self._onlooker(session, None).knows(session.position))

    def _onlooker(self, session: Session, seat: int | None) -> Onlooker:
        return self._onlookers.setdefault(seat, Onlooker(session.game, seat))

    def sight(self, key: str) -> Sight:
        """Everything that a page may show; it takes a moment, so it belongs in a thread."""
        session, seat = self.session, self.seat_of(key)
        plies = list(session.plies)  # the game may go on meanwhile
        position = plies[-1].position
        mine = self.ready and seat is not None and session.waiting_for == "person" and position.player == seat
        if not session.game.hides or session.over:
            return Sight(look(position, mine), {at: ply.move for at, ply in enumerate(plies[1:], 1)}, len(plies))
        onlooker = self._onlooker(session, seat)
        names = {
            at: ply.move if onlooker.knows(ply.position) else HIDDEN_MOVE
            for at, ply in enumerate(plies[1:], 1)
            if onlooker.notices(ply.position)
        }
        made = [at for at in names if plies[at].by != CHANCE]
        view, latest = Position(session.game, visible(position, seat)), range(made[-1] if made else 1, len(plies))
        told = all(names.get(at, HIDDEN_MOVE) != HIDDEN_MOVE and _looks_alike(plies[at].position, seat) for at in latest)
        scene = look(view, mine, history=position if told else None)  # the scene tells all of the latest moves
        return Sight(replace(scene, ply=len(made)), names, len(plies))

    def tell(self) -> None:
        """Let all open pages show what has changed."""
        self.used = time.monotonic()
        for refresh in list(self.pages.values()):
            with suppress(RuntimeError):  # the page has just been closed
                refresh()


def _looks_alike(position: Position, seat: int | None) -> bool:
    """Whether the move that led to a position touches the same squares on what the visitor saw as on the true board."""
    before, move = position.parent, position.move
    if before is None or move is None:
        return True
    try:
        return Position(before.game, visible(before, seat)).legs(move) == before.legs(move)
    except ZermeloError:  # the rules need not play the moves of others on a view
        return False


class Rooms:
    """All rooms of a server."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        self._rooms: dict[str, Room] = {}

    def add(self, session: Session, asked: str) -> Room:
        """A new room; the first one that has been idle for long makes way for it."""
        if len(self._rooms) >= MOST:
            now = time.monotonic()
            idle = next((room for room in self._rooms.values() if not room.pages and now - room.used > IDLE), None)
            if idle is None:
                raise RoomError(f"there are {MOST} games in progress, the most that this studio allows; try again later")
            del self._rooms[idle.name]
        room = Room(secrets.token_urlsafe(9), session, asked, self.workers)
        self._rooms[room.name] = room
        return room

    def get(self, name: str) -> Room | None:
        return self._rooms.get(name)

    def __len__(self) -> int:
        return len(self._rooms)
