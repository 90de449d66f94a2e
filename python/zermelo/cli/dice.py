"""Chance at the table: throws for the game, and tells what came up, with the faces of dice where these are dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.play.dice import faces, throw

if TYPE_CHECKING:
    from rich.console import Console

    from zermelo.game.position import Position

__all__ = ["tell", "throw"]


def tell(position: Position, outcome: int, out: Console) -> str:
    """What chance has brought, in words and, on a terminal that can show them, as dice."""
    name = position.name(outcome)
    seen = faces(name, len(position.choices)) if out.is_terminal and out.encoding.startswith("utf") else ""
    return f"Chance decides: {name}{f'  {seen}' if seen else ''}"
