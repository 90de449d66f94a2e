"""The page that follows a tournament: standings, crosstable, a chart of Elo, progress, and every game on the board.

It looks for new games as long as it is open. The file is one that the owner named; see `contests`.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from html import escape
from urllib.parse import urlencode

from nicegui import ui

from zermelo.errors import ZermeloError
from zermelo.games import catalog
from zermelo.studio import contests as model, descriptions
from zermelo.studio.chart import chart
from zermelo.studio.contests import Contest, Replay, View
from zermelo.studio.elements import Board, Picks, button, error_label, heading, status_label
from zermelo.studio.frame import Visit
from zermelo.studio.playview import made
from zermelo.studio.scene import Scene, look

_SECONDS = 1.5
"""Between two looks for new games."""
_ALL = "all agents"
_EMPTY = """
<p>Here you follow a tournament of agents while it is played: standings, Elo with intervals, the crosstable, and every game on a board.</p>
<p>No tournament is open at the moment.</p>
<details><summary>How to open one</summary><p>Whoever runs this studio plays a tournament and names its file of records:</p>
<pre>zermelo tournament connect4 "level(2)" "level(4)" random --record cup.sqlite
zermelo studio --records cup.sqlite</pre></details>
"""


class Follow:
    """The page of one visitor."""

    def __init__(self, visit: Visit, contests: Sequence[Contest], query: Mapping[str, str]) -> None:
        self.visit, self.contests, self.query = visit, contests, query
        self.contest: Contest | None = None
        self.view: View | None = None
        self.replay: Replay | None = None
        self.page = 0
        with ui.element("div").classes("sides follow"):
            with ui.element("div").classes("column"):
                self._standings()
            with ui.element("div").classes("column").props('id="replay"'):
                self._board()
        self.timer = ui.timer(_SECONDS, self._tick, active=False)

    # What is on the page

    def _standings(self) -> None:
        with ui.element("section").classes("card"):
            self.title = heading("Tournament", 1)
            names = {number: contest.name for number, contest in enumerate(self.contests, 1)}
            self.which = ui.select(names, value=1 if names else None, label="Tournament", on_change=self._choose)
            self.which.props("outlined dense").set_visibility(len(names) > 1)
            self.progress = status_label("soft")
            self.bar = ui.linear_progress(value=0, show_value=False).props('aria-label="Games played" rounded')
            self.error = error_label()
            with ui.element("div").classes("told") as self.empty:
                ui.html(_EMPTY, sanitize=False)
            self.empty.set_visibility(False)
            self.table = ui.html("", sanitize=False).classes("results standings")
        with ui.element("section").classes("card") as self.chart_card:
            heading("Elo with its 95 % interval")
            self.chart = ui.html("", sanitize=False)
        with ui.element("section").classes("card") as self.cross_card:
            heading("Crosstable")
            self.cross = ui.html("", sanitize=False).classes("results crosstable")
        with ui.element("section").classes("card") as self.list_card:
            with ui.element("div").classes("row"):
                heading("Games")
                self.whose = ui.select([_ALL], value=_ALL, on_change=self._filter).props('dense borderless aria-label="Games of"')
            self.games = Picks("Games", "games", self.open)
            with ui.element("div").classes("row"):
                self.later = button("Later games", lambda: self._turn(-1))
                self.earlier = button("Earlier games", lambda: self._turn(1))
                self.pages = ui.label().classes("soft")
        self._allow()

    def _board(self) -> None:
        self.hint = ui.label("Choose a game to replay it.").classes("soft card")
        with ui.element("div").classes("column") as self.shown:
            with ui.element("div").classes("status"):
                self.status = ui.label().props('role="status" aria-live="polite"')
            self.board = Board(self._ignore)
            with ui.element("div").classes("row steps").props('role="group" aria-label="Replay"'):
                self.steps = {name: button(name, partial(self._step, name)) for name in ("First", "Back", "Next", "Last")}
            self.words = ui.label().classes("move").props('role="status" aria-live="polite"')
            with ui.element("section").classes("card"):
                self.seats = ui.html("", sanitize=False).classes("seats")
                self.moves = Picks("Moves of the game", "made", self.show)
                self.course = ui.html("", sanitize=False)
                self.go_on = ui.link("Play on from here", "/").classes("soft")
        self.shown.set_visibility(False)

    # What the visitor can press

    async def arrive(self) -> None:
        """Show the tournament of the address, or the first, and its game if the address names one."""

        async def begin() -> None:
            self.contest = model.chosen_contest(self.contests, self.query.get("file", ""))
            self.which.value = 1 + self.contests.index(self.contest)
            await self._update()
            if self.query.get("game"):
                await self._open(self.query["game"])

        if not self.contests:
            self.hint.set_visibility(False)
            self.empty.set_visibility(True)
            return
        await self.visit.guard(begin())
        self.timer.active = True

    async def open(self, number: str) -> None:
        await self.visit.guard(self._open(number))

    async def show(self, at: str) -> None:
        if self.replay is not None:
            await self._go(int(at[:9]) if at.isdecimal() else -1)

    async def _choose(self) -> None:
        found = self.contests[int(self.which.value) - 1] if self.contests else None
        if found is not self.contest:
            self.contest, self.view, self.replay, self.page = found, None, None, 0
            self._close()
            await self.visit.guard(self._update())

    def _filter(self) -> None:
        self.page = 0
        self._show_games()

    def _turn(self, pages: int) -> None:
        self.page += pages
        self._show_games()

    async def _step(self, name: str) -> None:
        if self.replay is not None:
            at, last = self.replay.session.at, len(self.replay.line) - 1
            await self._go({"First": 0, "Back": max(0, at - 1), "Next": min(last, at + 1), "Last": last}[name])

    async def _ignore(self, _: str) -> None:
        """The board of a replay takes no moves."""

    # Standings

    async def _tick(self) -> None:
        if not self.visit.left and self.contest is not None:
            try:
                await self._update()
            except ZermeloError as error:
                self.error.text = str(error)

    async def _update(self) -> None:
        """Look for new games and show what has changed."""
        contest = self.contest
        if contest is None:
            return
        view = await self.visit.workers.quick(contest.view)
        if self.visit.left or contest is not self.contest:
            return
        self.error.text = ""
        if view is not self.view:
            self.view = view
            self._show_standings(contest, view)

    def _show_standings(self, contest: Contest, view: View) -> None:
        found = view.recorded
        self.title.content = escape(", ".join(found.games))
        self.progress.text = f"{contest.name} · {found.about.get('kind', 'contest')} · {view.progress}"
        self.bar.value = view.share or 0
        self.bar.set_visibility(view.share is not None)
        self.table.content, self.cross.content, self.chart.content = view.standings, view.crosstable, view.chart
        names = [_ALL, *found.agents]
        if self.whose.options != names:
            self.whose.set_options(names, value=_ALL)
        self._show_games()
        self._allow()

    def _allow(self) -> None:
        for card in (self.chart_card, self.cross_card, self.list_card):
            card.set_visibility(self.view is not None and bool(self.view.recorded.records))
        self.bar.set_visibility(self.view is not None and self.view.share is not None)

    def _show_games(self) -> None:
        if self.view is None:
            return
        found, now = self.view.recorded, None if self.replay is None else self.replay.record.number
        games, self.page, pages = model.listed(found, str(self.whose.value), self.page)
        self.games.show(
            [
                {"key": str(each.number), "number": str(each.number), "text": model.line(found, each), "now": each.number == now}
                for each in games
            ]
        )
        self.later.set_enabled(self.page > 0)
        self.earlier.set_enabled(self.page < pages - 1)
        self.pages.text = f"page {self.page + 1} of {pages}" if pages > 1 else ""
        for each in (self.later, self.earlier):
            each.set_visibility(pages > 1)

    # One game

    async def _open(self, number: str) -> None:
        if self.view is None:
            return
        found, wanted = self.view.recorded, int(number[:9]) if number.isdecimal() else -1
        self.replay = await self.visit.workers.quick(lambda: Replay(found, wanted))
        self.hint.set_visibility(False)
        self.shown.set_visibility(True)
        self._show_games()
        await self._go(0)
        ui.run_javascript("if (innerWidth <= 900) document.getElementById('replay').scrollIntoView()")

    def _close(self) -> None:
        self.hint.set_visibility(True)
        self.shown.set_visibility(False)

    async def _go(self, at: int) -> None:
        replay = self.replay
        if replay is None:
            return

        def work() -> Scene:
            replay.session.show(at)
            return look(replay.session.position, asked=False)

        async def go() -> None:
            scene = await self.visit.workers.quick(work)
            if replay is self.replay and not self.visit.left:
                self._show_position(replay, scene)

        await self.visit.guard(go())

    def _show_position(self, replay: Replay, scene: Scene) -> None:
        session = replay.session
        self.board.show(scene)
        self.status.text = replay.title
        self.words.text = replay.words
        self.seats.content = descriptions.seats(session)
        self.moves.show(made(session))
        known = any(ply.values is not None for ply in session.plies[:-1])
        self.course.content = chart(session.game, session.plies, session.at) if known else ""
        last = len(replay.line) - 1
        for name, step in self.steps.items():
            step.set_enabled(session.at > 0 if name in ("First", "Back") else session.at < last)
        played = {"game": str(session.game), "position": replay.record.start or "", "moves": " ".join(session.position.history)}
        self.go_on._props["href"] = f"/?{urlencode(played)}"
        self.go_on.update()
        self.go_on.set_visibility(not session.position.over and type(session.game) is catalog().get(session.game.title()))
