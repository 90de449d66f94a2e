"""One search, in a thread of its own: it writes `info` lines as it goes, and one `bestmove` when it may.

A search that `go infinite` or `go ponder` began says its move only after `stop` or `ponderhit`, even if it has nothing left to search. `hit` starts the
clock of a search that has pondered. `stop` and `hit` may come from any thread, at any time.
"""

import threading
import time
from collections.abc import Callable, Iterator

from zermelo.engine.agent import Agent, SearchAgent
from zermelo.errors import ZermeloError
from zermelo.game import Position
from zermelo.protocols.timing import Budget, fixed
from zermelo.protocols.uci import lines
from zermelo.protocols.uci.questions import Question
from zermelo.report import Report
from zermelo.search.cancel import CancelScope

Write = Callable[[str], None]


class Thinking:
    """A search that is running, or has just ended."""

    def __init__(self, agent: Agent, position: Position, question: Question, overhead: float, write: Write) -> None:
        self.agent, self.position, self.question, self.write = agent, position, question, write
        self._overhead = overhead
        self._scope = CancelScope()
        self._may_answer = threading.Event()
        self._lock = threading.Lock()
        self._budget: Budget | None = None
        self._began = time.perf_counter()
        self._alarm: threading.Timer | None = None
        self._thread = threading.Thread(target=self._run, name="zermelo-uci", daemon=True)
        if not question.waits:
            self._may_answer.set()
            self._start_clock()

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End the search; its answer follows at once."""
        self._may_answer.set()
        self._scope.cancel("stop")

    def hit(self) -> None:
        """The move that we pondered on was played: think on, with the clock running."""
        with self._lock:
            if self._may_answer.is_set() or not self.question.ponder:
                return
            self._start_clock()
            if not self.question.infinite:
                self._may_answer.set()

    def join(self) -> None:
        self._thread.join()

    def _start_clock(self) -> None:
        question = self.question
        if question.seconds is not None:
            self._budget = fixed(question.seconds, self._overhead)
        elif question.clock is not None:
            self._budget = question.clock.budget(self._overhead)
        if self._budget is not None:
            self._began = time.perf_counter()
            self._alarm = threading.Timer(self._budget.most, self._scope.cancel, ("seconds",))
            self._alarm.daemon = True
            self._alarm.start()

    def _run(self) -> None:
        last: Report | None = None
        try:
            with self._scope:
                for last in self._reports():
                    for line in lines.info(self.position, last):
                        self.write(line)
                    if self._is_enough(last):
                        break
        except ZermeloError as problem:
            self.write(f"info string {problem}")
        except Exception as problem:  # whatever is wrong, a program waits for a move
            self.write(f"info string this is a bug in Zermelo ({type(problem).__name__}: {problem})")
        finally:
            if self._alarm is not None:
                self._alarm.cancel()
        self._may_answer.wait()
        self._answer(last)

    def _reports(self) -> Iterator[Report]:
        if isinstance(self.agent, SearchAgent) and self.question.among:
            return iter(self.agent.search(self.position, among=self.question.among))
        return self.agent.reports(self.position)

    def _is_enough(self, report: Report) -> bool:
        """Whether no greater depth should be begun."""
        question = self.question
        if question.mate is not None and report.score is not None and report.score.kind == "win":
            return report.score.plies is not None and report.score.plies <= 2 * question.mate - 1
        if self._budget is None:
            return False
        alone = len(question.among or self.position.choices) == 1
        return (alone and question.seconds is None) or time.perf_counter() - self._began >= self._budget.enough

    def _answer(self, last: Report | None) -> None:
        """Every `go` is answered by one move; if the search found none, by any legal one."""
        if last is not None:
            self.write(lines.best_move(self.position, last))
            return
        moves = self.question.among or self.position.choices
        self.write(lines.any_move(moves))
