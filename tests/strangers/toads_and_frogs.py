"""Toads go right, frogs go left: one step into the hole, or a jump over one enemy. No move, no win."""

from zermelo import ONGOING, Game, i8

SIGN = {"T": 1, "F": 2, "_": 0}


class ToadsAndFrogs(Game):
    players = ("toads", "frogs")

    def __init__(self, row="TT__FF"):
        self.row = row

    def state(self):
        return dict(cells=i8([SIGN[sign] for sign in self.row]), turn=i8)

    def hop(self, s, place):
        """Where the animal on this place goes, or None."""
        animal = s.cells[place]
        if animal == 0:
            return None
        step = 1 if animal == SIGN["T"] else -1
        for reach in (1, 2):
            to = place + reach * step
            if to not in range(len(s.cells)):
                return None
            if s.cells[to] == 0:
                return to
            if s.cells[to] == animal:
                return None
        return None

    def moves(self, s):
        for place, animal in enumerate(s.cells):
            if animal == s.turn + 1 and self.hop(s, place) is not None:
                yield place

    def play(self, s, place):
        to = self.hop(s, place)
        assert to is not None, "only legal moves are played"
        s.cells[to], s.cells[place] = s.cells[place], s.cells[to]
        s.turn = 1 - s.turn

    def winner(self, s):
        return (
            ONGOING
            if any(animal == s.turn + 1 and self.hop(s, place) is not None for place, animal in enumerate(s.cells))
            else 1 - s.turn
        )
