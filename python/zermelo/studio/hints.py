"""Asking for reasons at a table: what a strong player would do, and why an agent did what it did."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from zermelo.agents.default import adviser
from zermelo.game.constants import CHANCE
from zermelo.game.position import Position
from zermelo.report import Report
from zermelo.studio import judging
from zermelo.studio.frame import Visit
from zermelo.studio.table import Ply, Table, TableError

_SECONDS = 3.0
_LOOKING = ("Looking ...",)
Show = Callable[[str, Sequence[str]], None]


class Page(Protocol):
    """What a page has to do for somebody who asks: end what is under way, and let it go on afterwards."""

    turn: int

    def interrupt(self) -> int: ...
    def resume(self, turn: int) -> None: ...
    def mark(self, position: Position, move: str) -> None: ...


class Hints:
    """Answers questions; what was asked meanwhile comes first, and answers to earlier questions are dropped."""

    def __init__(self, visit: Visit, page: Page, show: Show) -> None:
        self.visit, self.page, self.show = visit, page, show

    async def hint(self, table: Table) -> None:
        """What a strong player would do, and why."""
        position = table.position

        async def ask() -> None:
            self.show("Hint", _LOOKING)
            found = await self._look(position)
            if found is not None:
                self.page.mark(position, found.move)
                told = [judging.sentence(found), *judging.reasons(position, found), f"Effort: {judging.effort(found)}."]
                self.show("Hint", told)

        await self._answer(ask)

    async def why(self, table: Table) -> None:
        """Why an agent made its last move."""

        async def ask() -> None:
            before, after = _last_of_an_agent(table)
            title = f"Why {after.move}?"
            self.show(title, _LOOKING)
            second = await self._look(before.position)
            if second is not None:
                agrees = "would do the same" if second.move == after.move else f"would play {second.move}"
                told = [*_own_words(before.report), f"A second look {agrees}: {judging.sentence(second)}"]
                self.show(title, [*told, *judging.reasons(before.position, second), f"Effort: {judging.effort(second)}."])

        await self._answer(ask)

    async def _answer(self, ask: Callable[[], Awaitable[None]]) -> None:
        turn = self.page.interrupt()
        if not await self.visit.guard(ask()):
            self.show("", ())
        self.page.resume(turn)

    async def _look(self, position: Position) -> Report | None:
        """What is found; None where something else was asked meanwhile."""
        turn, limits = self.page.turn, self.visit.limits
        agent = await self.visit.desk.quick(lambda: limits.agent(adviser(position), position))
        found = await self.visit.desk.search(self.visit.job(), agent, position, seconds=min(_SECONDS, limits.seconds))
        return found if turn == self.page.turn else None


def _own_words(report: Report | None) -> list[str]:
    """What an agent had to say of its move at the time."""
    if report is None:
        return []
    if report.value is None:
        return [f"{report.player} played {report.move} without looking ahead, as weaker levels now and then do."]
    return [f"{report.player} thought: {judging.sentence(report)}"]


def _last_of_an_agent(table: Table) -> tuple[Ply, Ply]:
    """The moment before an agent's last move, and the one after it."""
    for at in range(table.at, 0, -1):
        by = table.plies[at].by
        if by is not None and by != CHANCE and not table.seats[by].is_person:
            return table.plies[at - 1], table.plies[at]
    raise TableError("no agent has moved yet; Hint says what you could do, and why")
