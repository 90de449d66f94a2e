"""The page on which students answer questions about small trees by clicking: `zermelo.practice` asks, checks and explains."""

import json
import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from urllib.parse import urlencode

from nicegui import ui
from nicegui.events import GenericEventArguments

from zermelo.practice import KINDS, LEVELS, Given, PracticeError, PracticeScore, Question, Verdict, question
from zermelo.practice.answers import BranchAnswer, BranchesAnswer
from zermelo.practice.questions import MOST_SEED
from zermelo.practice.score import address
from zermelo.studio import elements
from zermelo.studio.frame import Visit
from zermelo.studio.practice_picture import clickable, draw

_FIRST_SEEDS = 10_000
"""Without a seed in the address, one below this is drawn."""
_COPY = """
(async () => {
  const text = %s;
  try { await navigator.clipboard.writeText(text); return true; } catch (error) { return false; }
})()
"""


class TreeBoard(ui.element, component=elements.ASSETS / "practice.js"):
    """A tree; `on_press` gets the number of the node that was clicked."""

    def __init__(self, on_press: elements.Handler) -> None:
        super().__init__()
        self._props |= {"picture": None, "label": "Tree"}
        self.on("press", lambda event: on_press(_number(event)))

    def show(self, picture: Mapping[str, object], label: str) -> None:
        self._props["picture"], self._props["label"] = dict(picture), label
        self.update()


class Practice:
    def __init__(self, visit: Visit, query: Mapping[str, str]) -> None:
        self.visit = visit
        self.kind, self.level, self.seed, self.number = wanted(query)
        self.numbers: dict[tuple[str, int, int], int] = {}
        """The number of the current question of each set that was begun."""
        self.score = PracticeScore()
        self.asked: Question | None = None
        self.clicked: frozenset[int] = frozenset()
        self.verdict: Verdict | None = None
        with ui.element("div").classes("sides practice"):
            with ui.element("div").classes("column"):
                with ui.element("div").classes("asking"):
                    self.place = ui.label().classes("soft")
                    self.text = elements.heading(level=1).props('role="status" aria-live="polite"')
                self.board = TreeBoard(self._press)
                self.written = ui.label().classes("soft mono written")
            with ui.element("div").classes("column"):
                self._answer_card()
                self._choice_card()
                self._score_card()

    def _answer_card(self) -> None:
        with ui.element("section").classes("card answer"):
            elements.heading("Your answer")
            self.hint = ui.label().classes("soft")
            with ui.element("div").classes("row fields-of-answer"):
                self.fields = [elements.code_field("Answer") for _ in range(2)]
                for field in self.fields:
                    field.on("keydown.enter", self._go_on)
                    field.props('autocomplete="off"')
            with ui.element("div").classes("row") as self.infinite:
                for field, edge in zip(self.fields, ("α = −∞", "β = +∞"), strict=True):
                    elements.button(edge, partial(field.set_value, edge[-2:]))
            self.error = elements.error_label()
            self.result = elements.status_label("verdict")
            self.reasons = ui.element("ul").classes("reasons")
            with ui.element("div").classes("row"):
                self.action = elements.button("Check", self._go_on, main=True)
                self.link = ui.link("Watch this search", "/watch", new_tab=True)

    def _choice_card(self) -> None:
        with ui.element("section").classes("card form-like"):
            elements.heading("Questions")
            self.kinds = elements.Picks("Kind of question", "choose", self._choose_kind)
            self.about = ui.label().classes("soft")
            self.levels = elements.Picks("Level", "choose", self._choose_level)
            with ui.element("div").classes("row seed"):
                self.seed_field = elements.code_field("Seed")
                self.seed_field.on("keydown.enter", self._new_seed)
                elements.button("Use this seed", self._new_seed)
            ui.label("The same seed, kind and level give the same questions.").classes("soft")

    def _score_card(self) -> None:
        with ui.element("section").classes("card"):
            elements.heading("Score")
            self.total = elements.status_label("told")
            self.by_kind = ui.element("ul").classes("reasons")
            with ui.element("div").classes("row"):
                elements.button("Copy the score", self._copy)
                elements.button("Download the score", self._download)

    async def arrive(self) -> None:
        self._show_score()
        await self._ask()

    # What the visitor does

    async def _choose_kind(self, kind: str) -> None:
        if kind in KINDS:
            await self._begin(kind, self.level, self.seed)

    async def _choose_level(self, level: str) -> None:
        if level.isdecimal() and int(level) in LEVELS:
            await self._begin(self.kind, int(level), self.seed)

    async def _new_seed(self) -> None:
        text = str(self.seed_field.value or "").strip()
        with elements.errors_in(self.error):
            if not text.isdecimal() or int(text[:20]) > MOST_SEED:
                raise PracticeError(f"`{text[:40]}` is not a seed; give a whole number from 0 to {MOST_SEED}")
            await self._begin(self.kind, self.level, int(text))

    async def _begin(self, kind: str, level: int, seed: int) -> None:
        """Go to another set of questions, or back to one that was begun; a question that is answered is not asked again."""
        self.numbers[self.kind, self.level, self.seed] = self.number + (self.verdict is not None)
        self.kind, self.level, self.seed = kind, level, seed
        self.number = self.numbers.get((kind, level, seed), 1)
        await self._ask()

    async def _press(self, text: str) -> None:
        asked = self.asked
        if asked is None or self.verdict is not None or not text.isdecimal():
            return
        node = int(text)
        if isinstance(asked.answer, BranchAnswer) and node in asked.game.children(0):
            self.clicked = frozenset({node})
        elif isinstance(asked.answer, BranchesAnswer) and node in clickable(asked, self.clicked, None):
            self.clicked = (self.clicked ^ {node}) - _below(asked, node)
        elif asked.answer.fields and node < len(asked.game.parent) and not asked.game.count[node]:
            self._fill(asked.game.leaf_text(node))
        self._draw()

    def _fill(self, text: str) -> None:
        """Put the number of a leaf into the first empty field, or into the last."""
        shown = [field for field in self.fields if field.visible]
        next((field for field in shown if not str(field.value or "").strip()), shown[-1]).value = text

    async def _go_on(self) -> None:
        if self.verdict is not None:
            self.number += 1
            await self._ask()
            return
        with elements.errors_in(self.error):
            self._check()

    def _check(self) -> None:
        asked = self.asked
        if asked is None:
            return
        texts = tuple(str(field.value or "") for field in self.fields[: len(asked.answer.fields)])
        given = Given(texts, self.clicked)
        verdict = asked.check(given)
        self.verdict = verdict
        self.score.add(asked, given, verdict.right)
        self.result.text = verdict.told
        self.result.classes(add="right" if verdict.right else "wrong")
        self._list(self.reasons, verdict.reasons)
        self.action.text = "Next question"
        self.link.set_visibility(True)
        self._draw()
        self._show_score()

    # What the visitor sees

    async def _ask(self) -> None:
        """Show the next question."""
        turn, wanted = self.visit.begin(), (self.kind, self.level, self.seed, self.number)
        self._show_choices()
        asked = await self.visit.workers.quick(lambda: question(*wanted))
        if not self.visit.wants(turn):
            return
        self.asked, self.verdict, self.clicked = asked, None, frozenset()
        self.place.text = f"{KINDS[asked.kind].title}, level {asked.level}, question {asked.number}"
        self.text.content = asked.text
        names = asked.answer.fields
        for field, name in zip(self.fields, (*names, "", ""), strict=False):
            field.value = ""
            field.set_visibility(bool(name))
            field.props(f'label="{name}"')
        self.infinite.set_visibility(len(names) == 2)
        self.hint.text = "Write a number, or click a leaf." if names else "Click in the tree, then press Check."
        self.error.text = self.result.text = ""
        self.result.classes(remove="right wrong")
        self._list(self.reasons, ())
        self.action.text = "Check"
        tree = asked.game.text()
        self.link.props(f'href="/watch?{urlencode({"game": tree, "agent": asked.solution.agent})}"')
        self.link.set_visibility(False)
        self.written.text = tree
        self._draw()

    def _draw(self) -> None:
        if self.asked is not None:
            self.board.show(*draw(self.asked, self.clicked, self.verdict))

    def _show_choices(self) -> None:
        self.kinds.show([{"key": name, "text": kind.title, "now": name == self.kind} for name, kind in KINDS.items()])
        self.levels.show([{"key": str(level), "text": f"Level {level}", "now": level == self.level} for level in LEVELS])
        self.about.text = KINDS[self.kind].about
        self.seed_field.value = str(self.seed)
        ui.run_javascript(f"history.replaceState(null, '', {json.dumps(address(self.kind, self.level, self.seed))})")

    def _show_score(self) -> None:
        right, asked = self.score.total
        self.total.text = f"{right} of {asked} right" if asked else "No question is answered yet."
        kinds = ((KINDS[kind].title, *self.score.of(kind)) for kind in KINDS)
        self._list(self.by_kind, [f"{title}: {right} of {asked}" for title, right, asked in kinds if asked])

    @staticmethod
    def _list(parent: ui.element, lines: Sequence[str]) -> None:
        parent.clear()
        with parent:
            for line in lines:
                with ui.element("li"):
                    ui.label(line)
        parent.set_visibility(bool(lines))

    # The score to hand in

    async def _copy(self) -> None:
        if await ui.run_javascript(_COPY % json.dumps(str(self.score)), timeout=5):
            self.visit.tell("The score is copied; paste it where you want to hand it in.", "positive")
        else:
            self.visit.tell("The browser does not allow copying here; download the score instead.", "warning")

    def _download(self) -> None:
        ui.download.content(str(self.score), "practice.txt", "text/plain")


def wanted(query: Mapping[str, str]) -> tuple[str, int, int, int]:
    """The kind, level, seed and number of the question that an address asks for; what is missing or wrong is replaced."""
    kind, level, seed, number = (query.get(name, "") for name in ("kind", "level", "seed", "question"))
    return (
        kind if kind in KINDS else next(iter(KINDS)),
        min(max(_whole(level, LEVELS[0]), LEVELS[0]), LEVELS[-1]),
        min(_whole(seed, 1 + secrets.randbelow(_FIRST_SEEDS)), MOST_SEED),
        max(1, _whole(number, 1)),
    )


def _below(asked: Question, node: int) -> set[int]:
    """All nodes below a node."""
    children = set(asked.game.children(node))
    return children.union(*(_below(asked, child) for child in children))


def _whole(text: str, otherwise: int) -> int:
    """A whole number that a visitor typed."""
    return int(text[:9]) if text.isascii() and text.isdecimal() else otherwise


def _number(event: GenericEventArguments) -> str:
    """The node of an event, checked, because a page may send anything."""
    value = event.args.get("node") if isinstance(event.args, dict) else None
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""
