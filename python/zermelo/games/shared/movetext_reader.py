"""Reads games in PGN and PDN as trees (`movetext`), one after the other, so that a file of many games needs little memory besides its text.

The text is read once from left to right; each word takes time in proportion to its length, whatever it contains. Open variations are a
stack, so that no text can use up Python's own.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from zermelo.games.shared.movetext import (
    MOST_NESTED,
    RESULTS,
    Comment,
    GameText,
    Glyph,
    MovetextError,
    Ply,
    Variation,
    on_one_line,
)

_SPACE = re.compile(r"[\s\ufeff]*")
_TAG = re.compile(r'\[\s*+([^\s"\[\]]++)\s*+"((?:[^"\\]++|\\.)*+)"\s*+\]', re.DOTALL)
_LOOSE_TAG = re.compile(r'\[[^\S\n]*+([^\s"\[\]]++)[^\S\n]*+"([^\n]*)"[^\S\n]*+\][^\S\n]*+(?=\n|$)')
"""Some programs write quotes inside a value without a backslash; then the value ends where the line does."""
_SYMBOLS = r"[-+=/~#\u2213\u00b1\u2a72\u2a71\u221e\u25a1\u2295\u27f3\u2192\u2191\u21c6\u25cb\u2313]"
_WORD = re.compile(
    r"(?P<space>[\s\ufeff]++)"
    r"|\{(?P<comment>[^}]*+)\}"
    r"|;(?P<rest>[^\n]*+)"
    r"|(?m:^%(?P<escape>[^\n]*+))"
    r"|(?P<open>\()|(?P<close>\))"
    r"|(?P<glyph>\$[0-9]++|[!?]++|e\.p\.)"
    r"|(?P<result>1-0|0-1|1/2-1/2|\*|2-0|0-2|1-1|0-0)(?=[\s;{()\[]|$)"
    r"|(?P<squares>[0-9]++(?:[-xX:][0-9]++)++)"
    r"|(?P<number>[0-9]++(?:[.\u2026]++|(?=[\s{(;)\[A-Za-z]|$))|[.\u2026]++)"
    r"|(?P<move>--(?=[\s;{()\[$!?]|$)|[A-Za-z0-9][\w+#=:/@-]*+(?:\([QRBNqrbn]\))?)"
    rf"|(?P<symbol>(?!--(?!{_SYMBOLS})){_SYMBOLS}++)"
)


@dataclass
class _Open:
    """A variation that is being read."""

    plies: list[Ply] = field(default_factory=list)
    before: list[Comment | Glyph | Variation] = field(default_factory=list)
    after: list[Comment | Glyph | Variation] = field(default_factory=list)
    move: str | None = None

    def play(self, move: str) -> None:
        self.settle()
        self.move = move

    def add(self, thing: Comment | Glyph | Variation) -> None:
        (self.before if self.move is None else self.after).append(thing)

    def settle(self) -> None:
        if self.move is not None:
            self.plies.append(Ply(self.move, tuple(self.after)))
            self.move, self.after = None, []

    def closed(self) -> Variation:
        self.settle()
        return Variation(tuple(self.plies), tuple(self.before))


class Reader:
    """Reads the games of a text one by one; `kind` is the name of the notation in errors.

    >>> [game.moves for game in Reader('[White "ann"] 1. e4 (1. c4) * [White "bob"] 1. d4 d5 1/2-1/2').games()]
    [('e4',), ('d4', 'd5')]
    """

    def __init__(self, text: str, kind: str = "PGN", results: tuple[str, ...] = RESULTS) -> None:
        self.text = re.sub(r"\r\n?", "\n", text) if "\r" in text else text
        self.kind, self.results = kind, results
        self.at = 0
        self._line, self._counted = 1, 0

    def games(self) -> Iterator[GameText]:
        """All games, in their order; none for a text without any. Lines for other programs after the last game are left out."""
        while True:
            game = self.next()
            if game is None:
                return
            yield game

    def next(self) -> GameText | None:
        """The game that begins here; None at the end of the text."""
        line = _Open()
        tags = self._tags(line)
        number = self._number(self.at)
        stack, result = [line], None
        if tags and self.text.startswith("[", self.at):
            return GameText(tuple(tags), line.closed(), None, number)
        while self.at < len(self.text) and result is None:
            match = _WORD.match(self.text, self.at)
            if match is None:
                if self.text[self.at] == "[" and len(stack) == 1 and line.move is not None:
                    break  # the next game begins, although this one has no result
                raise self._damaged(stack)
            result = self._word(match, stack)
            self.at = match.end()
        if len(stack) > 1:
            raise MovetextError(
                f"line {self._number(len(self.text))} of the {self.kind}: the text ends inside round brackets; close the variation"
            )
        main = stack[0].closed()
        if not tags and not main.plies and result is None:
            if self.at < len(self.text):
                raise self._damaged(stack)
            return None
        return GameText(tuple(tags), main, result, number)

    def _word(self, match: re.Match[str], stack: list[_Open]) -> str | None:
        """Take in one word; the answer is the result of the game, if it is one."""
        kind, word = match.lastgroup, match[match.lastgroup or 0]
        top = stack[-1]
        if kind in ("move", "squares") or (kind == "result" and word not in self.results):
            top.play(word)
        elif kind in ("comment", "rest", "escape"):
            top.add(Comment(word, {"comment": "{", "rest": ";", "escape": "%"}[kind]))
        elif kind in ("glyph", "symbol"):
            top.add(Glyph(word))
        elif kind == "result":
            if len(stack) == 1:
                return word
            top.add(Glyph(word))
        elif kind == "open":
            self._open(stack)
        elif kind == "close":
            if len(stack) == 1:
                raise self._damaged(stack)
            inner = stack.pop().closed()
            stack[-1].add(inner)
        return None

    def _open(self, stack: list[_Open]) -> None:
        if stack[-1].move is None:
            raise MovetextError(
                f"line {self._number(self.at)} of the {self.kind}: a variation comes before any move; put it after the move that it replaces"
            )
        if len(stack) > MOST_NESTED:
            raise MovetextError(
                f"line {self._number(self.at)} of the {self.kind}: more than {MOST_NESTED} variations are inside each other"
            )
        stack.append(_Open())

    def _tags(self, line: _Open) -> list[tuple[str, str]]:
        """The tags of the game that begins here. Comments before and between them belong to its beginning.

        A tag may come twice, but after an empty line the same tag again belongs to another game.
        """
        tags: list[tuple[str, str]] = []
        names: set[str] = set()
        while True:
            space = _SPACE.match(self.text, self.at)
            self.at = space.end() if space else self.at
            if self.text.startswith(("%", ";", "{"), self.at):
                match = _WORD.match(self.text, self.at)
                if match is None or match.lastgroup not in ("comment", "rest", "escape"):
                    return tags
                self._word(match, [line])
            elif self.text.startswith("[", self.at):
                match = _TAG.match(self.text, self.at) or _LOOSE_TAG.match(self.text, self.at)
                if match is None:
                    raise MovetextError(
                        f'line {self._number(self.at)} of the {self.kind} is not a tag; write it like [White "ann"]'
                    )
                if match[1] in names and space is not None and "\n\n" in space[0]:
                    return tags  # the next game begins, although this one has tags alone
                names.add(match[1])
                tags.append((match[1], on_one_line(re.sub(r'\\(["\\])', r"\1", match[2]))))
            else:
                return tags
            self.at = match.end()

    def _damaged(self, stack: list[_Open]) -> MovetextError:
        where, rest = self._number(self.at), self.text[self.at : self.at + 20].partition("\n")[0]
        if not rest:
            return MovetextError(f"the text is not a game in {self.kind}: it has neither tags in square brackets nor moves")
        why = ""
        if rest.startswith("{"):
            why = ": the comment does not end; close it with }"
        elif rest.startswith(")") and len(stack) == 1:
            why = ": it closes a variation that was not opened"
        return MovetextError(f"line {where} of the {self.kind} cannot be read at `{rest}`{why}")

    def _number(self, at: int) -> int:
        """The number of the line of a place; places are asked for in ascending order, so each line is counted once."""
        self._line += self.text.count("\n", self._counted, at)
        self._counted = max(at, self._counted)
        return self._line
