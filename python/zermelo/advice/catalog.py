"""Finds tables and knowledge: by name in Zermelo's library, or in the user's own files.

A table is named `krk`, or given as a file, `my.advice`, or `my.pl` for a table in Prolog. Its knowledge is the name of a class in the folder `library`, or a class
in a file, `my_knowledge.py:Corners`, which is looked for beside the table first. A table that hands over to another names it: a
file of that name beside the table has precedence over a table of the library.
"""

import importlib
import inspect
import pkgutil
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType

from zermelo import files
from zermelo.advice.errors import AdviceError, SourcePlace
from zermelo.advice.knowledge import Knowledge
from zermelo.advice.language import load, read
from zermelo.advice.table import AdviceTable
from zermelo.errors import GameError, nearest
from zermelo.games import load as load_module

SUFFIX = ".advice"
_FOLDER = Path(__file__).parent / "library"


def names() -> list[str]:
    """The names of the tables in the library."""
    return sorted(path.stem for path in _FOLDER.glob(f"*{SUFFIX}"))


def find(text: str, beside: str | None = None, place: SourcePlace | None = None) -> AdviceTable:
    """The table with this name or in this file, not yet checked. `beside` is the file of the table that hands over to it."""
    if text.endswith((SUFFIX, ".pl")) or "/" in text:
        return load(text)
    if beside is not None and (neighbour := Path(beside).parent / f"{text}{SUFFIX}").is_file():
        return load(neighbour)
    for name in (text, text.replace("_", "-")):  # in `advice(krk_published)` a name cannot contain a hyphen
        if name in names():
            return _from_library(name)
    if files.allowed() and Path(f"{text}{SUFFIX}").is_file():
        raise AdviceError(f"there is no advice table `{text}`; to use the file of that name, write `{text}{SUFFIX}`", place)
    known = f"use {', '.join(names())}, or a file such as my{SUFFIX}.{nearest(text, names())}"
    raise AdviceError(f"there is no advice table `{text}`; {known}", place)


def _from_library(name: str) -> AdviceTable:
    """A table that comes with Zermelo; it may be read even where users' files are refused."""
    path = _FOLDER / f"{name}{SUFFIX}"
    return replace(read(path.read_text(encoding="utf-8"), path.name), file=str(path))


def about(table: AdviceTable) -> str:
    """The comment in the first line of a table's file."""
    if table.file is None:
        return ""
    first = Path(table.file).read_text(encoding="utf-8-sig").partition("\n")[0]
    return first[1:].strip() if first.startswith(("#", "%")) else ""


def knowledge_class(table: AdviceTable) -> type | None:
    """The class that defines a table's words; None if the table uses only built-in words."""
    wanted, place = table.knowledge, table.place
    if wanted is None or isinstance(wanted, type):
        return wanted
    if ".py" in wanted:
        return _from_file(wanted, table.file, place)
    known = _shipped()
    if wanted not in known:
        hint = nearest(wanted, known) or f" For a class of your own, write my_knowledge.py:{wanted}."
        raise AdviceError(f"there is no knowledge class `{wanted}`; use {', '.join(known)}.{hint}", place)
    return known[wanted]


@cache
def _shipped() -> dict[str, type]:
    """The knowledge classes of the library, by name."""
    found: dict[str, type] = {}
    for info in pkgutil.iter_modules([str(_FOLDER)]):
        if "(Knowledge" in (_FOLDER / f"{info.name}.py").read_text(encoding="utf-8"):
            found |= _classes(importlib.import_module(f"zermelo.advice.library.{info.name}"))
    return dict(sorted(found.items()))


def _from_file(wanted: str, asker: str | None, place: SourcePlace | None) -> type:
    """A class in a user's file. The file is looked for beside the table first, then in the current folder."""
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
    there = f"it has {', '.join(known)}" if known else "define a class that derives from zermelo.advice.Knowledge and a game"
    raise AdviceError(f"{path} has no knowledge class `{name}`; {there}.{nearest(name, known)}", place)


def _classes(module: ModuleType) -> dict[str, type]:
    return {
        name: value
        for name, value in vars(module).items()
        if inspect.isclass(value) and issubclass(value, Knowledge) and value.__module__ == module.__name__ and name != "Knowledge"
    }
