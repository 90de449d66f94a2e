"""Chinese Checkers by slow and obvious rules, and positions on which the real rules are compared with them.

A board is a dict from axial coordinates to signs; the middle is (0, 0), the second coordinate goes up.
"""

from __future__ import annotations

import random
from functools import cache

from zermelo.game.constants import ONGOING
from zermelo.games.chinesecheckers import ChineseCheckers

AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


@cache
def game(players=6, holes=121, **parameters):
    return ChineseCheckers(players, holes, **parameters)


def board(shown, s):
    """The board as it is shown."""
    lines = shown.show(s).splitlines()[1:-2]
    middle, cells = len(lines) // 2, {}
    for up, line in enumerate(reversed(lines)):
        for along, sign in enumerate(line[3 : -len(str(up + 1)) - 1]):
            if sign != " ":
                cells[(along - middle * 3 // 2 - up + middle) // 2, up - middle] = sign
    return cells


def named(cells, place):
    """What people call a hole."""
    size = max(r for _, r in cells) // 2
    return "abcdefghijklmnopqrstuvwxy"[2 * place[0] + place[1] + 3 * size] + str(place[1] + 2 * size + 1)


def apart(one, other):
    """Steps between two holes."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def jumps(cells, place):
    """Holes that one jump leads to."""
    for q, r in AROUND:
        over, to = (place[0] + q, place[1] + r), (place[0] + 2 * q, place[1] + 2 * r)
        if cells.get(over, ".") != "." and cells.get(to) == ".":
            yield to


def obvious_moves(cells, sign):
    """Every move as (source, target); the piece is lifted before it jumps."""
    found = set()
    for source in [place for place, other in cells.items() if other == sign]:
        lifted = cells | {source: "."}
        seen, ahead = {source}, [source]
        while ahead:
            fresh = set(jumps(lifted, ahead.pop())) - seen
            seen |= fresh
            ahead += fresh
        steps = {target for target, other in cells.items() if other == "." and apart(source, target) == 1}
        found |= {(source, target) for target in (seen | steps) - {source}}
    return found


def obvious_winner(start, cells, signs):
    """Whose goal is full: it is the home at the start, seen through the middle of the board."""
    for player, sign in enumerate(signs):
        goal = {cells[-q, -r] for (q, r), other in start.items() if other == sign}
        if "." not in goal and sign in goal:
            return player
    return ONGOING


def signs_of(some_game):
    return [name[0] for name in some_game.players]


def scattered(some_game, chance):
    """A state with every piece anywhere."""
    s = some_game.fresh()
    chance.shuffle(s.cells)
    s.turn = chance.randrange(len(some_game.players))
    return some_game.read(some_game.show(s))


def states(some_game, games=1, anywhere=15, seed=1):
    """The first positions of some random games, and some with pieces anywhere."""
    chance = random.Random(seed)
    for _ in range(games):
        position = some_game.start()
        for _ in range(60):
            yield position.state
            position = position.advance(chance.choice(position.choices))
            if position.over:
                break
    for _ in range(anywhere):
        yield scattered(some_game, chance)


def arranged(some_game, turn="blue", plies=0, **holes):
    """A position with these pieces, and the others of each colour in the lower part of the middle."""
    cells = [0] * some_game.holes
    for seat, colour in enumerate(some_game.players):
        for name in holes.get(colour, "").split():
            cells[some_game.star.hole(name)] = 1 + seat
    outside = [hole for hole in range(some_game.holes) if all(hole not in arm for arm in some_game.star.arms)]
    free = [hole for hole in reversed(outside) if cells[hole] == 0]
    for seat in range(len(some_game.players)):
        for _ in range(some_game.pieces - cells.count(1 + seat)):
            cells[free.pop()] = 1 + seat
    s = some_game.fresh()
    s.cells, s.turn, s.plies = cells, some_game.players.index(turn), plies
    return some_game.position(some_game.show(s))
