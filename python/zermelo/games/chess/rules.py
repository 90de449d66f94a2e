"""Chess, with the rules in Rust.

     a  b  c  d  e  f  g  h
  8  56 57 58 59 60 61 62 63     board[square] is 0 for an empty square, 1 to 6 for White's pawn, knight, bishop, rook, queen
  7  48 49 50 51 52 53 54 55     and king, and negative for Black's. A move is (from * 64 + to) * 8 + promotion, with promotion
  .   .  .  .  .  .  .  .  .     0, or 2 to 5 for knight, bishop, rook, queen. Castling is the move of the king, e1g1.
  2   8  9 10 11 12 13 14 15     `castling` has the bits 1 2 4 8 for K Q k q. `passant` is the en passant square, or -1. `clock`
  1   0  1  2  3  4  5  6  7     counts the plies since a capture or a pawn move, `number` the moves as people count them.

A clock of 100 is a draw, fifty moves by each player. `chess(material=False)` continues where there is too little material to mate, as published
move counts do. A state does not know the past. So a position that occurs for the third time is left to those who know the game: sessions and
matches end it, and a search counts it as a draw if it is told to (`repetition`).

The only source of the rules is `crates/zermelo/src/games/chess`, on top of the move generator of the crate `cozy-chess`. The methods `moves`,
`play`, `winner` and `key` here ask it state by state, so every backend except the compiled one plays chess. The native backend needs no
such detour and is fast.
"""

from collections.abc import Iterator, Mapping

from zermelo import _core
from zermelo.errors import MoveError, PositionError
from zermelo.game import DRAW, ONGOING, Field, Game, State, display, i8, i16
from zermelo.games.chess import board, chess960, fen, san
from zermelo.games.chess.evaluation import END, FULL_PHASE, MATERIAL, MIDDLE, PHASE, VALUE, WEIGHTS
from zermelo.games.chess.exchange import exchange
from zermelo.games.chess.features import counted, lone_king
from zermelo.games.shared import parameters

_BACK_RANK = (4, 2, 3, 5, 6, 3, 2, 4)
_START = (*_BACK_RANK, *(1,) * 8, *(0,) * 32, *(-1,) * 8, *(-piece for piece in _BACK_RANK))


class Chess(Game):
    """Checkmate the opponent's king.

    Goal: Checkmate: attack the opponent's king so that no move saves it. White begins.

    Moves: The king goes one square in any direction, the queen any distance straight or diagonally, the rook straight, the
    bishop diagonally. The knight jumps two squares straight, one aside. Pieces capture what stands on their target square. A
    pawn goes one square forward, at first also two, captures diagonally forward, and on the last row becomes a queen, rook,
    bishop or knight. A pawn that goes two squares past an enemy pawn's attack may be captured by it at once, as if it had
    gone one. To castle, the king goes two squares towards a rook, which jumps over it: neither has moved, nothing is between
    them, and no square of the king's way is attacked. Your king may not stay attacked.

    End: Checkmate wins.

    Draws: No legal move, but the king is not attacked; fifty moves each without a capture or pawn move; a position for the
    third time; only kings and at most one knight, or bishops on one colour.

    Variants: The last draw may be left out.
    """

    players = ("white", "black")
    piece_symbols = ("PNBRQK", "pnbrqk")
    colours = board.FILLS
    native = "chess"
    counters = ("clock", "number")
    repetitions = 3
    weights = WEIGHTS
    max_moves = 256
    """Enough: the known maximum is 218."""
    move_numbers = 1 << 15

    def __init__(self, material: bool = True) -> None:
        parameters.flag("chess", "material", material)
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
            source = self.__dict__["_source"] = _core.Backend.native("chess", self.native_parameters(), self.rules.facts())
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
        """Equal for positions that differ only in the number of the move or, while it is below 80, in the clock."""
        return self.source.key(s.pack())

    def _attacked(self, packed: bytes) -> bool:
        """Whether the opponent could capture the king if it were their turn; the rules count that as a win for the player to move."""
        turn = self.layout.offsets["turn"]
        other = 1 - packed[turn]
        values = self.source.utilities(packed[:turn] + bytes([other]) + packed[turn + 1 :])
        return values is not None and values[other] == 1

    def features(self, s: State, player: int) -> Iterator[float]:
        """The lead in each kind of piece, what their squares add, in pawns and in steps of a hundredth, and the rest; see `evaluation`."""
        lead = [0] * 7
        middle = 0
        end = 0
        phase = 0
        for square in range(64):
            piece = s.board[square]
            if piece > 0:
                middle += MIDDLE[piece * 64 + square]
                end += END[piece * 64 + square]
                lead[piece] += 1
            elif piece < 0:
                middle -= MIDDLE[-piece * 64 + (square ^ 56)]
                end -= END[-piece * 64 + (square ^ 56)]
                lead[-piece] -= 1
            phase += PHASE[abs(piece)]
        phase = min(phase, FULL_PHASE)
        total = middle * phase + end * (FULL_PHASE - phase)
        whole = abs(total) // FULL_PHASE if total > 0 else -(abs(total) // FULL_PHASE)
        side = 1 if player == 0 else -1
        for piece in range(1, 6):
            yield side * lead[piece]
            whole -= lead[piece] * MATERIAL[piece]
        driven = lone_king(s.board)
        scale = 0 if driven != 0 else side  # nothing else matters against a lone king
        yield scale * whole / 100
        for count in (*counted(s.board), 1 if s.turn == 0 else -1):
            yield scale * count * phase / FULL_PHASE
            yield scale * count * (FULL_PHASE - phase) / FULL_PHASE
        yield side * driven

    def noisy(self, s: State, move: int) -> bool:
        return move & 7 != 0 or self.victim(s, move) != 0

    def order(self, s: State, move: int) -> float:
        """Captures and promotions first: the most valuable victim first, by the least valuable attacker."""
        victim = self.victim(s, move)
        value = 16 * (VALUE[move & 7] - 1) if move & 7 else 0
        if victim != 0:
            value += 16 * VALUE[victim] + 7 - abs(s.board[move >> 9])
        return value

    def exchange(self, s: State, move: int) -> float:
        """What a move gains by the captures that follow on its square, in pawns."""
        return exchange(s.board, move, self.victim(s, move))

    def threatened(self, s: State) -> bool:
        """Whether the player to move is in check."""
        return self._attacked(s.pack())

    def long_plans(self, s: State) -> bool:
        """Whether one side has nothing but the king, and there are no pawns."""
        alone = 1 in (sum(piece > 0 for piece in s.board), sum(piece < 0 for piece in s.board))
        return alone and 1 not in s.board and -1 not in s.board

    def victim(self, s: State, move: int) -> int:
        """The kind of piece that a move captures, 0 for none. A pawn that changes its file to an empty square captures en passant."""
        source, target = move >> 9, move >> 3 & 63
        victim = abs(s.board[target])
        passing = victim == 0 and abs(s.board[source]) == 1 and (source - target) % 8 != 0
        return 1 if passing else victim

    def show(self, s: State) -> str:
        return "\n".join([display.lettered(fen.rows(s.board)), self.fen(s)])

    def read(self, text: str) -> State:
        """A position in FEN, with or without the drawn board above it."""
        lines = [line for line in text.splitlines() if line.strip()]
        if not lines or "/" not in lines[-1]:
            raise PositionError(f"a position of {self} ends with a line in FEN, such as {fen.EXAMPLE}")
        s = self.fresh()
        self.read_fen(s, lines[-1])
        drawn = display.lettered(fen.rows(s.board)).split()
        if len(lines) > 1 and " ".join(lines[:-1]).split() != drawn:
            raise PositionError("the drawn board differs from the FEN below it; remove the board, or correct it")
        if self.winner(s) == s.turn:
            mover, other = self.players[s.turn], self.players[1 - s.turn]
            raise PositionError(f"{other} is in check, but {mover} is to move; {other} must be to move")
        if s.passant >= 0 and not any(move >> 3 & 63 == s.passant and self.victim(s, move) == 1 for move in self.moves(s)):
            s.passant = -1
        return s

    def fen(self, s: State) -> str:
        return fen.write(s)

    def read_fen(self, s: State, text: str) -> None:
        """Write a FEN to a state."""
        fen.read(s, text)

    def name(self, s: State, move: int) -> str:
        packed, source = s.pack(), self.source
        after = source.play(packed, move)
        values = source.utilities(after)
        sign = "#" if values is not None and values[s.turn] == 1 else "+" if self._attacked(after) else ""
        return san.write(s.board, move, source.moves(packed)) + sign

    def parse(self, s: State, text: str) -> int:
        """Standard notation, with or without the sign for check, or squares only: Nf3, exd5, O-O, e8=Q, e2e4, e7e8q."""
        return san.read(s.board, text, self.rules.choices(s))

    def squares_of(self, s: State, move: int) -> tuple[str, ...]:
        """The source and the target; for castling those of the king."""
        source, target, _ = san.squares(move)
        return fen.SQUARES[source], fen.SQUARES[target]

    def svg(self, s: State) -> str:
        return board.svg(self, display.caption(self, s), s.board)

    def highlights(self, s: State) -> dict[str, str]:
        """The king that is in check."""
        if not self.threatened(s):
            return {}
        king = s.board.index(6 if s.turn == 0 else -6)
        return {fen.SQUARES[king]: "checkmate" if self.winner(s) == 1 - s.turn else "check"}


class Chess960(Chess):
    """Chess with shuffled pieces behind the pawns; castling is the king taking its own rook.

    Goal: Checkmate the opponent's king, as in chess. White begins.

    Setup: The pawns stand as in chess. Behind them the pieces stand in one of 960 orders, the same for both players: the
    bishops on squares of different colours, the king between the rooks.

    Moves: All pieces move as in chess. To castle, you move the king onto your own rook. Then king and rook stand as after
    castling in chess: king on g and rook on f, or king on c and rook on d. Neither has moved before, no other piece stands on
    their ways, and no square of the king's way is attacked.

    End: As in chess, checkmate wins.

    Draws: As in chess: no legal move, but the king is not attacked; fifty moves of each without a capture or pawn move; a
    position for the third time; too few pieces to mate.

    Variants: The number of the order may be chosen; 518 is that of chess, and the default. The draw for too few pieces may be
    left out.
    """

    native = "chess"

    def __init__(self, number: int = 518, material: bool = True) -> None:
        parameters.whole("chess960", "number", number, 0, chess960.ARRANGEMENTS - 1)
        parameters.flag("chess960", "material", material)
        self.number, self.material = number, material

    def native_parameters(self) -> dict[str, int]:
        return dict(number=self.number, material=self.material)

    def state(self) -> Mapping[str, Field]:
        rank = chess960.back_rank(self.number)
        start = (*rank, *_START[8:56], *(-piece for piece in rank))
        return dict(
            board=i8(start),
            castling=i8(15),
            rooks=i8(chess960.rook_files(rank) * 2),
            passant=i8(-1),
            clock=i16,
            number=i16(1),
            turn=i8,
        )

    def victim(self, s: State, move: int) -> int:
        """The same, but the king that takes its own rook castles."""
        captured = s.board[move >> 3 & 63]
        if captured != 0 and (captured > 0) == (s.board[move >> 9] > 0):
            return 0
        return super().victim(s, move)

    def fen(self, s: State) -> str:
        return fen.write(s, chess960.write_rights(s))

    def read_fen(self, s: State, text: str) -> None:
        fen.read(s, text, chess960.read_rights)
