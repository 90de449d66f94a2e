"""The page that shows searches step by step: lessons, trees that the visitor types, and any position with any algorithm."""

from collections.abc import Callable
from typing import NamedTuple

from nicegui import ui
from nicegui.events import GenericEventArguments

from zermelo.animation import Recording
from zermelo.animation.lessons import LESSONS
from zermelo.errors import ZermeloError
from zermelo.studio import elements, recordings
from zermelo.studio.frame import Visit
from zermelo.studio.recordings import KEPT, WatchRequest
from zermelo.studio.store import Store
from zermelo.studio.tree_editor import TreeEditor
from zermelo.trees.player.page import asset, player_script

_SECONDS = 10.0
"""Time limit of a search; longer searches are too large to watch."""


class Kind(NamedTuple):
    """A kind of file that visitors can save."""

    write: Callable[[Recording, int], str | bytes]
    """Makes the file from a recording and the number of a step."""
    name: str
    """Of the file; {} is the number of the step."""
    media: str


KINDS = {
    "tikz": Kind(Recording.step_tikz, "step-{}.tex", "application/x-tex"),
    "pdf": Kind(Recording.step_pdf, "step-{}.pdf", "application/pdf"),
    "slides": Kind(lambda made, _: made.slides(), "slides.pdf", "application/pdf"),
    "page": Kind(lambda made, _: made.to_html(), "search.html", "text/html"),
}
"""What the menu Save of the player offers besides SVG, which the browser writes itself."""


class Player(ui.element, component=elements.ASSETS / "player.js"):
    """Plays a recording, which it fetches from the store by its name."""

    def __init__(self) -> None:
        super().__init__()
        self._props["name"] = ""

    def show(self, name: str) -> None:
        self._props["name"] = name
        self.update()


class Watch:
    def __init__(self, visit: Visit, store: Store, wanted: WatchRequest) -> None:
        self.visit, self.store, self.wanted = visit, store, wanted
        self.name = ""
        self.recording: Recording | None = None
        ui.add_head_html(f"<style>{asset('player.css')}</style><script>{player_script()}</script>")
        with ui.element("div").classes("sides watch"):
            with ui.element("div").classes("column"):
                with ui.element("section").classes("card lessons"):
                    elements.heading("Lessons")
                    self.lessons = elements.Picks("Lessons", "choose list", lambda name: self._show(WatchRequest(lesson=name)))
                with ui.element("section").classes("card form-like"):
                    self._form()
            with ui.element("div").classes("column"):
                self.status = elements.status_label("thought")
                self.player = Player()
                self.player.on("failed", self._failed)
                self.player.on("save", self._save)
        self.editor = TreeEditor(visit, self._watch_tree)
        visit.client.on_delete(self._leave)

    def _form(self) -> None:
        wanted = self.wanted
        elements.heading("Your own tree or position")
        self.game = elements.code_field("Tree or game", wanted.game, recordings.FIRST_TREE)
        self.agent = elements.code_field("Agent", wanted.agent)
        self.agents = elements.Picks("Suitable agents", "choose list", self._choose_agent)
        self.error = elements.error_label()
        with ui.element("div").classes("row"):
            elements.button("Watch", self._watch, main=True)
            elements.button("Suggest agents", self._suggest)
            elements.button("Edit the tree", lambda: self.editor.open(str(self.game.value or "")))
        with ui.element("details"):
            ui.html("Help, and more options", tag="summary", sanitize=False)
            ui.label(
                "Write a tree as a nested list with numbers at the leaves: [[3,12,8],[2,4,6]]. Write chance in braces: {0.5: 2, 0.5: 4}. "
                "For several players, write at each leaf what each of them gets: (6,3,0). Write a game as a call: connect(rows=4,cols=4)."
            ).classes("soft")
            self.moves = elements.code_field("Moves to play first", wanted.moves)
            self.position = elements.position_field(wanted.position, rows=3)
            self.nodes = ui.select({number: f"at most {number:,} nodes" for number in KEPT}, value=1000).props("outlined dense")

    async def arrive(self) -> None:
        await self._show(self.wanted)

    def _fill(self, wanted: WatchRequest) -> None:
        """Show in the form what is watched, so that the visitor can change it."""
        self.game.value, self.position.value = wanted.game, wanted.position
        self.moves.value, self.agent.value = wanted.moves, wanted.agent
        self.agents.show([])

    def _request(self) -> WatchRequest:
        game, position, moves, agent = elements.typed(self.game, self.position, self.moves, self.agent)
        return WatchRequest("", game, position, moves, agent, int(self.nodes.value or 1000))

    async def _watch(self) -> None:
        await self._show(self._request())

    async def _watch_tree(self, text: str) -> None:
        """Watch a tree that was edited, by the agent of the form if it can search this tree."""
        self._fill(WatchRequest(game=text, agent=elements.typed(self.agent)[0]))
        wanted = self._request()
        with elements.errors_in(self.error):
            self.agent.value = await self.visit.workers.quick(
                lambda: recordings.fitting(wanted.start(self.visit.limits), wanted.agent)
            )
            await self._watch()

    async def _suggest(self) -> None:
        wanted = self._request()
        with elements.errors_in(self.error):
            found = await self.visit.workers.quick(lambda: recordings.suggested(wanted.start(self.visit.limits)))
            self.agents.show([{"key": text, "text": text} for text in found])

    async def _choose_agent(self, text: str) -> None:
        self.agent.value = text
        await self._watch()

    async def _show(self, wanted: WatchRequest) -> None:
        """Record the search and play it."""
        self.wanted, turn = wanted, self.visit.begin()
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
            if self.visit.wants(turn):
                self.error.text = self.status.text = str(error)
            return
        if self.visit.wants(turn):
            self._play(made, text)

    def _play(self, made: Recording, text: str) -> None:
        self.store.drop(self.name)
        self.name, self.recording = self.store.put(text), made
        self.player.show(self.name)
        self.status.text = f"The search was stopped early ({made.stopped})." if made.stopped else ""

    async def _save(self, event: GenericEventArguments) -> None:
        """Write a file for the visitor; what the page asks for is checked, because a page may send anything."""
        wanted = event.args if isinstance(event.args, dict) else {}
        kind, step, made = KINDS.get(str(wanted.get("kind"))), wanted.get("step"), self.recording
        if kind is None or made is None or not isinstance(step, int):
            self.visit.tell("There is no search to save yet; press Watch first.", "warning")
            return

        async def save() -> None:
            data = await self.visit.workers.do(self.visit.job(), lambda: kind.write(made, step))
            ui.download.content(data, kind.name.format(step), kind.media)

        await self.visit.guard(save())

    def _failed(self, event: GenericEventArguments) -> None:
        told = event.args.get("text") if isinstance(event.args, dict) else ""
        self.visit.tell(f"The recording cannot be played: {told}")

    def _leave(self) -> None:
        self.store.drop(self.name)
        self.recording = None


def _pick(name: str, now: bool) -> elements.Pick:
    return {"key": name, "text": LESSONS[name].title, "now": now, "title": LESSONS[name].about}
