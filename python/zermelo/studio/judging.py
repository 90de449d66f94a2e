"""Opinions: what a position is worth, what to do in it, and why.

Every position gets a quick look by a small search, so that the course of a game can be drawn; whoever asks for a hint gets a second of
the best search for the game, with its reasons. All of this is text and numbers: searching is done elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from zermelo.agents.registry import agent
from zermelo.engine.agent import Agent, check_agent
from zermelo.errors import AgentError
from zermelo.game.constants import CHANCE
from zermelo.game.position import Position
from zermelo.play import why
from zermelo.report import Report, count, worth
from zermelo.studio.table import Ply

JUDGES = (
    "strong(nodes=20000, memory=4MB)",
    "expectiminimax(nodes=20000)",
    "uct(playouts=300, memory=4MB)",
)
"""For a quick look: the first that the game allows."""
_SHOWN = 5


def judge(position: Position) -> Agent | None:
    """Who looks at a position; None where there is nothing to look for, or nobody who can."""
    if position.over or position.player == CHANCE:
        return None
    for text in JUDGES:
        with suppress(AgentError):
            made = agent(text)
            check_agent(made, position)
            return made
    return None


def settle(ply: Ply, report: Report | None) -> None:
    """Keep what was found; how a finished game ended needs no search."""
    position = ply.position
    if position.values is not None:
        ply.values, ply.proven = position.values, True
    elif report is not None and report.values is not None:
        ply.values, ply.proven = report.values, report.plies is not None or (report.exact and report.depth is None)


def headline(report: Report) -> str:
    """What was found, in one line."""
    line = " ".join(report.line[:8]) + (" ..." if len(report.line) > 8 else "")
    if report.value is None:
        return f"{report.move}, without looking ahead"
    mean = " on average" if report.playouts is not None and not report.exact else ""
    return f"{report.move}, worth {worth(_round(report.value), report.plies)}{mean} to {report.player}; line {line}"


def sentence(report: Report) -> str:
    """The same as a sentence; one that breaks off has its stops already."""
    words = headline(report)
    return words if words.endswith("...") else f"{words}."


def reasons(position: Position, report: Report) -> Iterator[str]:
    """What speaks against other moves, or for them, a sentence each."""
    if report.lines:
        chosen, *others = why.reasons(position, report)
        yield from (f"{reason}." for reason in others or [chosen])
    for choice in report.choices[:_SHOWN]:
        if choice.value is not None:
            sure = "proven" if choice.proven else f"in {count(choice.visits)} games"
            yield f"{choice.move} is worth {worth(_round(choice.value))} {sure}."


def effort(report: Report) -> str:
    """What it took."""
    depth = "to the end" if report.depth is None else f"to depth {report.depth}"
    games = f"{count(report.playouts)} random games" if report.playouts is not None else f"searched {depth}"
    return f"{games}, {count(report.nodes)} nodes in {report.seconds:.2f} s"


def _round(value: float) -> float:
    return float(f"{value:.3g}")
