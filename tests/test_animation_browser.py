"""The player in a real browser: Debian's Chromium, driven by Playwright, with the network switched off by the page itself.

Without them these tests are skipped and say so; where CI=true they may not be.
"""

from __future__ import annotations

import os
import random
import shutil
import xml.etree.ElementTree as ElementTree

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


def test_pictures_follow_the_steps_and_count_for_nodes_below(show):
    """A heat map for each shot; a table of regrets at the root, which all nodes show; both with a text, or a name at least."""
    page = show(lesson("belief").record())
    seen = set()
    for _ in range(6):
        painted(page)
        picture = page.locator(".zp-board img")
        assert page.evaluate("() => document.querySelector('.zp-board img').naturalWidth") > 0
        assert picture.get_attribute("alt")
        seen.add(picture.get_attribute("src"))
        page.keyboard.press("ArrowRight")
    assert len(seen) == 6
    painted(page)
    assert page.inner_text(".zp-facts").split("\n") == ["shots", "3"]
    assert page.locator(".zp-tree path.line").count() == 0, "there is no best line"
    page = show(lesson("regret").record())
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    painted(page)
    assert said(page).startswith("The first player with K after pass bet:")
    told = page.inner_text(".zp-node").split("\n")
    assert told[:2] == ["looking at", "K (1/3) J (1/2) pass bet"]
    assert "%E2%96%B8" in page.locator(".zp-board img").get_attribute("src")  # the sign of the marked row


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


# Frames of all sizes

SIZES = ((390, 844), (768, 1024), (1024, 768), (1280, 720), (1400, 900))
FRAMED = ("alphabeta", "checkers", "uct", "regret", "belief")

OUTSIDE = """() => {
    const frame = document.querySelector('.zp-stage').getBoundingClientRect();
    return [...document.querySelectorAll('.zp-tree path, .zp-tree text')].filter(each => {
        const box = each.getBoundingClientRect();
        return box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
    }).map(each => each.outerHTML);
}"""
CLIPPED = """() => [...document.querySelectorAll('.zp-bar button, .zp-bar select, .zp-bar input, .zp-bar summary, .zp-bar output')].filter(each => {
    if (!each.checkVisibility()) return false;
    each.scrollIntoView({block: 'nearest'});
    const box = each.getBoundingClientRect(), hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight || !(hit && (each.contains(hit) || hit.contains(each)));
}).map(each => each.outerHTML)"""


@pytest.mark.parametrize("name", FRAMED)
def test_the_tree_fits_its_frame_and_the_controls_lie_under_it(show, name):
    page = show(lesson(name).record())
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        for key in ("Home", "End"):
            page.keyboard.press(key)
            painted(page)
            painted(page)
            assert page.evaluate(OUTSIDE) == [], (wide, high, key)
        assert page.evaluate("document.documentElement.scrollWidth") == wide
        tree, say, bar = (page.locator(each).bounding_box() for each in (".zp-stage", ".zp-say", ".zp-bar"))
        assert tree["y"] + tree["height"] <= say["y"], (wide, high)
        assert say["y"] + say["height"] <= bar["y"] + 1 or wide <= 900, (wide, high)  # on phones the bar stays in view
        assert tree["height"] >= 150
        assert bar["y"] + bar["height"] <= high, (wide, high)
        assert page.evaluate(CLIPPED) == [], (wide, high)


def test_a_tree_stays_in_its_frame_until_it_is_zoomed_by_hand(show):
    page = show(lesson("alphabeta").record())
    page.keyboard.press("End")
    for wide in (1400, 500, 900):
        page.set_viewport_size({"width": wide, "height": 800})
        painted(page)
        painted(page)
        assert page.evaluate(OUTSIDE) == []
    page.keyboard.press("+")
    page.keyboard.press("+")
    painted(page)
    assert page.evaluate(OUTSIDE) != []
    page.keyboard.press("0")
    painted(page)
    assert page.evaluate(OUTSIDE) == []


def test_a_tree_that_grows_is_seen_whole_at_every_step(show):
    page = show(lesson("uct").record())
    page.set_viewport_size({"width": 1280, "height": 720})
    for step in range(0, 200, 9):
        page.get_by_label("Step", exact=True).fill(str(step))
        painted(page)
        assert page.evaluate(OUTSIDE) == [], step
        assert page.locator(".zp-tree path.halo").count() == 1


# The presentation


def is_shown(page, *names):
    return [page.locator(name).first.is_visible() for name in names]


def test_a_presentation_is_tree_board_and_sentence_with_one_key_a_step(show):
    page = show(lesson("checkers").record())
    small = float(page.locator(".zp-say").evaluate("each => getComputedStyle(each).fontSize").removesuffix("px"))
    page.keyboard.press("p")
    painted(page)
    page.wait_for_function("() => document.querySelector('.zp-presenting')")
    assert is_shown(page, ".zp-stage", ".zp-board img", ".zp-say") == [True] * 3
    assert is_shown(page, ".zp header", ".zp-bar", ".zp-facts", ".zp-node", ".zp-key") == [False] * 5
    assert float(page.locator(".zp-say").evaluate("each => getComputedStyle(each).fontSize").removesuffix("px")) > 1.3 * small
    assert page.locator(".zp").get_attribute("role") == "dialog"
    assert page.locator(".zp").get_attribute("aria-label") == "Presentation: A case study in checkers"
    texts_of = [step.text for step in lesson("checkers").record().steps]
    told = [said(page)]
    for key in (" ", "ArrowRight", "PageDown", "PageUp", "ArrowLeft", " ", "End", "Home"):
        page.keyboard.press(key)
        told.append(said(page))
    assert told == [texts_of[number] for number in (0, 1, 2, 3, 2, 1, 2, len(texts_of) - 1, 0)]
    painted(page)
    assert page.evaluate(OUTSIDE) == []
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('.zp-presenting')")
    painted(page)
    assert is_shown(page, ".zp header", ".zp-bar", ".zp-facts") == [True] * 3
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Present on the whole screen (p)"
    assert page.locator(".zp").get_attribute("role") is None


def test_a_presentation_is_left_with_the_mouse_or_by_p(show):
    page = show(lesson("belief").record())
    page.get_by_label("Present on the whole screen (p)").click()
    page.wait_for_function("() => document.querySelector('.zp-presenting')")
    page.get_by_label("Leave the presentation (Escape)").click()
    page.wait_for_function("() => !document.querySelector('.zp-presenting') && !document.fullscreenElement")
    page.keyboard.press("p")
    page.wait_for_function("() => document.querySelector('.zp-presenting')")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "treeitem"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Leave the presentation (Escape)"
    page.keyboard.press("p")
    page.wait_for_function("() => !document.querySelector('.zp-presenting')")


def test_a_presentation_that_is_left_and_begun_again_at_once_stays(show):
    """Browsers change to the whole screen and back some time after they are asked; here they do so when the test says."""
    page = show(lesson("alphabeta").record())
    page.evaluate("""() => {
      let now = null;
      const asked = [];
      Object.defineProperty(document, "fullscreenElement", {get: () => now});
      Element.prototype.requestFullscreen = function () { asked.push(this); return Promise.resolve(); };
      document.exitFullscreen = () => asked.push(null);
      window.changed = () => { now = asked.shift(); document.dispatchEvent(new Event("fullscreenchange")); };
      window.press = name => document.querySelector(`[aria-label^="${name}"]`).click();
      window.shown = () => [!!document.querySelector(".zp-presenting"), !!now, asked.length];
    }""")
    assert page.evaluate("press('Present'), press('Leave'), changed(), shown()") == [False, True, 1]
    assert page.evaluate("changed(), shown()") == [False, False, 0]
    assert page.evaluate("press('Present'), changed(), press('Leave'), press('Present'), changed(), shown()") == [True, False, 1]
    assert page.evaluate("changed(), shown()") == [True, True, 0]


def test_lines_are_stronger_in_a_presentation(show):
    page = show(lesson("alphabeta").record())
    width = "() => parseFloat(getComputedStyle(document.querySelector('.zp-tree path.min, .zp-tree path.later')).strokeWidth)"
    page.keyboard.press("End")
    painted(page)
    before = page.evaluate(width)
    page.keyboard.press("p")
    page.wait_for_function("() => document.querySelector('.zp-presenting')")
    painted(page)
    assert page.evaluate(width) >= 1.5 * before


def test_slides_as_a_page_open_as_a_presentation(browser, tmp_path):
    (tmp_path / "slides.html").write_text(lesson("alphabeta").record().to_html(present=True), encoding="utf-8")
    page = browser.new_page()
    page.goto((tmp_path / "slides.html").as_uri())
    page.wait_for_selector(".zp-presenting .zp-tree path")
    page.keyboard.press(" ")
    assert said(page).startswith("MAX tries 1.")
    page.keyboard.press("Escape")
    assert page.locator(".zp-bar").is_visible()
    page.close()


# The keyboard, and what screen readers hear


def focused(page):
    painted(page)
    return page.evaluate("() => document.activeElement.getAttribute('aria-label')")


def test_nodes_are_reached_with_the_keyboard_and_have_names(show):
    page = show(lesson("alphabeta").record())
    page.keyboard.press("End")
    page.focus(".zp")
    page.keyboard.press("Tab")
    assert focused(page) == "root, MAX to move, value 3, window [3, +∞]"
    assert page.locator(".zp-nodes [tabindex='0']").count() == 1, "Tab stops at one node"
    page.keyboard.press("ArrowDown")
    assert focused(page).startswith("after 1, MIN to move, value 3")
    page.keyboard.press("ArrowRight")
    assert focused(page).startswith("after 2, MIN to move, value 2, window [3, 2], alpha cutoff: 2 ≤ 3")
    assert page.inner_text(".zp-node").startswith("this node\n2")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert focused(page) == "after 2, cut off, never searched"
    page.keyboard.press("ArrowUp")
    assert focused(page).startswith("after 2, MIN")
    item = page.locator(":focus")
    assert [item.get_attribute(f"aria-{name}") for name in ("level", "posinset", "setsize", "expanded", "selected")] == [
        "2",
        "2",
        "3",
        "true",
        "true",
    ]
    box, frame = item.bounding_box(), page.locator(".zp-stage").bounding_box()
    assert frame["x"] < box["x"] < frame["x"] + frame["width"]
    assert count(page) == "step 34 of 34", "arrow keys in the tree do not step"
    page.keyboard.press("PageUp")
    assert count(page) == "step 33 of 34"
    assert focused(page).startswith("after 2, MIN")
    page.keyboard.press("Home")
    painted(page)
    assert focused(page) == "after 2, not entered yet"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.className").startswith("zp")
    page.keyboard.press("ArrowRight")
    assert count(page) == "step 2 of 34"


def test_a_node_that_goes_hands_its_focus_to_the_one_above(show):
    page = show(lesson("uct").record())
    page.keyboard.press("End")
    page.focus(".zp")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    below = focused(page)
    assert below.startswith("after ")
    page.keyboard.press("Home")
    painted(page)
    assert focused(page) == "root, MAX (x) to move"
    assert page.locator(".zp-nodes > *").count() == 1


def test_the_tree_of_a_large_search_has_one_element_for_the_keyboard(show):
    chance = random.Random(1)
    page = show(
        record(zermelo.TreeGame([[chance.randrange(99) for _ in range(40)] for _ in range(20)]).start(), zermelo.minimax(), 2000)
    )
    page.keyboard.press("End")
    page.keyboard.press("t")  # nothing is folded
    painted(page)
    assert page.locator(".zp-nodes > *").count() == 1
    page.focus(".zp-nodes [tabindex='0']")
    page.keyboard.press("ArrowDown")
    assert focused(page).startswith("after 1, MIN to move")
    assert page.locator(".zp-nodes > *").count() == 1


def test_everything_that_can_be_pressed_has_a_name(show):
    page = show(lesson("deepening").record())
    nameless = """() => [...document.querySelectorAll('button, select, input, summary, [role=tree], [role=group]')]
        .filter(each => !(each.getAttribute('aria-label') || each.textContent.trim())).map(each => each.outerHTML)"""
    assert page.evaluate(nameless) == []
    assert page.locator("main").count() == 1
    assert page.locator("main main, .zp main").count() == 0
    assert page.locator(".zp-say").get_attribute("role") == "status"


# Files


def test_the_step_on_show_is_saved_as_svg(show, tmp_path):
    recording = lesson("checkers").record()
    page = show(recording)
    page.get_by_label("Step", exact=True).fill("40")
    painted(page)
    shown = texts(page)
    page.locator(".zp-menu summary", has_text="Save").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="This step as SVG").click()
    assert waiting.value.suggested_filename == "step-41.svg"
    waiting.value.save_as(tmp_path / "step.svg")
    root = ElementTree.fromstring((tmp_path / "step.svg").read_text(encoding="utf-8"))
    space = "{http://www.w3.org/2000/svg}"
    assert sorted(each.text for each in root.iter(f"{space}text")) == sorted(shown)
    assert root.find(f"{space}desc").text == list(recording.steps)[40].text
    assert all(each.get("fill") and not each.get("class") for each in root.iter(f"{space}path"))
    assert len(root.findall(f"{space}image")) == 1
    drawn = page.context.new_page()
    drawn.goto((tmp_path / "step.svg").as_uri())
    assert drawn.evaluate("document.documentElement.getBBox().width") > 300
    assert page.locator(".zp-paper").count() == 0


def test_menus_open_above_the_bar_and_close(show):
    page = show(lesson("alphabeta").record())
    for wide in (390, 1200):
        page.set_viewport_size({"width": wide, "height": 800})
        page.locator(".zp-menu summary", has_text="Save").click()
        panel = page.locator(".zp-menu[open] .zp-panel").bounding_box()
        assert panel["x"] >= 0
        assert panel["x"] + panel["width"] <= wide
        assert panel["y"] >= 0
        page.keyboard.press("Escape")
        assert page.locator(".zp-menu[open]").count() == 0
        assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
