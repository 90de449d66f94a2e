"""The Virus Game: infect a square next to yours and claim what lies around it; whoever is the last one left wins.

    8  56 57 58 59 60 61 62 63      A move is the number of a square that is not yours, free or somebody else's, and has
    7  48 49 50 51 52 53 54 55      one of yours above, below, left or right of it. That square becomes yours, and so do
    6  40 41 42 43 44 45 46 47      the squares of the pattern around it, whoever had them; what lies off the board is left
    5  32 33 34 35 36 37 38 39      out. Who has no squares any more is out of the game and is not asked again.
    4  24 25 26 27 28 29 30 31
    3  16 17 18 19 20 21 22 23      pattern  none      plus      square     or steps right and up from the infected
    2   8  9 10 11 12 13 14 15               . . .     . # .     # # #      square, as in ((1, 0), (2, 0), (0, -1))
    1   0  1  2  3  4  5  6  7               . # .     # # #     # # #
        a  b  c  d  e  f  g  h               . . .     . # .     # # #      cells[row * cols + col]

There always is a move: between my squares and all others there is a border, and without others the game is over. But what
is won can be lost again, so it need not end; after `limit` plies it is a draw, for those who are out as well, or, with
`majority`, a win for whoever has most squares. With `none` and `plus` the last two, once both have moved, never put each
other out: no move takes all that the move before has claimed, unless it infects the same square, and around that one all
squares were claimed. With `square` it can, at the edge; so that is the pattern unless another is asked for.

The game was made up for experiments with many players, and neither its board nor its start is known. Here players begin at
equal distances along the edge, the first on a1, the others clockwise: four players on a square board have its corners, two
have opposite ones. With `starts` squares each, everybody's squares are the first player's, moved on by their share of the
edge.

The evaluation counts squares. `relative`, for n players: n times mine minus all that are taken, divided by the least power
of two above the size of the board, so that it adds up to zero exactly and stays within what winning and losing are worth.
`own`: my squares, whatever the others have; two players must gain what the other loses, so it takes three.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from zermelo.errors import GameError, PositionError, nearest
from zermelo.game import display, turn_line
from zermelo.game.constants import DRAW, ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import Field, State, i8, i16

Steps = tuple[tuple[int, int], ...]
COLOURS = ("blue", "red", "green", "pink", "orange", "sky")
MAX_SIDE, MAX_STARTS, MAX_LIMIT = 16, 3, 4000
AROUND: Steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
CORNERS: Steps = ((1, 1), (1, -1), (-1, -1), (-1, 1))
PATTERNS: dict[str, Steps] = {"none": (), "plus": AROUND, "square": AROUND + CORNERS}
_SYMBOLS = "." + "".join(name[0] for name in COLOURS)


class Virus(Game):
    """Infect a square next to yours and claim those around it; the last one left wins."""

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
        _check_numbers(players, rows, cols, starts, limit)
        _check_words(majority, evaluation, players)
        self.rows, self.cols, self.starts, self.limit = rows, cols, starts, limit
        self.players = COLOURS[:players]
        self.seats = players
        self.squares = self.max_moves = rows * cols
        self.neighbours = _reach(rows, cols, AROUND)
        self.claimed = _reach(rows, cols, ((0, 0), *_steps(pattern)))
        self.width = len(self.claimed[0])
        self.majority = majority
        self.relative = self.bounded_evaluation = evaluation == "relative"
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
        """Whether one of the squares next to this one has this owner."""
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
        """Who has most squares; DRAW when several have as many."""
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
        """By what a move gains in the relative evaluation: n for an opponent's square, n - 1 for a free one."""
        taken, free = self.loot(s, square)
        return self.seats * taken + (self.seats - 1) * free

    def noisy(self, s: State, square: int) -> bool:
        """Moves that take at least two squares from others; those that take one are too many to call them noisy."""
        taken, _ = self.loot(s, square)
        return taken > 1

    def loot(self, s: State, square: int) -> tuple[int, int]:
        """How many squares a move takes from others, and how many free ones."""
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

    # Faces

    def show(self, s: State) -> str:
        return f"{display.lettered(self._rows(s))}\n{turn_line.write_plies(self, s.turn, s.plies)}"

    def read(self, text: str) -> State:
        s = self.fresh()
        lines, s.turn, s.plies = turn_line.split_plies(self, text, self.limit)
        s.cells = display.read_cells(
            self, "\n".join(lines), self.rows, self.cols, _SYMBOLS[: self.seats + 1], display.letters(self.cols)
        )
        s.taken = [s.cells.count(1 + player) for player in range(self.seats)]
        if s.taken[s.turn] == 0:
            raise PositionError(f"{self.players[s.turn]} has no squares, so it cannot be {self.players[s.turn]} to move")
        if s.taken.count(0) == self.seats - 1:
            s.result = s.turn
        elif s.plies == self.limit:
            s.result = self.leader(s) if self.majority else DRAW
        return s

    def name(self, s: State, move: int) -> str:
        return display.square(move, self.cols)

    def svg(self, s: State) -> str:
        return display.board_svg(self, s, self._rows(s), _SYMBOLS, named=True)

    def _rows(self, s: State) -> list[str]:
        return display.cell_rows(s.cells, self.cols, _SYMBOLS)


def _seats(rows: int, cols: int, players: int, starts: int) -> list[list[int]]:
    """The squares on which each player begins, spread along the edge: up from a1, then clockwise."""
    edge = [row * cols for row in range(rows)]
    edge += [(rows - 1) * cols + col for col in range(1, cols)]
    edge += [row * cols + cols - 1 for row in range(rows - 2, -1, -1)]
    edge += list(range(cols - 2, 0, -1))
    seats = players * starts
    # Seats that leave different remainders by `starts` never meet, for players are `starts` seats apart.
    first = [starts * (turn * players // starts) + turn for turn in range(starts)]
    return [[edge[(seat + player * starts) % seats * len(edge) // seats] for seat in first] for player in range(players)]


def _reach(rows: int, cols: int, steps: Steps) -> tuple[tuple[int, ...], ...]:
    """For each square those that steps lead to, filled up with the square itself where steps lead off the board.

    Rows of equal length are looked up fastest.
    """
    table = []
    for row, col in product(range(rows), range(cols)):
        places = ((row + up, col + right) for right, up in steps)
        found = [y * cols + x for y, x in places if 0 <= y < rows and 0 <= x < cols]
        table.append((*found, *[row * cols + col] * (len(steps) - len(found))))
    return tuple(table)


def _steps(pattern: object) -> Steps:
    """The steps of a pattern, given by its name or one by one."""
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


def _check_numbers(players: int, rows: int, cols: int, starts: int, limit: int) -> None:
    ranges = (
        ("players", players, 2, len(COLOURS)),
        ("rows", rows, 2, MAX_SIDE),
        ("cols", cols, 2, MAX_SIDE),
        ("starts", starts, 1, MAX_STARTS),
        ("limit", limit, 1, MAX_LIMIT),
    )
    for name, number, least, most in ranges:
        if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
            raise GameError(f"virus takes {name} as a whole number from {least} to {most}, not {number!r}")
    edge = 2 * (rows + cols) - 4
    if players * starts > edge:
        raise GameError(
            f"a board of {rows} x {cols} is too small: {players} players with starts={starts} need {players * starts} squares "
            f"at its edge, which has {edge}"
        )


def _check_words(majority: bool, evaluation: str, players: int) -> None:
    if not isinstance(majority, bool):
        raise GameError(f"virus takes majority as True or False, not {majority!r}")
    if evaluation not in ("relative", "own"):
        raise GameError(f"virus takes evaluation as relative or own, not {evaluation!r}")
    if evaluation == "own" and players == 2:
        raise GameError("virus takes evaluation=own with three players or more: of two, what one gains the other must lose")
