"""The law of backends: native, compiled and interpreted rules give exactly the same answers.

The interpreted rules are asked first. The other backends are asked only what the interpreted rules could answer, because compiled
code in an endless loop could not be stopped.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from zermelo.engine.backends import Backend, diagnose
from zermelo.errors import RuleError
from zermelo.game import State
from zermelo.laws.law import Complaint, Law
from zermelo.laws.samples import Sample
from zermelo.laws.tracing import defined

_OURS = "this is a defect of Zermelo, not of your rules: use --backend interpreted, and please report it"


def agreement(backends: Sequence[Backend]) -> Law:
    def check(sample: Sample) -> Complaint | None:
        for rule, args in _questions(sample) if backends else ():
            expected = _answer(sample, rule, args)
            for backend in backends:
                complaint = _compare(sample, backend, rule, args, expected)
                # Rules that change their answer break another law, not this one.
                if complaint is not None and _answer(sample, rule, args) == expected:
                    label = sample.label(rule).partition("`")[0]
                    return Complaint(complaint, label, where=lambda: defined(sample.game, label))  # noqa: B023
        return None

    names = ", ".join(backend.name for backend in backends)
    who = f"The backends ({names}) give" if backends else "Every backend gives"
    says = f"{who} exactly the same answers as the rules in Python."
    return Law("backends", says, check, exempt=lambda _game: "" if backends else "there is no backend to compare with")


def _questions(sample: Sample) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every question that can be asked in a position: the rule and its arguments."""
    for rule, arguments in sample.questions():
        yield from ((rule, each) for each in arguments)
    yield from (("play", (choice,)) for choice in sample.some)


def _answer(sample: Sample, rule: str, args: tuple[int, ...]) -> Any:
    """The answer of the rules in Python, in the form of a backend's answer."""
    answer = sample.ask(rule, *args)
    return answer.pack() if isinstance(answer, State) else answer


def _compare(sample: Sample, backend: Backend, rule: str, args: tuple[int, ...], expected: Any) -> str | None:
    asked = sample.view(args[0]) if rule == "guess" else sample
    try:
        answer = getattr(backend.core, rule)(asked.packed, *args)
    except Exception as error:  # any exception here is a disagreement, because the rules answered
        return f"{_asked(sample, rule, args)} fails in the {backend.name} backend but not in Python: {_told(sample, error)}"
    if answer == expected or (rule == "utilities" and answer is not None and tuple(answer) == expected):
        return None
    if isinstance(expected, bytes) and isinstance(answer, bytes):
        gap = _gap(sample, expected, answer)
        return f"{_asked(sample, rule, args)} leads to another state in the {backend.name} backend than in Python: {gap}; {_OURS}"
    return f"{_asked(sample, rule, args)} returns {answer!r} in the {backend.name} backend but {expected!r} in Python; {_OURS}"


def _asked(sample: Sample, rule: str, args: tuple[int, ...]) -> str:
    return f"rule `{sample.label(rule)}` of {sample.game}" + (f", for {args[0]}," if args else "")


def _told(sample: Sample, error: Exception) -> str:
    """The message of a backend's error."""
    try:
        with diagnose(sample.game):
            raise error
    except Exception as told:
        return str(told)


def _gap(sample: Sample, expected: bytes, answer: bytes) -> str | None:
    try:
        return Sample(sample.subject, expected).difference(sample.game.layout.unpack(answer))
    except RuleError as error:
        return str(error)
