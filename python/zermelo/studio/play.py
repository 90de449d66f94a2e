"""The page on which people play. It keeps one table for one visitor, lets agents and chance do their part, and shows what comes of it.

Whatever somebody presses first ends what is under way for them, then changes the table, then lets it go on. What goes on is one task at a
time; it looks whether it is still wanted whenever it has waited for something, and ends if not. So a visitor may press anything at
any moment, and nothing that an agent had thought for another position is ever played.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlencode

from nicegui import ui

from zermelo.errors import ZermeloError
from zermelo.game.position import Position
from zermelo.report import Report, count
from zermelo.studio import judging, opening
from zermelo.studio.desk import Job
from zermelo.studio.elements import MOST_BYTES
from zermelo.studio.frame import Visit
from zermelo.studio.hints import Hints
from zermelo.studio.newgame import NewGame
from zermelo.studio.opening import Opening
from zermelo.studio.playview import PlayView
from zermelo.studio.scene import Scene, front, look
from zermelo.studio.table import Ply, Table, TableError

_KEPT, _WHERE = "zermelo-table", "zermelo-address"
_RECALL = f"""
const again = performance.getEntriesByType("navigation")[0]?.type !== "navigate";
const here = again && sessionStorage.getItem("{_WHERE}") === location.search;
const kept = here || !location.search ? sessionStorage.getItem("{_KEPT}") : null;
return kept && kept.length < {MOST_BYTES} ? kept : null;
"""
"""Whoever follows a link to a game wants that game; whoever loads a page again wants the one they were playing."""
_GLANCE = 0.5
"""Seconds for a quick look at a position."""


class Play:
    """One visitor's table."""

    def __init__(self, visit: Visit, wanted: Opening | None) -> None:
        self.visit, self.desk, self.limits = visit, visit.desk, visit.desk.limits
        self.wanted = wanted
        self.table: Table | None = None
        self.asked = ""
        """How the game was asked for."""
        self.scene: Scene | None = None
        self.marked: tuple[str, ...] = ()
        """Squares of a hint."""
        self.thinking: Job | None = None
        self.turn = 0
        """Counts what the visitor has done; a task that began before the last of it ends."""
        self.lock = asyncio.Lock()
        self.view = PlayView(self)
        self.hints = Hints(visit, self, self.view.advise)
        self.form = NewGame(visit, self.begin)
        self.timer = ui.timer(0.5, self._tick, active=False)
        visit.client.on_delete(self._forget)

    # Beginning

    async def arrive(self) -> None:
        """The game that this browser tab had here, if the page is loaded again; else what the address asks for; else a first one."""
        kept = await self._kept()
        if isinstance(kept, str):
            try:
                table, asked = await self.desk.quick(lambda: opening.recall(kept, self.limits, _seed()))
                await self._seat(table, asked)
                return
            except ZermeloError as error:
                self.visit.tell(str(error), "warning")
        if not self.wanted or not await self.visit.guard(self.begin(self.wanted)):
            await self.begin(Opening())

    async def _kept(self) -> object:
        """What the browser has kept; nothing where it does not answer, or has more than any game is long."""
        with suppress(TimeoutError):
            return await ui.run_javascript(_RECALL, timeout=5)
        return None

    async def begin(self, wanted: Opening) -> None:
        """A new game; whatever is wrong with it is raised, and the game before goes on."""
        table = await self.desk.quick(lambda: wanted.lay(self.limits, _seed()))
        await self._seat(table, wanted.game)

    async def _seat(self, table: Table, asked: str) -> None:
        turn = self.interrupt()
        self.table, self.asked = table, asked
        self.timer.active = table.clocks is not None
        self.view.advise("", ())
        self.view.greet(table, await self.desk.quick(lambda: front(table.game)))
        await self._look_again()
        self.resume(turn)

    # What can be pressed

    async def move(self, name: str) -> None:
        await self._change(lambda table: table.play(name))

    async def show(self, at: str) -> None:
        await self._change(lambda table: table.show(int(at) if at.isdigit() else -1))

    async def undo(self) -> None:
        await self._change(Table.undo)

    async def redo(self) -> None:
        await self._change(Table.redo)

    async def resign(self) -> None:
        await self._change(Table.resign)

    async def go_on(self) -> None:
        await self._change(Table.go_on)

    async def hold(self) -> None:
        await self._change(Table.hold)

    async def judge(self) -> None:
        await self._change(lambda _: None)

    async def swap(self) -> None:
        await self._change(Table.swap)
        self.view.face(self._table())

    async def rematch(self) -> None:
        table = self._table()
        await self.visit.guard(self._seat(await self.desk.quick(lambda: table.again(_seed())), self.asked))

    async def flip(self) -> None:
        self.view.board.turn(not self.view.board.turned)

    async def hurry(self) -> None:
        """Let the agent play the best that it has found so far."""
        if self.thinking is not None:
            self.thinking.end()

    async def new(self) -> None:
        await self.visit.guard(self.form.open(self.asked))

    async def watch(self) -> None:
        """To the page on which searches are watched, with what is on the board."""
        table = self._table()
        played = await self.desk.quick(table.transcript)
        asked = {"game": self.asked, "position": played.start or "", "moves": " ".join(played.moves)}
        ui.navigate.to(f"/watch?{urlencode(asked)}")

    async def save(self, kind: str) -> None:
        async def write() -> None:
            table = self._table()
            played = await self.desk.quick(table.transcript)
            text = played.to_pgn() if kind == "pgn" else played.dumps()
            ui.download.content(text, f"{table.game.title()}.{kind}")

        await self.visit.guard(write())

    async def load(self, name: str, text: str) -> None:
        async def read() -> None:
            known = self.table.game if self.table else None
            table = await self.desk.quick(lambda: opening.load(text, name, self.limits, _seed(), known))
            await self._seat(table, self.asked if table.game is known else str(table.game))
            self.visit.tell(f"Loaded {name}: {len(table.plies) - 1} moves, {table.result}.", "positive")

        await self.visit.guard(read())

    def refuse(self, words: str) -> None:
        self.visit.tell(words)

    async def hint(self) -> None:
        if self.table is not None:
            await self.hints.hint(self.table)

    async def why(self) -> None:
        if self.table is not None:
            await self.hints.why(self.table)

    def mark(self, position: Position, move: str) -> None:
        """Show on the board where a move goes."""
        if self.scene is not None and self.scene.position is position:
            legs = next((choice.legs for choice in self.scene.choices if choice.name == move), ())
            self.marked = tuple(square for leg in legs for square in leg)
            self._show()

    # What goes on

    async def _change(self, change: Callable[[Table], None]) -> None:
        """Do something to the table, show it, and let it go on; where it cannot be done, the reason is told and all is as before."""
        table = self.table
        if table is None:
            return
        turn = self.interrupt()
        if await self.visit.guard(self._look_again(change=change)):
            self.view.advise("", ())
        else:
            await self.visit.guard(self._look_again())
        self.resume(turn)

    def interrupt(self) -> int:
        """Have no more of what is under way; gives the number of what the visitor does now."""
        self.turn, self.marked = self.turn + 1, ()
        self.visit.end()
        self.thinking = None
        return self.turn

    def resume(self, turn: int) -> None:
        """Let the game go on, in the background, unless the visitor has done something else since."""
        if turn == self.turn:
            self.visit.later(lambda: self._run(turn))

    async def _run(self, turn: int) -> None:
        """Let agents and chance act until somebody has to choose, and look at what came of it."""
        steps = 0
        while turn == self.turn and not self.visit.left:
            table = self._table()
            if table.doing not in ("agent", "chance"):
                break
            if steps and (table.doing == "agent" or not table.people):
                await asyncio.sleep(float(self.view.pause.value or 0))
            await (self._throw(turn) if table.doing == "chance" else self._think(turn))
            steps += 1
            await self._judge(turn, 1)
        await self._judge(turn, len(self._table().plies))

    async def _throw(self, turn: int) -> None:
        if turn == self.turn and self._table().doing == "chance":
            await self._look_again(turn, Table.throw)

    async def _think(self, turn: int) -> None:
        table = self._table()
        if turn != self.turn or table.doing != "agent":
            return
        position, job = table.position, self.visit.job()
        self.thinking = job
        self._show()
        left = table.left()
        seconds = min(self.limits.seconds, left[position.player]) if left else None
        found = await self.desk.search(job, table.agent, position, self._hear, seconds)
        if turn != self.turn:
            return
        self.thinking = None
        await self._look_again(turn, lambda table: table.hold() if found is None else table.answer(position, found))

    async def _judge(self, turn: int, most: int) -> None:
        """A quick look at positions that nobody has looked at, the latest first."""
        table = self._table()
        if not self.view.judging.value or table.game.title() == "tree":
            return
        pending = [ply for ply in reversed(table.plies) if ply.values is None][:most]
        for ply in pending:
            if turn != self.turn or self.visit.left:
                return
            await self._glance(ply)
        if pending and turn == self.turn:
            self.view.show_course(table)

    async def _glance(self, ply: Ply) -> None:
        judge = await self.desk.quick(lambda: judging.judge(ply.position))
        found = None
        if judge is not None:
            found = await self.desk.search(self.visit.job(), judge, ply.position, seconds=_GLANCE)
        judging.settle(ply, found)

    # Showing

    async def _look_again(self, turn: int | None = None, change: Callable[[Table], None] = lambda _: None) -> None:
        """Change the table, work out what is to be seen then, and show it; nothing if the visitor has done something since `turn`."""
        table = self._table()

        def work() -> tuple[Scene, str] | None:
            if turn is not None and turn != self.turn:
                return None
            change(table)
            return look(table), opening.keep(table, self.asked)

        async with self.lock:
            seen = await self.desk.quick(work)
        if seen is not None and turn in (None, self.turn):
            self.scene, kept = seen
            self._show()
            ui.run_javascript(
                f"sessionStorage.setItem('{_KEPT}', {json.dumps(kept)}); sessionStorage.setItem('{_WHERE}', location.search)"
            )

    def _show(self) -> None:
        if self.scene is not None and self.table is not None and not self.visit.left:
            if self.thinking is None:
                self.view.thought.text = ""
            self.view.show(self.table, self.scene, self.marked, self.thinking is not None)

    def _hear(self, found: Report) -> None:
        """What an agent finds on the way."""
        if self.thinking is not None and not self.visit.left and found.value is not None:
            speed = f" · {count(found.nodes_per_second)} nodes/s" if found.seconds > 0.01 else ""
            self.view.thought.text = f"{judging.headline(found)} · {judging.effort(found)}{speed}"

    async def _tick(self) -> None:
        """Clocks go on while nothing else happens."""
        table = self.table
        if table is None or table.over or self.visit.left:
            return
        if table.doing == "person" and table.flag():
            await self._change(lambda _: None)
        else:
            self.view.show_seats(table)

    def _table(self) -> Table:
        if self.table is None:
            raise TableError("there is no game yet; press New game")
        return self.table

    def _forget(self) -> None:
        self.turn += 1
        self.table = self.scene = None


def _seed() -> int:
    return secrets.randbits(32)
