"""Reads the patterns of positions, with every answer of the game checked; this is the specification of an evaluation by patterns."""

from __future__ import annotations

import math
from itertools import islice
from typing import TYPE_CHECKING, Any

from zermelo.errors import GameError
from zermelo.game.explanation import Share
from zermelo.game.pattern_file import PatternWeights
from zermelo.game.patterns import patterns_of
from zermelo.game.record import State, is_int

if TYPE_CHECKING:
    from zermelo.game.rules import Rules


class PatternReader:
    """The patterns of a game, read in its positions; with weights, their value."""

    def __init__(self, rules: Rules, weights: PatternWeights | None = None) -> None:
        found = patterns_of(rules.game)
        if found is None:
            raise GameError(f"{rules.game} declares no patterns")
        self.rules, self.patterns, self.weights = rules, found, weights

    @property
    def _numbers(self) -> Any:
        return [] if self.weights is None else self.weights.numbers

    def value(self, s: State, player: int) -> float:
        """The sum of the weights in points, for a player: what is good for the player to move is bad for the other."""
        numbers, (unit, low, high) = self._numbers, self._scale
        value: float = min(max(sum(numbers[place] for place in self.places(s)) / unit, low), high)
        return value if self.seen_by(s) == player else 0.0 - value

    @property
    def _scale(self) -> tuple[float, float, float]:
        """Units of weight for a point, the least and the greatest value: those of the game, if it promises to keep to them."""
        unit = 1 if self.weights is None else self.weights.unit
        low, high = self.rules.bounds if self.rules.game.bounded_evaluation else (-math.inf, math.inf)
        return float(unit), low, high

    def shares(self, s: State, player: int) -> tuple[Share, ...]:
        """What the patterns of each table are worth to a player."""
        sign, places, numbers = 1 if self.seen_by(s) == player else -1, iter(self.places(s)), self._numbers
        values = [sign * sum(numbers[place] for place in islice(places, len(table.copies))) for table in self.patterns.tables]
        weight = 1 / self._scale[0]
        return tuple(Share(table.name, weight, float(value)) for table, value in zip(self.patterns.tables, values, strict=True))

    def seen_by(self, s: State) -> int:
        """The player from whose side patterns are read: the one to move, or the first at a chance node."""
        return max(self.rules.to_move(s), 0)

    def stage(self, s: State) -> int:
        rules, stages = self.rules, self.patterns.stages
        stage = rules.call("pattern_stage", rules.game.pattern_stage, s)
        if not is_int(stage) or not 0 <= stage < stages:
            raise rules.broken("pattern_stage", s, f"answered {stage!r}; it must be a whole number from 0 to {stages - 1}")
        return int(stage)

    def places(self, s: State) -> list[int]:
        """For each pattern, where its weight stands among all."""
        return self.patterns.places(self.stage(s), self.cells(s))

    def cells(self, s: State) -> list[int]:
        """The symbol of each cell, as the player to move sees it."""
        rules, wanted, player = self.rules, self.patterns.cells, self.seen_by(s)
        cells = rules.call("pattern_cells", lambda: list(islice(rules.game.pattern_cells(s, player), wanted + 1)), state=s)
        if len(cells) != wanted:
            raise rules.broken("pattern_cells", s, f"must yield {wanted} numbers, one for each cell of the patterns")
        for symbol in cells:
            if not is_int(symbol) or not 0 <= symbol < self.patterns.symbols:
                raise rules.broken("pattern_cells", s, f"yields {symbol!r}; symbols are from 0 to {self.patterns.symbols - 1}")
        return [int(symbol) for symbol in cells]

    def facts(self) -> tuple[Any, ...]:
        """What Rust has to know of them."""
        return (*self.patterns.facts(), self._numbers.tobytes(), self._scale)
