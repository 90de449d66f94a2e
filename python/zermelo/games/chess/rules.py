"""Chess, with the rules in Rust.

     a  b  c  d  e  f  g  h
  8  56 57 58 59 60 61 62 63     board[square] is 0 where nothing stands, 1 to 6 for White's pawn, knight, bishop, rook,
  7  48 49 50 51 52 53 54 55     queen and king, and the negative for Black's. A move is (from * 64 + to) * 8 + promotion,
  .   .  .  .  .  .  .  .  .     with promotion 0, or 2 to 5 for knight, bishop, rook, queen. Castling is the king's own
  2   8  9 10 11 12 13 14 15     step, e1g1. `castling` has the bits 1 2 4 8 for K Q k q; `passant` is the square that a
  1   0  1  2  3  4  5  6  7     pawn has just skipped, where another may now take it, and -1 else; `clock` counts the plies
                                 since a capture or a pawn's move, `number` the moves as people count them.

Mate wins. Stalemate is a draw, and so are a clock of 100, which is fifty moves by each, and a board with nothing but kings
and one bishop or knight; `chess(material=False)` plays on there, as the counts of moves in the literature do. A state knows
nothing of the past, so a repeated position is no draw by itself: the clock ends such games.

There is one source of these rules, `crates/zermelo/src/games/chess.rs`, on the move generator of the crate `cozy-chess`.
The methods `moves`, `play`, `winner` and `key` here ask it, state by state, so every backend but the compiled one plays
chess; and the native one, which needs no such detour, plays it fast.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from zermelo import _core
from zermelo.errors import GameError, MoveError, PositionError
from zermelo.game import display
from zermelo.game.constants import DRAW, ONGOING
from zermelo.game.facts import facts
from zermelo.game.protocol import Game
from zermelo.game.record import Field, State, i8, i16
from zermelo.games.chess import board, fen, san
from zermelo.games.chess.evaluation import END, FULL_PHASE, MIDDLE, PHASE, VALUE

_BACK_RANK = (4, 2, 3, 5, 6, 3, 2, 4)
_START = (*_BACK_RANK, *(1,) * 8, *(0,) * 32, *(-1,) * 8, *(-piece for piece in _BACK_RANK))


class Chess(Game):
    """Mate the king."""

    players = ("white", "black")
    men = ("PNBRQK", "pnbrqk")
    colours = board.FILLS
    native = "chess"
    counters = ("clock", "number")
    max_moves = 256
    """More than enough: the most that anybody has found is 218."""

    def __init__(self, material: bool = True) -> None:
        if not isinstance(material, bool):
            raise GameError(f"chess takes material as True or False, not {material!r}")
        self.material = material

    def native_parameters(self) -> dict[str, int]:
        return dict(material=self.material)

    def state(self) -> Mapping[str, Field]:
        return dict(board=i8(_START), castling=i8(15), passant=i8(-1), clock=i16, number=i16(1), turn=i8)

    @property
    def source(self) -> _core.Backend:
        """The rules in Rust."""
        source: _core.Backend | None = self.__dict__.get("_source")
        if source is None:
            source = self.__dict__["_source"] = _core.Backend.native("chess", self.native_parameters(), facts(self))
            assert source is not None
        return source

    def moves(self, s: State) -> Iterator[int]:
        yield from self.source.moves(s.pack())

    def play(self, s: State, move: int) -> None:
        try:
            after = self.layout.unpack(self.source.play(s.pack(), move))
        except _core.RuleFault:
            raise MoveError(f"move number {move} is not legal here") from None
        for name in self.layout.fields:
            setattr(s, name, getattr(after, name))

    def winner(self, s: State) -> int:
        values = self.source.utilities(s.pack())
        if values is None:
            return ONGOING
        return DRAW if values[0] == 0 else values.index(1)

    def key(self, s: State) -> int:
        """The same for positions that differ in the number of the move only or, while it is below 80, in the clock."""
        return self.source.key(s.pack())

    def in_check(self, s: State) -> bool:
        """Whether the king of the player to move is attacked."""
        return self._attacked(s.pack())

    def _attacked(self, packed: bytes) -> bool:
        """Whether the opponent could take the king if it were their turn: the rules call that a win for the one on turn."""
        turn = self.layout.offsets["turn"]
        other = 1 - packed[turn]
        values = self.source.utilities(packed[:turn] + bytes([other]) + packed[turn + 1 :])
        return values is not None and values[other] == 1

    # Taste

    def evaluate(self, s: State, player: int) -> float:
        """In pawns, down to hundredths; see chesstaste.py."""
        middle = 0
        end = 0
        phase = 0
        for square in range(64):
            piece = s.board[square]
            if piece > 0:
                middle += MIDDLE[piece * 64 + square]
                end += END[piece * 64 + square]
            elif piece < 0:
                middle -= MIDDLE[-piece * 64 + (square ^ 56)]
                end -= END[-piece * 64 + (square ^ 56)]
            phase += PHASE[abs(piece)]
        phase = min(phase, FULL_PHASE)
        total = middle * phase + end * (FULL_PHASE - phase)
        value = (abs(total) // FULL_PHASE) / 100
        return value if (total > 0) == (player == 0) else -value

    def noisy(self, s: State, move: int) -> bool:
        """Captures and promotions are."""
        return move & 7 != 0 or self.victim(s, move) != 0

    def order(self, s: State, move: int) -> float:
        """Captures, the dearest victim first and of its takers the cheapest, and promotions by what they bring."""
        victim = self.victim(s, move)
        value = 16 * (VALUE[move & 7] - 1) if move & 7 else 0
        if victim != 0:
            value += 16 * VALUE[victim] + 7 - abs(s.board[move >> 9])
        return value

    def victim(self, s: State, move: int) -> int:
        """The kind of piece that a move takes, 0 for none; a pawn that changes its file without taking takes in passing."""
        source, target = move >> 9, move >> 3 & 63
        victim = abs(s.board[target])
        passing = victim == 0 and abs(s.board[source]) == 1 and (source - target) % 8 != 0
        return 1 if passing else victim

    # Faces

    def show(self, s: State) -> str:
        return "\n".join([display.lettered(fen.rows(s.board)), fen.write(s)])

    def read(self, text: str) -> State:
        """A position in FEN, with the board drawn above it or without."""
        lines = [line for line in text.splitlines() if line.strip()]
        if not lines or "/" not in lines[-1]:
            raise PositionError(f"a position of {self} is a line in FEN, such as {fen.EXAMPLE}")
        s = self.fresh()
        fen.read(s, lines[-1])
        drawn = display.lettered(fen.rows(s.board)).split()
        if len(lines) > 1 and " ".join(lines[:-1]).split() != drawn:
            raise PositionError(
                "the board that is drawn is not the one in the FEN below it; leave the board out, or draw the same"
            )
        if self.winner(s) == s.turn:
            mover, other = self.players[s.turn], self.players[1 - s.turn]
            raise PositionError(f"{other} is in check although it is {mover} to move; it must be {other} to move")
        if s.passant >= 0 and not any(move >> 3 & 63 == s.passant and self.victim(s, move) == 1 for move in self.moves(s)):
            s.passant = -1
        return s

    def fen(self, s: State) -> str:
        """The position in FEN."""
        return fen.write(s)

    def name(self, s: State, move: int) -> str:
        packed, source = s.pack(), self.source
        after = source.play(packed, move)
        values = source.utilities(after)
        sign = "#" if values is not None and values[s.turn] == 1 else "+" if self._attacked(after) else ""
        return san.write(s.board, move, source.moves(packed)) + sign

    def parse(self, s: State, text: str) -> int:
        """Standard notation, with the sign for check or without, or the squares alone: Nf3, exd5, O-O, e8=Q, e2e4, e7e8q."""
        return san.read(s.board, text, self.rules.choices(s))

    def squares_of(self, s: State, move: int) -> tuple[str, ...]:
        """From where and to where; the king's two squares when castling."""
        source, target, _ = san.squares(move)
        return fen.SQUARES[source], fen.SQUARES[target]

    def svg(self, s: State) -> str:
        words = display.caption(self, s)
        return board.svg(f"{self}: {words}", words, s.board)
