"""Chance at the table: throws for the game, and tells what came up, with the faces of dice where these are dice."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from zermelo.position import Position
    from zermelo.search.playout import Random

_FACES = str.maketrans("123456", "⚀⚁⚂⚃⚄⚅")
_THROWS = {6: 1, 21: 2, 30: 2, 36: 2}
"""How many dice there are, by the number of outcomes; 30 are two dice that differ, in their order."""


def throw(position: Position, random: Random) -> int:
    """What chance brings here."""
    from zermelo.search.playout import draw

    return draw(position.rules.chances(position.state), random)


def tell(position: Position, outcome: int, out: Console) -> str:
    """What chance has brought, in words and, on a terminal that can show them, as dice."""
    name = position.name(outcome)
    seen = faces(name, len(position.choices)) if out.is_terminal and out.encoding.startswith("utf") else ""
    return f"Chance decides: {name}{f'  {seen}' if seen else ''}"


def faces(name: str, outcomes: int) -> str:
    """The dice that an outcome stands for; nothing where it is no throw of dice.

    >>> faces("5", 6), faces("62", 21), faces("2@b1", 24), faces("1", 2)
    ('⚄', '⚅ ⚁', '', '')
    """
    dice = re.fullmatch("[1-6]" * _THROWS.get(outcomes, 0), name)
    return " ".join(name.translate(_FACES)) if dice and name else ""
