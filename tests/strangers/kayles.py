from zermelo import ONGOING, Game, i8


class Kayles(Game):
    """Knock down one pin or two that stand side by side; the last one to knock down wins."""

    players = ("first", "second")

    def __init__(self, *rows):
        self.rows = rows or (3, 4)
        self.total = sum(self.rows) + len(self.rows) - 1  # rows with a gap between

    def state(self):
        pins = []
        for n in self.rows:
            pins += [1] * n + [0]
        return dict(pins=i8(pins[:-1]), turn=i8)

    def moves(self, s):
        for i, pin in enumerate(s.pins):
            if pin:
                yield 2 * i
                if i + 1 < len(s.pins) and s.pins[i + 1]:
                    yield 2 * i + 1

    def play(self, s, move):
        i, two = divmod(move, 2)
        s.pins[i : i + 1 + two] = [0] * (1 + two)
        s.turn = not s.turn

    def winner(self, s):
        return ONGOING if any(s.pins) else 1 - s.turn

    def key(self, s):
        """Only the lengths of the groups matter, in any order."""
        groups, run = [], 0
        for pin in [*s.pins, 0]:
            if pin:
                run += 1
            elif run:
                groups.append(run)
                run = 0
        code = 0
        for group in sorted(groups, reverse=True):
            code = code * 32 + group
        return code
