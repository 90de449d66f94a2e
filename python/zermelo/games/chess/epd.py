"""Chess positions with opcodes (EPD), as test suites for chess programs are written.

    1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";     the first four fields of FEN, then operations:
                                                                              a word, operands, and a semicolon

    bm am            best moves; moves to avoid                 pv              the expected line
    dm               mate in so many moves                      id c0 ... c9    names and comments
    acd acn acs ce   depth, nodes, seconds and value (in hundredths of a pawn) of an analysis
    hmvc fmvn        the clock of the fifty-move rule, and the number of the move

Other words are kept as they are. A text with spaces or semicolons stands in quotes. Moves are checked by the rules: `bm` and `am` in the position itself,
`pv` one after the other. The reader forgives what files of the world have: the last two fields of FEN, a semicolon before the first operation or none after
the last, words without quotes, `bm Rc8+ dm 26` without a semicolon between them, and `am Ne5` where two knights can go there.

The standard is part 16.2 of Steven Edwards, "Portable Game Notation: Specification and Implementation Guide" (1994).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from zermelo.errors import MoveError, PositionError, ZermeloError
from zermelo.game import Game, Position
from zermelo.games.chess import san

MOVES = ("bm", "am", "pm", "sm")
"""Operations whose operands are moves in the position."""
LINES = ("pv",)
NUMBERS = ("acd", "acn", "acs", "ce", "dm", "hmvc", "fmvn")
TEXTS = ("id", *(f"c{digit}" for digit in range(10)))
_FIELDS = re.compile(r"\s*(\S+)\s+([wb])\s+(\S+)\s+([-a-h][1-8]?)(?=[\s;]|$)(?:\s+([0-9]+)\s+([0-9]+)(?=[\s;]|$))?")
_OPERAND = re.compile(r'\s*+(?:(?P<end>;)|"(?P<text>(?:[^"\\]++|\\.)*+)"|(?P<word>[^\s;"]++))')


class EpdError(ZermeloError):
    """A line is not a position in EPD."""


@dataclass(frozen=True)
class Operation:
    """A word and its operands; `quoted` says which operands stood in quotes."""

    word: str
    operands: tuple[str, ...] = ()
    quoted: tuple[bool, ...] = ()

    def __str__(self) -> str:
        pairs = zip(self.operands, self.quoted, strict=True)
        return " ".join([self.word, *(f'"{_escaped(text)}"' if quotes else text for text, quotes in pairs)]) + ";"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


@dataclass(frozen=True)
class Epd:
    """A position and its operations.

    >>> epd = read('6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id "back; rank"; zz 1;')
    >>> epd.operands("bm"), epd.operands("id"), epd.operands("dm")
    (('Ra8#',), ('back; rank',), ())
    >>> str(epd)
    '6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id "back; rank"; zz 1;'
    """

    fields: tuple[str, str, str, str]
    """The board, the player to move, the rights to castle, and the en passant square, as in FEN."""
    operations: tuple[Operation, ...] = ()
    counts: tuple[str, ...] = ()
    """The last two fields of FEN, where the line has them."""

    def operands(self, word: str) -> tuple[str, ...]:
        """The operands of the first operation with a word; none if there is no such operation."""
        return next((operation.operands for operation in self.operations if operation.word == word), ())

    @property
    def fen(self) -> str:
        """The position as FEN; the counts come from the operations hmvc and fmvn, where the line has them."""
        clock, number = self.counts or ("0", "1")
        return " ".join([*self.fields, *(self.operands("hmvc") or (clock,))[:1], *(self.operands("fmvn") or (number,))[:1]])

    def position(self, game: Game) -> Position:
        """The position, with all moves of the operations checked by the rules."""
        position = game.position(self.fen)
        for operation in self.operations:
            after = position
            moves = operation.operands if operation.word in (*MOVES, *LINES) else ()
            for move in (move for move in moves if move.strip("+#!?")):  # some files write `Qd1 +`
                try:
                    if operation.word in LINES:
                        after = after.play(move)
                    elif not san.fitting(position.state.board, move, position.choices):
                        position.parse(move)  # says what would be legal
                except MoveError as error:
                    raise EpdError(f"`{operation.word}` is wrong: {error}") from None
        return position

    def told(self) -> str:
        """The operations as text."""
        return " ".join(map(str, self.operations))

    def __str__(self) -> str:
        return " ".join([*self.fields, *self.counts, *map(str, self.operations)])


def read(line: str) -> Epd:
    """One line; its moves are checked when its position is asked for."""
    fields = _FIELDS.match(line)
    if fields is None:
        raise EpdError("it does not begin with four fields as in `6k1/5ppp/8/8/8/8/8/R5K1 w - -`")
    counts = (fields[5], fields[6]) if fields[5] else ()
    return Epd((fields[1], fields[2], fields[3], fields[4]), tuple(_operations(line, fields.end())), counts)


def _operations(line: str, at: int) -> Iterator[Operation]:
    words: list[tuple[str, bool]] = []
    while line[at:].strip():
        match = _OPERAND.match(line, at)
        if match is None:
            raise EpdError(f"a text in quotes does not end at `{line[at:].strip()[:20]}`")
        word = match["word"] if match["text"] is None else re.sub(r'\\(["\\])', r"\1", match["text"])
        ends = match["end"] is not None or (
            match["word"] is not None and len(words) > 1 and words[0][0] in MOVES and _opens(match["word"])
        )
        if ends:
            yield from _settled(words)
            words = []
        if match["end"] is None:
            words.append((word, match["text"] is not None))
        at = match.end()
    yield from _settled(words)


def _opens(word: str) -> bool:
    """Whether a word among moves begins the next operation."""
    return word in (*MOVES, *LINES, *NUMBERS, *TEXTS)


def _settled(words: list[tuple[str, bool]]) -> Iterator[Operation]:
    """The operation that some words make; nothing for no words."""
    if not words:
        return
    (word, quotes), *operands = words
    if quotes or not re.fullmatch(r"[A-Za-z][\w-]{0,14}", word):
        raise EpdError(f"`{word[:20]}` is not an operation; write a word, operands, and a semicolon, as in `bm Qd1+;`")
    if word in NUMBERS and (len(operands) != 1 or not re.fullmatch(r"[-+]?[0-9]{1,15}", operands[0][0])):
        raise EpdError(f"`{word}` needs one whole number, as in `{word} 3;`")
    if word in (*MOVES, *LINES) and not operands:
        raise EpdError(f"`{word}` needs at least one move, as in `{word} Qd1+;`")
    yield Operation(word, tuple(text for text, _ in operands), tuple(quotes for _, quotes in operands))


def read_all(text: str) -> Iterator[tuple[int, Epd]]:
    """The lines of a text that are neither empty nor comments, with their numbers."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                yield number, read(line)
            except (EpdError, PositionError) as error:
                raise EpdError(f"line {number} of the EPD: {error}") from None
