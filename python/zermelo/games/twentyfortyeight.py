"""2048 (Gabriele Cirulli, 2014): one player slides all tiles to one side, equal tiles merge, and chance adds a new tile.

    4  12 13 14 15      A move is a side: left 0, right 1, up 2, down 3. To the left, 2 2 2 2 becomes 4 4, and 4 4 8 becomes 8 8.
    3   8  9 10 11
    2   4  5  6  7      A new tile is the outcome 2 * cell for a 2, with probability 0.9, and one more for a 4.
    1   0  1  2  3
        a  b  c  d      The utility is the score. `best_tile` is the largest tile.

`cells[row * size + col]` is the exponent of a tile, 0 for a free cell; `due` is the number of tiles that appear before the player moves.
The lower bit of a move is the end of a line to which tiles slide, the upper bit tells rows from columns.

Upper bound of the score: consider the first time that i tiles are at least 2^m, for m > 2. The last move merged tiles of 2^(m-1), so more
than i tiles were at least that large. Down to m = 2 this needs i + m - 2 tiles, and there are n cells. So the largest exponent is at most
n + 1, the next one n, and so on down to 2. A tile 2^e made of 2s has scored (e - 1) 2^e points, and each 4 that appeared reduces that by
4. The sum over all tiles is 3,932,164 for 16 cells, our upper bound. No game reaches it, because the last tile of that board is a 4 that
appeared; with one such 4 for each of its 16 tiles it is the usual figure of 3,932,100.

The evaluation is the score plus an estimate of the points to come: a sum over all pairs of neighbours, by their tiles, and a term for the
number of free cells. Pairs along the edge have their own table, so that large tiles prefer the edge. The tables were learned by temporal
differences from 28,000 games of a player that looks one move ahead (after Szubert and Jaskowski, Temporal Difference Learning of
N-Tuple Networks for the Game 2048, 2014). These games had too few tiles above 4096, so larger tiles use the values of 4096. All numbers are
whole, so boards that are turned or mirrored have the same evaluation. The estimate is never negative. Smaller boards score less: there
a tile counts as one of twice its value for each row less, and the estimate is divided by ten for each row less.
"""

import re
from collections.abc import Iterator, Mapping

from zermelo.errors import PositionError
from zermelo.game import CHANCE, EMPTY, Field, Game, State, display, i8, i32
from zermelo.games.shared import parameters

SIDES = ("left", "right", "up", "down")
FOUR = 0.1
"""The probability that a new tile is a 4."""
EDGE = (
    (1283,),
    (1267, 1181),
    (1131, 1055, 1205),
    (1069, 956, 983, 1273),
    (1006, 874, 858, 981, 1335),
    (894, 739, 717, 772, 950, 1350),
    (667, 487, 474, 531, 703, 972, 1424),
    (404, 198, 197, 259, 463, 828, 1224, 1680),
    (149, -74, -33, 45, 196, 525, 997, 1640, 2174),
    (-20, -258, -224, -177, -92, 84, 578, 1239, 1675, 3290),
    (-278, -478, -465, -439, -398, -374, -203, 28, -225, -130, 4209),
    (-1133, -1324, -1288, -1249, -1192, -1164, -988, -809, -1425, -2153, -2467, 9019),
    (-176, -380, -315, -243, -205, -222, -94, 6, -56, -626, -1162, -486, 9),
    (-176, -380, -315, -243, -205, -222, -94, 6, -56, -626, -1162, -486, -486, 9),
)
"""Points to come for two neighbours along the edge, by the greater exponent, then by the smaller one."""
INSIDE = (
    (1085,),
    (1042, 1046),
    (980, 1001, 1127),
    (961, 944, 993, 1196),
    (940, 898, 895, 956, 1257),
    (869, 797, 786, 792, 905, 1386),
    (746, 618, 608, 600, 618, 805, 1767),
    (417, 244, 252, 234, 225, 227, 502, 2669),
    (260, 46, 72, 73, 104, 112, -64, -245, 3516),
    (54, -178, -171, -193, -171, -176, -369, -455, -156, 4895),
    (-349, -592, -612, -641, -643, -647, -823, -957, -791, -445, 5524),
    (-811, -1013, -1049, -1073, -1101, -1134, -1282, -1426, -1167, -1239, -1254, 7897),
    (-150, -395, -420, -450, -414, -411, -661, -862, -568, -622, -558, -71, 99),
    (-150, -395, -420, -450, -414, -411, -661, -862, -568, -622, -558, -71, -71, 99),
)
"""The same for two neighbours that are not both at the edge."""
FREE = (-2085, -2085, -108, 635, 742, 655, 547, 390, 204, -17, -291, -592, -913, -1190, -1439, -1389, -1389)
"""Points to come by the number of free cells."""
_TURNS = ("player to move", "one tile to come", "two tiles to come")
_FILLS = ["#a9b4bf", "#f4f1ea", "#f3e3bd", "#f6c577", "#f2a04c", "#ec7a44", "#dd5145", "#c9356a", "#a8328f"]
_FILLS += ["#7d3fb0", "#4f4fc4", "#1f77d0", "#128a9c", "#15845a", "#3d6b1f", "#3a3a44", "#26262e", "#101014"]


class TwentyFortyEight(Game):
    """2048: slide all tiles to one side and merge equal ones; score as much as possible before nothing can slide.

    Goal: Score as many points as you can. You play alone against chance.

    Setup: The board has four rows and four columns. Two tiles are on it at random places.

    Moves: You choose a side: left, right, up or down. All tiles slide to that side until they meet the edge or another tile.
    Two equal tiles that meet become one tile of twice the number, and you score that number. A tile that was just made does
    not join again in the same move; tiles nearest to the chosen side join first. A side to which nothing can slide cannot be
    chosen. After each move a new tile appears on a random free square: nine times out of ten a 2, else a 4.

    End: The game is over when nothing can slide. It goes on after the tile 2048. Your result is your score.

    Variants: The board may have two or three rows and columns.
    """

    players = ("player",)
    zero_sum = False
    bounded_evaluation = True
    move_numbers = 4

    def __init__(self, size: int = 4) -> None:
        parameters.choice("twentyfortyeight", "size", size, (2, 3, 4))
        self.size, self.squares, self.scale = size, size * size, 10.0 ** (size - 4)
        self.max_moves = 2 * self.squares
        exponents = range(self.squares + 2)
        self.tiles = tuple(1 << exponent for exponent in exponents)
        self.most = sum(_made_of_twos(exponent) for exponent in exponents)
        self.bounds = (0, self.most)
        rows = tuple(tuple(range(row * size, row * size + size)) for row in range(size))
        cols = tuple(zip(*rows, strict=True))
        self.lines = rows, tuple(row[::-1] for row in rows), tuple(col[::-1] for col in cols), cols
        self.inner = tuple(int(0 < line < size - 1) for line in range(size))
        ranks = [min(exponent + 4 - size, len(EDGE) - 1) if exponent > 0 else 0 for exponent in exponents]
        self.beside = tuple(
            tuple(tuple(table[max(one, other)][min(one, other)] for other in ranks) for one in ranks) for table in (EDGE, INSIDE)
        )

    def state(self) -> Mapping[str, Field]:
        return dict(cells=i8[self.squares], score=i32, due=i8(2))

    def to_move(self, s: State) -> int:
        return CHANCE if s.due > 0 else 0

    def chances(self, s: State) -> Iterator[tuple[int, float]]:
        free = sum(tile == 0 for tile in s.cells)
        for cell in range(self.squares):
            if s.cells[cell] == 0:
                yield 2 * cell, (1 - FOUR) / free
                yield 2 * cell + 1, FOUR / free

    def moves(self, s: State) -> Iterator[int]:
        for side in range(4):
            if self.slides(s, side):
                yield side

    def slides(self, s: State, side: int) -> bool:
        """Whether some tile has a free cell or an equal tile next to it on that side."""
        for line in range(self.size):
            ahead = s.cells[self.lines[side][line][0]]
            for place in range(1, self.size):
                tile = s.cells[self.lines[side][line][place]]
                if tile > 0 and (ahead == 0 or ahead == tile):
                    return True
                ahead = tile
        return False

    def play(self, s: State, move: int) -> None:
        if s.due > 0:
            s.cells[move // 2] = 1 + move % 2
            s.due -= 1
            return
        for line in range(self.size):
            place, last = 0, 0  # where the next tile goes, and the tile before it if that can still merge
            for step in range(self.size):
                cell = self.lines[move][line][step]
                tile = s.cells[cell]
                if tile > 0:
                    s.cells[cell] = 0
                    if tile == last:
                        s.cells[self.lines[move][line][place - 1]] = tile + 1
                        s.score += self.tiles[tile + 1]
                        last = 0
                    else:
                        s.cells[self.lines[move][line][place]] = tile
                        last = tile
                        place += 1
        s.due = 1

    def over(self, s: State) -> bool:
        """A free cell lets something slide, and every move leaves one free, so only a new tile that fills the board ends the game."""
        if s.due > 0:
            return False
        for cell in range(self.squares):
            tile = s.cells[cell]
            if tile == 0:
                return False
            if cell % self.size > 0 and tile == s.cells[cell - 1]:
                return False
            if cell >= self.size and tile == s.cells[cell - self.size]:
                return False
        return True

    def utility(self, s: State, player: int) -> float:
        return float(s.score)

    def evaluate(self, s: State, player: int) -> float:
        guess, free = 0, 0
        for row in range(self.size):
            for col in range(self.size):
                cell = row * self.size + col
                tile = s.cells[cell]
                if tile == 0:
                    free += 1
                if col > 0:
                    guess += self.beside[self.inner[row]][tile][s.cells[cell - 1]]
                if row > 0:
                    guess += self.beside[self.inner[col]][tile][s.cells[cell - self.size]]
        return float(min(s.score + self.scale * max(guess + FREE[free], 0), self.most))

    def best_tile(self, s: State) -> int:
        """The largest tile on the board; 0 if it is empty."""
        return 1 << max(s.cells) if any(s.cells) else 0

    def show(self, s: State) -> str:
        tiles = [str(1 << tile) if tile > 0 else EMPTY for tile in s.cells]
        width = max(map(len, tiles))
        padded = [tile.rjust(width) for tile in tiles]
        edge = " ".join(letter.rjust(width) for letter in display.letters(self.size))
        rows = [" ".join(padded[start : start + self.size]) for start in range(self.squares - self.size, -1, -self.size)]
        return "\n".join([*display.framed(rows, edge, range(self.size, 0, -1)), f"score {s.score}", _TURNS[s.due]])

    def read(self, text: str) -> State:
        """A drawn board. Without a score, the tiles count as made of 2s. Without a turn, the player is to move."""
        s, rows = self.fresh(), []
        score = due = None
        for line in display.lines_of(text.lower()):
            if match := re.fullmatch(r"score:?\s*(\d{1,9})", line):
                score = int(match[1])
            elif line in _TURNS:
                due = _TURNS.index(line)
            elif not re.search("[a-z]", line):
                rows.append(line)
            elif "".join(line.split()) != display.letters(self.size):
                turns = " or ".join(f"`{turn}`" for turn in _TURNS)
                raise PositionError(
                    f"the line `{line}` does not belong to a board of {self}; below the rows write `score 0` and {turns}"
                )
        s.cells = self._read_rows(rows)
        s.score = sum(map(_made_of_twos, s.cells)) if score is None else score
        s.due = max(0, 2 - sum(tile > 0 for tile in s.cells)) if due is None else due
        self._check(s)
        return s

    def _read_rows(self, lines: list[str]) -> list[int]:
        """The exponents, bottom row first."""
        display.check_count(self, lines, self.size)
        cells: list[int] = []
        tiles = [EMPTY, *map(str, self.tiles[1:])]
        for rank, line in enumerate(reversed(lines), 1):
            words = line.split()
            if len(words) == self.size + 2:
                if words[0] != str(rank) or words.pop() != str(rank):
                    raise PositionError(f"row `{line}` must have the number {rank} at both ends, or no number")
                words = words[1:]
            if len(words) != self.size:
                raise PositionError(f"row `{line}` has {len(words)} cells instead of {self.size}")
            for word in words:
                if word not in tiles:
                    raise PositionError(f"`{word}` is not a tile of {self}; use {' '.join(tiles[:3])} ... {tiles[-1]}")
                cells.append(tiles.index(word))
        return cells

    def _check(self, s: State) -> None:
        """Raise PositionError for positions that no game can reach, so that all later scores stay within the bounds."""
        tiles = sorted((tile for tile in s.cells if tile > 0), reverse=True)
        for place, tile in enumerate(tiles):
            if tile > max(2, self.squares + 1 - place):
                raise PositionError(f"the board is too small for {place + 1} tiles of {1 << tile} or more")
        if s.due > 0 and len(tiles) == self.squares:
            raise PositionError("a tile is to come, but no cell is free; write `player to move`")
        if len(tiles) < 2 - s.due or (s.due == 2 and tiles):
            told = f"`{_TURNS[s.due]}` is impossible with {len(tiles)} tiles on the board"
            raise PositionError(f"{told}: two tiles appear before the first move, and one after each move")
        most = sum(map(_made_of_twos, tiles))
        least = most - sum(1 << tile for tile in tiles if tile > 1)
        if not least <= s.score <= most or (most - s.score) % 4:
            raise PositionError(
                f"the score {s.score} is impossible: with these tiles it is {most} minus 4 for each 4 that appeared"
            )

    def name(self, s: State, move: int) -> str:
        return f"{2 + 2 * (move % 2)}@{display.square(move // 2, self.size)}" if s.due > 0 else SIDES[move]

    def parse(self, s: State, text: str) -> int:
        """left, right, up and down, or their first letters; 2@a1 or 2a1 for a new tile."""
        word = text.strip().lower()
        if s.due > 0:
            return super().parse(s, re.sub("^([24])@?", r"\1@", word))
        return super().parse(s, next((side for side in SIDES if word == side[0]), word))

    def svg(self, s: State) -> str:
        cell, gap, top = 88, 10, 44
        side, words = self.size * (cell + gap) + gap, "no move left" if self.over(s) else _TURNS[s.due]
        picture = display.Picture(side + 2 * gap, top + side + 34, f"{self}: score {s.score}, {words}")
        picture.text(gap, 30, f"best {self.best_tile(s)}", size=20, anchor="start")
        picture.text(gap + side, 30, f"score {s.score}", size=20, anchor="end")
        picture.rectangle(gap, top, side, side, "#8d99a6", rounded=10)
        for index, tile in enumerate(s.cells):
            row, col = divmod(index, self.size)
            x, y = 2 * gap + col * (cell + gap), top + gap + (self.size - 1 - row) * (cell + gap)
            picture.rectangle(x, y, cell, cell, _FILLS[tile], rounded=8)
            if tile > 0:
                value = str(1 << tile)
                size = min(40, 120 / len(value))
                picture.text(x + cell / 2, y + cell / 2 + size * 0.35, value, size, display.INK if tile < 5 else display.PAPER)
            picture.spot(display.square(index, self.size), x, y, cell, cell)
        picture.text(gap + side / 2, top + side + 24, words)
        return str(picture)


def _made_of_twos(exponent: int) -> int:
    """The points that a tile has scored if it was made of 2s only."""
    return (exponent - 1) << exponent if exponent > 0 else 0
