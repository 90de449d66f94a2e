from collections import defaultdict

from zermelo import Game, i8


class DotsAndBoxes(Game):
    """Draw lines between dots; whoever closes a box owns it and goes again."""

    players = ("red", "blue")

    def __init__(self, rows=2, cols=2):
        self.rows, self.cols = rows, cols
        number = {}
        for r in range(rows + 1):
            for c in range(cols):
                number["h", r, c] = len(number)
        for r in range(rows):
            for c in range(cols + 1):
                number["v", r, c] = len(number)
        self.lines = len(number)
        self.max_moves = self.lines
        self.bounds = (-rows * cols - 1, rows * cols + 1)
        self.boxes = []
        self.boxes_of = defaultdict(list)
        for r in range(rows):
            for c in range(cols):
                sides = number["h", r, c], number["h", r + 1, c], number["v", r, c], number["v", r, c + 1]
                for side in sides:
                    self.boxes_of[side].append(len(self.boxes))
                self.boxes.append(sides)

    def state(self):
        return dict(drawn=i8[self.lines], points=i8[2], turn=i8)

    def moves(self, s):
        yield from (line for line in range(self.lines) if not s.drawn[line])

    def play(self, s, line):
        s.drawn[line] = 1
        closed = sum(all(s.drawn[side] for side in self.boxes[box]) for box in self.boxes_of[line])
        s.points[s.turn] += closed
        if closed == 0:
            s.turn = 1 - s.turn

    def over(self, s):
        return all(s.drawn)

    def utility(self, s, player):
        return s.points[player] - s.points[1 - player]

    def evaluate(self, s, player):
        lead = s.points[player] - s.points[1 - player]
        # A box with three sides is as good as taken by the player on turn.
        ready = sum(1 for box in self.boxes if sum(s.drawn[side] for side in box) == 3)
        return lead + ready if s.turn == player else lead - ready

    def noisy(self, s, line):
        return any(sum(s.drawn[side] for side in self.boxes[box]) == 3 for box in self.boxes_of[line])
