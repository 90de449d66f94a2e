"""A maze in which an advice table can fail in every way, with known results; and random mazes.

    start   -> fork(b) -> near | far            near -> WON           far -> hall(b) -> near
    round   -> loop(b) -> round                 lure -> trap(b) -> round | near
    drawer  -> DRAWN                            bait -> path(b) -> drawer | near
    loser   -> cliff(b) -> LOST | near          mute: no rule         stuck: no advice

Left out are the moves that win at once, which all but `start` and `far` have as well, as their last: everything can be won by `a`, and
only the table is to blame where it is not. `b` moves where it says so.
"""

from __future__ import annotations

import random

from zermelo.advice import Advice, AdviceTable, Fact, Kind, Knowledge, Rule, at
from zermelo.game.constants import DRAW, ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import i8

A, B = 0, 1
WAYS = {
    "start": (A, ["fork"]),
    "fork": (B, ["near", "far"]),
    "near": (A, ["won"]),
    "far": (A, ["hall"]),
    "hall": (B, ["near"]),
    "round": (A, ["loop", "won"]),
    "loop": (B, ["round"]),
    "lure": (A, ["trap", "won"]),
    "trap": (B, ["round", "near"]),
    "drawer": (A, ["drawn", "won"]),
    "bait": (A, ["path", "won"]),
    "path": (B, ["drawer", "near"]),
    "loser": (A, ["cliff", "won"]),
    "cliff": (B, ["lost", "near"]),
    "mute": (A, ["won"]),
    "stuck": (A, ["won"]),
    "won": (A, []),
    "drawn": (A, []),
    "lost": (B, []),
}
PLACES = list(WAYS)
RESULTS = {"won": A, "drawn": DRAW, "lost": B}
OURS = [place for place, (mover, ways) in WAYS.items() if mover == A and ways]


class Maze(Game):
    """Walk from place to place; the player who reaches the way out wins."""

    players = ("a", "b")
    counters = ("steps",)
    max_moves = 4

    def __init__(self, seed=-1):
        self.seed = seed
        ways, results = (WAYS, RESULTS) if seed < 0 else random_ways(seed)
        names = list(ways)
        self.movers = tuple(mover for mover, _ in ways.values())
        self.ways = tuple(tuple(names.index(way) for way in found) or (0,) for _, found in ways.values())
        self.results = tuple(results.get(name, ONGOING) for name in names)

    def state(self):
        return dict(place=i8, steps=i8, turn=i8(self.movers[0]))

    def moves(self, s):
        yield from range(len(self.ways[s.place]))

    def play(self, s, move):
        s.place = self.ways[s.place][move]
        s.steps = (s.steps + 1) % 100
        s.turn = self.movers[s.place]

    def winner(self, s):
        return self.results[s.place]

    def name(self, s, move):
        return PLACES[self.ways[s.place][move]] if self.seed < 0 else str(move)


class Walker(Knowledge, Maze):
    """Which way to go."""

    def positions(self):
        for place in OURS if self.seed < 0 else ():
            s = self.fresh()
            s.place, s.turn = PLACES.index(place), A
            yield s

    def lost_for_words(self, s):
        """Here nothing is known."""
        return s.place == 14 if self.seed < 0 else s.place % 7 == 5

    def stuck(self, s):
        """Here no way is good."""
        return s.place == 15 if self.seed < 0 else s.place % 9 == 7

    def elsewhere(self, s, root):
        """We have gone on."""
        return s.place != root.place

    def ahead(self, s, move):
        """The first way."""
        return 2 if move == 0 else self.seed >= 0 and (s.place + move) % 3 > 0


def table(name="maze", draws_ok=False):
    """Goes the first way it sees, if it is not lost for words."""
    walk = Advice("walk", Fact("elsewhere"), ~Fact("stuck"), at(0) & Kind("ahead"))
    ahead = Advice("look", Fact("over") | Fact("us_to_move") & Fact("elsewhere"), ~Fact("lost"), Kind("ahead") & at(0), at(1))
    names = ("look", "walk") if draws_ok else ("walk",)
    rules = (Rule("go", ~Fact("lost_for_words"), names),)
    return AdviceTable(name, "maze_for_tests.py:Maze", rules, (walk, ahead), f"{__file__}:Walker")


def random_ways(seed, places=24):
    """A random maze: one place in six is an end, and any player may be to move in any place."""
    dice = random.Random(seed)
    names = [str(number) for number in range(places)]
    ways, results = {}, {}
    for name in names:
        if name != "0" and dice.randrange(6) == 0:
            ways[name], results[name] = (dice.randrange(2), []), dice.choice((A, A, B, DRAW))
        else:
            ways[name] = (dice.randrange(2), sorted(dice.sample(names, dice.randrange(1, 4)), key=int))
    return ways, results
