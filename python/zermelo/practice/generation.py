"""Random trees for a level, as nested lists. All numbers of a player differ, so two branches are never worth the same."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from zermelo.game.random import Random
from zermelo.games.tree import SEATS, Dice, TreeGame

SPREAD = 3
"""Numbers of leaves are drawn from so many times as many."""


class Shape(NamedTuple):
    """What trees of a level look like."""

    depth: int
    branches: tuple[int, ...]
    """The numbers of branches of a node; one of them is drawn."""
    early: float = 0.0
    """How likely a branch ends one level above the last."""
    most: int = 24
    """The greatest number of leaves."""


NUMBERS = {
    1: Shape(2, (2,)),
    2: Shape(2, (3,)),
    3: Shape(3, (2,)),
    4: Shape(3, (2, 3)),
    5: Shape(4, (2, 2, 3), 0.15),
}
"""For MAX and MIN."""
PAYOFFS = {
    1: Shape(2, (2,)),
    2: Shape(2, (2, 3)),
    3: Shape(3, (2,)),
    4: Shape(3, (2, 3), most=12),
    5: Shape(4, (2,), 0.5, most=12),
}
"""For three players, whose leaves are wide."""
PLAYERS = 3
HALVES = ((1, 1),)
QUARTERS = ((1, 3), (3, 1), (2, 1, 1), (1, 2, 1))
FIFTHS = ((1, 4), (3, 2), (2, 2, 1), (1, 1, 3))


class ChanceShape(NamedTuple):
    """What trees with chance of a level look like."""

    levels: str
    """The kind of each level: M is MAX or MIN, C chance."""
    parts: tuple[tuple[int, ...], ...]
    """The probabilities of a chance node, in parts of their sum; one of these is drawn. They make decimals of at most two digits."""
    step: int = 1
    """Numbers of leaves are multiples of this."""


CHANCES = {
    1: ChanceShape("MC", HALVES),
    2: ChanceShape("MC", QUARTERS + FIFTHS),
    3: ChanceShape("MCM", HALVES + QUARTERS[:2]),
    4: ChanceShape("MCM", QUARTERS + FIFTHS),
    5: ChanceShape("MCMC", HALVES, 2),
}


def number_tree(level: int, dice: Random) -> TreeGame:
    """A tree for MAX and MIN."""
    form = _small(NUMBERS[level], dice)
    numbers = iter(distinct(_leaves(form), dice, negative=level >= 3))
    return TreeGame(_filled(form, lambda: next(numbers)))


def payoff_tree(level: int, dice: Random) -> TreeGame:
    """A tree for three players."""
    form = _small(PAYOFFS[level], dice)
    columns = [shuffled(range(1, _leaves(form) + 1), dice) for _ in SEATS[:PLAYERS]]
    rows = iter(zip(*columns, strict=True))
    return TreeGame(_filled(form, lambda: next(rows)))


def chance_tree(level: int, dice: Random) -> TreeGame:
    """A tree with chance nodes, for MAX and MIN."""
    shape = CHANCES[level]
    form = _chancy(shape, 0, dice)
    numbers = iter(distinct(_leaves(form), dice, negative=level >= 3, step=shape.step))
    return TreeGame(_filled(form, lambda: next(numbers)))


def distinct(number: int, dice: Random, negative: bool, step: int = 1) -> list[int]:
    """So many different whole numbers in any order."""
    least = -number if negative else 1
    return [step * each for each in shuffled(range(least, least + SPREAD * number), dice)[:number]]


def shuffled(numbers: Sequence[int], dice: Random) -> list[int]:
    """The numbers in a random order (Fisher and Yates)."""
    row = list(numbers)
    for last in range(len(row) - 1, 0, -1):
        other = dice.below(last + 1)
        row[last], row[other] = row[other], row[last]
    return row


def _small(shape: Shape, dice: Random) -> Any:
    """A tree of this shape with few enough leaves; None at each leaf."""
    while True:
        form = _grown(shape, shape.depth, dice)
        if _leaves(form) <= shape.most:
            return form


def _grown(shape: Shape, height: int, dice: Random) -> Any:
    if height == 0 or (height == 1 and dice.uniform() < shape.early):
        return None
    number = shape.branches[dice.below(len(shape.branches))]
    return [_grown(shape, height - 1, dice) for _ in range(number)]


def _chancy(shape: ChanceShape, depth: int, dice: Random) -> Any:
    if depth == len(shape.levels):
        return None
    if shape.levels[depth] == "M":
        return [_chancy(shape, depth + 1, dice) for _ in range(2)]
    parts = shape.parts[dice.below(len(shape.parts))]
    outcomes = tuple(_chancy(shape, depth + 1, dice) for _ in parts)
    return Dice(outcomes, tuple(part / sum(parts) for part in parts))


def _leaves(form: Any) -> int:
    return 1 if form is None else sum(map(_leaves, form.outcomes if isinstance(form, Dice) else form))


def _filled(form: Any, leaf: Any) -> Any:
    """The tree with a leaf in every gap."""
    if form is None:
        return leaf()
    if isinstance(form, Dice):
        return Dice(tuple(_filled(each, leaf) for each in form.outcomes), form.odds)
    return [_filled(each, leaf) for each in form]
