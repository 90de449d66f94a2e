"""The page that asks advice tables: a position, the rule that applied, the reasons, and the plan.

The visitor can move for both sides, to see how the advice continues.
"""

from collections.abc import Awaitable, Callable, Mapping
from random import Random

from nicegui import ui

from zermelo.errors import ZermeloError
from zermelo.game import Position
from zermelo.studio import advice_answers
from zermelo.studio.advice_answers import Answer
from zermelo.studio.elements import Board, Picks, button, code_field, error_label, heading, position_field, status_label, typed
from zermelo.studio.frame import Visit

_FIRST = ("krk", "kpk", "tictactoe")
"""The first of these tables that exists is shown first."""
_REPLY = 5.0
"""Seconds for a reply."""


class Advice:
    def __init__(self, visit: Visit, query: Mapping[str, str]) -> None:
        self.visit, self.query = visit, query
        self.here: Position | None = None
        self.answer: Answer | None = None
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
            self.follow = button("Play the advice", self._follow, main=True)
            self.reply = button("Reply", self._reply)
            self.reply.tooltip("Searches a move for the opponent, whom the table does not advise")
            self.back = button("Back", self._back)

    def _answer(self) -> None:
        self.headline = status_label("status")
        with ui.element("section").classes("card"):
            heading("Why")
            self.reasons = ui.html("", sanitize=False).classes("told")
            self.note = ui.label().classes("soft")
        with ui.element("section").classes("card") as self.plan_card:
            heading("The plan: one move for us, every reply of the opponent")
            self.plan = ui.html("", sanitize=False).classes("plan")
            self.plan.props('tabindex="0" role="img" aria-label="The plan as a tree"')

    def _form(self, known: Mapping[str, str], first: str) -> None:
        with ui.element("section").classes("card form-like"):
            heading("Ask an advice table", 1)
            options = {**{name: name for name in known}, first: first}
            self.table = ui.select(options, value=first, label="Advice table", on_change=self._fresh).props("outlined dense")
            self.about = ui.label().classes("soft")
            self.known = dict(known)
            self.game = code_field("Game, if not the table's own", self.query.get("game", ""))
            self.position = position_field(self.query.get("position", ""), rows=9)
            self.moves = code_field("Moves to play first", self.query.get("moves", ""))
            self.error = error_label()
            with ui.element("div").classes("row"):
                button("Ask", self._ask, main=True)
                button("Random position", lambda: self._begin(Random()))

    async def arrive(self) -> None:
        if any(self.query.get(name) for name in ("game", "position", "moves")):
            await self._ask()
        else:
            await self._fresh()

    async def _fresh(self) -> None:
        """Show a position that the chosen table covers, always the same one."""
        await self._begin(Random(1))

    async def _begin(self, chance: Random) -> None:
        name, limits = str(self.table.value), self.visit.limits
        self.game.value = self.position.value = self.moves.value = ""
        if await self._open(lambda: advice_answers.any_position(name, limits, chance)):
            self.position.value = str(self.here)

    async def _ask(self) -> None:
        name, limits = str(self.table.value), self.visit.limits
        game, position, moves = typed(self.game, self.position, self.moves)
        await self._open(lambda: advice_answers.start(name, game, position, moves, limits))

    async def _open(self, find: Callable[[], Position]) -> bool:
        """Put a position on the board and ask about it; False if the position cannot be found."""
        self.about.text = self.known.get(str(self.table.value), "")
        try:
            self.here = await self.visit.workers.quick(find)
        except ZermeloError as error:
            self.error.text = advice_answers.sentence(error)
            return False
        await self._consult()
        return True

    async def _move(self, move: str) -> None:
        await self._advance(lambda here: self.visit.workers.quick(lambda: here.advance(here.parse(move))))

    async def _follow(self) -> None:
        if self.answer is not None and self.answer.move is not None:
            await self._move(self.answer.move)

    async def _reply(self) -> None:
        """Play a move for the side without advice."""
        job = self.visit.job()
        await self._advance(lambda here: self.visit.workers.do(job, lambda: advice_answers.reply(here), _REPLY))

    async def _advance(self, step: Callable[[Position], Awaitable[Position]]) -> None:
        async def play() -> None:
            if self.here is not None:
                self.here = await step(self.here)
                await self._consult()

        await self.visit.guard(play())

    async def _back(self) -> None:
        if self.here is not None and self.here.parent is not None:
            self.here = self.here.parent
            await self._consult()

    async def _consult(self) -> None:
        here, name, limits = self.here, str(self.table.value), self.visit.limits
        if here is None:
            return
        turn = self.visit.begin()
        self.error.text = ""
        self.headline.text = "Searching ..."
        try:
            answer = await self.visit.workers.do(self.visit.job(), lambda: advice_answers.ask(name, here, limits))
        except ZermeloError as error:
            self.error.text = self.headline.text = advice_answers.sentence(error)
            return
        if self.visit.wants(turn):
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
