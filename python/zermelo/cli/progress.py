"""What stderr shows during long work: a status line, or a bar with the time that is left; nothing if it is not a terminal."""

import math
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass

import rich.progress
from rich.text import Text

from zermelo.cli.paint import console


@dataclass
class Step:
    """Changes the words and moves the bar, if anything is shown."""

    bar: rich.progress.Progress | None = None

    @staticmethod
    def none() -> AbstractContextManager["Step"]:
        """Shows nothing."""
        return nullcontext(Step())

    def __call__(
        self,
        words: str | None = None,
        *,
        done: float | None = None,
        total: float | None = None,
        advance: float | None = None,
        fresh: bool = False,
        left: float | None = None,
    ) -> None:
        """Move to `done`, or forward by `advance`; `fresh` begins another task, with its own time.

        `left` are the seconds that are left, where that is known better than by the speed so far.
        """
        if self.bar is not None:
            task = self.bar.task_ids[0]
            if fresh:
                self.bar.reset(task)
            self.bar.update(task, description=words, completed=done, total=total, advance=advance, left=left)


class TimeLeft(rich.progress.TimeRemainingColumn):
    """The time that is left: as it was told, or by the speed so far."""

    def render(self, task: rich.progress.Task) -> Text:
        left = task.fields.get("left")
        if left is None:
            return super().render(task)
        minutes, seconds = divmod(math.ceil(left), 60)
        return Text(f"{minutes // 60}:{minutes % 60:02}:{seconds:02}", style="progress.remaining")


def status(words: str) -> AbstractContextManager[Step]:
    """A line with a spinner and the elapsed time."""
    return _shown(words, None, rich.progress.SpinnerColumn(), _words(), rich.progress.TimeElapsedColumn())


def progress(words: str, total: float | None = None, counted: bool = True) -> AbstractContextManager[Step]:
    """A bar that says in `words` what is done; `counted` shows how many of how many."""
    count = [rich.progress.MofNCompleteColumn()] if counted else []
    return _shown(words, total, _words(), rich.progress.BarColumn(), *count, TimeLeft())


def _words() -> rich.progress.TextColumn:
    return rich.progress.TextColumn("{task.description}", markup=False)


@contextmanager
def _shown(words: str, total: float | None, *columns: rich.progress.ProgressColumn) -> Iterator[Step]:
    if sys.stderr is None or not sys.stderr.isatty():
        yield Step()
        return
    with rich.progress.Progress(*columns, console=console(stderr=True), transient=True, refresh_per_second=5) as bar:
        bar.add_task(words, total=total)
        yield Step(bar)
