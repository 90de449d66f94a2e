"""Checks a table before it is used: unknown names, missing depth bounds, rules that are never reached.

Published tables hide such slips, because the engines that ran them treated an unknown name as a goal that fails. Here they are
reported with file and line. **Errors** make a table unusable:

* an unknown fact, kind of move, piece of advice, table or class; a fact where a kind of move is expected, or the other way round;
* two rules or two pieces of advice with the same name; an invalid name; a table without rules; tables that hand over in a circle,
  or to a table for another game;
* a constraint without a depth bound. Every branch needs one, or else a tree may never end. If the other side's moves are `none`,
  no bound is needed.

**Warnings** point out what works but is probably a mistake:

* a rule that is never reached, because an earlier one always holds or has the same precondition, and the strategy is `first`;
* a piece of advice that no rule uses, that a rule names twice, or that allows us no move;
* a better-goal that may already hold at the root, which makes the advice fail there. Goals that need `them_to_move` or the end of
  the game, or that compare with the root, are considered safe.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from zermelo.advice.catalog import find, knowledge_class
from zermelo.advice.errors import AdviceError, SourcePlace
from zermelo.advice.knowledge import FACT, KIND, RESERVED, Word, game_class, vocabulary
from zermelo.advice.table import FIRST, Advice, AdviceTable, And, Depth, Fact, Facts, Filter, Kind, Moves, Not, Or, Then
from zermelo.advice.tokens import NAME
from zermelo.errors import GameError, nearest
from zermelo.game.calls import parse_call

ERROR, WARNING = "error", "warning"
_NEVER_AT_ROOT = frozenset(("false", "won", "lost", "drawn", "over", "them_to_move"))
_ALWAYS_AT_ROOT = frozenset(("true", "us_to_move"))


@dataclass(frozen=True)
class Finding:
    """An error or warning about a table."""

    severity: str
    """"error" or "warning"."""
    message: str
    place: SourcePlace | None

    def raise_if_error(self) -> None:
        if self.severity == ERROR:
            raise AdviceError(self.message, self.place)

    def to_json(self) -> dict[str, Any]:
        file, line = (None, None) if self.place is None else (self.place.file, self.place.line)
        return {"severity": self.severity, "message": self.message, "file": file, "line": line}

    def __str__(self) -> str:
        return f"{self.severity}: {self.message}" if self.place is None else f"{self.severity}: {self.place}: {self.message}"


def check(table: AdviceTable) -> list[Finding]:
    """All errors and warnings about a table: errors first, each group in line order."""
    try:
        words = vocabulary(found_class(table))
    except AdviceError as error:
        return [Finding(ERROR, error.message, error.place)]
    findings = [
        *_names(table),
        *_words(table, words),
        *_handed_over(table),
        *chain.from_iterable(_bounds(advice) for advice in table.advice),
        *_reached(table),
        *_used(table),
        *_at_root(table, words),
    ]
    return sorted(findings, key=lambda finding: (finding.severity, 0 if finding.place is None else finding.place.line))


def found_class(table: AdviceTable) -> type | None:
    """The knowledge class of a table; an AdviceError if it is about another game."""
    knowledge = knowledge_class(table)
    if knowledge is not None:
        about = game_class(knowledge)
        wanted = parse_call(table.game, GameError).name.partition(".py")
        named = (wanted[2].removeprefix(":") or about.__name__).lower() if wanted[1] else wanted[0].lower()
        if named != about.title() and not _is_kind_of(named, about):
            raise AdviceError(f"the table is for {table.game}, but {knowledge.__name__} is about {about.title()}", table.place)
    return knowledge


def _is_kind_of(name: str, about: type) -> bool:
    """Whether a game of Zermelo is a special case of another, as connect4 is of connect."""
    from zermelo.games import catalog

    return name in catalog() and issubclass(catalog()[name], about)


def handovers(table: AdviceTable, path: tuple[str, ...] = ()) -> dict[str, AdviceTable]:
    """The tables that a table hands over to, by name; an AdviceError if they form a circle. `path` are the tables before it."""
    path = path or (table.name,)
    found: dict[str, AdviceTable] = {}
    for rule in table.rules:
        if rule.table is None or rule.table in found:
            continue
        place = rule.mentioned(0)
        if rule.table in path:
            raise AdviceError(
                f"tables hand over in a circle ({' to '.join((*path, rule.table))}); remove one of these rules", place
            )
        other = find(rule.table, table.file, place)
        if other.game != table.game:
            raise AdviceError(f"the table is for {table.game}, but {rule.table} is for {other.game}", place)
        handovers(other, (*path, rule.table))
        found[rule.table] = other
    return found


def _handed_over(table: AdviceTable) -> Iterator[Finding]:
    try:
        handovers(table)
    except AdviceError as error:
        yield Finding(ERROR, error.message, error.place)


# Names


def _names(table: AdviceTable) -> Iterator[Finding]:
    """Duplicate and invalid names, and unknown advice."""
    if not table.rules:
        yield Finding(ERROR, "the table has no rules, so it never gives advice; add `rule NAME: if true then ...`", table.place)
    for what, named in (("rule", table.rules), ("piece of advice", table.advice)):
        seen: set[str] = set()
        for each in named:
            if each.name in RESERVED or not NAME.fullmatch(each.name):
                message = f"invalid name `{each.name}` for a {what}; use letters, digits, - and _, and no word of the language"
                yield Finding(ERROR, message, each.place)
            if each.name in seen:
                yield Finding(ERROR, f"there is already a {what} `{each.name}`; choose another name", each.place)
            seen.add(each.name)
    known = [advice.name for advice in table.advice]
    for rule in table.rules:
        for index, name in enumerate(rule.advice):
            if name not in known:
                yield Finding(ERROR, f"there is no advice `{name}` in this table.{nearest(name, known)}", rule.mentioned(index))


def _words(table: AdviceTable, words: dict[str, Word]) -> Iterator[Finding]:
    """Unknown facts and kinds of moves, and facts where a kind is expected or the other way round."""
    called = {FACT: "fact", KIND: "kind of move"}
    where = f" in {table.called_knowledge}" if table.knowledge is not None else ""
    for node in table.words():
        name, role = node.name, FACT if isinstance(node, Fact) else KIND
        if name not in words:
            known = [word.name for word in words.values() if word.role == role]
            yield Finding(ERROR, f"there is no {called[role]} `{name}`{where}.{nearest(name, known)}", node.place)
        elif words[name].role != role:
            message = f"`{name}` is a {called[words[name].role]}, but a {called[role]} is expected here"
            yield Finding(ERROR, message, node.place)


# Bounds


def is_none(moves: Moves) -> bool:
    """Whether a constraint never allows any move."""
    match moves:
        case Filter(parts):
            return any(map(is_none, parts))
        case Then(parts):
            return all(map(is_none, parts))
    return isinstance(moves, Kind) and moves.name == "none"


def unbounded(moves: Moves) -> Moves | None:
    """The first branch without a depth bound; None if all branches have one."""
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
            which = "the moves" if branch == moves else f"the moves `{branch}`"
            message = f"{which} of `{side}` in `{advice.name}` have no depth bound; add one such as `depth < 3`"
            yield Finding(ERROR, message, branch.place or advice.place)
    if is_none(advice.us):
        yield Finding(WARNING, f"`{advice.name}` allows us no move, so it can never be followed", advice.us.place or advice.place)


# Rules and advice that do nothing


def _reached(table: AdviceTable) -> Iterator[Finding]:
    if table.strategy != FIRST:
        return
    for index, rule in enumerate(table.rules):
        for other in table.rules[:index]:
            why = "always holds" if _is_true(other.condition) else "has the same precondition"
            if _is_true(other.condition) or other.condition == rule.condition:
                message = f"rule `{rule.name}` is never reached, because rule `{other.name}` comes first and {why}"
                yield Finding(WARNING, message, rule.place)
                break


def _is_true(facts: Facts, value: bool = True) -> bool:
    """Whether an expression always holds; with `value=False`, whether it never does."""
    match facts:
        case Fact(name):
            return name == ("true" if value else "false")
        case Not(part):
            return _is_true(part, not value)
        case And(parts):
            return (all if value else any)(_is_true(part, value) for part in parts)
        case Or(parts):
            return (any if value else all)(_is_true(part, value) for part in parts)


def _used(table: AdviceTable) -> Iterator[Finding]:
    used = {name for rule in table.rules for name in rule.advice}
    for advice in table.advice:
        if advice.name not in used:
            yield Finding(WARNING, f"no rule uses the advice `{advice.name}`", advice.place)
    for rule in table.rules:
        for index, name in enumerate(rule.advice):
            if name in rule.advice[:index]:
                message = f"rule `{rule.name}` names the advice `{name}` twice; remove the second"
                yield Finding(WARNING, message, rule.mentioned(index))


def _at_root(table: AdviceTable, words: dict[str, Word]) -> Iterator[Finding]:
    for advice in table.advice:
        if not _fails_at_root(advice.better, words):
            why = "may already hold at the root, where the advice then fails; add `and them_to_move`"
            yield Finding(WARNING, f"the better-goal of `{advice.name}` {why}", advice.better.place or advice.place)


def _fails_at_root(facts: Facts, words: dict[str, Word]) -> bool:
    """Whether an expression is certain to be false at the root, where we are to move and nothing has changed."""
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
