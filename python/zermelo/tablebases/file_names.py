"""Where tablebases are kept, and how their files are named.

They are in $ZERMELO_TABLES, or in `zermelo/tables` in the user's data folder. They are not in a cache folder, because a tablebase may
take hours to build. The file name gives the game, and the parameters that differ from the defaults:
`isolation-rows=4-cols=4.table`. A game has one name, whether it is written `isolation(4, 4)` or `isolation(cols=4, rows=4)`. A
tablebase with a name of its own has it at the end: `connect4-late.table`, `chess-KRK.table`.
"""

import inspect
import os
import re
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from zermelo import files
from zermelo.errors import AgentError, TablebaseError
from zermelo.game import Game

SUFFIX = ".table"
ALL = "all"
"""The name for all tablebases of a game together, and for the one of all states that can be reached from the start."""


def folder() -> Path:
    """The default folder for tablebases."""
    return Path(os.environ.get("ZERMELO_TABLES") or user_data_path("zermelo", appauthor=False) / "tables").expanduser()


def settle(where: str | os.PathLike[str]) -> tuple[Path, str]:
    """The folder and the name that a text stands for: a folder with all its tablebases, or a name in the default folder.

    >>> settle("late")[1], settle("my/tables")[1]
    ('late', 'all')
    """
    text = checked(where)
    place = files.expanded(text)
    if text != ALL and (os.sep in text or "/" in text or place.is_dir()):
        return place, ALL
    return folder(), text


def checked(where: str | os.PathLike[str]) -> str:
    """The parameter `tables` as text, if it may be used here. Where files are not allowed, only "all" may: the owner's tablebases."""
    if not isinstance(where, str | os.PathLike) or not str(where):
        raise AgentError(
            f'tables={where!r} names no tablebases: give a folder, or "all" for those that `zermelo tablebase list` shows'
        )
    if str(where) != ALL:
        files.check_allowed()
    return str(where)


def check_folder(folder: Path) -> None:
    """Refuse a folder with a pipe, a device or a folder that is named like a tablebase: opening it could hang."""
    for path in folder.glob(f"*{SUFFIX}*") if folder.is_dir() else ():
        if path.exists() and not path.is_file():
            raise TablebaseError(f"`{path}` is not a regular file, so it is not a tablebase; remove it or choose another folder")


def parameters(game: Game) -> dict[str, Any]:
    """The parameters of a game that differ from the defaults, by name.

    >>> from zermelo import Isolation
    >>> parameters(Isolation(4, cols=5, moves="queen"))
    {'rows': 4}
    """
    args, kwargs = game._arguments
    given = inspect.signature(type(game).__init__).bind(game, *args, **kwargs)
    usual = {name: parameter.default for name, parameter in given.signature.parameters.items()}
    return {name: value for name, value in list(given.arguments.items())[1:] if value != usual[name]}


def canonical(game: Game) -> str:
    """The one name of a game, however its parameters were written.

    >>> from zermelo import Isolation
    >>> canonical(Isolation(4, 4)), canonical(Isolation(cols=4, rows=4))
    ('isolation(rows=4, cols=4)', 'isolation(rows=4, cols=4)')
    """
    given = ", ".join(f"{name}={_plain(value)!r}" for name, value in parameters(game).items())
    return f"{game.title()}({given})" if given else game.title()


def file_name(game: Game, name: str = ALL) -> str:
    """The file name of a tablebase of a game.

    >>> from zermelo import Nim, TicTacToe
    >>> file_name(Nim([3, 4])), file_name(TicTacToe(), "late")
    ('nim-heaps=3_4.table', 'tictactoe-late.table')
    """
    if not re.fullmatch(r"[A-Za-z0-9_]+", name):
        raise TablebaseError(f"invalid name `{name}` for a tablebase; use letters and digits, such as late or KRK")
    given = [f"{key}={re.sub('[^A-Za-z0-9.]+', '_', str(value)).strip('_')}" for key, value in parameters(game).items()]
    return "-".join([game.title(), *given, *([] if name == ALL else [name])]) + SUFFIX


def _plain(value: Any) -> Any:
    """A value with all tuples as lists, so that both spellings give the same name."""
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value
