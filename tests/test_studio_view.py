"""What the studio's page for playing says and draws: pictures without their last line, who has won, whose colour is whose."""

from __future__ import annotations

import re
from collections import Counter
from html import escape
from xml.etree import ElementTree

import pytest

from zermelo import find
from zermelo.agents.registry import agent
from zermelo.games import catalog
from zermelo.play.seats import seated
from zermelo.play.session import Session
from zermelo.studio import descriptions, scene
from zermelo.studio.chart import chart
from zermelo.studio.scene import front


def session(game, *seats, start=None, moves=""):
    position = find(game).position(start).play(moves)
    return Session(position, seated(seats or ["person"] * len(position.game.players), agent), seed=1)


def look(at):
    return scene.look(at.position, at.waiting_for == "person")


def told(at):
    return descriptions.status(at, look(at), thinking=False)


@pytest.mark.parametrize("game", catalog())
def test_every_picture_gives_its_squares_and_its_last_line_and_nothing_else(game):
    start = find(game).start()
    seen, whole = scene.look(start, True), start.game.svg(start.state)
    assert seen.caption
    before, after = ElementTree.fromstring(whole), ElementTree.fromstring(seen.svg)
    texts, left = ([each.text for each in picture.iter() if each.tag.endswith("text")] for picture in (before, after))
    assert Counter([*left, seen.caption]) == Counter(texts)
    assert len(list(after.iter())) == len(list(before.iter())) - 1 - len(seen.squares)
    assert float(after.get("height")) < float(before.get("height"))
    places = {spot["data-square"]: tuple(float(spot[name]) for name in scene.Place._fields) for spot in _spots(before)}
    assert places == seen.squares
    lowest = max((place.y + place.height for place in seen.squares.values()), default=0)
    assert lowest <= float(after.get("height")), "a square is cut off"


@pytest.mark.parametrize("size", [2, 3, 9])
def test_squares_of_a_board_that_is_moved_to_the_middle_are_where_they_are_seen(size):
    seen = scene.look(find(f"go({size})").start(), True)
    width = float(ElementTree.fromstring(seen.svg).get("width"))
    places = seen.squares.values()
    assert min(place.x for place in places) + max(place.x + place.width for place in places) == pytest.approx(width)


def _spots(picture):
    return [element.attrib for element in picture.iter() if element.get("data-square")]


def test_other_pictures_stay_as_they_are():
    for svg in (
        "",
        "<svg/>",
        '<svg width="9" height="9" viewBox="0 0 9 9"><title>a: b</title><text x="1" y="2" font-size="3">c</text></svg>',
    ):
        game = type("Drawn", (type(find("tictactoe")),), {"svg": lambda self, s, svg=svg: svg})()
        seen = scene.look(game.start(), True)
        assert (seen.svg, seen.caption, seen.squares) == (svg, "", {})
        assert all(choice.legs == () for choice in seen.choices)


def test_boards_are_turned_if_two_sides_face_each_other():
    found = {game: front(find(game)) for game in catalog()}
    assert {game: player for game, player in found.items() if player is not None} == {
        "chess": 0,
        "chess960": 0,
        "breakthrough": 0,
        "checkers": 1,
    }


def test_the_status_says_whose_turn_it_is_and_what_the_picture_said():
    assert told(session("othello")) == "x to move, 2 : 2"
    assert told(session("othello", "person", "random")) == "Your turn: x to move, 2 : 2"
    at = session("tictactoe", "person", "random", moves="b2 a1 b1")
    assert told(at) == "o to move"
    assert descriptions.news(at, look(at)) == "x played b1"


@pytest.mark.parametrize(
    ("seats", "moves", "words"),
    [
        (("person", "person"), "a1 b1 a2 b2 a3", "Game over: x won"),
        (("person", "random"), "a1 b1 a2 b2 a3", "Game over: x won · you won"),
        (("random", "person"), "a1 b1 a2 b2 a3", "Game over: x won · you lost"),
        (("person", "random"), "b2 a1 a2 c2 b1 b3 a3 c1 c3", "Game over: draw"),
    ],
)
def test_the_end_is_told_to_the_one_who_plays(seats, moves, words):
    assert told(session("tictactoe", *seats, moves=moves)) == words


def test_a_single_player_is_told_the_score():
    at = session("twentyfortyeight(size=2)", "person")
    while not at.over:
        at.play(at.position.moves[0]) if at.waiting_for == "person" else at.roll()
    assert told(at) == f"Game over: no move left · player {at.position.values[0]:+g}"


def test_resigning_makes_a_winner_of_one_opponent_but_not_of_several():
    two, three = session("tictactoe"), session("connect(players=3)")
    two.resign()
    three.resign()
    assert (told(two), two.outcome.winner) == ("Game over: x resigned · o won", 1)
    assert (told(three), three.outcome.winner) == ("Game over: x resigned", None)


def test_the_winner_is_not_read_from_names():
    """A player called `x resigned` once won by being named in the result."""
    game = type("Named", (type(find("tictactoe")),), {"players": ("x", "x resigned")})()
    at = Session(game.start(), seated(["person"] * 2, agent))
    at.play("b2")
    at.resign()
    assert at.outcome.winner == 0
    assert told(at).endswith("x won")


def test_seats_show_the_colours_of_the_board_and_name_who_is_on_turn():
    at = session("connect4", moves="4 4 4")
    rows = descriptions.seats(at)
    for colour in re.findall("background:(#[0-9a-f]+)", rows):
        assert f'fill="{colour}"' in look(at).svg
    assert rows.index("to move") > rows.index("<b>o</b>")
    assert rows.count("aria-current") == rows.count("to move") == 1


def test_all_players_take_the_next_seat_and_play_again():
    at = session("connect(players=3)", "person", "random", "montecarlo(games=2)", moves="1 2")
    at.swap()
    assert [seat.text for seat in at.seats] == ["montecarlo(games=2)", "person", "random"]
    assert at.waiting_for == "agent"
    again = at.rematch(seed=2)
    assert (again.at, len(again.plies), again.position.history) == (0, 1, ())
    assert [seat.text for seat in again.seats] == [seat.text for seat in at.seats]


def test_a_game_says_what_it_is_about():
    for title, made in catalog().items():
        game = find(title)
        assert descriptions.sentence(game) == made.__doc__.partition("\n")[0]
        assert descriptions.rules(game).startswith(f"<p>{escape(descriptions.sentence(game))}</p>")


def test_the_chart_promises_what_it_will_show():
    at = session("tictactoe")
    assert "up is good for x" in chart(at.game, at.plies, 0)
    at = session("rolit")
    assert "one line for each player" in chart(at.game, at.plies, 0)


def test_squares_are_named_with_what_stands_on_them():
    chess, checkers = look(session("chess")).contents, look(session("checkers")).contents
    assert (chess["e1"], chess["d8"], chess["e4"]) == ("white king", "black queen", "empty")
    assert (checkers["1"], checkers["32"], checkers["16"]) == ("black man", "white man", "empty")


def test_what_was_taken_is_not_marked_on_what_is_left():
    assert look(session("nim", moves="2:3")).last == ()
