"""Build and verify a tablebase of all states of a game. Rust does the work; this module reports its progress and stops it on Ctrl-C.

A tablebase is written completely or not at all. While it is being built, a checkpoint is saved beside it every minute and when
the build is stopped. Building again continues from there, and gives the same file, byte by byte.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import zermelo.tablebases.file_names as file_names
import zermelo.tablebases.retrograde as retrograde
from zermelo import _core
from zermelo.engine.backends import Backend, diagnose, open_backend
from zermelo.errors import TablebaseError
from zermelo.game import Game, Position
from zermelo.limit import memory_size
from zermelo.score import counted
from zermelo.search.known import Verdict
from zermelo.search.parameter import number_of_threads
from zermelo.tablebases.tablebase import StateTablebase

PHASES = ("finding states", "solving", "writing", "checking")
EVERY = 60.0
"""Seconds between two checkpoints of a build."""
_LOOK = 0.1
Progress = Callable[[str, int, int | None], object]
"""Called with the phase, the work done, and the total, if known."""


def build(
    game: Game,
    name: str = file_names.ALL,
    start: Position | None = None,
    memory: str | int = "1GB",
    threads: int = 1,
    folder: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    backend: str | None = None,
    every: float = EVERY,
) -> StateTablebase:
    """Build a tablebase of every state that can be reached from the start, or from another position, for which a name must be given.

    A tablebase that is already built is kept.
    """
    retrograde.check_game(game)
    if start is not None and name == file_names.ALL:
        raise TablebaseError("a tablebase that starts from a position needs its own name; give one, such as late")
    where = make_folder(folder)
    path = where / file_names.file_name(game, name)
    if path.exists() and is_whole(game, path):
        return StateTablebase(game, where, [path])
    rules = open_backend(game, backend)
    players = [json.dumps(player) for player in game.players]
    records = [s.pack() for s in (retrograde.starts(game) if start is None else [start.state])]
    size, workers = memory_size(memory), threads_for(rules, threads)
    run = rules.core.build_table(file_names.canonical(game), name, players, records, size, workers, path, every)
    watch(game, run, progress)
    return StateTablebase(game, where, [path])


def verify(
    game: Game,
    tables: StateTablebase,
    name: str,
    memory: str | int = "1GB",
    threads: int = 1,
    progress: Progress | None = None,
    backend: str | None = None,
) -> int:
    """Check each state of a tablebase against its successors and return the number of states. A TablebaseError at the first wrong one."""
    file, rules = tables.files[tables.names.index(name)], open_backend(game, backend)
    first = bytes.fromhex(tables.facts(name)["start"])
    records = [s.pack() for s in retrograde.starts(game)] if first == game.layout.start().pack() else [first]
    done = watch(game, rules.core.check_table(file, records, memory_size(memory), threads_for(rules, threads)), progress)
    if done["wrong"] is not None:
        record, stored, right = done["wrong"]
        board = Position(game, game.layout.unpack(record))
        raise TablebaseError(
            f"the tablebase `{name}` of {game} is wrong: it has {words(stored)} where the moves give {words(right)}; "
            f"build it again; the position is:\n{board}"
        )
    return int(done["states"])


def words(verdict: tuple[int, int] | Verdict | None) -> str:
    """A verdict as text.

    >>> words((1, 5)), words((0, 0)), words((-1, 1)), words(None)
    ('a win in 5 plies', 'a draw', 'a loss in 1 ply', 'nothing')
    """
    if verdict is None:
        return "nothing"
    outcome, plies = verdict
    if outcome == 0:
        return "a draw"
    return f"a {'win' if outcome > 0 else 'loss'} in {counted(plies)}"


def make_folder(folder: str | os.PathLike[str] | None) -> Path:
    """The folder for tablebases; it is created if needed."""
    where = file_names.folder() if folder is None else Path(folder)
    try:
        where.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TablebaseError(
            f"cannot use `{where}` as the folder for tablebases: {(error.strerror or str(error)).lower()}"
        ) from error
    file_names.check_folder(where)
    return where


def is_whole(game: Game, path: Path) -> bool:
    try:
        StateTablebase(game, path.parent, [path])
        _core.TableFile(path).check()
    except TablebaseError:
        return False
    return True


def threads_for(backend: Backend, threads: int) -> int:
    """The number of threads to use: 1 for interpreted rules, which cannot run in parallel."""
    return 1 if backend.name == "interpreted" else number_of_threads(threads)


def watch(game: Game, run: _core.Building, progress: Progress | None) -> dict[str, Any]:
    """Wait for the work and report its progress. Ctrl-C stops it, and is raised again once the checkpoint is saved."""
    try:
        while not run.wait(_LOOK):
            if progress is not None:
                phase, done, total = run.progress()
                progress(PHASES[phase], done, total or None)
    except KeyboardInterrupt:
        run.stop()
        while not run.wait(_LOOK):
            pass
        raise
    with diagnose(game):
        return run.result()
