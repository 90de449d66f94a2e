"""Explanations: which rule applied, which rules did not and why, which advice was tried, and why each failed.

Everything is read from a `Consultation`; the table is not asked again. Facts appear under their names in the table, so that the
reader can find them there, followed by what the author of the knowledge says they mean.

    Table tictactoe advises o to play b1: rule danger, advice prevent_fork.

      rule win     does not apply: `we_can_win` is false (we have two in a line, and the third square is empty)
      rule danger  applies
        prevent_fork  works
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from zermelo.advice.knowledge import Word
from zermelo.advice.table import FIRST, Fact, Facts, Not
from zermelo.engine.search import name_line

if TYPE_CHECKING:
    from zermelo.advice.inference import Consultation, FailedLine, TriedAdvice, TriedRule

_SHOWN = 3
"""How many reasons are shown for a piece of advice that failed; the others are counted."""
_QUOTED = re.compile("`([^`]*)`")
_ENDS = {"no move": "we have no allowed move there", "over": "the game is over there"}


@dataclass(frozen=True)
class Explanation:
    """What a table answered and why, as text (`str`) and as plain data (`to_json`)."""

    consultation: Consultation

    def __str__(self) -> str:
        return "\n".join([self.headline, "", *self._lines("  ")])

    @property
    def headline(self) -> str:
        """The answer in one sentence."""
        asked, tree = self.consultation, self.consultation.tree
        name, player = asked.expert.table.name, asked.position.turn
        if tree is not None:
            also = "" if tree.table == name else f"table {tree.table}, "
            return f"Table {name} advises {player} to play {tree.line[0]}: {also}rule {tree.rule}, advice {tree.advice}."
        if asked.stopped is not None:
            return f"Table {name} was stopped ({asked.stopped}) before it had an answer for {player}."
        return f"Table {name} has no advice for {player} here."

    def _repr_html_(self) -> str:
        return f"<p><b>{escape(self.headline)}</b></p>{self.reasons}"

    @property
    def reasons(self) -> str:
        """Everything below the headline, as an HTML list: the rules, with the results of their advice below them."""
        rules = [self._rule(tried) for tried in self.consultation.rules]
        return _bullets([*rules, *(_marked(line.strip()) for line in self._left(0))])

    def to_json(self) -> dict[str, Any]:
        asked, tree = self.consultation, self.consultation.tree
        plan: dict[str, Any] = {"move": None, "line": [], "rule": None, "advice": None}
        if tree is not None:
            plan = {"move": tree.line[0], "line": list(tree.line), "rule": tree.rule, "advice": tree.advice}
        return {
            "table": asked.expert.table.name,
            "strategy": asked.expert.table.strategy,
            "player": asked.position.turn,
            **plan,
            "nodes": asked.nodes,
            "seconds": round(asked.seconds, 6),
            "stopped": asked.stopped,
            "rules": self._data(),
            "tree": None if tree is None else tree.to_json(),
        }

    # As text

    def _lines(self, indent: str) -> Iterator[str]:
        width = max((len(tried.rule.name) for tried in self.consultation.rules), default=0)
        for tried in self.consultation.rules:
            told = "applies" if tried.missing is None else f"does not apply: {self._false(tried.missing)}"
            over = "" if tried.handed is None else f", and hands over to table {tried.rule.table}"
            yield f"{indent}rule {tried.rule.name:<{width}}  {told}{over}"
            yield from self._tried(tried, indent + "  ")
        yield from (f"{indent}{line}" for line in self._left(width))

    def _tried(self, rule: TriedRule, indent: str) -> Iterator[str]:
        if rule.handed is not None:
            yield from Explanation(rule.handed)._lines(indent)
        width = max((len(tried.advice.name) for tried in rule.advice), default=0)
        for tried in rule.advice:
            told = list(self._result(tried))
            yield f"{indent}{tried.advice.name:<{width}}  {told[0]}"
            yield from (f"{indent}{'':<{width}}  {line}" for line in told[1:])
        asked = self.consultation
        if asked.stopped is not None and rule is asked.rules[-1] and rule.handed is None and rule.missing is None:
            yield f"{indent}stopped: {asked.stopped}"

    def _result(self, tried: TriedAdvice) -> Iterator[str]:
        """Whether a piece of advice works, and if not, why."""
        if tried.tree is not None:
            yield f"works: {' '.join(tried.tree.line)}"
            return
        reasons, number_tried = tried.reasons(), tried.moves_tried
        if not number_tried:
            yield f"fails: {self._because(reasons[0][0])}"
            return
        yield f"fails: {'the only move' if number_tried == 1 else f'each of {number_tried} moves'} that it allows"
        for failure, number in reasons[:_SHOWN]:
            often = "" if number_tried == 1 else f"{number} of them, " if number > 1 else "one, "
            line = " ".join(name_line(self.consultation.position, failure.line))
            yield f"  {often}{'such as ' if number > 1 else ''}{line}: {self._because(failure)}"
        if len(reasons) > _SHOWN:
            yield f"  and {sum(number for _, number in reasons[_SHOWN:])} for other reasons"

    def _because(self, failure: FailedLine) -> str:
        """What is wrong at the end of a line."""
        if failure.why == "already":
            return "its better-goal holds already, so there is nothing to do"
        assert failure.part is not None
        missing = self._false(failure.part)
        if failure.why == "holding":
            return f"the holding-goal is broken, {missing}"
        if not failure.line:
            return f"it allows us no move, and {missing}"
        return missing if failure.why == "no reply" else f"{missing}, and {_ENDS[failure.why]}"

    def _left(self, width: int) -> Iterator[str]:
        """The rules that were not tried."""
        asked, table = self.consultation, self.consultation.expert.table
        left = ", ".join(rule.name for rule in table.rules[len(asked.rules) :])
        if left and asked.tree is None and table.strategy == FIRST and asked.stopped is None:
            yield f"{'':<{width}}The strategy is `first`: {asked.rules[-1].rule.name} applies, so {left} is not tried."

    def _false(self, part: Facts) -> str:
        """A part that does not hold, with the meaning of its words."""
        inner = part.part if isinstance(part, Not) else part
        truth = "true" if isinstance(part, Not) else "false"
        about = _meaning(self.consultation.expert.words[inner.name]) if isinstance(inner, Fact) else ""
        return f"`{inner}` is {truth}" + (f" ({about})" if about else "")

    # For notebooks

    def _rule(self, tried: TriedRule) -> str:
        name = f"rule <b>{escape(tried.rule.name)}</b>"
        if tried.missing is not None:
            return f"{name} does not apply: {_marked(self._false(tried.missing))}"
        if tried.handed is not None:
            return f"{name} applies, and hands over to table {escape(tried.rule.table or '')}{Explanation(tried.handed).reasons}"
        return f"{name} applies{_bullets([self._piece(piece) for piece in tried.advice])}"

    def _piece(self, tried: TriedAdvice) -> str:
        told, *reasons = self._result(tried)
        return f"<b>{escape(tried.advice.name)}</b> {_marked(told)}{_bullets([_marked(each.strip()) for each in reasons])}"

    # As data

    def _data(self) -> list[dict[str, Any]]:
        return [self._rule_data(tried) for tried in self.consultation.rules]

    def _rule_data(self, tried: TriedRule) -> dict[str, Any]:
        missing = None if tried.missing is None else str(tried.missing)
        told: dict[str, Any] = {"rule": tried.rule.name, "applies": tried.missing is None, "missing": missing}
        if tried.handed is not None:
            return told | {"table": tried.rule.table, "rules": Explanation(tried.handed)._data()}
        return told | {"advice": [self._advice_data(piece) for piece in tried.advice]}

    def _advice_data(self, tried: TriedAdvice) -> dict[str, Any]:
        reasons = [
            {
                "why": failure.why,
                "missing": None if failure.part is None else str(failure.part),
                "moves": number if failure.line else 0,
                "example": list(name_line(self.consultation.position, failure.line)),
            }
            for failure, number in tried.reasons()
        ]
        works, number_tried = tried.tree is not None, tried.moves_tried
        return {"advice": tried.advice.name, "works": works, "tried": number_tried, "nodes": tried.nodes, "reasons": reasons}


def _marked(told: str) -> str:
    """A sentence as HTML, with the words of the table marked as code."""
    return _QUOTED.sub(r"<code>\1</code>", escape(told))


def _bullets(items: list[str]) -> str:
    """An HTML list; empty if there are no items."""
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>" if items else ""


def _meaning(word: Word) -> str:
    """What a word means, for the middle of a sentence."""
    return word.about[:1].lower() + word.about[1:] if word.about[1:2].islower() or word.about[1:2] == " " else word.about
