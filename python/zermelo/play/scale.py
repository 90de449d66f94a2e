"""The scale on which evaluations of a game are drawn. It is fixed for each game, so that pictures of two positions can be compared.

    >>> import zermelo
    >>> Scale.of(zermelo.find("tictactoe")).unit, Scale.of(zermelo.find("pig")).unit
    (1, 0.1)

Estimates can be of any size, so a unit is taken that is typical for the game: half the median of what its evaluation says of positions of random
games, which are one-sided, rounded to 1, 2 or 5 times a power of ten. Where values are utilities, half of the greatest is the unit. A proven win or loss is drawn at the
end of the scale, an estimate never.
"""

import math
from dataclasses import dataclass
from statistics import median

from zermelo.game import CHANCE, Game, Random

_POSITIONS, _STEPS, _TRIES = 60, 5, 1000
"""Positions of random games, plies between two of them, and the most plies in all."""
_ROOM = 0.92
"""The share of the scale that estimates may reach."""


@dataclass(frozen=True)
class Scale:
    """Places from -1 to 1 for values of a game."""

    unit: float
    """The estimate that is drawn half-way."""
    low: float
    high: float

    @classmethod
    def of(cls, game: Game) -> "Scale":
        """The scale of a game; always the same for the same game, and found once."""
        known: Scale | None = game.__dict__.get("_scale")
        if known is None:
            known = game.__dict__["_scale"] = cls._found(game)
        return known

    @classmethod
    def _found(cls, game: Game) -> "Scale":
        low, high = game.rules.bounds
        whole = max(abs(low), abs(high))
        usual = whole if not math.isfinite(whole) or whole == 0 else whole / 2
        return cls(_rounded(_typical(game) or (usual if math.isfinite(usual) else 1.0) or 1.0), low, high)

    def place(self, value: float, proven: bool = False) -> float:
        """Where a value lies: 1 is a win, 0 is even, -1 is a loss."""
        if proven:
            edge = self.high if value > 0 else -self.low
            return (
                max(-1.0, min(1.0, value / edge))
                if edge > 0 and math.isfinite(edge)
                else math.copysign(min(abs(value), 1.0), value)
            )
        return _ROOM * math.tanh(value / self.unit * math.atanh(0.5 / _ROOM))

    @property
    def marks(self) -> tuple[float, ...]:
        """Values for the lines of a chart."""
        return (-2 * self.unit, -self.unit, 0.0, self.unit, 2 * self.unit)


def _typical(game: Game) -> float | None:
    """Half the median of what the evaluation says in random games; None if it says nothing."""
    if not game.defines("evaluate"):
        return None
    random, rules = Random(7), game.rules
    s, found = game.fresh(), list[float]()
    for step in range(_TRIES):
        if rules.utilities(s) is not None:
            s = game.fresh()
        mover = rules.to_move(s)
        choices = [outcome for outcome, _ in rules.chances(s)] if mover == CHANCE else rules.moves(s)
        s = rules.play(s, choices[random.below(len(choices))])
        if step % _STEPS == 0 and rules.utilities(s) is None and rules.to_move(s) != CHANCE:
            found.append(abs(rules.evaluate(s, rules.to_move(s))))
        if len(found) == _POSITIONS:
            break
    telling = [value for value in found if value > 0]
    return median(telling) / 2 if telling else None


def _rounded(value: float) -> float:
    """The nearest of 1, 2 and 5 times a power of ten.

    >>> _rounded(0.07), _rounded(3.2), _rounded(140), _rounded(0.5)
    (0.05, 5, 100, 0.5)
    """
    power = 10 ** math.floor(math.log10(value))
    nearest = min((1, 2, 5, 10), key=lambda digit: abs(math.log(value / power / digit)))
    made = nearest * power
    return int(made) if made >= 1 else round(made, 12)
