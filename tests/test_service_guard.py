"""The service under attack: wrong requests of every kind, files in every disguise, clients that flood, dawdle and leave."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import warnings
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from cli_runner import assert_one_sentence, run
from long_runs import LONG

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

import uvicorn
from service_for_tests import LIMITS, Connection, ask, asked, launch, server
from uvicorn.server import ServerState

from zermelo.compile import native
from zermelo.engine import open_backend
from zermelo.games import catalog, find
from zermelo.hosting.limits import Limits
from zermelo.service import connections, http as http_module
from zermelo.service.answers import Answers
from zermelo.service.app import Service
from zermelo.service.asked import MOST_BODY, MOST_MOVES
from zermelo.service.openapi import ENDPOINTS
from zermelo.service.processes import POSSIBLE
from zermelo.service.server import guarded

FINE = {
    "/moves": {"game": "connect4", "moves": ["4", "4"], "position": None, "svg": False},
    "/play": {"game": "pig", "moves": [], "move": "roll", "agent": "level(1)", "seconds": 0.05, "seed": 3, "svg": True},
    "/best": {"game": "tictactoe", "moves": ["b2"], "agent": "alphabeta(depth=3)", "seconds": 0.05},
    "/analyse": {"game": "nim([1,2,3])", "agent": "strong()", "seconds": 0.05},
}
ODD = [
    None, True, 0, -1, 2.5, 10**30, -(10**30), float("nan"), float("inf"), "", " ", "x", "4", "nim", "é" * 100, "\ud800", "\0", "a\nb", "🙂", "\u202e",
    [], [[]], ["4"], ["\ud800"], [4], [None], {}, {"game": "nim"}, "(" * 500, "nim(" * 50, "nim([" + "1," * 900 + "])", "connect(rows=1000,cols=1000)",
    "connect(rows=-1)", "nim(['a'])", "nim([10**9])", "go(size=1000)", "tree([[[]]])", "level(0)", "level(99)", "uct(playouts=10**30)", "uct(playouts=-1)", "minimax(depth=99)",
    "strong(threads=64)", "strong(memory=100GB)", "strong(memory=1)", "alphabeta(backend=python)", "level(3, backend=python)", "random(seed=x)", "auto(seconds=1e300)",
    "advice(tictactoe)", "tablebase()", "strong(lines=100000)", "__import__('os')", "{7*7}", "%s%n", "../../etc/passwd", "nim)", "x" * 3000, ["4"] * 3000, list("1234567" * 6),
]  # fmt: skip
FILES = [
    ("game", "my_game.py"), ("game", "/etc/passwd.py:X"), ("game", "./x.py:Y(3)"), ("game", "tree('notes.json')"), ("game", "tree(path='/etc/notes.json')"), ("game", "TREE('a.json')"),
    ("agent", "my_agents.py:center"), ("agent", "~/x.py"), ("agent", "uci('/bin/ls')"), ("agent", "gtp('/bin/ls')"), ("agent", "command('/bin/ls')"), ("agent", "strong(book='x.book')"),
    ("agent", "strong(tables='/tmp')"), ("agent", "strong(evaluate='my.py:f')"), ("agent", "level(3, evaluate='my.py:f')"), ("agent", "auto(evaluate='weights.toml')"),
    ("agent", "advice('x.advice')"), ("agent", "advised(tictactoe, 'strong(book=x)')"), ("agent", "advice(tictactoe, otherwise='uci(\"/bin/ls\")')"),
]  # fmt: skip


@pytest.fixture
def service():
    made = Service(Answers(LIMITS))
    yield made
    made.close()


def assert_refused(got, status, words=""):
    assert got.status == status, got
    assert list(got.found) == ["error"]
    sentence = got.found["error"]
    assert words in sentence
    assert "\n" not in sentence
    assert "Traceback" not in sentence


# Wrong requests


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        (b"", 400, "not JSON"),
        (b"{", 400, "line 1, column 2"),
        (b"\xff\xfe", 400, "not JSON"),
        (b"[" * 60_000, 400, "not JSON"),
        (b'{"game": ' + b"9" * 5000 + b"}", 400, "not JSON"),
        (b"[]", 422, "JSON object"),
        (b"null", 422, "JSON object"),
        (b"{}", 422, "`game` is missing"),
        (b'{"game": null}', 422, "`game` is missing"),
        (b'{"game": 4}', 422, "`game` must be a text, not 4"),
        (b'{"game": "connect4", "moves": [4]}', 422, "in quotes"),
        (b'{"game": "connect4", "moves": {"a": 1}}', 422, "must be a list of names"),
        (b'{"game": "connect4", "moves": ["8"]}', 422, "move 1 of 1: `8` is not a legal move"),
        (b'{"game": "connect4", "mvoes": []}', 422, "Did you mean `moves`?"),
        (b'{"game": "conect4"}', 422, "Did you mean `connect4`?"),
        (b'{"game": "connect4", "position": "nonsense"}', 422, ""),
        (b'{"game": "connect(rows=2000,cols=2000)"}', 422, ""),
        (b'{"game": "connect4", "agent": "level(3"}', 422, "no closing bracket"),
        (b'{"game": "connect4", "agent": "lvel(3)"}', 422, "Did you mean `level`?"),
        (b'{"game": "connect4", "agent": "strong(threads=2)"}', 422, "threads=2"),
        (b'{"game": "connect4", "agent": "strong(memory=1GB)"}', 422, "more than this service gives"),
        (b'{"game": "connect4", "agent": "level(3, backend=python)"}', 422, "specification"),
        (b'{"game": "connect4", "seconds": 0}', 422, "above 0"),
        (b'{"game": "connect4", "seconds": NaN}', 422, "above 0"),
        (b'{"game": "connect4", "seconds": true}', 422, "above 0"),
        (b'{"game": "connect4", "seconds": 99}', 422, "more than this service gives"),
        (b'{"game": "nim([1])", "moves": ["1x1"]}', 422, ""),
        (b'{"game": "tictactoe", "position": "x x x / o o . / . . ."}', 422, "the game is over"),
        (b'{"game": "pig(players=3)", "agent": "alphabeta(depth=2)"}', 422, ""),
        ('{"game": "\u202e\u0000é"}'.encode(), 400, ""),
        (b'{"game": "\\ud800"}', 422, "there is no game"),
    ],
)
def test_a_wrong_request_gets_one_sentence(service, body, status, words):
    assert_refused(asked(service, "/best", body), status, words)


def test_paths_and_methods_that_are_not_there(service):
    assert_refused(asked(service, "/nowhere"), 404, "/analyse")
    assert_refused(asked(service, "/best/", {}), 404)
    for path in ENDPOINTS:
        for method in ("GET", "PUT", "DELETE", "HEAD", "OPTIONS", "X" * 500):
            got = asked(service, path, method=method)
            assert_refused(got, 405, "POST")
            assert got.headers["allow"] == "POST"
    assert_refused(asked(service, "/games", method="POST"), 405, "GET")


def test_a_request_is_short(service):
    assert_refused(asked(service, "/moves", b"x" * (MOST_BODY + 1)), 413, "64 KB")
    assert_refused(asked(service, "/moves", b"{}", headers={"Content-Length": str(10**18)}), 413, "64 KB")
    assert_refused(asked(service, "/moves", {"game": "connect4", "moves": ["4"] * (MOST_MOVES + 1)}), 422, "at most 2000")
    assert_refused(asked(service, "/moves", {"game": "connect4", "moves": ["4" * 300]}), 422, "shorter")
    assert_refused(asked(service, "/moves", {"game": "x" * 3000}), 422, "too long")

    async def endless():
        connection = Connection(service, "/moves")
        connection.parts = [b"x" * 1000 for _ in range(1000)]
        got = await connection.reply()
        return got, len(connection.parts)

    got, left = asyncio.run(endless())
    assert_refused(got, 413)
    assert left > 900, "the rest was not read"


def test_a_body_that_does_not_come_is_not_waited_for(service, monkeypatch):
    monkeypatch.setattr(http_module, "_BODY", 0.05)

    async def dawdle():
        connection = Connection(service, "/moves")
        connection.parts = []
        return await connection.reply()

    assert_refused(asyncio.run(dawdle()), 408)


@pytest.mark.parametrize(("field", "text"), FILES)
def test_no_file_is_opened_and_no_program_started(service, field, text):
    for path in ("/best", "/play", "/analyse"):
        got = asked(service, path, {"game": "tictactoe", field: text})
        assert got.status in (403, 422), got
        if got.status == 422:  # refused before a file was thought of
            assert (
                "service does not open files" in got.found["error"]
                or "cannot be read" in got.found["error"]
                or "no " in got.found["error"]
            )


def test_files_are_refused_where_they_are_opened(service, tmp_path):
    """Whatever the text looks like: the same texts work in the library, where files are allowed."""
    (tmp_path / "notes.json").write_text("[[1,2],[3,4]]")
    (tmp_path / "rules.py").write_text("raise SystemExit('it ran')")
    for body in (
        {"game": f"tree('{tmp_path}/notes.json')"},
        {"game": f"{tmp_path}/rules.py"},
        {"game": "nim", "agent": f"{tmp_path}/rules.py:x"},
        {"game": "nim", "agent": f"strong(book='{tmp_path}/notes.json')"},
        {"game": "nim", "agent": f"advised(tictactoe, \"strong(book='{tmp_path}/notes.json')\")"},
        {"game": "nim", "agent": "command('/bin/true')"},
    ):
        assert_refused(asked(service, "/best", body), 403, "does not open files")


# Whatever comes


def mutated(source):
    """A request that was fine before something was changed."""
    path = source.choice(list(ENDPOINTS))
    body = dict(FINE[path])
    for _ in range(source.choice((1, 1, 1, 2, 3))):
        name = source.choice([*body, *FINE["/play"], "extra"])
        if source.random() < 0.2:
            body.pop(name, None)
        else:
            body[name] = source.choice(ODD)
    if source.random() < 0.2:
        body["game"] = source.choice(list(catalog()))
    data = json.dumps(body).encode()
    if source.random() < 0.2:
        changed = bytearray(data)
        for _ in range(source.randrange(1, 6)):
            changed[source.randrange(len(changed))] = source.randrange(256)
        data = bytes(changed)
    return path, data


def test_any_request_gets_an_answer_or_a_sentence():
    source, service = random.Random(17), Service(Answers(replace(LIMITS, seconds=0.05)))

    async def many():
        for _ in range(100_000 if LONG else 2000):
            path, data = mutated(source)
            got = await ask(service, path, data)
            assert got.status in (200, 400, 403, 413, 422), (path, data, got)
            if got.status != 200:
                assert_refused(got, got.status)
            else:
                assert got.lines

    asyncio.run(many())
    assert all(not lane.jobs and lane.waiting == 0 for lane in service.lanes.values())
    service.close()


# Clients that come together, and clients that leave


LONG_SEARCH = {"game": "connect4", "agent": "strong()"}


async def until(condition):
    for _ in range(6000):
        if condition():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it does not happen")


def test_who_leaves_has_no_search_any_more():
    async def run():
        service = Service(Answers(LIMITS))
        lane = service.lanes["long"]
        for path in ("/best", "/play", "/analyse"):
            connection = Connection(service, path, LONG_SEARCH)
            await until(lambda: lane.jobs)
            (job,) = lane.jobs
            connection.left.set()
            assert path == "/analyse" or await connection.reply() is None
            await until(lambda: not lane.jobs)
            assert job.scope.reason == "stop", "it was cancelled, not out of time"
        service.close()

    asyncio.run(run())


def test_who_leaves_the_queue_makes_room():
    async def run():
        service = Service(Answers(Limits(seconds=30.0, searches=1, waiting=2, server="service")))
        lane = service.lanes["long"]
        first = Connection(service, "/best", LONG_SEARCH)
        await until(lambda: lane.jobs)
        waiting = [Connection(service, "/best", LONG_SEARCH) for _ in range(2)]
        await until(lambda: lane.waiting == 2)
        busy = await ask(service, "/best", LONG_SEARCH)
        assert_refused(busy, 503, "2 requests wait already")
        assert busy.headers["retry-after"] == "1"
        assert (await ask(service, "/best", {"game": "nim", "agent": "level(1)"})).status == 200, (
            "brief searches have a lane of their own"
        )
        assert (await ask(service, "/moves", {"game": "nim"})).status == 200
        waiting[0].left.set()
        assert await waiting[0].reply() is None
        assert lane.waiting == 1
        first.left.set()
        await until(lambda: lane.waiting == 0 and len(lane.jobs) == 1)
        waiting[1].left.set()
        await until(lambda: not lane.jobs)
        service.close()

    asyncio.run(run())


def test_nobody_waits_for_ever():
    async def run():
        service = Service(Answers(LIMITS))
        lane = service.lanes["long"]
        lane.patience = 0.05
        first = Connection(service, "/best", LONG_SEARCH)
        await until(lambda: lane.jobs)
        assert_refused(await ask(service, "/best", LONG_SEARCH), 503, "within 0.05 s")
        first.left.set()
        await until(lambda: not lane.jobs)
        service.close()

    asyncio.run(run())


def test_many_clients_who_come_and_go_leave_nothing_behind():
    async def run():
        service = Service(Answers(LIMITS))
        for _ in range(5):
            crowd = [Connection(service, "/analyse", LONG_SEARCH) for _ in range(100)]
            await until(lambda: service.lanes["long"].jobs)
            for each in crowd:
                each.left.set()
            found = await asyncio.gather(*(each.reply() for each in crowd))
            assert {503, None} >= {None if each is None else each.status for each in found if each is None or each.status != 200}
            await until(lambda: not service.lanes["long"].jobs)
        assert service.lanes["long"].waiting == 0
        service.close()

    asyncio.run(run())


# Where requests come from


@pytest.mark.parametrize(
    ("headers", "origins", "status"),
    [
        ({}, (), 200),
        ({"Origin": "http://127.0.0.1"}, (), 200),
        ({"Origin": "https://evil.example"}, (), 403),
        ({"Origin": "null"}, (), 403),
        ({"Origin": "https://good.example"}, ("https://good.example",), 200),
        ({"Origin": "https://evil.example"}, ("https://good.example",), 403),
        ({"Origin": "https://evil.example"}, ("*",), 200),
    ],
)
def test_pages_of_other_sites_ask_only_if_the_owner_allows_them(service, headers, origins, status):
    app = guarded(service, "127.0.0.1", origins)
    got = asked(app, "/moves", {"game": "nim"}, headers=headers)
    assert got.status == status
    allowed = got.headers.get("access-control-allow-origin")
    assert (allowed in ("*", headers.get("Origin"))) if origins and status == 200 else allowed is None
    if status == 403:
        assert_refused(got, 403, "--cors")


def test_a_name_that_points_here_is_not_enough(service):
    """DNS rebinding: a foreign page gives its own name our address."""

    def named(host, name):
        async def run():
            connection = Connection(guarded(service, host), "/moves", {"game": "nim"})
            connection.scope["headers"][0] = (b"host", name)
            return await connection.reply()

        return asyncio.run(run())

    assert named("127.0.0.1", b"localhost:8000").status == 200
    assert_refused(named("127.0.0.1", b"evil.example"), 403, "another server")
    assert named("0.0.0.0", b"my.example").status == 200


def test_connections_without_a_request_are_closed(service, monkeypatch):
    monkeypatch.setattr(connections, "HEAD", 0.2)
    whole = b"POST /moves HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 15\r\n\r\n" + b'{"game": "nim"}'

    async def run():
        config = uvicorn.Config(service, http=connections.HttpConnection, log_level="error", lifespan="off")
        config.load()
        loop = asyncio.get_running_loop()
        listening = await loop.create_server(lambda: connections.HttpConnection(config, ServerState(), {}), "127.0.0.1", 0)
        port = listening.sockets[0].getsockname()[1]
        for sent in (b"", b"POST /moves HT", whole + whole[:30]):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(sent)
            got = await asyncio.wait_for(reader.read(), 30)  # to the end of the connection
            assert got.count(b"200 OK") == (1 if len(sent) > 50 else 0)
            writer.close()
        listening.close()

    asyncio.run(run())


# A real server


def post(address, path, body):
    line = http.client.HTTPConnection(address.removeprefix("http://"), timeout=60)
    line.request("POST", path, body if isinstance(body, bytes) else json.dumps(body))
    got = line.getresponse()
    found = got.status, json.loads(got.read() or b"null")
    line.close()
    return found


def resident(pid):
    text = Path(f"/proc/{pid}/status").read_text()
    return int(next(line.split()[1] for line in text.splitlines() if line.startswith("VmRSS"))) / 1024


def test_a_real_server_answers_refuses_and_ends():
    with server("--processes", "1", "--seconds", "2") as (place, process):
        assert post(place, "/best", {"game": "tictactoe", "agent": "alphabeta()"})[0] == 200
        assert post(place, "/best", b"x" * 100_000)[0] == 413
        assert post(place, "/best", {"game": "nim", "agent": "uci('ls')"})[0] == 403
        port = int(place.rpartition(":")[2])
        for junk in (
            b"\x16\x03\x01\x02\x00",
            b"GET / HTTP/9.9\r\n\r\n",
            b"POST /best HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n",
            b"A" * 200_000,
        ):
            with socket.create_connection(("127.0.0.1", port), timeout=30) as line, suppress(ConnectionError, BrokenPipeError):
                line.sendall(junk)  # the server may hang up before it has read everything
                assert b"Traceback" not in line.recv(10_000)
        assert post(place, "/moves", {"game": "nim"})[0] == 200
        second = launch("--port", str(port))
        told = second.communicate(timeout=60)[0]
        assert (second.returncode, told.count("\n")) == (2, 1)
        assert "choose another one with --port" in told
        process.send_signal(signal.SIGINT)
        told = process.communicate(timeout=60)[0]
        assert (process.returncode, told) == (130, "zermelo: interrupted\n")


@pytest.mark.skipif(not POSSIBLE, reason="only Linux shares a port")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_all_processes_end_with_the_first(end):
    process = launch("--port", "0", "--processes", "3")
    place = process.stdout.readline().split()[3].rstrip("/")
    others = [int(each) for each in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]
    assert len(others) == 2
    found = [post(place, "/moves", {"game": "nim"})[0] for _ in range(12)]
    assert found == [200] * 12
    process.send_signal(end)
    process.communicate(timeout=60)  # the others hold its output open until they have ended
    assert not [
        each for each in others if Path(f"/proc/{each}").exists() and "zermelo" in Path(f"/proc/{each}/cmdline").read_text()
    ]


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_stays_flat_under_bad_requests():
    source = random.Random(3)
    with server("--processes", "1", "--seconds", "0.05") as (place, process):
        line = http.client.HTTPConnection(place.removeprefix("http://"), timeout=60)

        def flood(number):
            for _ in range(number):
                path, data = mutated(source)
                line.request("POST", path, data)
                assert line.getresponse().read()

        flood(6000 if LONG else 1000)  # until games and agents that are kept are there
        before = resident(process.pid)
        flood(20_000 if LONG else 1000)
        line.close()
        assert resident(process.pid) - before < 30, "megabytes"


def test_machine_code_of_variants_is_bounded(monkeypatch):
    monkeypatch.setattr(native, "_most_builds", [])
    monkeypatch.setattr(native, "_loaded", {})
    native.limit_builds(3)
    backends = []
    for size in range(2, 7):
        with warnings.catch_warnings(record=True):
            warnings.simplefilter("always")
            backends.append(open_backend(find(f"nim([{size},9,1])")).name)
    assert backends == ["compiled"] * 3 + ["interpreted"] * 2
    with warnings.catch_warnings():
        assert open_backend(find("nim([2,9,1])")).name == "compiled", "what is loaded stays"
        assert open_backend(find("tictactoe")).name == "compiled", "other games have their own number"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--memory", "1MB"), "at least 64MB"),
        (("--cors", "example.org"), "https://example.org"),
        (("--cors", "https://example.org/page"), "without a path"),
        (("--host", "256.1.1.1"), "not an address"),
        (("--host", "é" * 100), "not an address"),
        (("--game", "nowhere.py"), "nowhere.py"),
        (("--game", "nim"), "two games are called"),
        (("--port", "1" * 30), "out of range"),
        (("--processes", "0"), "out of range"),
    ],
)
def test_what_cannot_be_served_is_told_in_a_sentence(options, words):
    outcome = run("serve", *(() if "--port" in options else ("--port", "0")), *options)
    assert_one_sentence(outcome)
    assert words in outcome.err


def test_a_missing_package_is_named(tmp_path):
    (tmp_path / "uvicorn.py").write_text("raise ModuleNotFoundError('no uvicorn', name='uvicorn')")
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "zermelo", "serve"], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (
        2,
        'zermelo: the service needs Starlette and uvicorn: pip install "zermelo[service]"\n',
    )
