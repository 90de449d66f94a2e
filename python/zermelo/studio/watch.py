"""The page on which searches are watched: ready lessons, trees that somebody types, and any position with any algorithm."""

from __future__ import annotations

from nicegui import ui
from nicegui.events import GenericEventArguments

from zermelo.animation import Recording
from zermelo.animation.lessons import LESSONS
from zermelo.errors import ZermeloError
from zermelo.studio import recordings
from zermelo.studio.elements import ASSETS, Pick, Picks
from zermelo.studio.frame import Visit
from zermelo.studio.recordings import KEPT, WatchRequest
from zermelo.studio.store import Store
from zermelo.trees.player.page import asset

_SECONDS = 10.0
"""The most that a search to be watched may take: what takes longer is too large to look at."""


class Player(ui.element, component=ASSETS / "player.js"):
    """A stage that plays the recording of a name on the store."""

    def __init__(self) -> None:
        super().__init__()
        self._props["name"] = ""

    def show(self, name: str) -> None:
        self._props["name"] = name
        self.update()


class Watch:
    """One visitor who watches."""

    def __init__(self, visit: Visit, store: Store, wanted: WatchRequest) -> None:
        self.visit, self.store, self.wanted = visit, store, wanted
        self.name = ""
        self.recording: Recording | None = None
        self.turn = 0
        ui.add_head_html(f"<style>{asset('player.css')}</style><script>{asset('player.js')}</script>")
        with ui.element("div").classes("sides watch"):
            with ui.element("div").classes("column"):
                with ui.element("section").classes("card"):
                    ui.html("Lessons", tag="h2", sanitize=False)
                    self.lessons = Picks("Lessons", "choose list", self._lesson)
                with ui.element("section").classes("card form-like"):
                    self._form()
            with ui.element("div").classes("column"):
                with ui.element("div").classes("row"):
                    self.status = ui.label().classes("thought").props('role="status" aria-live="polite"')
                    ui.button("Save as a page", on_click=self._save, color=None).props("flat no-caps").classes("plain")
                self.player = Player()
                self.player.on("failed", self._failed)
        visit.client.on_delete(self._leave)

    def _form(self) -> None:
        wanted = self.wanted
        ui.html("Your own tree or position", tag="h2", sanitize=False)
        self.game = ui.input("Tree or game", value=wanted.game, placeholder=recordings.FIRST_TREE).props("outlined dense")
        self.agent = ui.input("Agent", value=wanted.agent).props("outlined dense")
        self.agents = Picks("Agents that fit", "choose list", self._choose_agent)
        self.error = ui.label().classes("error").props('role="alert"')
        with ui.element("div").classes("row"):
            ui.button("Watch", on_click=self._watch, color=None).props("unelevated no-caps").classes("main")
            ui.button("Which agents fit?", on_click=self._suggest, color=None).props("flat no-caps").classes("plain")
        with ui.element("details"):
            ui.html("How to write it; position, moves, size", tag="summary", sanitize=False)
            ui.label(
                "A tree is a nested list with numbers at its ends, [[3,12,8],[2,4,6]]; braces are chance, {0.5: 2, 0.5: 4}; "
                "an end for several players is what each of them gets, (6,3,0). A game is asked for by name, connect(rows=4,cols=4)."
            ).classes("soft")
            self.moves = ui.input("Moves to play first", value=wanted.moves).props("outlined dense")
            self.position = ui.textarea("Position, written as boards are shown", value=wanted.position).props(
                "outlined dense rows=3"
            )
            self.nodes = ui.select({number: f"keep {number:,} nodes" for number in KEPT}, value=1000).props("outlined dense")
        for field in (self.game, self.agent, self.moves, self.position):
            field.classes("mono")

    async def arrive(self) -> None:
        await self._show(self.wanted)

    async def _lesson(self, name: str) -> None:
        await self._show(WatchRequest(lesson=name))

    def _fill(self, wanted: WatchRequest) -> None:
        """Put what is watched into the form, where it can be varied."""
        self.game.value, self.position.value, self.moves.value, self.agent.value = (
            wanted.game,
            wanted.position,
            wanted.moves,
            wanted.agent,
        )
        self.agents.show([])

    async def _watch(self) -> None:
        texts = (str(field.value or "") for field in (self.game, self.position, self.moves, self.agent))
        game, position, moves, agent = texts
        await self._show(WatchRequest("", game, position, moves, agent, int(self.nodes.value or 1000)))

    async def _suggest(self) -> None:
        wanted = WatchRequest("", str(self.game.value or ""), str(self.position.value or ""), str(self.moves.value or ""))
        try:
            found = await self.visit.workers.quick(lambda: recordings.suggested(wanted.start(self.visit.limits)))
        except ZermeloError as error:
            self.error.text = str(error)
            return
        self.error.text = ""
        self.agents.show([{"key": text, "text": text} for text in found])

    async def _choose_agent(self, text: str) -> None:
        self.agent.value = text
        await self._watch()

    async def _show(self, wanted: WatchRequest) -> None:
        """Record what somebody wants to watch, and play it."""
        self.wanted, self.turn = wanted, self.turn + 1
        turn = self.turn
        self.visit.end()
        self.error.text = ""
        self.status.text = "Searching ..."
        self.lessons.show([_pick(name, name == wanted.lesson) for name in LESSONS])
        if wanted.lesson in LESSONS:
            self._fill(WatchRequest.of_lesson(wanted.lesson))
        limits = self.visit.limits

        def work() -> tuple[Recording, str]:
            made = wanted.record(limits)
            return made, recordings.as_text(made)

        try:
            made, text = await self.visit.workers.do(self.visit.job(), work, min(_SECONDS, limits.seconds))
        except ZermeloError as error:
            if turn == self.turn:
                self.error.text = self.status.text = str(error)
            return
        if turn == self.turn and not self.visit.left:
            self._play(made, text)

    def _play(self, made: Recording, text: str) -> None:
        self.store.drop(self.name)
        self.name, self.recording = self.store.put(text), made
        self.player.show(self.name)
        steps = sum(1 for _ in made.steps)
        early = f" The search was stopped early ({made.stopped}): it would have been too long." if made.stopped else ""
        self.status.text = f"{made.title}: {steps:,} steps. Arrow keys step, space plays.{early}"

    async def _save(self) -> None:
        if self.recording is None:
            self.visit.tell("There is nothing to save yet; watch something first.", "warning")
            return
        made = self.recording
        page = await self.visit.workers.quick(made.to_html)
        ui.download.content(page, "search.html", "text/html")

    def _failed(self, event: GenericEventArguments) -> None:
        told = event.args.get("text") if isinstance(event.args, dict) else ""
        self.visit.tell(f"The player could not begin: {told}")

    def _leave(self) -> None:
        self.turn += 1
        self.store.drop(self.name)
        self.recording = None


def _pick(name: str, now: bool) -> Pick:
    return {"key": name, "text": LESSONS[name].title, "now": now, "title": LESSONS[name].about}
