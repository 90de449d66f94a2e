"""What people see and type of backgammon: plays in any spelling, boards and position IDs, and messages for wrong ones."""

from __future__ import annotations

import random

import pytest
from backgammon_for_tests import GAME, START_ID, board, names, scattered, walked

from zermelo import Backgammon
from zermelo.errors import MoveError, PositionError


@pytest.mark.parametrize(
    ("position", "texts", "name"),
    [
        (f"{START_ID} 65", "24/18/13; 24/18,18/13; 18/13 24/18; 24/13", "24/13"),
        (f"{START_ID} 31", "6/5 8/5; 8/5*, 6/5; 6/5,8/5", "8/5,6/5"),
        (f"{START_ID} 33", "6/3 8/5 6/3 8/5; 8/5(2) 6/3(2); 6/3(2),8/5(2)", "8/5(2),6/3(2)"),
        (f"{START_ID} 33", "24/21/18/15 6/3; 6/3 24/15; 24/18 18/15 6/3; 18/15 21/18 24/21 6/3", "24/15,6/3"),
        (({25: 1}, {7: 1, 6: 1}, 61), "BAR/18; 25/18; bar/24/18; bar/18*", "bar/18*"),
        (({25: 1}, {7: 1, 6: 1}, 61), "bar/19/18; BAR/19*/18*; 25/19 19/18", "bar/19*/18*"),
        (({6: 2}, {1: 1}, 66), "6/off(2); 6/off 6/off; 6/0(2)", "6/off(2)"),
        (({8: 2, 1: 1}, {20: 1}, 33), "8/5 8/5 5/2 5/2; 8/2(2); 8/5(2) 5/2(2); 8/5*(2) 5/2(2)", "8/5*/2,8/2"),
        (({20: 1}, {7: 2, 11: 2}, 62), "pass; PASS", "pass"),
    ],
)
def test_plays_may_be_written_in_several_ways(position, texts, name):
    s = GAME.read(position) if isinstance(position, str) else board(*position)
    found = {text: GAME.name(s, GAME.parse(s, text)) for text in texts.split("; ")}
    assert set(found.values()) == {name}, found


@pytest.mark.parametrize(
    "text", ["24/18", "24/18 13/8 6/5", "24/12", "24-18", "24/19*/13(2)", "pass", "x", "", "13/24", "24/24", "99/1"]
)
def test_plays_that_cannot_be(text):
    with pytest.raises(MoveError):
        GAME.position(f"{START_ID} 65").parse(text)


def test_a_play_that_may_mean_two_is_refused():
    s = board({24: 1}, {6: 1, 7: 1}, 65)
    assert names(s) == {"24/18*/13", "24/19*/13"}
    with pytest.raises(MoveError, match=r"24/13` may mean 24/19\*/13 or 24/18\*/13"):
        GAME.parse(s, "24/13")
    blocked = board({24: 1}, {6: 1, 7: 2}, 65)
    assert names(blocked) == {"24/19*/13"}
    with pytest.raises(MoveError, match="not the name"):
        GAME.parse(blocked, "24/18/13")


def test_names_boards_and_ids_read_back():
    rng = random.Random(2)
    for s in walked(40, rng) + [scattered(rng) for _ in range(60)]:
        assert GAME.read(GAME.show(s)) == GAME.read(GAME.show(s).replace("\n", "/").upper()) == s
        assert GAME.read(f"{GAME.position_id(s)} {'xo'[s.turn]} {s.dice}") == s
        assert GAME.read(f"{GAME.position_id(s)}:{GAME.match_id(s)}") == s
        for move in GAME.rules.choices(s):
            assert GAME.parse(s, GAME.name(s, move)) == move


def test_the_start_has_the_known_id():
    assert GAME.position_id(GAME.fresh()) == START_ID
    assert GAME.position(START_ID).turn == "chance"
    assert GAME.position(START_ID).state.men == GAME.fresh().men
    first = board({1: 3}, {6: 2}, 0, 1)
    assert GAME.position_id(first) == "BwAAAAYAAAAAAA"  # the player not on roll comes first
    assert GAME.read("BwAAAAYAAAAAAA o") == first


def test_match_ids():
    """`cIkKAAAAAAAA` and `MIEFAAAAAAAE` were written by GNU Backgammon: x has thrown 52, o 31. Cube and score make no difference."""
    start = GAME.start()
    assert GAME.position(f"{START_ID}:{GAME.match_id(start.state)}") == start
    assert GAME.read(f"{START_ID}:cIkKAAAAAAAA") == start.play("52").state
    assert GAME.read(f"{START_ID}:MIEFAAAAAAAE") == start.play("13").state
    assert GAME.match_id(start.play("13").state) == "MIEFAAAAAAAE"
    assert Backgammon(gammons=False).match_id(start.play("64").state) == "cAkzAAAAAAAE"
    over = board({}, {6: 2}, 0, 1)
    assert GAME.read(f"{GAME.position_id(over)}:{GAME.match_id(over)}") == over


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("4HPwATDgc/ABM", "13 characters, but a position ID has 14"),
        ("4HPwATDgc/AB-A", "`-` in `4HPwATDgc/AB-A` is not a character of a position ID"),
        ("4HPwATDgc/ABMB", "ends in B"),
        ("/////////////w", "`/////////////w` is not a position ID: its bits are not the men on 2 times 25 places"),
        ("4HPwATDgc/ABMQ", "`4HPwATDgc/ABMQ` is not a position ID: its bits are not the men on 2 times 25 places"),
        ("//8AAAAAAAAAAA", "position ID `//8AAAAAAAAAAA` gives the player not to move 16 men, but each has 15"),
        ("AAAAAP7/AQAAAA", "position ID `AAAAAP7/AQAAAA` gives the player to move 16 men, but each has 15"),
        ("AQAAAAAAAgAAAA", "both players have men on point 24 of x"),
        ("AAAAAAAAAAAAAA", "both players have borne off all men"),
        (f"{START_ID} z", "after a position ID only a player and two dice may follow, as in `4HPwATDgc/ABMA o 31`, not `z`"),
        (f"{START_ID} x 70", "not `x 70`"),
        ("", "empty text"),
        (f"{START_ID}:", "`` is not a match ID"),
        (f"{START_ID}:cIkF", "`cIkF` is not a match ID, which has 12 letters"),
        (f"{START_ID}:cIkFAAAAAAA\u00e9", "is not a match ID"),
        (f"{START_ID}:cIkFAAAAAAAE x", "nothing may follow a match ID"),
        (f"{START_ID}:cBkAAAAAAAAE", "a double is offered"),
        (f"{START_ID}:cCkAAAAAAAAE", "an end of the game is offered"),
        (f"{START_ID}:cAsAAAAAAAAE", "the game was given up"),
        (f"{START_ID}:cIkHAAAAAAAE", "has the dice 7 and 1, but dice are from 1 to 6"),
        (f"{START_ID}:cIkBAAAAAAAE", "has the dice 3 and 0"),
        ("BwAAAAYAAAAAAA:cAgAAAAAAAAE", "the game has not begun, but men have moved"),
    ],
)
def test_bad_ids_are_told(text, reason):
    with pytest.raises(PositionError, match=reason.replace("(", r"\(")):
        GAME.position(text)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            "x to play 31",
            "z to play 31",
            "the last line must say who is to move, such as `x to play 31`, `x to throw` or `first throw`,",
        ),
        ("x to play 31", "x to play 37", "`37` must be two dice from 1 to 6, such as 31"),
        (" x  .  .  .  o  . |  o  .  .  .  .  x\n x", " x", "a board of backgammon has 10 rows with 12 men or dots each"),
        ("13 14", "12 11", "the points must have the numbers of the player to move: 13 14 15 16 17 18 19 20 21 22 23 24 on"),
        ("o  . |  o", "z  . |  o", "point 17 is `z o o \\. \\.` from the edge"),
        (".  .  .  .  x", ".  z  .  .  x", "`z` is not a man of backgammon"),
        ("x to play", "off: x 2\nx to play", "x has 15 men on the board and 2 off"),
        ("x to play", "bar: x 2\nx to play", "x has 17 men on the board and 0 off"),
        ("x to play", "jail: x 2\nx to play", "`jail: x 2` must be like `bar: x 1` or `off: x 2, o 3`"),
        (
            " x  .  .  .  .  . |  o  .  .  .  .  .\n---",
            " 3  .  .  .  .  . |  o  .  .  .  .  .\n---",
            "point 13 is `x x x x 3` from the edge",
        ),
    ],
)
def test_bad_boards_are_told(old, new, reason):
    text = GAME.show(GAME.start().play("31").state)
    assert old in text
    with pytest.raises(PositionError, match=reason):
        GAME.read(text.replace(old, new, 1))
