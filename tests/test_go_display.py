"""What people see of Go: positions that can be written and read with their history, names of points, pictures, and errors."""

from __future__ import annotations

import random
import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from zermelo.errors import MoveError, PositionError
from zermelo.game.constants import ONGOING
from zermelo.games.go.rules import Go

GAME = Go()


def walk(game, chance, start=None):
    """The states of a random game that passes now and then."""
    s = game.fresh() if start is None else start
    yield s
    while game.winner(s) == ONGOING:
        *points, passing = game.moves(s)
        s = game.rules.play(s, chance.choice(points) if points and chance.random() > 0.04 else passing)
        yield s


def test_a_board_without_moves_is_a_new_beginning():
    game = Go(4)
    for s in walk(game, random.Random(1)):
        bare = re.sub("(set up .*|moves): .*\n", "", game.show(s))
        fresh = game.read(bare)
        assert (fresh.cells, fresh.turn, fresh.plies) == (s.cells, s.turn, 0)
        assert sum(board != 0 for board in fresh.history) == 1
        assert game.show(fresh) == bare
        for after in list(walk(game, random.Random(s.plies), fresh))[:5]:
            assert game.read(game.show(after)) == after


def test_what_was_set_up_is_written_down_once_moves_follow():
    position = Go(2).position("x./o./white to move")
    assert str(position).splitlines()[-1] == "white to move"
    assert str(position.play("B2")).splitlines() == [
        "  A B",
        "2 . O 2",
        "1 O . 1",
        "  A B",
        "set up black: A2",
        "set up white: A1",
        "moves: B2",
        "black to move",
    ]


def test_points_are_called_as_usual():
    names = [Go(19).name(None, point) for point in (0, 7, 8, 18, 60, 360, 361)]
    assert names == ["A1", "H1", "J1", "T1", "D4", "T19", "pass"]
    assert str(Go(3).start().play("b2 C1 PASS")).splitlines() == [
        "  A B C",
        "3 . . . 3",
        "2 . X . 2",
        "1 . . O 1",
        "  A B C",
        "moves: B2 C1 pass",
        "white to move",
    ]


def test_long_records_take_several_lines():
    *_, s = walk(GAME, random.Random(1))
    lines = [line for line in GAME.show(s).splitlines() if line.startswith("moves: ")]
    assert len(lines) > 3
    assert max(map(len, lines)) <= 80


BAD_TEXTS = [
    ("", "a board of go\\(3\\) has 3 rows, but the text has 0"),
    (".../.../...", "the text does not say who is to move"),
    (".../.../.../red to move", "`red` is not a player of go\\(3\\)"),
    (".../.../.../black to move/white to move", "`white to move` is the second line that says who is to move"),
    (".../.../black to move", "3 rows, but the text has 2"),
    (".../..../.../black to move", "instead of 3"),
    (".../.b./.../black to move", "`b` is not a piece"),
    ("1 .../2 .../3 .../black to move", "must have the number 3"),
    ("xo./ox./.../black to move", "the chain at A3 has no liberty"),
    ("xxx/xxx/xxx/black to move", "the chain at A1 has no liberty"),
    (".../.x./.../white to move/moves: C4", "there is no point `c4`"),
    (".../.x./.../white to move/moves: I1", "there is no point `i1`"),
    (".../.x./.../white to move/moves: B2 B2", "move 2, B2, is not legal"),
    (".../.x./.../white to move/moves: A1", "the moves do not lead to the drawn board"),
    (".../.../.../black to move/moves: pass pass pass pass", "over before move 3, pass"),
    (".../.x./.../white to move/stones: A1", "set up black, set up white or moves"),
    ("..x/.x./.../white to move/set up black: B2 B2/moves: C3", "`set up black` has B2"),
    ("..x/.x./.../white to move/set up black: pass/moves: C3", "`set up black` has pass"),
]


@pytest.mark.parametrize(("text", "reason"), BAD_TEXTS)
def test_impossible_positions_are_refused_with_the_reason(text, reason):
    with pytest.raises((PositionError, MoveError), match=reason):
        Go(3).position(text)


def circles(game, s):
    picture = ElementTree.fromstring(game.svg(s))
    return Counter(element.get("fill") for element in picture.iter("{http://www.w3.org/2000/svg}circle"))


def test_picture_shows_stones_stars_and_the_last_move():
    fills = circles(GAME, GAME.start().play("E5 C3 G7").state)
    assert (fills["url(#go-black)"], fills["url(#go-white)"], fills["none"], fills["#3a2a14"]) == (2, 1, 1, 5)
    assert [len(Go(size).grid.stars()) for size in (1, 5, 6, 9, 13, 19)] == [1, 1, 0, 5, 5, 9]
    over = Go(3).start().play("B2 pass pass").state
    assert "black won by 2" in Go(3).svg(over)
    assert circles(Go(3), over)["none"] == 0
