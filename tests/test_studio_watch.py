"""The page Watch on windows of all sizes, and the files that its player saves."""

from __future__ import annotations

import pytest
from long_runs import LONG
from studio_for_tests import Visitor, opened_browser, server

from zermelo.animation.lessons import LESSONS, lesson

SIZES = ((390, 844), (768, 1024), (1024, 768), (1280, 720), (1400, 900))
READY = "name => document.querySelector('.zp h1')?.innerText === name && document.querySelector('.zp-tree path')"
SETTLED = "() => new Promise(done => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => done(true))), 60))"
CUT = """() => {
    const frame = document.querySelector('.zp-stage').getBoundingClientRect();
    return [...document.querySelectorAll('.zp-tree path, .zp-tree text')].filter(each => {
        const box = each.getBoundingClientRect();
        return box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
    }).length;
}"""
CLIPPED = """() => [...document.querySelectorAll('.zp-bar button, .zp-bar select, .zp-bar input, .zp-bar summary')].filter(each => {
    if (!each.checkVisibility()) return false;
    each.scrollIntoView({block: 'nearest'});
    const box = each.getBoundingClientRect(), hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return box.left < 0 || box.right > innerWidth || box.bottom > innerHeight || !(hit && (each.contains(hit) || hit.contains(each)));
}).map(each => each.outerHTML)"""


@pytest.fixture(scope="module")
def address():
    with server() as found:
        yield found


@pytest.fixture(scope="module")
def context():
    with opened_browser() as found:
        yield found


@pytest.fixture
def visitor(context, address):
    found = Visitor(context, address)
    yield found
    found.leave()


def opened(visitor, name):
    visitor.go(f"/watch?lesson={name}")
    visitor.wait(READY, lesson(name).title)
    return visitor.page


@pytest.mark.parametrize("name", LESSONS)
def test_tree_and_controls_are_seen_whole_on_every_window(visitor, name):
    """The end of every lesson. Of a long chain, such as the moves of a mate with king and rook, the part around the current node is enough."""
    page = opened(visitor, name)
    page.focus(".zp")
    page.keyboard.press("End")
    for wide, high in SIZES if LONG or name in ("alphabeta", "uct") else SIZES[::3]:
        page.set_viewport_size({"width": wide, "height": high})
        page.evaluate(SETTLED)
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate("document.documentElement.scrollWidth") == wide, "nothing lies beside the window"
        assert name == "krk" or page.evaluate(CUT) == 0, (wide, high)
        tree, bar = (page.locator(each).bounding_box() for each in (".zp-stage", ".zp-bar"))
        assert tree["y"] + tree["height"] <= bar["y"], (wide, high)
        assert bar["y"] + bar["height"] <= high, "the controls are in view without scrolling"
        assert tree["y"] + 150 <= high
        assert page.evaluate(CLIPPED) == [], (wide, high)
    assert page.locator(".zp main").count() == 0
    page.set_viewport_size({"width": 1280, "height": 900})


def test_the_current_lesson_is_in_sight(visitor):
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    page = opened(visitor, "belief")
    chip = page.locator(".lessons [aria-current]")
    visitor.wait("() => document.querySelector('.lessons [aria-current]').getBoundingClientRect().right <= innerWidth")
    assert chip.inner_text() == "A belief narrows"
    page.set_viewport_size({"width": 1280, "height": 900})


@pytest.mark.parametrize(
    ("label", "name", "write"),
    [
        ("This step as TikZ", "step-18.tex", lambda made: made.step_tikz(18)),
        ("This step as PDF", "step-18.pdf", lambda made: made.step_pdf(18)),
        ("All steps as slides (PDF)", "slides.pdf", lambda made: made.slides()),
        ("All steps as a page (HTML)", "search.html", lambda made: made.to_html()),
    ],
)
def test_what_is_on_show_is_saved(visitor, label, name, write):
    page = opened(visitor, "alphabeta")
    page.get_by_label("Step", exact=True).fill("17")
    page.locator(".zp-menu summary", has_text="Save").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name=label).click()
    assert waiting.value.suggested_filename == name
    expected = write(lesson("alphabeta").record())
    with open(waiting.value.path(), "rb") as file:
        assert file.read() == (expected if isinstance(expected, bytes) else expected.encode())


def test_a_page_that_asks_for_nonsense_gets_a_message(visitor):
    page = opened(visitor, "alphabeta")
    for wanted in ('{kind: "rm", step: 1}', '{kind: "pdf", step: "1"}', "7"):
        page.evaluate(f"getElement([...document.querySelectorAll('.stage')][0].id.slice(1)).$emit('save', {wanted})")
        visitor.until_told("there is no search to save yet")
        page.locator(".q-notification button").first.click()
    page.evaluate("getElement([...document.querySelectorAll('.stage')][0].id.slice(1)).$emit('save', {kind: 'pdf', step: 999})")
    visitor.until_told("there is no step 999")


def test_the_player_presents_in_the_studio(visitor):
    page = opened(visitor, "checkers")
    page.focus(".zp")
    page.keyboard.press("p")
    visitor.wait("() => document.querySelector('.zp-presenting')")
    for name in (".bar", ".lessons", ".zp-bar"):
        place = page.locator(name).first.bounding_box()
        assert place is None or page.evaluate(
            "([x, y]) => document.querySelector('.zp-presenting').contains(document.elementFromPoint(x, y))",
            [place["x"] + 5, place["y"] + 5],
        ), name
    page.keyboard.press("PageDown")
    visitor.wait("() => document.querySelector('.zp-say').innerText.startsWith('MAX (black) tries')")
    page.keyboard.press("Escape")
    visitor.wait("() => !document.querySelector('.zp-presenting')")
