"""Onitama with five fixed cards: play a card, pass it on. Take the master or reach the other temple."""

from dataclasses import dataclass

from zermelo import DRAW, ONGOING, Game, i8


@dataclass(frozen=True)
class Card:
    name: str
    jumps: tuple  # (forward, right) for the player who holds it

    def from_side(self, player):
        sign = 1 if player == 0 else -1
        return [(sign * f, sign * r) for f, r in self.jumps]


CARDS = [
    Card("tiger", ((2, 0), (-1, 0))),
    Card("crab", ((1, 0), (0, -2), (0, 2))),
    Card("monkey", ((1, -1), (1, 1), (-1, -1), (-1, 1))),
    Card("crane", ((1, 0), (-1, -1), (-1, 1))),
    Card("dragon", ((1, -2), (1, 2), (-1, -1), (-1, 1))),
]
STUDENT, MASTER = 1, 2


class Onitama(Game):
    players = ("blue", "red")
    max_moves = 128

    def __init__(self, limit=40):
        self.limit = limit

    def state(self):
        row = [STUDENT, STUDENT, MASTER, STUDENT, STUDENT]
        cells = row + [0] * 15 + [-piece for piece in row]
        # holder of each card: 0, 1, or 2 for the one on the table
        return dict(cells=i8(cells), holder=i8([0, 0, 1, 1, 2]), ply=i8, turn=i8)

    def jumps(self, s, player):
        """Every (card, from, to)."""
        sign = 1 if player == 0 else -1
        for number, card in enumerate(CARDS):
            if s.holder[number] != player:
                continue
            for cell, piece in enumerate(s.cells):
                if piece * sign <= 0:
                    continue
                r, c = divmod(cell, 5)
                for up, right in card.from_side(player):
                    if 0 <= r + up < 5 and 0 <= c + right < 5:
                        to = 5 * (r + up) + c + right
                        if s.cells[to] * sign <= 0:
                            yield number, cell, to

    def moves(self, s):
        codes = sorted(625 * card + 25 * a + b for card, a, b in self.jumps(s, s.turn))
        if codes:
            return codes
        # no move: one still has to exchange a card
        return [625 * card for card in range(5) if s.holder[card] == s.turn]

    def play(self, s, move):
        card, step = divmod(move, 625)
        source, to = divmod(step, 25)
        if source != to:
            s.cells[to], s.cells[source] = s.cells[source], 0
        s.holder[s.holder.index(2)] = s.turn
        s.holder[card] = 2
        s.ply += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        if -MASTER not in s.cells or s.cells[22] == MASTER:
            return 0
        if MASTER not in s.cells or s.cells[2] == -MASTER:
            return 1
        return DRAW if s.ply >= self.limit else ONGOING

    def evaluate(self, s, player):
        blue = sum(1 for piece in s.cells if piece > 0)
        red = sum(1 for piece in s.cells if piece < 0)
        return blue - red if player == 0 else red - blue

    def noisy(self, s, move):
        return s.cells[move % 25] != 0 and move % 625 != 0

    def name(self, s, move):
        card, step = divmod(move, 625)
        a, b = divmod(step, 25)
        return CARDS[card].name if a == b else f"{CARDS[card].name}:{'abcde'[a % 5]}{a // 5 + 1}{'abcde'[b % 5]}{b // 5 + 1}"
