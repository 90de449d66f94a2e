"""Programs that speak the Go Text Protocol: GNU Go and others for Go, and some for Othello and Hex, which use the same commands.

    we send             the program answers, with an empty line after it
    boardsize 9         =
    clear_board         =
    komi 7              =
    play black D4       =
    genmove white       = F6        or `= pass`, `= resign`; or `? reason` if it cannot

`genmove` also plays the move on the program's own board. So a program is told only the moves that it does not know yet; if the game is another
one, because a move was undone, it is told the whole game. The first player is black. Stones that were set up are played first.
"""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.agents.programs.agent import ProgramAgent, built_in
from zermelo.agents.programs.process import Broken, Process
from zermelo.errors import AgentError, Resigned
from zermelo.files import check_allowed
from zermelo.game import Position
from zermelo.limit import Limit
from zermelo.report import Report

GAMES = ("go", "othello", "hex")
COLOURS = ("black", "white")
_REPLY = re.compile(r"([=?])\d*\s*(.*)")
_WORDS = {"swap": "swap-pieces"}
"""Names of moves that programs call otherwise."""


class Refused(Broken):
    """The program answered a command with a question mark."""


@dataclass(frozen=True, repr=False)
class GtpAgent(ProgramAgent):
    """A program for Go, Othello or Hex; see the top of this file."""

    CALLED = "gtp"
    LIMITS = ("seconds",)
    FAREWELL = ("quit",)

    def check_game(self, position: Position) -> None:
        game = position.game
        if built_in(game) not in GAMES:
            other = "uci(...) asks a chess engine" if built_in(game) == "chess" else "command(...) asks a program about any game"
            raise AgentError(f"gtp is for programs that play go, othello or hex and does not play {game}; {other}")
        if built_in(game) != "go" and position.line()[0] != game.start():
            raise AgentError(f"a GTP program plays {game} only from the start, and this game began at another position")

    def introduce(self, process: Process, position: Position) -> None:
        game: Any = position.game
        deadline = self.deadline(position)
        _tell(process, f"boardsize {game.size}", deadline)
        _tell(process, "clear_board", deadline)
        if built_in(game) == "go":
            _tell(process, f"komi {game.twice_komi / 2:g}", deadline)
        self.running.told = []

    def ask(self, process: Process, position: Position) -> Iterator[Report]:
        deadline, colour = self.deadline(position), COLOURS[position.player]
        plays = _plays(position)
        self._catch_up(process, plays, deadline, built_in(position.game) == "othello")
        self._tell_time(process, deadline)
        started = time.perf_counter()
        answer = _tell(process, f"genmove {colour}", deadline)
        if answer.lower() == "resign":
            raise Resigned(f"{self} resigned")
        theirs = {other: name for name, other in _WORDS.items()}
        move = self.move(position, theirs.get(answer.lower(), answer))
        report = self.report(position, (position.name(move),), started)
        self.running.told = [*plays, _play(position, move)]
        yield report

    def _catch_up(self, process: Process, plays: list[str], deadline: float, forced_passes: bool) -> None:
        """Tell the program the moves that it does not know.

        Some programs of Othello, such as gtp-rhino, refuse to be told of a pass: it is forced, so they pass by themselves.
        """
        told: list[str] = self.running.told
        if told != plays[: len(told)]:
            _tell(process, "clear_board", deadline)
            told = []
        for play in plays[len(told) :]:
            try:
                _tell(process, play, deadline)
            except Refused:
                if not (forced_passes and play.endswith(" pass")):
                    raise

    def _tell_time(self, process: Process, deadline: float) -> None:
        """How long it may think: so long for each move, or what the clocks show. The protocol has whole seconds.

        A program that does not know clocks plays as fast as it always does.
        """
        if self.limit.seconds is not None:
            _tell(process, f"time_settings 0 {max(1, round(self.limit.seconds))} 1", deadline)
        elif self.left and self.running.knows_clocks is not False:
            try:
                if self.running.knows_clocks is None:
                    _tell(process, f"time_settings {int(max(self.left))} 0 0", deadline)
                for colour, left in zip(COLOURS, self.left, strict=True):
                    _tell(process, f"time_left {colour} {int(left)} 0", deadline)
                self.running.knows_clocks = True
            except Refused:
                self.running.knows_clocks = False


def _plays(position: Position) -> list[str]:
    """The commands that play the whole game. A state of Go knows all of it; positions of other games know their history."""
    if built_in(position.game) == "go":
        game: Any = position.game
        s, grid = position.state, game.grid
        stones = [f"play {COLOURS[stone - 1]} {grid.name(point)}" for point, stone in enumerate(s.origin) if stone]
        moves = [s.record[ply] for ply in range(s.plies)]
        return stones + [f"play {COLOURS[(s.turn + s.plies - ply) % 2]} {grid.name(move)}" for ply, move in enumerate(moves)]
    return [
        _play(after.parent, after.move) for after in position.line()[1:] if after.parent is not None and after.move is not None
    ]


def _play(position: Position, move: int) -> str:
    name = position.name(move)
    return f"play {COLOURS[position.player]} {_WORDS.get(name, name)}"


def _tell(process: Process, command: str, deadline: float) -> str:
    """The answer to a command; raises Refused if it begins with a question mark."""
    process.tell(command)
    while not (text := _line(process, deadline)):
        pass
    match = _REPLY.fullmatch(text)
    if match is None:
        raise Broken(f"answered `{text[:60]}` to `{command}`, which is not GTP: an answer begins with = or ?,")
    lines = [match[2]]
    while text := _line(process, deadline):
        lines.append(text)
    answer = " ".join(lines).strip()
    if match[1] == "?":
        raise Refused(f"refused `{command}`{f' ({answer[:100]})' if answer else ''}")
    return answer


def _line(process: Process, deadline: float) -> str:
    return process.line(deadline).decode(errors="replace").strip()


def gtp(program: str, seconds: float | None = None, patience: float | None = None) -> GtpAgent:
    """Asks a program that speaks GTP and plays Go, Othello or Hex, such as `gtp("gnugo --mode gtp --level 1")`.

    Board size and komi are those of the game. `seconds` are told as whole seconds for each move. `patience` says after how many seconds without
    an answer it is ended. A program that resigns raises `Resigned`.
    """
    check_allowed(programs=True)
    return GtpAgent(program, Limit(seconds=seconds), patience)
