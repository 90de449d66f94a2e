"""What people see and type in Focus: boards that can be read back, names of moves, pictures, and messages for wrong input."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from test_focus import GAMES, placed, random_states

from zermelo.errors import PositionError
from zermelo.games.focus import Focus


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_show_and_read_name_and_parse_are_inverse(game):
    for s in list(random_states(game, games=2))[::6]:
        text = game.show(s)
        assert game.read(text) == game.read(text.upper().replace("\n", "/")) == s
        assert game.read(re.sub(r"(?m)^\d (.*) \d$|^  a .*$", r"\1", text)) == s
        moves = game.rules.choices(s)
        assert [game.parse(s, game.name(s, move)) for move in moves] == moves
        assert [game.parse(s, game.name(s, move).upper().replace("-", "")) for move in moves] == moves


def test_a_position_looks_like_this():
    position = Focus().start().play("d2-c2", "d7-d6", "c2-c4")
    assert str(position).splitlines() == [
        "  a   b   c   d   e   f   g   h",
        "8         .   .   .   .           8",
        "7     b   b   .   r   b   b       7",
        "6 .   r   r   rb  b   r   r   .   6",
        "5 .   b   b   r   r   b   b   .   5",
        "4 .   r   brr b   b   r   r   .   4",
        "3 .   b   b   r   r   b   b   .   3",
        "2     r   .   .   b   r   r       2",
        "1         .   .   .   .           1",
        "  a   b   c   d   e   f   g   h",
        "red to move after 3 plies",
    ]


BAD_TEXTS = [
    ({}, (), "does not say who is to move"),
    ({"c3": "b"}, ("pink to move",), "`pink` is not a player of focus"),
    ({"c3": "b"}, ("blue to move", "red to move"), "`red to move` is the second line that says who is to move"),
    ({"c3": "b"}, ("blue to move after 501 plies",), "501 plies are impossible: focus.* is drawn after 500"),
    ({"c3": "b"}, (". . . .", "blue to move"), "8 rows, but the text has 9"),
    ({"c3": "b b"}, ("blue to move",), "row 3 has 8 squares, but .* has 9"),
    ({"c3": "bbrrbb"}, ("blue to move",), "`bbrrbb` is not a stack of focus"),
    ({"c3": "bg"}, ("blue to move",), "`bg` is not a stack of focus"),
    ({"c3": "b.r"}, ("blue to move",), "`b\\.r` is not a stack of focus"),
    (
        {"c3": "b"},
        ("reserve: pink 2", "blue to move"),
        "`reserve: pink 2` must be like `reserve: blue 2, red 1` or `captured by blue: red 3`",
    ),
    ({"c3": "b"}, ("reserve:", "blue to move"), "`reserve:` must be like `reserve: blue 2, red 1` or `captured by blue: red 3`"),
    (
        {"c3": "b"},
        ("taken: blue 1", "blue to move"),
        "`taken: blue 1` must be like `reserve: blue 2, red 1` or `captured by blue: red 3`",
    ),
    (
        {"c3": "b"},
        ("captured by blue: blue 2", "blue to move"),
        "`captured by blue: blue 2` must be like `reserve: blue 2, red 1` or `captured by blue: red 3`",
    ),
    (
        {"c3": "b"},
        ("captured by pink: red 2", "blue to move"),
        "`captured by pink: red 2` must be like `reserve: blue 2, red 1` or `captured by blue: red 3`",
    ),
    (
        {"c3": "b"},
        ("captured by blue: red", "blue to move"),
        "`captured by blue: red` must be like `reserve: blue 2, red 1` or `captured by blue: red 3`",
    ),
    ({"c3": "b"}, ("reserve: blue 18", "blue to move"), "blue has 19 pieces, but starts with 18"),
    ({"c3": "br"}, ("captured by blue: red 18", "blue to move"), "red has 19 pieces, but starts with 18"),
    ({"c3": "b"}, ("red to move",), "red has neither a stack nor a reserve, so red cannot be to move"),
    ({}, ("blue to move",), "blue has neither a stack nor a reserve"),
]


@pytest.mark.parametrize(("squares", "lines", "reason"), BAD_TEXTS)
def test_impossible_positions_are_refused_with_the_reason(squares, lines, reason):
    with pytest.raises(PositionError, match=reason):
        Focus().position(placed(squares, *lines))


def test_two_winners_of_the_short_game_are_refused():
    lines = "captured by blue: red 6", "captured by red: blue 6", "blue to move"
    with pytest.raises(PositionError, match="several players have captured enough"):
        Focus(short=True).position(placed({"c3": "b"}, *lines))


def test_picture_shows_the_board_and_every_piece():
    game = Focus(players=4)
    s = game.read(placed({"c3": "bgrpb", "e5": "ppg"}, "reserve: blue 2", "captured by red: pink 1", "blue to move"))
    picture = ElementTree.fromstring(game.svg(s))
    fills = [element.get("fill") for element in picture.iter("{http://www.w3.org/2000/svg}rect")]
    assert [fills.count(fill) for fill in ("#0072b2", "#d55e00", "#009e73", "#cc79a7")] == [2, 1, 2, 3]
    assert fills.count("#f3efe6") + fills.count("#e4dccb") == 52
    texts = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"reserve: blue 2", "captured by red: pink 1", "blue to move"} <= set(texts)
