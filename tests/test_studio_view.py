"""What the studio's page for playing says and draws: pictures without their last line, who has won, whose colour is whose."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from zermelo import find
from zermelo.agents.registry import agent
from zermelo.games import catalog
from zermelo.studio import telling
from zermelo.studio.chart import chart
from zermelo.studio.picture import bare
from zermelo.studio.scene import front, look
from zermelo.studio.table import Table, seated


def table(game, *seats, start=None, moves=""):
    position = find(game).position(start).play(moves)
    return Table(position, seated(seats or ["person"] * len(position.game.players), agent), seed=1)


def told(at):
    return telling.status(at, look(at), thinking=False)


@pytest.mark.parametrize("game", catalog())
def test_every_picture_hands_over_its_last_line_and_nothing_else(game):
    made = find(game)
    whole = made.svg(made.fresh())
    svg, line = bare(whole)
    assert line
    before, after = ElementTree.fromstring(whole), ElementTree.fromstring(svg)
    texts = [element.text for element in before if element.tag.endswith("text")]
    assert [*(element.text for element in after if element.tag.endswith("text")), line] == texts
    assert len(after) == len(before) - 1
    height = float(after.get("height"))
    assert height < float(before.get("height"))
    lowest = max(float(spot["y"]) + float(spot["height"]) for spot in [{"y": 0, "height": 0}, *_spots(after)])
    assert lowest <= height, "no square is cut off"


def _spots(picture):
    return [element.attrib for element in picture if element.get("data-square")]


def test_other_pictures_stay_as_they_are():
    for svg in (
        "",
        "<svg/>",
        '<svg width="9" height="9" viewBox="0 0 9 9"><title>a: b</title><text x="1" y="2" font-size="3">c</text></svg>',
    ):
        assert bare(svg) == (svg, "")


def test_boards_are_turned_where_men_go_over_them_from_two_sides():
    found = {game: front(find(game)) for game in catalog()}
    assert {game: player for game, player in found.items() if player is not None} == {
        "chess": 0,
        "breakthrough": 0,
        "checkers": 1,
    }


def test_the_status_says_whose_turn_it_is_and_what_the_picture_said():
    assert told(table("othello")) == "x to move, 2 : 2"
    assert told(table("othello", "person", "random")) == "Your turn: x to move, 2 : 2"
    at = table("tictactoe", "person", "random", moves="b2 a1 b1")
    assert told(at) == "o to move"
    assert telling.news(at, look(at)) == "x played b1"


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
    assert told(table("tictactoe", *seats, moves=moves)) == words


def test_whoever_plays_alone_is_told_the_score():
    at = table("twentyfortyeight(size=2)", "person")
    while not at.over:
        at.play(at.position.moves[0]) if at.doing == "person" else at.throw()
    assert told(at) == f"Game over: no move left · player {at.position.values[0]:+g}"


def test_giving_up_makes_a_winner_of_one_opponent_but_not_of_several():
    two, three = table("tictactoe"), table("connect(players=3)")
    two.resign()
    three.resign()
    assert (told(two), telling.winner(two)) == ("Game over: x resigned · o won", 1)
    assert (told(three), telling.winner(three)) == ("Game over: x resigned", None)


def test_seats_show_the_colours_of_the_board_and_name_who_is_on_turn():
    at = table("connect4", moves="4 4 4")
    rows = telling.seats(at)
    for colour in re.findall("background:(#[0-9a-f]+)", rows):
        assert f'fill="{colour}"' in look(at).svg
    assert rows.index("to move") > rows.index("<b>o</b>")
    assert rows.count("aria-current") == rows.count("to move") == 1


def test_everybody_takes_the_next_seat_and_plays_again():
    at = table("connect(players=3)", "person", "random", "montecarlo(games=2)", moves="1 2")
    at.swap()
    assert [seat.text for seat in at.seats] == ["montecarlo(games=2)", "person", "random"]
    assert at.doing == "agent"
    again = at.again(seed=2)
    assert (again.at, len(again.plies), again.position.history) == (0, 1, ())
    assert [seat.text for seat in again.seats] == [seat.text for seat in at.seats]


def test_a_game_says_what_it_is_about():
    for title, made in catalog().items():
        game = find(title)
        assert telling.sentence(game) == made.__doc__.strip()
        assert telling.rules(game).startswith(telling.sentence(game))


def test_the_chart_promises_what_it_will_show():
    at = table("tictactoe")
    assert "up is good for x" in chart(at.game, at.plies, 0)
    at = table("rolit")
    assert "one line for each player" in chart(at.game, at.plies, 0)


def test_squares_are_named_with_what_stands_on_them():
    chess, checkers = look(table("chess")).contents, look(table("checkers")).contents
    assert (chess["e1"], chess["d8"], chess["e4"]) == ("white king", "black queen", "empty")
    assert (checkers["1"], checkers["32"], checkers["16"]) == ("black man", "white man", "empty")


def test_what_was_taken_is_not_marked_on_what_is_left():
    assert look(table("nim", moves="2:3")).last == ()
