"""Where tables live, and what their files are called.

In $ZERMELO_TABLES, or `zermelo/tables` in the folder where a user's data belongs: tables may take hours to build, so they are not
put where caches are cleared away. The file of a table says in its name which game it is of, and how that differs from the usual:
`isolation-rows=4-cols=4.table`. However a game is written, `isolation(4, 4)` or `isolation(cols=4, rows=4)`, it is one game and has
one name. A table of endings that has a name of its own has it at the end: `connect4-late.table`, `chess-KRK.table`.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from pathlib import Path
from typing import Any

from zermelo import files
from zermelo.errors import AgentError, TableError
from zermelo.game.protocol import Game

SUFFIX = ".table"
ALL = "all"
"""What people call all tables of a game together; the table of everything that can be reached from the start has this name, too."""


def folder() -> Path:
    """Where tables are kept unless somebody says otherwise."""
    chosen = os.environ.get("ZERMELO_TABLES")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "zermelo" / "tables"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "zermelo" / "tables"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "zermelo" / "tables"


def settle(where: str | os.PathLike[str]) -> tuple[Path, str]:
    """The folder and the name that a text means: a folder with all that is in it, or one name in the usual folder.

    >>> settle("late")[1], settle("my/tables")[1]
    ('late', 'all')
    """
    text = checked(where)
    if text != ALL and (os.sep in text or "/" in text or Path(text).is_dir()):
        return Path(text), ALL
    return folder(), text


def checked(where: str | os.PathLike[str]) -> str:
    """The name of tables, if it may be used here: where files are not allowed, only `all` is, the tables of the owner."""
    if not isinstance(where, str | os.PathLike) or not str(where):
        raise AgentError(
            f'tables={where!r} names no tables: give a folder, or "all" for those that `zermelo tablebase list` shows'
        )
    if str(where) != ALL:
        files.check_allowed()
    return str(where)


def check_folder(folder: Path) -> None:
    """Refuse a folder in which something with the name of a table is a pipe, a device or a folder: opening it could hang."""
    for path in folder.glob(f"*{SUFFIX}*") if folder.is_dir() else ():
        if path.exists() and not path.is_file():
            raise TableError(f"`{path}` is not a regular file, so it is not a table; remove it or choose another folder")


def parameters(game: Game) -> dict[str, Any]:
    """What a game was called with, by name, where it differs from the usual.

    >>> from zermelo import Isolation
    >>> parameters(Isolation(4, cols=5, moves="queen"))
    {'rows': 4}
    """
    args, kwargs = game._arguments
    given = inspect.signature(type(game).__init__).bind(game, *args, **kwargs)
    usual = {name: parameter.default for name, parameter in given.signature.parameters.items()}
    return {name: value for name, value in list(given.arguments.items())[1:] if value != usual[name]}


def canonical(game: Game) -> str:
    """One name for a game, however it was written.

    >>> from zermelo import Isolation
    >>> canonical(Isolation(4, 4)), canonical(Isolation(cols=4, rows=4))
    ('isolation(rows=4, cols=4)', 'isolation(rows=4, cols=4)')
    """
    given = ", ".join(f"{name}={_plain(value)!r}" for name, value in parameters(game).items())
    return f"{game.title()}({given})" if given else game.title()


def file_name(game: Game, name: str = ALL) -> str:
    """The file of a table of a game.

    >>> from zermelo import Nim, TicTacToe
    >>> file_name(Nim([3, 4])), file_name(TicTacToe(), "late")
    ('nim-heaps=3_4.table', 'tictactoe-late.table')
    """
    if not re.fullmatch(r"[A-Za-z0-9_]+", name):
        raise TableError(f"`{name}` is no name for a table: use letters and digits, such as late or KRK")
    given = [f"{key}={re.sub('[^A-Za-z0-9.]+', '_', str(value)).strip('_')}" for key, value in parameters(game).items()]
    return "-".join([game.title(), *given, *([] if name == ALL else [name])]) + SUFFIX


def _plain(value: Any) -> Any:
    """Rows are lists, whether they were written as lists or as tuples."""
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value
