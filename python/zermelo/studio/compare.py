"""The page that compares techniques and agents: the ablation of alpha-beta, and experiments, with live results and CSV files."""

from collections.abc import Callable, Mapping
from html import escape

from nicegui import ui

from zermelo.arena import ablation
from zermelo.arena.ablation import Row
from zermelo.arena.experiments import EXPERIMENTS, Outcome, table as tables
from zermelo.hosting.workers import Job
from zermelo.html import paragraphs
from zermelo.studio import measurements
from zermelo.studio.bars import bar_table, dots
from zermelo.studio.elements import button, code_field, heading, status_label, typed
from zermelo.studio.frame import Visit
from zermelo.studio.pace import Pace, in_words

Work = Callable[[Job, measurements.Progress, Callable[[str, str, str], None]], None]
"""A comparison. It reports its progress, and after each step shows a picture, a table and the table as CSV."""
_LONG = 30
"""The time limit of a comparison, as a multiple of the time limit of a search."""


class Results:
    """The buttons, progress bar, chart and table of one comparison."""

    def __init__(self, visit: Visit, begin: Callable[[], Work], name: str) -> None:
        self.visit, self.begin, self.name = visit, begin, name
        self.job: Job | None = None
        self.csv = ""
        with ui.element("div").classes("row"):
            self.go = button("Run", self._run, main=True)
            self.halt = button("Stop", self._stop)
            self.save = button("Save as CSV", self._save)
        self.bar = ui.linear_progress(value=0, show_value=False)
        self.bar.props(f'aria-label="Progress of the {name}" rounded animation-speed=200')
        with ui.element("div").classes("row pace"):
            self.status = status_label("thought")
            self.rest = ui.label().classes("soft")  # changes every second, so it is not read out
        self.picture = ui.html("", sanitize=False)
        self.table = ui.html("", sanitize=False).classes("results")
        self.pace, self.doing = Pace(), ""
        self.timer = ui.timer(1.0, self._tell, active=False)
        self._enable()

    @property
    def most(self) -> float:
        """The most seconds for a comparison."""
        return _LONG * self.visit.limits.seconds

    async def _run(self) -> None:
        self.status.text = self.rest.text = self.csv = ""
        self.picture.content = self.table.content = ""
        self.bar.value = 0
        self.pace, self.doing = Pace(), ""
        job = self.job = self.visit.job()

        async def work() -> None:
            todo = self.begin()
            self._enable()
            self.status.text = "waiting for other comparisons"
            workers, loop = self.visit.workers, self.visit.loop

            def progress(done: int, total: int, words: str) -> None:
                loop.call_soon_threadsafe(self._progress, job, done, total, words)

            def show(picture: str, table: str, csv: str) -> None:
                loop.call_soon_threadsafe(self._show, job, picture, table, csv)

            await workers.do(job, lambda: todo(job, progress, show), self.most, long=True)

        fine = await self.visit.guard(work())
        if self.job is job and not self.visit.left:
            self.timer.active = False
            self.status.text, self.rest.text = self._end(job) if fine else "", ""
            self.bar.value = 1 if fine and not job.ended else self.bar.value
            self.job = None
            self._enable()

    def _end(self, job: Job) -> str:
        if job.scope.reason == "seconds":
            return (
                f"stopped after {in_words(self.most)}, the most time for a comparison here; what was measured is kept. "
                "Ask for less depth, fewer positions or fewer games."
            )
        return "stopped; what was measured is kept" if job.ended else f"done in {in_words(self.pace.elapsed)}"

    def _show(self, job: Job, picture: str, table: str, csv: str) -> None:
        if self.job is job and not self.visit.left:
            self.picture.content, self.table.content, self.csv = picture, table, csv
            self._enable()

    def _progress(self, job: Job, done: int, total: int, words: str) -> None:
        if self.job is job and not self.visit.left:
            self.pace.step(done, total)
            self.doing, self.timer.active = words, True
            self._tell()

    def _tell(self) -> None:
        """Show how far the comparison is and how long it will still take; also while one step takes long."""
        left = self.pace.left
        told = "" if left is None else f"about {in_words(left)} left"
        if left is not None and self.pace.elapsed + left > self.most:
            told += f", but it ends after {in_words(self.most)}"
        self.bar.value, self.rest.text = self.pace.share, told
        self.status.text = f"{self.doing} ({min(self.pace.done + 1, self.pace.total)} of {self.pace.total})"

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
    def __init__(self, visit: Visit, query: Mapping[str, str]) -> None:
        self.visit, self.query = visit, query
        self.settings: dict[str, ui.input] = {}
        with ui.element("div").classes("column"):
            with ui.element("section").classes("card"):
                self._ablation()
            with ui.element("section").classes("card"):
                self._experiments()

    async def arrive(self) -> None:
        """Everything is shown already."""

    # Techniques of alpha-beta

    def _ablation(self) -> None:
        heading("Techniques of alpha-beta", 1)
        about = (
            "Each row searches the same positions to the same depth. Some rows have one technique alone, others have one more each time. "
            "Fewer nodes are better, if few moves are worse."
        )
        ui.label(about).classes("soft")
        with ui.element("div").classes("wide"):
            self.game = code_field("Game", self.query.get("game", "connect4"))
            self.moves = code_field("Moves to play first", self.query.get("moves", ""))
            self.depth = ui.number("Depth", value=6, min=1, max=measurements.MOST_DEPTH).props("outlined dense")
            self.positions = ui.number("Positions", value=1, min=1, max=measurements.MOST_POSITIONS).props("outlined dense")
        with ui.element("details"):
            ui.html("The techniques of each row", tag="summary", sanitize=False)
            rows = "".join(f"<dt>{name}</dt><dd>{escape(meaning)}</dd>" for name, meaning in ablation.MEANINGS.items())
            ui.html(rows, tag="dl", sanitize=False).classes("meanings")
        self.ablation = Results(self.visit, self._measure, "ablation")

    def _measure(self) -> Work:
        game, moves = typed(self.game, self.moves)
        depth, positions = int(self.depth.value or 0), int(self.positions.value or 0)
        limits = self.visit.limits

        def work(job: Job, progress: measurements.Progress, show: Callable[[str, str, str], None]) -> None:
            rows: list[Row] = []
            start = limits.position(limits.game(game), "", moves)

            def found(row: Row) -> None:
                rows.append(row)
                groups = measurements.grouped(start.game, rows)
                drawn = bar_table(measurements.HEAD, groups, (groups[0].name,))
                show("", drawn, tables.comma_separated([each.to_json() for each in rows]))

            measurements.measure(job, start, depth, positions, progress, found)

        return work

    # Experiments

    def _experiments(self) -> None:
        heading("Experiments", 1)
        self.about = ui.label().classes("soft")
        with ui.element("div").classes("wide three"):
            self.which = ui.select(list(EXPERIMENTS), value=next(iter(EXPERIMENTS)), label="Experiment", on_change=self._choose)
            self.which.props("outlined dense")
            self.only = ui.select([], label="Rows", multiple=True).props("outlined dense use-chips")
            self.games = ui.number("Games for each row", value=4, min=1, max=measurements.MOST_GAMES).props("outlined dense")
        self.fields = ui.element("div").classes("fields")
        self.results = Results(self.visit, self._experiment, "experiment")
        self._choose()

    def _choose(self) -> None:
        kind = EXPERIMENTS[str(self.which.value)]
        self.about.text = (kind.__doc__ or "").strip().split("\n\n")[0].replace("\n", " ")
        known = measurements.words(kind())
        self.only.set_options(known, value=known[:1])
        self.games.value = max(2, kind.together)
        self.fields.clear()
        with self.fields:
            self.settings = {name: code_field(name, str(usual)) for name, usual in kind.defaults.items()}

    def _experiment(self) -> Work:
        name, settings = str(self.which.value), {key: str(field.value or "") for key, field in self.settings.items()}
        games, only = int(self.games.value or 0), list(self.only.value or ())

        def work(job: Job, progress: measurements.Progress, show: Callable[[str, str, str], None]) -> None:
            chosen = measurements.experiment(name, settings, self.visit.limits)

            def found(outcome: Outcome) -> None:
                chart = chosen.chart
                picture = dots(chart.axis, measurements.drawn(chosen, outcome), chart.zero, chart.mark_name) if chart else ""
                table = tables.html(outcome.rows)._repr_html_() + paragraphs(*chosen.remarks(outcome.rows))
                show(picture, table, tables.comma_separated(outcome.rows))

            measurements.run(job, chosen, games, only, progress, found)

        return work
