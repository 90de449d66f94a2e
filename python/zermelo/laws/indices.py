"""A hint about negative indices: in Python `s.cells[cell - 1]` is the last cell if `cell` is 0, not an error.

Rules are asked with rows that notice negative indices. An index that is written as a number, such as `s.cells[-1]`, is meant.
"""

from __future__ import annotations

import ast
import linecache
import sys
from contextlib import suppress
from itertools import islice
from types import FrameType
from typing import Any, SupportsIndex

from zermelo.errors import Place, RuleError
from zermelo.game import HIDING, State
from zermelo.game.places import is_users, place
from zermelo.laws.evidence import Evidence, Suspicion, hint
from zermelo.laws.result import Hint
from zermelo.laws.samples import DICE, Sample

_POSITIONS = 60


class Row(list[int]):
    """A row of a state that notices negative indices."""

    seen: list[tuple[Place, int]]

    def __getitem__(self, index: Any) -> Any:
        self._look(index)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._look(index)
        super().__setitem__(index, value)

    def _look(self, index: SupportsIndex | slice) -> None:
        if isinstance(index, int) and index < 0:
            frame = sys._getframe(2)
            if is_users(frame.f_code.co_filename) and not _is_written(frame):
                self.seen.append((place(frame.f_code.co_filename, frame.f_lineno), index))


def index(evidence: Evidence) -> Hint | None:
    for sample in evidence.samples(_POSITIONS):
        for rule in _rules(sample):
            seen = _negative(sample, rule)
            if seen:
                where, number = seen[0]
                named = "features" if rule == "evaluate" and sample.subject.rules.weights else rule
                told = (
                    f"rule `{named}` uses the index {number} here, which counts from the end of the row; "
                    "test the edge of the board first, unless the row is a ring"
                )
                return hint(evidence, "index", told, named, where, sample)
    return None


def _rules(sample: Sample) -> list[str]:
    game, rules = sample.game, list[str]()
    with suppress(RuleError):
        asked = ["play", "evaluate", "noisy", "order", "exchange", "threatened", "forced", "at_most", "plies_left"]
        rules = [] if sample.over else [sample.source, *asked]
    rules += ["to_move", "winner", "over", "utility", "key", *(HIDING if game.hides else ())]
    late = sample.subject.lapses
    return [rule for rule in rules if game.defines(rule) and rule not in late and sample.question(rule) not in late]


def _negative(sample: Sample, rule: str) -> list[tuple[Place, int]]:
    """The lines at which a rule uses a negative index in a position."""
    seen: list[tuple[Place, int]] = []
    function, call = getattr(sample.game, rule), sample.subject.rules.call
    with suppress(RuleError):
        if rule in ("moves", "chances", "forced"):
            call(rule, lambda: list(islice(function(_watched(sample, seen)), sample.game.max_moves)))
        elif rule == "guess":
            for player in range(0 if sample.over else sample.subject.rules.players):
                call(rule, function, _watched(sample.view(player), seen), player, DICE[2])
        elif rule in ("evaluate", "utility", "at_most", "hide"):
            for player in range(sample.subject.rules.players if rule != "utility" or sample.over else 0):
                call(rule, function, _watched(sample, seen), player)
        elif rule in ("play", "noisy", "order", "exchange"):
            for move in sample.some if rule == "play" else sample.moves:
                call(rule, function, _watched(sample, seen), move)
        else:
            call(rule, function, _watched(sample, seen))
    return seen


def _watched(sample: Sample, seen: list[tuple[Place, int]]) -> State:
    """The state of a position, with rows that notice negative indices."""
    s = sample.state()
    for name in s.layout.rows:
        row = Row(getattr(s, name))
        row.seen = seen
        setattr(s, name, row)
    return s


def _is_written(frame: FrameType) -> bool:
    """Whether the index at which a frame stands is written as a number, as in `s.cells[-1]`."""
    positions = list(frame.f_code.co_positions())
    line, last, start, end = positions[frame.f_lasti // 2]
    if line is None or line != last or start is None or end is None:
        return False
    text = linecache.getline(frame.f_code.co_filename, line).encode()[start:end].decode(errors="replace")
    try:
        found = ast.parse(text.strip().partition("=")[0], mode="eval").body
    except SyntaxError:
        return False
    return isinstance(found, ast.Subscript) and not any(isinstance(node, ast.Name) for node in ast.walk(found.slice))


SUSPICIONS = (Suspicion("index", "A rule uses a negative index, which counts from the end of a row.", index, plays=False),)
