"""Games that hide something, for tests of what people are told: each has a move that must stay hidden for another reason."""

from __future__ import annotations

from zlib import crc32

from zermelo.game.constants import CHANCE, HIDDEN, ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import i8


class Discard(Game):
    """Ann gets two of four cards and puts one face down, the lower one if both have the same suit; bob guesses which one. So ann's move may be forced."""

    players = ("ann", "bob")
    out_of_turn = False

    def state(self):
        return dict(has=i8[4], down=i8(HIDDEN), dealt=i8, made=i8, said=i8(HIDDEN))

    def to_move(self, s):
        return CHANCE if s.dealt < 2 else s.made % 2

    def chances(self, s):
        for card in range(4):
            if s.has[card] == 0:
                yield card, 1 / (4 - s.dealt)

    def moves(self, s):
        if s.made == 1:
            yield from range(4)
        else:
            same = (s.has[0] == 1 and s.has[1] == 1) or (s.has[2] == 1 and s.has[3] == 1)
            first = True
            for card in range(4):
                if s.has[card] == 1 and (first or not same):
                    yield card
                    first = False

    def play(self, s, move):
        if s.dealt < 2:
            s.has[move] = 1
            s.dealt += 1
        elif s.made == 0:
            s.down = move
            s.made = 1
        else:
            s.said = move
            s.made = 2

    def winner(self, s):
        return ONGOING if s.made < 2 else int(s.said == s.down)

    def hide(self, s, player):
        if player == 1:
            s.down = HIDDEN
            for card in range(4):
                s.has[card] = HIDDEN


class Colours(Game):
    """Each of three players gets one of four cards, 0 and 1 red, 2 and 3 black. All see its colour, only the owner the number. Then each says a number."""

    players = ("ann", "bob", "cleo")
    secret = ("card",)
    zero_sum = False
    bounds = (-1, 6)
    out_of_turn = False

    def state(self):
        return dict(card=i8[3](HIDDEN), red=i8[3](HIDDEN), dealt=i8, said=i8[3](HIDDEN), made=i8)

    def to_move(self, s):
        return CHANCE if s.dealt < 3 else s.made % 3

    def chances(self, s):
        for card in range(4):
            if card not in s.card[: s.dealt]:
                yield card, 1 / (4 - s.dealt)

    def moves(self, s):
        yield from range(4)

    def play(self, s, move):
        if s.dealt < 3:
            s.card[s.dealt] = move
            s.red[s.dealt] = 1 if move < 2 else 0
            s.dealt += 1
        else:
            s.said[s.made] = move
            s.made += 1

    def over(self, s):
        return s.made == 3

    def utility(self, s, player):
        return 1 if s.said[player] == s.card[(player + 1) % 3] else 0


class DarkHex(Game):
    """Hex on two by two cells without seeing the other's stones. Who tries a cell that is taken tries again, and the other does not notice."""

    def state(self):
        return dict(cells=i8[4], tried=i8[8], result=i8(ONGOING), turn=i8)

    def moves(self, s):
        for cell in range(4):
            if s.tried[4 * s.turn + cell] == 0:
                yield cell

    def play(self, s, cell):
        s.tried[4 * s.turn + cell] = 1
        if s.cells[cell] == 0:
            s.cells[cell] = 1 + s.turn
            if self.joined(s, s.turn):
                s.result = s.turn
            s.turn = 1 - s.turn

    def joined(self, s, player):
        """Player x joins top and bottom, o left and right; cells 1 and 2 touch."""
        mine = [s.cells[cell] == 1 + player for cell in range(4)]
        across = (mine[0] and mine[2]) or (mine[1] and mine[3]) if player == 0 else (mine[0] and mine[1]) or (mine[2] and mine[3])
        return across or (mine[1] and mine[2])

    def winner(self, s):
        return s.result

    def hide(self, s, player):
        for cell in range(4):
            if s.tried[4 * player + cell] == 0:
                s.cells[cell] = HIDDEN
            s.tried[4 * (1 - player) + cell] = HIDDEN


class Whispers(Game):
    """Drawn from a seed: who moves, how many choices there are, what they are called, and what each player and everybody hears of a move."""

    secret = ("heard",)
    out_of_turn = False

    def __init__(self, seed=0, plies=4):
        self.seed, self.plies = seed, plies
        self.players = ("ann", "bob", "cleo")[: 2 + seed % 2]
        self.movers = [
            (*range(len(self.players)), CHANCE)[self.draw("mover", ply, below=len(self.players) + 1)] for ply in range(plies)
        ]

    def draw(self, *of, below):
        return crc32(repr((self.seed, of)).encode()) // 7 % below

    def state(self):
        return dict(
            did=i8[self.plies](HIDDEN), heard=i8[len(self.players) * self.plies](HIDDEN), all=i8[self.plies](HIDDEN), made=i8
        )

    def to_move(self, s):
        return self.movers[s.made] if s.made < self.plies else 0

    def known(self, s):
        """What the mover knows; for chance, everything."""
        who = self.to_move(s)
        if who == CHANCE:
            return s.did
        own = [did for did, mover in zip(s.did, self.movers, strict=True) if mover == who]
        return own, s.heard[who * self.plies : (who + 1) * self.plies], s.all

    def moves(self, s):
        yield from range(1 + self.draw("moves", self.known(s), below=3))

    def chances(self, s):
        outcomes = 1 + self.draw("moves", self.known(s), below=3)
        for outcome in range(outcomes):
            yield outcome, 1 / outcomes

    def play(self, s, move):
        at = s.made
        s.did[at] = move
        for player in range(len(self.players)):
            s.heard[player * self.plies + at] = self.draw("heard", player, s.did[: at + 1], below=2)
        s.all[at] = self.draw("all", s.did[: at + 1], below=2)
        s.made += 1

    def over(self, s):
        return s.made == self.plies

    def utility(self, s, player):
        return 0.0

    def hide(self, s, player):
        for ply in range(self.plies):
            if self.movers[ply] != player:
                s.did[ply] = HIDDEN

    def name(self, s, move):
        return "abcd"[(move + self.draw("name", self.known(s), below=2)) % 4]
