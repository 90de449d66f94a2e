"""Hints from the rules themselves: output, writes to `self`, random numbers, tables of lines, missing methods, unknown pieces."""

import inspect
import linecache
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from zermelo.errors import Place, RuleError
from zermelo.game.board import signs_of
from zermelo.game.places import is_users, place
from zermelo.laws.display import unread
from zermelo.laws.evidence import Evidence, Suspicion, hint
from zermelo.laws.randomness import PURE, uses
from zermelo.laws.result import Hint
from zermelo.laws.samples import Sample
from zermelo.laws.tracing import functions
from zermelo.score import counted

_POSITIONS = 200
_FAULTY = 2
"""A table with more such lines than this is meant to have them, as tables of neighbours that are filled up at the edges."""


def prints(evidence: Evidence) -> Hint | None:
    printed = evidence.printed
    if printed.place is None:
        return None
    who = f"rule `{printed.rule}` prints" if printed.rule else "the file prints"
    lines = counted(max(1, printed.lines), "line")
    told = f"{who} {lines} in this check, the first is `{printed.text:.60}`; remove it, because rules are asked very often"
    return hint(evidence, "print", told, printed.rule, printed.place)


def writes(evidence: Evidence) -> Hint | None:
    """A write to something that is not the state, on which no answer depends."""
    effect = next((effect for effect in evidence.effects if effect.depends is None), None)
    if effect is None:
        return None
    who = f"rule `{effect.rule}` writes" if effect.rule else "a rule writes"
    told = (
        f"{who} to {effect.target}; no answer was seen to depend on it, but a search asks in any order, and compiled rules cannot"
    )
    return hint(evidence, "self", told, effect.rule, effect.place)


def random_rules(evidence: Evidence) -> Hint | None:
    for rule in PURE:
        for where, what in uses(evidence.game, rule):
            told = f"rule `{rule}` uses `{what}`; rules must depend on the state alone, so leave dice and cards to `chances`"
            return hint(evidence, "random", told, rule, where)
    return None


def lines(evidence: Evidence) -> Hint | None:
    """A table of lines with a mistake in it."""
    rows = [field.length for field in evidence.game.layout.fields.values() if field.length]
    for name, table in _tables(evidence):
        if max(map(max, table)) >= max(rows, default=0):
            continue
        sets = Counter(map(frozenset, table))
        for line in table:
            if len(set(line)) < len(line):
                told = f"line {line} of `{name}` names an entry twice; is one of them wrong?"
            elif sets[frozenset(line)] > 1:
                told = f"line {line} of `{name}` is there twice; is one of them wrong?"
            else:
                continue
            return hint(evidence, "lines", told, place=_assignment(evidence, name))
    return None


def _tables(evidence: Evidence) -> Iterator[tuple[str, list[tuple[int, ...]]]]:
    """Lists of lines of equal length, of which nearly all are made of different numbers."""
    names = _names(evidence)
    for name, value in names.items():
        if not isinstance(value, list | tuple) or not 4 <= len(value) <= 10_000:
            continue
        table = [tuple(line) for line in value if isinstance(line, list | tuple)]
        whole = all(type(number) is int and number >= 0 for line in table for number in line)
        if len(table) == len(value) and whole and {len(line) for line in table} in ({3}, {4}, {5}, {6}):
            faulty = len(table) - len({frozenset(line) for line in table if len(set(line)) == len(line)})
            if 0 < faulty <= _FAULTY and faulty <= len(table) / 4:
                yield name, table


def _names(evidence: Evidence) -> dict[str, Any]:
    """The constants that the rules can use: those of their modules, their classes and the game itself."""
    found: dict[str, Any] = {}
    for _, function in functions(evidence.game):
        found |= getattr(function, "__globals__", {})
    for cls in reversed(type(evidence.game).__mro__):
        found |= vars(cls)
    return found | vars(evidence.game)


def _assignment(evidence: Evidence, name: str) -> Place | None:
    """The line at which a constant is given its value, in a class of the game or at the top of its module."""
    for cls in type(evidence.game).__mro__:
        with suppress(OSError, TypeError):
            file = inspect.getsourcefile(cls) or ""
            lines, first = inspect.getsourcelines(cls) if is_users(file) else ([], 0)
            inside = [number for number, line in enumerate(lines, first) if _target(line).strip() in (name, f"self.{name}")]
            outside = [number for number, line in enumerate(linecache.getlines(file), 1) if _target(line) == name]
            if inside or (outside and is_users(file)):
                return place(file, (inside or outside)[0])
    return None


def _target(line: str) -> str:
    return line.partition("=")[0].rstrip()


def shows(evidence: Evidence) -> Hint | None:
    if not unread(evidence.game):
        return None
    told = "the game has its own `show`, but no `read`: positions cannot be typed or loaded; write `read`, the inverse of `show`"
    return hint(evidence, "read", told, "show")


def pieces(evidence: Evidence) -> Hint | None:
    """Numbers in `cells` that the default board draws as letters."""
    game = evidence.game
    if game.board is None or game.defines("show"):
        return None
    known = range(len(game.players) + 1)
    seen: dict[int, Sample] = {}
    for sample in evidence.samples(_POSITIONS):
        for cell in set(sample.state().cells):
            if cell not in known:
                seen.setdefault(cell, sample)
    if not seen:
        return None
    numbers = sorted(seen)
    signs = [signs_of(game, (number,)).get(number) for number in numbers]
    drawn = ", ".join(f"{number} as `{sign}`" for number, sign in zip(numbers, signs, strict=True) if sign)
    told = (
        f"`cells` holds {', '.join(map(str, numbers))} besides 0 for empty and 1 to {len(game.players)} for the players; "
        f"the default board draws {drawn or 'such positions as numbers'}; write `show` and `read` for pieces of your own"
    )
    return hint(evidence, "pieces", told, "state", at=seen[numbers[0]])


def returns(evidence: Evidence) -> Hint | None:
    """A rule that should write to `s`, and returns something instead."""
    return _returned_by_play(evidence) or _returned_by_hide(evidence)


def _returned_by_play(evidence: Evidence) -> Hint | None:
    start = evidence.subject.start()
    try:
        if not start.choices:
            return None
        returned = evidence.subject.rules.call("play", evidence.game.play, start.state(), start.choices[0])
    except RuleError:
        return None
    if returned is None:
        return None
    told = f"rule `play` returns {returned!r:.60}, which is ignored; only what it writes to `s` counts"
    return hint(evidence, "return", told, "play")


def _returned_by_hide(evidence: Evidence) -> Hint | None:
    if not evidence.game.hides or not evidence.game.defines("hide"):
        return None
    for sample in evidence.samples(_POSITIONS):
        try:
            answer = evidence.subject.rules.call("hide", evidence.game.hide, sample.state(), 0)
        except RuleError:
            return None
        if answer is not None:
            told = "rule `hide` returns a value, which is ignored; write HIDDEN to `s`, which is a copy already"
            return hint(evidence, "return", told, "hide")
    return None


SUSPICIONS = (
    Suspicion("print", "A rule prints.", prints, plays=False),
    Suspicion("self", "A rule writes to `self`, its class or its module, but no answer depends on it.", writes, plays=False),
    Suspicion("random", "A rule uses random numbers or a clock.", random_rules, plays=False),
    Suspicion("lines", "A table of lines names an entry twice, or has a line twice.", lines, plays=False),
    Suspicion("read", "The game has its own `show`, but no `read`.", shows, plays=False),
    Suspicion("pieces", "`cells` holds numbers that are neither 0 nor a player.", pieces),
    Suspicion("return", "`play` or `hide` returns a value, which is ignored.", returns),
)
