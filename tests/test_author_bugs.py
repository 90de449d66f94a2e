"""Every typical mistake of an author is told with the right rule and the right line, as a broken law or as a hint."""

from __future__ import annotations

import inspect

import author_bugs
import more_author_bugs
import pytest
from cli_runner import GAME, run, write_game

import zermelo
from zermelo import laws
from zermelo.game.places import is_users
from zermelo.laws import HINTS, checker

BUGS = [
    value
    for module in (author_bugs, more_author_bugs)
    for value in vars(module).values()
    if "finds" in getattr(value, "__dict__", {})
]
CORRECT = [author_bugs.Oxo, more_author_bugs.Heap, more_author_bugs.Farm, more_author_bugs.Dice, more_author_bugs.Cards]
EXAMPLES = 30
NAMES = {suspicion.name for suspicion in HINTS}


@pytest.fixture(autouse=True)
def _hurry(monkeypatch):
    monkeypatch.setattr(checker, "MAX_PLAYOUT", 2000)


def marked_line(bug):
    """The line that ends with BUG."""
    lines, first = inspect.getsourcelines(bug)
    (line,) = [number for number, line in enumerate(lines, first) if line.rstrip().endswith("# BUG")]
    return line


def test_there_are_enough_bugs():
    assert len(BUGS) >= 40
    assert {bug.finds for bug in BUGS} >= NAMES


@pytest.mark.parametrize("bug", BUGS)
def test_bugs_are_told_with_rule_and_line(bug):
    result = laws.check(bug(), EXAMPLES, backends=[])
    laws_told = [(each.law, each.rule, each.place and each.place.line) for each in result.violations]
    hints_told = [(each.hint, each.rule, each.place and each.place.line) for each in result.hints]
    wanted = (bug.finds, bug.rule, marked_line(bug))
    if laws_told or bug.finds not in NAMES:
        assert laws_told == [wanted], str(result)
    else:
        assert wanted in hints_told, str(result)
        assert len(hints_told) <= 3, str(result)


@pytest.mark.parametrize("game_class", CORRECT)
def test_correct_games_have_neither(game_class):
    result = laws.check(game_class(), EXAMPLES, backends=[])
    assert (result.violations, result.hints) == ((), ())


# Findings and their lines


def test_what_was_written_is_put_back():
    game = author_bugs.RemembersOnSelf()
    laws.check(game, EXAMPLES, backends=[])
    assert game.count == 0
    laws.check(author_bugs.SharedList(), EXAMPLES, backends=[])
    assert author_bugs.SharedList.history == []


def test_python_and_the_library_are_not_users_files():
    assert is_users(__file__)
    assert is_users(inspect.getsourcefile(zermelo.Nim))
    assert not is_users(inspect.__file__)
    assert not is_users(laws.__file__)
    assert not is_users(pytest.__file__)


def test_one_broken_law_hides_what_it_makes_undecidable():
    result = laws.check(author_bugs.SharedList(), EXAMPLES, backends=[])
    notes = {row.law: row.note for row in result.laws if row.status == laws.NOT_APPLICABLE}
    assert "rules depend on more than the state" in notes["names"]


# The command


def checked(folder, *words, **rules):
    return run("check", write_game(folder, **rules), "--examples", "20", *words)


def test_hints_do_not_change_the_exit_code(tmp_path):
    outcome = checked(tmp_path, winner="return s.turn if s.left == 0 else ONGOING")
    assert outcome.code == 0
    assert "last keeps every law (" in outcome.out
    assert ", 1 hint)" in outcome.out
    assert "  hint    last move    the player who made the last move lost in all" in outcome.out
    assert "mine.py, line 19: `return s.turn if s.left == 0 else ONGOING`" in outcome.out


def test_hints_and_broken_laws_are_apart_in_json(tmp_path):
    told = checked(tmp_path, "--json", winner="return s.turn if s.left == 0 else ONGOING").object
    assert told["ok"] is True
    (hint,) = told["hints"]
    assert (hint["hint"], hint["rule"], hint["place"]["file"], hint["place"]["line"]) == ("last move", "winner", "mine.py", 19)
    outcome = checked(tmp_path, "--json", winner="return 5 if s.left == 0 else ONGOING")
    assert (outcome.code, outcome.object["ok"], outcome.object["hints"]) == (1, False, [])
    (broken,) = (law["violation"] for law in outcome.object["laws"] if law["violation"])
    assert (broken["rule"], broken["place"]["line"], broken["place"]["code"]) == (
        "winner",
        19,
        "return 5 if s.left == 0 else ONGOING",
    )
    assert outcome.object["portrait"] is None


def test_what_rules_print_is_told_once(tmp_path):
    loud = "print('left', s.left); yield from range(1, min(2, s.left) + 1)"
    outcome = checked(tmp_path, moves=loud)
    assert outcome.code == 0
    assert outcome.out.count("left 5") == 1
    assert "hint    print        rule `moves` prints " in outcome.out
    assert "mine.py, line 13: `print('left', s.left); yield" in outcome.out
    told = checked(tmp_path, "--json", moves=loud)
    assert [hint["hint"] for hint in told.object["hints"]] == ["print"]
    assert "left 5\n" not in told.err


def test_what_a_file_prints_when_it_is_loaded_is_told(tmp_path):
    path = tmp_path / "loud.py"
    path.write_text(
        "print('hello')\n"
        + GAME.format(
            moves="yield 1", play="s.left -= 1; s.turn = 1 - s.turn", winner="return 1 - s.turn if s.left == 0 else ONGOING"
        )
    )
    outcome = run("check", str(path), "--examples", "5")
    assert not outcome.out.startswith("hello")
    assert "the file prints 1 line in this check, the first is `hello`" in outcome.out


def test_a_check_ends_with_a_portrait(tmp_path):
    outcome = checked(tmp_path)
    *_, portrait = outcome.out.partition("portrait of last")
    assert portrait.startswith(" · compiled · ")
    for label in ("games", "x won", "o won", "draws", "x moved", "plies", "branching factor", "forced moves", "different states"):
        assert f"\n{label}  " in portrait
    told = checked(tmp_path, "--json").object["portrait"]
    assert [each["name"] for each in told["plays"]] == ["random", "level 3"]


def test_a_game_that_cannot_be_played_has_no_portrait(tmp_path):
    outcome = checked(tmp_path, play="s.left -= 9; s.turn = 3")
    assert outcome.code == 1
    assert outcome.out.splitlines()[-1] == "no portrait: games cannot be played while the law `turn` is broken"
    assert "no portrait: last is over before it begins (draw)" in checked(tmp_path, winner="return -1").out
