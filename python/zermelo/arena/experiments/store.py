"""Results on disk: one SQLite file for each experiment, one row for each game, written as soon as the game is over.

Every game is one transaction. So after Ctrl-C, a kill or a power cut the file has only whole games, and a new run continues with
the first missing one. The file names its experiment, version, seed and settings. A run with different ones is refused; more games
or cells of the same are added. Only one run at a time can use the file.

    about   key, value             what the results belong to
    games   cell, number, result   a cell and a result are JSON objects
"""

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path

from zermelo.arena.experiments.experiment import Experiment, ExperimentError, Row, cell_key

APPLICATION = 0x5A45524D
"""The application id of our SQLite files."""
FORMAT = 1
_TABLES = (
    "create table about (key text primary key, value text not null) without rowid",
    "create table games (cell text, number integer, result text not null, primary key (cell, number)) without rowid",
    f"pragma application_id = {APPLICATION}",
    f"pragma user_version = {FORMAT}",
)


class Store:
    """The results of one experiment; `with` closes it."""

    def __init__(self, path: Path, experiment: Experiment, seed: int) -> None:
        self.path = path
        self._check_place()
        about = purpose(experiment, seed)
        try:
            self._connection = sqlite3.connect(path, isolation_level=None, timeout=0)
        except sqlite3.Error as error:
            raise ExperimentError(f"`{path}` cannot be opened: {error}") from error
        try:
            self._open(about)
        except sqlite3.DatabaseError as error:
            self._connection.close()
            raise self._explained(error) from error
        except ExperimentError:
            self._connection.close()
            raise

    def results(self, cell: Row) -> dict[int, Row]:
        """The finished games of a cell, by number."""
        try:
            rows = self._connection.execute("select number, result from games where cell = ? order by number", [cell_key(cell)])
            found = {number: json.loads(result) for number, result in rows}
        except (sqlite3.DatabaseError, ValueError, TypeError, RecursionError) as error:
            raise self._damaged() from error
        if not all(isinstance(number, int) and isinstance(result, dict) for number, result in found.items()):
            raise self._damaged()
        return found

    def add(self, cell: Row, number: int, result: Row) -> None:
        """Store a game; when this returns, it is on disk."""
        try:
            self._connection.execute("insert into games values (?, ?, ?)", [cell_key(cell), number, json.dumps(dict(result))])
        except (TypeError, ValueError) as error:
            raise ExperimentError(
                f"game {number} of {cell_key(cell)} cannot be stored; `play` must return numbers and texts: {error}"
            ) from error
        except sqlite3.Error as error:
            raise ExperimentError(f"`{self.path}` cannot be written: {error}; all games before this one are in it") from error

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check_place(self) -> None:
        if self.path.is_dir():
            raise ExperimentError(f"`{self.path}` is a folder; give the name of a file for the results")
        if not self.path.parent.is_dir():
            raise ExperimentError(f"`{self.path}` cannot be written: there is no folder `{self.path.parent}`; create it first")
        if self.path.exists() and not self.path.is_file():
            raise ExperimentError(f"`{self.path}` is not an ordinary file; give another name for the results")

    def _open(self, about: Mapping[str, str]) -> None:
        """Lock the file; create the tables of a new file, check those of an old one."""
        execute = self._connection.execute
        execute("pragma locking_mode = exclusive")
        execute("begin exclusive")
        try:
            if execute("select count(*) from sqlite_master").fetchone() == (0,) and not self._number("application_id"):
                for line in _TABLES:
                    execute(line)
                self._connection.executemany("insert into about values (?, ?)", about.items())
            else:
                self._check(about)
        except BaseException:
            execute("rollback")
            raise
        execute("commit")

    def _check(self, about: Mapping[str, str]) -> None:
        if self._number("application_id") != APPLICATION:
            raise ExperimentError(f"`{self.path}` is not a results file of Zermelo; give another name with --out")
        if self._number("user_version") != FORMAT:
            raise ExperimentError(
                f"`{self.path}` has results of format {self._number('user_version')}, but this Zermelo knows format {FORMAT}; "
                "give another name with --out"
            )
        if self._connection.execute("pragma quick_check").fetchone() != ("ok",):
            raise self._damaged()
        found = dict(self._connection.execute("select key, value from about"))
        for key, value in about.items():
            if found.get(key) != value:
                raise ExperimentError(self._difference(key, found.get(key), value))

    def _difference(self, key: str, found: str | None, wanted: str) -> str:
        known = {
            "source": "of an older version of the experiment's file",
            "experiment": f"of the experiment {found}, not of {wanted}",
            "settings": f"with the settings {found}, not {wanted}",
        }
        results = known.get(key, f"with {key} {found}, not {wanted}")
        return f"`{self.path}` has results {results}; give another name with --out, or delete it"

    def _number(self, pragma: str) -> int:
        return int(self._connection.execute(f"pragma {pragma}").fetchone()[0])

    def _damaged(self) -> ExperimentError:
        return ExperimentError(f"`{self.path}` is damaged; delete it or give another name with --out")

    def _explained(self, error: sqlite3.DatabaseError) -> ExperimentError:
        if isinstance(error, sqlite3.OperationalError):
            if "locked" in str(error):
                return ExperimentError(f"`{self.path}` is in use by another run; wait for it, or give another name with --out")
            return ExperimentError(f"`{self.path}` cannot be opened for results: {error}; give another name with --out")
        if "not a database" in str(error):
            return ExperimentError(f"`{self.path}` is not a results file, or it is damaged; give another name with --out")
        return self._damaged()


def purpose(experiment: Experiment, seed: int) -> dict[str, str]:
    """The values that identify results; a run continues only results with the same values."""
    from zermelo import __version__

    return {
        "experiment": experiment.name,
        "version": f"{__version__}/{experiment.version}",
        "source": experiment.source(),
        "seed": str(seed),
        "settings": json.dumps(experiment.settings, sort_keys=True),
    }
