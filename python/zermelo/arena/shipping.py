"""Work that travels to another machine, with the files that it needs there.

A pickle names classes and functions; it does not hold their source. On another machine these files are missing, so they travel along:

* users' files with games, agents, evaluations and experiments, as they were when they were run here;
* other modules of the user that the pickle names, such as those beside a script;
* modules that were imported from the folders of all these;
* the tablebases that agents, or the conditions of a contest, name.

What is installed (the standard library, packages, Zermelo itself) does not travel. Opening books and weights are inside the pickle already.
Files that the user's own code opens by itself do not travel: nobody knows which they are.

There, `unpacked` writes the files into a folder of its own and lets the process find them by the names that they have here (`zermelo.files`).
"""

import hashlib
import io
import os
import pickle
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import FunctionType
from typing import Any

from zermelo import files
from zermelo.arena.pool import PoolError, pickled
from zermelo.engine.tablebases_and_books import BUILT
from zermelo.game import Game
from zermelo.game.loading import loaded
from zermelo.tablebases.endings import family
from zermelo.tablebases.file_names import ALL, SUFFIX, folder as default_tables, settle
from zermelo.tablebases.open import files as tables_of

MOST_BYTES = 64 << 20
"""The most that all files together may have."""
_INSTALLED = tuple(
    f"{os.path.realpath(each)}{os.sep}"
    for each in {
        *(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")),
        str(Path(__file__).parents[1]),
    }
)


@dataclass(frozen=True)
class Parcel:
    """Some work, pickled, with the files that it needs."""

    data: bytes
    files: tuple[tuple[str, bytes], ...] = ()
    """Whole names and contents."""
    paths: tuple[str, ...] = ()
    """Folders from which modules are imported."""
    tables: str | None = None
    """The default folder of tablebases, if some of it is among the files."""
    home: str = ""
    folder: str = ""
    owner: str = ""
    """Who sends it; parcels of different owners are kept apart."""

    @cached_property
    def key(self) -> str:
        """A name for the contents: equal parcels have equal keys."""
        contents = (self.data, self.files, self.paths, self.tables, self.home, self.folder, self.owner)
        return hashlib.sha256(pickle.dumps(contents)).hexdigest()[:24]


def packed(work: object) -> Parcel:
    """Some work, ready for another machine; an error if something in it exists only in this process, or if its files are too large."""
    data = pickled(work)
    named = _Named(work)
    sources, paths = _sources(named.modules)
    tables = list(dict.fromkeys(_tables(named)))
    size = sum(map(len, sources.values())) + sum(os.path.getsize(path) for path in tables)
    if size > MOST_BYTES:
        what = "tablebases" if tables else "files"
        raise PoolError(
            f"the {what} that this needs have {size >> 20} MB, and at most {MOST_BYTES >> 20} MB are sent to a cluster; use fewer of them"
        )
    contents = sources | {path: files.read_bytes(path, PoolError, MOST_BYTES) for path in tables}
    default = os.path.abspath(default_tables())
    known = default if any(os.path.dirname(path) == default for path in tables) else None
    return Parcel(data, tuple(sorted(contents.items())), tuple(paths), known, os.path.expanduser("~"), os.getcwd())


class _Named(pickle.Pickler):
    """What a pickle of some work names: modules, games and tablebases."""

    def __init__(self, work: object) -> None:
        super().__init__(io.BytesIO(), protocol=5)
        self.modules: set[str] = set()
        self.games: list[Game] = []
        self.tables: set[str] = set()
        self.dump(work)

    def persistent_id(self, each: Any) -> None:
        """Called with everything that is pickled."""
        if isinstance(each, type | FunctionType):
            self.modules.add(each.__module__)
            return
        if isinstance(each, Game):
            self.games.append(each)
        self.modules.add(type(each).__module__)
        tables = getattr(each, "__dict__", {}).get("tables")
        if isinstance(tables, str) and tables != BUILT:  # what is built is used where it is, and does not travel
            self.tables.add(tables)


def _sources(named: Iterable[str]) -> tuple[dict[str, bytes], list[str]]:
    """The sources that travel, by their whole names, and the folders from which some of them are imported."""
    users, found = loaded(), dict[str, bytes]()
    paths = dict.fromkeys(root for name in sorted(named) if (root := _root(name)) is not None)
    folders = tuple({f"{os.path.dirname(path)}{os.sep}" for path in users} | {f"{path}{os.sep}" for path in paths})
    for module in list(sys.modules.values()):
        place = getattr(module, "__file__", None)
        if isinstance(place, str) and place.endswith(".py") and _travels(place) and os.path.realpath(place).startswith(folders):
            path = os.path.realpath(place)
            if path not in users and os.path.isfile(path):
                found[path] = files.read_bytes(path, PoolError, MOST_BYTES)
    return found | users, list(paths)


def _root(name: str) -> str | None:
    """The folder from which a module of the user is imported by its name; None for what is installed, and for users' files."""
    module = sys.modules.get(name)
    place = getattr(module, "__file__", None)
    if name == "__main__" or not isinstance(place, str) or not _travels(place):
        return None
    parts = name.split(".")
    folder = Path(os.path.realpath(place)).parent
    if Path(place).name == "__init__.py":
        folder = folder.parent
    root = Path(*folder.parts[: len(folder.parts) - len(parts) + 1])
    return str(root) if os.path.realpath(place).startswith(str(root.joinpath(*parts))) else None


def _travels(place: str) -> bool:
    return "site-packages" not in place and not os.path.realpath(place).startswith(_INSTALLED)


def _tables(named: _Named) -> Iterator[str]:
    """The files of all tablebases that are named."""
    for text in sorted(named.tables):
        folder, name = settle(text)
        for game in named.games:
            kind = family(game)
            found = tables_of(game, folder, name) if kind is None else sorted(folder.glob(f"{kind}-*{SUFFIX}"))
            yield from (os.path.abspath(path) for path in found)
        assert name == ALL or folder == default_tables()


def unpacked(parcel: Parcel, folder: str) -> "Arrived":
    """Write the files of a parcel into a folder, each beside those that were beside it."""
    copies = {path: str(Path(folder, _outside(path)).resolve()) for path in parcel.paths}
    for place, contents in parcel.files:
        path = Path(folder, _outside(place))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents)
        copies[place] = str(path.resolve())
        copies[os.path.dirname(place)] = str(path.resolve().parent)
    return Arrived(parcel, copies)


def _outside(place: str) -> str:
    """A whole name as the end of another one."""
    return os.path.splitdrive(place)[1].lstrip("/\\")


class Arrived:
    """Work whose files are on this machine; unpickling it, in a process of its own, opens it."""

    def __init__(self, parcel: Parcel, copies: dict[str, str]) -> None:
        self.parcel, self.copies = parcel, copies

    def __reduce__(self) -> tuple[Any, ...]:
        parcel = self.parcel
        return opened, (parcel.data, self.copies, parcel.paths, parcel.tables, parcel.home, parcel.folder)

    def do(self, task: Any, watcher: Any = None) -> Any:  # noqa: ARG002
        """Not here."""
        raise PoolError(f"{task} is done by a process of its own, not by this one")

    def failed(self, task: Any, seat: int, why: str) -> "Lost":
        """Only the process that sent the work knows what to make of it."""
        return Lost(task, seat, why)


@dataclass(frozen=True)
class Lost:
    """An item that ended its process again and again."""

    task: Any
    seat: int
    why: str


def opened(data: bytes, copies: dict[str, str], paths: tuple[str, ...], tables: str | None, home: str, folder: str) -> Any:
    """The work itself, in a process that then finds its files by the names that they had where the work came from."""
    files.use_copies(home, folder, copies)
    sys.path[:0] = [copies[path] for path in paths if path in copies]
    if tables is not None:
        os.environ["ZERMELO_TABLES"] = copies[tables]
    return pickle.loads(data)


def workplace() -> tempfile.TemporaryDirectory[str]:
    """A folder for the files of a parcel; it is removed when it is closed, or when this process ends."""
    return tempfile.TemporaryDirectory(prefix="zermelo-files-", ignore_cleanup_errors=True)
