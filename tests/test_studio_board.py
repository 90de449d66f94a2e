"""Boards of the studio in a real browser: pieces that follow the pointer, animation, signs, letters, sound, and the choice between moves.

Nothing here is timed. Animations are counted as the page starts them, and may be slowed down; where they end is compared with a page on
which the same position was opened at once.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest
from studio_for_tests import Visitor, opened_browser

from zermelo import find

RECORD = """
window.runs = []; window.tones = 0; window.slower = Number(sessionStorage.getItem("slower")) || 1;
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  if (this.closest(".flying")) runs.push(JSON.stringify(frames));
  return animate.call(this, frames, { ...timing, duration: timing.duration * slower });
};
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { tones += 1; return start.apply(this, when); };
"""
"""Counts animations and tones."""
STILL = "() => !document.querySelector('.away') && document.querySelector('.flying').children.length === 0"
KINGS = "/?game=chess&seats=person|person&position=7k/P7/8/8/8/8/8/K7 w - - 0 1"


@pytest.fixture(scope="module")
def browser():
    with opened_browser() as context:
        context.add_init_script(RECORD)
        yield context


def opened(visitor, path):
    visitor.go(path)
    visitor.wait("document.querySelectorAll('.spot').length > 0 && document.querySelector('.board.asked')")
    return visitor


def middle(visitor, selector):
    box = visitor.page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def square(name):
    return f'[data-square="{name}"]'


def typed(visitor, *moves):
    for move in moves:
        before = len(visitor.moves)
        visitor.page.get_by_label("Type a move").fill(move)
        visitor.page.keyboard.press("Enter")
        visitor.until_moves(before + 1)


def kinds(visitor):
    """The animations since the last question, by what they show."""
    signs = {"scaleX": "turned", "scale(0.4)": "come", "scale(0.7)": "gone", "translate": "moved"}
    runs = visitor.page.evaluate("runs.splice(0)")
    return Counter(next(kind for sign, kind in signs.items() if sign in frames) for frames in runs)


def switch(visitor, name):
    if not visitor.page.locator(".board-options[open]").count():
        visitor.page.locator(".board-options summary").click()
    visitor.page.get_by_role("switch", name=name, exact=True).click()


# Dragging


def test_a_dragged_piece_follows_the_pointer_and_moves(visitor):
    opened(visitor, "/?game=chess&seats=person|person")
    mouse = visitor.page.mouse
    mouse.move(*middle(visitor, square("e2")))
    mouse.down()
    for name in ("h5", "e4"):
        x, y = middle(visitor, square(name))
        mouse.move(x, y, steps=3)
        assert middle(visitor, ".flying > g") == pytest.approx((x, y), abs=2)
        assert visitor.page.locator(".lifted").count() == 1
    mouse.up()
    visitor.until_moves(1)
    visitor.wait(STILL)
    assert visitor.moves == ["e4"]
    assert visitor.page.locator(".lifted").count() == 0
    assert "white pawn" in visitor.page.locator(square("e4")).get_attribute("aria-label")


def test_a_piece_that_is_let_go_elsewhere_returns(visitor):
    opened(visitor, "/?game=chess&seats=person|person")
    for target in (square("e6"), "header"):
        visitor.page.hover(square("e2"))
        visitor.page.mouse.down()
        visitor.page.mouse.move(*middle(visitor, target), steps=3)
        visitor.page.mouse.up()
        visitor.wait("document.querySelector('.flying').children.length === 0 && !document.querySelector('.lifted, .picked')")
    visitor.click("e2")
    visitor.click("e4")
    visitor.until_moves(1)
    assert visitor.moves == ["e4"], "clicks work after drags that came to nothing"


def test_a_finger_drags_a_piece(browser, address):
    context = browser.browser.new_context(has_touch=True, viewport={"width": 390, "height": 844})
    somebody = opened(Visitor(context, address), "/?game=checkers&seats=person|person")
    line = context.new_cdp_session(somebody.page)
    start, end = middle(somebody, square("9")), middle(somebody, square("14"))
    for kind, (x, y) in (("touchStart", start), ("touchMove", (start[0] + 12, start[1] + 12)), ("touchMove", end)):
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    somebody.wait("document.querySelector('.flying').children.length === 1")
    assert middle(somebody, ".flying > g") == pytest.approx(end, abs=2)
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    somebody.until_moves(1)
    assert somebody.moves == ["9-14"]
    somebody.page.tap(square("22"))
    somebody.wait("document.querySelector('.spot.picked')")
    somebody.leave()
    context.close()


# Animation


@pytest.mark.parametrize(
    ("game", "before", "move", "told"),
    [
        ("chess", "e4 d5 Nf3 d4 Bc4 Nc6", "O-O", {"moved": 2}),
        ("chess", "e4 d5", "exd5", {"moved": 1, "gone": 1}),
        ("chess", "e4 a6 e5 d5", "exd6", {"moved": 1, "gone": 1}),
        ("checkers", "9-14 23-19 10-15", "19x10", {"moved": 1, "gone": 1}),
        ("connect4", "4 4 5", "4", {"moved": 1}),
        ("othello", "", "d3", {"come": 1, "turned": 2}),
        ("tictactoe", "b2", "a1", {"come": 1}),
        ("hex(5)", "b2", "c3", {"come": 1}),
        ("chinesecheckers(players=2)", "", "m3-o5", {"moved": 1}),
    ],
)
def test_a_move_is_animated_and_ends_in_the_picture_of_the_game(visitor, game, before, move, told):
    seats = "|".join(["person"] * len(find(game).players))
    opened(visitor, f"/?game={game}&seats={seats}&moves={before}")
    assert kinds(visitor) == {}, "a picture that is new is not animated"
    typed(visitor, move)
    assert kinds(visitor) == told
    visitor.wait(STILL)
    seen = picture(visitor)
    opened(visitor, f"/?game={game}&seats={seats}&moves={before} {move}")
    assert kinds(visitor) == {}
    assert picture(visitor) == seen


def picture(visitor):
    """What is drawn on the board. The part of it that is shown is not compared: within a game it only grows."""
    drawn = visitor.page.evaluate("document.querySelector('.holder svg').innerHTML")
    return re.sub(r' (class|style)=""', "", drawn).split("<")


def test_a_step_back_is_animated_but_a_long_way_and_another_game_are_not(visitor):
    opened(visitor, "/?game=breakthrough&seats=person|person&moves=a2a3 h7h6 b2b3 g7g6")
    visitor.press("Undo")
    visitor.wait("document.querySelector('[data-square=g6]').getAttribute('aria-label').includes('empty')")
    assert kinds(visitor) == {"moved": 1}
    visitor.page.locator(".picks.made button").first.click()
    visitor.wait("document.querySelector('[data-square=a2]').getAttribute('aria-label').includes('x')")
    visitor.press("Redo")
    visitor.wait("document.querySelector('[data-square=a3]').getAttribute('aria-label').includes('x')")
    assert kinds(visitor) == {"moved": 1}, "three moves at once are not animated, the one after them is"
    visitor.press("Flip board")
    visitor.wait("Number(document.querySelector('[data-square=a1]').getAttribute('y')) < 100")
    assert kinds(visitor) == {}


def test_a_new_position_never_waits_for_an_animation(visitor):
    """Animations of this page take a minute, and each is cut short by the next move."""
    opened(visitor, "/?game=othello&seats=person|person")
    visitor.page.evaluate("window.slower = 300; 0")
    typed(visitor, "d3", "c3", "c4")
    assert visitor.page.locator(".flying > g").count() > 0
    held = visitor.page.locator(square("c4")).get_attribute("aria-label")
    assert "x" in held.split(", ")
    visitor.click(visitor.page.locator(".spot.start").first.get_attribute("data-square"))
    visitor.until_moves(4)


@pytest.mark.long
@pytest.mark.parametrize("calm", ["system", "switch"])
def test_nothing_moves_for_those_who_do_not_want_it(visitor, calm):
    opened(visitor, "/?game=othello&seats=person|person")
    if calm == "system":
        visitor.page.emulate_media(reduced_motion="reduce")
    else:
        switch(visitor, "Animation")
    typed(visitor, "d3", "c3")
    assert kinds(visitor) == {}
    assert "x" in visitor.page.locator(square("d3")).get_attribute("aria-label")
    if calm == "system":
        assert visitor.page.locator(".board-options", has_text="asks for less motion").count() == 1
    else:
        switch(visitor, "Animation")
        typed(visitor, "c4")
        assert kinds(visitor)["come"] == 1


# Moves on the same squares


def test_promotions_are_pictures_and_the_mouse_chooses(visitor):
    opened(visitor, KINGS)
    visitor.click("a7")
    visitor.click("a8")
    buttons = visitor.page.locator(".offers button")
    assert buttons.locator("svg").count() == 4
    assert len({buttons.nth(at).locator("svg").inner_html() for at in range(4)}) == 4
    names = [buttons.nth(at).text_content() for at in range(5)]
    assert names == ["a8=Q+", "a8=R+", "a8=B", "a8=N", "Cancel"]
    visitor.page.get_by_role("button", name="a8=N", exact=True).click()
    visitor.until_moves(1)
    assert visitor.moves == ["a8=N"]


def test_promotions_are_chosen_with_keys_and_escape_cancels(visitor):
    opened(visitor, KINGS)
    here = "document.activeElement.textContent || document.activeElement.dataset.square"
    keys = visitor.page.keyboard
    visitor.page.focus(square("a7"))
    for key in ("Enter", "ArrowUp", "Enter"):
        keys.press(key)
    visitor.wait(f"({here}) === 'a8=Q+'")
    for key, told in (
        ("ArrowRight", "a8=R+"),
        ("Tab", "a8=B"),
        ("ArrowLeft", "a8=R+"),
        ("ArrowLeft", "a8=Q+"),
        ("ArrowLeft", "Cancel"),
    ):
        keys.press(key)
        assert visitor.page.evaluate(here) == told
    keys.press("Escape")
    visitor.wait(f"!document.querySelector('.offers') && ({here}) === 'a8'")
    assert visitor.moves == []
    for key in ("ArrowDown", "Enter", "ArrowUp", "Enter"):
        keys.press(key)
    visitor.wait(f"({here}) === 'a8=Q+'")
    keys.press("ArrowDown")
    keys.press("Enter")
    visitor.until_moves(1)
    assert visitor.moves == ["a8=R+"]


# Signs


def test_the_winning_line_is_marked(visitor):
    opened(visitor, "/?game=connect4&seats=person|person&moves=1 2 2 3 3 4 3 4 4 6")
    assert visitor.page.locator(".sign").count() == 0
    typed(visitor, "4")
    assert visitor.page.locator(".sign.won").count() == 4
    marked = visitor.page.eval_on_selector_all(
        ".spot", "all => all.filter(e => e.ariaLabel.includes('winning line')).map(e => e.dataset.square)"
    )
    assert marked == ["3,4", "4,3", "5,2", "6,1"]
    visitor.press("Undo")
    visitor.wait("!document.querySelector('.sign')")


def test_check_and_mate_are_marked_with_different_signs(visitor):
    opened(visitor, "/?game=chess&seats=person|person&moves=e4 f5 Qh5")
    assert visitor.page.locator(".sign text").all_text_contents() == ["!"]
    assert visitor.page.locator(square("e8")).get_attribute("aria-label").split(", ")[:3] == ["e8", "black king", "check"]
    typed(visitor, "g6")
    assert visitor.page.locator(".sign").count() == 0
    visitor.go("/?game=chess&seats=person|person&moves=f3 e5 g4 Qh4")
    visitor.until_status("Game over")
    assert visitor.page.locator(".sign text").all_text_contents() == ["#"]
    assert "checkmate" in visitor.page.locator(square("e1")).get_attribute("aria-label")


# Pointing


def test_a_column_shows_where_the_stone_will_land(visitor):
    opened(visitor, "/?game=connect4&seats=person|person&moves=3 3")
    for row in (1, 4, 6):
        visitor.page.hover(square(f"{row},3"))
        visitor.wait(
            "document.querySelector('.spot.aimed')?.dataset.square === '4,3' || document.querySelector('[data-square=\"4,3\"]:hover')"
        )
        assert visitor.page.locator(".spot.aimed").count() == (row != 4)
    visitor.page.hover(square("1,5"))
    visitor.wait("document.querySelector('.spot.aimed').dataset.square === '6,5'")
    visitor.click("1,5")
    visitor.until_moves(3)
    assert "x" in visitor.page.locator(square("6,5")).get_attribute("aria-label").split(", ")


def test_a_hint_is_gone_as_soon_as_a_move_is_made(visitor):
    opened(visitor, "/?game=chess&seats=person|person")
    visitor.press("Hint")
    visitor.wait("document.querySelectorAll('.spot.hint').length === 2")
    visitor.click("h2")
    left = "document.querySelector('[data-square=h4]').dispatchEvent(new MouseEvent('click', { bubbles: true })), document.querySelectorAll('.spot.hint').length"
    assert visitor.page.evaluate(left) == 0, "before the server has answered"
    visitor.until_moves(1)
    assert visitor.page.locator(".spot.hint").count() == 0


def test_squares_are_buttons_and_not_parts_of_an_image(visitor):
    opened(visitor, "/?game=chess&seats=person|person")
    assert visitor.page.locator('[role="img"] [data-square]').count() == 0
    assert visitor.page.get_by_role("button", name="e2, white pawn").count() == 1
    assert visitor.page.get_by_role("group", name="Board of chess").count() == 1
    visitor.go("/?game=pig&seats=person|person")
    visitor.until_status("to move")
    assert visitor.page.locator('.holder svg[role="img"]').count() == 1, "a picture without squares is an image"


# Letters and sound


def test_letters_on_pieces_are_a_choice_that_the_browser_keeps(visitor):
    opened(visitor, "/?game=connect4&seats=person|person&moves=4 4")
    shown = "kind => getComputedStyle(document.querySelector(kind)).visibility"
    looks = visitor.page.eval_on_selector_all(".relief", "all => all.map(e => e.innerHTML)")
    assert len(set(looks)) == 2, "players differ without letters and colours"
    assert [visitor.page.evaluate(shown, kind) for kind in (".letter", ".relief")] == ["hidden", "visible"]
    switch(visitor, "Letters on pieces")
    assert [visitor.page.evaluate(shown, kind) for kind in (".letter", ".relief")] == ["visible", "hidden"]
    opened(visitor, "/?game=othello&seats=person|person")
    assert [visitor.page.evaluate(shown, kind) for kind in (".letter", ".relief")] == ["visible", "hidden"]
    switch(visitor, "Letters on pieces")
    visitor.go("/?game=checkers&seats=person|person&position=B:W21,K31:B1,K10")
    visitor.wait("document.querySelectorAll('.relief').length === 2")
    assert visitor.page.locator(".letter").all_text_contents() == ["K", "K"]


def test_sound_is_off_until_it_is_switched_on(visitor):
    opened(visitor, "/?game=chess&seats=person|person&moves=e4 d5")
    typed(visitor, "a3")
    assert visitor.page.evaluate("tones") == 0
    switch(visitor, "Sound")
    heard = []
    for move in ("h6", "exd5", "Qxd5"):
        typed(visitor, move)
        heard.append(visitor.page.evaluate("tones"))
    assert heard == [1, 3, 5], "a capture has two tones"
    switch(visitor, "Sound")
    typed(visitor, "Nc3")
    assert visitor.page.evaluate("tones") == 5
