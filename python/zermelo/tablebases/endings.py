"""Endings by material, for chess and checkers: one tablebase for each set of pieces.

Too many positions can be reached from the start of these games, but endings with few pieces can be solved: the tablebase of each set
of pieces is built after those that a capture or promotion leads to. Positions are numbered by where the pieces stand. Rules
and numbering are in Rust (the crate's `tablebases/chess` and `tablebases/checkers`). A tablebase does not know the moves before a
position, so castling rights and the count of quiet plies are not in it. Still, a search gets only values that are certain: a win that
takes longer than the count allows is not used.
"""

import json
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import zermelo.tablebases.file_names as file_names
from zermelo import _core
from zermelo.engine.backends import NOT_COVERED
from zermelo.errors import LimitError, TablebaseError
from zermelo.game import HEURISTICS, Game, Position
from zermelo.game.value import changed
from zermelo.limit import memory_size
from zermelo.search.parameter import number_of_threads
from zermelo.tablebases.build import EVERY, Progress, make_folder
from zermelo.tablebases.tablebase import Tablebase

FAMILIES = {"chess": "KRK", "checkers": "4"}
"""Games with endings by material, each with an example of a name."""
CHESS_QUIET = 100
"""Plies without a capture or pawn move after which a chess game is drawn."""
_MEMORY = 64 << 20


def family(game: Game) -> str | None:
    """The name of a game in the files of its endings; None if it has no endings by material, or changes the rules."""
    for cls in type(game).__mro__:
        if cls.__name__.lower() in FAMILIES and cls.__module__.startswith("zermelo.games."):
            return None if changed(game, cls, {*NOT_COVERED, *HEURISTICS}) else cls.__name__.lower()
    return None


class EndingTablebase(Tablebase):
    """The endings of a game that are in a folder."""

    def __init__(self, game: Game, folder: Path, name: str = file_names.ALL) -> None:
        kind = family(game)
        assert kind is not None
        self.kind = kind
        quiet = CHESS_QUIET if kind == "chess" else getattr(game, "quiet", 0)
        self.set = _core.TableSet(folder, kind, memory=_MEMORY, quiet=quiet, upwards=bool(getattr(game, "turned", False)))
        super().__init__(game, folder, self.set.names(), self.set.known_positions(), [self.set.ask])
        if not self.names or (name != file_names.ALL and _core.table_name(kind, name) not in self.names):
            wanted = None if name == file_names.ALL else _core.table_name(kind, name)
            which = "tablebase" if wanted is None else f"tablebase {wanted}"
            raise TablebaseError(f"there is no {which} of {kind} in `{folder}`; {hint(kind, wanted)}")

    def __reduce__(self) -> "tuple[type[EndingTablebase], tuple[Any, ...]]":
        """A copy opens the same folder again."""
        return EndingTablebase, (self.game, self.folder)

    def facts(self, name: str) -> dict[str, Any]:
        """The facts of a tablebase: its counts, the longest win and an example of it."""
        path = self.folder / f"{self.kind}-{_core.table_name(self.kind, name)}{file_names.SUFFIX}"
        facts: dict[str, Any] = json.loads(_core.TableFile(path).facts)
        longest = self.set.longest(name)
        return facts | {"example": None if longest is None else longest.hex()}

    def outside(self, position: Position) -> TablebaseError:
        wanted = self.set.name(position.state.pack())
        if wanted is None:
            return TablebaseError(
                f"no tablebase of {self.kind} can hold this position: too many pieces, castling rights or en passant; search it"
            )
        missing = next((name for name in self._needed(position) if name not in self.names), wanted)
        return TablebaseError(f"the position needs the tablebase {missing} of {self.kind}; {hint(self.kind, missing)}")

    def _needed(self, position: Position) -> list[str]:
        """The names of the tablebases for a position and the positions after its moves."""
        behind = [position, *(position.advance(move) for move in position.choices)]
        names = [None if each.over else self.set.name(each.state.pack()) for each in behind]
        return [name for name in names if name is not None]


def hint(kind: str, name: str | None = None) -> str:
    """How to build a tablebase, for error messages."""
    return f"build {'it' if name else 'one'} with `zermelo tablebase build {kind} {name or FAMILIES[kind]}`"


def names(kind: str, text: str) -> list[str]:
    """The endings that a text stands for: one by its pieces, or all with this number of pieces.

    >>> names("chess", "krk")
    ['KRK']
    """
    return _core.table_names(kind, int(text)) if text.isdecimal() else [_core.table_name(kind, text)]


def planned(
    game: Game, text: str, memory: str | int, folder: str | os.PathLike[str] | None
) -> tuple[str, Path, list[str], list[str]]:
    """The kind of the game, the folder, the endings that are wanted, and those that are to be built, in order; refuses too little memory."""
    kind = family(game)
    assert kind is not None
    where, wanted = make_folder(folder), names(kind, text)
    made, _, takes = _core.plan_tables(where, kind, wanted)
    if takes > memory_size(memory):
        raise LimitError(f"memory={memory!r} is too little for {text}, which needs {takes / (1 << 20):.0f} MB; give that much")
    return kind, where, wanted, made


def build_endings(
    game: Game,
    text: str,
    memory: str | int = "1GB",
    threads: int = 1,
    folder: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    every: float = EVERY,
) -> tuple[EndingTablebase, list[str]]:
    """Build the tablebases of some endings, after those that they lead to. Return all, opened, and the names of the new ones.

    Tablebases that are already built are kept.
    """
    workers = number_of_threads(threads)
    kind, where, wanted, made = planned(game, text, memory, folder)

    def report(name: str, number: int, tables: int, _level: int, done: int, total: int) -> None:
        if progress is not None:
            progress(f"{name}, {number} of {tables}", done, total)

    _core.build_tables(where, kind, wanted, threads=workers, seconds=every, progress=report)
    return EndingTablebase(game, where), made


def verify_endings(tables: EndingTablebase, chosen: Sequence[str], threads: int = 1, progress: Progress | None = None) -> None:
    """Check each value of some tablebases against its successors. A TablebaseError at the first wrong one."""
    for name in chosen:
        hear = None if progress is None else partial(progress, name)
        _core.verify_table(tables.folder, tables.kind, name, threads=number_of_threads(threads), progress=hear)
