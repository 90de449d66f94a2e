"""The law of backends: native, compiled and interpreted rules answer every question in exactly the same way.

The interpreted rules are asked first, and the others only what those have answered: compiled code that loops for ever
could not be stopped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from zermelo.backends import Backend, diagnose
from zermelo.errors import RuleError
from zermelo.laws.law import Law
from zermelo.laws.witness import Sample


def agreement(backends: Sequence[Backend]) -> Law:
    """The law for the backends that a game has."""

    def check(sample: Sample) -> str | None:
        for rule, args, expected in _questions(sample) if backends else ():
            for backend in backends:
                complaint = _compare(sample, backend, rule, args, expected)
                if complaint is not None:
                    return complaint
        return None

    says = f"The backends ({', '.join(backend.name for backend in backends)}) answer exactly like the rules in Python."
    if not backends:
        says = "Every backend answers exactly like the rules in Python."
    return Law("backends", says, check, exempt=lambda _game: "" if backends else "no backend was given to compare with")


def _questions(sample: Sample) -> Iterator[tuple[str, tuple[int, ...], Any]]:
    """Everything that can be asked here, with the answers of the rules themselves."""
    game = sample.game
    yield "to_move", (), sample.player
    yield "utilities", (), sample.utilities
    if game.defines("key"):
        yield "key", (), sample.ask("key")
    if sample.over:
        return
    yield sample.source, (), sample.ask(sample.source)
    for choice in sample.choices:
        yield "play", (choice,), sample.after(choice)
    for player in range(len(game.players)):
        yield "evaluate", (player,), sample.ask("evaluate", player)
    for move in sample.moves:
        yield "noisy", (move,), sample.ask("noisy", move)
        yield "order", (move,), sample.ask("order", move)


def _compare(sample: Sample, backend: Backend, rule: str, args: tuple[int, ...], expected: Any) -> str | None:
    asked = f"rule `{rule}` of {sample.game}" + (f", asked about {args[0]}," if args else "")
    try:
        with diagnose(sample.game):
            answer = getattr(backend.core, rule)(sample.packed, *args)
    except Exception as error:  # whatever a backend raises where the rules answer is a disagreement
        return f"{asked} fails in the {backend.name} backend but not in Python: {error}"
    if rule == "utilities" and answer is not None:
        answer = tuple(answer)
    if answer == expected:
        return None
    if rule == "play":
        return f"{asked} leads elsewhere in the {backend.name} backend than in Python: {_gap(sample, expected, answer)}"
    return f"{asked} answers {answer!r} in the {backend.name} backend but {expected!r} in Python"


def _gap(sample: Sample, expected: bytes, answer: bytes) -> str | None:
    try:
        return Sample(sample.witness, expected).difference(sample.game.layout.unpack(answer))
    except RuleError as error:
        return str(error)
