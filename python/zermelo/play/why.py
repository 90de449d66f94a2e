"""Why this move: the best reply to it and to each of the next best moves. A reply refutes a move that loses, or that gives away a win.

A search for several lines knows these replies: the line of each alternative begins with one.

>>> import zermelo
>>> position = zermelo.find("nim([1,2])").start()
>>> for reason in why(position, zermelo.alphabeta()):
...     print(reason)
2:1 wins in 3 plies; the longest answer is 1:1
1:1 loses in 2 plies: it is refuted by 2:2
2:2 loses in 2 plies: it is refuted by 1:1
"""

from dataclasses import dataclass
from math import inf

from zermelo.engine.agent import SearchAgent
from zermelo.errors import AgentError
from zermelo.game import Position
from zermelo.report import Line, Report, worth
from zermelo.score import counted


@dataclass(frozen=True)
class Reason(Line):
    """A reason for the chosen move, or against another one."""

    reply: str | None = None
    """The opponent's best reply; None if the game ends before it, or the search found none."""
    behind: float | None = None
    """How much worse it is than the chosen move: infinite if it gives away a win; None if unknown."""

    def __str__(self) -> str:
        return f"{self.move} {self._worth()}{self._reply()}"

    def _worth(self) -> str:
        if self.value is None:
            return "has no known value yet"
        if self.plies is not None:
            return f"{'wins' if self.value > 0 else 'loses'} in {counted(self.plies)}"
        if self.behind is None:
            return f"is worth {worth(self.value, self.score)}"
        if self.behind == 0:
            return f"is just as good, worth {worth(self.value, self.score)}"
        less = "and gives away the win" if self.behind == inf else f"which is {self.behind:g} less"
        return f"is worth {worth(self.value, self.score)}, {less}"

    def _reply(self) -> str:
        if self.reply is None:
            return ""
        if self.plies is not None and self.value is not None and self.value > 0:
            return f"; the longest answer is {self.reply}"
        if self.behind == inf or self.plies is not None:
            return f": it is refuted by {self.reply}"
        return f"; the best answer is {self.reply}"


def why(position: Position, agent: SearchAgent, alternatives: int = 3) -> list[Reason]:
    """The agent's move and the best reply, then the next best moves and the replies that refute them."""
    if not isinstance(agent, SearchAgent) or not agent.takes("lines"):
        raise AgentError(f"{agent} cannot give reasons; use alphabeta or strong, which search for several lines")
    if not isinstance(alternatives, int) or isinstance(alternatives, bool) or alternatives < 1:
        raise AgentError(f"alternatives={alternatives!r} must be a whole number of at least 1")
    return reasons(position, agent.changed(lines=1 + alternatives)(position))


def reasons(position: Position, report: Report) -> list[Reason]:
    """The reasons in a report with several lines."""
    return [_reason(position, line, report.lines[0]) for line in report.lines]


def _reason(position: Position, line: Line, chosen: Line) -> Reason:
    behind: float | None = None
    if line is not chosen and line.plies is None and line.value is not None and chosen.value is not None:
        behind = chosen.value - line.value if chosen.plies is None else inf
    return Reason(**vars(line), reply=_reply(position, line.line), behind=behind)


def _reply(position: Position, line: tuple[str, ...]) -> str | None:
    """The first move of a line by another player; the same player may move several times in a row."""
    player = position.player
    for move in line:
        if position.player != player:
            return move
        position = position.advance(position.parse(move))
    return None
