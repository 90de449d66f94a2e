"""Why this move: what the reply is to the chosen one, and which reply refutes each of the next best.

A value alone convinces nobody. People ask "and why not that one?", and the answer is a move: the reply that makes it worse.
A search for several lines knows it, since the line behind every alternative begins with that reply.

>>> import zermelo
>>> position = zermelo.find("nim([1,2])").start()
>>> for reason in why(position, zermelo.alphabeta()):
...     print(reason)
2:1 wins in 3 plies; the longest answer is 1:1
1:1 loses in 2 plies: it is refuted by 2:2
2:2 loses in 2 plies: it is refuted by 1:1
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from zermelo.engine.agent import SearchAgent
from zermelo.errors import AgentError
from zermelo.game.position import Position
from zermelo.report import Line, Report


@dataclass(frozen=True)
class Reason:
    """What speaks for the chosen move, or against another one."""

    move: str
    value: float | None
    """What the move is worth to the player to move."""
    plies: int | None
    """Plies to the end of the game when a win or loss is proven."""
    reply: str | None
    """The opponent's best reply; None where the game ends before there is one, or the search has seen none."""
    behind: float | None
    """By how much it is worse than the chosen move: infinitely where it lets a win slip; None where that cannot be said."""
    line: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.move} {self._worth()}{self._reply()}"

    def _worth(self) -> str:
        if self.value is None:
            return "is not known to be worth anything yet"
        if self.plies is not None:
            return f"{'wins' if self.value > 0 else 'loses'} in {self.plies} {'ply' if self.plies == 1 else 'plies'}"
        if self.behind is None:
            return f"is worth {self.value:+g}" if self.value else "is worth 0"
        if self.behind == 0:
            return f"is just as good, worth {self.value:+g}" if self.value else "is just as good, worth 0"
        less = "and lets the win slip" if self.behind == inf else f"which is {self.behind:g} less"
        return f"is worth {self.value:+g}, {less}" if self.value else f"is worth 0, {less}"

    def _reply(self) -> str:
        if self.reply is None:
            return ""
        if self.plies is not None and self.value is not None and self.value > 0:
            return f"; the longest answer is {self.reply}"
        if (self.behind or 0) > 0 or self.plies is not None:
            return f": it is refuted by {self.reply}"
        return f"; the best answer is {self.reply}"


def why(position: Position, agent: SearchAgent, alternatives: int = 3) -> list[Reason]:
    """The agent's move with the reply to it, then the next best ones with the replies that refute them."""
    if not isinstance(agent, SearchAgent) or not agent.takes("lines"):
        raise AgentError(f"{agent} cannot say why: only alphabeta and strong look for several lines")
    if not isinstance(alternatives, int) or isinstance(alternatives, bool) or alternatives < 1:
        raise AgentError(f"alternatives={alternatives!r} is no number of moves: give a whole number of at least 1")
    return reasons(position, agent.changed(lines=1 + alternatives)(position))


def reasons(position: Position, report: Report) -> list[Reason]:
    """The reasons in a report with several lines."""
    return [_reason(position, line, report.lines[0]) for line in report.lines]


def _reason(position: Position, line: Line, chosen: Line) -> Reason:
    behind: float | None = None
    if line is not chosen and line.plies is None and line.value is not None and chosen.value is not None:
        behind = chosen.value - line.value if chosen.plies is None else inf
    return Reason(line.move, line.value, line.plies, _reply(position, line.line), behind, line.line)


def _reply(position: Position, line: tuple[str, ...]) -> str | None:
    """The first move of a line that another player makes; the one who chose may be on turn several times running."""
    player = position.player
    for move in line:
        if position.player != player:
            return move
        position = position.advance(position.parse(move))
    return None
