"""The Virus Game: infect a square next to yours and claim the squares around it. The last player with squares wins.

    8  56 57 58 59 60 61 62 63      A move is the number of the square that is infected. All squares of the pattern around
    7  48 49 50 51 52 53 54 55      it that are on the board are claimed with it.
    6  40 41 42 43 44 45 46 47
    5  32 33 34 35 36 37 38 39
    4  24 25 26 27 28 29 30 31
    3  16 17 18 19 20 21 22 23      pattern  none      plus      square     or steps right and up from the infected
    2   8  9 10 11 12 13 14 15               . . .     . # .     # # #      square, as in ((1, 0), (2, 0), (0, -1))
    1   0  1  2  3  4  5  6  7               . # .     # # #     # # #
        a  b  c  d  e  f  g  h               . . .     . # .     # # #      cells[row * cols + col]

There is always a legal move: my squares have a border to the others, and without others the game is over. Squares can be lost again, so
the game need not end. After `limit` plies it is a draw for all players, also for those who are out; with `majority` the player with most
squares wins instead. With the patterns `none` and `plus` the last two players can never eliminate each other once both have moved: a
move takes all squares that the move before claimed only if it infects the same square, but the squares around that one belong to the
opponent. With `square` that is possible at the edge, so `square` is the default.

The game was invented for experiments with many players; its original board and start are not known. Here players start at equal
distances along the edge, the first on a1, the others clockwise: four players have the corners of a square board, two have opposite corners.
With `starts` squares each, every player's squares are those of the first player, moved along the edge.

The evaluation counts squares. `relative`, for n players, is n times mine minus all taken squares, divided by the least power of two above
the size of the board. So it adds up to exactly zero and stays within the utilities. `own` is the number of my squares.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from zermelo.errors import GameError, PositionError, nearest
from zermelo.game import DRAW, ONGOING, Field, Game, State, display, i8, i16, turn_line
from zermelo.games.shared import parameters

Steps = tuple[tuple[int, int], ...]
COLOURS = ("blue", "red", "green", "pink", "orange", "sky")
MAX_SIDE, MAX_STARTS, MAX_LIMIT = 16, 3, 4000
AROUND: Steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
CORNERS: Steps = ((1, 1), (1, -1), (-1, -1), (-1, 1))
PATTERNS: dict[str, Steps] = {"none": (), "plus": AROUND, "square": AROUND + CORNERS}
_SYMBOLS = "." + "".join(name[0] for name in COLOURS)


class Virus(Game):
    """Infect a square next to yours and claim the squares around it; the last player left wins.

    Goal: Be the last player who has squares.

    Setup: The board has eight rows and eight columns. Four players, blue, red, green and pink, have one corner each. Blue
    begins, and turns go clockwise.

    Moves: On your turn you infect one square that is not yours and that lies directly above, below, left or right of one of
    your squares. It may be free or belong to another player. This square and the eight squares around it become yours, so far
    as they are on the board.

    End: A player without squares is out of the game. The last player left wins.

    Draws: After 500 moves in all the game is a draw for all players, also for those who are out.

    Variants: There may be 2 to 6 players, other boards, up to three start squares for each player, and another pattern around
    the infected square. The player with most squares may win after the last move, instead of a draw.
    """

    player_counts = tuple(range(2, len(COLOURS) + 1))

    def __init__(
        self,
        players: int = 4,
        rows: int = 8,
        cols: int = 8,
        pattern: str | Sequence[Sequence[int]] = "square",
        starts: int = 1,
        limit: int = 500,
        majority: bool = False,
        evaluation: str = "relative",
    ) -> None:
        parameters.whole("virus", "players", players, 2, len(COLOURS))
        parameters.whole("virus", "rows", rows, 2, MAX_SIDE)
        parameters.whole("virus", "cols", cols, 2, MAX_SIDE)
        parameters.whole("virus", "starts", starts, 1, MAX_STARTS)
        parameters.whole("virus", "limit", limit, 1, MAX_LIMIT)
        parameters.flag("virus", "majority", majority)
        if players * starts > 2 * (rows + cols) - 4:
            raise GameError(
                f"virus with {rows} rows and {cols} columns has no {players * starts} edge squares to start on; enlarge it"
            )
        self.rows, self.cols, self.starts, self.limit = rows, cols, starts, limit
        self.players = COLOURS[:players]
        self.seats = players
        self.squares = self.max_moves = self.move_numbers = rows * cols
        self.neighbours = _reach(rows, cols, AROUND)
        self.claimed = _reach(rows, cols, ((0, 0), *_steps(pattern)))
        self.width = len(self.claimed[0])
        self.majority = majority
        self.relative = self.bounded_evaluation = parameters.evaluation("virus", evaluation, players)
        self.scale = 0.5 ** self.squares.bit_length()

    def state(self) -> Mapping[str, Field]:
        cells = [0] * self.squares
        for player, squares in enumerate(_seats(self.rows, self.cols, self.seats, self.starts)):
            for square in squares:
                cells[square] = 1 + player
        return dict(cells=i8(cells), taken=i16[self.seats](self.starts), plies=i16, result=i8(ONGOING), turn=i8)

    def moves(self, s: State) -> Iterator[int]:
        mine = 1 + s.turn
        for square in range(self.squares):
            if s.cells[square] != mine and self.touches(s, square, mine):
                yield square

    def touches(self, s: State, square: int, owner: int) -> bool:
        return bool(
            s.cells[self.neighbours[square][0]] == owner
            or s.cells[self.neighbours[square][1]] == owner
            or s.cells[self.neighbours[square][2]] == owner
            or s.cells[self.neighbours[square][3]] == owner
        )

    def play(self, s: State, square: int) -> None:
        player = s.turn
        for index in range(self.width):
            other = self.claimed[square][index]
            owner = s.cells[other]
            if owner != 1 + player:
                s.cells[other] = 1 + player
                s.taken[player] += 1
                if owner != 0:
                    s.taken[owner - 1] -= 1
        s.plies += 1
        s.turn = (player + 1) % self.seats
        while s.taken[s.turn] == 0:
            s.turn = (s.turn + 1) % self.seats
        if s.turn == player:
            s.result = player
        elif s.plies >= self.limit:
            s.result = self.leader(s) if self.majority else DRAW

    def leader(self, s: State) -> int:
        """The player with most squares; DRAW if several have equally many."""
        most = max(s.taken)
        found = DRAW
        for player in range(self.seats):
            if s.taken[player] == most:
                if found != DRAW:
                    return DRAW
                found = player
        return found

    def winner(self, s: State) -> int:
        return int(s.result)

    def evaluate(self, s: State, player: int) -> float:
        if not self.relative:
            return int(s.taken[player])
        return float((self.seats * s.taken[player] - sum(s.taken)) * self.scale)

    def order(self, s: State, square: int) -> float:
        """By the gain in the relative evaluation: n for an opponent's square, n - 1 for a free one."""
        taken, free = self.loot(s, square)
        return self.seats * taken + (self.seats - 1) * free

    def noisy(self, s: State, square: int) -> bool:
        """Moves that take at least two squares from others. Moves that take one are too frequent to count as noisy."""
        taken, _ = self.loot(s, square)
        return taken > 1

    def loot(self, s: State, square: int) -> tuple[int, int]:
        """The numbers of opponents' squares and of free squares that a move takes."""
        taken = free = 0
        for index in range(self.width):
            other = self.claimed[square][index]
            if index > 0 and other == square:
                break
            if s.cells[other] == 0:
                free += 1
            elif s.cells[other] != 1 + s.turn:
                taken += 1
        return taken, free

    def show(self, s: State) -> str:
        rows = display.cell_rows(s.cells, self.cols, _SYMBOLS)
        return f"{display.lettered(rows)}\n{turn_line.write_plies(self, s.turn, s.plies)}"

    def read(self, text: str) -> State:
        s = self.fresh()
        lines, s.turn, s.plies = turn_line.split_plies(self, text, self.limit)
        s.cells = display.read_cells(self, "\n".join(lines), self.rows, self.cols, _SYMBOLS[: self.seats + 1])
        s.taken = [s.cells.count(1 + player) for player in range(self.seats)]
        if s.taken[s.turn] == 0:
            raise PositionError(f"{self.players[s.turn]} has no squares, so {self.players[s.turn]} cannot be to move")
        if s.taken.count(0) == self.seats - 1:
            s.result = s.turn
        elif s.plies == self.limit:
            s.result = self.leader(s) if self.majority else DRAW
        return s

    def name(self, s: State, move: int) -> str:
        return display.square(move, self.cols)

    def svg(self, s: State) -> str:
        return display.board_svg(self, s, s.cells, self.cols, _SYMBOLS)


def _seats(rows: int, cols: int, players: int, starts: int) -> list[list[int]]:
    """The start squares of each player, spread along the edge: up from a1, then clockwise."""
    edge = [row * cols for row in range(rows)]
    edge += [(rows - 1) * cols + col for col in range(1, cols)]
    edge += [row * cols + cols - 1 for row in range(rows - 2, -1, -1)]
    edge += list(range(cols - 2, 0, -1))
    seats = players * starts
    # Players are `starts` seats apart, so seats with different remainders modulo `starts` never coincide.
    first = [starts * (turn * players // starts) + turn for turn in range(starts)]
    return [[edge[(seat + player * starts) % seats * len(edge) // seats] for seat in first] for player in range(players)]


def _reach(rows: int, cols: int, steps: Steps) -> tuple[tuple[int, ...], ...]:
    """For each square the squares that the steps lead to, or the square itself, so that all rows have the same length."""
    table = []
    for row, col in product(range(rows), range(cols)):
        places = ((row + up, col + right) for right, up in steps)
        found = [y * cols + x for y, x in places if 0 <= y < rows and 0 <= x < cols]
        table.append((*found, *[row * cols + col] * (len(steps) - len(found))))
    return tuple(table)


def _steps(pattern: object) -> Steps:
    """The steps of a pattern, which is given by its name or as a list of steps."""
    if isinstance(pattern, str) and pattern in PATTERNS:
        return PATTERNS[pattern]
    if isinstance(pattern, list | tuple) and all(isinstance(step, list | tuple) and len(step) == 2 for step in pattern):
        steps = tuple(dict.fromkeys((right, up) for right, up in pattern))
        if all(type(number) is int and abs(number) < MAX_SIDE for step in steps for number in step):
            return tuple(step for step in steps if step != (0, 0))
    raise GameError(
        f"virus takes pattern as {', '.join(PATTERNS)}, or as steps right and up such as ((1, 0), (0, -1)), not {pattern!r}."
        f"{nearest(str(pattern), PATTERNS)}"
    )
