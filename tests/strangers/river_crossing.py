"""The farmer, the wolf, the goat and the cabbage."""

from zermelo import DRAW, ONGOING, Game, i8

CREW = ("farmer", "wolf", "goat", "cabbage")
EATS = {"wolf": "goat", "goat": "cabbage"}
FARMER = CREW.index("farmer")


class RiverCrossing(Game):
    """Bring all over the river; the boat takes the farmer and one more."""

    players = ("farmer",)
    max_moves = len(CREW)

    def __init__(self, most=12):
        self.most = most

    def state(self):
        return dict(bank=i8[len(CREW)], crossings=i8, turn=i8)

    def where(self, s, name):
        return s.bank[CREW.index(name)]

    def safe(self, s):
        for eater, food in EATS.items():
            if self.where(s, eater) == self.where(s, food) != self.where(s, "farmer"):
                return False
        return True

    def after(self, s, passenger):
        trial = s.copy()
        self.play(trial, passenger)
        return trial

    def moves(self, s):
        """The passenger by number; the farmer alone is number 0."""
        for passenger in range(len(CREW)):
            if s.bank[passenger] == s.bank[FARMER] and self.safe(self.after(s, passenger)):
                yield passenger

    def play(self, s, passenger):
        for who in {FARMER, passenger}:
            s.bank[who] = 1 - s.bank[who]
        s.crossings += 1

    def winner(self, s):
        if all(s.bank):
            return 0
        return DRAW if s.crossings >= self.most else ONGOING

    def name(self, s, passenger):
        return CREW[passenger]
