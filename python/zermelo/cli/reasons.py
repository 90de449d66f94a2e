"""Asking for reasons: what a strong player would do here, and why an agent did what it did.

Agents with a plan, with several lines, or with games played at random, know their reasons, and those are told. Of any other move a second
look is taken where the game allows: what else there was, and which reply speaks against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from zermelo.agents.default import adviser
from zermelo.cli import paint
from zermelo.cli.thinking import think
from zermelo.errors import AgentError

if TYPE_CHECKING:
    from rich.text import Text

    from zermelo.game.position import Position
    from zermelo.report import Report

_LINES = 4
_MOVES = 4


def hint(position: Position, backend: str | None) -> Iterator[Text | str]:
    """What a strong player would do, and why."""
    try:
        found = look(position, backend)
    except AgentError as error:
        yield f"There is no hint for this game: {error}."
        return
    yield f"Hint: {found.move} · value {paint.value(found)} · line {' '.join(found.line[:10])}"
    yield from reasons(position, found)


def why(before: Position, move: str, found: Report | None, backend: str | None) -> Iterator[Text | str]:
    """Why a player made a move in a position; `found` is what an agent had to say at the time."""
    from zermelo.agents.advice import AdviceReport

    if isinstance(found, AdviceReport) and found.plan is not None:
        yield f"{before.turn} played {move}: {found.note}."
        yield str(found.explanation)
        return
    if found is None:
        yield f"{before.turn} played {move} before this game was taken up, so its own reasons are not known."
    elif found.value is None:
        yield f"{before.turn} played {move} without looking ahead."
    else:
        yield f"{before.turn} played {move} · value {paint.value(found)} for {before.turn} · line {' '.join(found.line[:10])}"
    if found is not None and (found.lines or found.choices):
        yield from reasons(before, found)
        return
    try:
        second = look(before, backend)
    except AgentError:
        return
    agrees = "would do the same" if second.move == move else f"would play {second.move}"
    yield f"A second look {agrees} · value {paint.value(second)} · line {' '.join(second.line[:10])}"
    yield from reasons(before, second)


def look(position: Position, backend: str | None) -> Report:
    """A second's search by whoever is best at the game, for several lines if possible."""
    from zermelo.agents.registry import agent

    return think(position, agent(adviser(position, _LINES), backend), "looking")


def reasons(position: Position, found: Report) -> Iterator[Text]:
    """The reasons that a report has."""
    if found.lines:
        yield paint.reasons(position, found)
    elif found.choices:
        yield paint.choices(found, _MOVES)
