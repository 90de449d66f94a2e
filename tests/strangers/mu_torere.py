"""Mū tōrere, from New Zealand: eight kawai around the pūtahi, four stones each."""

from zermelo import DRAW, ONGOING, Game, i8

CENTRE = 8


class MuTorere(Game):
    """Block the other player."""

    players = ("black", "white")
    max_moves = 4

    def __init__(self, limit=40):
        self.limit = limit

    def state(self):
        return dict(points=i8([1] * 4 + [2] * 4 + [0]), ply=i8, turn=i8)

    def can_move(self, s, point):
        hole = s.points.index(0)
        left, right = (point - 1) % 8, (point + 1) % 8
        if point == CENTRE:
            return True
        if hole in (left, right):
            return True
        # into the centre only from beside an enemy
        enemy = 3 - s.points[point]
        return hole == CENTRE and enemy in (s.points[left], s.points[right])

    def moves(self, s):
        mine = filter(lambda point: s.points[point] == 1 + s.turn, range(9))
        return [point for point in mine if self.can_move(s, point)]

    def play(self, s, point):
        hole = s.points.index(0)
        s.points[hole], s.points[point] = s.points[point], s.points[hole]
        s.ply += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        if len(self.moves(s)) == 0:
            return 1 - s.turn
        if s.ply >= self.limit:
            return DRAW
        return ONGOING

    def key(self, s):
        """The same for all rotations."""
        ring, centre = s.points[:8], s.points[8]
        best = min(sum(3**i * p for i, p in enumerate(ring[k:] + ring[:k])) for k in range(8))
        return ((best * 3 + centre) * 2 + s.turn) * 50 + s.ply
