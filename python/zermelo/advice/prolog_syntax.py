"""Advice tables in Prolog, as textbooks and lecture notes print them.

    edge_rule :: if their_king_edge and kings_close then [mate_in_2, squeeze].
    else_rule :: if true then [squeeze].

    advice(squeeze,
        newroomsmaller and not rookexposed :        % better-goal
        not rooklost :                              % holding-goal
        (depth = 0) and rookmove :                  % our moves
        nomove).                                    % their moves

Both forms make the same table. Only the brackets differ, and some words: `ALIASES` says what ours are. The parts of a piece of advice are separated by
colons or by commas. Directives and definitions of predicates are skipped, because words are Python (`zermelo.advice.knowledge`).

Such a file does not say which game it is for. Without more it is about king and rook against king, the table of the books. A comment says otherwise:

    % table krk for chess using KingAndRook
"""

import re
from pathlib import PurePath

from zermelo.advice.parser import Parser
from zermelo.advice.table import Advice, AdviceTable, Fact, Facts, Filter, Kind, Moves, Rule, Then

ALIASES = {
    "mate": "won",
    "stalemate": "drawn",
    "themtomove": "them_to_move",
    "ustomove": "us_to_move",
    "nomove": "none",
    "their_king_edge": "their_king_on_edge",
    "our_king_edge": "our_king_on_edge",
    "rooklost": "rook_lost",
    "rookexposed": "rook_exposed",
    "rookdivides": "rook_divides",
    "newroomsmaller": "room_smaller",
    "roomgt2": "roomy",
    "lpatt": "l_pattern",
    "okapproachedcsquare": "king_nearer_critical_square",
    "okapproachedsquare": "king_nearer_critical_square",
    "okorndle": "king_no_farther_from_rook",
    "kingdiagfirst": "king_move",
    "rookmove": "rook_move",
    "checkmove": "rook_check",
}
"""The words of the books, and ours."""
_ROOK = "KingAndRook"
_OURS = Then((Kind("king_move"), Kind("rook_move")))
"""The order in which the books' `legal` gives our moves in king and rook against king."""
_COMMENT = re.compile(r"%[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_HEADER = re.compile(r"^\s*%\s*(table\s+[^\W\d][\w-]*\s+for\s+\S.*)$", re.MULTILINE)
_SIGN = re.compile(r"::\s*if\b|^\s*advice\s*\(", re.MULTILINE)


def is_prolog(text: str) -> bool:
    """Whether a table is written in Prolog.

    >>> is_prolog("else_rule :: if true then [wait]."), is_prolog("rule else: if true then wait")
    (True, False)
    """
    return _SIGN.search(_COMMENT.sub("", text)) is not None


def _blank(comment: re.Match[str]) -> str:
    """Spaces in place of a comment, so that all else keeps its line and column."""
    return re.sub(r"[^\n]", " ", comment[0])


class PrologParser(Parser):
    """Reads a table in Prolog, clause by clause."""

    def __init__(self, text: str, file: str) -> None:
        super().__init__(_COMMENT.sub(_blank, text), file)
        header = _HEADER.search(text)
        name = re.sub(r"\W", "_", PurePath(file).stem)
        self.header = f"table {name if name[:1].isalpha() else 'table'} for chess using {_ROOK}" if header is None else header[1]

    def table(self) -> AdviceTable:
        head = Parser(self.header, self.file).table()
        self.about_rook = head.knowledge == _ROOK
        rules: list[Rule] = []
        pieces: list[Advice] = []
        while self.here.kind != "end":
            if self.comes("advice"):
                pieces.append(self.advice())
            elif self.comes(":") or self.tokens[self.at + 1].text == "(":
                self._skip_clause()
                continue
            else:
                rules.append(self.rule())
            self.expect(".", "at the end of the clause")
        place = self.place(0, 0)
        return AdviceTable(head.name, head.game, tuple(rules), tuple(pieces), head.knowledge, head.strategy, place=place)

    def rule(self) -> Rule:
        name = self.name("a rule `name :: if ... then [...]`, or `advice(...)`")
        for _ in range(2):
            self.expect(":", "as in `name :: if ... then [...]`")
        self.expect("if", "before the precondition (`if true` always holds)")
        condition = self.facts()
        self.expect("then", "after the precondition")
        self.expect("[", "before the list of advice")
        names = [self.name("the name of a piece of advice")]
        while self.skip(","):
            names.append(self.name("the name of a piece of advice"))
        self.expect("]", "after the list of advice")
        mentions = tuple(each.place for each in names)
        return Rule(name.text, condition, tuple(each.text for each in names), place=name.place, mentions=mentions)

    def advice(self) -> Advice:
        self.take()
        self.expect("(", "after `advice`")
        name = self.name("the name of the advice")
        self.expect(",", "after the name of the advice")
        better = self.facts()
        self._between("the better-goal")
        holding = self.facts()
        self._between("the holding-goal")
        us = self._with_order(self.moves())
        self._between("our moves")
        them = self.moves()
        self.expect(")", "after their moves")
        return Advice(name.text, better=better, holding=holding, us=us, them=them, place=name.place)

    def moves(self) -> Moves:
        """`or` between moves means what `then` means."""
        for token in range(self.at, len(self.tokens)):
            each = self.tokens[token]
            if each.text in (":", ",", "."):
                break
            if each.text == "or":
                self.tokens[token] = type(each)(each.kind, "then", each.place)
        return super().moves()

    def _fact(self) -> Facts:
        found = super()._fact()
        return Fact(ALIASES.get(found.name, found.name), place=found.place) if isinstance(found, Fact) else found

    def _kind(self) -> Moves:
        found = super()._kind()
        return Kind(ALIASES.get(found.name, found.name), place=found.place) if isinstance(found, Kind) else found

    def _with_order(self, moves: Moves) -> Moves:
        """Our moves, with `legal` in the order of the books."""
        if not self.about_rook:
            return moves
        if isinstance(moves, Kind):
            return _OURS if moves.name == "legal" else moves
        if isinstance(moves, Filter | Then):
            return type(moves)(tuple(map(self._with_order, moves.parts)), place=moves.place)
        return moves

    def _between(self, what: str) -> None:
        if not (self.skip(":") or self.skip(",")):
            self.fail(f"expected `:` after {what}, {self.found}")

    def _skip_clause(self) -> None:
        """Step past a directive or a predicate: to a full stop before a space or at the end of a line."""
        while self.here.kind != "end":
            token = self.take()
            line, column = token.place.line - 1, token.place.column
            if token.text == "." and not self.lines[line][column : column + 1].strip():
                return
