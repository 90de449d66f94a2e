"""Runs the command `zermelo` for tests: in this process or in a new one, and on games written for tests."""

from __future__ import annotations

import fcntl
import io
import json
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from zermelo.cli.main import main

PYTHON = ("--backend", "python")

GAME = '''
from zermelo import ONGOING, Game, i8

class Last(Game):
    """Take one or two; the player who takes the last one wins."""

    max_moves = 4

    def state(self):
        return dict(left=i8(5), turn=i8)

    def moves(self, s):
        {moves}

    def play(self, s, take):
        {play}

    def winner(self, s):
        {winner}
'''
RULES = {
    "moves": "yield from range(1, min(2, s.left) + 1)",
    "play": "s.left -= take; s.turn = 1 - s.turn",
    "winner": "return 1 - s.turn if s.left == 0 else ONGOING",
}
UTILITIES = """
from zermelo import Game, i8

class Race(Game):
    bounds = (-1, 1)

    def state(self):
        return dict(left=i8(2), turn=i8)

    def moves(self, s):
        yield 1

    def play(self, s, take):
        s.left -= take
        s.turn = 1 - s.turn

    def over(self, s):
        return s.left == 0

    def utility(self, s, player):
        return 5 if player == 0 else -5
"""
DICE = """
from zermelo import CHANCE, Game, i8

class Dice(Game):
    '''Each rolls once and may keep the roll.'''

    players = ("ann", "bob", "cal")
    bounds = (0, 6)
    zero_sum = False

    def state(self):
        return dict(score=i8[3], rolled=i8, turn=i8)

    def to_move(self, s):
        return CHANCE if s.rolled == 0 else s.turn

    def chances(self, s):
        for face in range(1, 7):
            yield face, 1 / 6

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, move):
        if s.rolled == 0:
            s.rolled = move
        else:
            s.score[s.turn] += move * s.rolled
            s.rolled = 0
            s.turn += 1

    def over(self, s):
        return s.turn == 3

    def utility(self, s, player):
        return s.score[player]

    def name(self, s, move):
        return str(move) if s.rolled == 0 else ("drop", "keep")[move]
"""
ALONE = """
from zermelo import DRAW, ONGOING, Game, i8

class Alone(Game):
    players = ("you",)

    def state(self):
        return dict(count=i8, turn=i8)

    def moves(self, s):
        yield 1
        yield 2

    def play(self, s, step):
        s.count += step

    def winner(self, s):
        return 0 if s.count == 4 else DRAW if s.count > 4 else ONGOING
"""


class Outcome(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def object(self):
        """The one JSON object on stdout; fails when there is anything else."""
        return json.loads(self.out)


def run(*arguments: str, typed: str | bytes = "") -> Outcome:
    """Run a command in this process; `typed` is what comes in through a pipe."""
    data = typed if isinstance(typed, bytes) else typed.encode()
    pipe = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err, patch.object(sys, "stdin", pipe):
        code = main(list(arguments))
    return Outcome(code, out.getvalue(), err.getvalue())


def process(*arguments: str, **options) -> subprocess.Popen[bytes]:
    """A command as a process of its own."""
    folder = str(Path(sys.modules["zermelo"].__file__).parent.parent)
    environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    for size in ("COLUMNS", "LINES"):
        environment.pop(size, None)
    environment |= {"PYTHONPATH": folder, "TERM": "xterm-256color"} | options.pop("env", {})
    return subprocess.Popen([sys.executable, "-m", "zermelo", *arguments], env=environment, **options)


class Terminal:
    """A command on a terminal of its own, with keys to press; to be used in a `with` statement."""

    UP, DOWN, RIGHT, LEFT, ENTER = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\r"
    PATIENCE = 60
    """Seconds after which a screen that does not show what it should is a failure; only failures wait."""

    def __init__(self, *arguments: str, rows: int = 40, columns: int = 100, **options) -> None:
        self.ours, self.theirs = pty.openpty()
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.before = termios.tcgetattr(self.theirs)
        self.child = process(*arguments, stdin=self.theirs, stdout=self.theirs, stderr=self.theirs, **options)
        self.written, self.seen = b"", 0

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.child.kill()
        self.child.wait()
        os.close(self.ours)
        os.close(self.theirs)

    def press(self, *keys: str) -> None:
        os.write(self.ours, "".join(keys).encode())

    def until(self, *texts: str) -> None:
        """Wait until the screen shows these texts, one after the other and after what was waited for before."""
        for text in texts:
            while (at := self.plain.find(text, self.seen)) < 0:
                patience = self.PATIENCE if self.child.poll() is None else 0
                assert self._read(patience), f"`{text}` never came; the screen has {self.plain[self.seen :]!r}"
            self.seen = at + len(text)

    def finish(self) -> int:
        """The exit code, when everything was written; the terminal must be as it was."""
        until = time.monotonic() + self.PATIENCE
        while self.child.poll() is None:
            assert time.monotonic() < until, f"it does not end; the screen has {self.plain[self.seen :]!r}"
            self._read(0.05)
        while self._read(0):
            pass
        assert termios.tcgetattr(self.theirs) == self.before
        return self.child.returncode

    @property
    def plain(self) -> str:
        """What was written so far, without what makes it colourful or moves the cursor."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", self.written.decode(errors="replace"))

    def _read(self, seconds: float) -> bool:
        """Whether anything more was written, for which we wait so long."""
        ready = select.select([self.ours], [], [], seconds)[0]
        if ready:
            self.written += os.read(self.ours, 65536)
        return bool(ready)


def write_game(folder: Path, text: str = GAME, **rules: str) -> str:
    """Write a game, `Last` with some of its rules replaced or another text; the answer is its name as a command takes it."""
    path = folder / "mine.py"
    path.write_text(text.format(**(RULES | rules)) if text is GAME else text)
    return str(path)


def assert_one_sentence(outcome: Outcome, *phrases: str) -> None:
    assert outcome.code == 2, outcome
    assert outcome.err.startswith("zermelo: ")
    assert outcome.err.count("\n") == 1, outcome.err
    for phrase in phrases:
        assert phrase in outcome.err


def interrupted_after(reports):
    """A search that yields these reports and is then interrupted by Ctrl-C."""

    def search(*_):
        yield from reports
        raise KeyboardInterrupt

    return search
