"""Connect: drop stones into upright columns. The first player with `line` stones in a line wins. `Connect4` is the game in the shops.

    row 5   35 36 37 38 39 40 41
    row 4   28 29 30 31 32 33 34
    row 3   21 22 23 24 25 26 27
    row 2   14 15 16 17 18 19 20
    row 1    7  8  9 10 11 12 13
    row 0    0  1  2  3  4  5  6      cells[row * cols + col]
    move     0  1  2  3  4  5  6      named 1 2 3 4 5 6 7

The state also holds the height of each column, the number of stones, the result, and the potential, which is the evaluation. A stone
counts the number of lines through its cell, so the centre of the board counts more than the corners. The potential is the sum for x's
stones minus the sum for o's.

Three or four players can play too: x, o, * and + in turn. The first line wins against all others. The potential is then a row with the
sum for each player. The evaluation is n times mine minus the sum of all, for n players, scaled so that no evaluation outweighs a result.
Some searches, such as best-reply search, skip players, so the stones alone do not tell who is to move. These boards end with a line
such as `* to move`.
"""

from collections.abc import Iterator, Mapping

from zermelo.errors import GameError, PositionError
from zermelo.game import DRAW, ONGOING, Field, Game, State, display, i8, i16, i32, turn_line
from zermelo.games.shared import parameters

MAX_SIDE, MAX_CELLS = 30, 100
_SYMBOLS = ".xo*+"


class Connect(Game):
    """Drop stones into columns; the first player with `line` stones in a line wins.

    Goal: Be the first to have four of your stones, or more, next to each other in a straight line: across, upright or
    diagonal.

    Setup: The board stands upright. It has six rows and seven columns and is empty. The players are x and o, and x begins.

    Moves: The players take turns. On your turn you drop one stone into a column that is not full. It falls to the lowest free
    place of that column and stays there.

    End: The first player with four stones in a line wins, and the game is over.

    Draws: If the board is full and no player has a line, the game is a draw.

    Variants: The board may have another size, and the line may need more or fewer stones. There may be three or four players,
    who take turns one after the other; the first line wins against all the others.
    """

    players: tuple[str, ...] = ("x", "o")
    player_counts: tuple[int, ...] = (2, 3, 4)
    native: str | None = "connect"
    colours = ("#d7263d", "#ffd23f", "#7ae582", "#2b2b2b")

    def __init__(self, rows: int = 6, cols: int = 7, line: int = 4, *, players: int = 2) -> None:
        _check_size(rows, cols, line)
        parameters.whole("connect", "players", players, 2, 4)
        self.rows, self.cols, self.line = rows, cols, line
        self.max_moves = self.move_numbers = cols
        self.square_weights = _weights(rows, cols, line)
        self.width = cols + 1
        """Bits of a row in a set of cells: after each row follows one that is never set, so that no line runs on in the next row."""
        self.has_sets = rows * self.width < 64
        self.whole = sum((1 << cols) - 1 << row * self.width for row in range(rows))
        self.steps = (1, self.width, self.width - 1, self.width + 1)
        self.mask = 2**63 - 1
        self.base = 2 * players**rows
        if self.base**cols * (players if players > 2 else 1) > 2**63:
            self.base = 0x9E3779B97F4A7C15 >> 1 | 1
        self.seats = players
        if players > 2:
            self.players = tuple(_SYMBOLS[1 : 1 + players])
            self.native = None
            self.bounded_evaluation = True
            self.scale = 0.5 ** sum(self.square_weights).bit_length()

    def native_parameters(self) -> dict[str, int]:
        return dict(rows=self.rows, cols=self.cols, line=self.line)

    def state(self) -> Mapping[str, Field]:
        potential = i32 if self.seats == 2 else i32[self.seats]
        cells, height = i8[self.rows * self.cols], i8[self.cols]
        return dict(cells=cells, height=height, stones=i16, potential=potential, result=i8(ONGOING), turn=i8)

    def moves(self, s: State) -> Iterator[int]:
        for col in range(self.cols):
            if s.height[col] < self.rows:
                yield col

    def play(self, s: State, col: int) -> None:
        row = s.height[col]
        cell = row * self.cols + col
        s.cells[cell] = 1 + s.turn
        s.height[col] = row + 1
        s.stones += 1
        if self.seats == 2:
            s.potential += self.square_weights[cell] if s.turn == 0 else -self.square_weights[cell]
        else:
            s.potential[s.turn] += self.square_weights[cell]
        if self.completes(s, row, col):
            s.result = s.turn
        elif s.stones == self.rows * self.cols:
            s.result = DRAW
        s.turn = (s.turn + 1) % self.seats

    def winner(self, s: State) -> int:
        return int(s.result)

    def completes(self, s: State, row: int, col: int) -> bool:
        """Whether the stone at this place is part of a line that is long enough."""
        return self.would_complete(s, row, col, s.cells[row * self.cols + col])

    def would_complete(self, s: State, row: int, col: int, stone: int) -> bool:
        """Whether a stone of this colour at this place is part of a line that is long enough, whether it is there or not."""
        cell = row * self.cols + col
        above, right = self.rows - 1 - row, self.cols - 1 - col
        others = self.line - 1
        up, rising, falling = self.cols, self.cols + 1, self.cols - 1
        return (
            self.run(s, cell, -up, row, stone) >= others
            or self.run(s, cell, -1, col, stone) + self.run(s, cell, 1, right, stone) >= others
            or self.run(s, cell, -rising, min(row, col), stone) + self.run(s, cell, rising, min(above, right), stone) >= others
            or self.run(s, cell, -falling, min(row, right), stone) + self.run(s, cell, falling, min(above, col), stone) >= others
        )

    def run(self, s: State, cell: int, step: int, room: int, stone: int) -> int:
        """How many stones of a colour follow `cell` in steps of `step`, with `room` cells before the edge."""
        length = 0
        while length < room and s.cells[cell + step * (length + 1)] == stone:
            length += 1
        return length

    def evaluate(self, s: State, player: int) -> float:
        if self.seats == 2:
            value: float = s.potential if player == 0 else -s.potential
        else:
            value = (self.seats * s.potential[player] - sum(s.potential)) * self.scale
        return value

    def order(self, s: State, col: int) -> float:
        """Moves that make many winning cells first; then central columns, because most lines go through them.

        A winning cell is an empty one in which the player's next stone would complete a line, now or later.
        """
        row = s.height[col]
        above, right = self.rows - 1 - row, self.cols - 1 - col
        threats = (
            self.new_threats(s, row, col, self.cols, row, above)
            + self.new_threats(s, row, col, 1, col, right)
            + self.new_threats(s, row, col, self.cols + 1, min(row, col), min(above, right))
            + self.new_threats(s, row, col, self.cols - 1, min(row, right), min(above, col))
        )
        return 2 * self.cols * threats + self.cols - abs(2 * col - (self.cols - 1))

    def new_threats(self, s: State, row: int, col: int, step: int, behind: int, ahead: int) -> int:
        """How many winning cells the mover gets with a stone at this place, along one line with so much room on both sides."""
        cell, stone = row * self.cols + col, 1 + s.turn
        back, forth = self.run(s, cell, -step, behind, stone), self.run(s, cell, step, ahead, stone)
        found = 0
        for direction, length, room in ((-step, back, behind), (step, forth, ahead)):
            gap = cell + direction * (length + 1)
            if length < room and s.cells[gap] == 0:
                beyond = self.run(s, gap, direction, room - length - 1, stone)
                if back + forth + beyond + 2 >= self.line and not self.would_complete(
                    s, gap // self.cols, gap % self.cols, stone
                ):
                    found += 1
        return found

    def forced(self, s: State) -> Iterator[int]:
        """The first column that wins at once; else those after which the opponent does not; one column if there are none.

        The opponent may win with a stone on top of ours, too. With more than two players only a win is certain.
        """
        mine = self.winning_cells(s, 1 + s.turn) if self.has_sets else 0
        others = self.winning_cells(s, 2 - s.turn) if self.has_sets and self.seats == 2 else 0
        block = -1
        for col in range(self.cols):
            row = s.height[col]
            if row < self.rows:
                if self.wins_at(s, mine, row, col, 1 + s.turn):
                    yield col
                    return
                if self.seats == 2 and block < 0 and self.wins_at(s, others, row, col, 2 - s.turn):
                    block = col
        first, safe = -1, 0
        for col in range(self.cols):
            if s.height[col] < self.rows and block in (-1, col):
                first = col if first < 0 else first
                top = s.height[col] + 1
                if self.seats > 2 or top == self.rows or not self.wins_at(s, others, top, col, 2 - s.turn):
                    safe += 1
                    yield col
        if safe == 0:
            yield first

    def wins_at(self, s: State, winning: int, row: int, col: int, stone: int) -> bool:
        """Whether a stone of this colour completes a line at a place, whose player has these winning cells if the board fits a set."""
        if self.has_sets:
            return winning >> (row * self.width + col) & 1 != 0
        return self.would_complete(s, row, col, stone)

    def winning_cells(self, s: State, stone: int) -> int:
        """The cells at which one more stone of this colour would complete a line, as a set; faster than to follow each line."""
        stones, found = 0, 0
        for row in range(self.rows):
            for col in range(self.cols):
                if s.cells[row * self.cols + col] == stone:
                    stones |= 1 << row * self.width + col
        for step in self.steps:
            for behind in range(self.line):
                run = self.whole
                for distance in range(1, behind + 1):
                    run = run & stones << distance * step
                for distance in range(1, self.line - behind):
                    run = run & stones >> distance * step
                found |= run
        return found

    def key(self, s: State) -> int:
        """Equal for a position and its mirror image. The key is exact if a digit for each cell and column fits.

        With two players the stones tell who is to move. With more, players may have been skipped, so the turn is included.
        """
        forward = 0 if self.seats == 2 else s.turn
        mirrored = forward
        for col in range(self.cols):
            forward = (forward * self.base + self.column_code(s, col)) & self.mask
            mirrored = (mirrored * self.base + self.column_code(s, self.cols - 1 - col)) & self.mask
        return min(forward, mirrored)

    def column_code(self, s: State, col: int) -> int:
        """A digit for each stone of a column, and a 1 above the top stone."""
        code = 1
        for row in range(s.height[col] - 1, -1, -1):
            code = code * self.seats + self.seats - s.cells[row * self.cols + col]
        return int(code)

    def show(self, s: State) -> str:
        width = len(str(self.cols))
        lines = [" ".join(symbol.rjust(width) for symbol in row) for row in display.cell_rows(s.cells, self.cols, _SYMBOLS)]
        turn = [] if self.seats == 2 else [turn_line.write(self, s.turn)]
        return "\n".join([*lines, " ".join(str(col + 1).rjust(width) for col in range(self.cols)), *turn])

    def read(self, text: str) -> State:
        numbers = "".join(str(col + 1) for col in range(self.cols))
        s = self.fresh()
        lines, turn = (display.lines_of(text), None) if self.seats == 2 else turn_line.split_turn(self, text)
        s.cells = display.read_cells(self, "\n".join(lines), self.rows, self.cols, _SYMBOLS[: 1 + self.seats], numbers)
        s.turn = self._turn_of(s.cells) if turn is None else turn
        self._settle(s)
        return s

    def name(self, s: State, move: int) -> str:
        return str(move + 1)

    def svg(self, s: State) -> str:
        labels, words = [str(col + 1) for col in range(self.cols)], display.caption(self, s)
        picture = display.BoardPicture(self, words, self.rows, self.cols, ("#1f5fbf",) * 2, named=False, labels=labels)
        stones = "".join(display.cell_rows(s.cells, self.cols, _SYMBOLS))
        for cell, x, y in picture.squares():
            stone, size = _SYMBOLS.index(stones[cell]), picture.size
            fill = self.colours[stone - 1] if stone else "#f4f4f4"
            picture.disc(x + size / 2, y + size / 2, size * 0.4, fill, stones[cell].strip("."))
        return str(picture)

    def highlights(self, s: State) -> dict[str, str]:
        """The stones of every line that is long enough."""
        found: set[int] = set()
        for cell in range(len(s.cells)):
            row, col = divmod(cell, self.cols)
            above, right = self.rows - 1 - row, self.cols - 1 - col
            ways = (self.cols, above), (1, right), (self.cols + 1, min(above, right)), (self.cols - 1, min(above, col))
            for step, room in ways:
                length = 1 + self.run(s, cell, step, room, s.cells[cell])
                if s.cells[cell] and length >= self.line:
                    found.update(range(cell, cell + step * length, step))
        return {f"{self.rows - cell // self.cols},{cell % self.cols + 1}": "winning line" for cell in sorted(found)}

    def _settle(self, s: State) -> None:
        """Compute the other fields from the cells; raises PositionError if the cells are impossible."""
        for col in range(self.cols):
            column = s.cells[col :: self.cols]
            s.height[col] = self.rows - column.count(0)
            if 0 in column[: s.height[col]]:
                raise PositionError(f"a stone in column {col + 1} has an empty cell below it")
        s.stones = sum(s.height)
        worth = [0] * (1 + self.seats)
        for weight, cell in zip(self.square_weights, s.cells, strict=True):
            worth[cell] += weight
        s.potential = worth[1] - worth[2] if self.seats == 2 else worth[1:]
        winners = {s.cells[cell] - 1 for cell in range(len(s.cells)) if self._in_line(s, cell)}
        if winners:
            s.result = (s.turn - 1) % self.seats
            self._check_last_move(s, winners)
        elif s.stones == len(s.cells):
            s.result = DRAW

    def _turn_of(self, cells: list[int]) -> int:
        """Whose turn it is if no player was skipped."""
        if self.seats == 2:
            return display.turn_of(self, cells)
        counts = [cells.count(1 + player) for player in range(self.seats)]
        turn = sum(counts) % self.seats
        if counts != [sum(counts) // self.seats + (player < turn) for player in range(self.seats)]:
            told = ", ".join(f"{number} {name}" for number, name in zip(counts, self.players, strict=True))
            raise PositionError(f"{told} do not tell who is to move; add a line such as `{turn_line.write(self, 0)}`")
        return turn

    def _in_line(self, s: State, cell: int) -> bool:
        return s.cells[cell] != 0 and self.completes(s, cell // self.cols, cell % self.cols)

    def _check_last_move(self, s: State, winners: set[int]) -> None:
        if len(winners) > 1:
            raise PositionError(f"{len(winners)} players have {self.line} in line, but the game ends with the first line")
        if winners != {s.result}:
            winner = self.players[winners.pop()]
            raise PositionError(f"{winner} has {self.line} in line, but another player has moved after that")
        for col in range(self.cols):
            before = s.copy()
            top = (s.height[col] - 1) * self.cols + col
            if s.height[col] > 0 and s.cells[top] == 1 + s.result:
                before.cells[top] = 0
                if not any(self._in_line(before, cell) for cell in range(len(s.cells))):
                    return
        raise PositionError(f"no last stone completes every line of {self.line}, so the game must have ended before")


class Connect4(Connect):
    """Connect Four: six rows, seven columns, four in line.

    Goal: Be the first to have four of your stones, or more, next to each other in a straight line: across, upright or
    diagonal.

    Setup: The board stands upright. It has six rows and seven columns and is empty. The players are x and o, and x begins.

    Moves: The players take turns. On your turn you drop one stone into a column that is not full. It falls to the lowest free
    place of that column and stays there.

    End: The first player with four stones in a line wins, and the game is over.

    Draws: If all 42 places are full and neither player has a line, the game is a draw.
    """

    player_counts = (2,)

    def __init__(self) -> None:
        super().__init__()


def _check_size(rows: int, cols: int, line: int) -> None:
    for name, number, least in (("rows", rows, 1), ("cols", cols, 1), ("line", line, 2)):
        parameters.whole("connect", name, number, least, MAX_SIDE)
    if rows * cols > MAX_CELLS:
        raise GameError(f"connect with {rows} rows and {cols} columns is too large: use at most {MAX_CELLS} cells")
    if line > max(rows, cols):
        raise GameError(f"no line of {line} fits on a board of {rows} x {cols}; use a shorter line or a larger board")


def _weights(rows: int, cols: int, line: int) -> tuple[int, ...]:
    """For each cell the number of lines of `line` cells through it."""
    weights = [0] * (rows * cols)
    for row in range(rows):
        for col in range(cols):
            for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                ends = row + (line - 1) * up, col + (line - 1) * right
                if 0 <= ends[0] < rows and 0 <= ends[1] < cols:
                    for step in range(line):
                        weights[(row + step * up) * cols + col + step * right] += 1
    return tuple(weights)
