"""Sokoban for small levels. Standard signs: # wall, @ keeper, $ box, . goal, * box on a goal, + keeper on a goal."""

from zermelo import DRAW, ONGOING, Game, i8, i16

LEVELS = {
    "first": """
######
#@ $.#
#  # #
# $ .#
######
""",
    "corner": """
#####
#.@ #
# $ #
# $.#
#   #
#####
""",
}
DIRECTIONS = dict(U=(-1, 0), L=(0, -1), R=(0, 1), D=(1, 0))


class Sokoban(Game):
    players = ("keeper",)
    max_moves = 4

    def __init__(self, level="first", limit=30):
        lines = LEVELS[level].strip("\n").split("\n")
        self.limit = limit
        self.width = max(map(len, lines))
        text = "".join(line.ljust(self.width) for line in lines)
        self.walls = {i for i, sign in enumerate(text) if sign == "#"}
        self.goals = {i for i, sign in enumerate(text) if sign in ".*+"}
        self.first_boxes = [i for i, sign in enumerate(text) if sign in "$*"]
        self.first_keeper = next(i for i, sign in enumerate(text) if sign in "@+")

    def state(self):
        return dict(boxes=i16(self.first_boxes), keeper=i16(self.first_keeper), steps=i16, turn=i8)

    def step(self, letter):
        down, right = DIRECTIONS[letter]
        return down * self.width + right

    def possible(self, s, letter):
        step = self.step(letter)
        ahead = s.keeper + step
        if ahead in self.walls:
            return False
        if ahead in s.boxes:
            beyond = ahead + step
            return beyond not in self.walls and beyond not in s.boxes
        return True

    def moves(self, s):
        return [i for i, letter in enumerate("ULRD") if self.possible(s, letter)]

    def play(self, s, move):
        step = self.step("ULRD"[move])
        s.keeper += step
        if s.keeper in s.boxes:
            s.boxes.remove(s.keeper)
            s.boxes.append(s.keeper + step)
            s.boxes.sort()
        s.steps += 1

    def winner(self, s):
        if set(s.boxes) == self.goals:
            return 0
        if s.steps >= self.limit or not self.moves(s):
            return DRAW
        return ONGOING

    def name(self, s, move):
        return "ULRD"[move]
