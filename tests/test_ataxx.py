"""What Ataxx promises: known numbers, agreement with slow and obvious rules, and positions that can be read and written."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path

import pytest
from long_runs import LONG

from zermelo import laws
from zermelo.engine.backends import open_backend
from zermelo.errors import PositionError
from zermelo.game.constants import DRAW, ONGOING
from zermelo.games.ataxx import Ataxx
from zermelo.search.perft import perft

KNOWN = json.loads((Path(__file__).parent / "data" / "ataxx.json").read_text())
GAME = Ataxx()


def counted(s, depth, backend="compiled"):
    return open_backend(GAME, backend).core.perft(s.pack(), depth)


# Known numbers


def test_perft():
    assert [counted(GAME.fresh(), depth) for depth in range(1, 6)] == KNOWN["perft"]
    assert [counted(GAME.fresh(), depth, "interpreted") for depth in range(1, 5)] == KNOWN["perft"][:4]
    assert [perft(GAME.rules, GAME.fresh(), depth) for depth in range(1, 4)] == KNOWN["perft"][:3]


def test_perft_of_published_positions():
    for fen, counts in KNOWN["positions"].items():
        s = GAME.read(fen)
        assert GAME.fen(s) == fen
        assert [counted(s, depth) for depth in range(1, len(counts) + 1)] == counts


# Agreement with slow and obvious rules


def board(game, s):
    """The board as a dict from (column, row) to signs."""
    rows = game.show(s).splitlines()[1:-2]
    return {(x, game.size - 1 - y): sign for y, row in enumerate(rows) for x, sign in enumerate(row.split()[1:-1])}


def distance(one, other):
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def named(place):
    return "abcdefg"[place[0]] + str(place[1] + 1)


def obvious_moves(cells, sign):
    """Every move that is not a pass by its name, with the board after it."""
    mine = [place for place, other in cells.items() if other == sign]
    empty = [place for place, other in cells.items() if other == "."]
    found = {}
    for source, target in product(mine, empty):
        if distance(source, target) <= 2:
            near = [place for place, other in cells.items() if other in "xo" and distance(place, target) <= 1]
            after = cells | dict.fromkeys(near, sign) | {target: sign}
            if distance(source, target) == 2:
                found[named(source) + named(target)] = after | {source: "."}
            else:
                found[named(target)] = after
    return found


def obvious_winner(cells):
    stones = "".join(cells.values())
    lead = stones.count("x") - stones.count("o")
    if "x" in stones and "o" in stones and (obvious_moves(cells, "x") or obvious_moves(cells, "o")):
        return ONGOING
    return DRAW if lead == 0 else 0 if lead > 0 else 1


def check_position(game, s):
    cells, sign = board(game, s), "xo"[s.turn]
    assert game.winner(s) == obvious_winner(cells)
    lead = sum({sign: 1, ".": 0, "-": 0}.get(other, -1) for other in cells.values())
    assert game.evaluate(s, s.turn) == lead == -game.evaluate(s, 1 - s.turn)
    if game.winner(s) != ONGOING:
        return
    expected = obvious_moves(cells, sign) or {"0000": cells}
    choices = game.rules.choices(s)
    assert sorted(game.name(s, move) for move in choices) == sorted(expected)
    for move in choices:
        name = game.name(s, move)
        after = game.rules.play(s, move)
        assert board(game, after) == expected[name]
        assert after.quiet == (0 if len(name) == 2 else s.quiet + 1)
        assert game.parse(s, name) == move
        gain = -game.evaluate(after, after.turn) - lead
        assert game.order(s, move) == gain
        assert game.noisy(s, move) == (gain >= 4)


STARTS = [
    (Ataxx(), "x5o/7/7/7/7/7/o5x x 0 1"),
    (Ataxx(), "x5o/7/2-1-2/3-3/2-1-2/7/o5x o 0 1"),
    (Ataxx(), "7/7/7/7/-------/-------/x5o x 0 1"),
    (Ataxx(size=3), "x1o/3/o1x x 0 1"),
    (Ataxx(size=5), "x3o/1-3/5/3-1/o3x x 0 1"),
]


@pytest.mark.parametrize(("game", "text"), STARTS, ids=lambda value: str(value))
def test_rules_agree_with_obvious_ones(game, text):
    chance = random.Random(3)
    for _ in range(3 if LONG else 1):
        position = game.position(text)
        while not position.over and position.state.quiet < 20:
            check_position(game, position.state)
            position = position.advance(chance.choice(position.choices))
        check_position(game, position.state)


# Rules one by one


def test_passing_is_a_move_of_its_own():
    position = GAME.position("7/7/7/7/4ooo/4ooo/4oox x 0 1")
    assert position.moves == ("0000",)
    after = position.play("0000")
    assert (after.turn, after.state.quiet) == ("o", 1)
    assert len(after.moves) > 1
    assert "0000" not in after.moves


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("7/7/7/7/7/7/7 x 0 1", "draw"),
        ("7/7/7/3x3/7/7/7 o 0 1", "x won"),
        ("7/7/7/3o3/7/7/7 o 0 1", "o won"),
        ("xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/ooooooo x 0 1", "o won"),
        ("xxxxxxx/xxxxxxx/xxxxxxx/xxx-ooo/ooooooo/ooooooo/ooooooo x 0 1", "draw"),
        ("xxo4/-------/-------/7/7/7/7 x 0 1", "x to move"),
        ("xxo----/-------/-------/7/7/7/7 x 0 1", "x won"),
        ("xo5/7/7/7/7/7/7 x 99 1", "x to move"),
        ("xo5/7/7/7/7/7/7 x 100 1", "draw"),
        ("xxo----/-------/-------/7/7/7/7 x 100 1", "x won"),
    ],
)
def test_ends(text, result):
    assert GAME.position(text).result == result


def test_quiet_plies_are_counted_and_end_the_game():
    game = Ataxx(quiet=2)
    position = game.start()
    assert [position.play(*moves).state.quiet for moves in ([], ["a7a5"], ["a7a5", "b1"])] == [0, 1, 0]
    end = position.play("a7a5", "a1a3")
    assert end.result == "draw"
    assert str(end).endswith("x to move, 2 quiet plies")
    assert game.read(str(end)) == end.state == game.read(game.fen(end.state))


def test_laws():
    backends = [open_backend(GAME, name, ("evaluate", "noisy", "order")) for name in ("compiled", "interpreted")]
    verdict = laws.check(GAME, examples=60 if LONG else 10, backends=backends)
    assert verdict.ok, str(verdict)


# Faces


def test_start():
    assert GAME.fen(GAME.fresh()) == "x5o/7/7/7/7/7/o5x x 0 1"
    assert str(GAME.start()).splitlines()[1] == "7 x . . . . . o 7"
    assert {"g2", "a6", "a7c5", "a7c7"} <= set(GAME.start().moves)
    assert GAME.read("x5o/7/7/7/7/7/o5x") == GAME.fresh()
    assert GAME.read("/".join(["x.....o", *["......."] * 5, "o.....x", "o to move"])) == GAME.read("x5o/7/7/7/7/7/o5x o")
    assert Ataxx(size=3).fen(Ataxx(size=3).fresh()) == "x1o/3/o1x x 0 1"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "7 rows"),
        ("hello", "7 rows"),
        ("x5o/7/7/7/7/7", "7 rows"),
        ("x5o/7/7/7/7/7/o6x x 0 1", "8 squares"),
        ("x5q/7/7/7/7/7/o5x x 0 1", "`q` is not a piece"),
        ("x5o/7/7/7/7/7/o5x z 0 1", "`x5o/7/7/7/7/7/o5x z 0 1` is not a position of ataxx"),
        ("x5o/7/7/7/7/7/o5x x -1 1", "`x5o/7/7/7/7/7/o5x x -1 1` is not a position of ataxx"),
        ("x5o/7/7/7/7/7/o5x x 0 1 1", "`x5o/7/7/7/7/7/o5x x 0 1 1` is not a position of ataxx"),
        ("x5o/7/7/7/7/7/o5x x 101 1", "101 quiet plies"),
        ("/".join(["x.....o", *["......."] * 5, "o.....x", "z to move"]), "`z` is not a player of ataxx"),
        ("/".join(["8 x.....o", *["......."] * 5, "o.....x"]), "number 7"),
    ],
)
def test_bad_positions(text, reason):
    with pytest.raises(PositionError, match=reason):
        GAME.position(text)
