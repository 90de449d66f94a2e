"""Finding a move: the agent, and how long it may think.

Without a clock an agent keeps to its own limits; the default agent takes `SECONDS` for a move. With a clock the rest of the game is taken for as many moves as
half of the free cells or less, and every search ends in time, whatever agent it is: it is told its seconds if it takes any, and an alarm stops it.
What is lost between the clock and us grows with the board, because all legal moves are listed at each move.
"""

import threading
import time
from contextlib import suppress

from zermelo.agents.registry import agent as make_agent
from zermelo.engine.agent import Agent
from zermelo.errors import AgentError
from zermelo.game import Game, Position
from zermelo.games.othello import Othello
from zermelo.protocols.gtp.board import Board
from zermelo.protocols.timing import LEAST, Budget
from zermelo.report import Report
from zermelo.search.cancel import CancelScope

SECONDS = 2.0
"""For a move, if neither a clock nor a limit is given."""
_DEFAULT = {"Go": "uct(rave=300, grave=30)", "Hex": "strong()", "Othello": "strong()"}
"""The strongest agents that we have for these games. On 9 by 9 points RAVE won 9 of 10 games against plain UCT, at 0.06 s a move; one was drawn."""
_OVERHEAD, _CELLS = 0.02, 81
"""Seconds that are lost at each move on a board of so many cells."""
_SHARE, _FEWEST = 0.4, 10
"""The moves to expect: a share of the free cells, and at least so many."""
_HURRY = 1.0
"""Seconds that all searches may take together after the input has ended."""


def default_agent(game: Game, seconds: float | None = None) -> Agent:
    """The agent that plays a game if none is named."""
    made: Agent = make_agent(_DEFAULT[type(game).__name__])
    return limited(made, SECONDS if seconds is None else seconds)


def limited(agent: Agent, seconds: float) -> Agent:
    """The same agent with at most so many seconds for a move, if it takes such a limit."""
    within = getattr(agent, "within", None)
    if within is not None:
        made: Agent = within(seconds)
        return made
    takes = getattr(agent, "takes", None)
    if takes is not None and takes("seconds"):
        changed: Agent = agent.changed(seconds=seconds)  # type: ignore[attr-defined]  # whatever takes parameters can be changed
        return changed
    return agent


def expected_moves(board: Board) -> int:
    """How many moves each player still makes, about."""
    return max(_FEWEST, round((0.5 if isinstance(board.game, Othello) else _SHARE) * board.empty()))


def overhead(board: Board) -> float:
    return float(_OVERHEAD * max(1.0, board.game.size**2 / _CELLS))


class Thinker:
    """Searches, one at a time; another thread may end them."""

    def __init__(self) -> None:
        self._scope: CancelScope | None = None
        self._hurry: float | None = None
        """Seconds that are left for all searches once the input has ended."""
        self._lock = threading.Lock()

    def interrupt(self) -> None:
        """End the search that runs, if any; it answers with what it has found."""
        with self._lock:
            if self._scope is not None:
                self._scope.cancel("stop")

    def hurry(self) -> None:
        """Nobody sends anything more: end soon."""
        with self._lock:
            self._hurry = _HURRY
            scope = self._scope
        if scope is not None:
            _alarm(_HURRY, scope)

    def prepare(self, agent: Agent, position: Position) -> None:
        """Compile the rules before a clock runs, by a search that ends at once."""
        short = limited(agent, LEAST)
        if short is not agent and not position.over:
            with suppress(AgentError):
                short(position)

    def search(self, agent: Agent, position: Position, budget: Budget | None) -> Report | None:
        """The agent's report; None if it found nothing in time. Raises KeyboardInterrupt if Ctrl-C has ended it."""
        began, scope = time.perf_counter(), CancelScope()
        with self._lock:
            self._scope, hurry = scope, self._hurry
        limits = [*([] if budget is None else [budget.most]), *([] if hurry is None else [hurry])]
        alarm = _alarm(min(limits), scope) if limits else None
        asked = agent if budget is None else limited(agent, max(LEAST, min(budget.planned, *limits)))
        last: Report | None = None
        try:
            with scope:
                for last in asked.reports(position):  # noqa: B007  (the last one counts)
                    pass
        finally:
            if alarm is not None:
                alarm.cancel()
            with self._lock:
                self._scope = None
                if self._hurry is not None:
                    self._hurry = max(LEAST, self._hurry - (time.perf_counter() - began))
        if scope.interrupted or (last is not None and last.stopped == "interrupt"):
            raise KeyboardInterrupt
        return last


def _alarm(seconds: float, scope: CancelScope) -> threading.Timer:
    alarm = threading.Timer(seconds, scope.cancel, ("seconds",))
    alarm.daemon = True
    alarm.start()
    return alarm
