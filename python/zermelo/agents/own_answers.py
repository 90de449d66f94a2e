"""What an agent of a user answers, checked: the name or the number of a legal move, the position after it, or a report of this position."""

from __future__ import annotations

import operator
from contextlib import suppress
from dataclasses import replace
from reprlib import repr as shortly
from typing import SupportsIndex, cast

from zermelo.agents.unsearched import UnsearchedAgent
from zermelo.errors import AgentError, MoveError
from zermelo.game import Position
from zermelo.report import Report

Answer = str | int | Position | Report
"""What an agent may answer."""
ANSWERS = "an agent returns a move: its name, its number, the position after it, or a Report"
_MOST_MOVES, _MOST_TEXT = 8, 120


def place(position: Position) -> str:
    """A position in words, on one line.

    >>> from zermelo import TicTacToe
    >>> place(TicTacToe().start()), place(TicTacToe().start().play("b2 a1"))
    ('at the start of tictactoe', 'in tictactoe after b2 a1')
    """
    moves = position.history
    if moves:
        return f"in {position.game} after {'... ' if len(moves) > _MOST_MOVES else ''}{' '.join(moves[-_MOST_MOVES:])}"
    if position == position.game.start():
        return f"at the start of {position.game}"
    rows = " / ".join(row.strip() for row in str(position).splitlines() if row.strip())
    return f"in {position.game} at {rows[:_MOST_TEXT]}{'...' if len(rows) > _MOST_TEXT else ''}"


def report_of(agent: UnsearchedAgent, position: Position, answer: object, seconds: float) -> Report:
    """An answer as a report; raises AgentError if it is not an answer to this position."""
    if isinstance(answer, Report):
        _check_report(agent, position, answer)
        return replace(answer, agent=str(agent))
    name = position.name(move_of(agent, position, answer))
    return Report(**agent.report_fields(position, (name,), seconds=seconds))


def move_of(agent: UnsearchedAgent, position: Position, answer: object) -> int:
    """The number of the move that an answer names."""
    if isinstance(answer, Position):
        if answer.move is None or answer.parent != position:
            raise AgentError(f"{agent} answered a position {place(position)} that is not one of its children; {ANSWERS}")
        return answer.move
    if isinstance(answer, str):
        try:
            return position.parse(answer)
        except MoveError:
            raise _illegal(agent, position, answer) from None
    number: int | None = None
    if not isinstance(answer, bool):
        with suppress(TypeError):
            number = operator.index(cast(SupportsIndex, answer))
    if number is None:
        raise AgentError(f"{agent} answered {shortly(answer)} {place(position)}, but {ANSWERS}".replace("\n", " "))
    if number not in position.choices:
        raise _illegal(agent, position, number)
    return number


def _illegal(agent: UnsearchedAgent, position: Position, answer: str | int) -> AgentError:
    """The sentence about a move that is not legal; a number is told the legal numbers, a name the legal names."""
    legal = position.moves if isinstance(answer, str) else position.choices
    some = " ".join(map(str, legal[: 5 * _MOST_MOVES])) + (" ..." if len(legal) > 5 * _MOST_MOVES else "")
    what = f"`{answer[:60]}`" if isinstance(answer, str) else f"the number {answer}"
    return AgentError(
        f"{agent} answered {what} {place(position)}, which is not a legal move there; legal are: {some}".replace("\n", " ")
    )


def _check_report(agent: UnsearchedAgent, position: Position, report: Report) -> None:
    """Refuse a report of another position: of another game, player or state, as far as it says."""
    other = report.root is not None and report.root != position.state.pack()
    if other or report.game != str(position.game) or report.player != position.turn:
        told = f"{report.game}, {report.player} to move, line {' '.join(report.line[:3]) or report.move}"
        raise AgentError(
            f"{agent} answered a Report of another position ({told}) {place(position)}; report on the position that it is given"
        )
    move_of(agent, position, report.move)
