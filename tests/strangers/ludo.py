"""A little Ludo for three: two counters each on one ring; throw a coin with sides 1 and 2; land on others to send them home."""

from zermelo import CHANCE, ONGOING, Game, i8

HOME = -1
PASS = 2


class Ludo(Game):
    players = ("red", "yellow", "blue")
    out_of_turn = False

    def __init__(self, ring=9, counters=2):
        self.ring = ring
        self.each = counters
        self.offset = {name: i * ring // 3 for i, name in enumerate(self.players)}

    def state(self):
        # how far each counter has gone; HOME, or 0 up to the ring
        return dict(gone=i8[3 * self.each](HOME), throw=i8, turn=i8)

    def to_move(self, s):
        return s.turn if s.throw else CHANCE

    def chances(self, s):
        yield 1, 2 / 3
        yield 2, 1 / 3

    def mine(self, s, player):
        return s.gone[player * self.each : (player + 1) * self.each]

    def spot(self, player, gone):
        """Where on the ring a counter is, or None at home and at the goal."""
        if gone == HOME or gone >= self.ring:
            return None
        return (gone + self.offset[self.players[player]]) % self.ring

    def moves(self, s):
        counters = self.mine(s, s.turn)
        can = []
        for i, gone in enumerate(counters):
            if gone == self.ring:
                continue
            after = 0 if gone == HOME else min(gone + s.throw, self.ring)
            if (gone != HOME or s.throw == 1) and (after == self.ring or after not in counters):
                can.append(i)
        return can or [PASS]

    def play(self, s, move):
        if not s.throw:
            s.throw = move
            return
        if move != PASS:
            k = s.turn * self.each + move
            s.gone[k] = 0 if s.gone[k] == HOME else min(s.gone[k] + s.throw, self.ring)
            here = self.spot(s.turn, s.gone[k])
            for other, gone in enumerate(s.gone):
                owner = other // self.each
                if owner != s.turn and here is not None and self.spot(owner, gone) == here:
                    s.gone[other] = HOME
        s.throw = 0
        s.turn = (s.turn + 1) % 3

    def winner(self, s):
        for player in range(3):
            if all(gone == self.ring for gone in self.mine(s, player)):
                return player
        return ONGOING

    def evaluate(self, s, player):
        total = [sum(self.mine(s, p)) for p in range(3)]
        return (total[player] - sum(total) / 3) / (self.ring * self.each)
