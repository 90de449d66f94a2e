"""Making tables: the twin's retrograde analysis, watched from here, and stopped by Ctrl-C without losing what it has found.

A table is written whole or not at all. What has been reached so far is kept beside its place, every minute and when the work is
stopped; building again goes on from there, and comes to the same file, byte by byte.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zermelo import _core
from zermelo.engine.agent import number_of_threads
from zermelo.engine.backends import Backend, diagnose, open_backend
from zermelo.errors import TableError
from zermelo.game.position import Position
from zermelo.game.protocol import Game
from zermelo.limit import memory_size
from zermelo.search.known import Verdict
from zermelo.tablebases import place, retrograde
from zermelo.tablebases.store import StateTables

PHASES = ("finding states", "solving", "writing", "checking")
EVERY = 60.0
"""Seconds between two times that a build is kept."""
_LOOK = 0.1
Progress = Callable[[str, int, int | None], object]
"""Is told what is being done, how much of it has been done, and how much there is, where that is known."""


def build(
    game: Game,
    name: str = place.ALL,
    start: Position | None = None,
    memory: str | int = "1GB",
    threads: int = 1,
    folder: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    backend: str | None = None,
    every: float = EVERY,
) -> StateTables:
    """A table of every state that can be reached: from the start of the game, or from another position, which takes a name.

    What is there already, and whole, stays as it is.
    """
    retrograde.check_game(game)
    if start is not None and name == place.ALL:
        raise TableError("a table of what follows from a position needs a name of its own, such as late")
    where = make_folder(folder)
    path = where / place.file_name(game, name)
    if path.exists() and is_whole(game, path):
        return StateTables(game, where, [path])
    rules = open_backend(game, backend)
    players = [json.dumps(player) for player in game.players]
    records = [s.pack() for s in (retrograde.starts(game) if start is None else [start.state])]
    size, hands = memory_size(memory), threads_for(rules, threads)
    run = rules.core.build_table(place.canonical(game), name, players, records, size, hands, path, every)
    watch(game, run, progress)
    return StateTables(game, where, [path])


def verify(
    game: Game,
    tables: StateTables,
    name: str,
    memory: str | int = "1GB",
    threads: int = 1,
    progress: Progress | None = None,
    backend: str | None = None,
) -> int:
    """How many states of a table were found right, each by its successors; a TableError at the first that is wrong."""
    file, rules = tables.files[tables.names.index(name)], open_backend(game, backend)
    first = bytes.fromhex(tables.facts(name)["start"])
    records = [s.pack() for s in retrograde.starts(game)] if first == game.layout.start().pack() else [first]
    done = watch(game, rules.core.check_table(file, records, memory_size(memory), threads_for(rules, threads)), progress)
    if done["wrong"] is not None:
        record, stored, right = done["wrong"]
        board = Position(game, game.layout.unpack(record))
        raise TableError(
            f"the table `{name}` of {game} is wrong: it says {words(stored)} where its moves come to {words(right)}, "
            f"so build it again; the position is:\n{board}"
        )
    states: int = done["states"]
    return states


def words(verdict: tuple[int, int] | Verdict | None) -> str:
    """A verdict as people say it.

    >>> words((1, 5)), words((0, 0)), words((-1, 1)), words(None)
    ('a win in 5 plies', 'a draw', 'a loss in 1 ply', 'nothing')
    """
    if verdict is None:
        return "nothing"
    outcome, plies = verdict
    if outcome == 0:
        return "a draw"
    return f"a {'win' if outcome > 0 else 'loss'} in {plies} {'ply' if plies == 1 else 'plies'}"


def make_folder(folder: str | os.PathLike[str] | None) -> Path:
    """The folder for a table, made if need be."""
    where = place.folder() if folder is None else Path(folder)
    try:
        where.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TableError(f"`{where}` cannot be a folder for tables: {(error.strerror or str(error)).lower()}") from error
    place.check_folder(where)
    return where


def is_whole(game: Game, path: Path) -> bool:
    """Whether a file is a table of this game that can be used as it is."""
    try:
        StateTables(game, path.parent, [path])
        _core.TableFile(path).check()
    except TableError:
        return False
    return True


def threads_for(backend: Backend, threads: int) -> int:
    """How many threads to work with: Python's rules take turns anyway."""
    return 1 if backend.name == "interpreted" else number_of_threads(threads)


def watch(game: Game, run: _core.Building, progress: Progress | None) -> dict[str, Any]:
    """Wait for some work on a table and tell how far it is; Ctrl-C ends it and is raised again once all is kept."""
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
