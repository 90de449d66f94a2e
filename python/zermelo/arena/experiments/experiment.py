"""The base class of experiments: cells, games in each cell, and one row of numbers for each cell.

A cell is what one row of the final table is about, such as `{"game": "virus", "board": "start", "players": 4}`. A game is any
function of random numbers that returns numbers; it need not be a whole game. The games of a cell are summarised in a row.

The short form of an experiment has `factors` and a method `measure`: every combination of levels is a cell, and a row has the mean of
what is measured, with its interval. The long form has three methods, `cells`, `play` and `summarise`. The two can be mixed.

Everything random must come from `random`, which follows from the seed, the cell and the number of the game; in a `paired` experiment
from the seed and the number alone. Then neither the order of the games nor an interruption changes the results. `defaults` are the
settings that users may change; `self.settings` has their current values.
"""

import hashlib
import inspect
import json
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from zermelo.arena.experiments.factors import VALUE, bounds, combinations, summary
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
    factors: ClassVar[Mapping[str, Sequence[Value]]] = {}
    """The levels of each factor; every combination is a cell."""
    paired: ClassVar[bool] = False
    """Whether all cells get the same random numbers, game by game, so that the levels of a factor can be compared."""
    chart: ClassVar[Chart | None] = None
    """What a plot shows; by default the first number, if rows are means with intervals."""

    def __init_subclass__(cls) -> None:
        if "name" not in vars(cls):
            cls.name = cls.__name__.lower()

    def __init__(self, **settings: Value) -> None:
        for key, value in settings.items():
            self._check_setting(key, value)
        self.settings: dict[str, Any] = {**self.defaults, **settings}

    def cells(self) -> Iterable[Row]:
        """The cells, one for each row of the table; by default every combination of factors."""
        self._check_factors()
        return combinations(self.factors) if self.factors else ()

    def grid(self) -> Iterable[Row]:
        """Many more cells, which show how the result depends on the settings; optional."""
        return ()

    def check(self, cell: Row) -> None:
        """Raise an error, before the run starts, if a cell cannot be played."""

    def measure(self, *arguments: Any, **levels: Any) -> Any:  # noqa: ARG002  (subclasses name the levels)
        """One repetition, as `measure(random, depth, game)`: a number, or several by name. The levels are passed by name."""
        raise ExperimentError(f"the experiment {self.name} cannot play a game; define `measure` or `play` in its class")

    def play(self, cell: Row, number: int, random: Random) -> Row:  # noqa: ARG002
        """One game of a cell; by default what `measure` returns."""
        found = self.measure(random, **cell)
        named = found if isinstance(found, Mapping) else {VALUE: found}
        for key, value in named.items():
            if not isinstance(value, int | float) or not math.isfinite(value):
                what = "a number, or a dict of numbers" if named is not found else f"a number as `{key}`"
                raise ExperimentError(f"`measure` of experiment {self.name} must return {what}, not {value!r:.60}")
            if key in cell or key == "games":
                raise ExperimentError(f"`measure` of experiment {self.name} returns `{key}`, which a row has already; rename it")
        return named

    def summarise(self, cell: Row, games: Sequence[Row]) -> Row:  # noqa: ARG002
        """The numbers of a cell, from those of its games (at least one); by default the mean of each, with its interval."""
        return summary(games, self.together)

    @property
    def has_intervals(self) -> bool:
        """Whether rows have numbers with intervals, which can be plotted and made narrow."""
        return self.chart is not None or type(self).summarise is Experiment.summarise

    def chart_of(self, row: Row) -> Chart | None:
        """What a plot shows of rows like this one."""
        if self.chart is not None or not self.has_intervals:
            return self.chart
        names = (name for name in row if bounds(name)[0] in row)
        return next((Chart(name, *bounds(name), name) for name in names), None)

    def remarks(self, rows: Sequence[Row]) -> Iterable[str]:  # noqa: ARG002
        """Remarks on the table, a sentence or two each."""
        return ()

    def random(self, seed: int, cell: Row, number: int) -> Random:
        """The random numbers of one game."""
        digest = hashlib.sha256(cell_key({} if self.paired else cell).encode()).digest()
        return Random(stream(seed, int.from_bytes(digest[:8], "big"), number // self.together))

    @property
    def backend(self) -> str | None:
        """The setting `backend`; None for the fastest."""
        return str(self.settings.get("backend") or "") or None

    def source(self) -> str:
        """A hash of the file of a user's experiment, or of the class if it has no file; empty for those of Zermelo."""
        module = sys.modules[type(self).__module__]
        if module.__name__.startswith("zermelo."):
            return ""
        path = getattr(module, "__file__", None)
        written = _written(type(self)).encode() if path is None else read_bytes(path)
        return hashlib.sha256(written).hexdigest()[:16]

    def _check_factors(self) -> None:
        """Raise an error if the factors have no levels, or `measure` does not take them."""
        for factor, levels in self.factors.items():
            if not isinstance(levels, Sequence) or isinstance(levels, str) or not levels:
                raise ExperimentError(
                    f"the factor {factor} of experiment {self.name} must have a tuple of levels, such as (2, 3), not {levels!r:.60}"
                )
            if not all(level is None or isinstance(level, str | int | float) for level in levels) or len(set(levels)) < len(
                levels
            ):
                raise ExperimentError(
                    f"the levels of factor {factor} of experiment {self.name} must be different numbers or texts, not {levels!r:.60}"
                )
        if self.factors and type(self).play is Experiment.play:
            try:
                inspect.signature(self.measure).bind(None, **dict.fromkeys(self.factors))
            except TypeError as error:
                wanted = ", ".join(("self", "random", *self.factors))
                raise ExperimentError(f"`measure` of experiment {self.name} must be measure({wanted}): {error}") from None

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


def _written(kind: type) -> str:
    """What a class says, with the source of its methods: for classes of notebooks and consoles."""
    parts = []
    for name, value in vars(kind).items():
        if not inspect.isfunction(value):
            parts += [] if name.startswith("__") else [f"{name} = {value!r}"]
            continue
        try:
            parts.append(inspect.getsource(value))
        except OSError:
            parts.append(f"{name} {value.__code__.co_code.hex()} {value.__code__.co_names}")
    return "\n".join(parts)


def cell_key(cell: Row) -> str:
    """A cell as text, the same for equal cells."""
    return json.dumps(dict(cell), sort_keys=True, ensure_ascii=False)
