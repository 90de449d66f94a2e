"""Phantom tic-tac-toe: three in a row, but the players do not see each other's marks. x begins.

      a b c                  what x sees after c1, and after a try of b2, which was occupied
    3 ? ? ? 3
    2 ? o ? 2                ? is a square that may be empty or have a mark of o
    1 ? ? x 1
      a b c
    x found b2               squares that x has tried in vain
    o found ?                x does not see which squares o has tried
    x to move

    move   0 to 8, the square: 0 a1, 1 b1, 2 c1, 3 a2, ..., 8 c3

A try that fails does not end the turn; the other player is not told of it.
"""

from collections.abc import Iterator, Mapping

from zermelo.errors import PositionError
from zermelo.game import DRAW, HIDDEN, ONGOING, Field, Game, State, display, i8
from zermelo.game.dice import pick

_SYMBOLS = ".xo?"
_SQUARES = tuple(display.square(cell, 3) for cell in range(9))
_RESULTS = {"x has won": 0, "o has won": 1, "draw": DRAW}


class PhantomTicTacToe(Game):
    """Three in a row without seeing the other player's marks; who tries an occupied square moves again.

    Goal: Be the first to have three of your own marks in a straight line: a row, a column or a diagonal.

    Setup: The board has three rows of three squares and is empty. The players are x and o, and x begins.

    Moves: On your turn you try to put a mark on a square. If the square is empty, your mark stays there, and the other player
    is on turn. If it has a mark of the other player, you now know this mark, and you move again on another square.

    Hidden: You see only your own marks and those that you have found by trying their squares. The other player is not told
    what you have found.

    End: The first player with three marks in a line wins, also if the other player did not see them.

    Draws: If all nine squares are full and neither player has a line, the game is a draw.
    """

    max_moves = move_numbers = 9
    secret = ("found",)

    def __init__(self) -> None:
        self.lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def state(self) -> Mapping[str, Field]:
        """`found` has nine places for each player: 1 if the player has tried the square in vain. `result` is what `winner` answers."""
        return dict(cells=i8[9], found=i8[18], result=i8(ONGOING), turn=i8)

    def moves(self, s: State) -> Iterator[int]:
        for cell in range(9):
            if s.cells[cell] != 1 + s.turn and s.found[9 * s.turn + cell] != 1:
                yield cell

    def play(self, s: State, move: int) -> None:
        if s.cells[move] != 0:
            s.found[9 * s.turn + move] = 1
        else:
            s.cells[move] = 1 + s.turn
            s.turn = 1 - s.turn
            s.result = self.outcome(s)

    def outcome(self, s: State) -> int:
        """What the marks on the board say, if the player who is not on turn made the last one."""
        if self.has_row(s, 1 - s.turn):
            return 1 - int(s.turn)
        return ONGOING if 0 in s.cells else DRAW

    def has_row(self, s: State, player: int) -> bool:
        mark = 1 + player
        return any(s.cells[a] == mark and s.cells[b] == mark and s.cells[c] == mark for a, b, c in self.lines)

    def winner(self, s: State) -> int:
        return int(s.result)

    def hide(self, s: State, player: int) -> None:
        for cell in range(9):
            if s.cells[cell] != 1 + player and s.found[9 * player + cell] != 1:
                s.cells[cell] = HIDDEN

    def guess(self, s: State, player: int, dice: int) -> bool:
        """Marks of the other player on any squares, and any of the own marks found, so far as that fits the result."""
        own, known, unknown = 0, 0, 0
        for cell in range(9):
            own += int(s.cells[cell] == 1 + player)
            known += int(s.cells[cell] == 2 - player)
            unknown += int(s.cells[cell] == HIDDEN)
        missing = (own - s.turn if player == 0 else own + s.turn) - known  # x has one mark more if it is the turn of o
        found = 0
        for cell in range(9):
            if s.cells[cell] == HIDDEN:
                number, dice = pick(dice, unknown)
                s.cells[cell] = 2 - player if number < missing else 0
                missing -= int(number < missing)
                unknown -= 1
            mark, dice = pick(dice, 2)
            s.found[9 * (1 - player) + cell] = mark if s.cells[cell] == 1 + player else 0
            found += int(s.found[9 * (1 - player) + cell])
        if s.result != ONGOING and s.turn != player and found == own:
            return False  # the own last mark has ended the game, so nobody can have found it
        return not self.has_row(s, s.turn) and self.outcome(s) == int(s.result)

    def show(self, s: State) -> str:
        lines = [display.lettered(display.cell_rows(s.cells, 3, _SYMBOLS))]
        for player, name in enumerate(self.players):
            row = s.found[9 * player : 9 * player + 9]
            squares = ["?"] if HIDDEN in row else [square for square, found in zip(_SQUARES, row, strict=True) if found]
            lines += [f"{name} found {' '.join(squares)}"] if squares else []
        return "\n".join([*lines, self._words(s)])

    def read(self, text: str) -> State:
        s = self.fresh()
        lines = display.lines_of(text.lower())
        words = lines.pop() if lines and (lines[-1] in _RESULTS or lines[-1].endswith(" to move")) else ""
        told = [line.split() for line in lines if line[1:].startswith(" found ")]
        board = "\n".join(line for line in lines if not line[1:].startswith(" found "))
        s.cells = [HIDDEN if cell == 3 else cell for cell in display.read_cells(self, board, 3, 3, _SYMBOLS)]
        for name, _, *squares in told:
            self._read_found(s, name, squares)
        self._read_words(s, words)
        return s

    def name(self, s: State, move: int) -> str:
        return _SQUARES[move]

    def svg(self, s: State) -> str:
        picture = display.BoardPicture(self, self._words(s), 3, 3)
        for index, x, y in picture.squares():
            cell, half = s.cells[index], picture.size / 2
            if cell == HIDDEN:
                picture.text(x + half, y + half + 6, "?", ink="#8a8a8a")
            elif cell > 0:
                picture.disc(x + half, y + half, picture.size * 0.36, self.colours[cell - 1], _SYMBOLS[cell])
        return str(picture)

    def highlights(self, s: State) -> dict[str, str]:
        """The squares of every row of three that can be seen."""
        lines = [line for line in self.lines if s.cells[line[0]] > 0 and len({s.cells[cell] for cell in line}) == 1]
        return {_SQUARES[cell]: "winning line" for line in lines for cell in line}

    def _words(self, s: State) -> str:
        if s.result == ONGOING:
            return f"{self.players[s.turn]} to move"
        return next(words for words, result in _RESULTS.items() if result == s.result)

    def _read_found(self, s: State, name: str, squares: list[str]) -> None:
        if name not in self.players or any(square not in ("?", *_SQUARES) for square in squares):
            raise PositionError(
                f"`{name} found {' '.join(squares)}` must name squares, or ? if they are hidden, as in `x found b2 c3`"
            )
        player = self.players.index(name)
        for cell, square in enumerate(_SQUARES):
            s.found[9 * player + cell] = HIDDEN if squares == ["?"] else int(square in squares)
            if square in squares and s.cells[cell] != 2 - player:
                raise PositionError(f"{name} cannot have found {square}, because there is no mark of the other player")

    def _read_words(self, s: State, words: str) -> None:
        """Set the turn and the result. The last line says them if squares are hidden, else it must agree with the board."""
        x, o, hidden = (s.cells.count(cell) for cell in (1, 2, HIDDEN))
        if hidden and not words:
            raise PositionError("squares are hidden, so the last line must say who is to move or has won, such as `x to move`")
        if hidden and 0 in s.cells:
            raise PositionError(
                "a player does not know which squares are empty; write ? for each of them, or . if nothing is hidden"
            )
        if hidden and words in _RESULTS:
            s.result = _RESULTS[words]
            s.turn = 0 if s.result == 1 else 1  # o is to move after a win of x, and after the ninth mark
        elif hidden:
            s.turn = 0 if words.startswith("x") else 1
        else:
            s.turn = display.turn_of(self, s.cells)
            s.result = self.outcome(s)
        if words not in ("", self._words(s)):
            raise PositionError(f"the last line must be `{self._words(s)}`, not `{words}`")
        if abs(x - o - s.turn) > hidden:
            raise PositionError(f"{x} x and {o} o are impossible when {self._words(s)}, because x begins")
        if self.has_row(s, s.turn) or (self.has_row(s, 1 - s.turn) and s.result != 1 - s.turn):
            raise PositionError(
                "three in a row end the game: the last line must say who has won, and there are no marks after that"
            )
