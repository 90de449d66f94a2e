"""The engine: reads commands, answers them, and lets one search run at a time.

Commands are read in the main thread while a search runs in another, so `isready` and `stop` are answered at once. A line that is wrong changes
nothing and is told as `info string`. Words before the first known command are skipped, as the protocol asks. When the input ends,
the engine ends.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TextIO

from zermelo import __version__
from zermelo.engine.agent import Agent, SearchAgent, check_agent
from zermelo.engine.algorithms import selective
from zermelo.engine.tablebases_and_books import BUILT
from zermelo.errors import ZermeloError
from zermelo.game import Position
from zermelo.games.chess.rules import Chess, Chess960
from zermelo.protocols.streams import MOST_LINE, standard_lines, writer
from zermelo.protocols.uci import lines, strength
from zermelo.protocols.uci.options import Options
from zermelo.protocols.uci.questions import Board, Question, read_go
from zermelo.protocols.uci.thinking import Thinking, Write

_MOST_DEPTH = 100


class Engine:
    """A chess engine that is driven by lines of text; `write` gets its answers."""

    def __init__(self, write: Write, options: Options | None = None) -> None:
        self.write = write
        self.options = options or Options()
        self.board = Board()
        self.thinking: Thinking | None = None
        self.games = 0
        self._agent: SearchAgent | None = None
        """The searcher of this game, which remembers what it has seen."""
        self._known: dict[str, Callable[[Sequence[str]], None]] = {
            "uci": self._uci,
            "isready": lambda _: self.write("readyok"),
            "ucinewgame": self._new_game,
            "setoption": self._set,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._hit,
            "d": self._show,
            "debug": lambda _: None,
            "register": lambda _: None,
        }

    def run(self, source: Iterable[str]) -> None:
        """Answer all lines, until `quit` or the end of the input."""
        try:
            for line in source:
                if not self.answer(line):
                    break
        finally:
            self._stop(())

    def answer(self, line: str) -> bool:
        """Answer one line; False if it is `quit`."""
        words = line[:MOST_LINE].replace("\0", " ").split()
        at = next((place for place, word in enumerate(words) if word in self._known or word == "quit"), None)
        if at is None:
            if words:
                self.write(f"info string unknown command `{words[0][:40]}`; this engine speaks UCI")
            return True
        if words[at] == "quit":
            return False
        try:
            self._known[words[at]](words[at + 1 :])
        except ZermeloError as problem:
            self.write(f"info string {' '.join(str(problem).split())}")
        return True

    # Commands

    def _uci(self, _: Sequence[str]) -> None:
        for line in (f"id name Zermelo {__version__}", "id author the Zermelo developers"):
            self.write(line)
        for option in self.options.declared:
            self.write(option.declaration())
        self.write("uciok")

    def _new_game(self, _: Sequence[str]) -> None:
        self._stop(())
        self.games += 1
        self._agent = None
        self.board.reset(self.options.is_on("UCI_Chess960"))

    def _set(self, words: Sequence[str]) -> None:
        self._stop(())
        before = dict(self.options.values)
        name = self.options.set(words)
        try:
            if name == "UCI_Chess960":
                if self.board.chess960 != self.options.is_on(name):
                    self.board.reset(self.options.is_on(name))
            elif name in ("BookFile", "TablebasePath", "OwnBook"):
                self._check_files()
        except ZermeloError:
            self.options.values = before
            raise
        self._agent = None

    def _check_files(self) -> None:
        """Refuse a book or tablebases that cannot be opened when they are named, not in the middle of a game."""
        check_agent(self._made(), Chess().start())

    def _position(self, words: Sequence[str]) -> None:
        self._stop(())
        self.board.set(words)

    def _go(self, words: Sequence[str]) -> None:
        self._stop(())
        position = self.board.position
        question = read_go(words, position)
        position = playable(position)
        if not position.choices:
            self.write("info depth 0 score " + ("cp 0" if position.outcome is None or position.outcome.is_draw else "mate 0"))
            self.write(lines.any_move(()))
            return
        overhead = self.options.number("Move Overhead") / 1000
        self.thinking = Thinking(self._agent_for(question), position, question, overhead, self.write)
        self.thinking.start()

    def _stop(self, _: Sequence[str]) -> None:
        """End the search, if there is one, and wait for its answer."""
        if self.thinking is not None:
            self.thinking.stop()
            self.thinking.join()
            self.thinking = None

    def _hit(self, _: Sequence[str]) -> None:
        if self.thinking is not None:
            self.thinking.hit()

    def _show(self, _: Sequence[str]) -> None:
        for line in str(self.board.position).splitlines():
            self.write(f"info string {line}")

    # Who thinks

    def _agent_for(self, question: Question) -> Agent:
        if self.options.is_on("UCI_LimitStrength") and not question.infinite:
            return strength.rated(self.options.number("UCI_Elo"), self.games + 1)
        if self._agent is None:
            self._agent = self._made().remembering()
        depth = question.depth if question.mate is None else min(_MOST_DEPTH, 2 * question.mate - 1)
        limits = {"depth": None if depth is None else min(depth, _MOST_DEPTH), "nodes": question.nodes}
        return self._agent.changed(**limits, lines=self.options.number("MultiPV"))

    def _made(self) -> SearchAgent:
        """The searcher that the options describe."""
        options = self.options
        ready = "" if options.is_on("UCI_Chess960") else "chess"
        book = (options.text("BookFile") or ready or None) if options.is_on("OwnBook") else None
        return selective(
            memory=f"{options.number('Hash')}MB",
            threads=options.number("Threads"),
            book=book,
            tables=options.text("TablebasePath") or BUILT,
        )


def playable(position: Position) -> Position:
    """The position itself or, where it is drawn by the fifty-move rule or for want of material although there are moves, one in which it is not.

    Programs may go on after such a draw, and then they want a move.
    """
    if not position.over or position.game.repetitions == 0:
        return position
    game = Chess960(material=False) if isinstance(position.game, Chess960) else Chess(material=False)
    state = position.state
    state.clock = 0
    return Position(game, game.layout.unpack(state.pack()))


def serve(options: Options, source: Iterable[str] | None = None, target: TextIO | None = None) -> None:
    """Drive an engine by the standard input and output, until the input ends or nobody reads the output any more."""
    Engine(writer(target or sys.stdout), options).run(source or standard_lines())
