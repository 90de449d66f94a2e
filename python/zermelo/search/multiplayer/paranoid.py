"""Paranoid search: all opponents are taken to be in league against us (Sturtevant and Korf 2000).

With that assumption any number of players is a game of two, MAX and MIN, in which MIN may be on turn several times running; then
alpha-beta applies, and prunes far more than max^n can. The price is that nobody is really in league, so we play too carefully.
Players of our own team are on our side.
"""

from __future__ import annotations

from zermelo.search.multiplayer.view import View


class Paranoid(View):
    """Every move as the game has it; only the interests differ."""
