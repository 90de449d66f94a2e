"""Sim: colour the lines between six points; whoever makes a triangle of one's own colour loses."""

from itertools import combinations

from zermelo import DRAW, ONGOING, Game, i8


class Sim(Game):
    players = ("red", "blue")

    def __init__(self, points=6):
        self.points = points
        self.edges = list(combinations(range(points), 2))
        self.triangles = [
            tuple(self.edges.index(pair) for pair in combinations(corners, 2)) for corners in combinations(range(points), 3)
        ]
        self.max_moves = len(self.edges)

    def state(self):
        return dict(colour=i8[len(self.edges)](-1), turn=i8)

    def moves(self, s):
        return [edge for edge, colour in enumerate(s.colour) if colour == -1]

    def play(self, s, edge):
        s.colour[edge] = s.turn
        s.turn = 1 - s.turn

    def winner(self, s):
        loser = next(
            (s.colour[a] for a, b, c in self.triangles if s.colour[a] != -1 and s.colour[a] == s.colour[b] == s.colour[c]), None
        )
        if loser is not None:
            return 1 - loser
        return ONGOING if -1 in s.colour else DRAW

    def degree(self, s, player, point):
        return sum(1 for edge, ends in enumerate(self.edges) if point in ends and s.colour[edge] == player)

    def evaluate(self, s, player):
        """Few lines at one point are better than many."""
        squares = [sum(self.degree(s, who, p) ** 2 for p in range(self.points)) for who in (0, 1)]
        return squares[1 - player] - squares[player]

    def name(self, s, edge):
        a, b = self.edges[edge]
        return f"{'ABCDEFGH'[a]}{'ABCDEFGH'[b]}"
