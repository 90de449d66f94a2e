"""Tables that are open: what they know of a position, and which moves follow from it.

A table is asked about positions, and answers with a verdict for the player to move: win, draw or loss, and the plies to the end.
From the verdicts of the positions behind the moves follows perfect play: of several wins the nearest, of several losses the
furthest, and a draw rather than a loss.

**Never a wrong value.** A file that is damaged, cut off or of another version is refused. So is one that was made with other
rules: when it first meets a game, some positions are played and must be in the table, each worth what its moves make of it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo import _core, html
from zermelo.errors import TableError
from zermelo.game.position import Position
from zermelo.game.protocol import Game
from zermelo.game.random import Random
from zermelo.search.known import Verdict
from zermelo.tablebases.place import ALL, SUFFIX, canonical, check_folder, file_name, settle
from zermelo.tablebases.retrograde import outcome

MEMORY = 16 << 20
"""Bytes for the blocks of a table that were looked at last."""
Answer = tuple[int, int] | None
"""Outcome and plies, where a state is known."""
_COUNTS = ("win", "draw", "loss", "longest_win")
_SAMPLE = 64
"""So many positions are played when a table first meets a game."""


@dataclass(frozen=True)
class TableMove:
    """A legal move, and what a table knows of it."""

    move: int
    name: str
    verdict: Verdict | None
    """For the player who makes it, counted from before it; None where the position behind it is in no table."""


class Tables:
    """What is known of a game: one table, or several that are asked one after another."""

    def __init__(
        self, game: Game, folder: Path, names: Sequence[str], core: _core.Oracle, answers: Sequence[Callable[[bytes], Answer]]
    ) -> None:
        self.game, self.folder, self.names, self.core, self.answers = game, folder, tuple(names), core, tuple(answers)

    def ask(self, record: bytes) -> Verdict | None:
        """What is known of a packed state in which the game goes on; raises where a table is damaged."""
        found = next((found for answer in self.answers if (found := answer(record)) is not None), None)
        return None if found is None else Verdict(*found)

    def probe(self, position: Position | bytes) -> Verdict | None:
        """Outcome for the player to move and plies to the end; None where the position is in no table.

        Searches ask with a packed state, and get no more than is certain within the rules; people ask with a position.
        """
        if isinstance(position, bytes):
            found = self.core.probe(position)
            return None if found is None else Verdict(*found)
        if position.values is not None:
            return Verdict(outcome(position.rules, position.values[position.player]), 0)
        return self.ask(position.state.pack())

    def moves(self, position: Position) -> list[TableMove]:
        """All legal moves with what they lead to, in move order."""
        return [TableMove(move, position.name(move), self._behind(position, move)) for move in position.choices]

    def best(self, position: Position) -> TableMove:
        """The first of the best moves; a TableError that says what to build where not all of them are known."""
        moves = self.moves(position)
        if not moves:
            raise TableError(f"the game is over ({position.result}): there is no move to look up")
        if any(move.verdict is None for move in moves):
            raise self.outside(position)
        return max(moves, key=lambda move: rank(move.verdict))

    def facts(self, name: str) -> dict[str, Any]:
        """What a table says about itself: counts and the longest win."""
        raise TableError(f"there is no table `{name}` of {self.game} in `{self.folder}`")

    def _repr_html_(self) -> str:
        """Wins, draws and losses by table and player to move."""
        head = ("table", "to move", "win", "draw", "loss", "longest win")
        told = [(name, side) for name in self.names for side in self.facts(name)["sides"]]
        rows = tuple((name, str(side["to_move"]), *(f"{side[key]:,}" for key in _COUNTS)) for name, side in told)
        return html.Table(head, rows, f"what is known of {self.game}, in plies")._repr_html_()

    def outside(self, position: Position) -> TableError:
        """What to say of a position that is in no table."""
        return TableError(f"the position is in no table of {position.game} in `{self.folder}`")

    def _behind(self, position: Position, move: int) -> Verdict | None:
        after = position.advance(move)
        found = self.probe(after)
        if found is None:
            return None
        sign = 1 if after.player == position.player else -1
        return Verdict(sign * found.outcome, found.plies + 1 if found.outcome else 0)


class StateTables(Tables):
    """Tables whose states were found by playing: any game small enough."""

    def __init__(self, game: Game, folder: Path, files: Sequence[Path]) -> None:
        self.files = [_core.StateTable(path, MEMORY) for path in files]
        for path, file in zip(files, self.files, strict=True):
            if file.game != canonical(game):
                raise TableError(f"`{path}` is a table of {file.game}, not of {canonical(game)}; {build_hint(game)}")
        core = _core.Oracle.any([file.oracle() for file in self.files])
        super().__init__(game, folder, [file.name for file in self.files], core, [file.probe for file in self.files])
        for path, file in zip(files, self.files, strict=True):
            _prove(game, path, file)

    def facts(self, name: str) -> dict[str, Any]:
        """What a table says about itself: counts and the longest win."""
        facts: dict[str, Any] = json.loads(self.files[self.names.index(name)].facts)
        return facts

    def outside(self, position: Position) -> TableError:  # noqa: ARG002  (tables by material look at it)
        what = "is not in" if len(self.names) == 1 else "is in none of"
        tables = f"the table `{self.names[0]}`" if len(self.names) == 1 else f"the {len(self.names)} tables"
        return TableError(
            f"the position {what} {tables} of {self.game} in `{self.folder}`; "
            f"`zermelo table build` with --position makes one of all that follows from it"
        )


def rank(verdict: Verdict | None) -> tuple[int, int]:
    """Greater is better: wins before draws before losses, near wins before far ones, far losses before near ones."""
    return (-2, 0) if verdict is None else (verdict.outcome, -verdict.outcome * verdict.plies)


def build_hint(game: Game) -> str:
    """How to make a table of a game."""
    return f'`zermelo table build "{game}"` makes one'


def files(game: Game, folder: Path, name: str = ALL) -> list[Path]:
    """The files of a game's tables in a folder: of all that it has, or of one."""
    if name != ALL:
        return [path for path in [folder / file_name(game, name)] if path.exists()]
    stem = file_name(game).removesuffix(SUFFIX)
    found = [folder / f"{stem}{SUFFIX}", *sorted(folder.glob(f"{glob_free(stem)}-*{SUFFIX}"))]
    return [path for path in found if path.exists() and "=" not in path.name[len(stem) :]]


def glob_free(text: str) -> str:
    """A text in which no sign means anything but itself to `glob`."""
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in text)


def open_tables(game: Game, where: str | os.PathLike[str] = ALL) -> Tables:
    """The tables of a game: all in the usual folder, one of them by name, or all in another folder.

    They are opened once and kept with the game, until something changes in the folder.
    """
    return open_in(game, *settle(where))


def open_in(game: Game, folder: Path, name: str = ALL) -> Tables:
    """The same in a certain folder."""
    opened: dict[tuple[Path, str], tuple[int, Tables]] = game.__dict__.setdefault("_tables", {})
    stamp = folder.stat().st_mtime_ns if folder.is_dir() else 0
    known = opened.get((folder, name))
    if known is None or known[0] != stamp:
        known = opened[folder, name] = (stamp, _open(game, folder, name))
    return known[1]


def _open(game: Game, folder: Path, name: str) -> Tables:
    from zermelo.tablebases.endings import EndingTables, family

    check_folder(folder)
    if family(game) is not None:
        return EndingTables(game, folder, name)
    found = files(game, folder, name)
    if not found:
        which = f"no table of {game}" if name == ALL else f"no table `{name}` of {game}"
        raise TableError(f"there is {which} in `{folder}`; {build_hint(game)}")
    return StateTables(game, folder, found)


def _prove(game: Game, path: Path, file: _core.StateTable) -> None:
    """Play some positions of a table; each must be there and worth what its moves make of it, or the rules have changed."""
    random, facts = Random(1), json.loads(file.facts)
    other = TableError(f"`{path}` was made with other rules of {game}; build it again with `zermelo table build`")
    tables = Tables(game, path.parent, [file.name], file.oracle(), [file.probe])
    record = bytes.fromhex(facts["start"])
    if len(record) != game.layout.size:
        raise other
    start = position = Position(game, game.layout.unpack(record))
    for _ in range(_SAMPLE):
        found = tables.probe(position)
        moves = [] if position.over else tables.moves(position)
        right = max((move.verdict for move in moves), key=rank, default=found)
        if found is None or found != right or any(move.verdict is None for move in moves):
            raise other
        position = position.advance(moves[random.below(len(moves))].move) if moves else start
