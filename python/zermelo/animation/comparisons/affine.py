"""The lesson on the scale of values: minimax needs only their order, an average needs more.

Four leaf values are replaced by others. If all keep their order, minimax chooses the same move. Averages need not, because they also
weigh how far values lie apart; they keep their order only if every value x becomes a * x + b with a positive a.
"""

from collections.abc import Callable
from typing import NamedTuple

from zermelo.agents.registry import agent
from zermelo.animation.comparisons.joined import Part, conclude, joined
from zermelo.animation.search import record
from zermelo.games import find
from zermelo.trees.drawing import words
from zermelo.trees.player.recording import Recording

LEAVES = ((2, 3), (1, 4))
ODDS = (0.9, 0.1)
STRETCHED = {1: 1, 2: 20, 3: 30, 4: 400}
"""Other values in the same order."""
SLOPE, SHIFT = 10, 5


class Scale(NamedTuple):
    """A way to write the leaf values."""

    name: str
    told: str
    change: Callable[[int], int]

    @property
    def leaves(self) -> list[list[int]]:
        return [[self.change(leaf) for leaf in pair] for pair in LEAVES]


SCALES = (
    Scale("as they are", "The leaf values as they are", lambda leaf: leaf),
    Scale("same order", "Other values in the same order", lambda leaf: STRETCHED[leaf]),
    Scale(f"{SLOPE}x + {SHIFT}", f"Every value x becomes {SLOPE}x + {SHIFT}", lambda leaf: SLOPE * leaf + SHIFT),
)


def with_chance(scale: Scale) -> str:
    """MAX chooses, then chance decides."""
    pairs = [", ".join(f"{odds}: {leaf}" for odds, leaf in zip(ODDS, pair, strict=True)) for pair in scale.leaves]
    return f"tree('[{', '.join(f'{{{pair}}}' for pair in pairs)}]')"


def without_chance(scale: Scale) -> str:
    """MAX chooses, then MIN."""
    return f"tree({scale.leaves})"


def affine() -> Recording:
    """The lesson: the three scales with chance, and then without."""
    averages = [_part(scale, with_chance(scale), "expectiminimax()", "average") for scale in SCALES]
    minima = [_part(scale, without_chance(scale), "minimax()", "minimax") for scale in SCALES[:2]]
    return conclude(
        joined([*averages, *minima], with_chance(SCALES[0])),
        *(_choice(part) for part in (*averages, *minima)),
        "So minimax needs only the order of values. Averages need values that are right up to a factor and a constant.",
    )


def _part(scale: Scale, tree: str, searcher: str, kind: str) -> Part:
    leaves = ", ".join(f"[{', '.join(words.number(leaf) for leaf in pair)}]" for pair in scale.leaves)
    how = f"chance takes the left leaf with {ODDS[0]} and the right one with {ODDS[1]}" if kind == "average" else "MIN decides"
    return Part(f"{kind}: {scale.name}", f"{scale.told}: {leaves}; {how}.", record(find(tree).start(), agent(searcher)))


def _choice(part: Part) -> str:
    """The move that was chosen, and the values behind it."""
    children = part.recording.tree.root.children
    move = next(child.move for child in children if child.best)
    values = " against ".join(words.number(child.value or 0) for child in children)
    return f"{part.name[:1].upper()}{part.name[1:]}: move {move}, {values}."
