"""Runs the command `zermelo` for tests: in this process, as a process of its own, and on games written for the purpose."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from zermelo.cli import main

PYTHON = ("--backend", "python")

GAME = '''
from zermelo import ONGOING, Game, i8

class Last(Game):
    """Take one or two; whoever takes the last wins."""

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
    environment |= {"PYTHONPATH": folder, "TERM": "xterm-256color"} | options.pop("env", {})
    return subprocess.Popen([sys.executable, "-m", "zermelo", *arguments], env=environment, **options)


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
    """A search that yields these reports, at the end of which somebody presses Ctrl-C."""

    def search(*_):
        yield from reports
        raise KeyboardInterrupt

    return search
