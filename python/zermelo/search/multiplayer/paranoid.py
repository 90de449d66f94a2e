"""Paranoid search: all opponents are assumed to play together against us (Sturtevant and Korf 2000).

This turns any number of players into two sides, MAX and MIN, where MIN may move several times in a row. Then alpha-beta applies,
and prunes far more than max^n can. The price: real opponents do not cooperate, so we play too carefully. Players of our own team
are on our side.
"""

from functools import cached_property
from math import inf

from zermelo.game import State
from zermelo.search.multiplayer.view import US, View


class Paranoid(View):
    """The game's own moves; only the sides differ."""

    def at_most(self, s: State, player: int) -> float:
        """What the game says of us. What it says of another player counts for all of them if they are one team against ours."""
        if player == US:
            return self.stretched(self.inner.at_most(s, self.us))
        return inf if self.rival is None else -self.stretched(-self.inner.at_most(s, self.rival))

    @cached_property
    def rival(self) -> int | None:
        """A player who gets exactly what we lose: one of the other team, if two teams of the same size play for the same sum."""
        others = [player for player in range(self.inner.players) if player not in self.ours]
        one_side = len({self.game.teams[player] for player in others}) == 1 if self.game.teams else len(others) == 1
        return others[0] if self.inner.zero_sum and one_side and len(others) == len(self.ours) else None
