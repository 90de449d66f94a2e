"""Endings of chess and checkers, built by several processes or on a cluster: each tablebase is an item of work.

An ending is built after those that a capture or promotion leads to. So the endings are built in rounds: first those that lead to no other one, then
those that lead to these. An item has the files that it needs, and its result is the new file. The files are those that a single process builds,
byte by byte.
"""

import os
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from zermelo import _core, files
from zermelo.arena.running import doer_for
from zermelo.arena.work import SILENT, Watcher
from zermelo.errors import TablebaseError
from zermelo.game import Game
from zermelo.tablebases.build import Progress
from zermelo.tablebases.endings import EndingTablebase, planned
from zermelo.tablebases.file_names import SUFFIX

Task = tuple[str, tuple[tuple[str, bytes], ...]]
"""The name of an ending, with the names and files of those that it leads to."""
Built = tuple[str, bytes]


class Endings:
    """Builds endings of one game."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def do(self, task: Task, watcher: Watcher = SILENT) -> Built:  # noqa: ARG002  (no agent thinks)
        name, needed = task
        with tempfile.TemporaryDirectory(prefix="zermelo-tables-") as folder:
            for each, data in needed:
                self.path(folder, each).write_bytes(data)
            _core.build_tables(folder, self.kind, [name], threads=1)
            return name, self.path(folder, name).read_bytes()

    def failed(self, task: Task, seat: int, why: str) -> None:  # noqa: ARG002
        """There is no result."""
        return

    def path(self, folder: str | os.PathLike[str], name: str) -> Path:
        return Path(folder, f"{self.kind}-{name}{SUFFIX}")

    def needs(self, name: str) -> set[str]:
        """The endings that an ending leads to, directly or not."""
        with tempfile.TemporaryDirectory(prefix="zermelo-tables-") as empty:
            return set(_core.plan_tables(empty, self.kind, [name])[0]) - {name}

    def __str__(self) -> str:
        return f"an ending of {self.kind}"


def build_apart(
    game: Game,
    text: str,
    memory: str | int = "1GB",
    folder: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    jobs: int | None = None,
    cluster: str | None = None,
    tell: Callable[[str], object] = lambda _: None,
) -> tuple[EndingTablebase, list[str]]:
    """As `build_endings`, but with each ending in a process of its own. Ctrl-C ends it; endings that are whole are kept."""
    kind, where, _, made = planned(game, text, memory, folder)
    work, left = Endings(kind), set(made)
    needs = {name: work.needs(name) for name in made}
    if left:
        with doer_for(work, len(left), jobs, cluster, tell) as doer:
            while left:
                ready = [name for name in made if name in left and needs[name].isdisjoint(left)]
                tasks = [(name, tuple((each, _read(work.path(where, each))) for each in sorted(needs[name]))) for name in ready]
                with closing(doer.play(tasks)) as built:
                    for name, data in built:
                        files.write_whole(work.path(where, name), data, TablebaseError)
                        left.discard(name)
                        if progress is not None:
                            progress(f"building, {name} is done", len(made) - len(left), len(made))
    return EndingTablebase(game, where), made


def _read(path: Path) -> bytes:
    return files.read_bytes(path, TablebaseError, 1 << 40)
