"""What a program asks: the commands `position` and `go`, understood.

`position` always tells the whole game. `Board` keeps the last one, so that only moves that are new are played; the position knows all that came
before, which is needed to see repetitions.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.errors import PositionError, ZermeloError
from zermelo.game import Game, Position
from zermelo.games.chess import fen, san
from zermelo.games.chess.rules import Chess, Chess960
from zermelo.protocols.timing import ClockTime

_PROMOTIONS = {letter: kind for kind, letter in enumerate(fen.LETTERS.lower()) if letter in "nbrq"}
_NUMBERS = ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime")
_WORDS = (*_NUMBERS, "infinite", "ponder", "searchmoves")
_MOST = 1 << 40
"""No program means a greater number."""


class UciError(ZermeloError):
    """A line that is not UCI, or that asks for something impossible."""


@dataclass(frozen=True)
class Question:
    """What `go` asks for."""

    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    """Moves within which to mate."""
    seconds: float | None = None
    """For exactly this move."""
    clock: ClockTime | None = None
    infinite: bool = False
    ponder: bool = False
    among: tuple[int, ...] = ()
    """The only moves to think about; empty for all."""

    @property
    def waits(self) -> bool:
        """Whether the answer must wait for `stop` or `ponderhit`."""
        return self.infinite or self.ponder


class Board:
    """The game that the program tells us about."""

    def __init__(self) -> None:
        self.chess960 = False
        self.position: Position = Chess().start()
        self._begin = "startpos"
        self._moves: tuple[str, ...] = ()

    def reset(self, chess960: bool) -> None:
        """Begin a new game by the rules of chess or of Chess960."""
        self.chess960, self._begin, self._moves = chess960, "startpos", ()
        self.position = self._game().start()

    def _game(self) -> Game:
        return Chess960() if self.chess960 else Chess()

    def set(self, words: Sequence[str]) -> None:
        """Understand what follows `position`. If something is wrong, the last position stays."""
        begin, moves = _split(words)
        if begin == self._begin and moves[: len(self._moves)] == self._moves:
            position, new = self.position, moves[len(self._moves) :]
        else:
            position, new = self._first(begin), moves
        for text in new:
            position = position.advance(number_of(position, text))
        self.position, self._begin, self._moves = position, begin, moves

    def _first(self, begin: str) -> Position:
        game = self._game()
        if begin == "startpos":
            return game.start()
        try:
            return game.position(begin)
        except PositionError as problem:
            raise UciError(str(problem)) from None


def _split(words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Where the game begins, and its moves."""
    at = list(words).index("moves") if "moves" in words else len(words)
    head, moves = words[:at], tuple(words[at + 1 :])
    if head[:1] == ["startpos"]:
        return "startpos", moves
    if head[:1] == ["fen"]:
        return " ".join(head[1:]), moves
    raise UciError("`position` needs startpos or fen, such as: position startpos moves e2e4 e7e5")


def number_of(position: Position, text: str) -> int:
    """The legal move that a text such as e2e4, e7e8q or e1g1 names."""
    source, target, promotion = text[:2], text[2:4], text[4:].lower()
    if source in fen.SQUARES and target in fen.SQUARES and (not promotion or promotion in _PROMOTIONS):
        number = (fen.SQUARES.index(source) * 64 + fen.SQUARES.index(target)) * 8 + _PROMOTIONS.get(promotion, 0)
        if number in position.choices:
            return number
    legal = " ".join(san.uci(move) for move in position.choices)
    what = f"legal are: {legal}" if legal else f"the game is over ({position.result})"
    raise UciError(f"`{text[:20]}` is not a legal move here; {what}")


def read_go(words: Sequence[str], position: Position) -> Question:
    """Understand what follows `go`. Words that are not known are skipped, as the protocol asks."""
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    among: list[int] = []
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word in _NUMBERS:
            numbers[word] = _number(word, words[at : at + 1])
            at += 1
        elif word == "searchmoves":
            while at < len(words) and words[at] not in _WORDS:
                among.append(number_of(position, words[at]))
                at += 1
        elif word in ("infinite", "ponder"):
            flags.add(word)
    limits = {name: max(1, numbers[name]) for name in ("depth", "nodes", "mate") if name in numbers}
    seconds = numbers["movetime"] / 1000 if "movetime" in numbers else None
    infinite = "infinite" in flags or not (numbers or flags)
    return Question(
        **limits,
        seconds=seconds,
        clock=_clock(numbers, position.player),
        infinite=infinite,
        ponder="ponder" in flags,
        among=tuple(dict.fromkeys(among)),
    )


def _number(word: str, values: Sequence[str]) -> int:
    try:
        return max(-_MOST, min(_MOST, int(values[0])))
    except (ValueError, IndexError):
        raise UciError(f"`{word}` needs a whole number, such as {word} 1000") from None


def _clock(numbers: dict[str, int], player: int) -> ClockTime | None:
    """The clock of the player to move, if one runs."""
    colour = "wb"[player] if player in (0, 1) else "w"
    left = numbers.get(f"{colour}time")
    if left is None:
        return None
    moves = numbers.get("movestogo")
    return ClockTime(left / 1000, max(0, numbers.get(f"{colour}inc", 0)) / 1000, moves if moves and moves > 0 else None)
