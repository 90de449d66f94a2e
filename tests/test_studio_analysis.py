"""Analysis in the studio: the bar, live lines with arrows, variations, a chart to click on, pasted games, and links that follow the game."""

from __future__ import annotations

import pytest
from studio_for_tests import Visitor, opened_browser, server

import zermelo
from zermelo import find
from zermelo.errors import ZermeloError
from zermelo.hosting.limits import Limits
from zermelo.play.scale import Scale
from zermelo.play.seats import seated
from zermelo.play.session import Ply, Session
from zermelo.studio.analysis import bar
from zermelo.studio.chart import chart
from zermelo.studio.game_setup import Setup, address, pasted
from zermelo.studio.playview import made

LIMITS = Limits(searches=1)
FEN = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"


def people(game, moves=""):
    start = find(game).start()
    return Session(start.play(moves) if moves else start, seated(["person"] * len(start.game.players), None))


@pytest.mark.parametrize("title", [title for title in zermelo.catalog() if title != "tree"])
def test_a_scale_keeps_the_order_of_values_and_a_win_at_its_end(title):
    game = zermelo.catalog()[title]()
    scale = Scale.of(game)
    places = [scale.place(value) for value in (*scale.marks, 100 * scale.unit)]
    assert places == sorted(places)
    assert places[2] == 0
    assert places[-1] < scale.place(scale.high, proven=True) <= 1
    assert Scale.of(game) is scale


def test_what_was_drawn_does_not_move_when_later_values_are_greater():
    at = people("connect4", "4 4")
    at.plies[1].values = (1.0, -1.0)
    before = chart(at.game, at.plies, 1)
    at.plies[2].values = (900.0, -900.0)
    first = before.split("<polyline")[1].split('"')[1].split()[0]
    assert first in chart(at.game, at.plies, 1)
    assert 'data-ply="2"' in before


def test_the_bar_says_who_is_better():
    at = people("connect4", "4")
    assert "not known yet" in bar(at.game, at.here)
    at.here.values = (0.0, 0.0)
    assert "height:50.0%" in bar(at.game, at.here)
    won = Ply(at.position, values=(-1.0, 1.0), proven=True)
    assert "height:0.0%" in bar(at.game, won)
    assert "proven" in bar(at.game, won)
    assert bar(find("rolit(players=3)"), Ply(find("rolit(players=3)").start(), values=(0.0, 0.0, 0.0))) == ""


def test_variations_stand_in_brackets_after_the_move_that_they_replace():
    at = people("tictactoe", "a1 b2 c3")
    at.undo()
    at.undo()
    at.play("c1")
    assert [(pick["key"], pick["text"]) for pick in made(at)] == [
        ("0", "start"),
        ("1", "a1"),
        ("2", "c1"),
        ("v0.0", "(b2"),
        ("v0.1", "c3)"),
    ]


def test_pasted_texts_are_told_apart():
    assert str(pasted(FEN, LIMITS, 1, find("connect4")).game) == "chess"
    saved = people("nim", "1:1").transcript().dumps()
    assert pasted(saved, LIMITS, 1, None).at == 1
    pgn = '[White "a"]\n[Black "b"]\n\n1. e4 e5 *'
    assert [ply.move for ply in pasted(pgn, LIMITS, 1, None).plies[1:]] == ["e4", "e5"]
    assert [ply.move for ply in pasted("1. e4 e5 2. Nf3 *", LIMITS, 1, find("tictactoe")).plies[1:]] == ["e4", "e5", "Nf3"]
    with pytest.raises(ZermeloError, match="`Ke3` is not a legal move"):
        pasted("1.e4 e5 2.Ke3", LIMITS, 1, None)
    board = str(find("tictactoe").start().play("b2"))
    assert pasted(board, LIMITS, 1, find("tictactoe")).position == find("tictactoe").start().play("b2")
    for text in ("nonsense", "{}", "[Event", "[[1,2],[3]]"):
        with pytest.raises(ZermeloError):
            pasted(text, LIMITS, 1, find("tictactoe"))


@pytest.mark.parametrize(("game", "moves"), [("chess", "e4 e5 Nf3"), ("connect(rows=5,cols=5)", "3 3 2"), ("pig", "roll 3 roll")])
def test_an_address_opens_the_same_game(game, moves):
    at = people(game, moves)
    query = dict(part.split("=", 1) for part in address(at, game).partition("?")[2].split("&"))
    from urllib.parse import unquote_plus

    again = Setup.from_address({name: unquote_plus(text) for name, text in query.items()}).session(LIMITS, 1)
    assert again.position == at.position
    assert [seat.text for seat in again.seats] == [seat.text for seat in at.seats]


def test_the_address_of_a_chess_position_is_short():
    at = Session(find("chess").position(FEN), seated(["person"] * 2, None))
    assert f"position={FEN.split()[0]}+" in address(at, "chess").replace("%2F", "/")
    assert "+a+b+c" not in address(at, "chess")


def test_lines_arrows_and_variations_in_the_browser():
    with opened_browser() as context, server() as place:
        visitor = Visitor(context, place).go("/?game=tictactoe&seats=person|person&moves=b2 a1")
        visitor.until_status("x to move")
        visitor.page.get_by_text("Show the best lines").click()
        visitor.wait("() => document.querySelectorAll('.marks .arrow').length > 0")
        visitor.click("c3")
        visitor.until_moves(3)
        visitor.wait("() => location.search.includes('c3')")
        visitor.press("Undo")
        visitor.click("a3")
        visitor.wait("() => document.querySelector('.picks.made').innerText.includes('(c3)')")
        visitor.press("(c3)")
        visitor.wait("() => document.querySelector('.picks.made').innerText.includes('(a3)')")
        visitor.page.locator('[data-ply="1"]').click(force=True)
        visitor.until_status("o to move")
        visitor.page.get_by_text("Paste a position or a game").click()
        visitor.page.locator("textarea").last.fill(FEN)
        visitor.press("Open")
        visitor.wait("() => document.querySelector('h1').innerText === 'Chess'")
        visitor.leave()
