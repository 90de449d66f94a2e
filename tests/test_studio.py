"""The studio in a real browser: whole games by clicking and by keys, lessons, experiments, advice, bad input, and several visitors at once."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import quote

import pytest
from studio_for_tests import RULES, Visitor, server

from zermelo import alphabeta, find
from zermelo.hosting.limits import Limits
from zermelo.play.seats import Seat
from zermelo.play.session import Session
from zermelo.play.transcript import Transcript

EVIL = '<img src=x onerror="window.harmed=1">'


def test_tictactoe_is_played_to_its_end_by_clicking(visitor):
    visitor.go("/?game=tictactoe&seats=person|person")
    for number, square in enumerate(("b2", "a1", "a2", "c2", "b1", "b3", "a3", "c1", "c3")):
        visitor.click(square)
        visitor.until_moves(number + 1)
    visitor.until_status("Game over: draw")
    assert visitor.moves == ["b2", "a1", "a2", "c2", "b1", "b3", "a3", "c1", "c3"]
    visitor.press("Undo")
    visitor.until_status("x to move")


def test_connect_four_is_played_to_its_end_against_an_agent(visitor):
    """Any square of a column will do; what comes out is a game by the rules."""
    visitor.go("/?game=connect4&seats=person|level(1)")
    position = find("connect4").start()
    while not position.over:
        column = position.moves[len(position.history) // 2 % len(position.moves)]
        visitor.click(f"1,{column}")
        position = position.play(column)
        visitor.until_moves(len(position.history))
        if not position.over:
            visitor.until_moves(len(position.history) + 1)
            position = position.play(visitor.moves[-1])
    visitor.until_status(f"Game over: {position.result}")
    assert tuple(visitor.moves) == position.history


def test_a_game_can_be_played_with_keys_alone(visitor):
    visitor.go("/?game=tictactoe&seats=person|person")
    visitor.page.focus('[data-square="a3"]')
    keys = visitor.page.keyboard
    for number, way in enumerate((["Enter"], ["ArrowDown", " "], ["ArrowUp", "ArrowRight", "Enter"], ["ArrowDown", "Enter"])):
        for key in way:
            keys.press(key)
        visitor.until_moves(number + 1)
    visitor.page.get_by_label("Type a move").fill("c3")
    keys.press("Enter")
    visitor.until_status("Game over: x won")
    assert visitor.moves == ["a3", "a2", "b3", "b2", "c3"]


def test_men_are_picked_up_dragged_and_promoted(visitor):
    visitor.go("/?game=chess&seats=person|person&position=7k/P7/8/8/8/8/8/K7 w - - 0 1")
    visitor.click("a1")
    visitor.wait("document.querySelectorAll('.spot.target').length == 3")
    visitor.page.keyboard.press("Escape")
    visitor.page.drag_and_drop('[data-square="a7"]', '[data-square="a8"]')
    visitor.press("a8=Q+")
    visitor.until_moves(1)
    assert visitor.moves == ["a8=Q+"]


def test_the_second_player_has_their_men_in_front_and_may_swap_and_play_again(visitor):
    """White's pawn still stands on a7 when all players have changed seats; nothing that chance may choose ends the game before."""
    height = "square => Number(document.querySelector(`[data-square=\"${square}\"]`).getAttribute('y'))"
    visitor.go("/?game=chess&seats=random|person&position=7k/P7/8/7p/8/8/8/K7 b - - 0 1")
    visitor.until_status("Your turn: black to move")
    assert visitor.page.evaluate(height, "h8") > visitor.page.evaluate(height, "a1")
    visitor.click("h5")
    visitor.click("h4")
    visitor.until_moves(2)
    visitor.press("Undo")
    visitor.press("Swap sides")
    visitor.press("Resume")
    visitor.until_status("Your turn: white to move")
    assert visitor.page.evaluate(height, "h8") < visitor.page.evaluate(height, "a1")
    visitor.click("a7")
    visitor.click("a8")
    assert visitor.page.locator(".offers button").first.inner_text().startswith("a8=Q")
    visitor.page.keyboard.press("Enter")
    visitor.until_moves(2)
    visitor.press("Resign")
    visitor.until_status("Game over: white resigned · you lost")
    visitor.press("Rematch")
    visitor.wait("document.querySelectorAll('.picks.made button').length < 3")


def test_hints_reasons_and_the_course_of_the_game(visitor):
    visitor.go("/?game=connect4&seats=person|level(5)&moves=4 4")
    visitor.press("Hint")
    visitor.wait("document.querySelector('.reasons')?.innerText.includes('Effort')")
    assert visitor.page.locator(".spot.hint").count() == 1
    visitor.click("1,4")
    visitor.until_moves(4)
    visitor.press("Why?")
    visitor.wait("document.querySelector('.reasons')?.innerText.includes('A second search')")
    visitor.wait("document.querySelector('.course polyline')?.getAttribute('points').split(' ').length == 5")


def test_an_evaluation_that_is_interrupted_is_made_again_and_drawn():
    """The visitor acts while the last position without an evaluation is searched. What was found comes too late to be drawn."""
    pytest.importorskip("nicegui", reason="skipped: NiceGUI is not installed")
    from zermelo.hosting.workers import Workers
    from zermelo.studio.frame import Visit
    from zermelo.studio.play import Play

    class Interrupting(Workers):
        searches = 0

        async def search(self, *_, **__):
            self.searches += 1
            if self.searches == 2:
                page.visit.begin()
            return Mock(values=(0.0, 0.0), score=None)

    async def course():
        page.visit = Visit(page.workers, Mock())
        for _ in range(2):
            await page._evaluate(page.visit.begin(), 2)

    page, drawn = object.__new__(Play), []
    page.session = Session(find("tictactoe").start().play("b2"), (Seat(), Seat()))
    page.view = Mock(show_chart=lambda session: drawn.append([ply.values is not None for ply in session.plies]))
    page.workers = Interrupting(Limits())
    with ThreadPoolExecutor() as threads:  # Playwright has an event loop in this one
        threads.submit(asyncio.run, course()).result()
    page.workers.close()
    assert drawn == [[True, True]]


def test_dice_are_thrown_and_shown(visitor):
    visitor.go("/?game=backgammon&seats=person|random")
    visitor.wait("document.querySelectorAll('.dice svg').length == 2")
    visitor.until_status("to play")


def test_a_page_that_is_loaded_again_has_its_game(visitor):
    visitor.go("/?game=tictactoe&seats=person|person")
    visitor.click("b2")
    visitor.until_moves(1)
    visitor.page.reload()
    visitor.until_moves(1)
    visitor.go("/")
    visitor.until_moves(1)
    assert visitor.moves == ["b2"]
    visitor.go("/?game=tictactoe&seats=person|person")
    visitor.wait("document.querySelector('.board.asked')")
    assert visitor.moves == [], "a link to a game begins it anew"


def test_games_are_saved_and_loaded_and_broken_files_refused(visitor, tmp_path):
    visitor.go("/?game=tictactoe&seats=person|person&moves=b2 a1")
    visitor.until_moves(2)
    with visitor.page.expect_download() as waiting:
        visitor.press("Save")
    saved = tmp_path / "game.json"
    waiting.value.save_as(saved)
    assert Transcript.loads(saved.read_text()).moves == ("b2", "a1")
    broken = tmp_path / "broken.json"
    broken.write_text(saved.read_text()[:40])
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps({**json.loads(saved.read_text()), "moves": ["b2", "b2"]}))
    for path, told in ((broken, "it is not JSON"), (wrong, "move 2 of the saved game")):
        visitor.page.set_input_files('input[type="file"]', path)
        visitor.until_told(told)
    visitor.click("c3")
    visitor.until_moves(3)
    visitor.page.set_input_files('input[type="file"]', saved)
    visitor.until_told("2 moves")
    visitor.wait("document.querySelectorAll('.picks.made button').length == 3")


def test_wrong_input_gets_an_answer_and_the_page_lives_on(visitor):
    visitor.go("/?game=tictactoe&seats=person|deepthought")
    visitor.until_told("there is no agent")
    visitor.page.get_by_label("Type a move").fill("z9")
    visitor.page.keyboard.press("Enter")
    visitor.until_told("is not a legal move")
    visitor.press("New game")
    visitor.page.get_by_text("Start from another position").click()
    visitor.page.get_by_label("Position, as text").fill("nonsense")
    visitor.press("Begin")
    visitor.until_told("has 6 rows, but the text has 1")
    assert "its owner can allow them" in visitor.page.inner_text(".form")
    visitor.press("Cancel")
    visitor.click("1,4")
    visitor.until_moves(2)


def test_two_visitors_do_not_disturb_each_other(browser, address, visitor):
    """One waits for a long search; the other plays a whole game meanwhile, and then the first stops waiting."""
    other = Visitor(browser.browser.new_context(), address)
    visitor.go("/?game=connect4&seats=person|strong(seconds=19)")
    visitor.click("1,4")
    visitor.until_status("o is thinking")
    other.go("/?game=tictactoe&seats=person|level(3)")
    for number in range(5):
        if "Game over" in other.status:
            break
        free = other.page.locator(".spot.start").first.get_attribute("data-square")
        other.click(free)
        other.wait(
            "n => document.querySelectorAll('.picks.made button').length > n || document.querySelector('.status').innerText.includes('over')",
            2 * number + 2,
        )
    other.until_status("Game over")
    assert "o is thinking" in visitor.status
    visitor.press("Move now")
    visitor.until_moves(2)
    assert visitor.moves[0] == "4"
    other.leave()


def test_a_lesson_is_watched_to_its_end(visitor):
    visitor.go("/watch?lesson=alphabeta")
    visitor.wait("document.activeElement?.classList.contains('zp')")
    told = []
    for _ in range(33):
        visitor.page.keyboard.press("ArrowRight")
        told.append(visitor.page.inner_text(".zp-say"))
    assert "Alpha cutoff: 2 ≤ 3. MAX already has 3 elsewhere" in " ".join(told)
    visitor.wait("document.querySelector('.zp-bar output').textContent == 'step 34 of 34'")
    visitor.page.get_by_label("Tree or game").fill("[[1,2],[3")
    visitor.press("Watch")
    visitor.until_told("the tree is not valid JSON")
    visitor.page.get_by_label("Tree or game").fill("[[1,2],[3,4]]")
    visitor.press("Watch")
    visitor.wait("document.querySelector('.zp h1')?.innerText.includes('tree([[1')")


def test_on_a_phone_the_whole_player_is_visible(visitor):
    visitor.page.set_viewport_size({"width": 390, "height": 800})
    visitor.go("/watch?lesson=alphabeta")
    visitor.wait("document.querySelector('.zp-bar')")
    bottom = "name => document.querySelector(name).getBoundingClientRect().bottom"
    assert visitor.page.evaluate(bottom, ".zp-bar") <= visitor.page.evaluate(bottom, ".stage")


def test_techniques_and_experiments_are_compared(visitor):
    visitor.go("/compare")
    visitor.page.get_by_label("Game", exact=True).fill("tictactoe")
    visitor.page.get_by_role("spinbutton", name="Depth").fill("4")
    visitor.page.get_by_role("button", name="Run").first.click()
    visitor.wait("document.querySelector('.results')?.innerText.includes('minimal tree')")
    visitor.wait("document.querySelector('.thought').innerText.startsWith('done in')")
    assert visitor.page.get_by_role("progressbar").first.get_attribute("aria-valuenow") == "1"
    groups = visitor.page.locator(".results .group b").all_inner_texts()
    assert groups == ["To compare with", "Alone", "Cumulative", "Alone, added to the full search", "Set for play"]
    cells = visitor.page.locator(".results tbody tr", has_text="minimax").locator("td").all_inner_texts()
    assert cells[:2] == ["3,610", f"×{3610 / alphabeta(depth=4)(find('tictactoe').start()).nodes:.2f}"]
    assert visitor.page.locator(".thought").first.bounding_box()["height"] < 60, "the status leaves no gap above the chart"
    with visitor.page.expect_download() as waiting:
        visitor.page.get_by_role("button", name="Save as CSV").first.click()
    with open(waiting.value.path()) as file:
        lines = file.read().splitlines()
    assert lines[0].startswith("name,nodes,seconds")
    assert lines[1].split(",")[:2] == ["minimax", "3610"]
    visitor.page.get_by_role("textbox", name="depth").fill("2")
    visitor.page.get_by_role("button", name="Run").nth(1).click()
    visitor.wait("document.querySelectorAll('.thought')[1].innerText.startsWith('done in')")
    assert "virus" in visitor.page.inner_text(".results >> nth=1")


def test_advice_is_asked_and_followed(visitor):
    visitor.go("/advice?table=tictactoe&position=x . . / . o . / . . x")
    visitor.until_status("advises o to play b1: rule danger, advice prevent_fork")
    assert "they_can_win" in visitor.page.inner_text(".told")
    assert visitor.page.locator(".plan svg").count() == 1
    visitor.press("Play the advice")
    visitor.until_status("advises x to play b3: rule block")


def test_a_table_mates_on_the_board(visitor):
    """King and rook against king, from the position that the page begins with: rook endings are won in 16 moves at most."""
    visitor.go("/advice?table=krk")
    for _ in range(25):
        visitor.until_status("advises white to play")
        visitor.press("Play the advice")
        visitor.wait("/no advice for black|The game is over/.test(document.querySelector('.status').innerText)")
        if "over" in visitor.page.inner_text(".status"):
            break
        visitor.press("Reply")
    assert "white won" in visitor.page.inner_text(".status")


def test_own_rules_can_be_allowed(browser, tmp_path):
    """A file of rules is played at once; one that is broken says where."""
    (tmp_path / "twentyone.py").write_text(RULES)
    (tmp_path / "broken.py").write_text("class )")
    with server("--allow-files") as place:
        somebody = Visitor(browser, place).go("/?game=connect4")
        somebody.press("New game")
        chooser = '.form input[type="file"]'
        somebody.page.set_input_files(chooser, tmp_path / "broken.py")
        somebody.until_told("broken.py, line 1")
        somebody.page.set_input_files(chooser, tmp_path / "twentyone.py")
        somebody.wait("document.querySelector('.form').innerText.includes('ann')")
        somebody.press("Begin")
        somebody.until_status("ann to move")
        somebody.page.locator(".picks.choose button", has_text="3").first.click()
        somebody.until_moves(2)
        assert somebody.moves[0] == "3"
        somebody.leave()


def test_an_agent_of_ones_own_can_be_allowed(browser, tmp_path):
    """By its name in the address, or in a file that the visitor opens; a wrong answer is told."""
    path = tmp_path / "mine.py"
    path.write_text("def last(position): return position.moves[-1]\ndef none(position): pass\n")
    with server("--allow-files") as place:
        somebody = Visitor(browser, place).go(f"/?game=tictactoe&seats=person|{path}:last")
        somebody.until_status("x to move")
        somebody.click("b2")
        somebody.until_moves(2)
        assert somebody.moves == ["b2", "c3"]
        somebody.press("New game")
        somebody.page.set_input_files('.form input[type="file"]', path)
        somebody.wait("document.querySelector('.form').innerText.includes('level 3')")
        somebody.go(f"/?game=tictactoe&seats={path}:none|person")
        somebody.until_told("answered none at the start of tictactoe, but an agent returns a move")
        somebody.leave()


# What visitors send never becomes part of a page


@pytest.mark.parametrize(
    "path",
    [
        f"/?game={quote(EVIL)}",
        f"/games?game={quote(EVIL)}",
        f"/?game=tictactoe&moves={quote(EVIL)}",
        f"/?game=tictactoe&clock={quote(EVIL)}",
        f"/watch?lesson={quote(EVIL)}",
        f"/watch?game={quote('[[1,' + json.dumps(EVIL) + ']]')}",
        f"/advice?table={quote(EVIL)}",
        f"/advice?game={quote(EVIL)}",
    ],
)
def test_no_address_becomes_part_of_a_page(visitor, path):
    visitor.go(path)
    visitor.wait("document.body.innerText.includes('<img') || document.body.innerText.includes('tree')")
    assert visitor.page.evaluate("[window.harmed === undefined, document.querySelectorAll('img[src=x]').length]") == [True, 0]
    assert visitor.page.locator("header.bar").count() == 1


def test_no_file_becomes_part_of_a_page(visitor, tmp_path):
    visitor.go("/?game=tictactoe&seats=person|person&moves=b2")
    visitor.until_moves(1)
    with visitor.page.expect_download() as waiting:
        visitor.press("Save")
    saved = json.loads(Path(waiting.value.path()).read_text())
    for name, data in (
        ("outcome", {**saved, "outcome": {"winner": 0, "reason": EVIL}, "seats": [EVIL, EVIL]}),
        ("game", {**saved, "game": EVIL}),
    ):
        (tmp_path / f"{name}.json").write_text(json.dumps(data))
        visitor.page.set_input_files('input[type="file"]', tmp_path / f"{name}.json")
        visitor.wait("document.body.innerText.includes('onerror')")
    chess = tmp_path / "<img src=x onerror=harmed=1>.pgn"
    bare = EVIL.replace('"', "")
    chess.write_text(f'[White "{bare}"]\n[Event "{bare}"]\n\n1. e4 {{{EVIL}}} e5 *\n')
    visitor.page.set_input_files('input[type="file"]', chess)
    visitor.until_moves(2)
    assert visitor.page.evaluate("[window.harmed === undefined, document.querySelectorAll('img[src=x]').length]") == [True, 0]


def test_a_browser_that_has_kept_too_much_begins_with_the_gallery(visitor):
    visitor.go("/?game=tictactoe&seats=person|person")
    visitor.until_status("x to move")
    visitor.page.evaluate("sessionStorage.setItem('zermelo-table', 'x'.repeat(3000000))")
    visitor.go("/")
    visitor.page.wait_for_url("**/games")
