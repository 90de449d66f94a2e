"""Paranoid search: all opponents are assumed to play together against us (Sturtevant and Korf 2000).

This turns any number of players into two sides, MAX and MIN, where MIN may move several times in a row. Then alpha-beta applies,
and prunes far more than max^n can. The price: real opponents do not cooperate, so we play too carefully. Players of our own team
are on our side.
"""

from zermelo.search.multiplayer.view import View


class Paranoid(View):
    """The game's own moves; only the sides differ."""
