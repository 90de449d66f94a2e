"""The page on which tables of advice explain themselves: a position, the rule that applied, the reasons, and the plan.

Moves can be made on the board, by either side, so that one sees how the advice goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from nicegui import ui

from zermelo.errors import ZermeloError
from zermelo.game.position import Position
from zermelo.studio import advice_answers
from zermelo.studio.advice_answers import Answer
from zermelo.studio.elements import Board, Picks
from zermelo.studio.frame import Visit

_FIRST = ("krk", "kpk", "tictactoe")
"""The table that is shown first, of those that there are."""
_REPLY = 5.0
"""The most seconds that a reply may take."""


class Advice:
    """One visitor who asks."""

    def __init__(self, visit: Visit, query: Mapping[str, str]) -> None:
        self.visit, self.query = visit, query
        self.here: Position | None = None
        self.answer: Answer | None = None
        self.turn = 0
        known = advice_answers.tables()
        first = query.get("table") or next((name for name in _FIRST if name in known), next(iter(known)))
        with ui.element("div").classes("sides advice"):
            with ui.element("div").classes("column"):
                self._board()
                self._form(known, first)
            with ui.element("div").classes("column"):
                self._answer()

    def _board(self) -> None:
        self.board = Board(self._move)
        self.others = Picks("Moves without a square", "choose", self._move)
        with ui.element("div").classes("row"):
            self.follow = (
                ui.button("Play the advice", on_click=self._follow, color=None).props("unelevated no-caps").classes("main")
            )
            self.reply = ui.button("Reply", on_click=self._reply, color=None).props("flat no-caps").classes("plain")
            self.reply.tooltip("A move for the side that the table does not advise, found by a search")
            self.back = ui.button("Back", on_click=self._back, color=None).props("flat no-caps").classes("plain")

    def _answer(self) -> None:
        self.headline = ui.label().classes("status").props('role="status" aria-live="polite"')
        with ui.element("section").classes("card"):
            ui.html("Why", tag="h2", sanitize=False)
            self.reasons = ui.html("", sanitize=False).classes("told")
            self.note = ui.label().classes("soft")
        with ui.element("section").classes("card") as self.plan_card:
            ui.html("The plan: one move for us, every reply for them", tag="h2", sanitize=False)
            self.plan = (
                ui.html("", sanitize=False).classes("plan").props('tabindex="0" role="img" aria-label="The plan as a tree"')
            )

    def _form(self, known: Mapping[str, str], first: str) -> None:
        with ui.element("section").classes("card form-like"):
            ui.html("Ask a table", tag="h1", sanitize=False)
            options = {**{name: name for name in known}, first: first}
            self.table = ui.select(options, value=first, label="Table", on_change=self._fresh).props("outlined dense")
            self.about = ui.label().classes("soft")
            self.known = dict(known)
            self.game = (
                ui.input("Another game than the table's", value=self.query.get("game", ""))
                .props("outlined dense")
                .classes("mono")
            )
            self.position = (
                ui.textarea("Position, written as boards are shown", value=self.query.get("position", ""))
                .props("outlined dense rows=9")
                .classes("mono")
            )
            self.moves = (
                ui.input("Moves to play first", value=self.query.get("moves", "")).props("outlined dense").classes("mono")
            )
            self.error = ui.label().classes("error").props('role="alert"')
            with ui.element("div").classes("row"):
                ui.button("Ask", on_click=self._ask, color=None).props("unelevated no-caps").classes("main")
                ui.button("Any position", on_click=self._any, color=None).props("flat no-caps").classes("plain")

    async def arrive(self) -> None:
        if any(self.query.get(name) for name in ("game", "position", "moves")):
            await self._ask()
        else:
            await self._fresh()

    async def _fresh(self) -> None:
        """Another table: begin with a position that it is about, the same for everybody."""
        await self._begin(Random(1))

    async def _any(self) -> None:
        await self._begin(Random())

    async def _begin(self, chance: Random) -> None:
        name, limits = str(self.table.value), self.visit.limits
        self.game.value = self.position.value = self.moves.value = ""
        if await self._open(lambda: advice_answers.any_position(name, limits, chance)):
            self.position.value = str(self.here)

    async def _ask(self) -> None:
        name, limits = str(self.table.value), self.visit.limits
        texts = (str(field.value or "") for field in (self.game, self.position, self.moves))
        game, position, moves = texts
        await self._open(lambda: advice_answers.start(name, game, position, moves, limits))

    async def _open(self, find: Callable[[], Position]) -> bool:
        """Put a position on the board and ask about it; whether there is one."""
        self.about.text = self.known.get(str(self.table.value), "")
        try:
            self.here = await self.visit.workers.quick(find)
        except ZermeloError as error:
            self.error.text = advice_answers.sentence(error)
            return False
        await self._consult()
        return True

    async def _move(self, move: str) -> None:
        async def play() -> None:
            here = self.here
            if here is not None:
                self.here = await self.visit.workers.quick(lambda: here.advance(here.parse(move)))
                await self._consult()

        await self.visit.guard(play())

    async def _follow(self) -> None:
        if self.answer is not None and self.answer.move is not None:
            await self._move(self.answer.move)

    async def _reply(self) -> None:
        """A move for whoever has no advice."""

        async def play() -> None:
            here = self.here
            if here is not None:
                self.here = await self.visit.workers.do(self.visit.job(), lambda: advice_answers.reply(here), _REPLY)
                await self._consult()

        await self.visit.guard(play())

    async def _back(self) -> None:
        if self.here is not None and self.here.parent is not None:
            self.here = self.here.parent
            await self._consult()

    async def _consult(self) -> None:
        """Ask about what is on the board."""
        here, name, limits = self.here, str(self.table.value), self.visit.limits
        if here is None:
            return
        self.turn += 1
        turn = self.turn
        self.visit.end()
        self.error.text = ""
        self.headline.text = "Asking ..."
        try:
            answer = await self.visit.workers.do(self.visit.job(), lambda: advice_answers.ask(name, here, limits))
        except ZermeloError as error:
            self.error.text = self.headline.text = advice_answers.sentence(error)
            return
        if turn == self.turn and not self.visit.left:
            self._show(answer)

    def _show(self, answer: Answer) -> None:
        self.answer = answer
        self.board.show(answer.scene, answer.squares)
        self.others.show([{"key": choice.name, "text": choice.name} for choice in answer.scene.choices if not choice.legs])
        self.headline.text = answer.headline
        self.reasons.content = answer.reasons
        self.note.text = answer.note
        self.plan.content = answer.plan
        self.plan_card.set_visibility(bool(answer.plan))
        self.follow.set_enabled(answer.move is not None)
        self.reply.set_enabled(answer.move is None and not answer.scene.position.over)
        self.back.set_enabled(self.here is not None and self.here.parent is not None)
