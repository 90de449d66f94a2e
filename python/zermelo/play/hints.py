"""Hints, reasons and evaluations as text and numbers. Searching is left to the caller.

A hint is a short search by the best agent for the game. A move of an agent is explained by the agent's own report if it has reasons: a plan,
several lines, or statistics of its moves. Otherwise a second search looks at the position.
"""

from collections.abc import Iterator

from zermelo.agents.advice import AdviceReport
from zermelo.agents.auto import DEFAULT, AutoAgent, auto
from zermelo.agents.levels import LevelAgent
from zermelo.agents.registry import agent
from zermelo.engine import Agent, fits
from zermelo.engine.agent import first_turn
from zermelo.errors import AgentError
from zermelo.game import CHANCE, Position
from zermelo.play import why
from zermelo.play.session import Session
from zermelo.report import Line, Report, count, worth

_LINES = 4
_CHOICES = 5
_EVALUATORS = ("expectiminimax(nodes=20000)", "uct(playouts=300, memory=4MB)")
"""For a quick evaluation of games with chance or many players, which has a value for each player: the first one that the game allows."""


def adviser(position: Position, backend: str | None = None) -> Agent:
    """The agent that gives hints: the default agent, which compares several moves."""
    made = DEFAULT.changed(lines=_LINES, backend=backend)
    made.check(position)
    return made


def analyst(position: Position, seconds: float) -> Agent:
    """The agent for an analysis that goes on: it compares several moves, and searches for so long."""
    made = auto(seconds=seconds).changed(lines=_LINES)
    made.check(position)
    return made


def best_choices(report: Report) -> tuple[Line, ...]:
    """The moves that Monte-Carlo search tried most, as lines of one move each."""
    return tuple(Line(choice.move, choice.value, None, (choice.move,)) for choice in report.choices[:_LINES])


def evaluator(position: Position) -> Agent | None:
    """The agent that evaluates a position quickly; None if no search is needed or possible."""
    if position.over or position.player == CHANCE:
        return None
    if position.rules.two_sided and not position.game.defines("chances"):
        return auto(nodes=20_000, memory="4MB")
    return next((made for made in map(agent, _EVALUATORS) if fits(made, position)), None)


def choices(session: Session) -> Iterator[str]:
    """Which agents play that nobody has named, and why, one line each."""
    position = first_turn(session.position)
    if position.over:
        return
    for text, made in {seat.text: seat.agent for seat in session.seats if seat.agent is not None}.items():
        if isinstance(made, AutoAgent | LevelAgent):
            try:
                found = made.chosen(position)
            except AgentError:
                continue
            yield f"{text} is {found}." if isinstance(made, AutoAgent) else f"{text}: {found.why}."


def hint(position: Position, found: Report) -> list[str]:
    """What the adviser would play, and why."""
    return [headline(found), *reasons(position, found), f"Effort: {effort(found)}."]


def has_reasons(report: Report | None) -> bool:
    """Whether the report of an agent has reasons, so that no second search is needed."""
    return report is not None and bool(_plan(report) or report.lines or report.choices)


def explain(before: Position, move: str, report: Report | None, second: Report | None = None) -> list[str]:
    """Why a player made a move; `report` is what the agent found at the time, `second` what the adviser finds now."""
    player = before.turn
    if report is None:
        told = [f"{player} played {move} before this session began, so its own reasons are not known."]
    elif plan := _plan(report):
        return [f"{player} played {move}: {plan[0]}.", *plan[1:]]
    elif report.value is None:
        told = [f"{player} played {move} without looking ahead."]
    else:
        told = [f"{player} played {headline(report)}", *(reasons(before, report) if has_reasons(report) else ())]
    if report is not None and report.why is not None:
        told.append(f"It was {report.agent}: {report.why}.")
    if second is not None:
        agrees = "would do the same" if second.move == move else f"would play {second.move}"
        told += [f"A second search {agrees} · {_finding(second)}", *reasons(before, second), f"Effort: {effort(second)}."]
    return told


def headline(report: Report) -> str:
    """The move and what was found about it, in one line."""
    return f"{report.move} · {_finding(report)}"


def _finding(report: Report) -> str:
    if report.value is None:
        return "without looking ahead"
    mean = " on average" if report.playouts is not None and not report.exact else ""
    line = " ".join(report.line[:8]) + (" ..." if len(report.line) > 8 else "")
    return f"value {worth(_round(report.value), report.score)}{mean} for {report.player} · line {line}"


def reasons(position: Position, report: Report) -> Iterator[str]:
    """The reasons for the chosen move and against the others, one sentence each."""
    if report.lines:
        yield from (f"{reason}." for reason in why.reasons(position, report))
    for choice in report.choices[:_CHOICES]:
        if choice.value is None or choice.low is None or choice.high is None:
            continue
        if choice.proven:
            yield f"{choice.move} is worth {worth(_round(choice.value))}, proven."
        else:
            interval = f"95 % interval {choice.low:+.3f} to {choice.high:+.3f}"
            yield f"{choice.move} is worth {choice.value:+.3f} in {count(choice.visits)} games ({interval})."


def effort(report: Report) -> str:
    """The depth, nodes and time of a search."""
    depth = "to the end" if report.depth is None else f"to depth {report.depth}"
    games = f"{count(report.playouts)} random games" if report.playouts is not None else f"searched {depth}"
    return f"{games}, {count(report.nodes)} nodes in {report.seconds:.2f} s"


def _plan(report: Report) -> list[str]:
    """What an agent that follows an advice table says about its move: a note, then its explanation."""
    if not isinstance(report, AdviceReport) or report.plan is None:
        return []
    return [str(report.note), *str(report.explanation).splitlines()]


def _round(value: float) -> float:
    return float(f"{value:.3g}")
