"""`zermelo advise`: boards, rules, reasons and plans, checks and lists, and one sentence for bad input."""

from __future__ import annotations

import pytest
from advice_for_tests import one_piece
from cli_runner import assert_one_sentence, run

from zermelo.advice import find_table, names

FORCED = "4 1 5 1"
"""After this x has two stones in the middle of the bottom row of Connect Four, and o slept."""


def test_the_command_shows_board_rule_reasons_and_plan():
    outcome = run("advise", "tictactoe", "x . . / . o . / . . x")
    assert outcome.code == 0
    assert "3 x . . 3" in outcome.out
    assert "Table tictactoe advises o to play b1: rule danger, advice prevent_fork." in outcome.out
    assert (
        "  ▲ o, to reach won or drawn or they_have_replied_twice\n  └─ b1  ▼ x\n     ├─ a1  ▲ o\n     │  └─ b3  ■ o won\n"
        in outcome.out
    )


def test_tables_of_endings_begin_with_one_of_theirs():
    shown = run("advise", "krk").out
    assert "Table krk advises white" in shown
    assert "w - - 0 1" in shown


def test_the_command_as_json():
    found = run("advise", "connect4", "--moves", FORCED, "--json").object
    assert (found["move"], found["rule"], found["advice"], found["strategy"]) == ("3", "else", "force", "first")
    assert found["tree"]["root"]["children"][0]["move"] == "3"
    assert len(run("advise", "connect4", "--all", "--json").object["rules"][2]["advice"]) == 4


def test_other_games_pictures_and_no_advice(tmp_path):
    picture = tmp_path / "plan.svg"
    outcome = run("advise", "connect4", "--game", "connect(rows=4,cols=5,line=3)", "--svg", str(picture))
    assert outcome.code == 0
    assert outcome.err == f"note: drew the plan to {picture}\n"
    assert picture.read_text().startswith("<svg")
    table = tmp_path / "win.advice"
    table.write_text(str(one_piece(better="won")))
    silent = run("advise", str(table))
    assert silent.code == 1
    assert "Table small has no advice for x here." in silent.out


def test_tables_are_listed():
    assert [row["name"] for row in run("advise", "--list", "--json").object["tables"]] == names()
    listed = run("advise", "--list").out
    assert all(f"{name} " in listed for name in names())
    assert "for tictactoe: 5 rules, 9 pieces of advice" in listed


def test_checking_a_table(tmp_path):
    good = run("advise", "tictactoe", "--check")
    assert (good.code, good.out) == (0, "table tictactoe for tictactoe: 5 rules, 9 pieces of advice, 0 errors, 0 warnings\n")
    bad = tmp_path / "bad.advice"
    bad.write_text(str(find_table("tictactoe")).replace("if we_can_win", "if we_can_wim"))
    found = run("advise", str(bad), "--check")
    assert found.code == 1
    message = "there is no fact `we_can_wim` in ThreeInARow. Did you mean `we_can_win`?"
    assert found.out.startswith(
        f"error: bad.advice, line 3: {message}\n  3 | rule win: if we_can_wim then win\n    |              ^\n"
    )
    told = run("advise", str(bad), "--check", "--json").object
    assert (told["ok"], told["findings"][0]["line"], told["findings"][0]["severity"]) == (False, 3, "error")
    used = run("advise", str(bad))
    assert (used.code, used.out) == (2, "")
    assert used.err.splitlines()[1:] == ["    |              ^", f"zermelo: bad.advice, line 3: {message}"]


@pytest.mark.parametrize(
    ("arguments", "phrase"),
    [
        (("advise",), "TABLE is missing"),
        (("advise", "tictactow"), "there is no advice table `tictactow`"),
        (("advise", "tictactoe", "x x"), "a board of tictactoe has 3 rows"),
        (("advise", "tictactoe", "--svg", "plan.png"), "its name must end in .svg"),
        (("advise", "tictactoe", "--svg", "/no/such/plan.svg"), "there is no folder"),
        (("advise", "tictactoe", "--game", "nim"), "so it cannot advise on nim"),
        (("advise", "tictactoe", "--nodes", "0"), "nodes=0 must be a whole number"),
        (("advise", "tictactoe", "x x x / o o . / . . ."), "the game is over"),
        (("best", "tictactoe", "--agent", "advice(connect4)"), "so it cannot advise on tictactoe"),
    ],
)
def test_bad_input_is_told_in_one_sentence(arguments, phrase):
    assert_one_sentence(run(*arguments), phrase)


def test_best_and_match_take_the_agent():
    best = run("best", "tictactoe", "--agent", "advice(tictactoe)")
    assert "x plays b2" in best.out
    assert "backend advice (quiet: centre)" in best.out
    match = run("match", "tictactoe", "advice(tictactoe)", "minimax()", "--games", "2", "--opening", "0", "--json").object
    assert match["draws"] == 2
