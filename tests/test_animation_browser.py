"""The player in a real browser: Debian's Chromium, driven by Playwright, with the network switched off by the page itself.

Without them these tests are skipped and say so; where CI=true they may not be.
"""

from __future__ import annotations

import os
import random
import shutil

import pytest
from animation_for_tests import watched

import zermelo
from zermelo.animation import record
from zermelo.animation.lessons import LESSONS, lesson

CUT = "Alpha cutoff: 2 ≤ 3. MAX already has 3 elsewhere and will not come here, so 2 more moves are not searched."
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"


def missing():
    """What is not there, in a sentence; nothing if all is."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "the player is not tried in a browser: Playwright for Python is not installed (pip install playwright)"
    if not any(map(shutil.which, NAMES)):
        return "the player is not tried in a browser: there is no Chromium (apt-get install chromium)"
    return ""


@pytest.fixture(scope="module")
def browser():
    reason = missing()
    if reason and os.environ.get("CI") == "true":
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        program = next(filter(None, map(shutil.which, NAMES)))
        chromium = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def show(browser, tmp_path):
    """Opens the page of a recording; any error in it fails the test."""
    troubles = []
    context = browser.new_context(viewport={"width": 1200, "height": 760}, reduced_motion="reduce")

    def opened(recording, name="page.html"):
        recording.save(tmp_path / name)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda message: troubles.append(message.text) if message.type in ("error", "warning") else None)
        page.on(
            "request", lambda request: troubles.append(request.url) if not request.url.startswith(("file:", "data:")) else None
        )
        page.goto((tmp_path / name).as_uri())
        page.wait_for_selector(".zp-tree path")
        return page

    yield opened
    context.close()
    assert not troubles


def painted(page):
    page.evaluate(PAINTED)


def said(page):
    painted(page)
    return page.inner_text(".zp-say")


def count(page):
    painted(page)
    return page.inner_text(".zp-bar output")


def texts(page):
    """Everything that is written in the tree."""
    painted(page)
    return page.eval_on_selector_all(".zp-tree text", "all => all.map(each => each.textContent)")


def everything(page):
    """The whole player as it is now, but for the sign on its button."""
    painted(page)
    return page.evaluate("() => ['.zp-tree', '.zp-side', '.zp-say'].map(each => document.querySelector(each).innerHTML).join()")


def test_the_alpha_beta_lesson_is_stepped_to_its_end_and_the_cut_is_read(show):
    page = show(lesson("alphabeta").record())
    told = [said(page)]
    while page.inner_text(".zp-bar output") != "step 34 of 34":
        page.get_by_label("Forward (right arrow)").click()
        told.append(said(page))
        if told[-1] == CUT:
            assert page.locator(".zp-tree path.cross").count() == 1
            assert page.locator(".zp-tree path.pruned").count() == 2
            assert {"alpha cutoff: 2 ≤ 3", "MAX already has 3", "[3, 2]"} <= set(texts(page))
    assert told == [step.text for step in lesson("alphabeta").record().steps]
    assert told.count(CUT) == 1
    assert page.inner_text(".zp-facts").split("\n") == [
        "nodes entered", "11", "branches cut", "2", "plain minimax, in all", "13", "best line so far", "1 1",
    ]  # fmt: skip


def test_backwards_is_forwards_undone(show):
    page = show(lesson("star1").record())
    seen = [everything(page)]
    for _ in range(43):
        page.keyboard.press("ArrowRight")
        seen.append(everything(page))
    assert len(set(seen)) == 44
    for before in reversed(seen[:-1]):
        page.keyboard.press("ArrowLeft")
        assert everything(page) == before


def test_keys_buttons_and_slider_lead_to_the_same_steps(show):
    page = show(lesson("minimax").record())
    page.keyboard.press("End")
    assert count(page) == "step 39 of 39"
    page.keyboard.press("Home")
    assert count(page) == "step 1 of 39"
    page.get_by_label("Last step (End)").click()
    page.keyboard.press("ArrowLeft")
    assert count(page) == "step 38 of 39"
    page.get_by_label("Step", exact=True).fill("9")
    assert count(page) == "step 10 of 39"
    page.get_by_label("Back (left arrow)").click()
    page.get_by_label("First step (Home)").click()
    assert count(page) == "step 1 of 39"


def test_it_plays_by_itself_and_pauses(show):
    page = show(lesson("minimax").record())
    page.get_by_label("Speed").select_option("60 steps/s")
    page.keyboard.press(" ")
    page.wait_for_function("() => document.querySelector('.zp-bar output').textContent === 'step 39 of 39'")
    painted(page)
    assert page.locator(".zp-play").get_attribute("aria-label") == "Play (space)"
    assert page.locator(".zp-say").get_attribute("aria-live") == "polite"
    page.get_by_label("Speed").select_option("0.5 steps/s")
    page.locator(".zp-play").click()
    painted(page)
    assert page.locator(".zp-play").get_attribute("aria-label") == "Pause (space)"
    assert page.locator(".zp-say").get_attribute("aria-live") == "off"
    page.locator(".zp-play").click()
    assert count(page) == "step 1 of 39"


@pytest.mark.parametrize("name", LESSONS)
def test_every_lesson_shows_at_its_end_what_its_steps_say(show, name):
    """Zoomed out to fit, every value of the last tree is to be read in the picture."""
    recording = lesson(name).record()
    page = show(recording)
    page.keyboard.press("End")
    page.keyboard.press("0")
    shown = texts(page)
    watcher = watched(recording)[-1]
    if page.locator(".zp-tree").get_attribute("data-detail") == "full":
        values = [line for node in watcher.nodes for line in node.v.split("\n") if line]
        assert not [value for value in values if shown.count(value) < values.count(value)]
    assert said(page) == list(recording.steps)[-1].text


def test_rounds_are_chosen(show):
    page = show(lesson("deepening").record())
    assert page.get_by_label("Round").locator("option").all_inner_texts() == ["depth 1", "depth 2", "depth 3"]
    page.get_by_label("Round").select_option("depth 3")
    assert said(page) == "Depth 3."
    page.keyboard.press("ArrowLeft")
    painted(page)
    assert page.get_by_label("Round").input_value() == "depth 2"


def test_folding_hides_what_lies_below_and_keeps_the_rest_in_order(show):
    page = show(lesson("alphabeta").record())
    page.keyboard.press("End")
    painted(page)
    whole = page.locator(".zp-tree path").count()
    page.keyboard.press("c")  # the search is at the root
    painted(page)
    assert "+12" in texts(page)
    assert page.locator(".zp-tree path").count() < whole
    page.keyboard.press("c")
    painted(page)
    assert page.locator(".zp-tree path").count() == whole


def test_a_node_is_clicked_and_told_about(show):
    page = show(lesson("checkers").record())
    page.keyboard.press("End")
    page.keyboard.press("0")
    painted(page)
    value = page.locator(".zp-tree text", has_text="−8").first.bounding_box()
    page.mouse.click(value["x"] + value["width"] / 2, value["y"] + value["height"] / 2)
    painted(page)
    told = page.inner_text(".zp-node")
    assert told.startswith("this node\n31-27")
    assert page.locator(".zp-board img").get_attribute("src").startswith("data:image/svg+xml")
    assert page.evaluate("() => document.querySelector('.zp-board img').naturalWidth") > 0


def test_the_tree_is_zoomed_and_moved(show):
    page = show(lesson("nim").record())

    def view():
        painted(page)
        return [float(number) for number in page.locator(".zp-tree").get_attribute("viewBox").split()]

    width = view()[2]
    page.keyboard.press("+")
    assert view()[2] == pytest.approx(width / 1.3, rel=0.01)
    area = page.locator(".zp-tree").bounding_box()
    page.mouse.move(area["x"] + 200, area["y"] + 200)
    page.mouse.wheel(0, 400)
    assert view()[2] > width
    page.keyboard.press("0")
    before = view()
    page.mouse.down()
    page.mouse.move(area["x"] + 260, area["y"] + 240, steps=5)
    page.mouse.up()
    moved = view()
    scale = area["width"] / before[2]
    assert moved[0] - before[0] == pytest.approx(-60 / scale, abs=2)
    assert moved[1] - before[1] == pytest.approx(-40 / scale, abs=2)


def test_two_fingers_zoom(show):
    page = show(lesson("nim").record())
    box = page.locator(".zp-tree").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = float(page.locator(".zp-tree").get_attribute("viewBox").split()[2])
    hand = page.context.new_cdp_session(page)

    def touch(kind, *apart):
        points = [{"x": x + side * distance, "y": y, "id": side} for distance in apart for side in (-1, 1)]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 50)
    for distance in (60, 80, 100):
        touch("touchMove", distance)
    touch("touchEnd")
    painted(page)
    assert float(page.locator(".zp-tree").get_attribute("viewBox").split()[2]) == pytest.approx(before / 2, rel=0.05)


def test_names_stay_texts(show):
    """A game whose players and moves look like markup."""
    recording = record(zermelo.TreeGame([[1, 2], [3, 4]]).start(), zermelo.minimax())
    recording.title = recording.about = '<img src=x onerror="document.title=1">'
    for node in recording.rounds[0].nodes:
        node.move = node.move and f"<b>{node.move}</b>&"
        node.player = "<i>"
    page = show(recording)
    page.keyboard.press("End")
    painted(page)
    assert page.locator(".zp img, .zp h1 *, .zp i:not(.zp-meter i)").count() == 0
    assert any(text.startswith("<b>1</b>&") for text in texts(page))


def test_places_after_folding_follow_the_rule_of_the_pictures(show):
    """Folded and unfolded again by hand, nodes stand where `drawing.tidy` had put them."""
    page = show(lesson("checkers").record())
    page.keyboard.press("End")
    painted(page)
    before = page.locator(".zp-tree path").evaluate_all("all => all.map(each => each.getAttribute('d'))")
    for key in "ttcc":
        page.keyboard.press(key)
        painted(page)
    assert page.locator(".zp-tree path").evaluate_all("all => all.map(each => each.getAttribute('d'))") == before


def test_ten_thousand_nodes_are_drawn_and_stepped_through(show):
    chance = random.Random(1)

    def grow(depth):
        return chance.randrange(-50, 50) if depth == 0 else [grow(depth - 1) for _ in range(10)]

    page = show(record(zermelo.TreeGame(grow(4)).start(), zermelo.minimax(), 20_000))
    page.keyboard.press("End")
    assert count(page) == "step 33,333 of 33,333"
    assert page.locator(".zp-tree").get_attribute("data-detail") == "full"  # folded, it can be read
    assert "+1,110" in texts(page)
    page.keyboard.press("t")
    page.keyboard.press("0")
    painted(page)
    assert page.locator(".zp-tree").get_attribute("data-detail") == "outline"
    page.keyboard.press("ArrowLeft")
    assert count(page) == "step 33,332 of 33,333"


def test_two_players_live_on_one_page(show):
    """As in the studio: each in an element of its own, each with its own keys, and gone without a trace when it is destroyed."""
    page = show(lesson("minimax").record())
    page.evaluate(
        """() => {
            const data = JSON.parse(document.getElementById("recording").textContent), host = document.createElement("div");
            window.heard = [];
            document.body.append(host);
            host.addEventListener("zermelo-step", event => heard.push(event.detail.step));
            window.second = ZermeloPlayer(host, data, {step: 4});
            second.go(6);
        }"""
    )
    painted(page)
    assert page.evaluate("() => [second.step, second.steps, heard]") == [6, 39, [4, 6]]
    assert page.locator(".zp-bar output").all_inner_texts() == ["step 1 of 39", "step 7 of 39"]
    page.evaluate("() => second.destroy()")
    assert page.locator(".zp").count() == 1
