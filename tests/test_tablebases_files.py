"""Tablebases on disk: damaged ones are refused, none is half written, and a build continues after Ctrl-C or a kill."""

from __future__ import annotations

import os
import pty
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runner import assert_one_sentence, process, run
from tablebases_for_tests import Chase

import zermelo
from zermelo.engine.backends import open_backend
from zermelo.errors import TablebaseError
from zermelo.tablebases import build, file_names, open_tablebase, retrograde, verify

GAME = "isolation(4,4)"
BUILD = """
import sys, zermelo
from zermelo.tablebases import build
build(zermelo.find(sys.argv[1]), folder=sys.argv[2], every=0.0)
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The bytes of a table that was built in one go."""
    folder = tmp_path_factory.mktemp("whole")
    game = zermelo.find(GAME)
    build(game, folder=folder)
    return (folder / file_names.file_name(game)).read_bytes()


@pytest.fixture
def ttt(tmp_path):
    """A folder with a table of tic-tac-toe, and its file."""
    build(zermelo.TicTacToe(), folder=tmp_path)
    return tmp_path, tmp_path / "tictactoe.table"


def resume(folder):
    """Build on; how many states had been reached before."""
    game = zermelo.find(GAME)
    starts = [s.pack() for s in retrograde.starts(game)]
    path = folder / file_names.file_name(game)
    run = open_backend(game).core.build_table(file_names.canonical(game), "all", ['"x"', '"o"'], starts, 1 << 30, 1, path, 60.0)
    while not run.wait(1.0):
        pass
    return run.result()["resumed"]


# Going on


def test_a_build_goes_on_after_ctrl_c_and_comes_to_the_same_file(tmp_path, whole):
    def press(phase, done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(zermelo.find(GAME), folder=tmp_path, progress=press)
    assert [path.name for path in tmp_path.iterdir()] == ["isolation-rows=4-cols=4.table.partial"]
    assert resume(tmp_path) > 1
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"isolation-rows=4-cols=4.table": whole}


def test_a_build_goes_on_after_a_kill_and_comes_to_the_same_file(tmp_path, whole):
    environment = os.environ | {"PYTHONPATH": str(Path(zermelo.__file__).parent.parent)}
    child = subprocess.Popen([sys.executable, "-c", BUILD, GAME, str(tmp_path)], env=environment)
    partial = tmp_path / "isolation-rows=4-cols=4.table.partial"
    while not partial.exists():
        assert child.poll() is None
    child.kill()
    child.wait()
    assert resume(tmp_path) > 1
    assert (tmp_path / "isolation-rows=4-cols=4.table").read_bytes() == whole
    assert list(tmp_path.glob("*.unfinished")) == []


@pytest.mark.parametrize("damage", [lambda data: data[:-9], lambda data: data[:500] + b"?" + data[501:], lambda data: b""])
def test_what_was_kept_is_used_whole_or_not_at_all(tmp_path, whole, damage):
    def press(phase, done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(zermelo.find(GAME), folder=tmp_path, progress=press)
    partial = tmp_path / "isolation-rows=4-cols=4.table.partial"
    partial.write_bytes(damage(partial.read_bytes()))
    assert resume(tmp_path) == 0
    assert (tmp_path / "isolation-rows=4-cols=4.table").read_bytes() == whole


def test_ctrl_c_on_the_command_line_says_how_to_go_on(tmp_path):
    """On a terminal, where the bar tells how far it has come."""
    ours, theirs = pty.openpty()
    child = process("table", "build", "isolation(5,5)", "--to", str(tmp_path), stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    seen = b""
    while b"finding states" not in seen:
        seen += os.read(ours, 1024)
    child.send_signal(signal.SIGINT)
    while b"same command continues from there" not in seen:
        seen += os.read(ours, 1024)
    child.communicate()
    os.close(ours)
    assert child.returncode == 130
    listed = run("table", "list", "--from", str(tmp_path))
    assert "isolation.table · not finished; building it again continues from there" in listed.out


def test_what_is_there_already_is_not_built_again(ttt):
    folder, path = ttt
    before = path.stat().st_mtime_ns
    build(zermelo.TicTacToe(), folder=folder)
    assert path.stat().st_mtime_ns == before
    path.write_bytes(path.read_bytes()[:-1])
    build(zermelo.TicTacToe(), folder=folder)
    assert open_tablebase(zermelo.TicTacToe(), folder).probe(zermelo.TicTacToe().start()).outcome == 0


# Damage


def change(data, at, byte):
    return data[:at] + bytes([byte]) + data[at + 1 :]


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda data: data[:-1], "is incomplete: its end is missing"),
        (lambda data: data[:100], "is incomplete: its end is missing"),
        (lambda data: change(data, 70, 1), "is damaged in its head"),
        (lambda data: change(data, 8, 9), "has version 9, but this Zermelo reads version 1"),
        (lambda data: b"something else altogether", "is not a tablebase"),
        (lambda data: b"", "is not a tablebase"),
    ],
)
def test_a_damaged_table_is_refused_and_building_it_again_is_offered(ttt, damage, reason):
    folder, path = ttt
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(TablebaseError, match=f"`{path}` .*{reason}.*; build it again with `zermelo tablebase build`"):
        open_tablebase(zermelo.TicTacToe(), folder)
    for command in (("probe", "tictactoe"), ("stats", "tictactoe"), ("verify", "tictactoe")):
        assert_one_sentence(run("table", *command, "--from", str(folder)), reason, "zermelo tablebase build")
    assert_one_sentence(run("best", "tictactoe", "--agent", f"alphabeta(depth=2, tables={str(folder)!r})"), reason)
    assert reason in run("table", "list", "--from", str(folder)).out


def test_a_damaged_part_is_found_when_it_is_looked_at(ttt, whole):
    folder, path = ttt
    data = path.read_bytes()
    path.write_bytes(change(data, len(data) - 20, data[-20] ^ 0xFF))
    assert_one_sentence(run("table", "probe", "tictactoe", "--from", str(folder)), "is damaged", "zermelo tablebase build")
    large = folder / "isolation-rows=4-cols=4.table"
    large.write_bytes(change(whole, len(whole) // 3, whole[len(whole) // 3] ^ 0xFF))
    told = run("table", "verify", GAME, "--from", str(folder), "--json")
    assert (told.code, told.err) == (1, "")
    assert (told.object["right"], told.object["states"]) == (False, 0)
    assert re.search(r"is damaged in block \d+; build it again with `zermelo tablebase build`", told.object["why"])


def test_a_wrong_value_is_found_by_its_neighbours(tmp_path):
    """The table of a game whose rules differ in one position only, so that no sample is likely to meet it."""

    class Sly(Chase):
        sly = True

        def winner(self, s):
            if self.sly and s.place[0] == s.place[1] == 3 and s.turn == 1:
                return -1
            return 1 - s.turn if s.place[0] == s.place[1] else -2

    game = Sly(90)
    tables = build(game, folder=tmp_path, backend="interpreted")
    honest = Sly(90)
    honest.sly = False
    with pytest.raises(
        TablebaseError, match=r"the tablebase `all` of sly\(90\) is wrong: it has a draw where the moves give a loss in 0 plies"
    ):
        verify(honest, tables, "all", backend="interpreted")


def test_a_full_disk_leaves_nothing_behind(tmp_path):
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))

    child = process(
        "table", "build", GAME, "--to", str(tmp_path), "--json", stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limit
    )
    out, err = child.communicate()
    assert (child.returncode, out) == (2, b"")
    assert err.decode() == (
        f"zermelo: there is no room on the disk for `{tmp_path / 'isolation-rows=4-cols=4.table'}`; "
        "free some space, or choose another folder\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be(tmp_path):
    (tmp_path / "file").write_text("")
    outcome = run("table", "build", "tictactoe", "--to", str(tmp_path / "file" / "tables"))
    assert_one_sentence(outcome, "as the folder for tablebases: not a directory")


# The command


@pytest.fixture
def home(tmp_path, monkeypatch):
    """The usual folder, empty."""
    monkeypatch.setenv("ZERMELO_TABLES", str(tmp_path / "tables"))
    return tmp_path / "tables"


def test_a_table_is_built_asked_counted_verified_and_listed(home):
    assert f"There are no tablebases in {home}; `zermelo tablebase build GAME` builds one." in run("table", "list").out
    built = run("table", "build", "tictactoe", "--json").object
    assert {key: built[key] for key in ("game", "tables", "folder", "states")} == {
        "game": "tictactoe",
        "tables": ["all"],
        "folder": str(home),
        "states": 5478,
    }
    asked = run("table", "probe", "tictactoe", "x x . / o o . / . . .", "--json").object
    assert (asked["outcome"], asked["plies"], asked["player"]) == ("win", 1, "x")
    assert asked["moves"][0] == {"move": "c3", "outcome": "win", "plies": 1}
    assert len(asked["moves"]) == 5
    counted = run("table", "stats", "tictactoe", "--json").object
    assert [counted[key] for key in ("positions", "win", "draw", "loss", "longest_win")] == [5478, 2836, 1068, 1574, 5]
    assert run("table", "verify", "tictactoe", "--json").object["states"] == 5478
    assert "all 5,478 values agree with their successors" in run("table", "verify", "tictactoe").out
    assert run("table", "list", "--json").object["tables"][0]["positions"] == 5478
    assert "A draw for x.\n" in run("table", "probe", "tictactoe").out
    assert "The game is over: x won." in run("table", "probe", "tictactoe", "--moves", "a1 a2 b1 b2 c1").out


def test_endings_are_built_by_their_pieces(home):
    first = run("table", "build", "checkers", "KKvK", "--json").object
    assert first["tables"] == ["KvK", "KKvK"]
    assert "already built" in run("table", "build", "checkers", "KKvK").out
    counted = run("table", "stats", "checkers", "KKvK", "--json").object["tables"][0]
    sides = {side["to_move"]: (side["win"], side["draw"], side["loss"]) for side in counted["sides"]}
    assert sides["KK"] == (14846, 34, 0)  # as others have counted
    asked = run("table", "probe", "checkers", counted["example"], "--json").object
    assert (asked["outcome"], asked["plies"]) == ("win", 33)
    assert run("table", "verify", "checkers").code == 0
    assert_one_sentence(
        run("table", "stats", "checkers", "3"), "there is no tablebase KKvM of checkers", "zermelo tablebase build checkers 3"
    )


BAD = {
    "no name": (("build", "chess"), "NAME is missing: give the pieces of an endgame of chess, such as KRK"),
    "no ending": (("build", "chess", "KRQ"), "`KRQ` is not an ending of chess"),
    "a position of an ending": (("build", "checkers", "KvK", "--moves", "11-15"), "leave out --position and --moves"),
    "a position without a name": (("build", "tictactoe", "--moves", "b2"), "needs its own name"),
    "no table": (("probe", "tictactoe"), "there is no tablebase of tictactoe in", "zermelo tablebase build"),
    "no such table": (("stats", "tictactoe", "late"), "there is no tablebase `late` of tictactoe"),
    "no such ending": (("stats", "checkers", "KKvK"), "there is no tablebase", "zermelo tablebase build checkers KKvK"),
    "too many pieces": (("build", "chess", "9"), "there are no tablebases of chess for 9 pieces"),
    "little memory": (("build", "checkers", "4", "--memory", "1MB"), "memory='1MB' is too little for 4, which needs"),
    "chance": (("build", "pig"), "need a game without chance"),
    "no threads": (("build", "tictactoe", "--threads", "0"), "threads=0 must be a whole number"),
    "rules of an ending": (("build", "chess", "KRK", "--backend", "interpreted"), "are built in Rust; leave out --backend"),
    "many threads": (("build", "tictactoe", "--threads", "9999"), "more than the number of cores"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_gets_one_sentence(home, case):
    arguments, *phrases = BAD[case]
    outcome = run("table", *arguments)
    assert_one_sentence(outcome, *phrases)
    assert outcome.out == ""
    assert not home.exists() or list(home.iterdir()) == []
