"""Ultimate tic-tac-toe: nine boards in a board. Your cell decides in which board the other plays next."""

from zermelo import DRAW, ONGOING, Game, i8

THREES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
TIE = 3


def result(nine):
    """1 or 2 if that player has three in a row, TIE if full, else 0."""
    for a, b, c in THREES:
        if nine[a] in (1, 2) and nine[a] == nine[b] == nine[c]:
            return nine[a]
    return 0 if 0 in nine else TIE


class Ultimate(Game):
    players = ("x", "o")
    max_moves = 81

    def state(self):
        return dict(cells=i8[81], boards=i8[9], forced=i8(-1), turn=i8)

    def moves(self, s):
        boards = range(9) if s.forced == -1 else [s.forced]
        return [9 * b + c for b in boards if s.boards[b] == 0 for c in range(9) if s.cells[9 * b + c] == 0]

    def play(self, s, move):
        b, c = divmod(move, 9)
        s.cells[move] = s.turn + 1
        s.boards[b] = result(s.cells[9 * b : 9 * b + 9])
        s.forced = c if s.boards[c] == 0 else -1
        s.turn = 1 - s.turn

    def winner(self, s):
        r = result(s.boards)
        if r == 0:
            return ONGOING
        return DRAW if r == TIE else r - 1

    def evaluate(self, s, player):
        me, you = player + 1, 2 - player
        value = 10 * (s.boards.count(me) - s.boards.count(you))
        for b in range(9):
            if s.boards[b] == 0:
                nine = s.cells[9 * b : 9 * b + 9]
                value += (nine[4] == me) - (nine[4] == you)
        return value
