from itertools import product

from zermelo import ONGOING, Game, i8


class Konane(Game):
    """Hawaiian checkers: jump over enemy stones in a straight line; no jump, no win.

    The first two moves take away two neighbouring stones, one of each colour, in the middle.
    """

    players = ("black", "white")
    directions = ((-1, 0), (0, -1), (0, 1), (1, 0))

    def __init__(self, size=6):
        self.size = size
        self.board = (size, size)
        self.squares = list(product(range(size), range(size)))
        half = size // 2
        self.middle = {(r, c) for r, c in self.squares if r in (half - 1, half) and c in (half - 1, half)}

    def state(self):
        return dict(cells=i8([1 + (r + c) % 2 for r, c in self.squares]), turn=i8)

    def stones(self, s, colour):
        return {square for square, stone in zip(self.squares, s.cells) if stone == colour}

    def jumps(self, s, colour):
        """All (from, to) pairs."""
        mine, theirs = self.stones(s, colour), self.stones(s, 3 - colour)
        taken = mine | theirs
        for r, c in mine:
            for dr, dc in self.directions:
                reach = 2
                while True:
                    over = (r + (reach - 1) * dr, c + (reach - 1) * dc)
                    to = (r + reach * dr, c + reach * dc)
                    if over not in theirs or to in taken or to not in self.squares:
                        break
                    yield (r, c), to
                    reach += 2

    def opening(self, s):
        """The stones that may be taken away in the first two moves."""
        gone = [square for square, stone in zip(self.squares, s.cells) if stone == 0]
        if not gone:
            return self.middle & self.stones(s, 1)
        if len(gone) == 1:
            (r, c) = gone[0]
            return {(r + dr, c + dc) for dr, dc in self.directions} & self.stones(s, 2)
        return set()

    def number(self, square):
        return square[0] * self.size + square[1]

    def moves(self, s):
        area = self.size**2
        first = self.opening(s)
        if first:
            yield from sorted(self.number(square) * area + self.number(square) for square in first)
        else:
            yield from sorted(self.number(a) * area + self.number(b) for a, b in self.jumps(s, s.turn + 1))

    def play(self, s, move):
        a, b = divmod(move, self.size**2)
        if a == b:
            s.cells[a] = 0
        else:
            step = self.size if (b - a) % self.size == 0 else 1
            colour = s.cells[a]
            for cell in range(min(a, b), max(a, b) + 1, step):
                s.cells[cell] = 0
            s.cells[b] = colour
        s.turn = 1 - s.turn

    def winner(self, s):
        if self.opening(s) or any(True for _ in self.jumps(s, s.turn + 1)):
            return ONGOING
        return 1 - s.turn

    def evaluate(self, s, player):
        mobility = [len(list(self.jumps(s, colour))) for colour in (1, 2)]
        return mobility[player] - mobility[1 - player]
