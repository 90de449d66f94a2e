"""Chess on 4 x 5 squares without castling, promotion only to a rook; the king can be taken, and that ends the game."""

from zermelo import DRAW, ONGOING, Game, i8

ROWS, COLS = 5, 4


class Piece:
    """Something that moves. `letter` is for people, `code` for the state."""

    letter = "?"
    code = 0
    worth = 0

    def moves(self, board, square, side):
        raise NotImplementedError

    @staticmethod
    def inside(row, col):
        return 0 <= row < ROWS and 0 <= col < COLS


class Leaper(Piece):
    """Jumps by fixed steps."""

    steps = []

    def moves(self, board, square, side):
        row, col = divmod(square, COLS)
        for dr, dc in self.steps:
            if self.inside(row + dr, col + dc):
                to = (row + dr) * COLS + col + dc
                if board[to] * side <= 0:
                    yield to


class King(Leaper):
    letter, code, worth = "K", 4, 100
    steps = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]


class Knight(Leaper):
    letter, code, worth = "N", 2, 3
    steps = [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)]


class Rook(Piece):
    letter, code, worth = "R", 3, 5

    def moves(self, board, square, side):
        row, col = divmod(square, COLS)
        for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            r, c = row + dr, col + dc
            while self.inside(r, c):
                to = r * COLS + c
                if board[to] * side > 0:
                    break
                yield to
                if board[to] != 0:
                    break
                r, c = r + dr, c + dc


class Pawn(Piece):
    letter, code, worth = "P", 1, 1

    def moves(self, board, square, side):
        row, col = divmod(square, COLS)
        if not 0 <= row + side < ROWS:
            return
        ahead = square + side * COLS
        if board[ahead] == 0:
            yield ahead
        for dc in (-1, 1):
            if self.inside(row + side, col + dc) and board[ahead + dc] * side < 0:
                yield ahead + dc


PIECES = {piece.code: piece for piece in (Pawn(), Knight(), Rook(), King())}


class MiniChess(Game):
    players = ("white", "black")

    def __init__(self, limit=60):
        self.limit = limit

    def state(self):
        back = [3, 2, 4, 3]
        cells = back + [1] * COLS + [0] * COLS + [-1] * COLS + [-code for code in back]
        return dict(cells=i8(cells), ply=i8, turn=i8)

    def side(self, player):
        return 1 if player == 0 else -1

    def targets(self, s, square, player):
        piece = PIECES[abs(s.cells[square])]
        return piece.moves(s.cells, square, self.side(player))

    def moves(self, s):
        side = self.side(s.turn)
        for square, content in enumerate(s.cells):
            if content * side > 0:
                yield from sorted(20 * square + to for to in self.targets(s, square, s.turn))

    def play(self, s, move):
        source, to = divmod(move, 20)
        s.cells[to], s.cells[source] = s.cells[source], 0
        if abs(s.cells[to]) == Pawn.code and to // COLS in (0, ROWS - 1):
            s.cells[to] *= Rook.code
        s.ply += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        if King.code not in s.cells:
            return 1
        if -King.code not in s.cells:
            return 0
        if s.ply >= self.limit or not any(True for _ in self.moves(s)):
            return DRAW
        return ONGOING

    def evaluate(self, s, player):
        white = sum(PIECES[abs(c)].worth * (1 if c > 0 else -1) for c in s.cells if c)
        return white * self.side(player)

    def noisy(self, s, move):
        return s.cells[move % 20] != 0

    def order(self, s, move):
        """Take the most valuable with the least valuable."""
        source, to = divmod(move, 20)
        if s.cells[to] == 0:
            return 0
        return 10 * PIECES[abs(s.cells[to])].worth - PIECES[abs(s.cells[source])].worth

    def show(self, s):
        def letter(c):
            if c == 0:
                return "."
            text = PIECES[abs(c)].letter
            return text if c > 0 else text.lower()

        rows = [" ".join(letter(c) for c in s.cells[r * COLS : (r + 1) * COLS]) for r in reversed(range(ROWS))]
        return "\n".join(rows) + f"\n{self.players[s.turn]} {s.ply}"

    def read(self, text):
        s = self.fresh()
        *rows, last = text.strip().split("\n")
        codes = {".": 0}
        for piece in PIECES.values():
            codes[piece.letter] = piece.code
            codes[piece.letter.lower()] = -piece.code
        s.cells = [codes[sign] for row in reversed(rows) for sign in row.split()]
        player, ply = last.split()
        s.turn, s.ply = self.players.index(player), int(ply)
        return s
