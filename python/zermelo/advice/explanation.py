"""Explanations: which rule applied, which did not and why, which advice was tried, and what was wrong with each that failed.

Everything is read off a `Consultation`; nothing is asked again. Facts are called by the names they have in the table, which is where
one goes to change something, followed by what the author of the knowledge says they mean.

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
from typing import Any

from zermelo.advice.expert import Expert
from zermelo.advice.inference import ALREADY, HOLDING, NO_MOVE, NO_REPLY, OVER, Attempt, Consultation, Failure, Trial
from zermelo.advice.knowledge import Word
from zermelo.advice.table import FIRST, Fact, Facts, Not
from zermelo.engine.search import name_line
from zermelo.game.position import Position

_SHOWN = 3
"""Reasons that are told for a piece of advice that failed; the others are counted."""
_QUOTED = re.compile("`([^`]*)`")
_ENDS = {
    NO_REPLY: "no reply is looked at there",
    NO_MOVE: "no move of ours is allowed there",
    OVER: "the game is over there",
}


@dataclass(frozen=True)
class Explanation:
    """What a table said, and why, in words (`str`) and as plain data (`to_json`)."""

    consultation: Consultation

    def __str__(self) -> str:
        return "\n".join([self.headline, "", *_Telling(self.consultation).lines("  ")])

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
        """All but the headline, as a list in HTML."""
        return _Telling(self.consultation).markup()

    def to_json(self) -> dict[str, Any]:
        asked, tree = self.consultation, self.consultation.tree
        return {
            "table": asked.expert.table.name,
            "strategy": asked.expert.table.strategy,
            "player": asked.position.turn,
            "move": None if tree is None else tree.line[0],
            "line": [] if tree is None else list(tree.line),
            "rule": None if tree is None else tree.rule,
            "advice": None if tree is None else tree.advice,
            "nodes": asked.nodes,
            "seconds": round(asked.seconds, 6),
            "stopped": asked.stopped,
            "rules": _Telling(asked).data(),
            "tree": None if tree is None else tree.to_json(),
        }


class _Telling:
    """Tells about one consultation; those of tables that were handed over to are told inside it."""

    def __init__(self, asked: Consultation) -> None:
        self.asked = asked
        self.expert: Expert = asked.expert
        self.position: Position = asked.position

    # In words

    def lines(self, indent: str) -> Iterator[str]:
        width = max((len(trial.rule.name) for trial in self.asked.trials), default=0)
        for trial in self.asked.trials:
            told = "applies" if trial.missing is None else f"does not apply: {self.false(trial.missing)}"
            over = "" if trial.handed is None else f", and hands over to table {trial.rule.table}"
            yield f"{indent}rule {trial.rule.name:<{width}}  {told}{over}"
            yield from self._tried(trial, indent + "  ")
        yield from (f"{indent}{line}" for line in self._left(width))

    def _tried(self, trial: Trial, indent: str) -> Iterator[str]:
        if trial.handed is not None:
            yield from _Telling(trial.handed).lines(indent)
        width = max((len(attempt.advice.name) for attempt in trial.attempts), default=0)
        for attempt in trial.attempts:
            told = list(self._became(attempt))
            yield f"{indent}{attempt.advice.name:<{width}}  {told[0]}"
            yield from (f"{indent}{'':<{width}}  {line}" for line in told[1:])
        if self.asked.stopped is not None and trial is self.asked.trials[-1] and trial.handed is None and trial.missing is None:
            yield f"{indent}stopped: {self.asked.stopped}"

    def _became(self, attempt: Attempt) -> Iterator[str]:
        """What became of a piece of advice."""
        if attempt.tree is not None:
            yield f"works: {' '.join(attempt.tree.line)}"
            return
        reasons = attempt.reasons()
        if not attempt.tried:
            yield f"fails: {self._because(reasons[0][0])}"
            return
        yield f"fails: {'the only move' if attempt.tried == 1 else f'each of {attempt.tried} moves'} that it allows"
        for failure, number in reasons[:_SHOWN]:
            often = "" if attempt.tried == 1 else f"{number} of them, " if number > 1 else "one, "
            yield f"  {often}{'such as ' if number > 1 else ''}{self._line(failure)}: {self._because(failure)}"
        if len(reasons) > _SHOWN:
            yield f"  and {sum(number for _, number in reasons[_SHOWN:])} for other reasons"

    def _because(self, failure: Failure) -> str:
        """Why the last position of an example will not do."""
        if failure.why == ALREADY:
            return "its better-goal holds already, so there is nothing to do"
        assert failure.part is not None
        if failure.why == HOLDING:
            return f"the holding-goal is broken, {self.false(failure.part)}"
        if not failure.line:
            return f"it allows us no move, and {self.false(failure.part)}"
        return f"{self.false(failure.part)}, and {_ENDS[failure.why]}" if failure.why != NO_REPLY else self.false(failure.part)

    def _left(self, width: int) -> Iterator[str]:
        """Rules that were not looked at."""
        trials, rules = self.asked.trials, self.expert.table.rules
        left = rules[len(trials) :]
        if left and self.asked.tree is None and self.expert.table.strategy == FIRST and self.asked.stopped is None:
            names = ", ".join(rule.name for rule in left)
            yield f"{'':<{width}}The strategy is `first`: rule {trials[-1].rule.name} is committed to, and {names} not looked at."

    def _line(self, failure: Failure) -> str:
        return " ".join(name_line(self.position, failure.line))

    def false(self, part: Facts) -> str:
        """That a part does not hold, with what its words mean."""
        inner = part.part if isinstance(part, Not) else part
        truth = "true" if isinstance(part, Not) else "false"
        about = _meaning(self.expert.words[inner.name]) if isinstance(inner, Fact) else ""
        return f"`{inner}` is {truth}" + (f" ({about})" if about else "")

    # For notebooks

    def markup(self) -> str:
        """Rules as a list, with what became of their advice below them."""
        return _bullets([self._rule(trial) for trial in self.asked.trials] + [_marked(line.strip()) for line in self._left(0)])

    def _rule(self, trial: Trial) -> str:
        name = f"rule <b>{escape(trial.rule.name)}</b>"
        if trial.missing is not None:
            return f"{name} does not apply: {_marked(self.false(trial.missing))}"
        if trial.handed is not None:
            return f"{name} applies, and hands over to table {escape(trial.rule.table or '')}{_Telling(trial.handed).markup()}"
        return f"{name} applies{_bullets([self._piece(attempt) for attempt in trial.attempts])}"

    def _piece(self, attempt: Attempt) -> str:
        told, *reasons = self._became(attempt)
        return f"<b>{escape(attempt.advice.name)}</b> {_marked(told)}{_bullets([_marked(each.strip()) for each in reasons])}"

    # As data

    def data(self) -> list[dict[str, Any]]:
        return [self._trial(trial) for trial in self.asked.trials]

    def _trial(self, trial: Trial) -> dict[str, Any]:
        told: dict[str, Any] = {
            "rule": trial.rule.name,
            "applies": trial.missing is None,
            "missing": None if trial.missing is None else str(trial.missing),
        }
        if trial.handed is not None:
            return told | {"table": trial.rule.table, "rules": _Telling(trial.handed).data()}
        return told | {"advice": [self._attempt(attempt) for attempt in trial.attempts]}

    def _attempt(self, attempt: Attempt) -> dict[str, Any]:
        reasons = [
            {
                "why": failure.why,
                "missing": None if failure.part is None else str(failure.part),
                "moves": number if failure.line else 0,
                "example": list(name_line(self.position, failure.line)),
            }
            for failure, number in attempt.reasons()
        ]
        works = attempt.tree is not None
        return {"advice": attempt.advice.name, "works": works, "tried": attempt.tried, "nodes": attempt.nodes, "reasons": reasons}


def _marked(told: str) -> str:
    """A sentence as markup, with words of the table as such."""
    return _QUOTED.sub(r"<code>\1</code>", escape(told))


def _bullets(items: list[str]) -> str:
    """A list of markup; nothing where it is empty."""
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>" if items else ""


def _meaning(word: Word) -> str:
    """What a word means, to be put into a sentence."""
    return word.about[:1].lower() + word.about[1:] if word.about[1:2].islower() or word.about[1:2] == " " else word.about
