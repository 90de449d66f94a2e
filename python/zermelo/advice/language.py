"""The Advice Language: how tables are written, and how they are read.

    table krk for chess using KingAndRook       # from a hash to the end of the line is a remark
    strategy: first

    rule edge:  if their_king_on_edge and kings_close  then mate_in_2, squeeze
    rule else:  if true                                then squeeze

    advice squeeze:
        better:   room_smaller and not rook_exposed
        holding:  not rook_lost
        us:       depth = 0 and rook_move
        them:     none

The grammar, with [ ] for what may be missing and { } for what may come again:

    table     "table" name "for" game [ "using" knowledge ]  { strategy | rule | advice }
    strategy  "strategy" ":" ( "first" | "fall_through" )
    rule      "rule" name ":" "if" facts ( "then" name { "," name } | "use" name )
    advice    "advice" name ":"  "better" ":" facts  [ "holding" ":" facts ]  "us" ":" moves  [ "them" ":" moves ]
    facts     both { "or" both }              both      fact { "and" fact }
    fact      name | "not" fact | "(" facts ")"
    moves     kinds { "then" kinds }          kinds     kind { "and" kind }
    kind      name | "depth" ( "=" | "<" ) number | "(" moves ")"

Only the first line is a line: game and knowledge may be calls or files, so they run up to the next word or to the end. Everywhere
else lines and spaces are as you like. Without `holding` everything is allowed to happen, without `them` nothing may follow our move.

One token is looked at, never two: each rule of the grammar is one method of `_Reader`, and whatever does not fit is told with
its line and a caret below the word.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from zermelo.advice.errors import AdviceError, Place
from zermelo.advice.table import (
    FIRST,
    NONE,
    STRATEGIES,
    TRUE,
    Advice,
    And,
    Depth,
    Fact,
    Facts,
    Filter,
    Kind,
    Moves,
    Not,
    Or,
    Rule,
    Table,
    Then,
)
from zermelo.advice.tokens import NAME, Tokens, bare
from zermelo.errors import nearest
from zermelo.files import expanded, read_text

MAX_DEPTH = 200
"""The greatest number of plies that a constraint may speak of."""
_NESTED = 50
_HEADER = re.compile(r"table\s+(?P<name>\S+)\s+for\s+(?P<game>.+?)(?:\s+using\s+(?P<knowledge>\S.*?))?\s*$")
_FIELDS = ("better", "holding", "us", "them")
_Part = TypeVar("_Part")


def read(text: str, file: str = "text", knowledge: type | None = None) -> Table:
    """The table that a text describes; an AdviceError with line and caret where it describes none.

    `knowledge` is the class that has its words, for tables and classes that are in no file.

    >>> table = read('''table mate for chess
    ... rule all: if true then win
    ... advice win: better: won us: depth = 0 and legal''')
    >>> read(str(table)) == table
    True
    """
    table = _Reader(text, file).table()
    return table if knowledge is None else replace(table, knowledge=knowledge)


def load(path: str | Path) -> Table:
    """The table in a file."""
    text = read_text(path, AdviceError)
    return replace(read(text, Path(path).name), file=str(expanded(path)))


def facts(text: str) -> Facts:
    """A tree of facts from a text, for tables that are put together in Python.

    >>> facts("won or not (lost or drawn)")
    Or(parts=(Fact(name='won'), Not(part=Or(parts=(Fact(name='lost'), Fact(name='drawn'))))))
    """
    reader = _Reader(text, "facts")
    return reader.whole(reader.facts)


def moves(text: str) -> Moves:
    """A tree of moves from a text.

    >>> moves("depth = 0 and legal then depth < 3")
    Then(parts=(Filter(parts=(Depth(sign='=', number=0), Kind(name='legal'))), Depth(sign='<', number=3)))
    """
    reader = _Reader(text, "moves")
    return reader.whole(reader.moves)


class _Reader(Tokens):
    """Reads one text from left to right, one method for each rule of the grammar."""

    nested = 0

    # The table

    def table(self) -> Table:
        head, found = self._header()
        self.restart(head + 1)
        strategy: str | None = None
        rules: list[Rule] = []
        pieces: list[Advice] = []
        while self.here.kind != "end":
            if self.comes("rule"):
                rules.append(self.rule())
            elif self.comes("advice"):
                pieces.append(self.advice())
            elif self.comes("strategy") and strategy is None:
                strategy = self.strategy()
            else:
                self._misplaced()
        name, game, knowledge = found["name"], found["game"], found["knowledge"]
        place = self.place(head, found.start())
        return Table(name, game, tuple(rules), tuple(pieces), knowledge, strategy or FIRST, place=place)

    def _header(self) -> tuple[int, re.Match[str]]:
        """The first line that is not empty, and what it says."""
        head = next((number for number, line in enumerate(self.lines) if bare(line).strip()), 0)
        line = bare(self.lines[head]).rstrip()
        found = _HEADER.fullmatch(line, len(line) - len(line.lstrip()))
        if found is None:
            self.fail("a table begins with a line such as `table krk for chess using KingAndRook`", self.place(head, 0))
        if not NAME.fullmatch(found["name"]):
            self.fail(
                f"`{found['name']}` is no name for a table: use letters, digits, - and _", self.place(head, found.start("name"))
            )
        return head, found

    def _misplaced(self) -> NoReturn:
        here = self.here
        if here.text == "strategy":
            self.fail("the strategy has been chosen already")
        if here.text == "table":
            self.fail("a file holds one table; put the next one into a file of its own")
        if here.text in _FIELDS:
            self.fail(f"`{here.text}` belongs to a piece of advice: begin that with `advice NAME:`")
        self.fail(
            f"`rule`, `advice` or `strategy` should come here, {self.but}.{nearest(here.text, ('rule', 'advice', 'strategy'))}"
        )

    def strategy(self) -> str:
        self.take()
        self.expect(":", "after `strategy`")
        if self.here.text not in STRATEGIES:
            self.fail(f"a strategy is {' or '.join(STRATEGIES)}, {self.but}.{nearest(self.here.text, STRATEGIES)}")
        return self.take().text

    def rule(self) -> Rule:
        place = self.take().place
        name = self.name("the name of the rule").text
        self.expect(":", "after the name of the rule")
        self.expect("if", "before the precondition; `if true` holds always")
        condition = self.facts()
        if self.skip("use"):
            table = self.name("the name of a table")
            return Rule(name, condition, (), table.text, place=place, mentions=(table.place,))
        if not self.skip("then"):
            self.fail(f"`and`, `or`, `then` or `use` should come after the precondition, {self.but}")
        mentioned = [self.name("the name of a piece of advice")]
        while self.skip(","):
            mentioned.append(self.name("the name of a piece of advice"))
        names, places = tuple(token.text for token in mentioned), tuple(token.place for token in mentioned)
        return Rule(name, condition, names, place=place, mentions=places)

    def advice(self) -> Advice:
        self.take()
        name = self.name("the name of the advice")
        self.expect(":", "after the name of the advice")
        given: dict[str, Any] = {}
        while self.comes(*_FIELDS):
            field = self.take()
            if field.text in given:
                self.fail(f"`{name.text}` has its `{field.text}` already", field.place)
            self.expect(":", f"after `{field.text}`")
            given[field.text] = self.facts() if field.text in ("better", "holding") else self.moves()
        for needed, what in (("better", "what it wants to reach"), ("us", "which moves are ours")):
            if needed not in given:
                self.fail(f"`{name.text}` does not say {what}: add a line `{needed}: ...`", name.place)
        holding, them = given.get("holding", TRUE), given.get("them", NONE)
        return Advice(name.text, given["better"], holding, given["us"], them, place=name.place)

    # Facts

    def facts(self) -> Facts:
        made: Facts = self._row("or", self._both, Or)
        return made

    def _both(self) -> Facts:
        made: Facts = self._row("and", self._fact, And)
        return made

    def _fact(self) -> Facts:
        place = self.here.place
        if self.skip("not"):
            return Not(self._inside(self._fact), place=place)
        if self.skip("("):
            return self._bracket(self.facts)
        return Fact(self.name("a fact").text, place=place)

    # Moves

    def moves(self) -> Moves:
        made: Moves = self._row("then", self._kinds, Then)
        return made

    def _kinds(self) -> Moves:
        made: Moves = self._row("and", self._kind, Filter)
        return made

    def _kind(self) -> Moves:
        place = self.here.place
        if self.skip("("):
            return self._bracket(self.moves)
        if self.skip("depth"):
            return self._depth(place)
        if self.comes("not", "or"):
            self.fail(f"`{self.here.text}` is for facts; moves are put together with `and` and `then`")
        return Kind(self.name("a kind of move").text, place=place)

    def _depth(self, place: Place) -> Depth:
        sign = self.take()
        if sign.text not in ("=", "<"):
            self.fail(
                f"depth is compared with = or <, {'not `' + sign.text + '`' if sign.text else 'but the text ends'}", sign.place
            )
        number = self.take()
        if number.kind != "number":
            self.fail(f"a number of plies should follow `depth {sign.text}`", number.place)
        if len(number.text) > 9 or int(number.text) > MAX_DEPTH:
            self.fail(f"{number.text[:20]} plies are more than the {MAX_DEPTH} that a tree may have", number.place)
        return Depth(sign.text, int(number.text), place=place)

    # What both have

    def _row(self, word: str, part: Callable[[], Any], cls: type[Any]) -> Any:
        """One part, or several with a word between them."""
        place = self.here.place
        parts = [part()]
        while self.skip(word):
            parts.append(part())
        return parts[0] if len(parts) == 1 else cls(tuple(parts), place=place)

    def _bracket(self, part: Callable[[], _Part]) -> _Part:
        made = self._inside(part)
        self.expect(")", "to close the bracket")
        return made

    def _inside(self, part: Callable[[], _Part]) -> _Part:
        self.nested += 1
        if self.nested > _NESTED:
            self.fail(f"this is nested deeper than {_NESTED}; nobody could read it")
        made = part()
        self.nested -= 1
        return made
