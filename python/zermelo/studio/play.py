"""The page on which people play. It has one session for one visitor, lets agents and chance move, and shows the result. Games for several
visitors, and all games that hide something, are played in a room (`room`).

Every action of the visitor first cancels the task in progress, then changes the session, then lets the game go on. There is one task at a
time. It checks after every wait whether it is still wanted, and ends if not. So a visitor may press anything at any time, and a move that
an agent found for another position is never played.
"""

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from urllib.parse import urlencode

from nicegui import ui

from zermelo.errors import AgentError, Resigned, ZermeloError
from zermelo.game import Position
from zermelo.hosting.workers import Job
from zermelo.play import hints
from zermelo.play.session import Ply, Session, SessionError
from zermelo.report import Report, count
from zermelo.studio import game_setup
from zermelo.studio.elements import MOST_BYTES
from zermelo.studio.frame import Visit
from zermelo.studio.game_setup import Setup
from zermelo.studio.newgame import NewGame
from zermelo.studio.playview import PlayView
from zermelo.studio.room import enter
from zermelo.studio.rooms import Rooms
from zermelo.studio.scene import Scene, front, look

_KEPT, _WHERE = "zermelo-table", "zermelo-address"
_RECALL = f"""
const again = performance.getEntriesByType("navigation")[0]?.type !== "navigate";
const here = again && sessionStorage.getItem("{_WHERE}") === location.search;
const kept = here || !location.search ? sessionStorage.getItem("{_KEPT}") : null;
return kept && kept.length < {MOST_BYTES} ? kept : null;
"""
"""A link to a game opens that game; a page that is loaded again goes on with the game it had."""
_EVALUATION_SECONDS, _HINT_SECONDS = 0.5, 3.0
_SEARCHING = ("Searching ...",)


class Play:
    """The session of one visitor, and the page that shows it."""

    def __init__(self, visit: Visit, rooms: Rooms, wanted: Setup | None) -> None:
        self.visit, self.workers, self.limits = visit, visit.workers, visit.workers.limits
        self.rooms, self.wanted = rooms, wanted
        self.session: Session | None = None
        self.asked = ""
        """The text that the game was chosen with."""
        self.scene: Scene | None = None
        self.marked: tuple[str, ...] = ()
        """Squares of a hint."""
        self.thinking: Job | None = None
        self.lock = asyncio.Lock()
        self.view = PlayView(self)
        self.form = NewGame(visit, self.begin)
        self.timer = ui.timer(0.2, self._tick, active=False)
        visit.client.on_delete(self._forget)

    # Beginning

    async def arrive(self) -> None:
        """Open the game that this browser tab had, if the page is loaded again; else the game in the address; else go to the gallery.

        If what the tab or the address says is wrong, a default game begins, and then the visitor is told.
        """
        kept = None
        with suppress(TimeoutError):
            kept = await ui.run_javascript(_RECALL, timeout=5)
        ways: list[Callable[[], Awaitable[None]]] = []
        if isinstance(kept, str):
            ways.append(lambda: self._recall(str(kept)))
        if wanted := self.wanted:
            ways.append(lambda: self.begin(wanted))
        if not ways:
            ui.run_javascript('location.replace("/games")')  # not `navigate`: Back would come here and go on to the gallery again
            return
        ways.append(lambda: self.begin(Setup()))
        told = []
        for way in ways:
            try:
                await way()
                break
            except ZermeloError as error:
                told.append(str(error))
        for words in told:
            self.visit.tell(words, "warning")

    async def _recall(self, kept: str) -> None:
        await self._open(*await self.workers.quick(lambda: game_setup.recall(kept, self.limits, _seed())))

    async def begin(self, wanted: Setup) -> None:
        """Begin a new game. If that fails, the error is raised and the current game goes on. A shared game gets a room."""
        session = await self.workers.quick(lambda: wanted.session(self.limits, _seed()))
        if wanted.shared or session.game.hides:
            enter(self.rooms.add(session, wanted.game))
        else:
            await self._open(session, wanted.game)

    async def _open(self, session: Session, asked: str) -> None:
        turn = self._interrupt()
        self.session, self.asked = session, asked
        self.timer.active = session.clocks is not None
        self.view.advise("", ())
        self.view.greet(session, await self.workers.quick(lambda: front(session.game)))
        await self._update()
        self._resume(turn)

    # What the visitor can press

    async def move(self, name: str) -> None:
        await self.change(lambda session: session.play(name))

    async def show(self, at: str) -> None:
        """Show a ply by its number, or a ply of a variation: v2.0 is the first one of variation 2."""
        line, _, place = at.removeprefix("v").partition(".")
        if at.startswith("v") and line.isdecimal() and place.isdecimal():
            await self.change(lambda session: session.enter(int(line[:9]), int(place[:9])))
        else:
            await self.change(lambda session: session.show(int(at[:9]) if at.isdecimal() else -1))

    async def swap(self) -> None:
        await self.change(Session.swap)
        self.view.face(self._current())

    async def rematch(self) -> None:
        session = self._current()
        await self.visit.guard(self._open(await self.workers.quick(lambda: session.rematch(_seed())), self.asked))

    async def hurry(self) -> None:
        """The agent plays the best move that it has found so far."""
        if self.thinking is not None:
            self.thinking.end()

    async def new(self) -> None:
        await self.visit.guard(self.form.open(self.asked))

    async def watch(self) -> None:
        """Go to the page that shows searches, with the position on the board."""
        played = await self.workers.quick(self._current().transcript)
        asked = {"game": self.asked, "position": played.start or "", "moves": " ".join(played.moves)}
        ui.navigate.to(f"/watch?{urlencode(asked)}")

    async def save(self, kind: str) -> None:
        async def write() -> None:
            session = self._current()
            played = await self.workers.quick(session.transcript)
            text = played.to_pgn() if kind == "pgn" else played.dumps()
            ui.download.content(text, f"{session.game.title()}.{kind}")

        await self.visit.guard(write())

    async def load(self, name: str, text: str) -> None:
        async def read() -> None:
            known = self.session.game if self.session else None
            session = await self.workers.quick(lambda: game_setup.load(text, name, self.limits, _seed(), known))
            await self._open(session, self.asked if session.game is known else str(session.game))
            self.visit.tell(f"Loaded {name}: {len(session.plies) - 1} moves, {session.result}.", "positive")

        await self.visit.guard(read())

    async def paste(self, text: str) -> None:
        """Open a game or a position that was pasted: a saved game, PGN, FEN, or a board as text."""

        async def read() -> None:
            known = self.session.game if self.session else None
            session = await self.workers.quick(lambda: game_setup.pasted(text, self.limits, _seed(), known))
            await self._open(session, self.asked if session.game is known else str(session.game))

        await self.visit.guard(read())

    async def copy_link(self) -> None:
        """The address follows the game, so a link to it is what the address bar shows."""
        ui.run_javascript("navigator.clipboard.writeText(location.href)")
        self.visit.tell("The link is copied: it opens this game with its moves.", "positive")

    async def save_picture(self) -> None:
        session = self._current()
        svg = await self.workers.quick(lambda: session.game.svg(session.position.state))
        ui.download.content(svg, f"{session.game.title()}.svg", "image/svg+xml")

    # Hints and reasons

    async def hint(self) -> None:
        """What a strong player would play, and why."""
        position = self._current().position

        async def answer(turn: int) -> None:
            self.view.advise("Hint", _SEARCHING)
            found = await self._advise(position)
            if self.visit.wants(turn) and found is not None:
                if self.scene is not None and self.scene.position is position:
                    self.marked = self.scene.touched(found.move)
                    self._show()
                self.view.advise("Hint", hints.hint(position, found))

        await self._answer(answer)

    async def why(self) -> None:
        """Why an agent played its last move."""

        async def answer(turn: int) -> None:
            before, after = self._current().last_agent_move()
            title, position, second = f"Why {after.move}?", before.position, None
            self.view.advise(title, _SEARCHING)
            if not hints.has_reasons(before.report):
                with suppress(AgentError):  # no search can play this game, so only the agent's own words are shown
                    second = await self._advise(position)
            if self.visit.wants(turn):
                self.view.advise(title, hints.explain(position, after.move, before.report, second))

        await self._answer(answer)

    async def _answer(self, answer: Callable[[int], Awaitable[None]]) -> None:
        """Answer a question; an answer to an earlier question is dropped."""
        turn = self._interrupt()
        if not await self.visit.guard(answer(turn)):
            self.view.advise("", ())
        self._resume(turn)

    async def _advise(self, position: Position) -> Report | None:
        agent = await self.workers.quick(lambda: hints.adviser(position))
        return await self.workers.search(self.visit.job(), agent, position, seconds=min(_HINT_SECONDS, self.limits.seconds))

    # The game goes on

    async def change(self, change: Callable[[Session], object] = lambda _: None) -> None:
        """Change the session, show it, and let it go on. If the change is impossible, say why and leave everything as it was."""
        if self.session is None:
            return
        turn = self._interrupt()
        if await self.visit.guard(self._update(change=change)):
            self.view.advise("", ())
        else:
            await self.visit.guard(self._update())
        self._resume(turn)

    def _interrupt(self) -> int:
        """Cancel the task in progress. Returns the number of the visitor's action."""
        self.marked, self.thinking = (), None
        return self.visit.begin()

    def _resume(self, turn: int) -> None:
        """Let the game go on in the background, unless the visitor has acted since."""
        if self.visit.wants(turn):
            self.visit.later(lambda: self._run(turn))

    async def _run(self, turn: int) -> None:
        """Let agents and chance act until a person has to choose, and evaluate the positions."""
        steps = 0
        while self.visit.wants(turn):
            session = self._current()
            waiting = session.waiting_for
            if waiting not in ("agent", "chance"):
                break
            if steps and (waiting == "agent" or not session.people):
                await asyncio.sleep(float(self.view.delay.value or 0))
            if self.visit.wants(turn) and waiting == session.waiting_for:
                await (self._update(turn, Session.roll) if waiting == "chance" else self._think(turn))
            steps += 1
            await self._evaluate(turn, 1)
        await self._evaluate(turn, len(self._current().plies))
        if self.visit.wants(turn):
            await self.view.analysis.follow(turn)

    async def _think(self, turn: int) -> None:
        session = self._current()
        position, job = session.position, self.visit.job()
        self.thinking = job
        self._show()
        left = session.left()
        seconds = min(self.limits.seconds, left[position.player]) if left else None
        try:
            found = await self.workers.search(job, session.thinker, position, self._hear, seconds)
        except Resigned:
            if self.visit.wants(turn):
                self.thinking = None
                await self._update(turn, lambda session: session.give_up(position))
            return
        if self.visit.wants(turn):
            self.thinking = None
            if found is None and job.scope.reason == "seconds":  # only an agent of the user's own has nothing to answer
                self.visit.tell(f"{session.agent} had no move in time, so the game is paused; Resume asks it again.", "warning")
            await self._update(turn, lambda session: session.pause() if found is None else session.answer(position, found))

    async def _evaluate(self, turn: int, most: int) -> None:
        """Evaluate positions that have no evaluation yet, the latest first."""
        session = self._current()
        if not self.view.evaluating.value or session.game.title() == "tree":
            return
        pending = [ply for ply in reversed(session.plies) if ply.values is None][:most]
        for ply in pending:
            if not self.visit.wants(turn):
                return
            await self._evaluate_one(turn, ply)
        if pending and self.visit.wants(turn):
            self.view.show_chart(session)

    async def _evaluate_one(self, turn: int, ply: Ply) -> None:
        """Evaluate a position. What is found after the visitor has acted is dropped, and the next turn evaluates the position again.

        That search was cancelled, so its value is poor. If it was kept, the next turn would have nothing to evaluate and would not
        draw the chart.
        """
        agent, found = await self.workers.quick(lambda: hints.evaluator(ply.position)), None
        if agent is not None and self.visit.wants(turn):
            found = await self.workers.search(self.visit.job(), agent, ply.position, seconds=_EVALUATION_SECONDS)
        if self.visit.wants(turn):
            ply.evaluate(found)

    # Showing

    async def _update(self, turn: int | None = None, change: Callable[[Session], object] = lambda _: None) -> None:
        """Change the session and show it; nothing happens if the visitor has acted since `turn`."""
        session = self._current()

        def work() -> tuple[Scene, str, str] | None:
            if turn is not None and not self.visit.wants(turn):
                return None
            change(session)
            scene = look(session.position, session.waiting_for == "person")
            return scene, game_setup.keep(session, self.asked), game_setup.address(session, self.asked)

        async with self.lock:
            seen = await self.workers.quick(work)
        if seen is not None and (turn is None or self.visit.wants(turn)):
            self.scene, kept, address = seen
            self._show()
            ui.run_javascript(
                f"history.replaceState(history.state, '', {json.dumps(address)}); "
                f"sessionStorage.setItem('{_KEPT}', {json.dumps(kept)}); sessionStorage.setItem('{_WHERE}', location.search)"
            )

    def _show(self) -> None:
        if self.scene is not None and self.session is not None and not self.visit.left:
            if self.thinking is None:
                self.view.thought.text = ""
            self.view.show(self.session, self.scene, self.marked, self.thinking is not None)

    def _hear(self, found: Report) -> None:
        if self.thinking is not None and not self.visit.left and found.value is not None:
            speed = f" · {count(found.nodes_per_second)} nodes/s" if found.seconds > 0.01 else ""
            self.view.thought.text = f"{hints.headline(found)} · {hints.effort(found)}{speed}"

    async def _tick(self) -> None:
        """Show the clocks, and end the game when time is up."""
        session = self.session
        if session is None or session.over or self.visit.left:
            return
        if session.waiting_for == "person" and session.check_time():
            await self.change()
        else:
            self.view.show_seats(session)

    def _current(self) -> Session:
        if self.session is None:
            raise SessionError("there is no game yet; press New game")
        return self.session

    def _forget(self) -> None:
        self.session = self.scene = None


def _seed() -> int:
    return secrets.randbits(32)
