"""Kalah with any number of houses and seeds."""

from zermelo import DRAW, ONGOING, Game, i8


class Kalah(Game):
    """Sow seeds around the board; ending in your store gives another turn."""

    players = ("south", "north")

    def __init__(self, houses=6, seeds=4):
        self.houses = houses
        self.seeds = seeds
        self.size = 2 * houses + 2
        self.stores = [houses, 2 * houses + 1]

    def state(self):
        side = [self.seeds] * self.houses + [0]
        return dict(pits=i8(side + side), turn=i8)

    def side(self, s, player):
        """The houses of a player, without the store."""
        first = player * (self.houses + 1)
        return s.pits[first : first + self.houses]

    def moves(self, s):
        for house, seeds in enumerate(self.side(s, s.turn)):
            if seeds:
                yield house

    def play(self, s, house):
        me, them = s.turn, 1 - s.turn
        pit = me * (self.houses + 1) + house
        seeds = s.pits[pit]
        s.pits[pit] = 0
        while seeds > 0:
            pit = (pit + 1) % self.size
            if pit == self.stores[them]:
                continue
            s.pits[pit] += 1
            seeds -= 1

        who, where = divmod(pit, self.houses + 1)
        if who == me and where < self.houses and s.pits[pit] == 1:
            opposite = 2 * self.houses - pit
            if s.pits[opposite]:
                s.pits[self.stores[me]] += s.pits[opposite] + 1
                s.pits[opposite] = s.pits[pit] = 0

        if pit != self.stores[me]:
            s.turn = them

        # When one side is empty, the other player keeps what is left.
        if not any(self.side(s, 0)) or not any(self.side(s, 1)):
            for player, store in enumerate(self.stores):
                s.pits[store] += sum(self.side(s, player))
                s.pits[store - self.houses : store] = [0] * self.houses

    def winner(self, s):
        if any(self.side(s, 0) + self.side(s, 1)):
            return ONGOING
        south, north = (s.pits[store] for store in self.stores)
        if south == north:
            return DRAW
        return 0 if south > north else 1

    def evaluate(self, s, player):
        mine, yours = self.stores if player == 0 else self.stores[::-1]
        return s.pits[mine] - s.pits[yours]

    def order(self, s, house):
        # a move that ends in the store first
        return 1 if s.pits[s.turn * (self.houses + 1) + house] == self.houses - house else 0
