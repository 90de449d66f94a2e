"""The command line: bad input gets one clear sentence and exit code 2, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_runner import GAME, PYTHON, RULES, UTILITIES, assert_one_sentence, run, write_game

from zermelo.cli.output import one_line
from zermelo.errors import CompileError

BAD = {
    "unknown command": (["bst", "tictactoe"], "`bst`", "Did you mean `best`?"),
    "game for a command": (["tictactoe"], "`zermelo play tictactoe`"),
    "mistyped game for a command": (["tictactow"], "Did you mean `play tictactoe`?"),
    "unknown option": (["best", "tictactoe", "--dept", "3"], "`--dept`", "Did you mean `--depth`?"),
    "option before a command": (["--dept"], "`--dept`"),
    "option without value": (["best", "tictactoe", "--depth"], "--depth needs a value"),
    "option twice": (["best", "tictactoe", "--depth", "1", "--depth", "2"], "--depth is given twice"),
    "no whole number": (["best", "tictactoe", "--depth", "2.5"], "--depth takes a whole number, not `2.5`"),
    "no number": (["best", "tictactoe", "--seconds", "soon"], "--seconds takes a number, not `soon`"),
    "not a number": (["best", "tictactoe", "--seconds", "nan"], "--seconds nan is out of range"),
    "no game": (["best"], "needs GAME"),
    "no depth": (["perft", "tictactoe"], "needs --depth"),
    "negative depth": (["perft", "tictactoe", "--depth", "-1"], "--depth -1"),
    "one word too many": (["best", "tictactoe", "now"], "does not take `now`"),
    "unknown backend": (["best", "tictactoe", "--backend", "nativ"], "Did you mean `native`?"),
    "backend it lacks": (["best", "tictactoe", "--backend", "native"], "no native rules"),
    "unknown game": (["best", "conect4"], "`conect4`", "Did you mean `connect4`?"),
    "unknown parameter": (["best", "connect(rowz=3)"], "`rowz`", "Did you mean `rows`?"),
    "bad parameter": (["best", "connect(rows=0)"], "rows"),
    "open bracket": (["best", "connect(rows=3"], "bracket"),
    "illegal move": (["best", "tictactoe", "--moves", "a1 a1"], "`a1`", "legal are"),
    "unreadable move": (["best", "tictactoe", "--moves", "fly"], "`fly`", "legal are"),
    "move after the end": (["best", "tictactoe", "--moves", "a1 a2 b1 b2 c1 c2"], "the game is over (x won)"),
    "finished position": (["best", "tictactoe", "--moves", "a1 a2 b1 b2 c1", *PYTHON], "the game is over (x won)"),
    "finished position to solve": (["solve", "tictactoe", "--moves", "a1 a2 b1 b2 c1", *PYTHON], "the game is over"),
    "finished position to play": (["play", "tictactoe", "--moves", "a1 a2 b1 b2 c1"], "the game is over"),
    "impossible position": (["best", "tictactoe", "--position", "xxx/ooo/..."], "three in a row"),
    "unreadable position": (["best", "tictactoe", "--position", "hello"], "tictactoe"),
    "unknown agent": (["best", "tictactoe", "--agent", "alfabeta"], "`alfabeta`", "Did you mean `alphabeta`?"),
    "unknown agent option": (["best", "tictactoe", "--agent", "alphabeta(deep=3)"], "`deep`", "Did you mean `depth`?"),
    "agent without limits": (["best", "tictactoe", "--agent", "random", "--depth", "3"], "takes no `depth`"),
    "agent without a tree": (["tree", "tictactoe", "--agent", "random"], "no tree"),
    "no way to solve": (["solve", "tictactoe", "--by", "prof"], "Did you mean `proof`?"),
    "no size": (["solve", "tictactoe", "--size", "0"], "--size 0"),
    "proof with a depth": (["best", "tictactoe", "--agent", "proof", "--depth", "3", *PYTHON], "takes no parameter `depth`"),
    "proof without a tree": (["tree", "tictactoe", "--agent", "proof", *PYTHON], "no tree"),
    "no solution file": (["check-solution", "missing.json", "tictactoe"], "`missing.json`", "no such file"),
    "no game for a solution": (["check-solution", "missing.json"], "needs GAME"),
    "no memory size": (["solve", "tictactoe", "--memory", "lots"], "memory='lots'"),
    "no limit": (["best", "tictactoe", "--nodes", "0"], "nodes=0"),
    "no file": (["best", "missing.py"], "no file missing.py"),
    "no such seat": (["play", "tictactoe", "--as", "z"], "no player `z`", "x, o"),
    "too many opponents": (["play", "tictactoe", "--against", "random", "--against", "random"], "1 free seat"),
    "unknown file type": (["tree", "tree", "--out", "tree.pgn"], "tree.pgn", ".svg"),
    "no such folder": (["tree", "tree", "--out", "missing/tree.svg"], "no folder `missing`"),
    "no examples": (["check", "tictactoe", "--examples", "0"], "--examples 0 is out of range"),
    "no seconds": (["bench", "--seconds", "0"], "--seconds 0"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_gets_one_sentence(tmp_path, monkeypatch, case):
    monkeypatch.chdir(tmp_path)
    arguments, *phrases = BAD[case]
    outcome = run(*arguments)
    assert_one_sentence(outcome, *phrases)
    assert outcome.out == ""


FILES = {
    "syntax error": ("class Mine(:\n    pass\n", "mine.py, line 1"),
    "no game": ("answer = 42\n", "has no game"),
    "failing import": ("import no_such_module_anywhere\n", "no_such_module_anywhere"),
    "missing rules": ("from zermelo import Game\nclass Mine(Game):\n    pass\n", "no rule `state`"),
    "leaves the program": ("raise SystemExit(3)\n", "mine.py"),
    "utilities out of bounds": (UTILITIES, "`utility`", "outside bounds"),
    "a value where a method should be": (GAME.format(**RULES) + "\n    title = 'Mine'\n", "Last.title must be a method"),
    "a value where a property should be": (GAME.format(**RULES) + "\n    layout = 3\n", "Last.layout must be"),
    "a team beyond counting": (GAME.format(**RULES) + "\n    teams = (10**30, 1)\n", "Last.teams must be"),
    "reserved names": (GAME.format(**RULES) + "\n    reserved = None\n", "Last.reserved must be"),
    "an exception of its own kind": ("class Odd(BaseException): pass\nraise Odd('x')", "mine.py", "Odd: x"),
}


@pytest.mark.parametrize("case", FILES)
def test_bad_game_file_gets_one_sentence(tmp_path, case):
    text, *phrases = FILES[case]
    assert_one_sentence(run("best", write_game(tmp_path, text), *PYTHON), *phrases)


BROKEN = {
    "raises": ({"play": "raise KeyError('lost')"}, "`play`", "KeyError", "mine.py"),
    "loops for ever": ({"moves": "while s.left > 0: s.turn = 0\n        yield 1"}, "`moves`", "did not return"),
    "yields twice": ({"moves": "yield 1; yield 1"}, "`moves`", "yields 1 twice"),
    "yields nothing": ({"moves": "return; yield 1"}, "`moves`", "yields nothing"),
    "yields too many": ({"moves": "yield from range(9)"}, "`moves`", "more than max_moves = 4"),
    "names no winner": ({"winner": "return 7"}, "`winner`", "answered 7"),
    "overflows": ({"play": "s.left += 100; s.turn = 1 - s.turn"}, "`play`", "`left`", "does not fit"),
}


@pytest.mark.parametrize("backend", ["python", "interpreted", "default"])
@pytest.mark.parametrize("case", BROKEN)
def test_broken_rule_gets_one_sentence(tmp_path, case, backend):
    rules, *phrases = BROKEN[case]
    chosen = () if backend == "default" else ("--backend", backend)
    assert_one_sentence(run("best", write_game(tmp_path, **rules), *chosen, "--json"), *phrases)


ROWS = GAME.format(**RULES | {"play": "s.row[0] = 1; {}"}).replace("turn=i8", "turn=i8, row=i8[2]")


@pytest.mark.parametrize("backend", ["python", "interpreted"])
@pytest.mark.parametrize(
    "change", ["s.row = None", "s.row = 5", "s.row = reversed(s.row)", "s.row = (1, 2)", "s.row = [1]", "del s.row", "del s.left"]
)
def test_fields_stay_what_they_were_declared(tmp_path, change, backend):
    outcome = run("best", write_game(tmp_path, ROWS.replace("{}", change)), "--depth", "3", "--backend", backend)
    assert_one_sentence(outcome, "`play`", "leaves a bad state", "field `")


@pytest.mark.parametrize("backend", ["python", "interpreted"])
@pytest.mark.parametrize("agent", ["alphabeta(depth=2)", "uct(playouts=5)", "proof"])
def test_a_turn_of_chance_needs_chances(tmp_path, agent, backend):
    name = write_game(tmp_path, play="s.turn = -3")
    assert_one_sentence(run("best", name, "--agent", agent, "--backend", backend), "`to_move`", "no rule `chances`")


def test_failing_face_gets_one_sentence(tmp_path):
    face = "\n    def show(self, s):\n        return {}['board']\n"
    name = write_game(tmp_path, GAME.format(**RULES) + face)
    assert_one_sentence(run("best", name, *PYTHON), "`show`", "mine.py line", "KeyError")


def test_rules_that_print_do_not_spoil_the_json(tmp_path):
    outcome = run("best", write_game(tmp_path, play="print('hello'); " + RULES["play"]), "--depth", "2", "--json", *PYTHON)
    assert outcome.object["game"] == "last"
    assert "hello" in outcome.err


def test_a_link_to_rules_under_another_name_is_followed(tmp_path):
    Path(write_game(tmp_path)).rename(tmp_path / "rules.txt")
    (tmp_path / "game.py").symlink_to("rules.txt")
    assert run("best", str(tmp_path / "game.py"), "--depth", "2").code == 0


def test_unwritable_file_is_refused_before_the_search(tmp_path, monkeypatch):
    def no_search(*_):
        raise AssertionError("searched although the answer cannot be written")

    monkeypatch.setattr("zermelo.engine.agent.SearchAgent.reports", no_search)
    monkeypatch.setattr("os.access", lambda *_: False)
    assert_one_sentence(run("tree", "tree", "--out", str(tmp_path / "tree.svg"), *PYTHON), "permission denied")
    (tmp_path / "folder.svg").mkdir()
    assert_one_sentence(run("solve", "tree", "--out", str(tmp_path / "folder.svg"), *PYTHON), "it is a folder")


def test_debug_shows_the_traceback():
    outcome = run("best", "--debug", "conect4")
    assert outcome.code == 2
    assert "Traceback" in outcome.err
    assert outcome.err.splitlines()[-1].startswith("zermelo: there is no game")


def test_a_fault_of_our_own_asks_for_a_report(monkeypatch):
    def fault(*_):
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("zermelo.cli.options.find", fault)
    outcome = run("best", "tictactoe")
    assert outcome.code == 70
    assert outcome.err.count("\n") == 1
    assert "ZeroDivisionError: oops" in outcome.err
    assert "--debug" in outcome.err


def test_rules_that_cannot_be_compiled_are_noted(monkeypatch):
    from zermelo.engine import backends

    def refuse(game, heuristics):
        raise CompileError("moves", "mine.py, line 3", "a set has no order")

    monkeypatch.setattr(backends, "_partly", refuse)
    outcome = run("best", "tictactoe", "--depth", "1", "--json")
    assert outcome.object["backend"] == "interpreted"
    assert outcome.err.count("\n") == 1
    assert outcome.err.startswith("note: rule `moves` cannot be compiled (mine.py, line 3): a set has no order")


def test_messages_with_boards_become_one_line():
    assert one_line("one looks like this:\n. x\no .\n") == "one looks like this: . x / o ."
