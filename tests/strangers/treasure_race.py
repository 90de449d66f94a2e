from zermelo import CHANCE, ONGOING, Game, i8

TRAPS = {4: 1, 7: 3}  # square: where you fall to


class TreasureRace(Game):
    """Three run for a treasure: walk one step for sure, or throw a coin for three or nothing."""

    players = ("red", "green", "blue")
    out_of_turn = False

    def __init__(self, goal=8):
        self.goal = goal

    def state(self):
        return dict(place=i8[3], tossing=i8, turn=i8)

    def to_move(self, s):
        return CHANCE if s.tossing else s.turn

    def chances(self, s):
        return [(0, 0.5), (1, 0.5)]

    def moves(self, s):
        return [0, 1]

    def play(self, s, move):
        if not s.tossing and move == 1:
            s.tossing = 1
            return
        steps = 3 * move if s.tossing else 1
        here = min(s.place[s.turn] + steps, self.goal)
        s.place[s.turn] = TRAPS.get(here, here)
        s.tossing = 0
        s.turn = (s.turn + 1) % 3

    def winner(self, s):
        if self.goal in s.place:
            return s.place.index(self.goal)
        return ONGOING
