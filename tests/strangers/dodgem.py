from zermelo import ONGOING, Game, i8

# Blue cars drive up and leave at the top, red cars drive right and leave at the right edge.
# Cars never go backwards. If you cannot move, you win: the other should not have blocked you.

BLUE, RED = 0, 1
GONE = -1
CARS = {BLUE: [(0, 1), (-1, 0), (0, -1)], RED: [(-1, 0), (0, 1), (1, 0)]}
AHEAD = {BLUE: (-1, 0), RED: (0, 1)}


class Dodgem(Game):
    players = ("blue", "red")
    max_moves = 64

    def __init__(self, n=3, limit=40):
        self.n = n
        self.limit = limit

    def state(self):
        n = self.n
        blue = [(n - 1) * n + c for c in range(1, n)]
        red = [r * n for r in range(n - 1)]
        return dict(blue=i8(blue), red=i8(red), ply=i8, turn=i8)

    def cars(self, s, player):
        return s.blue if player == BLUE else s.red

    def drives(self, s, player):
        """(number of the car, number of the direction) for each legal move."""
        taken = set(s.blue + s.red)
        for i, car in enumerate(self.cars(s, player)):
            if car == GONE:
                continue
            r, c = divmod(car, self.n)
            for j, (dr, dc) in enumerate(CARS[player]):
                nr, nc = r + dr, c + dc
                if 0 <= nr < self.n and 0 <= nc < self.n:
                    if nr * self.n + nc not in taken:
                        yield i, j
                elif (dr, dc) == AHEAD[player]:
                    yield i, j

    def moves(self, s):
        yield from sorted({4 * i + j for i, j in self.drives(s, s.turn)})

    def play(self, s, move):
        i, j = divmod(move, 4)
        cars = self.cars(s, s.turn)
        r, c = divmod(cars[i], self.n)
        dr, dc = CARS[s.turn][j]
        if r + dr in range(self.n) and c + dc in range(self.n):
            cars[i] = (r + dr) * self.n + c + dc
        else:
            cars[i] = GONE
        s.ply += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        for player in (BLUE, RED):
            if all(car == GONE for car in self.cars(s, player)):
                return player
        if s.ply >= self.limit:
            return 1 - s.turn  # stalling does not pay
        for _ in self.drives(s, s.turn):
            return ONGOING
        return s.turn

    def evaluate(self, s, player):
        def left(who):
            steps = 0
            for car in self.cars(s, who):
                if car != GONE:
                    r, c = divmod(car, self.n)
                    steps += (r if who == BLUE else self.n - 1 - c) + 1
            return steps

        return left(1 - player) - left(player)
