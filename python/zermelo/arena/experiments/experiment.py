"""The base class of experiments: cells, games in each cell, and one row of numbers for each cell.

A cell is what one row of the final table is about, such as `{"game": "virus", "board": "start", "players": 4}`. Every cell has
the same number of games. A game is any function of random numbers that returns numbers; it need not be a whole game. The games of
a cell are summarised in a row. So an experiment is a class with three methods, `cells`, `play` and `summarise`.

Everything random must come from `random`, which follows from the seed, the cell and the number of the game. Then neither the
order of the games nor an interruption changes the results. `defaults` are the settings that users may change; `self.settings` has
their current values.
"""

import hashlib
import inspect
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from zermelo.arena.match import stream
from zermelo.engine import BACKENDS, SPECIFICATION
from zermelo.errors import ZermeloError, nearest
from zermelo.files import read_bytes
from zermelo.game import Random

Value = str | int | float | bool | None
Row = Mapping[str, Any]
"""Plain values by name: a cell, a game's numbers, a summary."""


class ExperimentError(ZermeloError):
    """An unknown experiment or setting, or results of another experiment."""


@dataclass(frozen=True)
class Chart:
    """Which numbers of a row a plot shows: a value with its interval and, optionally, one to compare with."""

    value: str
    low: str
    high: str
    axis: str
    mark: str | None = None
    """The number of the row to compare with."""
    mark_name: str = ""
    zero: float = 0.0
    """The number that means no difference; a line is drawn there."""


class Experiment:
    """Cells with games; see the top of this file, and `examples/my_experiment.py` for a whole one."""

    name: ClassVar[str] = ""
    """Its name; by default that of the class in lower case."""
    version: ClassVar[int] = 1
    """Increase it when the same seed gives different numbers, so that old results are not continued."""
    games: ClassVar[int] = 50
    """The default number of games in each cell."""
    together: ClassVar[int] = 1
    """This many games in a row get the same random numbers, such as two games with swapped seats."""
    defaults: ClassVar[Mapping[str, Value]] = {}
    """Settings with their default values."""
    chart: ClassVar[Chart | None] = None

    def __init_subclass__(cls) -> None:
        if "name" not in vars(cls):
            cls.name = cls.__name__.lower()

    def __init__(self, **settings: Value) -> None:
        for key, value in settings.items():
            self._check_setting(key, value)
        self.settings: dict[str, Value] = {**self.defaults, **settings}

    def cells(self) -> Iterable[Row]:
        """The cells, one for each row of the table."""
        return ()

    def grid(self) -> Iterable[Row]:
        """Many more cells, which show how the result depends on the settings; optional."""
        return ()

    def check(self, cell: Row) -> None:
        """Raise an error, before the run starts, if a cell cannot be played."""

    def play(self, cell: Row, number: int, random: Random) -> Row:  # noqa: ARG002  (subclasses use them)
        """One game of a cell."""
        raise ExperimentError(f"the experiment {self.name} cannot play a game; define the method `play` in its class")

    def summarise(self, cell: Row, games: Sequence[Row]) -> Row:  # noqa: ARG002
        """The numbers of a cell, from those of its games (at least one); by default the mean of each."""
        return {key: mean([game[key] for game in games]) for key in games[0]}

    def remarks(self, rows: Sequence[Row]) -> Iterable[str]:  # noqa: ARG002
        """Remarks on the table, a sentence or two each."""
        return ()

    def random(self, seed: int, cell: Row, number: int) -> Random:
        """The random numbers of one game."""
        digest = hashlib.sha256(cell_key(cell).encode()).digest()
        return Random(stream(seed, int.from_bytes(digest[:8], "big"), number // self.together))

    @property
    def backend(self) -> str | None:
        """The setting `backend`; None for the fastest."""
        return str(self.settings.get("backend") or "") or None

    def source(self) -> str:
        """A hash of the file of a user's experiment; empty for those of Zermelo."""
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
            raise ExperimentError(f"the setting {key} of experiment {self.name} must be a value like {usual!r}, not {value!r}")
        if key == "backend" and value not in ("", *BACKENDS, SPECIFICATION):
            raise ExperimentError(f"there is no backend `{value}`; there are {', '.join((*BACKENDS, SPECIFICATION))}")


def cell_key(cell: Row) -> str:
    """A cell as text, the same for equal cells."""
    return json.dumps(dict(cell), sort_keys=True, ensure_ascii=False)


def mean(values: Sequence[Value]) -> Value:
    """The mean of numbers; of other values the first."""
    numbers = [value for value in values if isinstance(value, int | float)]
    return sum(numbers) / len(numbers) if len(numbers) == len(values) else values[0]
