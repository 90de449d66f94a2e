"""The cache of compiled rules: used whole or not at all, whatever happens to its files."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import zermelo
from zermelo.compile import cache
from zermelo.engine.backends import open_backend
from zermelo.games import load

COUNT = """\
from zermelo import ONGOING, Game, i8

class Countdown(Game):
    def state(self):
        return dict(left=i8({heap}), turn=i8)

    def moves(self, s):
        yield from range(1, min({most}, s.left) + 1)

    def play(self, s, take):
        s.left -= take
        s.turn = 1 - s.turn

    def winner(self, s):
        return 1 - s.turn if s.left == 0 else ONGOING
"""
CHILD = """\
import json, sys
from numba.core import event
import zermelo

with event.install_recorder("numba:compile") as recorder:
    report = zermelo.alphabeta(backend="compiled")(zermelo.find(sys.argv[1]).start())
print(json.dumps({"compiled": len(recorder.buffer), "value": report.value, "nodes": report.nodes}))
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A cache of its own, empty."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """A cache with the game in it."""
    folder = tmp_path_factory.mktemp("template")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ZERMELO_CACHE", str(folder / "cache"))
        assert Outcome(write(folder)).compiled
    return folder / "cache"


@pytest.fixture
def full(place, template, tmp_path):
    """A cache with the game in it, to be harmed, and the file that the game is in."""
    shutil.copytree(template, place)
    path = write(tmp_path)
    assert not Outcome(path).compiled
    return path


def write(folder, heap=9, most=3):
    path = folder / "countdown.py"
    path.write_text(COUNT.format(heap=heap, most=most))
    return path


class Outcome:
    """What solving the game of a file took: Numba's compilations, and what came out."""

    def __init__(self, path):
        from numba.core import event

        for name in [name for name in sys.modules if name.startswith("countdown_")]:
            del sys.modules[name]  # or else the rules would be at hand without any cache
        game = load(path).Countdown()
        with event.install_recorder("numba:compile") as recorder:
            open_backend(game, "compiled")
        self.compiled = bool(recorder.buffer)
        self.value = zermelo.alphabeta(backend="compiled")(game.start()).value


def builds(place):
    return sorted(path.name for path in place.iterdir())


def assert_rebuilt(path, place):
    outcome = Outcome(path)
    assert (outcome.compiled, outcome.value) == (True, 1)
    again = Outcome(path)
    assert (again.compiled, again.value) == (False, 1)
    assert len(builds(place)) == 1


def start(path):
    folder = str(Path(zermelo.__file__).parent.parent)
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, str(path)],
        env=os.environ | {"PYTHONPATH": folder},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process):
    out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")
    return json.loads(out)


def test_a_second_process_compiles_nothing(tmp_path, place):
    path = write(tmp_path)
    first, second = finish(start(path)), finish(start(path))
    assert first["compiled"] > 0
    assert second == first | {"compiled": 0}
    assert first["value"] == 1


def test_two_processes_at_once_both_get_it_right(tmp_path, place):
    path = write(tmp_path)
    outcomes = [finish(process) for process in [start(path), start(path)]]
    assert [outcome["value"] for outcome in outcomes] == [1, 1]
    assert len(builds(place)) == 1
    assert not Outcome(path).compiled


def test_files_of_a_build_that_is_used_stay_as_they_are(full, place):
    before = {file: file.stat().st_mtime_ns for file in place.rglob("*") if file.is_file()}
    assert not Outcome(full).compiled
    assert {file: file.stat().st_mtime_ns for file in place.rglob("*") if file.is_file()} == before


def test_an_edited_game_is_compiled_anew(tmp_path, place):
    """Nine is won with up to three at a time, and so is it with up to four; eight and five are lost."""
    outcomes = [Outcome(write(tmp_path, heap, most)) for heap, most in ((9, 3), (8, 3), (9, 4), (5, 4), (9, 3))]
    assert [outcome.value for outcome in outcomes] == [1, -1, 1, -1, 1]
    assert [outcome.compiled for outcome in outcomes] == [True, False, True, False, False]
    assert len(builds(place)) == 2, "a start value is no part of the rules, and what was compiled once stays"


def flip(file):
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 0x55
    file.write_bytes(bytes(data))


def truncate(file):
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def empty(file):
    file.write_bytes(b"")


@pytest.mark.parametrize(
    ("damage", "pattern"),
    [
        (flip, "manifest.json"),
        (flip, "rules.py"),
        (flip, "*.nbi"),
        (flip, "*.nbc"),
        (truncate, "manifest.json"),
        (truncate, "*.nbc"),
        (empty, "manifest.json"),
        (Path.unlink, "manifest.json"),
        (Path.unlink, "rules.py"),
        (Path.unlink, "*.nbi"),
        (Path.unlink, "*.nbc"),
    ],
    ids=lambda part: part if isinstance(part, str) else part.__name__,
)
def test_a_damaged_build_is_made_again(damage, pattern, full, place):
    damage(sorted(place.rglob(pattern))[0])
    assert_rebuilt(full, place)


def test_a_manifest_that_is_no_manifest_is_made_again(full, place):
    next(place.rglob("manifest.json")).write_text("[1, 2]")
    assert_rebuilt(full, place)


def test_half_a_build_is_not_used(full, place):
    """What a process that was killed leaves behind: a private folder, or, from another tool, a folder without a manifest."""
    (build,) = place.iterdir()
    half = build.with_name(f"{build.name}.99999.tmp")
    build.rename(half)
    (half / "manifest.json").unlink()
    (half / "rules.py").write_text("raise SystemExit('this must never run')")
    outcome = Outcome(full)
    assert (outcome.compiled, outcome.value) == (True, 1)
    shutil.rmtree(build)
    shutil.copytree(half, build)
    outcome = Outcome(full)
    assert (outcome.compiled, outcome.value) == (True, 1)


@pytest.mark.parametrize("where", ["below a file", "a file", "nowhere"])
def test_without_a_place_to_write_rules_are_compiled_all_the_same(where, tmp_path, monkeypatch):
    file = tmp_path / "file"
    file.write_text("")
    folder = {"below a file": file / "cache", "a file": file, "nowhere": Path("/proc/zermelo")}[where]
    monkeypatch.setenv("ZERMELO_CACHE", str(folder))
    outcome = Outcome(write(tmp_path))
    assert (outcome.compiled, outcome.value) == (True, 1)
    assert file.read_text() == ""


def test_the_cache_is_where_it_is_said_to_be(monkeypatch, tmp_path):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "mine"))
    assert cache.folder() == tmp_path / "mine"
    monkeypatch.delenv("ZERMELO_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setattr(sys, "platform", "linux")
    assert cache.folder() == tmp_path / "xdg" / "zermelo"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache.folder() == Path.home() / ".cache" / "zermelo"


def test_a_build_is_named_by_everything_that_shapes_it():
    names = {
        cache.key("text", "1"),
        cache.key("text", "2"),
        cache.key("texts", "1"),
        cache.key("text1"),
        cache.key("text", "1", ""),
    }
    assert len(names) == 5
    assert cache.key("text", "1") == cache.key("text", "1")
