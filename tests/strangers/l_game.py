"""Edward de Bono's L game. Move your L somewhere else, then move one of the two neutral pieces if you like.

All placements of an L are listed once; a state holds the numbers of two of them and two cells.
"""

from zermelo import DRAW, ONGOING, Game, i8

SHAPE = [(0, 0), (1, 0), (2, 0), (2, 1)]


def all_placements():
    shapes = []
    cells = SHAPE
    for _ in range(2):
        for _ in range(4):
            cells = [(c, -r) for r, c in cells]
            shapes.append(cells)
        cells = [(r, -c) for r, c in cells]
    found = set()
    for shape in shapes:
        for dr in range(-3, 7):
            for dc in range(-3, 7):
                moved = [(r + dr, c + dc) for r, c in shape]
                if all(0 <= r < 4 and 0 <= c < 4 for r, c in moved):
                    found.add(frozenset(4 * r + c for r, c in moved))
    return sorted(found, key=sorted)


PLACES = all_placements()
FIRST = [PLACES.index(frozenset({1, 2, 6, 10})), PLACES.index(frozenset({5, 9, 13, 14}))]


class LGame(Game):
    """Leave the other without a place for the L."""

    players = ("red", "blue")
    max_moves = 1000

    def __init__(self, limit=50):
        self.limit = limit

    def state(self):
        return dict(ls=i8(FIRST), neutral=i8([0, 15]), ply=i8, turn=i8)

    def spots(self, s, player):
        """Numbers of the placements that a player may move the L to."""
        blocked = PLACES[s.ls[1 - player]] | set(s.neutral)
        return [i for i, place in enumerate(PLACES) if i != s.ls[player] and place.isdisjoint(blocked)]

    def moves(self, s):
        for spot in self.spots(s, s.turn):
            taken = PLACES[spot] | PLACES[s.ls[1 - s.turn]] | set(s.neutral)
            free = [cell for cell in range(16) if cell not in taken]
            yield spot * 33  # leave the neutral pieces alone
            for cell in free:
                yield spot * 33 + 1 + cell
            for cell in free:
                yield spot * 33 + 17 + cell

    def play(self, s, move):
        spot, how = divmod(move, 33)
        s.ls[s.turn] = spot
        if how > 0:
            which, cell = divmod(how - 1, 16)
            s.neutral[which] = cell
            a, b = s.neutral
            if a > b:
                s.neutral = [b, a]
        s.ply += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        if not self.spots(s, s.turn):
            return 1 - s.turn
        return DRAW if s.ply >= self.limit else ONGOING

    def evaluate(self, s, player):
        return len(self.spots(s, player)) - len(self.spots(s, 1 - player))
