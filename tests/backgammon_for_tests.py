"""Positions of backgammon for tests: set up by hand, reached in games, and random."""

from __future__ import annotations

from functools import cache

from zermelo.engine.backends import open_backend
from zermelo.games.backgammon.rules import Backgammon


@cache
def compiled():
    """The compiled rules, from when they are first needed."""
    return open_backend(GAME, "compiled", ("evaluate", "order")).core


class Core:
    """The compiled rules without compiling them when this module is imported."""

    def __getattr__(self, name):
        if name.startswith("_"):  # pytest looks for its own marks on whatever a module has
            raise AttributeError(name)
        return getattr(compiled(), name)


GAME, CORE = Backgammon(), Core()
ROLLS = [10 * high + low for high in range(1, 7) for low in range(1, high + 1)]
START_ID = "4HPwATDgc/ABMA"


def board(x, o, dice=0, turn=0):
    """A state from {place: men} of each, by their own numbers; all other men are off."""
    s = GAME.fresh()
    s.men = [row.get(place, 0) for row in (x, o) for place in range(26)]
    s.men[0], s.men[26] = 15 - sum(s.men[:26]), 15 - sum(s.men[26:])
    s.dice, s.turn = dice, turn
    return s


def names(s):
    return {GAME.name(s, move) for move in GAME.rules.choices(s)}


def draw(packed, rng):
    outcomes, odds = zip(*CORE.chances(packed), strict=True)
    return CORE.play(packed, rng.choices(outcomes, odds)[0])


def best(packed, moves, worth):
    """The move after which a position is worth most to its player."""
    player = CORE.to_move(packed)

    def value(move):
        after = CORE.play(packed, move)
        utilities = CORE.utilities(after)
        return worth(after, player) if utilities is None else 100 * utilities[player]

    return max(moves, key=value)


def walked(number, rng, wisdom=0.9):
    """States with thrown dice from games that are played by the evaluation most of the time."""
    found = []
    while len(found) < number:
        packed = draw(GAME.fresh().pack(), rng)
        while CORE.utilities(packed) is None:
            moves = CORE.moves(packed)
            if rng.random() < 0.2:
                found.append(GAME.layout.unpack(packed))
            packed = CORE.play(packed, best(packed, moves, CORE.evaluate) if rng.random() < wisdom else rng.choice(moves))
            packed = packed if CORE.utilities(packed) else draw(packed, rng)
    return found[:number]


def scattered(rng):
    """A state with men strewn over the board, often all at home, sometimes on the bar."""
    owner = [rng.randrange(2) for _ in range(25)]
    rows = []
    for player in range(2):
        last = 6 if rng.random() < 0.3 else 24
        places = [point for point in range(1, last + 1) if owner[25 - point if player else point] == player] or [25]
        places += [0] * (rng.random() < 0.5) + [25] * (rng.random() < 0.3)
        row = [0, *(rng.choice(places) for _ in range(14)), places[0]]
        rows.append({place: row.count(place) for place in range(1, 26)})
    return board(*rows, rng.choice(ROLLS), rng.randrange(2))
