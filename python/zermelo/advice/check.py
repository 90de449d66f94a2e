"""What can be found wrong with a table before it is ever asked: names, bounds, rules that are never reached.

Published tables hide such slips, because the engines that ran them took an unknown name for a goal that fails. Here they are told
with file and line. **Errors** make a table unusable:

* a fact, a kind of move, a piece of advice, a table or a class that is not there, or a fact where a kind is wanted, or vice versa;
* two rules or two pieces of advice of one name, or a name that is none; a table without a rule; tables that hand over to each other in a circle, or to one
  for another game;
* a constraint without a depth bound: every branch needs one, or else trees need not end. Only where the other side's moves
  are `none` is there nothing to bound.

**Warnings** are for what works but can hardly be meant:

* a rule that is never reached, because one before it holds always or has the same precondition, and the strategy is `first`;
* a piece of advice that no rule uses, one that a rule names twice, or one that allows us no move;
* a better-goal that may hold at the root, where there is nothing left to do: then the advice fails, and says so. Goals that need
  `them_to_move`, or an end of the game, or that compare with the root, are taken to be safe.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from zermelo.advice.catalog import find, knowledge_class
from zermelo.advice.errors import AdviceError, Place
from zermelo.advice.knowledge import FACT, KIND, RESERVED, Word, game_class, vocabulary
from zermelo.advice.table import (
    FIRST,
    Advice,
    And,
    Depth,
    Expression,
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
    walk,
)
from zermelo.advice.tokens import NAME
from zermelo.errors import GameError, nearest
from zermelo.game.calls import parse_call

ERROR, WARNING = "error", "warning"
_NEVER_AT_ROOT = frozenset(("false", "won", "lost", "drawn", "over", "them_to_move"))
_ALWAYS_AT_ROOT = frozenset(("true", "us_to_move"))


@dataclass(frozen=True)
class Finding:
    """Something wrong with a table."""

    severity: str
    """"error" or "warning"."""
    message: str
    place: Place | None

    def raise_if_error(self) -> None:
        if self.severity == ERROR:
            raise AdviceError(self.message, self.place)

    def to_json(self) -> dict[str, Any]:
        return {
            "severity": self.severity,
            "message": self.message,
            "file": None if self.place is None else self.place.file,
            "line": None if self.place is None else self.place.line,
        }

    def __str__(self) -> str:
        return f"{self.severity}: {self.message}" if self.place is None else f"{self.severity}: {self.place}: {self.message}"


def check(table: Table) -> list[Finding]:
    """Everything that is wrong with a table, errors first, in the order of its lines."""
    try:
        words = vocabulary(found_class(table))
    except AdviceError as error:
        return [Finding(ERROR, _bare(error), error.place)]
    findings = [
        *_names(table),
        *_words(table, words),
        *_handed_over(table),
        *chain.from_iterable(_bounds(advice) for advice in table.advice),
        *_reached(table),
        *_used(table),
        *(finding for advice in table.advice if (finding := _at_root(advice, words)) is not None),
    ]
    return sorted(findings, key=lambda finding: (finding.severity, 0 if finding.place is None else finding.place.line))


def found_class(table: Table) -> type | None:
    """A table's knowledge, which must be about its game."""
    knowledge = knowledge_class(table)
    if knowledge is not None:
        about = game_class(knowledge)
        wanted = parse_call(table.game, GameError).name.partition(".py")
        named = (wanted[2].removeprefix(":") or about.__name__).lower() if wanted[1] else wanted[0].lower()
        if named != about.title() and not _is_kind_of(named, about):
            raise AdviceError(f"the table is for {table.game}, but {knowledge.__name__} is about {about.title()}", table.place)
    return knowledge


def _is_kind_of(name: str, about: type) -> bool:
    """Whether a game that comes with Zermelo is a special case of another, as connect4 is of connect."""
    from zermelo.games import catalog

    return name in catalog() and issubclass(catalog()[name], about)


def handovers(table: Table) -> dict[str, Table]:
    """The tables that a table hands over to, by name; refused where that is a circle."""
    return _handovers(table, (table.name,))


def _handovers(table: Table, path: tuple[str, ...]) -> dict[str, Table]:
    found: dict[str, Table] = {}
    for rule in table.rules:
        if rule.table is None or rule.table in found:
            continue
        place = next(iter(rule.mentions), rule.place)
        if rule.table in path:
            raise AdviceError(f"tables hand over in a circle: {' to '.join((*path, rule.table))}", place)
        other = find(rule.table, table.file, place)
        if other.game != table.game:
            raise AdviceError(f"the table is for {table.game}, but {rule.table} is for {other.game}", place)
        _handovers(other, (*path, rule.table))
        found[rule.table] = other
    return found


def _handed_over(table: Table) -> Iterator[Finding]:
    try:
        handovers(table)
    except AdviceError as error:
        yield Finding(ERROR, _bare(error), error.place)


def _bare(error: AdviceError) -> str:
    return str(error) if error.place is None else str(error).removeprefix(f"{error.place}: ")


# Names


def _names(table: Table) -> Iterator[Finding]:
    """Rules and advice of the same name, and advice that is not there."""
    if not table.rules:
        yield Finding(
            ERROR, "the table has no rule, so it never advises anything; add `rule NAME: if true then ...`", table.place
        )
    for what, named in (("rule", table.rules), ("piece of advice", table.advice)):
        seen: set[str] = set()
        for each in named:
            if each.name in RESERVED or not NAME.fullmatch(each.name):
                yield Finding(
                    ERROR, f"`{each.name}` is no name for a {what}; choose another, of letters, digits, - and _", each.place
                )
            if each.name in seen:
                yield Finding(ERROR, f"there is a {what} `{each.name}` already; choose another name", each.place)
            seen.add(each.name)
    known = [advice.name for advice in table.advice]
    for rule in table.rules:
        for index, name in enumerate(rule.advice):
            if name not in known:
                place = rule.mentions[index] if rule.mentions else rule.place
                yield Finding(ERROR, f"there is no advice `{name}` in this table.{nearest(name, known)}", place)


def _words(table: Table, words: dict[str, Word]) -> Iterator[Finding]:
    """Facts and kinds of moves that are not known, or are not what is wanted."""
    trees: list[Expression] = [rule.condition for rule in table.rules]
    for advice in table.advice:
        trees += [advice.better, advice.holding, advice.us, advice.them]
    for node in chain.from_iterable(map(walk, trees)):
        if isinstance(node, Fact | Kind):
            role = FACT if isinstance(node, Fact) else KIND
            yield from _word(node.name, role, node.place, words, table)


def _word(name: str, role: str, place: Place | None, words: dict[str, Word], table: Table) -> Iterator[Finding]:
    called = {FACT: "a fact", KIND: "a kind of move"}
    if name not in words:
        known = [word.name for word in words.values() if word.role == role]
        where = f" in {table.called_knowledge}" if table.knowledge is not None else ""
        yield Finding(ERROR, f"there is no {called[role].removeprefix('a ')} `{name}`{where}.{nearest(name, known)}", place)
    elif words[name].role != role:
        yield Finding(ERROR, f"`{name}` is {called[words[name].role]}, but {called[role]} is wanted here", place)


# Bounds


def is_none(moves: Moves) -> bool:
    """Whether there are no such moves, whatever the position."""
    match moves:
        case Filter(parts):
            return any(map(is_none, parts))
        case Then(parts):
            return all(map(is_none, parts))
    return isinstance(moves, Kind) and moves.name == "none"


def unbounded(moves: Moves) -> Moves | None:
    """The first branch without a depth bound; None where all have one."""
    match moves:
        case Depth():
            return None
        case Then(parts):
            return next((branch for part in parts if (branch := unbounded(part)) is not None), None)
        case Filter(parts):
            return None if any(unbounded(part) is None for part in parts) else moves
    return None if is_none(moves) else moves


def _bounds(advice: Advice) -> Iterator[Finding]:
    for side, moves, other in (("us", advice.us, advice.them), ("them", advice.them, advice.us)):
        branch = None if is_none(other) else unbounded(moves)
        if branch is not None:
            which = "the moves" if branch == moves else f"the branch `{branch}`"
            yield Finding(
                ERROR,
                f"{which} of `{side}` in `{advice.name}` may go on for ever: add a bound such as `depth < 3`",
                branch.place or advice.place,
            )
    if is_none(advice.us):
        yield Finding(WARNING, f"`{advice.name}` allows us no move, so it can never be followed", advice.us.place or advice.place)


# Rules and advice that do nothing


def _reached(table: Table) -> Iterator[Finding]:
    if table.strategy != FIRST:
        return
    before: list[Rule] = []
    for rule in table.rules:
        for other in before:
            why = "holds always" if _is_true(other.condition) else "has the same precondition"
            if _is_true(other.condition) or other.condition == rule.condition:
                message = f"rule `{rule.name}` is never reached: rule `{other.name}` comes first and {why}"
                yield Finding(WARNING, message, rule.place)
                break
        before.append(rule)


def _is_true(facts: Facts, value: bool = True) -> bool:
    """Whether it holds always; with `value=False`, never."""
    match facts:
        case Fact(name):
            return name == ("true" if value else "false")
        case Not(part):
            return _is_true(part, not value)
        case And(parts):
            return (all if value else any)(_is_true(part, value) for part in parts)
        case Or(parts):
            return (any if value else all)(_is_true(part, value) for part in parts)


def _used(table: Table) -> Iterator[Finding]:
    used = {name for rule in table.rules for name in rule.advice}
    for advice in table.advice:
        if advice.name not in used:
            yield Finding(WARNING, f"no rule uses the advice `{advice.name}`", advice.place)
    for rule in table.rules:
        for index, name in enumerate(rule.advice):
            if name in rule.advice[:index]:
                place = rule.mentions[index] if rule.mentions else rule.place
                yield Finding(
                    WARNING, f"rule `{rule.name}` names the advice `{name}` twice; the second time changes nothing", place
                )


def _at_root(advice: Advice, words: dict[str, Word]) -> Finding | None:
    if _fails_at_root(advice.better, words):
        return None
    message = (
        f"the better-goal of `{advice.name}` may hold at the root already, which is no move; `and them_to_move` rules that out"
    )
    return Finding(WARNING, message, advice.better.place or advice.place)


def _fails_at_root(facts: Facts, words: dict[str, Word]) -> bool:
    """Whether it surely fails where we are to move and nothing has changed yet."""
    match facts:
        case Fact(name):
            return name in _NEVER_AT_ROOT or (name in words and words[name].needs_root)
        case Not(Fact(name)):
            return name in _ALWAYS_AT_ROOT
        case And(parts):
            return any(_fails_at_root(part, words) for part in parts)
        case Or(parts):
            return all(_fails_at_root(part, words) for part in parts)
    return False
