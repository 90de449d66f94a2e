"""The engine: every command of GTP is a method here, and every line gets one answer.

A command that fails changes nothing and is answered with `?` and a reason; the specification has the words for most of them. Nothing else is written to
the output. The engine ends with `quit` or with its input.
"""

import sys
import time
from collections.abc import Callable, Iterable
from typing import TextIO

from zermelo import __version__
from zermelo.engine.agent import Agent, check_agent, fresh
from zermelo.errors import MoveError, Resigned, ZermeloError
from zermelo.game import Game, Position
from zermelo.games.othello import Othello
from zermelo.play.notation.formats import read_file
from zermelo.protocols.gtp import handicap, scoring, thinking
from zermelo.protocols.gtp.board import RESIGN, Board, check_game
from zermelo.protocols.gtp.clock import Clock, Left, Settings
from zermelo.protocols.gtp.inbox import Inbox
from zermelo.protocols.gtp.judgement import Resignation, passes_at_once, passes_instead
from zermelo.protocols.gtp.messages import Command, GtpError, answer, argument, colour, read, seconds, whole
from zermelo.protocols.streams import Write, standard_lines, writer
from zermelo.report import Report

RESIGN_PERCENT = 5.0
"""The chance of winning below which the engine resigns, except in Othello, where points may count."""
_KGS = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3}
"""The clocks of KGS, and how many numbers follow each."""


class Engine:
    """A player of Go, Othello or Hex that is driven by lines of text; `write` gets its answers."""

    def __init__(self, write: Write, game: Game, agent: Agent | None = None, resign: float | None = None) -> None:
        check_game(game)
        self.write = write
        self.board = Board(game)
        self._named = thinking.default_agent(game) if agent is None else agent
        check_agent(self._named, game.start())
        self.thinker = thinking.Thinker()
        self._clock = Clock()
        self._resignation = Resignation((0.0 if isinstance(game, Othello) else RESIGN_PERCENT) if resign is None else resign)
        self._games = 0
        self._prepared: set[str] = set()
        self._known = self._commands()
        self._new_game()

    def _commands(self) -> dict[str, Callable[[Command], str | None]]:
        go = {
            "komi": self._komi,
            "get_komi": lambda _: f"{self.board.komi:g}",
            "fixed_handicap": lambda command: self._handicap(command, handicap.fixed),
            "place_free_handicap": lambda command: self._handicap(command, handicap.free),
            "set_free_handicap": self._set_handicap,
            "kgs-genmove_cleanup": lambda command: self._generate(command, resigns=False),
            "final_status_list": lambda command: scoring.status_list(self.board, argument(command, 0, "a status").lower()),
        }
        return {
            "protocol_version": lambda _: "2",
            "name": lambda _: "Zermelo",
            "version": lambda _: __version__,
            "known_command": lambda command: str(argument(command, 0, "the name of a command") in self._known).lower(),
            "list_commands": lambda _: "\n".join(sorted(self._known)),
            "quit": lambda _: None,
            "boardsize": self._boardsize,
            "query_boardsize": lambda _: str(self.board.game.size),
            "clear_board": self._clear,
            "loadsgf": self._load,
            **(go if self.board.is_go else {"komi": self._komi}),
            "play": self._play,
            "gogui-play_sequence": self._play_sequence,
            "gogui-interrupt": lambda _: None,
            "genmove": self._generate,
            "reg_genmove": lambda command: self._generate(command, plays=False),
            "undo": lambda _: self.board.undo(),
            "time_settings": self._time_settings,
            "kgs-time_settings": self._kgs_time,
            "time_left": self._time_left,
            "final_score": lambda _: scoring.final_score(self.board),
            "showboard": lambda _: "\n" + self.board.show(),
            "list_stones": lambda command: " ".join(self.board.stones_of(colour(argument(command, 0, "a colour")))),
        }

    def run(self, source: Iterable[str]) -> None:
        """Answer all lines, until `quit` or the end of the input."""
        for line in source:
            if not self.answer(line):
                break

    def answer(self, line: str) -> bool:
        """Answer one line; False if it is `quit`."""
        command = read(line)
        if command is None:
            return True
        try:
            if command.name not in self._known:
                raise GtpError("unknown command")
            self.write(answer(command.number, self._known[command.name](command) or ""))
        except ZermeloError as problem:
            self.write(answer(command.number, " ".join(str(problem).split()), good=False))
        except Exception as problem:  # whatever is wrong, a program waits for an answer
            told = f"this is a bug in Zermelo ({type(problem).__name__}: {problem})"
            self.write(answer(command.number, " ".join(told.split()), good=False))
        return command.name != "quit"

    # The board

    def _new_game(self) -> None:
        """Whatever belongs to one game begins anew."""
        self._games += 1
        self._agent = fresh(self._named, self._games)
        self._clock.start()
        self._resignation.start()
        self._prepare()

    def _prepare(self, now: bool = False) -> None:
        """Compile rules: before the first move if time is kept, otherwise when a move is asked for."""
        if (now or self._clock.settings is not None) and str(self.board.game) not in self._prepared:
            self._prepared.add(str(self.board.game))
            self.thinker.prepare(self._agent, self.board.game.start())

    def _boardsize(self, command: Command) -> None:
        argument(command, 0, "a size")
        sizes = {whole(text, "the size of the board") for text in command.arguments[:2]}
        if len(sizes) > 1:  # programs for Hex may send two
            raise GtpError("unacceptable size")
        self.board.resize(sizes.pop())
        self._new_game()

    def _clear(self, _: Command) -> None:
        self.board.start()
        self._new_game()

    def _load(self, command: Command) -> None:
        """A game from a file; with a number, up to the move before it."""
        path = argument(command, 0, "the name of a file")
        most = whole(command.arguments[1], "the number of a move") if len(command.arguments) > 1 else None
        try:
            entry = next(iter(read_file(path)), None)
        except ZermeloError as problem:
            raise GtpError(f"cannot load file: {problem}") from None
        if entry is None:
            raise GtpError("cannot load file: it has no game")
        line = entry.position.line()
        self.board.load(line[-1] if most is None else line[: max(1, most)][-1])
        self._new_game()

    def _komi(self, command: Command) -> None:
        text = argument(command, 0, "a number, such as 7.5")
        try:
            komi = float(text)
        except ValueError:
            raise GtpError(f"syntax error: the komi must be a number, not `{text[:20]}`") from None
        self.board.set_komi(komi)
        self._prepare()

    def _handicap(self, command: Command, places: Callable[[int, int], tuple[int, ...]]) -> str:
        number = whole(argument(command, 0, "the number of stones"), "the number of stones")
        return self._place(places(self.board.game.size, number))

    def _set_handicap(self, command: Command) -> None:
        grid = self.board.game.grid
        try:
            points = [grid.point(text) for text in command.arguments]
        except MoveError:
            raise GtpError("bad vertex list") from None
        self._place(handicap.checked(points, self.board.game.size))

    def _place(self, points: tuple[int, ...]) -> str:
        if self.board.empty() < self.board.game.points:
            raise GtpError("board not empty")
        self.board.place(points)
        return " ".join(map(self.board.game.grid.name, points))

    def _play(self, command: Command) -> None:
        player = colour(argument(command, 0, "a colour and a move"))
        self.board.play(player, argument(command, 1, "a colour and a move"))

    def _play_sequence(self, command: Command) -> None:
        """All moves or none."""
        before = len(self.board.moves)
        try:
            for at in range(0, len(command.arguments), 2):
                self.board.play(colour(command.arguments[at]), argument(command, at + 1, "a move after each colour"))
        except GtpError:
            while len(self.board.moves) > before:
                self.board.undo()
            raise

    # Time

    def _time_settings(self, command: Command) -> None:
        main, period = (seconds(argument(command, at, "three numbers"), "the time") for at in (0, 1))
        stones = whole(argument(command, 2, "three numbers"), "the number of stones")
        unlimited = period > 0 and stones == 0
        self._set_clock(None if unlimited else Settings(main, period, stones))

    def _kgs_time(self, command: Command) -> None:
        kind = argument(command, 0, f"one of {', '.join(_KGS)}").lower()
        if kind not in _KGS:
            raise GtpError(f"syntax error: `{kind[:20]}` is not a kind of clock; there are {', '.join(_KGS)}")
        what = f"{_KGS[kind]} numbers after {kind}"
        main, period = (seconds(argument(command, at, what), "the time") if at <= _KGS[kind] else 0.0 for at in (1, 2))
        stones = whole(argument(command, 3, what), "the last number") if _KGS[kind] == 3 else 0
        self._set_clock(None if kind == "none" else Settings(main, period, stones, japanese=kind == "byoyomi"))

    def _set_clock(self, settings: Settings | None) -> None:
        self._clock = Clock(settings)
        self._prepare()

    def _time_left(self, command: Command) -> None:
        what = "a colour, seconds and stones"
        player, left = colour(argument(command, 0, what)), seconds(argument(command, 1, what), "the time")
        self._clock.tell(player, Left(left, whole(argument(command, 2, what), "the number of stones")))

    # Moves

    def _generate(self, command: Command, plays: bool = True, resigns: bool = True) -> str:
        began, player = time.perf_counter(), colour(argument(command, 0, "a colour"))
        position = self.board.turned(player)
        if position.over:
            if isinstance(self.board.game, Othello):
                return "pass"
            raise GtpError("the game is over")
        text = self._chosen(player, position, resigns and plays)
        if plays and text != RESIGN:
            self.board.play(player, text)
            self._clock.spend(player, time.perf_counter() - began)
        return text

    def _chosen(self, player: int, position: Position, resigns: bool) -> str:
        """The name of the move, or `resign`."""
        if len(position.choices) == 1:
            return self.board.written(position, position.choices[0])
        if passes_at_once(self.board, position):
            return "pass"
        self._prepare(now=True)
        budget = self._clock.budget(player, thinking.expected_moves(self.board), thinking.overhead(self.board))
        try:
            report = self.thinker.search(self._agent, position, budget)
        except Resigned:
            return RESIGN
        if report is None:
            return self.board.written(position, position.choices[0])
        if resigns and self._resignation.resigns(player, report):
            return RESIGN
        return "pass" if passes_instead(self.board, position, report) else self._legal(position, report)

    def _legal(self, position: Position, report: Report) -> str:
        """The move of a report, made sure to be legal; agents of users may name anything."""
        try:
            return self.board.written(position, position.parse(report.move))
        except MoveError as problem:
            raise GtpError(f"{self._agent} chose an illegal move: {problem}") from None


def serve(
    game: Game,
    agent: Agent | None = None,
    resign: float | None = None,
    source: Iterable[str] | None = None,
    target: TextIO | None = None,
) -> None:
    """Drive an engine by the standard input and output."""
    engine = Engine(writer(target or sys.stdout), game, agent, resign)
    engine.run(Inbox(source or standard_lines(), engine.thinker.interrupt, engine.thinker.hurry))
