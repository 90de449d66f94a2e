"""A game as PGN and PDN write it: tags, then a tree of moves with comments, glyphs and variations. `movetext_reader` reads one.

    [White "ann"]                        tags, in their order; a name may come twice
    {a note} 1. e4! e5 (1... c5 $6       a comment, a glyph, a variation in place of the move before it,
    ({or} 1... e6 2. d4) 2. Nf3) ; old   a variation of the variation, a comment that ends with its line
    % for some program                   a line for other programs
    2. Nf3 *                             and the result

Nothing is lost: `read` of what `written` makes is equal to what was read. Only the layout is new: spaces, line ends between words, and numbers of
moves. What follows a move stays in its order, because a comment before a variation and one after it mean different things. Moves are texts here;
only the rules of a game say what they mean.

The standards are Steven Edwards, "Portable Game Notation: Specification and Implementation Guide" (1994), and Adrian Millett, "Portable Draughts
Notation" (1993).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from zermelo.errors import ZermeloError

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
DRAUGHTS_RESULTS = (*RESULTS, "2-0", "0-2", "1-1", "0-0")
"""Results of PDN, where a win may count two points."""
MOST_NESTED = 100
"""The most variations inside each other."""
_WIDTH = 79


class MovetextError(ZermeloError):
    """A text is not a game in PGN or PDN."""


@dataclass(frozen=True)
class Comment:
    """A comment: in braces, after a semicolon, or a line after a percent sign, which is for other programs."""

    text: str
    mark: str = "{"


@dataclass(frozen=True)
class Glyph:
    """A short opinion, as it was written: $1, !, ?!, +-, e.p.; also a result inside a variation."""

    text: str


@dataclass(frozen=True)
class Ply:
    """A move, as it was written, and what follows it in its order: comments, glyphs, and variations that replace it."""

    move: str
    after: tuple[Comment | Glyph | Variation, ...] = ()

    @property
    def comments(self) -> tuple[str, ...]:
        return tuple(each.text for each in self.after if isinstance(each, Comment) and each.mark != "%")

    @property
    def glyphs(self) -> tuple[str, ...]:
        return tuple(each.text for each in self.after if isinstance(each, Glyph))

    @property
    def variations(self) -> tuple[Variation, ...]:
        return tuple(each for each in self.after if isinstance(each, Variation))


@dataclass(frozen=True)
class Variation:
    """A line of plies, and what stands before the first of them."""

    plies: tuple[Ply, ...] = ()
    before: tuple[Comment | Glyph | Variation, ...] = ()

    @property
    def moves(self) -> tuple[str, ...]:
        return tuple(ply.move for ply in self.plies)


@dataclass(frozen=True)
class GameText:
    """One game as it is written: its tags, its main line with all that belongs to it, and its result.

    >>> game = GameText((("White", "ann"),), Variation((Ply("e4", (Glyph("!"), Variation((Ply("d4"),)))), Ply("e5"))), "*")
    >>> print(game.written())
    [White "ann"]
    <BLANKLINE>
    1. e4! (1. d4) 1... e5 *
    <BLANKLINE>
    """

    tags: tuple[tuple[str, str], ...] = ()
    line: Variation = field(default_factory=Variation)
    result: str | None = None
    """None where the text has none."""
    number: int = 1
    """The line of the file on which the game begins; it does not count when games are compared."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameText) and (self.tags, self.line, self.result) == (other.tags, other.line, other.result)

    def __hash__(self) -> int:
        return hash((self.tags, self.line.moves, self.result))

    def tag(self, name: str, otherwise: str = "") -> str:
        """The first value of a tag; capital and small letters are the same."""
        return next((value for known, value in self.tags if known.lower() == name.lower()), otherwise)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves of the main line."""
        return self.line.moves

    def variations(self) -> list[Variation]:
        """All variations, also those inside others."""
        found, waiting = [], [self.line]
        while waiting:
            line = waiting.pop()
            inner = [each for after in (line.before, *(ply.after for ply in line.plies)) for each in after]
            waiting += (more := [each for each in inner if isinstance(each, Variation)])
            found += more
        return found

    def written(self, first: int = 1, second: bool = False) -> str:
        """The game as text. `first` is the number of its first move, and `second` says whether the second player makes it."""
        head = [f'[{name} "{quoted(value)}"]' for name, value in self.tags]
        words = [*_plies(self.line, 2 * first + second), *([] if self.result is None else [self.result])]
        return "\n".join([*head, "", *_lines(words), ""] if words or not head else [*head, "", ""])


def quoted(value: str) -> str:
    """The value of a tag on one line, with quotes and backslashes escaped."""
    return re.sub(r'(["\\])', r"\\\1", on_one_line(value))


def on_one_line(value: str) -> str:
    """A value without line ends; other spaces stay as they are."""
    return re.sub(r"[^\S\n]*(?:\n[^\S\n]*)+", " ", re.sub(r"\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]", "\n", value))


def _plies(line: Variation, ply: int) -> Iterator[str]:
    """The words of a variation whose first move is ply number `ply`; 2 is the first move of the first player.

    The numbers of moves come before those of the first player, and wherever something stands between two moves.
    """
    yield from _after(line.before, ply + 1)
    broken = True
    for number, each in enumerate(line.plies, ply):
        if number % 2 == 0 or broken:
            yield f"{number // 2}{'.' if number % 2 == 0 else '...'}"
        attached = [after for after in each.after[:1] if isinstance(after, Glyph) and not after.text.strip("!?")]
        yield each.move + "".join(after.text for after in attached)
        rest = each.after[len(attached) :]
        yield from _after(rest, number + 1)
        broken = any(not isinstance(after, Glyph) for after in rest)


def _after(things: Iterable[Comment | Glyph | Variation], ply: int) -> Iterator[str]:
    """What follows the move before ply number `ply`; variations replace that move."""
    for each in things:
        if isinstance(each, Glyph):
            yield each.text
        elif isinstance(each, Comment):
            yield _comment(each)
        else:
            inner = list(_plies(each, ply - 1)) or [""]
            inner[0] = "(" + inner[0]
            if inner[-1].endswith("\n"):
                inner.append("")
            inner[-1] += ")"
            yield from inner


def _comment(comment: Comment) -> str:
    """What is read again as this comment; one made by a program may contain what would end it."""
    if comment.mark == "{":
        return f"{{{comment.text.replace('}', ')')}}}"
    text = on_one_line(comment.text)
    return f";{text}\n" if comment.mark == ";" else f"\n%{text}\n"


def _lines(words: Iterable[str]) -> list[str]:
    """Words in lines that are not too long; a comment is never broken, because its line ends belong to it."""
    lines, line = [], ""
    for word in words:
        if line and (word.startswith("\n") or len(line) + 1 + len(word.partition("\n")[0]) > _WIDTH):
            lines.append(line)
            line = ""
        word = word.removeprefix("\n")
        line = f"{line} {word}" if line else word
        if word.endswith("\n"):
            lines.append(line.removesuffix("\n"))
            line = ""
    return [*lines, line] if line else lines
