"""Col and Snort: two ways to paint a map. A player who cannot paint loses."""

from zermelo import ONGOING, Game, i8

# A little map; regions are letters.
BORDERS = {"a": "bd", "b": "ace", "c": "bf", "d": "aeg", "e": "bdfh", "f": "cehi", "g": "dh", "h": "geif", "i": "fh"}


class Painting(Game):
    """What both games have in common."""

    players = ("left", "right")

    def __init__(self, borders=None):
        borders = borders or BORDERS
        self.regions = sorted(borders)
        self.borders = [[self.regions.index(other) for other in borders[region]] for region in self.regions]
        self.max_moves = len(self.regions)

    def state(self):
        return dict(paint=i8[len(self.regions)](-1), turn=i8)

    def allowed(self, s, region, player):
        return s.paint[region] == -1

    def moves(self, s):
        yield from (region for region in range(len(self.regions)) if self.allowed(s, region, s.turn))

    def play(self, s, region):
        s.paint[region] = s.turn
        s.turn = 1 - s.turn

    def winner(self, s):
        return ONGOING if any(self.allowed(s, region, s.turn) for region in range(len(self.regions))) else 1 - s.turn

    def freedom(self, s, player):
        return sum(self.allowed(s, region, player) for region in range(len(self.regions)))

    def evaluate(self, s, player):
        return self.freedom(s, player) - self.freedom(s, 1 - player)

    def name(self, s, region):
        return self.regions[region]


class Col(Painting):
    """Neighbours must not have the same colour."""

    def allowed(self, s, region, player):
        return super().allowed(s, region, player) and not any(s.paint[other] == player for other in self.borders[region])


class Snort(Painting):
    """Neighbours must not have different colours."""

    def allowed(self, s, region, player):
        if not super().allowed(s, region, player):
            return False
        return all(s.paint[other] != 1 - player for other in self.borders[region])

    def evaluate(self, s, player):
        return 2 * super().evaluate(s, player)
