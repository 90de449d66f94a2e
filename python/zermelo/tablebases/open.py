"""Open the tablebases of a game: find the files, by name or folder, and open them."""

import os
from glob import escape
from pathlib import Path

from zermelo.errors import TablebaseError
from zermelo.game import Game
from zermelo.tablebases.endings import EndingTablebase, family
from zermelo.tablebases.file_names import ALL, SUFFIX, check_folder, file_name, folder, settle
from zermelo.tablebases.tablebase import StateTablebase, Tablebase, build_hint


def files(game: Game, folder: Path, name: str = ALL) -> list[Path]:
    """The files of a game's tablebases in a folder: all of them, or the one with this name."""
    if name != ALL:
        return [path for path in [folder / file_name(game, name)] if path.exists()]
    stem = file_name(game).removesuffix(SUFFIX)
    found = [folder / f"{stem}{SUFFIX}", *sorted(folder.glob(f"{escape(stem)}-*{SUFFIX}"))]
    return [path for path in found if path.exists() and "=" not in path.name[len(stem) :]]


def open_tablebase(game: Game, where: str | os.PathLike[str] = ALL) -> Tablebase:
    """Open the tablebases of a game: all in the default folder, one of them by name, or all in another folder.

    The game keeps them open until the folder changes.
    """
    return open_in(game, *settle(where))


def built_tablebase(game: Game) -> Tablebase | TablebaseError | None:
    """All tablebases of a game in the default folder; None if there are none, or the error if one of them cannot be opened.

    The game keeps the answer until the folder changes, so asking again takes one look at the folder.
    """
    where = folder()
    known: dict[Path, tuple[int, Tablebase | TablebaseError | None]] = game.__dict__.setdefault("_built", {})
    stamp = where.stat().st_mtime_ns if where.is_dir() else 0
    if where not in known or known[where][0] != stamp:
        known[where] = (stamp, _built(game, where) if stamp else None)
    return known[where][1]


def _built(game: Game, where: Path) -> Tablebase | TablebaseError | None:
    kind = family(game)
    try:
        is_any = bool(files(game, where)) if kind is None else any(where.glob(f"{kind}-*{SUFFIX}"))
    except (OSError, TypeError, ValueError):  # parameters that cannot be part of a file name, so there is no such file
        return None
    try:
        return open_in(game, where) if is_any else None
    except TablebaseError as error:
        return error


def open_in(game: Game, folder: Path, name: str = ALL) -> Tablebase:
    """Open all tablebases of a game in a folder, or one of them by name."""
    opened: dict[tuple[Path, str], tuple[int, Tablebase]] = game.__dict__.setdefault("_tables", {})
    stamp = folder.stat().st_mtime_ns if folder.is_dir() else 0
    known = opened.get((folder, name))
    if known is None or known[0] != stamp:
        known = opened[folder, name] = (stamp, _open(game, folder, name))
    return known[1]


def _open(game: Game, folder: Path, name: str) -> Tablebase:
    check_folder(folder)
    if family(game) is not None:
        return EndingTablebase(game, folder, name)
    found = files(game, folder, name)
    if not found:
        which = "no tablebase" if name == ALL else f"no tablebase `{name}`"
        raise TablebaseError(f"there is {which} of {game} in `{folder}`; {build_hint(game)}")
    return StateTablebase(game, folder, found)
