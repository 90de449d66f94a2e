"""Rooms of the studio: two visitors play one game by a link, others watch, and nobody is sent what they may not see."""

from __future__ import annotations

import asyncio
import random
import re

import pytest
from studio_for_tests import Visitor, opened_browser, server

from zermelo import find
from zermelo.errors import GameError
from zermelo.hosting.limits import Limits
from zermelo.hosting.workers import Workers
from zermelo.play.hiding import visible
from zermelo.play.seats import seated
from zermelo.play.session import Session
from zermelo.studio import rooms as rooms_module
from zermelo.studio.game_setup import Setup
from zermelo.studio.rooms import HIDDEN_MOVE, Room, RoomError, Rooms

LIMITS = Limits(searches=1)


@pytest.fixture
def workers():
    made = Workers(LIMITS)
    yield made
    made.close()


def people(game, moves=""):
    """A game in progress between people."""
    start = find(game).start()
    return Session(start.play(moves) if moves else start, seated(["person"] * len(start.game.players), lambda _: None))


def room_of(session, workers):
    """A room in which all seats are taken, with the keys."""
    room = Room("r", session, str(session.game), workers)
    return room, [room.take(seat) for seat in session.people]


def cards_in(svg):
    """The cards of Kuhn poker that a picture shows face up."""
    return re.findall(r">([JQK])<", svg)


# What is shown


def test_each_player_sees_the_own_card_and_a_watcher_sees_none(workers):
    room, keys = room_of(people("kuhn", "Q K pass"), workers)
    first, second, watcher = (room.sight(key) for key in (*keys, "nobody"))
    assert first.moves == ("Q", HIDDEN_MOVE, "pass")
    assert second.moves == (HIDDEN_MOVE, "K", "pass")
    assert watcher.moves == (HIDDEN_MOVE, HIDDEN_MOVE, "pass")
    assert [cards_in(sight.scene.svg) for sight in (first, second, watcher)] == [["Q"], ["K"], []]
    assert [choice.name for choice in second.scene.choices] == ["pass", "bet"]
    assert first.scene.choices == watcher.scene.choices == ()


def test_the_deal_to_the_other_player_is_not_told_beside_the_own(workers):
    """The last two plies are both of chance: one is seen, the other is not."""
    room, keys = room_of(people("kuhn", "Q K"), workers)
    assert room.sight(keys[1]).scene.rolls == ()
    assert "K" not in repr(room.sight(keys[0]).scene)


def test_everything_is_shown_when_the_game_is_over(workers):
    room, keys = room_of(people("kuhn", "Q K bet bet"), workers)
    assert room.session.over
    assert room.sight(keys[0]).moves == room.sight("nobody").moves == ("Q", "K", "bet", "bet")


def numbers(s, name):
    value = getattr(s, name)
    return [value] if isinstance(value, int | float) else list(value)


@pytest.mark.parametrize("text", ["leduc", "liarsdice", "goofspiel", "phantomtictactoe", "whist(suits=2,ranks=4)", "battleship"])
def test_who_watches_sees_nothing_that_a_player_does_not(text):
    """Wherever a player does not see what is there, a watcher does not see it either."""
    chance, here = random.Random(3), find(text).start()
    for _ in range(40):
        if here.over:
            break
        shown = visible(here, None)
        for player in range(here.rules.players):
            for name in here.game.layout.fields:
                rows = zip(numbers(visible(here, player), name), numbers(here.state, name), numbers(shown, name), strict=True)
                assert all(public != true for view, true, public in rows if view != true)
        here.game.svg(shown)
        here = here.roll(chance) if here.player < 0 else here.advance(chance.choice(here.choices))


# Who may do what


def test_nobody_moves_for_others(workers):
    room, (first, second) = room_of(people("tictactoe"), workers)
    for key, told in ((second, "not your turn"), ("nobody", "take a seat")):
        with pytest.raises(RoomError, match=told):
            asyncio.run(room.play(key, "b2"))
    asyncio.run(room.play(first, "b2"))
    assert room.sight("nobody").moves == ("b2",)


def test_a_game_waits_until_all_seats_are_taken(workers):
    room = Room("r", people("tictactoe"), "tictactoe", workers)
    key = room.take(0)
    with pytest.raises(RoomError, match="all seats are taken"):
        asyncio.run(room.play(key, "b2"))
    with pytest.raises(RoomError, match="taken already"):
        room.take(0)
    room.take(1)
    asyncio.run(room.play(key, "b2"))


def test_a_rematch_lets_the_other_player_begin(workers):
    room, (first, second) = room_of(people("tictactoe", "a1 b1 a2 b2 a3"), workers)
    asyncio.run(room.rematch(second))
    assert (room.seat_of(first), room.seat_of(second)) == (1, 0)
    with pytest.raises(RoomError, match="not over yet"):
        asyncio.run(room.rematch(first))
    asyncio.run(room.resign(first))
    assert room.session.outcome.winner == 0


def test_rooms_have_an_end(workers, monkeypatch):
    monkeypatch.setattr(rooms_module, "MOST", 2)
    made = Rooms(workers)
    first = made.add(people("nim"), "nim")
    made.add(people("nim"), "nim")
    with pytest.raises(RoomError, match="try again later"):
        made.add(people("nim"), "nim")
    first.used -= rooms_module.IDLE + 1
    made.add(people("nim"), "nim")
    assert (made.get(first.name), len(made)) == (None, 2)


def test_a_shared_game_needs_a_person():
    with pytest.raises(GameError, match="must be a person"):
        Setup("kuhn", ("random", "random")).session(LIMITS, 1)


# In the browser


@pytest.fixture(scope="module")
def context():
    with opened_browser() as made:
        yield made


def received(visitor):
    """All that the server sends to a visitor from now on."""
    texts = []
    visitor.page.on("websocket", lambda line: line.on("framereceived", lambda frame: texts.append(str(frame))))
    return texts


def test_two_visitors_play_by_a_link_and_a_third_watches(context):
    with server() as place:
        host = Visitor(context, place).go("/?game=tictactoe&seats=person|person&shared=1")
        host.page.wait_for_url("**/room/*")
        host.until_status("Waiting for somebody")
        link = host.page.url.removeprefix(place)
        guest = Visitor(context, place).go(link)
        guest.press("Sit down as o")
        host.until_status("Your turn")
        watcher = Visitor(context, place).go(link)
        watcher.until_status("to move")
        for visitor, square in (
            (host, "b2"),
            (guest, "a1"),
            (host, "a3"),
            (guest, "c1"),
            (host, "c3"),
            (guest, "b3"),
            (host, "a2"),
        ):
            visitor.until_status("Your turn")
            visitor.click(square)
        guest.until_status("Your turn")
        guest.page.reload()  # the tab keeps its seat
        guest.until_status("Your turn")
        guest.click("c2")
        host.until_status("Your turn")
        host.click("b1")
        for visitor in (host, guest, watcher):
            visitor.until_status("Game over")
            visitor.leave()


def test_a_hidden_game_is_played_without_a_leak(context):
    """Kuhn poker until the first player has had every card: no frame that a player gets names a card of the other before the end."""
    with server() as place:
        host = Visitor(context, place).go("/?game=kuhn&seats=person|person")
        host.page.wait_for_url("**/room/*")
        guest = Visitor(context, place)
        got = received(guest)
        guest.go(host.page.url.removeprefix(place))
        guest.press("Sit down as second")
        host.until_status("Your turn")
        (mine,), (theirs,) = (cards_in(visitor.page.inner_html(".board")) for visitor in (host, guest))
        sent = "".join(got)
        assert f">{mine}<" not in sent
        assert f'"text":"{mine}"' not in sent
        assert f">{theirs}<" in sent
        host.press("bet")
        guest.until_status("Your turn")
        guest.press("bet")
        for visitor in (host, guest):
            visitor.until_status("Game over")
            assert sorted(visitor.moves[:2]) == sorted([mine, theirs])
            visitor.leave()


def test_no_page_is_sent_a_card_of_another_hand(context):
    """Whist with one card for each player: two play, agents have the other seats, and a third page watches."""
    cards = {"hK", "hA", "sK", "sA"}
    with server() as place:
        host = Visitor(context, place).go("/?game=whist(ranks=2,suits=2)&seats=person|person|level(1)|level(1)")
        host.page.wait_for_url("**/room/*")
        guest, watcher = Visitor(context, place), Visitor(context, place)
        frames = {visitor: received(visitor) for visitor in (guest, watcher)}
        for visitor in frames:
            visitor.go(host.page.url.removeprefix(place))
        guest.press("Sit down as east")
        host.until_status("Your turn")
        watcher.until_moves(4)
        guest.until_moves(4)
        for visitor, known in ((guest, 1), (watcher, 0)):
            named = set(re.findall(r'"text":"([hs][AK])"', "".join(frames[visitor])))
            assert named == cards & set(visitor.moves)
            assert len(named) == known
            assert not [card for card in cards if card in visitor.page.url + visitor.page.title()]
        (card,) = cards & set(host.moves)
        host.page.fill("input[aria-label='Type a move']", card)
        host.page.keyboard.press("Enter")
        watcher.until_moves(5)
        assert watcher.moves[4] == card
        for visitor in (host, guest, watcher):
            visitor.leave()


def test_a_person_plays_battleship_against_a_level(context):
    with server() as place:
        visitor = Visitor(context, place).go("/?game=battleship(rows=3,cols=3,fleet=[2])")
        visitor.page.wait_for_url("**/room/*")
        visitor.until_status("Your turn")
        visitor.page.fill("input[aria-label='Type a move']", "a1h")
        visitor.page.keyboard.press("Enter")
        visitor.until_moves(2)
        assert visitor.moves[:2] == ["a1h", HIDDEN_MOVE]
        visitor.until_status("Your turn")
        assert "/room/" in visitor.page.url
        visitor.page.goto(place + "/room/none")
        visitor.wait("() => document.body.innerText.includes('There is no such game')")
        visitor.leave()
