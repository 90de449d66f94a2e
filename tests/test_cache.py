"""The cache of compiled rules: whole and undamaged builds are used as they are, all others are compiled again."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from importlib import metadata
from pathlib import Path

import pytest
from long_runs import few

import zermelo
from zermelo.compile import cache, module, native
from zermelo.compile.machine_code import MachineCode, outside_symbols
from zermelo.engine.backends import open_backend
from zermelo.errors import CompileWarning
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

    def moves_left(self, s, move):
        return s.left
"""
CHILD = """\
import json, os, pathlib, signal, sys
import zermelo

{patch}
report = zermelo.alphabeta(backend="compiled")(zermelo.find(sys.argv[1]).start())
print(json.dumps({{"compiler": "zermelo.compile.module" in sys.modules, "value": report.value, "nodes": report.nodes}}))
"""
LISTED = """steps = [step for step in range(1, 4) if step <= s.left]
        steps.append(4)
        for step in steps[:-1]:
            yield step"""
KILLS = {
    "while compiling": """
import zermelo.compile.machine_code
zermelo.compile.machine_code.build = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
""",
    "while writing": """
def write_half(path, text):
    path.write_bytes(text.encode()[: len(text) // 2])
    os.kill(os.getpid(), signal.SIGKILL)
pathlib.Path.write_text = write_half
""",
    "before renaming": """
pathlib.Path.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
""",
}


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
    """Whether anything was compiled for the game of a file, and the value of the game."""

    def __init__(self, path):
        native._loaded.clear()
        game, made = load(path).Countdown(), []
        compile = module.Module.compile
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module.Module, "compile", lambda self: (made.append(self), compile(self))[1])
            open_backend(game, "compiled")
        self.compiled = bool(made)
        self.value = zermelo.alphabeta(backend="compiled")(game.start()).value


def builds(place):
    return sorted(path.name for path in place.iterdir()) if place.exists() else []


def assert_rebuilt(path, place):
    outcome = Outcome(path)
    assert (outcome.compiled, outcome.value) == (True, 1)
    again = Outcome(path)
    assert (again.compiled, again.value) == (False, 1)
    assert len(builds(place)) == 1


def start(path, patch=""):
    folder = str(Path(zermelo.__file__).parent.parent)
    return subprocess.Popen(
        [sys.executable, "-c", CHILD.format(patch=patch), str(path)],
        env=os.environ | {"PYTHONPATH": folder},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process):
    out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")
    return json.loads(out)


def test_a_second_process_does_not_even_import_the_compiler(tmp_path, place):
    path = write(tmp_path)
    first, second = finish(start(path)), finish(start(path))
    assert first == {"compiler": True, "value": 1, "nodes": first["nodes"]}
    assert second == first | {"compiler": False}


def test_rules_with_lists_of_their_own_come_from_the_cache(tmp_path, place):
    path = write(tmp_path)
    path.write_text(path.read_text().replace("yield from range(1, min(3, s.left) + 1)", LISTED))
    first, second = finish(start(path)), finish(start(path))
    assert (first["compiler"], second["compiler"]) == (True, False)
    assert first["nodes"] == second["nodes"] == finish(start(write(tmp_path)))["nodes"]


@pytest.mark.parametrize("when", few(KILLS, 2))
def test_a_killed_compile_leaves_nothing_that_is_used_or_stays(when, tmp_path, place):
    path = write(tmp_path)
    killed = start(path, KILLS[when])
    killed.communicate(timeout=120)
    assert killed.returncode == -signal.SIGKILL
    left = builds(place)
    assert [name.endswith(f".{killed.pid}.tmp") for name in left] == ([] if when == "while compiling" else [True])
    assert_rebuilt(path, place)
    assert not set(left) & set(builds(place))


def test_only_abandoned_files_of_other_builds_are_removed(tmp_path, place):
    place.mkdir()
    living, dead, folder = (place / f"{name}.1.tmp" for name in ("living", "dead", "folder"))
    folder.mkdir()
    for path in (living, dead):
        path.write_text("half")
    for path in (dead, folder):
        os.utime(path, (0, 0))
    assert Outcome(write(tmp_path)).compiled
    assert [living.exists(), dead.exists(), folder.exists()] == [True, False, False]


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


@pytest.mark.parametrize("damage", few([flip, truncate, empty, Path.unlink], 2), ids=lambda damage: damage.__name__)
def test_a_damaged_build_is_made_again(damage, full, place):
    (build,) = place.iterdir()
    damage(build)
    assert_rebuilt(full, place)


def test_code_that_needs_what_no_library_has_is_made_again(full, place):
    """Such code is whole, but LLVM would end the process if it were loaded."""
    (build,) = place.iterdir()
    code = MachineCode.from_text(cache.read(build.name))
    cache.write(build.name, replace(code, needs=["nobody_has_this"]).to_text())
    assert_rebuilt(full, place)


def test_other_formats_of_object_files_are_left_to_the_linker():
    assert outside_symbols(b"no object file of Linux") == []


# One compile at a time


def test_two_threads_compile_one_after_the_other(tmp_path, place, monkeypatch):
    running, most, compile = [], [], module.Module.compile

    def watched(self):
        running.append(self)
        most.append(len(running))
        unit = compile(self)
        running.pop()
        return unit

    monkeypatch.setattr(module.Module, "compile", watched)
    (tmp_path / "second").mkdir()
    first, second = load(write(tmp_path, most=5)).Countdown(), load(write(tmp_path / "second", most=6)).Countdown()
    both = threading.Barrier(2)
    threads = [
        threading.Thread(target=lambda: (both.wait(), open_backend(first, "compiled"))),
        threading.Thread(target=lambda: (both.wait(), native.compiled_words(second, {"moves_left": "kind"}))),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1, 1]


def test_without_llvm_rules_are_interpreted(tmp_path, place, monkeypatch):
    native.versions.cache_clear()
    monkeypatch.setattr(native, "version", lambda name: metadata.version("nobody_has_this"))
    with pytest.warns(CompileWarning, match=r"llvmlite cannot be used \(.*nobody_has_this\); install it again"):
        assert zermelo.alphabeta()(load(write(tmp_path)).Countdown().start()).backend == "interpreted"


@pytest.mark.parametrize("where", few(["below a file", "a file", "nowhere"], 2))
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
