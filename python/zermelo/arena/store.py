"""Records on disk: one SQLite file for each contest, one row for each game, written as soon as the game is over.

Every game is one transaction in a write-ahead log. So a kill at any moment loses at most the games that were being played, and a new run goes on
with the first missing one. The file names its games, agents, conditions and schedule; a run with different ones is refused. One run at a time
writes to it, while others may read: the studio follows a tournament that way.

    about   key, value    what the records belong to
    games   one row for each game; lists are JSON

A number of a game is its primary key: no game is ever counted twice.
"""

import hashlib
import json
import platform
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

from zermelo import files
from zermelo.arena.records import GameRecord
from zermelo.engine.agent import Agent
from zermelo.errors import ZermeloError
from zermelo.outcome import Outcome

try:
    import fcntl
except ImportError:  # on Windows SQLite's own lock has to do
    fcntl = None  # type: ignore[assignment]

APPLICATION = 0x5A455241
"""The application id of our SQLite files of records."""
FORMAT = 1
_COLUMNS = (
    "number integer primary key, game integer, seats text, opening integer, round integer, start text, before text, moves text, scores text, "
    "times text, nodes text, seconds text, turns text, outcome text, note text, version text"
)
_LISTS = ("seats", "before", "moves", "scores", "times", "nodes", "seconds", "turns")


Answer = TypeVar("Answer")


class RecordError(ZermeloError):
    """A file of records that cannot be used: damaged, in use, full, or of another contest."""


class RecordStore:
    """The records of one contest, open for writing; `with` closes it."""

    def __init__(self, path: str | Path, about: Mapping[str, Any], total: int | None = None) -> None:
        """`about` is what the records belong to: a file with anything else is refused.

        `total` is how many games are planned, if that is known. A longer run may continue a shorter one, so it is not compared.
        """
        self.path = files.expanded(path)
        files.check_allowed()
        files.check_place(self.path, RecordError)
        self._lock = self._locked()
        try:
            self._connection = sqlite3.connect(self.path, isolation_level=None, timeout=5)
            try:
                self._open({key: json.dumps(value, sort_keys=True, ensure_ascii=False) for key, value in about.items()})
                if total is not None:
                    self._connection.execute("insert or replace into about values ('total', ?)", [json.dumps(total)])
            except sqlite3.Error as error:
                self._connection.close()
                raise _explained(self.path, error) from error
            except BaseException:
                self._connection.close()
                raise
        except BaseException:
            self._unlock()
            raise
        self._version = versions()

    def _locked(self) -> Any:
        """The open file with a lock on it, which ends with this process."""
        if fcntl is None:
            return None
        try:
            file = self.path.open("ab")
        except OSError as error:
            raise RecordError(f"`{self.path}` cannot be written: {files.reason(error)}") from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise RecordError(f"`{self.path}` is in use by another run; wait for it, or give another file") from None
        return file

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()

    def _open(self, about: Mapping[str, str]) -> None:
        execute = self._connection.execute
        if execute("select count(*) from sqlite_master").fetchone() == (0,):
            if self.path.stat().st_size and _number(self._connection, "application_id") not in (0, APPLICATION):
                raise RecordError(f"`{self.path}` is not a file of records; give another name")
            execute("pragma journal_mode = wal")
            execute("begin immediate")
            execute("create table about (key text primary key, value text not null) without rowid")
            execute(f"create table games ({_COLUMNS})")
            execute(f"pragma application_id = {APPLICATION}")
            execute(f"pragma user_version = {FORMAT}")
            self._connection.executemany("insert into about values (?, ?)", about.items())
            execute("commit")
        else:
            _check_format(self._connection, self.path)
            execute("pragma journal_mode = wal")
            found = dict(execute("select key, value from about"))
            for key, value in about.items():
                if found.get(key) != value:
                    raise RecordError(
                        f"`{self.path}` has games of another contest: {key} {_shown(found.get(key))}, not {_shown(value)}; give another file"
                    )
        execute("pragma synchronous = normal")

    def records(self) -> dict[int, GameRecord]:
        """All games, by number."""
        try:
            return {record.number: record for record in _records(self._connection, self.path)}
        except sqlite3.Error as error:
            raise _explained(self.path, error) from error

    def add(self, record: GameRecord) -> None:
        """Store a game; when this returns, a kill does not lose it."""
        values = [json.dumps(value) if name in _LISTS else value for name, value in vars(record).items() if name != "outcome"]
        values.insert(-1, json.dumps(record.outcome.to_json()))
        try:
            self._connection.execute(f"insert into games values ({', '.join('?' * 16)})", [*values, self._version])
        except sqlite3.IntegrityError:
            raise RecordError(f"`{self.path}` has game {record.number} already; is another run writing to it?") from None
        except sqlite3.Error as error:
            raise RecordError(
                f"`{self.path}` cannot be written: {error}; all games before are in it, so make room and start again"
            ) from error

    def close(self) -> None:
        with suppress(sqlite3.Error):  # everything is on disk already
            self._connection.execute("pragma wal_checkpoint(truncate)")
            self._connection.execute("pragma journal_mode = delete")  # so that readers need no files beside it
        self._connection.close()
        self._unlock()

    def __enter__(self) -> "RecordStore":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Archive:
    """The records in a file, for reading only, also while a run is writing to it."""

    def __init__(self, path: str | Path) -> None:
        files.check_allowed()
        self.path = files.expanded(path)
        if not self.path.is_file():
            raise RecordError(f"there is no file of records `{path}`")
        self.about: dict[str, Any] = self._ask(_about)

    @property
    def games(self) -> list[str]:
        """The games of the contest, as `find` reads them."""
        return self._texts("games")

    @property
    def agents(self) -> list[str]:
        return self._texts("agents")

    def _texts(self, key: str) -> list[str]:
        found = self.about.get(key)
        return [str(each) for each in found] if isinstance(found, list) else []

    @property
    def total(self) -> int | None:
        """How many games are planned; None if the file does not say so."""
        found = self.about.get("total")
        return found if type(found) is int and found > 0 else None

    def records(self, known: Collection[int] = ()) -> list[GameRecord]:
        """All games so far, in the order of their numbers, without those whose numbers are `known`."""

        def ask(connection: sqlite3.Connection) -> list[GameRecord]:
            self.about = _about(connection)  # a longer run may have begun
            if not known:
                return list(_records(connection, self.path))
            there = [number for (number,) in connection.execute("select number from games order by number")]
            missing = [number for number in there if number not in known]
            return [record for number in missing for record in _records(connection, self.path, number)]

        return self._ask(ask)

    def __len__(self) -> int:
        return self._ask(lambda it: int(it.execute("select count(*) from games").fetchone()[0]))

    def _ask(self, question: Callable[[sqlite3.Connection], Answer]) -> Answer:
        try:
            with closing(sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro", uri=True, timeout=5)) as connection:
                _check_format(connection, self.path)
                return question(connection)
        except (sqlite3.Error, ValueError) as error:
            raise _explained(self.path, error) from error


def _about(connection: sqlite3.Connection) -> dict[str, Any]:
    return {key: json.loads(value) for key, value in connection.execute("select key, value from about")}


def _records(connection: sqlite3.Connection, path: Path, number: int | None = None) -> Iterator[GameRecord]:
    """All records in the order of their numbers, or the one of this number."""
    names = [name.strip().partition(" ")[0] for name in _COLUMNS.split(",")][:-1]
    which = "" if number is None else f"where number = {number:d} "
    for row in connection.execute(f"select {', '.join(names)} from games {which}order by number"):
        try:
            data = dict(zip(names, row, strict=True))
            data |= {name: tuple(json.loads(data[name])) for name in _LISTS}
            data["outcome"] = Outcome.from_json(json.loads(data["outcome"]), len(data["seats"]))
        except (ValueError, TypeError, ZermeloError, RecursionError) as error:
            raise RecordError(f"`{path}` is damaged at game {row[0]!r:.20}: {error}; give another file") from error
        yield GameRecord(**data)


def _check_format(connection: sqlite3.Connection, path: Path) -> None:
    if _number(connection, "application_id") != APPLICATION:
        raise RecordError(f"`{path}` is not a file of records; give another name")
    if _number(connection, "user_version") != FORMAT:
        raise RecordError(f"`{path}` has records of another format; this Zermelo reads format {FORMAT}")


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"pragma {pragma}").fetchone()[0])


def _explained(path: Path, error: Exception) -> RecordError:
    told = str(error)
    if "locked" in told:
        return RecordError(f"`{path}` is in use by another program; wait for it, or give another file")
    if "not a database" in told or "malformed" in told:
        return RecordError(f"`{path}` is not a file of records, or it is damaged; give another name")
    return RecordError(f"`{path}` cannot be used for records: {told}")


def _shown(value: str | None) -> str:
    return "nothing" if value is None else value if len(value) < 60 else f"{value[:57]}..."


def versions() -> str:
    """What a game was played with."""
    from zermelo import __version__

    return f"zermelo {__version__}, python {platform.python_version()}, {platform.machine()}"


def source_of(agent: Agent) -> str:
    """A hash of the file of an agent of the user's own, so that games of an older version of it are not continued; empty for others."""
    source = getattr(agent, "source", None)
    if not isinstance(source, tuple) or len(source) != 3:
        return ""
    try:
        return hashlib.sha256(files.read_bytes(source[1])).hexdigest()[:16]
    except ZermeloError:
        return ""
