"""The parser of the Advice Language: one method for each rule of the grammar, which `zermelo.advice.language` shows.

The parser looks one token ahead. Errors come with the line and a caret under the word.
"""

import re
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from zermelo.advice.errors import SourcePlace
from zermelo.advice.table import (
    FIRST,
    STRATEGIES,
    Advice,
    AdviceTable,
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
    Then,
)
from zermelo.advice.tokens import NAME, Tokens, bare
from zermelo.errors import nearest

MAX_DEPTH = 200
"""The greatest number of plies in a depth bound."""
_NESTED = 50
_HEADER = re.compile(r"table\s+(?P<name>\S+)\s+for\s+(?P<game>.+?)(?:(?<!\s)\s+using\s+(?P<knowledge>\S.*?))?(?<!\s)\s*$")
_FIELDS = ("better", "holding", "us", "them")
_Part = TypeVar("_Part")


class Parser(Tokens):
    """A recursive-descent parser with one method for each rule of the grammar."""

    nested = 0

    # The table

    def table(self) -> AdviceTable:
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
        name, game, knowledge = found.group("name", "game", "knowledge")
        place = self.place(head, found.start())
        return AdviceTable(name, game, tuple(rules), tuple(pieces), knowledge, strategy or FIRST, place=place)

    def _header(self) -> tuple[int, re.Match[str]]:
        """The number of the first non-empty line, and its parts."""
        head = next((number for number, line in enumerate(self.lines) if bare(line).strip()), 0)
        line = bare(self.lines[head]).rstrip()
        found = _HEADER.fullmatch(line, len(line) - len(line.lstrip()))
        if found is None:
            self.fail("the first line of a table must be like `table krk for chess using KingAndRook`", self.place(head, 0))
        if not NAME.fullmatch(found["name"]):
            place = self.place(head, found.start("name"))
            self.fail(f"invalid table name `{found['name']}`; use letters, digits, - and _", place)
        return head, found

    def _misplaced(self) -> NoReturn:
        here = self.here
        if here.text == "strategy":
            self.fail("there is already a strategy; remove one of the two")
        if here.text == "table":
            self.fail("a file can hold only one table; put the second one into another file")
        if here.text in _FIELDS:
            self.fail(f"`{here.text}` belongs to a piece of advice; begin one with `advice NAME:`")
        self.fail(f"expected `rule`, `advice` or `strategy`, {self.found}.{nearest(here.text, ('rule', 'advice', 'strategy'))}")

    def strategy(self) -> str:
        self.take()
        self.expect(":", "after `strategy`")
        if self.here.text not in STRATEGIES:
            self.fail(f"expected {' or '.join(STRATEGIES)} as the strategy, {self.found}.{nearest(self.here.text, STRATEGIES)}")
        return self.take().text

    def rule(self) -> Rule:
        place = self.take().place
        name = self.name("the name of the rule").text
        self.expect(":", "after the name of the rule")
        self.expect("if", "before the precondition (`if true` always holds)")
        condition = self.facts()
        if self.skip("use"):
            table = self.name("the name of a table")
            return Rule(name, condition, (), table.text, place=place, mentions=(table.place,))
        if not self.skip("then"):
            self.fail(f"expected `and`, `or`, `then` or `use` after the precondition, {self.found}")
        names = [self.name("the name of a piece of advice")]
        while self.skip(","):
            names.append(self.name("the name of a piece of advice"))
        mentions = tuple(each.place for each in names)
        return Rule(name, condition, tuple(each.text for each in names), place=place, mentions=mentions)

    def advice(self) -> Advice:
        self.take()
        name = self.name("the name of the advice")
        self.expect(":", "after the name of the advice")
        given: dict[str, Any] = {}
        while self.comes(*_FIELDS):
            field = self.take()
            if field.text in given:
                self.fail(f"`{name.text}` already has a line `{field.text}`; remove one of the two", field.place)
            self.expect(":", f"after `{field.text}`")
            given[field.text] = self.facts() if field.text in ("better", "holding") else self.moves()
        for needed, what in (("better", "which goal to reach"), ("us", "which moves we may make")):
            if needed not in given:
                self.fail(f"`{name.text}` does not say {what}; add a line `{needed}: ...`", name.place)
        return Advice(name.text, **given, place=name.place)

    # Facts

    def facts(self) -> Facts:
        return self._row("or", self._both, Or)

    def _both(self) -> Facts:
        return self._row("and", self._fact, And)

    def _fact(self) -> Facts:
        place = self.here.place
        if self.skip("not"):
            return Not(self._inside(self._fact), place=place)
        if self.skip("("):
            return self._bracket(self.facts)
        return Fact(self.name("a fact").text, place=place)

    # Moves

    def moves(self) -> Moves:
        return self._row("then", self._kinds, Then)

    def _kinds(self) -> Moves:
        return self._row("and", self._kind, Filter)

    def _kind(self) -> Moves:
        place = self.here.place
        if self.skip("("):
            return self._bracket(self.moves)
        if self.skip("depth"):
            return self._depth(place)
        if self.comes("not", "or"):
            self.fail(f"`{self.here.text}` is only for facts; combine moves with `and` and `then`")
        return Kind(self.name("a kind of move").text, place=place)

    def _depth(self, place: SourcePlace) -> Depth:
        if not self.comes("=", "<"):
            self.fail(f"expected = or < after `depth`, {self.found}")
        sign = self.take().text
        if self.here.kind != "number":
            self.fail(f"expected a number of plies after `depth {sign}`")
        number = self.here.text
        if len(number) > 9 or int(number) > MAX_DEPTH:
            self.fail(f"a depth of {number[:20]} plies is too great; the maximum is {MAX_DEPTH}")
        return Depth(sign, int(self.take().text), place=place)

    # Shared by facts and moves

    def whole(self, part: Callable[[], _Part]) -> _Part:
        """Read a part of the grammar that must be the whole text."""
        made = part()
        if self.here.kind != "end":
            self.fail(f"expected nothing after the expression, {self.found}")
        return made

    def _row(self, word: str, part: Callable[[], _Part], cls: Callable[..., _Part]) -> _Part:
        """One part, or several joined by a word."""
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
            self.fail(f"this is nested more than {_NESTED} deep; simplify it")
        made = part()
        self.nested -= 1
        return made
