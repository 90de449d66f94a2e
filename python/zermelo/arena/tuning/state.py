"""The state of a tuning on disk: one SQLite file, one row for each game or pair of games, written as soon as it is over.

Everything else follows from these results and the plan, so nothing else is stored: a run that goes on computes the same weights from
the games that are there, and plays the rest. The file names its game, weights and plan; a run with different ones is refused.

    about     key, value             what the results belong to
    results   stage, number, data    of each item; data is JSON
"""

import json
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from zermelo import files
from zermelo.arena.tuning.plan import TuningError

APPLICATION = 0x5A455455
"""The application id of our SQLite files of tunings."""
FORMAT = 1


class TuningState:
    """The results of one tuning; without a path they are kept in memory. `with` closes it."""

    def __init__(self, path: str | Path | None, about: Mapping[str, Any]) -> None:
        self.path = None if path is None else files.expanded(path)
        if self.path is not None:
            files.check_allowed()
            files.check_place(self.path, TuningError)
        try:
            self._connection = sqlite3.connect(self.path or ":memory:", isolation_level=None, timeout=1)
            self._open({key: json.dumps(value, sort_keys=True) for key, value in about.items()})
        except sqlite3.Error as error:
            raise self._explained(error) from error

    def _open(self, about: Mapping[str, str]) -> None:
        execute = self._connection.execute
        if execute("select count(*) from sqlite_master").fetchone() == (0,):
            execute("pragma journal_mode = wal")
            execute("begin immediate")
            execute("create table about (key text primary key, value text not null) without rowid")
            execute(
                "create table results (stage text, number integer, data text not null, primary key (stage, number)) without rowid"
            )
            execute(f"pragma application_id = {APPLICATION}")
            execute(f"pragma user_version = {FORMAT}")
            self._connection.executemany("insert into about values (?, ?)", about.items())
            execute("commit")
        elif execute("pragma application_id").fetchone() != (APPLICATION,):
            raise TuningError(f"`{self.path}` is not the state of a tuning; give another name")
        elif execute("pragma user_version").fetchone() != (FORMAT,):
            raise TuningError(f"`{self.path}` has another format; this Zermelo reads format {FORMAT}")
        found = dict(execute("select key, value from about"))
        for key, value in about.items():
            if found.get(key) != value:
                raise TuningError(
                    f"`{self.path}` is the state of another tuning: {key} {found.get(key)!s:.60}, not {value:.60}; give another file"
                )
        execute("pragma synchronous = normal")

    def results(self, stage: str) -> dict[int, list[Any]]:
        """The results of a stage, by number."""
        try:
            rows = list(self._connection.execute("select number, data from results where stage = ? order by number", (stage,)))
            return {number: _read(data) for number, data in rows}
        except sqlite3.Error as error:
            raise self._explained(error) from error
        except (ValueError, TypeError, RecursionError) as error:
            raise TuningError(f"`{self.path}` is damaged ({error}); delete it, or give another name") from error

    def add(self, stage: str, number: int, data: Any) -> None:
        """Store a result; when this returns, a kill does not lose it."""
        try:
            self._connection.execute("insert or replace into results values (?, ?, ?)", (stage, number, json.dumps(data)))
        except sqlite3.Error as error:
            raise self._explained(error) from error

    def _explained(self, error: sqlite3.Error) -> TuningError:
        told = str(error)
        if "not a database" in told or "malformed" in told:
            return TuningError(f"`{self.path}` is not the state of a tuning, or it is damaged; delete it, or give another name")
        if "locked" in told:
            return TuningError(f"`{self.path}` is in use by another run; wait for it, or give another name")
        return TuningError(f"`{self.path}` cannot be used for the state of a tuning: {told}")

    def close(self) -> None:
        if self.path is not None:
            with suppress(sqlite3.Error):  # everything is on disk already
                self._connection.execute("pragma wal_checkpoint(truncate)")
        self._connection.close()

    def __enter__(self) -> "TuningState":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _read(data: str) -> list[Any]:
    found = json.loads(data)
    if not isinstance(found, list):
        raise ValueError("a result is not a list")
    return found
