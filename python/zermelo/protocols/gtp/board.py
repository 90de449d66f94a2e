"""The board: a game with all its moves, as GTP changes it.

GTP allows more than our rules: a colour may play twice in a row, play goes on after two passes, and the komi may change in the middle. So `turned` is the
position with a given colour to move. In Go that keeps the history of boards, which superko needs. Only where a game has used up the moves for which
its state has room, it goes on from a new position with the same stones.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from zermelo.errors import GameError, MoveError
from zermelo.game import Game, Position, turn_line
from zermelo.games.go.rules import Go
from zermelo.games.hex import Hex
from zermelo.games.othello import PASS, Othello
from zermelo.protocols.gtp.messages import COLOURS, GtpError

GAMES: tuple[type[Game], ...] = (Go, Othello, Hex)
RESIGN = "resign"
_WORDS = {"swap-pieces": "swap"}
"""Moves that GTP calls otherwise. In Hex the stone changes its colour and place; players keep their colours."""


def check_game(game: Game) -> None:
    """Refuse a game that has no commands in GTP."""
    if type(game) not in GAMES:
        raise GameError(f"gtp is for go, othello and hex, not for {game}; `zermelo uci` plays chess")


class Board:
    """The game that is being played: its moves, and the positions between them."""

    def __init__(self, game: Game) -> None:
        check_game(game)
        self.game: Any = game
        self.start()

    @property
    def position(self) -> Position:
        return self.line[-1]

    @property
    def is_go(self) -> bool:
        return isinstance(self.game, Go)

    def start(self) -> None:
        """Empty the board."""
        self.origin: tuple[list[int], int] | None = None
        """Stones of Go before the first move, and the colour to move; None for an empty board."""
        self.moves: list[tuple[int, str]] = []
        self.line: list[Position] = [self.game.start()]

    # Another game

    def resize(self, size: int) -> None:
        """An empty board of another size."""
        try:
            if self.is_go:
                self.game = Go(size, self.komi)
            else:
                self.game = Hex(size, self.game.swap) if isinstance(self.game, Hex) else Othello(size)
        except GameError:
            raise GtpError("unacceptable size") from None
        self.start()

    @property
    def komi(self) -> float:
        return float(self.game.twice_komi / 2) if self.is_go else 0.0

    def set_komi(self, komi: float) -> None:
        """Another komi for the same moves."""
        if not self.is_go:
            return
        try:
            game = Go(self.game.size, komi)
        except GameError as problem:
            raise GtpError(f"syntax error: {problem}") from None
        moves, origin = self.moves, self.origin
        self.game = game
        self._begin(origin)
        for colour, text in moves:
            self.play(colour, text)

    def load(self, position: Position) -> None:
        """Another game, with all its moves."""
        check_game(position.game)
        if type(position.game) is not type(self.game):
            raise GtpError(f"cannot load file: it has a game of {position.game}")
        self.game, (first, *rest) = position.game, position.line()
        is_set_up = self.is_go and first != self.game.start()
        self._begin((first.state.cells[: self.game.points], first.player) if is_set_up else None)
        for before, after in pairwise([first, *rest]):
            if after.move is not None:
                self.play(before.player, self.written(before, after.move))

    def _begin(self, origin: tuple[list[int], int] | None) -> None:
        self.start()
        if origin is not None:
            self.origin, self.line = origin, [self._drawn(*origin)]

    # Moves

    def place(self, stones: Sequence[int]) -> None:
        """Begin with black stones; then White is to move."""
        self._begin(([int(point in stones) for point in range(self.game.points)], 1))

    def play(self, colour: int, text: str) -> None:
        """Play a move of a colour, whoever's turn it is."""
        if text.lower() == RESIGN:
            after = self.position
        else:
            before = self.turned(colour)
            after = before if self._is_idle(before, text) else before.advance(self._read(before, text))
        self.moves.append((colour, text))
        self.line.append(after)

    def _is_idle(self, position: Position, text: str) -> bool:
        """Whether it is a pass after the end of a game of Othello."""
        return position.over and text.lower() == "pass" and isinstance(self.game, Othello)

    def _read(self, position: Position, text: str) -> int:
        name = _WORDS.get(text.lower(), text.lower())
        try:
            return position.parse(name)
        except MoveError:
            raise GtpError("illegal move") from None

    def written(self, position: Position, move: int) -> str:
        """The name of a move as GTP writes it."""
        name = position.name(move)
        return next((word for word, ours in _WORDS.items() if ours == name), name)

    def undo(self) -> None:
        if not self.moves:
            raise GtpError("cannot undo")
        self.moves.pop()
        self.line.pop()

    # Whose turn it is

    def turned(self, colour: int) -> Position:
        """The position with a colour to move; in Othello and Hex it may be over."""
        position = self.position
        if self.is_go:
            return self._turned_go(position, colour)
        if position.over or position.player == colour:
            return position
        if isinstance(self.game, Othello) and position.choices == (PASS,):  # some programs do not send passes
            return position.advance(PASS)
        state = position.state
        state.turn = colour
        return Position(self.game, state)

    def _turned_go(self, position: Position, colour: int) -> Position:
        """Play goes on after two passes, from the position before the second one: counting has overwritten the last one."""
        if position.over:
            before = position.parent
            if before is None or before.over or position.state.passes < 2:
                return self._drawn(position.state.cells[: self.game.points], colour)
            position = before
        elif position.player == colour:
            return position
        state = position.state
        state.turn, state.passes = colour, 0
        return Position(self.game, state)

    def _drawn(self, cells: Sequence[int], colour: int) -> Position:
        """A position of Go with these stones."""
        drawn: Position = self.game.position(self.game.grid.show(cells, (), (), turn_line.write(self.game, colour)))
        return drawn

    def show(self) -> str:
        """The board, and who is to move."""
        if not self.is_go:
            return str(self.position)
        state, turn = self.position.state, COLOURS[self.position.player] if not self.position.over else ""
        return str(self.game.grid.show(state.cells, (), (), f"{turn} to move" if turn else str(self.position.result)))

    def stones_of(self, colour: int) -> list[str]:
        """The names of the points with stones of a colour."""
        position, state = self.position, self.position.state
        if isinstance(self.game, Othello):
            return [self.game.name(state, square) for square in range(64) if state.discs[colour] >> square & 1]
        cells = state.cells[: self.game.size**2]
        return [position.name(cell) for cell, stone in enumerate(cells) if stone & 3 == 1 + colour]

    def empty(self) -> int:
        """How many cells are free."""
        return int(self.game.size**2) - len(self.stones_of(0)) - len(self.stones_of(1))
