"""The studio under attack: requests from other pages, rules that do not return, texts with code in them, and visitors who use up all resources."""

from __future__ import annotations

import asyncio
import http.client
import json
import signal
import sys
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import pytest
from long_runs import LONG
from studio_for_tests import launch, server

from zermelo import find
from zermelo.advice.language import read as read_advice
from zermelo.agents.registry import agent
from zermelo.errors import GameError, ZermeloError
from zermelo.files import FilesOffError
from zermelo.game import watchdog
from zermelo.games import catalog
from zermelo.hosting import workers as workers_module
from zermelo.hosting.limits import Limits, is_brief
from zermelo.hosting.workers import Job, WorkError, Workers
from zermelo.limit import memory_size
from zermelo.play.clock import TimeControl, shown
from zermelo.search.recursion import deep
from zermelo.studio import rulefiles
from zermelo.studio.game_setup import Setup, keep, recall
from zermelo.studio.recordings import KEPT, WatchRequest
from zermelo.studio.rulefiles import drop_rules, keep_file

LIMITS = Limits(searches=1)
EVIL = '<img src=x onerror="window.harmed=1">'
RULES = """
from zermelo import *
class {name}(Game):
    players = ("ann", "bob")
    def state(self): return dict(count=i8, turn=i8)
    def moves(self, s): return range(1, 4)
    def play(self, s, step): s.count += step
    def winner(self, s): return ONGOING
"""
COUNTING = RULES.format(name="Counting")


@pytest.fixture
def workers():
    made = Workers(LIMITS)
    yield made
    made.close()


# The origin


@pytest.mark.parametrize(
    ("headers", "told"),
    [
        ({}, None),
        ({"host": "localhost:8080", "origin": "http://localhost:8080"}, None),
        ({"sec-fetch-site": "same-origin", "sec-fetch-mode": "cors"}, None),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}, None),
        ({"host": "evil.example:8080"}, "another server"),
        ({"host": "127.0.0.1.evil.example"}, "another server"),
        ({"host": "[::1"}, "another server"),
        ({"host": ""}, "another server"),
        ({"origin": "http://evil.example"}, "another page"),
        ({"origin": "null"}, "another page"),
        ({"origin": "http://127.0.0.1:9999"}, "another page"),
        ({"origin": "https://127.0.0.1:8080"}, "another page"),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"}, "loaded by"),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"}, "loaded by"),
        ({"sec-fetch-site": "same-site", "sec-fetch-mode": "cors"}, "loaded by"),
    ],
)
def test_only_our_own_pages_and_links_are_let_in(headers, told):
    origin = pytest.importorskip("zermelo.hosting.origin")
    reason = origin.objection({"host": "127.0.0.1:8080", **headers}, ("127.0.0.1", "localhost"))
    assert reason is None if told is None else told in reason


def test_a_link_from_elsewhere_cannot_ask_for_a_file():
    origin = pytest.importorskip("zermelo.hosting.origin")
    link = {"host": "localhost", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    assert "this studio runs files" in origin.objection(link, ("localhost",), asks_for_files=True)
    assert origin.objection({"host": "localhost"}, ("localhost",), asks_for_files=True) is None


def answer(address, path="/", **headers):
    """The number and the headers of what a server answers."""
    line = http.client.HTTPConnection(address.removeprefix("http://"), timeout=30)
    line.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    got = line.getresponse()
    body = got.read().decode()
    line.close()
    return got.status, got.headers, body


def test_a_server_keeps_strangers_out_and_says_where_to_go():
    pytest.importorskip("nicegui")
    upgrade = {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec_WebSocket_Version": "13",
        "Sec_WebSocket_Key": "x" * 22 + "==",
    }
    line = "/_nicegui_ws/socket.io/?EIO=4&transport="
    with server() as place:
        assert answer(place)[0] == 200
        assert answer(place, Host="evil.example")[0] == 403
        assert answer(place, line + "polling", Origin="http://evil.example")[0] == 403
        assert answer(place, line + "polling", Origin=place)[0] == 200
        assert answer(place, line + "websocket", Origin="http://evil.example", **upgrade)[0] == 403
        for path in ("/nowhere", "/store/..%2f..%2fetc%2fpasswd", f"/{quote(EVIL)}"):
            status, headers, body = answer(place, path)
            assert (status, "root:" in body, "<img" in body) == (404, False, False)
            assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


def test_a_port_that_is_taken_and_an_end_by_a_signal_are_told_in_a_sentence():
    pytest.importorskip("nicegui")
    with server() as place:
        second = launch("--port", place.rpartition(":")[2])
        told = second.communicate(timeout=60)[0]
        assert (second.returncode, told.count("\n")) == (2, 1)
        assert "choose another one with --port" in told
    process = launch("--port", "0")
    assert "Ctrl-C ends it" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    told = process.communicate(timeout=60)[0]
    assert (process.returncode, told) == (130, "zermelo: interrupted\n")


# What may be asked


@pytest.mark.long
def test_no_recording_is_larger_than_the_largest_that_is_offered():
    made = WatchRequest(game="connect4", agent="minimax(depth=6)", nodes=10**9).record(LIMITS)
    assert sum(len(each.nodes) for each in made.rounds) <= KEPT[-1]


@pytest.mark.parametrize("text", ["9" * 5000, "\u0663", "0", "\u00b2", "-1", ""])
def test_any_number_of_nodes_in_an_address_gives_a_page(text):
    assert KEPT[0] <= WatchRequest.from_address({"nodes": text, "game": "nim"}).nodes <= KEPT[-1]


@pytest.mark.parametrize("left", [[10**400, 1], ["1e999", 1], ["nan", "-inf"], [-1, 1], {}])
def test_any_clock_that_a_browser_kept_can_be_shown_or_is_refused(left):
    begun = Setup("nim", ("person", "person"), "3+2").session(LIMITS, 1)
    try:
        found, _ = recall(json.dumps(json.loads(keep(begun, "nim")) | {"left": left}), LIMITS, 1)
    except ZermeloError:
        return
    assert all(shown(each) for each in found.left())


@pytest.fixture
def alarm():
    """Ends a test that would take hours; a pattern holds the interpreter, so the watchdog cannot."""
    before = signal.signal(signal.SIGALRM, lambda *_: pytest.fail("this takes hours"))
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


RUNS = [" ", "9", "#", "x", "-", ". "]


@pytest.mark.usefixtures("alarm")
@pytest.mark.parametrize("title", catalog())
def test_the_time_to_read_a_position_or_a_move_grows_with_its_length_only(title):
    here = find(title).start()
    lines = str(here).splitlines()
    middle = len(lines) // 2
    for run in RUNS:
        long = run * (200_000 // len(run))
        for row in (lines[middle] + long + "x", lines[middle][:2] + long + lines[middle][2:]):
            with suppress(ZermeloError):
                here.game.position("\n".join([*lines[:middle], row, *lines[middle + 1 :]]))
        for text in (long + "x", f"x{long}x", f"x{long}"):
            for read in (here.parse, here.game.position):
                with suppress(ZermeloError):
                    read(text)


@pytest.mark.usefixtures("alarm")
@pytest.mark.parametrize("run", RUNS)
def test_the_same_goes_for_clocks_sizes_and_tables(run):
    long = f"1{run * 200_000}x"
    for read in (TimeControl.read, memory_size, read_advice, agent, LIMITS.game, lambda text: read_advice(f"table x for {text}")):
        with suppress(ZermeloError):
            read(long)


# Work that goes wrong


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt(), BaseException("odd"), RecursionError(), MemoryError()])
def test_what_would_end_the_server_is_an_error_like_others(workers, error):
    def work():
        raise error

    async def ask():
        with pytest.raises(WorkError):
            await workers.quick(work)
        with pytest.raises(WorkError):
            await workers.do(Job(), work)
        return await workers.quick(lambda: "goes on")

    assert asyncio.run(ask()) == "goes on"


def test_small_things_that_never_end_do_not_keep_a_thread(workers, monkeypatch):
    monkeypatch.setattr(workers_module, "_QUICK", 0.05)

    def loop():
        while True:
            pass

    async def ask():
        endless = [workers.quick(loop) for _ in range(2 * workers_module._SMALL)]
        found = await asyncio.gather(*endless, return_exceptions=True)
        monkeypatch.setattr(workers_module, "_QUICK", 30.0)
        return found, await workers.quick(lambda: "goes on")

    found, last = asyncio.run(ask())
    assert {type(each) for each in found} == {WorkError}
    assert "an endless loop" in str(found[0])
    assert last == "goes on"


def test_a_rule_within_watched_work_is_watched_for_itself(monkeypatch):
    monkeypatch.setattr(watchdog, "PATIENCE", 0.05)

    def rule():
        while True:
            pass

    def work():
        with pytest.raises(watchdog.RuleTimeout):
            watchdog.call(rule)
        return "went on"

    assert watchdog.within(60, work) == "went on"


def test_the_recursion_limit_stays_until_the_last_who_needs_it_is_done():
    usual, inside, over = sys.getrecursionlimit(), threading.Event(), threading.Event()
    seen = []

    def other():
        with deep(usual + 2000):
            inside.set()
            over.wait(60)
            seen.append(sys.getrecursionlimit())

    thread = threading.Thread(target=other)
    with deep(usual + 1000):
        thread.start()
        assert inside.wait(60)
    assert sys.getrecursionlimit() == usual + 2000, "another one still needs it"
    over.set()
    thread.join(60)
    assert (seen, sys.getrecursionlimit()) == ([usual + 2000], usual)


# Taking turns


def test_weak_levels_and_quick_looks_do_not_wait_for_long_searches(workers):
    async def ask():
        position, jobs = find("connect4").start(), [Job() for _ in range(5)]
        long = [asyncio.ensure_future(workers.search(job, agent("strong()"), position)) for job in jobs]
        while not jobs[0].begun:
            await asyncio.sleep(0.001)
        short = [
            await workers.search(Job(), agent("level(3)"), position),
            await workers.search(Job(), agent("strong(depth=2)"), position, seconds=0.5),
        ]
        under_way = [job.begun for job in jobs]
        for job in jobs:
            job.end()
        await asyncio.gather(*long)
        return short, under_way

    short, under_way = asyncio.run(ask())
    assert all(report.move in "1234567" for report in short)
    assert under_way == [True, False, False, False, False]


@pytest.mark.parametrize(
    ("text", "brief"),
    [
        ("random", True),
        ("level(3)", True),
        ("level(10)", False),
        ("strong(nodes=1000)", True),
        ("strong(seconds=0.5)", True),
        ("uct(playouts=100)", True),
        ("uct(playouts=1000000)", False),
        ("strong(seconds=10)", False),
        ("strong(depth=2)", False),
        ("advice(tictactoe)", False),
        ("advised(tictactoe)", False),
        ("table(otherwise='strong()')", False),
        ("table()", True),
    ],
)
def test_which_agents_are_over_in_a_moment(text, brief):
    assert is_brief(agent(text)) == brief


# Rules in files


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", r"^my\.py has no game"),
        ("x = 1", r"^my\.py has no game"),
        ("a\0b", r"^my\.py: .*null bytes"),
        ("(" * 10_000, r"^my\.py, line 1"),
        ("def f(): f()\nf()", "RecursionError"),
        ("raise ValueError('odd')", "ValueError: odd"),
    ],
)
def test_files_without_rules_are_refused_by_their_own_name(text, told):
    with pytest.raises(GameError, match=told):
        keep_file("my.py", text)


def test_a_file_that_exits_is_refused_each_time():
    workers = Workers(Limits(searches=1, files=True))

    async def ask():
        for _ in range(2):
            with pytest.raises(WorkError, match="SystemExit"):
                await workers.quick(lambda: keep_file("exits.py", COUNTING + "\nraise SystemExit"))

    asyncio.run(ask())
    workers.close()


def test_work_for_visitors_opens_no_file_even_if_its_text_was_not_checked(workers, tmp_path):
    (tmp_path / "notes.json").write_text("[1,2]")
    with pytest.raises(FilesOffError):
        asyncio.run(workers.quick(lambda: find(f"tree('{tmp_path}/notes.json')")))
    with pytest.raises(FilesOffError):
        asyncio.run(workers.do(Job(), lambda: agent("strong(book=x)")))


def test_a_board_that_cannot_be_drawn_is_known_before_the_game_begins():
    (path,) = keep_file("undrawn.py", COUNTING + "    def svg(self, s): raise KeyError('no picture')\n").games
    with pytest.raises((ZermeloError, KeyError), match="no picture"):
        Setup(path, ("person", "person")).session(Limits(files=True), seed=1)


def test_files_go_when_the_server_ends():
    folder = Path(next(iter(keep_file("counting.py", COUNTING).games))).parents[1]
    assert folder.parent == Path(tempfile.gettempdir())
    drop_rules()
    assert not folder.exists()
    assert rulefiles._folder.cache_info().currsize == 0
    drop_rules()


# Pages that are fetched, but never shown


def resident(process):
    """The memory of a process, in MB."""
    pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
    return pages * 4096 / 1e6


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads the memory of a process from /proc")
def test_fetching_pages_locks_nobody_out_and_takes_little_memory():
    pytest.importorskip("nicegui")
    process = launch("--port", "0")
    try:
        place = process.stdout.readline().split()[4].rstrip("/")
        for _ in range(20):
            answer(place)
        before = resident(process)
        bodies = [answer(place)[2] for _ in range(300 if LONG else 210)]
        assert not any("pages are open already" in body for body in bodies)
        assert resident(process) - before < 120
    finally:
        process.terminate()
        process.communicate(timeout=60)
