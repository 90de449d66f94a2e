"""Runs an agent: on a terminal, a line on stderr shows its progress.

Ctrl-C ends the search, not the program: the last report is the answer, marked `stopped="interrupt"`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

from zermelo.cli.paint import console, depth
from zermelo.report import Report, count

if TYPE_CHECKING:
    from zermelo.engine.agent import Agent
    from zermelo.game import Position


def think(
    position: Position,
    agent: Agent,
    label: str = "thinking",
    tree: int = 0,
    enough: Callable[[Report], bool] | None = None,
    hear: Callable[[Report], object] | None = None,
) -> Report:
    """The agent's last report, or the first one that is `enough`; `hear` gets each report, instead of the line on stderr."""
    last: Report | None = None
    try:
        with nullcontext() if hear else status(label) as tell:
            for last in agent.reports(position, tree):
                if enough is not None and enough(last):
                    break
                if hear is not None:
                    hear(last)
                elif tell is not None:
                    tell(f"{label} · {depth(last)} · {last.move} · {count(last.nodes)} nodes")
    except KeyboardInterrupt:
        if last is None:
            raise
        last = replace(last, stopped="interrupt")
    assert last is not None
    return last


@contextmanager
def status(label: str) -> Iterator[Callable[[str], None]]:
    """A line with a spinner and the elapsed time on stderr; nothing if stderr is not a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=console(stderr=True), transient=True, refresh_per_second=5) as progress:
        task = progress.add_task(label)
        yield lambda text: progress.update(task, description=text)
