"""Bridg-it (Gale's game): two grids of points; join your two edges. Somebody always wins."""

from zermelo import ONGOING, Game, i8


class BridgIt(Game):
    """
    Red joins left and right, blue joins top and bottom. Move number k is a crossing of a red bridge and a blue bridge:
    whoever plays there builds the own one.
    """

    players = ("red", "blue")

    def __init__(self, n=3):
        # Red points (r, c): n rows, n + 1 columns. Blue points: n + 1 rows, n columns.
        self.n = n
        red, blue = [], []
        for r in range(n):
            for c in range(n):
                red.append(((r, c), (r, c + 1)))
                blue.append(((r, c), (r + 1, c)))
        for r in range(n - 1):
            for c in range(1, n):
                red.append(((r, c), (r + 1, c)))
                blue.append(((r + 1, c - 1), (r + 1, c)))
        self.bridges = (red, blue)
        self.max_moves = len(red)

    def state(self):
        return dict(owner=i8[self.max_moves](-1), turn=i8)

    def moves(self, s):
        return [k for k, owner in enumerate(s.owner) if owner == -1]

    def play(self, s, k):
        s.owner[k] = s.turn
        s.turn = 1 - s.turn

    def joined(self, s, player):
        """Whether a player's bridges lead from one edge to the other."""
        built = [bridge for bridge, owner in zip(self.bridges[player], s.owner) if owner == player]
        axis = 1 - player
        todo = [(i, 0) if player == 0 else (0, i) for i in range(self.n)]
        seen = set(todo)
        while todo:
            point = todo.pop()
            if point[axis] == self.n:
                return True
            for a, b in built:
                for here, there in ((a, b), (b, a)):
                    if here == point and there not in seen:
                        seen.add(there)
                        todo.append(there)
        return False

    def winner(self, s):
        last = 1 - s.turn
        return last if self.joined(s, last) else ONGOING
