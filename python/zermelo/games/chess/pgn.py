"""Chess games in PGN, which every chess program reads.

    [White "person"]
    [Black "level(3)"]                    tags in square brackets, one on each line
    [Result "1-0"]

    1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6        moves in standard notation, with their numbers,
    4. Qxf7# {+8.5 0.1s} 1-0              and the result again: 1-0, 0-1, 1/2-1/2, or * for an unfinished game

A game that does not start from the usual position has the tags SetUp and FEN. The reader skips comments in braces or after a semicolon,
variations in round brackets, and annotation glyphs such as $1. It reads only the main line, and does not check whether the moves are legal.

The standard is Steven Edwards, "Portable Game Notation: Specification and Implementation Guide" (1994).
"""

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field

from zermelo.errors import ZermeloError

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
"""The tags that every game has, in this order."""
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_WIDTH = 79
_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_WORD = re.compile(
    r"(?P<space>\s+)|(?P<comment>\{[^}]*\}|;[^\n]*)|(?P<opinion>\$\d+|[!?]+|e\.p\.)|(?P<open>\()|(?P<close>\))"
    r"|(?P<result>1-0|0-1|1/2-1/2|\*)(?=[\s;{(\[]|$)|(?P<number>\d+\.*(?=[\s\w]|$)|\.+)|(?P<move>[A-Za-z0-9][\w+#=:/-]*)"
)


class PgnError(ZermeloError):
    """A text is not a game in PGN."""


@dataclass(frozen=True)
class Pgn:
    """One game: its tags, its moves and its result."""

    tags: dict[str, str] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    result: str = "*"
    comments: tuple[str, ...] = ()
    """A comment for each move, empty for none; only written, not read."""


def write(game: Pgn, first: int = 1, black: bool = False) -> str:
    """The game as text. `first` is the number of its first move, and `black` says whether Black makes it.

    >>> print(write(Pgn({"White": "ann", "Black": "bob"}, ("f3", "e5", "g4", "Qh4#"), "0-1")))
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "ann"]
    [Black "bob"]
    [Result "0-1"]
    <BLANKLINE>
    1. f3 e5 2. g4 Qh4# 0-1
    <BLANKLINE>
    """
    tags = {name: "????.??.??" if name == "Date" else "?" for name in ROSTER} | game.tags | {"Result": game.result}
    head = [f'[{name} "{_quoted(value)}"]' for name, value in tags.items()]
    words = " ".join([*_numbered(game, first, black), game.result])
    lines = textwrap.wrap(words, _WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*head, "", *lines, ""])


def _numbered(game: Pgn, first: int, black: bool) -> Iterator[str]:
    """Moves with numbers and comments; after a comment the second player's move has a number of its own."""
    comments = {at: " ".join(re.sub("[{}]", "", words).split()) for at, words in enumerate(game.comments, 1 if black else 0)}
    for at, move in enumerate(game.moves, 1 if black else 0):
        if at % 2 == 0:
            yield f"{first + at // 2}."
        elif (at == 1 and black) or comments.get(at - 1):
            yield f"{first + at // 2}..."
        yield move
        if comments.get(at):
            yield f"{{{comments[at]}}}"


def read(text: str) -> Pgn:
    """The first game of a text.

    >>> read('[White "ann"] 1.e4 {best by test} e5 (1...c5 2.Nf3) 2.Nf3! $1 *')
    Pgn(tags={'White': 'ann'}, moves=('e4', 'e5', 'Nf3'), result='*', comments=())
    """
    return _read(_unescaped(text), 0)[0]


def read_all(text: str) -> list[Pgn]:
    """All games of a text.

    >>> [game.moves for game in read_all('[White "ann"] 1. e4 * [White "bob"] 1. d4 d5 1/2-1/2')]
    [('e4',), ('d4', 'd5')]
    """
    text = _unescaped(text)
    game, at = _read(text, 0)
    found = [game]
    while text[at:].strip():
        game, at = _read(text, at)
        found.append(game)
    return found


def _unescaped(text: str) -> str:
    """The text without lines that begin with %, which are not part of a game."""
    return "\n".join("" if line.startswith("%") else line for line in text.lstrip("\ufeff").splitlines())


def _read(text: str, at: int) -> tuple[Pgn, int]:
    """The game that begins at a place of a text, and where it ends."""
    tags, at = _tags(text, at)
    moves: list[str] = []
    result = None
    depth = 0
    while at < len(text) and result is None:
        match = _WORD.match(text, at)
        if match is None or (match["close"] and depth == 0):
            if text[at] == "[" and depth == 0 and moves:
                break  # the next game begins, although this one has no result
            raise PgnError(f"line {_line(text, at)} of the PGN cannot be read at `{text[at : at + 20].splitlines()[0]}`")
        at = match.end()
        depth += (match["open"] is not None) - (match["close"] is not None)
        if depth == 0 and match["move"]:
            moves.append(match["move"])
        elif depth == 0 and match["result"]:
            result = match["result"]
    if depth:
        raise PgnError("the PGN ends inside round brackets; close the variation")
    if not tags and not moves and result is None:
        raise PgnError("the text is not a game in PGN: it has neither tags in square brackets nor moves")
    told = tags.get("Result", "*")
    return Pgn(tags, tuple(moves), result or (told if told in RESULTS else "*")), at


def _tags(text: str, at: int) -> tuple[dict[str, str], int]:
    """The tags of the game that begins at a place of a text, and where they end."""
    tags: dict[str, str] = {}
    while True:
        space = re.compile(r"\s*").match(text, at)
        at = space.end() if space else at
        if not text.startswith("[", at):
            return tags, at
        match = _TAG.match(text, at)
        if match is None:
            raise PgnError(f'line {_line(text, at)} of the PGN is not a tag; write it like [White "ann"]')
        tags.setdefault(match[1], re.sub(r"\\(.)", r"\1", match[2]))
        at = match.end()


def _quoted(value: str) -> str:
    """The value of a tag on one line, with quotes and backslashes escaped."""
    return re.sub(r'(["\\])', r"\\\1", " ".join(value.split()))


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
