"""Leo Moser's game Hot: nine words; whoever first holds three words with a letter in common wins."""

import string

from zermelo import DRAW, ONGOING, Game, i8

WORDS = ["HOT", "HEAR", "TIED", "FORM", "WASP", "BRIM", "TANK", "SHIP", "WOES"]


class Hot(Game):
    players = ("ann", "ben")
    max_moves = len(WORDS)

    def __init__(self):
        self.with_letter = {
            letter: [i for i, word in enumerate(WORDS) if letter in word]
            for letter in string.ascii_uppercase
            if sum(letter in word for word in WORDS) >= 3
        }

    def state(self):
        return dict(owner=i8[len(WORDS)](-1), turn=i8)

    def moves(self, s):
        return [i for i, word in enumerate(WORDS) if s.owner[i] < 0]

    def play(self, s, i):
        s.owner[i] = s.turn
        s.turn = 1 - s.turn

    def has(self, s, player, letter):
        return sum(s.owner[i] == player for i in self.with_letter[letter])

    def winner(self, s):
        for letter in self.with_letter:
            for player, _ in enumerate(self.players):
                if self.has(s, player, letter) == 3:
                    return player
        return DRAW if -1 not in s.owner else ONGOING

    def evaluate(self, s, player):
        best = max(self.with_letter, key=lambda letter: (self.has(s, player, letter), letter))
        worst = max(self.with_letter, key=lambda letter: (self.has(s, 1 - player, letter), letter))
        return self.has(s, player, best) - self.has(s, 1 - player, worst)

    def name(self, s, i):
        return WORDS[i]
