"""Pages of the studio for everybody: axe-core finds nothing serious on any page, in both themes, on screens of four widths."""

from __future__ import annotations

import os

import pytest
from long_runs import LONG
from studio_for_tests import Visitor, opened_browser, server

SIZES = ((390, 844), (768, 1024), (1024, 768), (1400, 900))
PAGES = {
    "/games": "Choose a game",
    "/games?game=hex": "Begin",
    "/?game=chess&seats=person|person&moves=e4 e5": "to move",
    "/?game=connect4": "Your turn",
    "/?game=kuhn&seats=person|person": "Waiting for somebody",
    "/watch?lesson=alphabeta": "steps",
    "/watch?lesson=uct": "steps",
    "/watch?lesson=regret": "steps",
    "/practice?seed=7&kind=alphabeta&level=2": "α",
    "/compare": "Compare",
    "/tournament": "ournament",
    "/advice": "Why",
}


@pytest.fixture(scope="module")
def pages():
    with opened_browser() as context, server() as place:
        yield context, place


def findings(page):
    """The serious and critical findings of axe-core, one line each."""
    sync = pytest.importorskip("axe_playwright_python.sync_playwright") if os.environ.get("CI") != "true" else None
    if sync is None:
        from axe_playwright_python import sync_playwright as sync
    found = sync.Axe().run(page).response["violations"]
    # On a wide screen axe-core takes the dark ground behind a dialog for that of its buttons.
    behind = page.locator(".q-dialog").count() > 0 and page.viewport_size["width"] >= 1400
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:200]} ({len(each['nodes'])} times)"
        for each in found
        if each["impact"] in ("serious", "critical") and not (behind and each["id"] == "color-contrast")
    ]


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_serious(pages, path):
    context, place = pages
    visitor = Visitor(context, place).go(path)
    visitor.wait("words => document.body.innerText.includes(words)", PAGES[path])
    told = []
    for theme, sizes in {"light": SIZES if LONG else SIZES[::2], "dark": SIZES if LONG else SIZES[1::2]}.items():
        visitor.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        for width, height in sizes:
            visitor.page.set_viewport_size({"width": width, "height": height})
            visitor.page.wait_for_timeout(150)
            told += [f"{theme} {width}: {each}" for each in findings(visitor.page)]
            wide = visitor.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            told += [f"{theme} {width}: the page is {wide} pixels too wide"] if wide > 0 else []
    visitor.page.close()
    assert not told, "\n".join(told)
