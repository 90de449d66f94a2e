"""Where tables and knowledge are found: by name among those that come with Zermelo, or in files of one's own.

A table is asked for as `krk`, or as a file, `my.advice`. Its knowledge is the name of a class, looked for in the folder `library`,
or a class in a file, `my_knowledge.py:Corners`, looked for beside the table first. Tables that hand over to others name them: a
file of that name beside the table comes before a table of Zermelo's own.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType

from zermelo import files
from zermelo.advice.errors import AdviceError, Place
from zermelo.advice.knowledge import Knowledge
from zermelo.advice.language import load, read
from zermelo.advice.table import Table
from zermelo.errors import GameError, nearest
from zermelo.games import load as load_module

SUFFIX = ".advice"
_FOLDER = Path(__file__).parent / "library"


def names() -> list[str]:
    """The tables that come with Zermelo."""
    return sorted(path.stem for path in _FOLDER.glob(f"*{SUFFIX}"))


def find(text: str, beside: str | None = None, place: Place | None = None) -> Table:
    """The table of a name or in a file, read but not yet checked; `beside` is the file of the table that asks for it."""
    if text.endswith(SUFFIX) or "/" in text:
        return load(text)
    if beside is not None and (neighbour := Path(beside).parent / f"{text}{SUFFIX}").is_file():
        return load(neighbour)
    for name in (text, text.replace("_", "-")):  # a hyphen cannot be part of a word in `advice(krk_published)`
        if name in names():
            return _from_library(name)
    if files.allowed() and Path(f"{text}{SUFFIX}").is_file():
        raise AdviceError(f"there is no table `{text}`, but there is a file of that name: say `{text}{SUFFIX}`", place)
    known = ", ".join(names())
    raise AdviceError(
        f"there is no table `{text}`; there are {known}, and files such as my{SUFFIX}.{nearest(text, names())}", place
    )


def _from_library(name: str) -> Table:
    """A table that comes with Zermelo: it may be read where files of users may not."""
    path = _FOLDER / f"{name}{SUFFIX}"
    return replace(read(path.read_text(encoding="utf-8"), path.name), file=str(path))


def about(table: Table) -> str:
    """What the author of a table in a file says about it: the remark in its first line."""
    if table.file is None:
        return ""
    first = Path(table.file).read_text(encoding="utf-8-sig").partition("\n")[0]
    return first.removeprefix("#").strip() if first.startswith("#") else ""


def knowledge_class(table: Table) -> type | None:
    """The class that has a table's words; None for a table that does with the built-in ones."""
    wanted, place = table.knowledge, table.place
    if wanted is None or isinstance(wanted, type):
        return wanted
    if ".py" in wanted:
        return _from_file(wanted, table.file, place)
    known = _shipped()
    if wanted not in known:
        hint = nearest(wanted, known) or f" A class of your own is written like my_knowledge.py:{wanted}."
        raise AdviceError(f"there is no knowledge `{wanted}`; there is {', '.join(known)}.{hint}", place)
    return known[wanted]


@cache
def _shipped() -> dict[str, type]:
    """The classes of the library, by name."""
    found: dict[str, type] = {}
    for info in pkgutil.iter_modules([str(_FOLDER)]):
        if "(Knowledge" in (_FOLDER / f"{info.name}.py").read_text(encoding="utf-8"):
            found |= _classes(importlib.import_module(f"zermelo.advice.library.{info.name}"))
    return dict(sorted(found.items()))


def _from_file(wanted: str, asker: str | None, place: Place | None) -> type:
    """A class in a user's file, which is looked for beside the table and then here."""
    file, _, name = wanted.partition(".py:")
    path = Path(f"{file}.py" if name else wanted).expanduser()
    beside = path if asker is None else Path(asker).parent / path
    try:
        known = _classes(load_module(beside if beside.is_file() else path))
    except GameError as error:
        raise AdviceError(str(error), place) from error
    if name in known:
        return known[name]
    if not name and len(known) == 1:
        return next(iter(known.values()))
    there = f"it has {', '.join(known)}" if known else "it needs a class that derives from zermelo.advice.Knowledge and a game"
    raise AdviceError(f"{path} has no knowledge `{name}`; {there}.{nearest(name, known)}", place)


def _classes(module: ModuleType) -> dict[str, type]:
    """The knowledge that a module has of its own."""
    return {
        name: value
        for name, value in vars(module).items()
        if inspect.isclass(value) and issubclass(value, Knowledge) and value.__module__ == module.__name__ and name != "Knowledge"
    }
