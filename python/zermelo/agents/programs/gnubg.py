"""GNU Backgammon as an agent, by its interface for external controllers: boards in the notation of FIBS go to its socket, and plays come back.

    we send                                                             it answers
    board:You:They:9999:0:0:0:-2:0:0:0:0:5:0:3: ... :1:3:1:0:0:2:1:0:   8/5 6/5

The player to move is always `You`, whose men are positive numbers and go from point 24 down to 1. It is a game for money, or for one point if gammons do not
count. We have no cube, so positions are evaluated without one; it is said to be turned already, because some rules for money count gammons only then.

The socket is a file in a folder of our own, so nobody else can connect and no port is in use. The folder is gone as soon as the program has answered. The program
gets no settings of the user and leaves none behind.
"""

import os
import select
import shutil
import socket
import tempfile
import time
import weakref
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.agents.asking import Cancelled, Late
from zermelo.agents.programs.agent import ProgramAgent, built_in
from zermelo.agents.programs.process import Broken, Process, words_of
from zermelo.errors import AgentError
from zermelo.files import check_allowed
from zermelo.game import Position, State
from zermelo.games.backgammon.board import BAR, ROW
from zermelo.report import Report
from zermelo.search.cancel import current

PROGRAM = "gnubg"
MOST_PLIES = 3
"""Deeper searches take minutes for a move."""
_OPTIONS = ("--tty", "--quiet", "--no-rc")
_SETTINGS = ("set threads 1", "set display off", "set evaluation chequer evaluation cubeful off")
_MONEY = 9999
"""The length of a match that has no end."""
_SLICE = 0.05
"""Seconds between two looks whether the answer is still wanted."""


class Connection:
    """The socket of a program that runs."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="zermelo-")
        self.path = str(Path(self.folder) / "socket")
        self.socket = socket.socket(socket.AF_UNIX)
        self.end = weakref.finalize(self, _end, self.socket, self.folder, os.getpid())

    def open(self, process: Process, deadline: float) -> None:
        """Connect as soon as the program waits for it."""
        while True:
            try:
                self.socket.connect(self.path)
            except (FileNotFoundError, ConnectionRefusedError):
                if time.monotonic() > deadline:
                    raise Late from None
            except OSError as problem:
                raise Broken(f"cannot be reached ({problem})") from None
            else:
                break
            with suppress(Late):
                process.line(min(deadline, time.monotonic() + _SLICE))  # also notices if the program has ended
        self.socket.setblocking(False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def ask(self, line: str, process: Process, deadline: float) -> str:
        """The answer to a line. Raises Late, Broken and Cancelled."""
        told = b""
        try:
            self.socket.sendall(f"{line}\n".encode())
            while not told.endswith(b"\n"):
                scope = current()
                if scope is not None and scope.reason is not None:
                    raise Cancelled
                if time.monotonic() > deadline:
                    raise Late
                if select.select([self.socket], [], [], _SLICE)[0]:
                    chunk = self.socket.recv(1 << 12)
                    if not chunk:
                        break
                    told += chunk
        except OSError as problem:
            raise Broken(f"cannot be reached ({problem})") from None
        if not told:
            while True:  # it has ended; this says why
                process.line(deadline)
        return told.decode(errors="replace").strip()


def _end(connected: socket.socket, folder: str, owner: int) -> None:
    connected.close()
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True, repr=False)
class GnubgAgent(ProgramAgent):
    """GNU Backgammon; see the top of this file."""

    plies: int = 0
    """How far it looks ahead; 0 is its evaluation of each play."""

    CALLED = "gnubg"
    LIMITS = ()
    OTHERS = ("patience", "plies")

    def __post_init__(self) -> None:
        super().__post_init__()
        if type(self.plies) is not int or not 0 <= self.plies <= MOST_PLIES:
            raise AgentError(f"plies={self.plies!r:.60} must be a whole number from 0 to {MOST_PLIES}")

    def arguments(self) -> dict[str, Any]:
        return super().arguments() | ({"plies": self.plies} if self.plies else {})

    def __str__(self) -> str:
        given = self.arguments() | ({} if self.program == PROGRAM else {"program": self.program})
        return f"{self.CALLED}({', '.join(f'{name}={value!r}' for name, value in given.items())})"

    def check_game(self, position: Position) -> None:
        if built_in(position.game) != "backgammon":
            raise AgentError(
                f"gnubg plays backgammon and does not play {position.game}; command(...) asks a program about any game"
            )

    def words(self) -> list[str]:
        connection = self.running.told = Connection()
        return [*words_of(self.program), *_OPTIONS, "--prefsdir", connection.folder]

    def introduce(self, process: Process, position: Position) -> None:
        connection: Connection = self.running.told
        settings = (*_SETTINGS, f"set evaluation chequer evaluation plies {self.plies}")
        process.tell(*settings, f"external {connection.path}")
        connection.open(process, self.deadline(position))

    def ask(self, process: Process, position: Position) -> Iterator[Report]:
        started = time.perf_counter()
        if len(position.choices) == 1:  # a pass has no name there
            move = position.choices[0]
        else:
            connection: Connection = self.running.told
            move = self.move(position, connection.ask(fibs_board(position), process, self.deadline(position)))
        yield self.report(position, (position.name(move),), started)

    def close(self) -> None:
        """End the program. It waits for its next controller, so there is no farewell."""
        with self.running.lock:
            self.running.end()


def fibs_board(position: Position) -> str:
    """A position with thrown dice in the notation of FIBS, as the player to move sees it.

    >>> from zermelo import Backgammon
    >>> fibs_board(Backgammon().start().play("31"))[:50]
    'board:You:They:9999:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-'
    """
    game: Any = position.game
    s: State = position.state
    mine, yours = s.men[ROW * s.turn :][:ROW], s.men[ROW * (1 - s.turn) :][:ROW]
    points = [mine[place] - yours[BAR - place] for place in range(1, BAR)]
    men = [-yours[BAR], *points, mine[BAR]]
    dice = [s.dice // 10, s.dice % 10, 0, 0]
    cube, may_double, was_doubled = [2 if game.gammons else 1], [1, 0], [0]
    colour, direction, home_and_bar = [1], [-1], [0, BAR]
    rest = [mine[0], yours[0], mine[BAR], yours[BAR], 2, 0, 0, 0]
    numbers = [_MONEY if game.gammons else 1, 0, 0, *men, 1, *dice, *cube, *may_double, *was_doubled]
    return ":".join(["board", "You", "They", *map(str, [*numbers, *colour, *direction, *home_and_bar, *rest])])


def gnubg(plies: int = 0, program: str = PROGRAM, patience: float | None = None) -> GnubgAgent:
    """Asks GNU Backgammon, if it is installed: `gnubg()` or `gnubg(plies=2)`.

    `plies` says how far it looks ahead; without it plays are evaluated as they are, which is strong and takes no time. It plays for money, or for one point
    in `backgammon(gammons=False)`, and without a cube. `program` is the program, if it is in an unusual place. `patience` says after how many seconds without
    an answer it is ended.
    """
    check_allowed(programs=True)
    return GnubgAgent(program, patience=patience, plies=plies)
