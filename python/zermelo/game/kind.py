"""The class of a game: how many players it has, whether chance takes part, and whether players see everything.

All follow from the game's class. A game whose number of players is a parameter declares `player_counts`, the possible numbers.
"""

from dataclasses import dataclass

from zermelo.game.protocol import Game


@dataclass(frozen=True)
class Kind:
    """The class of a game.

    >>> print(Kind((2,), "none"))
    2 players, no chance
    >>> print(Kind((2, 3, 4), "yes"))
    2 to 4 players, chance
    """

    players: tuple[int, ...]
    """The possible numbers of players."""
    chance: str
    """"none", "yes", or "optional" if only some games of the class have chance."""
    hidden: bool = False
    """Whether there is something that a player does not see."""

    @property
    def information(self) -> str:
        return "hidden" if self.hidden else "perfect"

    def __str__(self) -> str:
        *others, last = self.players
        numbers = f"{', '.join(map(str, others))} or {last}" if others else str(last)
        if len(others) > 1 and others[0] + len(others) == last:
            numbers = f"{others[0]} to {last}"
        chance = dict(none="no chance", yes="chance", optional="optional chance")[self.chance]
        return f"{numbers} player{'s' * (last > 1)}, {chance}"


def kind(game: type[Game]) -> Kind:
    """The class of a game, from its Python class."""
    players = getattr(game, "player_counts", (len(game.players),))
    hidden = bool(game.secret) or game.hide is not Game.hide
    if game.chances is Game.chances:
        return Kind(players, "none", hidden)
    return Kind(players, "yes" if game.defines is Game.defines else "optional", hidden)
