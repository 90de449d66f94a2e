"""A studio and a browser for tests: a server of its own, and visitors whose requests and errors are recorded."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager

import pytest

PATIENCE = 30_000
"""Milliseconds after which something is taken never to happen; machines may be busy."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")

RULES = '''
from zermelo import *
class TwentyOne(Game):
    """Count up by 1, 2 or 3; the player who reaches 21 wins."""
    players = ("ann", "bob")
    def state(self): return dict(count=i8, turn=i8)
    def moves(self, s):
        for step in range(1, 4):
            if s.count + step <= 21: yield step
    def play(self, s, step):
        s.count += step
        s.turn = 1 - s.turn
    def winner(self, s): return 1 - s.turn if s.count == 21 else ONGOING
'''
"""A user's own game."""


def need_browser():
    """The browser's program; skips the test where something is missing, except on a machine that has to test everything."""
    missing = [name for name in ("nicegui", "playwright") if importlib.util.find_spec(name) is None]
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        missing.append("chromium")
    if missing and os.environ.get("CI") == "true":
        pytest.fail(f"the studio has to be tested here, but there is no {' and no '.join(missing)}")
    if missing:
        pytest.skip(f"the studio is tested in a browser, which needs {' and '.join(missing)}")
    return browser


def launch(*options):
    """A studio in a process of its own."""
    command = [sys.executable, "-m", "zermelo", "studio", "--no-browser", *options]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}  # NiceGUI minds them
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


@contextmanager
def server(*options):
    """A studio on a free port; gives its address."""
    process = launch("--port", "0", *options)
    try:
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert found, line + process.stdout.read()
        yield found[0]
    finally:
        process.terminate()
        rest = process.communicate(timeout=60)[0]
    assert "Traceback" not in rest, rest


@contextmanager
def opened_browser():
    """A browser, with one context for all visitors: what the pages load is kept from one test to the next."""
    program = need_browser()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        context = browser.new_context(accept_downloads=True, viewport={"width": 1280, "height": 900})
        context.set_default_timeout(PATIENCE)
        yield context
        browser.close()


class Visitor:
    """Somebody with a browser tab of their own."""

    def __init__(self, context, address):
        self.address = address
        self.page = context.new_page()
        self.elsewhere, self.complaints = [], []
        self.page.on(
            "request", lambda request: request.url.startswith((address, "data:", "blob:")) or self.elsewhere.append(request.url)
        )
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda message: message.type == "error" and self.complaints.append(message.text))

    def go(self, path="/"):
        self.page.goto(self.address + path)
        return self

    def wait(self, script, argument=None):
        """Until something is true on the page."""
        self.page.wait_for_function(script, arg=argument)

    def leave(self):
        self.page.close()
        assert self.elsewhere == [], "the studio asks for something outside"
        assert self.complaints == []

    # At the board

    def click(self, square):
        self.page.click(f'[data-square="{square}"]')

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).first.click()

    @property
    def moves(self):
        """The names of the moves so far."""
        return self.page.locator(".picks.made button").all_inner_texts()[1:]

    @property
    def status(self):
        return self.page.inner_text(".status")

    def until_moves(self, number):
        self.wait("n => document.querySelectorAll('.picks.made button').length > n", number)

    def until_status(self, words):
        self.wait("words => document.querySelector('.status').innerText.includes(words)", words)

    def until_told(self, words):
        """Until a message says something."""
        self.wait(
            "words => [...document.querySelectorAll('.q-notification, .error')].some(e => e.innerText.toLowerCase().includes(words))",
            words.lower(),
        )
