"""Isolation: the square that a piece leaves is blocked for the rest of the game. The player who cannot move loses.

    5  20 21 22 23 24      With start="edge" x starts in the middle of the bottom edge and o in the middle of the top edge; with
    4  15 16 17 18 19      start="corners" both start in opposite corners; with start="free" each player's first move puts the
    3  10 11 12 13 14      piece on any free square.
    2   5  6  7  8  9
    1   0  1  2  3  4
        a  b  c  d  e

A move is the number of its target square. The evaluation has two features, the number of my moves and of yours: mine minus yours by
default, and "my moves" alone with `evaluate={"yours": 0}`.
"""

from collections.abc import Iterator, Mapping

from zermelo.errors import PositionError
from zermelo.game import ONGOING, Field, Game, State, display, i8
from zermelo.games.shared import parameters

MAX_SIDE = 10
BLOCKED = 3
_SYMBOLS = ".xo#"
_STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
_JUMPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
_PIECES = {"queen": _STEPS, "king": _STEPS, "knight": _JUMPS}
_STARTS = ("edge", "corners", "free")


class Isolation(Game):
    """The square that you leave is blocked; the player who cannot move loses.

    Goal: Take away the last free square that your opponent could move to.

    Setup: The board has five rows of five squares. Each player has one piece: x begins in the middle of the bottom row, o in
    the middle of the top row. x moves first.

    Moves: The players take turns. Your piece moves like a queen in chess: any distance in a straight or diagonal line, but
    not onto or over a blocked square or the other piece. The square that it leaves is blocked for the rest of the game.

    End: A player whose piece cannot move on their turn loses.

    Draws: There are no draws.

    Variants: The board may have 2 to 10 rows and columns. Pieces may move like a king, one square in any direction, or like a
    knight, which jumps over blocked squares. They may start in opposite corners, or each player first puts the piece on any
    free square.
    """

    weights = {"mine": 1, "yours": -1}

    def __init__(self, rows: int = 5, cols: int = 5, moves: str = "queen", start: str = "edge") -> None:
        parameters.whole("isolation", "rows", rows, 2, MAX_SIDE)
        parameters.whole("isolation", "cols", cols, 2, MAX_SIDE)
        parameters.choice("isolation", "moves", moves, _PIECES)
        parameters.choice("isolation", "start", start, _STARTS)
        self.rows, self.cols = rows, cols
        self.squares = rows * cols
        self.max_moves = self.move_numbers = self.squares
        self.slides = moves == "queen"
        self.steps = _STEPS
        self.targets = _targets(rows, cols, _PIECES[moves])
        self.places = _places(rows, cols, start)

    def state(self) -> Mapping[str, Field]:
        cells = [0] * self.squares
        for player, place in enumerate(self.places):
            if place >= 0:
                cells[place] = 1 + player
        return dict(cells=i8(cells), place=i8(self.places), turn=i8)

    def moves(self, s: State) -> Iterator[int]:
        place = s.place[s.turn]
        if place < 0:
            for square in range(self.squares):
                if s.cells[square] == 0:
                    yield square
        elif not self.slides:
            for square in self.targets[place]:
                if s.cells[square] == 0:
                    yield square
        else:
            yield from self.in_other_rows(s, place, -1)
            for distance in range(self.reach(s, place, 0, -1), 0, -1):
                yield place - distance
            for distance in range(1, self.reach(s, place, 0, 1) + 1):
                yield place + distance
            yield from self.in_other_rows(s, place, 1)

    def in_other_rows(self, s: State, place: int, up: int) -> Iterator[int]:
        """The targets of a queen in the rows above, or below with `up` -1, in ascending order."""
        west, straight, east = self.reach(s, place, up, -1), self.reach(s, place, up, 0), self.reach(s, place, up, 1)
        most = max(west, straight, east)
        for step in range(1, most + 1):
            distance = step if up > 0 else most + 1 - step
            square = place + up * distance * self.cols
            if distance <= west:
                yield square - distance
            if distance <= straight:
                yield square
            if distance <= east:
                yield square + distance

    def reach(self, s: State, place: int, up: int, right: int) -> int:
        """The number of free squares ahead in one direction."""
        row = place // self.cols + up
        col = place % self.cols + right
        length = 0
        while 0 <= row < self.rows and 0 <= col < self.cols and s.cells[row * self.cols + col] == 0:
            length += 1
            row += up
            col += right
        return length

    def play(self, s: State, move: int) -> None:
        place = s.place[s.turn]
        if place >= 0:
            s.cells[place] = BLOCKED
        s.cells[move] = 1 + s.turn
        s.place[s.turn] = move
        s.turn = 1 - s.turn

    def winner(self, s: State) -> int:
        place = s.place[s.turn]
        if place < 0:
            return ONGOING
        return ONGOING if any(s.cells[square] == 0 for square in self.targets[place]) else 1 - int(s.turn)

    def features(self, s: State, player: int) -> Iterator[float]:
        """My moves, and yours."""
        yield self.mobility(s, player)
        yield self.mobility(s, 1 - player)

    def mobility(self, s: State, player: int) -> int:
        place = s.place[player]
        if place < 0:
            return int(sum(cell == 0 for cell in s.cells))
        if self.slides:
            return sum(self.reach(s, place, up, right) for up, right in self.steps)
        return int(sum(s.cells[square] == 0 for square in self.targets[place]))

    def show(self, s: State) -> str:
        return display.lettered(display.cell_rows(s.cells, self.cols, _SYMBOLS))

    def read(self, text: str) -> State:
        s = self.fresh()
        s.cells = display.read_cells(self, text, self.rows, self.cols, _SYMBOLS)
        self._settle(s)
        return s

    def name(self, s: State, move: int) -> str:
        return display.square(move, self.cols)

    def svg(self, s: State) -> str:
        return display.board_svg(self, s, s.cells, self.cols, _SYMBOLS)

    def _settle(self, s: State) -> None:
        """Find the pieces and who is to move. Every move blocks a square, except one that puts a piece on the board."""
        free = self.places[0] < 0
        blocked = s.cells.count(BLOCKED)
        for player, name in enumerate(self.players):
            found = s.cells.count(1 + player)
            if found > 1 or (found == 0 and not free):
                raise PositionError(f"the board has {found} pieces {name} instead of one")
            s.place[player] = s.cells.index(1 + player) if found else -1
        placed = sum(place >= 0 for place in s.place)
        if free and placed < 2 and (blocked or s.place[1] >= 0):
            raise PositionError("a square is blocked before both pieces are on the board: first x and then o put their pieces")
        s.turn = (blocked + placed * free) % 2
        for player, place in enumerate(self.places):
            if not free and s.cells[place] != (BLOCKED if blocked > player else 1 + player):
                where = f"{self.players[player]} starts on {display.square(place, self.cols)}"
                wanted = "the square must be blocked" if blocked > player else "the piece must be there"
                raise PositionError(f"{where}, so after {blocked} moves {wanted}")


def _targets(rows: int, cols: int, steps: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], ...]:
    """For each square the squares one step or jump away, in ascending order."""
    return tuple(
        tuple((row + up) * cols + col + right for up, right in steps if 0 <= row + up < rows and 0 <= col + right < cols)
        for row in range(rows)
        for col in range(cols)
    )


def _places(rows: int, cols: int, start: str) -> tuple[int, int]:
    """The squares where x and o start; -1 if the pieces are not on the board yet."""
    if start == "free":
        return -1, -1
    if start == "corners":
        return 0, rows * cols - 1
    return cols // 2, (rows - 1) * cols + (cols - 1) // 2
