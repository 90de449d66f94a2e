"""Hare and Hounds (the French military game): three hounds try to catch a hare; hounds never step back."""

from zermelo import ONGOING, Game, i8

#       b - e - h
#     / | \ | / | \
#    a - c - f - i - k
#     \ | / | \ | /
#       d - g - j
GRAPH = {
    "a": "bcd",
    "b": "acef",
    "c": "abdf",
    "d": "acfg",
    "e": "bfh",
    "f": "bcdeghij",
    "g": "dfj",
    "h": "efik",
    "i": "fhjk",
    "j": "fgik",
    "k": "hij",
}
POINTS = "abcdefghijk"
COLUMN = dict(zip(POINTS, [0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4]))


class HareAndHounds(Game):
    players = ("hounds", "hare")

    def __init__(self, stalling=10):
        self.stalling = stalling

    def state(self):
        return dict(hounds=i8([POINTS.index(p) for p in "abd"]), hare=i8(POINTS.index("k")), stalled=i8, turn=i8)

    def free(self, s, point):
        number = POINTS.index(point)
        return number != s.hare and number not in s.hounds

    def steps(self, s):
        """(from, to) by letters."""
        if s.turn == 1:
            here = POINTS[s.hare]
            return [(here, there) for there in GRAPH[here] if self.free(s, there)]
        found = []
        for hound in s.hounds:
            here = POINTS[hound]
            found += [(here, there) for there in GRAPH[here] if self.free(s, there) and COLUMN[there] >= COLUMN[here]]
        return found

    def moves(self, s):
        return sorted(POINTS.index(a) * 11 + POINTS.index(b) for a, b in self.steps(s))

    def play(self, s, move):
        source, to = divmod(move, 11)
        if s.turn == 1:
            s.hare = to
        else:
            which = s.hounds.index(source)
            s.hounds[which] = to
            s.hounds = sorted(s.hounds)
            forward = COLUMN[POINTS[to]] > COLUMN[POINTS[source]]
            s.stalled = 0 if forward else s.stalled + 1
        s.turn = 1 - s.turn

    def winner(self, s):
        hare = COLUMN[POINTS[s.hare]]
        if all(COLUMN[POINTS[hound]] >= hare for hound in s.hounds):
            return 1  # escaped
        if s.stalled >= self.stalling:
            return 1
        if not self.steps(s):
            return 1 - s.turn
        return ONGOING
