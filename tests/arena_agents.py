"""Agents for tests of the arena, most of which misbehave. The tests name them by this file."""

import ctypes
import os
import signal
import time

from zermelo import alphabeta, random


def good(position):
    return position.moves[0]


def slow(position):
    """Takes long enough that a contest can be killed in the middle."""
    time.sleep(0.002)
    return position.moves[-1]


def raises(position):
    raise ValueError("not today")


def illegal(position):
    return "z9"


def silent(position):
    return None


def exits(position):
    os._exit(3)


def crashes(position):
    ctypes.string_at(0)


def is_killed(position):
    os.kill(os.getpid(), signal.SIGKILL)


def loops(position):
    while True:
        pass


def sleeps(position):
    time.sleep(3600)


loops.patience = sleeps.patience = 0.3


def hoards(position):
    held = []
    while True:
        held.append(bytes(1 << 33))


class Dies:
    """Ends its process in the first game that it plays after the file of its name is made, and never again."""

    def __init__(self, path):
        self.path = path

    def __call__(self, position):
        if not os.path.exists(self.path):
            open(self.path, "w").close()
            os._exit(9)
        return alphabeta(depth=1)(position)


class Seeded:
    """Plays at random, by the seed of its game."""

    def __init__(self, seed=0):
        self.agent = random(seed)

    def __call__(self, position):
        return self.agent(position)
