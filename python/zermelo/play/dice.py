"""Chance at the table: what it brings, and what that looks like where it is a throw of dice."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.game.position import Position
    from zermelo.game.random import Random

_FACES = str.maketrans("123456", "⚀⚁⚂⚃⚄⚅")
_THROWS = {6: 1, 21: 2, 30: 2, 36: 2}
"""How many dice there are, by the number of outcomes; 30 are two dice that differ, in their order."""


def throw(position: Position, random: Random) -> int:
    """What chance brings here."""
    from zermelo.game.random import draw

    return draw(position.rules.chances(position.state), random)


def numbers(name: str, outcomes: int) -> str:
    """The dice that an outcome stands for, as digits; nothing where it is no throw of dice.

    >>> numbers("5", 6), numbers("62", 21), numbers("2@b1", 24), numbers("1", 2)
    ('5', '62', '', '')
    """
    count = _THROWS.get(outcomes, 0)
    return name if count and re.fullmatch("[1-6]" * count, name) else ""


def faces(name: str, outcomes: int) -> str:
    """The dice that an outcome stands for, as they look; nothing where it is no throw of dice.

    >>> faces("5", 6), faces("62", 21), faces("2@b1", 24), faces("1", 2)
    ('⚄', '⚅ ⚁', '', '')
    """
    return " ".join(numbers(name, outcomes).translate(_FACES))
