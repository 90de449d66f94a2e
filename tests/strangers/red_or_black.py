"""Turn over cards one by one: a red one earns a coin, a black one costs a coin. Stop whenever you like."""

from zermelo import CHANCE, Game, i8

STOP, DRAW_CARD = range(2)
BLACK, RED = range(2)


class RedOrBlack(Game):
    players = ("player",)

    def __init__(self, red=3, black=3):
        self.red = red
        self.black = black
        self.bounds = (-black - 1, red + 1)

    def state(self):
        return dict(left=i8([self.black, self.red]), coins=i8, drawing=i8, stopped=i8, turn=i8)

    def to_move(self, s):
        return CHANCE if s.drawing else 0

    def chances(self, s):
        total = sum(s.left)
        return [(colour, n / total) for colour, n in enumerate(s.left) if n]

    def moves(self, s):
        return [STOP, DRAW_CARD] if any(s.left) else [STOP]

    def play(self, s, move):
        if s.drawing:
            s.left[move] -= 1
            s.coins += {RED: 1, BLACK: -1}[move]
            s.drawing = False
        elif move == DRAW_CARD:
            s.drawing = True
        else:
            s.stopped = True

    def over(self, s):
        return s.stopped == 1

    def utility(self, s, player):
        return s.coins

    def name(self, s, move):
        names = ["black", "red"] if s.drawing else ["stop", "draw"]
        return names[move]
