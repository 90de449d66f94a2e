"""The page on which techniques and agents are compared: the ablation of alpha-beta, and the experiments, live and as CSV."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from html import escape

from nicegui import ui

from zermelo.arena import ablation
from zermelo.arena.ablation import Row
from zermelo.arena.experiments import table as tables
from zermelo.arena.experiments.find import EXPERIMENTS
from zermelo.arena.experiments.run import Outcome
from zermelo.html import HtmlTable
from zermelo.studio import measurements
from zermelo.studio.bars import bars, dots
from zermelo.studio.frame import Visit
from zermelo.studio.workers import Job

_LONG = 30
"""A comparison may take so many times as long as a search."""


class Bench:
    """A run with its bar, picture and table, which can be stopped and kept as CSV."""

    def __init__(self, visit: Visit, begin: Callable[[], Callable[[Job, measurements.Progress], None]], name: str) -> None:
        self.visit, self.begin, self.name = visit, begin, name
        self.job: Job | None = None
        self.csv = ""
        with ui.element("div").classes("row"):
            self.go = ui.button("Run", on_click=self._run, color=None).props("unelevated no-caps").classes("main")
            self.halt = ui.button("Stop", on_click=self._stop, color=None).props("flat no-caps").classes("plain")
            self.save = ui.button("Table as CSV", on_click=self._save, color=None).props("flat no-caps").classes("plain")
        self.error = ui.label().classes("error").props('role="alert"')
        self.bar = ui.linear_progress(value=0, show_value=False).props(f'aria-label="How far {name} has come" rounded')
        self.status = ui.label().classes("thought").props('role="status" aria-live="polite"')
        self.picture = ui.html("", sanitize=False)
        self.table = ui.html("", sanitize=False).classes("results")
        self._enable()

    async def _run(self) -> None:
        self.error.text = self.status.text = self.csv = ""
        self.picture.content = self.table.content = ""
        self.bar.value = 0
        job = self.job = self.visit.job()

        async def work() -> None:
            todo = self.begin()
            self._enable()
            self.status.text = "waiting for its turn"
            workers, loop = self.visit.workers, self.visit.loop

            def progress(share: float, words: str) -> None:
                loop.call_soon_threadsafe(self._progress, job, share, words)

            await workers.do(job, lambda: todo(job, progress), _LONG * workers.limits.seconds, long=True)

        fine = await self.visit.guard(work())
        if self.job is job and not self.visit.left:
            self.status.text = "" if not fine else "stopped" if job.ended else "done"
            self.bar.value = 1 if fine and not job.ended else self.bar.value
            self.job = None
            self._enable()

    def show(self, picture: str, table: str, csv: str) -> None:
        if not self.visit.left:
            self.picture.content, self.table.content, self.csv = picture, table, csv
            self._enable()

    def _progress(self, job: Job, share: float, words: str) -> None:
        if self.job is job and not self.visit.left:
            self.bar.value, self.status.text = share, words

    def _stop(self) -> None:
        if self.job is not None:
            self.job.end("interrupt")

    def _save(self) -> None:
        ui.download.content(self.csv, f"{self.name}.csv", "text/csv")

    def _enable(self) -> None:
        self.go.set_enabled(self.job is None)
        self.halt.set_enabled(self.job is not None)
        self.save.set_enabled(bool(self.csv))


class Compare:
    """One visitor who compares."""

    def __init__(self, visit: Visit, query: Mapping[str, str]) -> None:
        self.visit, self.query = visit, query
        self.settings: dict[str, ui.input] = {}
        self.rows: list[Row] = []
        with ui.element("div").classes("column"):
            with ui.element("section").classes("card"):
                self._ablation()
            with ui.element("section").classes("card"):
                self._experiments()

    # What a technique is worth

    def _ablation(self) -> None:
        ui.html("What each technique of alpha-beta is worth", tag="h1", sanitize=False)
        ui.label("The same positions, searched to the same depth with one thing more each time; fewer nodes are better.").classes(
            "soft"
        )
        with ui.element("div").classes("wide"):
            self.game = ui.input("Game", value=self.query.get("game", "connect4")).props("outlined dense").classes("mono")
            self.moves = (
                ui.input("Moves to play first", value=self.query.get("moves", "")).props("outlined dense").classes("mono")
            )
            self.depth = ui.number("Depth", value=6, min=1, max=measurements.MOST_DEPTH).props("outlined dense")
            self.positions = ui.number("Positions", value=1, min=1, max=measurements.MOST_POSITIONS).props("outlined dense")
        with ui.element("details"):
            ui.html("What the rows are", tag="summary", sanitize=False)
            rows = "".join(f"<dt>{name}</dt><dd>{escape(meaning)}</dd>" for name, meaning in ablation.MEANINGS.items())
            ui.html(rows, tag="dl", sanitize=False).classes("meanings")
        self.ablation = Bench(self.visit, self._measure, "ablation")

    def _measure(self) -> Callable[[Job, measurements.Progress], None]:
        game, moves = str(self.game.value or ""), str(self.moves.value or "")
        depth, positions = int(self.depth.value or 0), int(self.positions.value or 0)
        limits, loop = self.visit.limits, self.visit.loop
        self.rows = []

        def tell(job: Job, row: Row) -> None:
            loop.call_soon_threadsafe(self._measured, job, row)

        def work(job: Job, progress: measurements.Progress) -> None:
            start = limits.game(game).start()
            start = start.play(moves) if moves.strip() else start
            measurements.measure(job, start, depth, positions, progress, partial(tell, job))

        return work

    def _measured(self, job: Job, row: Row) -> None:
        if self.ablation.job is not job:
            return
        self.rows.append(row)
        counts = [(each.name, each.nodes) for each in self.rows]
        csv = tables.comma_separated([each.to_json() for each in self.rows])
        self.ablation.show(bars("Nodes", counts, ("minimal",)), ablation.table(self.rows)._repr_html_(), csv)

    # Experiments

    def _experiments(self) -> None:
        ui.html("Experiments", tag="h1", sanitize=False)
        self.about = ui.label().classes("soft")
        with ui.element("div").classes("wide"):
            self.which = ui.select(list(EXPERIMENTS), value=next(iter(EXPERIMENTS)), label="Experiment", on_change=self._choose)
            self.which.props("outlined dense")
            self.only = ui.select([], label="Only", multiple=True).props("outlined dense use-chips")
            self.games = ui.number("Games for each row", value=4, min=1, max=measurements.MOST_GAMES).props("outlined dense")
        self.fields = ui.element("div").classes("fields")
        self.bench = Bench(self.visit, self._experiment, "experiment")
        self._choose()

    def _choose(self) -> None:
        kind = EXPERIMENTS[str(self.which.value)]
        self.about.text = (kind.__doc__ or "").strip().split("\n\n")[0].replace("\n", " ")
        known = measurements.words(kind())
        self.only.set_options(known, value=known[:1])
        self.games.value = max(2, kind.together)
        self.fields.clear()
        with self.fields:
            self.settings = {
                name: ui.input(name, value=str(usual)).props("outlined dense").classes("mono")
                for name, usual in kind.defaults.items()
            }

    def _experiment(self) -> Callable[[Job, measurements.Progress], None]:
        name, settings = str(self.which.value), {key: str(field.value or "") for key, field in self.settings.items()}
        games, only, loop = int(self.games.value or 0), list(self.only.value or ()), self.visit.loop

        def work(job: Job, progress: measurements.Progress) -> None:
            chosen = measurements.experiment(name, settings)

            def found(outcome: Outcome) -> None:
                chart = chosen.chart
                picture = dots(chart.axis, measurements.drawn(chosen, outcome), chart.zero, chart.mark_name) if chart else ""
                loop.call_soon_threadsafe(
                    self._found, job, picture, outcome, "".join(f"<p>{escape(each)}</p>" for each in chosen.remarks(outcome.rows))
                )

            measurements.run(job, chosen, games, only, progress, found)

        return work

    def _found(self, job: Job, picture: str, outcome: Outcome, remarks: str) -> None:
        if self.bench.job is job:
            names = tuple(tables.columns(outcome.rows))
            rows = tuple(tuple(tables.shown(row.get(name)) for name in names) for row in outcome.rows)
            self.bench.show(picture, HtmlTable(names, rows)._repr_html_() + remarks, tables.comma_separated(outcome.rows))
