"""Chess games in PGN, which every chess program reads.

    [White "person"]
    [Black "level(3)"]                    tags in square brackets, one on each line
    [Result "1-0"]

    1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6        moves in standard notation, with their numbers,
    4. Qxf7# {+8.5 0.1s} 1-0              and the result again: 1-0, 0-1, 1/2-1/2, or * for an unfinished game

A game that does not start from the usual position has the tags SetUp and FEN. This module has the main line alone, with a comment for each
move; `zermelo.games.shared.movetext` has the whole game with comments, glyphs and variations. Neither checks whether the moves are legal.

The standard is Steven Edwards, "Portable Game Notation: Specification and Implementation Guide" (1994).
"""

from dataclasses import dataclass, field

from zermelo.games.shared.movetext import RESULTS, Comment, GameText, MovetextError, Ply, Variation
from zermelo.games.shared.movetext_reader import Reader

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
"""The tags that every game has, in this order."""
PgnError = MovetextError


@dataclass(frozen=True)
class Pgn:
    """One game: its tags, its moves and its result."""

    tags: dict[str, str] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    result: str = "*"
    comments: tuple[str, ...] = ()
    """A comment for each move, empty for none; only written, not read."""
    remark: str = ""
    """A comment before the first move; only written, not read."""


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
    comments = [*map(_comment, game.comments), *[()] * (len(game.moves) - len(game.comments))]
    plies = (Ply(move, after) for move, after in zip(game.moves, comments, strict=False))
    return GameText(tuple(tags.items()), Variation(tuple(plies), _comment(game.remark)), game.result).written(first, black)


def _comment(words: str) -> tuple[Comment, ...]:
    """A comment on one line, without braces; nothing for an empty text."""
    plain = " ".join(words.replace("{", "(").replace("}", ")").split())
    return (Comment(plain),) if plain else ()


def read(text: str) -> Pgn:
    """The first game of a text; the rest of the text may be anything.

    >>> read('[White "ann"] 1.e4 {best by test} e5 (1...c5 2.Nf3) 2.Nf3! $1 *')
    Pgn(tags={'White': 'ann'}, moves=('e4', 'e5', 'Nf3'), result='*', comments=(), remark='')
    """
    first = Reader(text).next()
    if first is None:
        raise PgnError("the text is not a game in PGN: it has neither tags in square brackets nor moves")
    return main_line(first)


def read_all(text: str) -> list[Pgn]:
    """All games of a text.

    >>> [game.moves for game in read_all('[White "ann"] 1. e4 * [White "bob"] 1. d4 d5 1/2-1/2')]
    [('e4',), ('d4', 'd5')]
    """
    return [main_line(game) for game in Reader(text).games()] or [read(text)]


def main_line(game: GameText) -> Pgn:
    """A game without its comments, glyphs and variations. Of tags with the same name the first counts."""
    tags = dict(reversed(game.tags))
    told = tags.get("Result", "*")
    return Pgn({name: tags[name] for name, _ in game.tags}, game.moves, game.result or (told if told in RESULTS else "*"))
