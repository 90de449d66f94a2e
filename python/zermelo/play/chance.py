"""Chance in a game: draws its outcomes, and shows those that are rolls of dice."""

import re

from zermelo.game import Position, Random, draw

_FACES = str.maketrans("123456", "⚀⚁⚂⚃⚄⚅")
_DICE = {6: 1, 21: 2, 30: 2, 36: 2}
"""Number of dice by number of outcomes; 30 are the ordered rolls of two different dice."""


def roll(position: Position, random: Random) -> int:
    """An outcome of chance, drawn with its probability."""
    return draw(position.rules.chances(position.state), random)


def numbers(name: str, outcomes: int) -> str:
    """The dice of an outcome as digits; empty if it is not a roll of dice.

    >>> numbers("5", 6), numbers("62", 21), numbers("2@b1", 24), numbers("1", 2)
    ('5', '62', '', '')
    """
    count = _DICE.get(outcomes, 0)
    return name if count and re.fullmatch("[1-6]" * count, name) else ""


def faces(name: str, outcomes: int) -> str:
    """The dice of an outcome as characters; empty if it is not a roll of dice.

    >>> faces("5", 6), faces("62", 21), faces("2@b1", 24), faces("1", 2)
    ('⚄', '⚅ ⚁', '', '')
    """
    return " ".join(numbers(name, outcomes).translate(_FACES))
