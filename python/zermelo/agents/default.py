"""Who plays and advises when nobody is named: the strongest search that fits the game, for a second a move."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from zermelo.agents.registry import agent
from zermelo.engine.agent import check_agent
from zermelo.errors import AgentError

if TYPE_CHECKING:
    from zermelo.game.position import Position

DEFAULT_AGENT = "strong(seconds=1)"
DEFAULT_MANY = (
    "bestreply(seconds=1, ordering=all, table=True)",
    "paranoid(seconds=1, ordering=all, table=True)",
    "uct(seconds=1)",
)
"""For more than two players: the first that the game allows."""


def default_agent(position: Position) -> str:
    """Who plays and advises when nobody is named: the strongest search that fits the game."""
    if position.over:
        return DEFAULT_AGENT
    for text in (DEFAULT_AGENT, *DEFAULT_MANY) if position.rules.players <= 2 else DEFAULT_MANY:
        with suppress(AgentError):
            check_agent(agent(text), position)
            return text
    return DEFAULT_AGENT


def adviser(position: Position, lines: int = 4) -> str:
    """Who is asked for a hint: the same, with several lines where it can have them."""
    text = default_agent(position)
    return text.replace(")", f",lines={lines})") if text == DEFAULT_AGENT else text
