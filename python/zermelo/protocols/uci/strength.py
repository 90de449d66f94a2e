"""Playing weaker on request: `UCI_LimitStrength` with `UCI_Elo`.

The levels of `zermelo.agents.levels` are weak as people are: they look at few positions and sometimes slip. Between two levels, nodes and slips are
interpolated. `RATINGS` has the Elo of each level on the scale of Stockfish's own UCI_Elo, from matches against it.
"""

from dataclasses import dataclass
from math import exp, log

from zermelo.agents.levels import LEVELS, Level, LevelAgent

RATINGS = (600, 700, 800, 900, 1000, 1150, 1300, 1450, 1600, 1750)
"""The Elo of levels 1 to 10."""
LEAST, MOST = RATINGS[0], RATINGS[-1]


@dataclass(frozen=True)
class RatedAgent(LevelAgent):
    """A level that need not be a whole number."""

    strength: Level = LEVELS[-1]

    @property
    def level(self) -> Level:
        return self.strength


def rated(elo: int, seed: int) -> RatedAgent:
    """An opponent with this Elo."""
    elo = max(LEAST, min(MOST, elo))
    upper = next(number for number, rating in enumerate(RATINGS) if rating >= elo)
    if RATINGS[upper] == elo:
        return RatedAgent(upper + 1, seed, strength=LEVELS[upper])
    share = (elo - RATINGS[upper - 1]) / (RATINGS[upper] - RATINGS[upper - 1])
    below, above = LEVELS[upper - 1], LEVELS[upper]
    nodes = round(exp(log(below.nodes) + share * (log(above.nodes) - log(below.nodes))))
    return RatedAgent(upper, seed, strength=Level(nodes, below.slips + share * (above.slips - below.slips), below.glance))
