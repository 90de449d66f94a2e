from enum import Enum

from zermelo import DRAW, ONGOING, Game, i8


class Slide(Enum):
    """Where the blank goes."""

    UP = (-1, 0)
    LEFT = (0, -1)
    RIGHT = (0, 1)
    DOWN = (1, 0)


SLIDES = list(Slide)


class EightPuzzle(Game):
    """Slide the tiles until they are in order, the blank last."""

    players = ("solver",)
    counters = ("steps",)
    max_moves = 4

    def __init__(self, tiles=(8, 6, 7, 2, 5, 4, 3, 0, 1), most=31):
        self.tiles = tuple(tiles)
        self.goal = [*range(1, 9), 0]
        self.most = most

    def state(self):
        return dict(tiles=i8(list(self.tiles)), steps=i8, turn=i8)

    def target(self, s, slide):
        """The cell that the blank would go to, or None if that is off the board."""
        row, col = divmod(s.tiles.index(0), 3)
        down, right = slide.value
        if 0 <= row + down < 3 and 0 <= col + right < 3:
            return 3 * (row + down) + col + right
        return None

    def moves(self, s):
        for number, slide in enumerate(SLIDES):
            if self.target(s, slide) is not None:
                yield number

    def play(self, s, number):
        blank = s.tiles.index(0)
        to = self.target(s, SLIDES[number])
        s.tiles[blank], s.tiles[to] = s.tiles[to], s.tiles[blank]
        s.steps += 1

    def winner(self, s):
        if s.tiles == self.goal:
            return 0
        return DRAW if s.steps == self.most else ONGOING

    def evaluate(self, s, player):
        """Manhattan distance."""
        distance = 0
        for cell, tile in enumerate(s.tiles):
            if tile:
                (r, c), (x, y) = divmod(cell, 3), divmod(tile - 1, 3)
                distance += abs(r - x) + abs(c - y)
        return -distance / 100

    def name(self, s, number):
        return SLIDES[number].name.lower()
