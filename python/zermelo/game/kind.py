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

    @property
    def players_in_words(self) -> str:
        """The possible numbers of players in words.

        >>> Kind((1, 2, 3, 4, 6), "none").players_in_words
        '1, 2, 3, 4 or 6 players'
        """
        *others, last = self.players
        numbers = f"{', '.join(map(str, others))} or {last}" if others else str(last)
        if len(others) > 1 and others[0] + len(others) == last:
            numbers = f"{others[0]} to {last}"
        return f"{numbers} player{'s' * (last > 1)}"

    @property
    def chance_in_words(self) -> str:
        """Whether chance takes part, in words."""
        return dict(none="no chance", yes="chance", optional="optional chance")[self.chance]

    def __str__(self) -> str:
        return f"{self.players_in_words}, {self.chance_in_words}"


def kind(game: type[Game]) -> Kind:
    """The class of a game, from its Python class."""
    players = getattr(game, "player_counts", (len(game.players),))
    hidden = bool(game.secret) or game.hide is not Game.hide
    if game.chances is Game.chances:
        return Kind(players, "none", hidden)
    return Kind(players, "yes" if game.defines is Game.defines else "optional", hidden)
