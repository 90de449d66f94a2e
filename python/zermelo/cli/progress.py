"""A progress bar on stderr, with the time that is left. There is none where stderr is not a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Step(Protocol):
    """Moves the bar: to `done`, or forward by `advance`; `fresh` begins another task, with its own time."""

    def __call__(
        self,
        words: str | None = None,
        *,
        done: float | None = None,
        total: float | None = None,
        advance: float | None = None,
        fresh: bool = False,
    ) -> None: ...


@contextmanager
def progress(words: str, total: float | None = None, counted: bool = True) -> Iterator[Step]:
    """A bar that says in `words` what is done; `counted` shows how many of how many."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda *_, **__: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from zermelo.cli.paint import console

    count = [MofNCompleteColumn()] if counted else []
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), *count, TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True, refresh_per_second=5) as bar:
        task = bar.add_task(words, total=total)

        def step(
            words: str | None = None,
            *,
            done: float | None = None,
            total: float | None = None,
            advance: float | None = None,
            fresh: bool = False,
        ) -> None:
            if fresh:
                bar.reset(task)
            bar.update(task, description=words, completed=done, total=total, advance=advance)

        yield step
