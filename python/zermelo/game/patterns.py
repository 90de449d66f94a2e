"""Patterns: an evaluation that looks up what stands on a few cells in tables of weights.

A pattern is a row of cells, such as the edge of a board. What stands on them, one symbol for each cell, is a number: with three symbols, eight
cells have 3^8 = 6561 **configurations**, and each has a weight in the pattern's table. A position is worth the sum of the weights of all its
patterns to the player to move. Nobody could choose so many weights; `zermelo tune --by patterns` fits them.

    patterns             names of tables, each with the cells of a pattern, or with several rows of cells that share the table
    pattern_cells        the rule that yields the symbol of every cell, 0 to `pattern_symbols` - 1, as a player sees it
    pattern_symmetries   for each symmetry of the board the cell that every cell goes to; a pattern then stands for all its images
    pattern_stage        the rule that says how far the game is, 0 to `pattern_stages` - 1; each stage has tables of its own
    pattern_weights      the file with the weights (`zermelo.game.pattern_file`), beside the file of the class

An image on the same cells is the same pattern read in another order, so both readings share one weight: that of the smaller number.
Weights are whole numbers, so that every backend finds the same sum. Divided by the `unit` of the weights, it is in points of the game's utility. The twin is `crates/zermelo/src/game/patterns.rs`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from zermelo.errors import GameError

if TYPE_CHECKING:
    from zermelo.game.protocol import Game

MOST_CELLS = 256
MOST_CONFIGURATIONS = 1 << 16
"""Of one table, for one stage."""
MOST_WEIGHTS = 1 << 24
"""Of all tables and stages."""
Cells = tuple[int, ...]


@dataclass(frozen=True)
class PatternTable:
    """The patterns that share one table of weights."""

    name: str
    length: int
    """Cells of each."""
    copies: tuple[Cells, ...]
    ties: tuple[Cells, ...]
    """Orders in which the same cells may be read, besides the first."""
    start: int
    """Where its weights begin among those of a stage."""


@dataclass(frozen=True)
class Patterns:
    """All patterns of a game."""

    tables: tuple[PatternTable, ...]
    symbols: int
    cells: int
    stages: int

    @cached_property
    def size(self) -> int:
        """Weights of one stage."""
        last = self.tables[-1]
        return last.start + int(self.symbols**last.length)

    @cached_property
    def _known(self) -> dict[tuple[int, int], int]:
        return {}

    def places(self, stage: int, symbols: Sequence[int]) -> list[int]:
        """For each pattern, table after table, where the weight of its configuration stands."""
        found, start = [], stage * self.size
        for number, table in enumerate(self.tables):
            for cells in table.copies:
                code = 0
                for cell in cells:
                    code = code * self.symbols + symbols[cell]
                found.append(start + table.start + self.first_reading(number, code))
        return found

    def first_reading(self, number: int, code: int) -> int:
        """The least number of a configuration, over all orders in which the cells may be read."""
        table = self.tables[number]
        if not table.ties:
            return code
        known = self._known.get((number, code))
        if known is None:
            digits = [code // self.symbols**place % self.symbols for place in reversed(range(table.length))]
            known = min(code, *(self._code([digits[place] for place in tie]) for tie in table.ties))
            self._known[number, code] = known
        return known

    def _code(self, digits: Iterable[int]) -> int:
        code = 0
        for digit in digits:
            code = code * self.symbols + digit
        return code

    def facts(self) -> tuple[Any, ...]:
        """What Rust has to know of them."""
        tables = [(table.length, list(table.copies), list(table.ties)) for table in self.tables]
        return (self.symbols, self.cells, self.stages), tables


def patterns_of(game: Game) -> Patterns | None:
    """The patterns that a game declares, checked; None if it has none."""
    who = type(game).__name__
    if not isinstance(game.patterns, Mapping):
        raise GameError(f"{who}.patterns must be a dictionary of names and rows of cells, such as {{'edge': (0, 1, 2)}}")
    if not game.patterns:
        return None
    if len(game.players) > 2 or (len(game.players) == 2 and not (game.zero_sum or game.defines("winner"))):
        raise GameError(f"{who}.patterns are for games of one player, or of two with zero sum")
    symbols = _whole(who, "pattern_symbols", game.pattern_symbols, 2, 256)
    stages = _whole(who, "pattern_stages", game.pattern_stages, 1, 256)
    symmetries = [tuple(each) for each in game.pattern_symmetries]
    for each in symmetries:
        if sorted(each) != list(range(len(each))) or len(each) != len(symmetries[0]):
            raise GameError(f"{who}.pattern_symmetries must have, for every cell, the cell that it goes to, not {each!r:.60}")
    tables: list[PatternTable] = []
    start = 0
    for name, given in game.patterns.items():
        copies, ties = _images(_rows(who, name, given, symmetries), symmetries)
        length = len(copies[0])
        tables.append(PatternTable(str(name), length, copies, ties, start))
        if symbols**length > MOST_CONFIGURATIONS:
            raise GameError(
                f"{who}.patterns[{name!r}] has {symbols}^{length} configurations; at most {MOST_CONFIGURATIONS} are possible"
            )
        start += symbols**length
    cells = (
        len(symmetries[0])
        if symmetries
        else 1 + max((cell for table in tables for copy in table.copies for cell in copy), default=-1)
    )
    if cells > MOST_CELLS or start * stages > MOST_WEIGHTS:
        raise GameError(
            f"{who}.patterns have {cells} cells and {start * stages} weights; at most {MOST_CELLS} and {MOST_WEIGHTS} are possible"
        )
    return Patterns(tuple(tables), symbols, cells, stages)


def _whole(who: str, name: str, number: Any, least: int, most: int) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
        raise GameError(f"{who}.{name} must be a whole number from {least} to {most}, not {number!r:.60}")
    return number


def _rows(who: str, name: str, given: Any, symmetries: list[Cells]) -> list[Cells]:
    """The rows of cells of one table, as they are declared."""
    try:
        rows = [tuple(row) for row in given] if given and not isinstance(given[0], int) else [tuple(given)]
    except (TypeError, KeyError):
        rows = []
    most = len(symmetries[0]) if symmetries else MOST_CELLS
    right = rows and all(
        len(row) == len(rows[0]) == len(set(row)) and all(type(cell) is int and 0 <= cell < most for cell in row) for row in rows
    )
    if not right:
        raise GameError(
            f"{who}.patterns[{name!r}] must be a row of different cells from 0 to {most - 1}, or several of equal length, not {given!r:.60}"
        )
    return rows


def _images(rows: list[Cells], symmetries: list[Cells]) -> tuple[tuple[Cells, ...], tuple[Cells, ...]]:
    """All images of rows of cells, each set of cells once; and the orders in which the same cells are read."""
    copies: dict[frozenset[int], Cells] = {}
    ties: set[Cells] = set()
    seen: set[Cells] = set()
    waiting = list(reversed(rows))
    while waiting:
        row = waiting.pop()
        if row in seen:
            continue
        seen.add(row)
        first = copies.setdefault(frozenset(row), row)
        ties.add(tuple(first.index(cell) for cell in row))
        waiting += [tuple(each[cell] for cell in row) for each in reversed(symmetries)]
    while True:  # orders after orders are orders, too
        more = {tuple(one[place] for place in other) for one in ties for other in ties} - ties
        if not more:
            break
        ties |= more
    return tuple(copies.values()), tuple(sorted(ties - {tuple(range(len(rows[0])))}))
