"""A progress bar on stderr, with the time that is left; nothing is shown if stderr is not a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from zermelo.cli.paint import console


class Step:
    """Moves the bar, if there is one."""

    def __init__(self, bar: Progress | None = None) -> None:
        self.bar = bar

    def __call__(
        self,
        words: str | None = None,
        *,
        done: float | None = None,
        total: float | None = None,
        advance: float | None = None,
        fresh: bool = False,
    ) -> None:
        """Move to `done`, or forward by `advance`; `fresh` begins another task, with its own time."""
        if self.bar is not None:
            task = self.bar.task_ids[0]
            if fresh:
                self.bar.reset(task)
            self.bar.update(task, description=words, completed=done, total=total, advance=advance)


@contextmanager
def progress(words: str, total: float | None = None, counted: bool = True) -> Iterator[Step]:
    """A bar that says in `words` what is done; `counted` shows how many of how many."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield Step()
        return
    count = [MofNCompleteColumn()] if counted else []
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), *count, TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True, refresh_per_second=5) as bar:
        bar.add_task(words, total=total)
        yield Step(bar)
