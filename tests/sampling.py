"""For the tests of search: games, random positions, what reports say, and a game with random values."""

from __future__ import annotations

import dataclasses
import random
import re
from functools import cache
from pathlib import Path

import games_for_tests
import pytest
from long_runs import LONG

import zermelo
from zermelo.errors import AgentError
from zermelo.game.constants import CHANCE
from zermelo.game.position import Position
from zermelo.game.protocol import Game
from zermelo.game.record import i8, i32

SPECIFICATION = "python"
FACTS = (
    "game", "agent", "player", "move", "value", "values", "line", "depth", "nodes", "plies", "exact", "score", "stopped", "lines",
    "playouts", "capped", "choices",
)  # fmt: skip
"""Everything in a report that must not depend on where the rules run; the backend's name and the time do."""


class Thicket(Game):
    """A game without sense: a hash decides how many moves there are, who moves next, when it ends and who gets what.

    Values come from a small range, so ties are common; many paths meet again, so a table has something to find; utilities
    sometimes reach a bound, so some ends are wins, some sooner than others. Seed, length and width are fields rather than
    parameters: the rules are compiled once for all the thickets there are.
    """

    players = ("ann", "bob")
    bounds = (-3, 3)
    max_moves = 12

    def __init__(self, plies=6, width=4):
        self._start = dict(seed=i32, place=i32, ply=i8, last=i8(plies), width=i8(width), turn=i8)

    def state(self):
        return self._start

    def noise(self, s, salt):
        """A number from 0 to 32767 that depends on everything but the turn."""
        x = (s.seed * 2654435 + s.place * 40503 + s.ply * 9973 + salt * 7919 + 12345) & 0x7FFFFFFF
        for _ in range(3):
            x = ((x ^ (x >> 15)) * 1103515245 + 12345) & 0x7FFFFFFF
        return x >> 16

    def moves(self, s):
        yield from range(1 + self.noise(s, 1) % s.width)

    def play(self, s, move):
        stays = self.noise(s, 20 + move) % 4 == 0
        s.place = self.noise(s, 10 + move) % 24
        s.ply += 1
        if not stays:
            s.turn = 1 - s.turn

    def over(self, s):
        return s.ply == s.last or (s.ply > 0 and self.noise(s, 2) % 6 == 0)

    def utility(self, s, player):
        value = self.noise(s, 3) % 7 - 3
        return value if player == 0 else -value

    def evaluate(self, s, player):
        value = self.noise(s, 4) % 5 - 2
        return value if player == 0 else -value

    def noisy(self, s, move):
        return self.noise(s, 40 + move) % 3 == 0

    def order(self, s, move):
        return self.noise(s, 30 + move) % 3

    def exchange(self, s, move):
        return self.noise(s, 50 + move) % 5 - 2

    def threatened(self, s):
        return self.noise(s, 5) % 5 == 0

    def seeded(self, seed, plies=None, width=None):
        s = self.fresh()
        s.seed, s.turn, s.last, s.width = seed, seed % 2, plies or s.last, width or s.width
        return Position(self, s)


@cache
def game(text):
    """A game by what it is called: a built-in one as on the command line, or one of those written for tests.

    Always the same object for the same text, so that its rules are compiled once.
    """
    own = {"thicket": Thicket, **{cls.title(): cls for cls in games_for_tests.CORRECT}}
    return own[text]() if text in own else zermelo.find(text)


def backends(game):
    """The backends that a game must have. What cannot be opened fails its test rather than being left out.

    Only the long tests compile games that have native rules, too; the laws compare their backends.
    """
    return (("native",) if game.native else ()) + (("compiled",) if LONG or not game.native else ()) + ("interpreted",)


def wander(position, plies, chance):
    """The position after some moves chosen at random, or the last one before the game is over."""
    for _ in range(plies):
        after = position.advance(chance.choice(position.choices))
        if after.over:
            break
        position = after
    return position


def samples(game, count, seed=1, plies=6):
    """The start and some other positions that are not over, all different; fewer where there are not so many."""
    chance = random.Random(seed)
    found = dict.fromkeys([game.start()])
    for _ in range(20 * count):
        if len(found) == count:
            break
        found[wander(game.start(), chance.randrange(1, plies + 1), chance)] = None
    return list(found)


def told(report):
    """What a report says, its tree included, as plain values that can be compared."""
    return {name: getattr(report, name) for name in FACTS} | {"tree": None if report.tree is None else report.tree.to_json()}


def with_backend(agent, backend):
    """The same agent on another backend."""
    return dataclasses.replace(agent, backend=backend)


def reports(agent, position, backend, tree=0):
    return [told(report) for report in with_backend(agent, backend).reports(position, tree)]


def refused(action, *words, error=AgentError):
    """The sentence with which an action is refused: one line that has every one of these words."""
    with pytest.raises(error) as caught:
        action()
    text = str(caught.value)
    assert "\n" not in text
    for word in words:
        assert word in text
    return text


def true_value(position, depth, player):
    """Minimax by the book, in terms of positions only: (value for the player, plies to a win or loss or None).

    It shares nothing with the searches but the rules, and is written to be obviously right.
    """
    if position.over:
        worth, bound = position.values[player], position.rules.bounds[1]
        return worth, 0 if abs(worth) == bound else None
    if depth == 0:
        return position.rules.evaluate(position.state, player), None
    assert position.player != CHANCE
    found = [true_value(position.advance(move), depth - 1, player) for move in position.choices]
    found = [(value, None if plies is None else plies + 1) for value, plies in found]
    return max(found, key=goodness) if position.player == player else min(found, key=goodness)


def goodness(found):
    """What to compare: wins over everything, sooner ones first; losses below everything, later ones first."""
    value, plies = found
    if plies is None:
        return (0, value)
    return (1, -plies) if value > 0 else (-1, plies)


def readme_game():
    """The game that the README shows, as text."""
    readme = (Path(__file__).parent.parent / "README.md").read_text()
    (text,) = [block for block in re.findall(r"```python\n(.*?)```", readme, re.DOTALL) if "(Game):" in block]
    return text
