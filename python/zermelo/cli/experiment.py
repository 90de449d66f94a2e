"""`zermelo experiment`: plays many games and prints a table with intervals."""

import ast
import re
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from zermelo.arena.experiments import Experiment, ExperimentError, Outcome, Run, find, table
from zermelo.arena.experiments.experiment import Row
from zermelo.arena.experiments.plot import check_plot, draw
from zermelo.arena.experiments.table import text
from zermelo.cli.contest import ClusterAddress, MoreJobs, more_workers, waiting
from zermelo.cli.failures import INTERRUPTED
from zermelo.cli.options import BackendName, Json, Seed, count, seconds_up_to, whole_from
from zermelo.cli.output import Answer, note
from zermelo.cli.paint import reply
from zermelo.cli.progress import progress
from zermelo.errors import LimitError
from zermelo.files import check_place, read_text, write_whole


def experiment(
    name: Annotated[str, Parameter(name="EXPERIMENT", help="threat-ads, multiplayer, or a file of your own: my_experiment.py.")],
    /,
    *,
    games: Annotated[int | None, Parameter(converter=count, help="Games for each cell (a row of the table).")] = None,
    only: Annotated[list[str] | None, Parameter(help="Run only the cells with this word: --only virus; may be repeated.")] = None,
    within: Annotated[
        float | None,
        Parameter(help="Go on with each cell until its 95 % interval reaches at most this far to each side: --within 2."),
    ] = None,
    at_most: Annotated[
        int | None, Parameter(converter=count, help="With --within: the most games for each cell; 40 times --games by default.")
    ] = None,
    grid: Annotated[bool, Parameter(help="Run the large grid of cells: players x depth x evaluation.")] = False,
    seed: Seed = 1,
    seconds: Annotated[
        float | None, Parameter(converter=seconds_up_to(3600), help="Time for each move, where agents play each other.")
    ] = None,
    nodes: Annotated[
        int | None, Parameter(converter=whole_from(1, 10**9), help="Nodes for each move instead; such runs are reproducible.")
    ] = None,
    settings: Annotated[
        list[str] | None, Parameter(name="--set", help="Change a setting of the experiment: --set depth=3; may be repeated.")
    ] = None,
    config: Annotated[Path | None, Parameter(help="Read settings from this TOML file.")] = None,
    backend: BackendName = None,
    jobs: MoreJobs = None,
    cluster: ClusterAddress = None,
    out: Annotated[
        Path | None, Parameter(help="SQLite file for the results; by default it is named after the experiment and its settings.")
    ] = None,
    csv: Annotated[Path | None, Parameter(help="Write the table as CSV.")] = None,
    markdown: Annotated[Path | None, Parameter(help="Write the table as Markdown.")] = None,
    plot: Annotated[Path | None, Parameter(help="Draw the table to a .png, .svg or .pdf file.")] = None,
    json: Json = False,
) -> Answer | int:
    """Run an experiment and print its table.

    threat-ads: the nodes that Threat-ADS saves best-reply search, in Virus, Focus and Chinese Checkers; --set size=10 and --set
    pattern=plus change the board of Virus, --set keep=True keeps the list for the whole game.
    multiplayer: max^n, paranoid, best-reply and BRS+ against each other, with rotated seats; --set agent=my_agents.py:center lets an
    agent of your own play against each of them.
    Every finished game is saved at once. The same command continues a run that was interrupted or killed.
    Ctrl-C stops and prints the table of the games so far.

        zermelo experiment threat-ads --games 10 --only virus
        zermelo experiment threat-ads --plot cuts.png --markdown cuts.md
        zermelo experiment threat-ads --only virus --within 2
        zermelo experiment multiplayer --only focus --nodes 2000 --games 4
        zermelo experiment my_experiment.py --set depth=3 --json
        zermelo experiment threat-ads --games 10 --only virus --jobs 2
        zermelo experiment multiplayer --only rolit --games 2 --set agent=my_agents.py:playouts
    """
    if nodes is not None and seconds is not None:
        raise LimitError("give --seconds or --nodes, not both")
    named = {"seconds": seconds, "nodes": nodes, "backend": backend}
    chosen = find(name)(**gather(config, settings, {key: value for key, value in named.items() if value is not None}))
    run = Run(chosen, games, seed, only or (), grid, within, at_most)
    for path in (csv, markdown, plot):
        if path is not None:
            check_place(path)
    if plot is not None:
        check_plot(chosen, plot)
    path = out or default_out(chosen, seed)
    with progress("playing", run.total) as step:

        def hear(cell: Row, done: int) -> None:  # games of earlier runs take no time, so the clock starts after them
            words = " ".join(str(value) for value in cell.values()) or None
            step(words, done=done, total=run.total, fresh=not cell, left=run.seconds_left)

        outcome = run.play(path, hear, jobs=more_workers(jobs, cluster), cluster=cluster, tell=waiting(step))
    if not outcome.rows:
        raise KeyboardInterrupt
    write(outcome, csv, markdown)
    if plot is not None:
        draw(chosen, run.cells, outcome.rows, plot, outcome.differences)
    say_where(outcome, path)
    code = INTERRUPTED if outcome.stopped else 0
    return reply(json, [dict(row) for row in (*outcome.rows, *outcome.differences)], render(run, outcome), code=code)


def default_out(experiment: Experiment, seed: int) -> Path:
    """A file named after the experiment and its changed settings, so that different results do not share a file."""
    words = [experiment.name, *changed(experiment), *([] if seed == 1 else [f"seed={seed}"])]
    return Path(re.sub(r"[^\w.=-]", "_", "-".join(words)) + ".sqlite")


def changed(experiment: Experiment) -> list[str]:
    """The settings that are not as usual."""
    return [f"{key}={value}" for key, value in experiment.settings.items() if value != experiment.defaults[key]]


def render(run: Run, outcome: Outcome) -> str:
    """The table, with a heading and remarks."""
    games = (
        f"{run.games} games a cell"
        if run.within is None
        else f"{run.games} to {run.looks[-1]} games a cell, within ±{run.within:g}"
    )
    words = [run.experiment.name, *changed(run.experiment), games, f"seed {run.seed}", f"{outcome.seconds:.1f} s"]
    lines = [" · ".join(words), text(outcome.rows)]
    lines += [f"Differences between levels, averaged over the other factors:\n{text(outcome.differences)}"] * bool(
        outcome.differences
    )
    lines += run.experiment.remarks(outcome.rows)
    if outcome.wide:
        cells = "1 cell has" if outcome.wide == 1 else f"{outcome.wide} cells have"
        lines.append(f"{cells} a wider interval than ±{run.within:g} after {run.looks[-1]} games; raise --at-most to go on.")
    if outcome.stopped:
        about = "" if run.within is None else "about "
        lines.append(f"Interrupted after {outcome.known + outcome.played} of {about}{outcome.total} games.")
    return "\n".join(lines)


def say_where(outcome: Outcome, path: Path) -> None:
    known = f", {outcome.known} of them from earlier runs" if outcome.known else ""
    note(f"{outcome.known + outcome.played} of {outcome.total} games are in {path}{known}")


def write(outcome: Outcome, csv: Path | None, markdown: Path | None) -> None:
    for path, form in ((csv, table.comma_separated), (markdown, table.markdown)):
        if path is not None:
            both = [form(outcome.rows)]
            both += [form(outcome.differences)] if outcome.differences and path == markdown else []
            write_whole(path, "\n".join(both))


def gather(config: Path | None, words: list[str] | None, named: dict[str, Any]) -> dict[str, Any]:
    """All settings; those of the command line override those of the file."""
    told = read_settings(words)
    for key in told.keys() & named.keys():
        raise ExperimentError(f"{key} is given twice, by --{key} and by --set; give it once")
    return {**read_config(config), **told, **named}


def read_settings(words: list[str] | None) -> dict[str, Any]:
    """Settings such as depth=3; a value that is not a Python literal is a word.

    >>> read_settings(["depth=3", "seconds=0.5", "rule=transposition"])
    {'depth': 3, 'seconds': 0.5, 'rule': 'transposition'}
    """
    found: dict[str, Any] = {}
    for word in words or ():
        key, sign, value = (part.strip() for part in word.partition("="))
        if not sign or not key:
            raise ExperimentError(f"--set takes a setting and its value, such as depth=3, not `{word}`")
        if key in found:
            raise ExperimentError(f"--set {key} is given twice; give it once")
        try:
            found[key] = ast.literal_eval(value)
        except (ValueError, SyntaxError):
            found[key] = value
    return found


def read_config(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    import tomllib

    try:
        return tomllib.loads(read_text(path, ExperimentError, 1 << 20))
    except tomllib.TOMLDecodeError as error:
        raise ExperimentError(f"`{path}` is not a TOML file of settings, with lines such as depth = 3: {error}") from error
