"""What an experiment is: cells, games in each cell, and one row of numbers for each cell.

A cell is what one row of the final table is about, such as `{"game": "virus", "board": "start", "players": 4}`. In every cell the
same number of games is played. A game is anything that takes lots and gives numbers; it need not be a game from start to end. When
a cell's games have been played, they are summed up. So an experiment is a class with three methods:

    class Ordering(Experiment):
        def cells(self):                        the rows of the table, by what is varied
            yield {"game": "connect4", "depth": 4}

        def play(self, cell, number, random):   one game: its numbers
            return {"nodes": ...}

        def summarise(self, cell, games):       the numbers of the row, from those of all games
            return {"mean": ...}

Everything random must come from `random`, which follows from the seed, the cell and the number of the game: then it does not matter
in which order games are played, nor whether the program was interrupted between two of them. What users may vary are `defaults`,
settings with their usual values; `self.settings` has them as they are this time.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from zermelo.arena.match import stream
from zermelo.engine.algorithm import SPECIFICATION
from zermelo.engine.backends import BACKENDS
from zermelo.errors import ZermeloError, nearest
from zermelo.files import read_bytes
from zermelo.game.random import Random

Value = str | int | float | bool | None
Row = Mapping[str, Any]
"""Plain values by name: a cell, a game's numbers, a summary."""


class ExperimentError(ZermeloError):
    """No such experiment, a setting that it does not have, or results that belong to something else."""


@dataclass(frozen=True)
class Chart:
    """Which numbers of a row a plot shows: one with its interval and, where it is known, one to compare with."""

    value: str
    low: str
    high: str
    axis: str
    """What the numbers are, in words."""
    mark: str | None = None
    """A number of the row that is marked beside it."""
    mark_name: str = ""
    zero: float = 0.0
    """The number that would mean no difference; a line is drawn there."""


class Experiment:
    """Cells with games; see the top of this file, and `examples/my_experiment.py` for a whole one."""

    name: ClassVar[str] = ""
    """What it is called; by default the name of its class in small letters."""
    version: ClassVar[int] = 1
    """To be raised when the same lots no longer give the same numbers, so that old results are not continued."""
    games: ClassVar[int] = 50
    """Games in each cell, unless told otherwise."""
    together: ClassVar[int] = 1
    """So many games in a row get the same lots, such as two that differ only in who sits where."""
    defaults: ClassVar[Mapping[str, Value]] = {}
    """Settings with their usual values."""
    chart: ClassVar[Chart | None] = None

    def __init_subclass__(cls) -> None:
        if "name" not in vars(cls):
            cls.name = cls.__name__.lower()

    def __init__(self, **settings: Value) -> None:
        for key, value in settings.items():
            self._check_setting(key, value)
        self.settings: dict[str, Value] = {**self.defaults, **settings}

    def cells(self) -> Iterable[Row]:
        """What is varied, one cell a row of the table."""
        return ()

    def grid(self) -> Iterable[Row]:
        """Many more cells, to see how much the answer depends on the settings; none unless an experiment has them."""
        return ()

    def check(self, cell: Row) -> None:
        """Refuse, before anything begins, a cell that cannot be played."""

    def play(self, cell: Row, number: int, random: Random) -> Row:  # noqa: ARG002  (for those who write one)
        """One game of a cell."""
        raise ExperimentError(f"the experiment {self.name} has no method `play`, so it cannot play a game; write one")

    def summarise(self, cell: Row, games: Sequence[Row]) -> Row:  # noqa: ARG002
        """A cell's numbers, from those of its games, of which there is at least one; by default the mean of each number."""
        return {key: mean([game[key] for game in games]) for key in games[0]}

    def remarks(self, rows: Sequence[Row]) -> Iterable[str]:  # noqa: ARG002
        """What there is to say about the table, a sentence or two each."""
        return ()

    def random(self, seed: int, cell: Row, number: int) -> Random:
        """The lots of one game."""
        digest = hashlib.sha256(cell_key(cell).encode()).digest()
        return Random(stream(seed, int.from_bytes(digest[:8], "big"), number // self.together))

    @property
    def backend(self) -> str | None:
        """Where rules run, by the setting `backend` if there is one; None for the fastest there is."""
        return str(self.settings.get("backend") or "") or None

    def source(self) -> str:
        """A mark of the file that an experiment of one's own is written in; empty for those of Zermelo itself."""
        module = sys.modules[type(self).__module__]
        if module.__name__.startswith("zermelo."):
            return ""
        path = inspect.getsourcefile(module)
        return "" if path is None else hashlib.sha256(read_bytes(path)).hexdigest()[:16]

    def _check_setting(self, key: str, value: Value) -> None:
        if key not in self.defaults:
            known = f"its settings are {', '.join(self.defaults)}" if self.defaults else "it has none"
            raise ExperimentError(
                f"the experiment {self.name} has no setting `{key}`; {known}.{nearest(key, self.defaults) if self.defaults else ''}"
            )
        usual = self.defaults[key]
        kinds: tuple[type, ...] = (int, float) if isinstance(usual, float) else (type(usual),)
        if usual is not None and (not isinstance(value, kinds) or isinstance(value, bool) != isinstance(usual, bool)):
            raise ExperimentError(f"the experiment {self.name} takes {key} as something like {usual!r}, not {value!r}")
        if key == "backend" and value not in ("", *BACKENDS, SPECIFICATION):
            raise ExperimentError(f"there is no backend `{value}`; there are {', '.join((*BACKENDS, SPECIFICATION))}")


def cell_key(cell: Row) -> str:
    """A cell as text, the same for equal cells."""
    return json.dumps(dict(cell), sort_keys=True, ensure_ascii=False)


def mean(values: Sequence[Value]) -> Value:
    """The mean of numbers; of anything else the first, which is then the same in all games or does not matter."""
    numbers = [value for value in values if isinstance(value, int | float)]
    return sum(numbers) / len(numbers) if len(numbers) == len(values) else values[0]
