"""Playing weaker on request: `UCI_LimitStrength` with `UCI_Elo`.

The levels of `zermelo.agents.levels` are weak as people are: they look at few positions and sometimes slip. Between two levels, nodes and slips are
interpolated. `RATINGS` has the Elo of the levels on the scale of Stockfish's own UCI_Elo: those from 5 on by matches against it, the lower ones by
matches against the next level. docs/how-to/use-in-other-programs.md has the results.
"""

from dataclasses import dataclass
from itertools import pairwise
from math import exp, log

from zermelo.agents.levels import LEVELS, Level, LevelAgent

RATINGS = {2: 110, 3: 460, 4: 850, 5: 1090, 6: 1380, 7: 1750, 8: 1890}
"""The Elo of each level. Level 1 is too weak for the scale; levels 9 and 10 were not measured."""
LEAST, MOST = min(RATINGS.values()), max(RATINGS.values())


@dataclass(frozen=True)
class RatedAgent(LevelAgent):
    """A level that need not be a whole number."""

    strength: Level = LEVELS[-1]

    @property
    def level(self) -> Level:
        return self.strength


def rated(elo: int, seed: int) -> RatedAgent:
    """An opponent with this Elo."""
    # Without tablebases, as the ratings were measured.
    return RatedAgent(1, seed, tables=None, strength=strength(max(LEAST, min(MOST, elo))))


def strength(elo: int) -> Level:
    """The numbers of the level that an Elo lies at, or between two levels.

    >>> strength(1750) == LEVELS[6], strength(1600).nodes
    (True, 23350)
    """
    lower, upper = next((low, high) for low, high in pairwise(RATINGS) if RATINGS[low] <= elo <= RATINGS[high])
    share = (elo - RATINGS[lower]) / (RATINGS[upper] - RATINGS[lower])
    below, above = LEVELS[lower - 1], LEVELS[upper - 1]
    nodes = round(exp((1 - share) * log(below.nodes) + share * log(above.nodes)))
    glance = above.glance if share == 1 else below.glance
    return Level(nodes, (1 - share) * below.slips + share * above.slips, glance)
