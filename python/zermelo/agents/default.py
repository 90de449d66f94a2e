"""The default agent, for play and advice: the strongest search that fits the game, for a second a move."""

from zermelo.engine import SearchAgent, bestreply, fits, paranoid, strong, uct
from zermelo.game import Position

TWO_PLAYERS = (strong(seconds=1),)
MANY_PLAYERS = (
    bestreply(seconds=1, ordering="all", table=True),
    paranoid(seconds=1, ordering="all", table=True),
    uct(seconds=1),
)
"""The first that fits the game is used; for two players, `TWO_PLAYERS` come first."""


def default_for(position: Position, lines: int = 1) -> SearchAgent:
    """The agent for a position; with several lines if it can find them."""
    if not position.over:
        for agent in (*TWO_PLAYERS, *MANY_PLAYERS) if position.rules.players <= 2 else MANY_PLAYERS:
            if fits(agent, position):
                return agent.changed(lines=lines) if lines > 1 and agent.takes("lines") else agent
    return TWO_PLAYERS[0]
