"""Advice tables as texts: a written table is read back unchanged, and every mistake is shown with its line and a caret."""

from __future__ import annotations

import pickle
import sys
import textwrap

import pytest
from advice_for_tests import Undergrowth, one_piece, some_table

import zermelo
from zermelo.advice import (
    Advice,
    AdviceError,
    AdviceTable,
    Expert,
    Fact,
    Kind,
    Knowledge,
    Rule,
    at,
    below,
    check,
    facts,
    load,
    moves,
    read,
)
from zermelo.advice.catalog import find, names
from zermelo.advice.check import ERROR, WARNING
from zermelo.advice.inference import consult
from zermelo.advice.knowledge import BUILT_IN, own_vocabulary, vocabulary
from zermelo.advice.language import MAX_DEPTH
from zermelo.advice.table import TRUE, And, Filter, Not, Or, Then, postfix
from zermelo.games.tictactoe import TicTacToe

GOOD = """\
table mine for tictactoe using ThreeInARow   # a remark
strategy: fall_through

rule one:  if we_can_win and
              not (they_can_win or over)  then win, any
rule two:  if true  use connect4

advice win:
    better:  won
    holding: not lost
    us:      depth = 0 and (centre then corner) then depth < 3 and legal
    them:    depth = 1 and legal
advice any: us: depth = 0 better: them_to_move
"""


def written(text, name="mine", game="tictactoe"):
    """A table with some lines after its first."""
    return read(f"table {name} for {game}\n{textwrap.dedent(text)}", f"{name}.advice")


# What is written is what is read


def test_a_table_is_read():
    table = read(GOOD)
    assert (table.name, table.game, table.knowledge, table.strategy) == ("mine", "tictactoe", "ThreeInARow", "fall_through")
    condition = And((Fact("we_can_win"), Not(Or((Fact("they_can_win"), Fact("over"))))))
    assert table.rules == (Rule("one", condition, ("win", "any")), Rule("two", TRUE, (), "connect4"))
    us = Then((Filter((at(0), Then((Kind("centre"), Kind("corner"))))), Filter((below(3), Kind("legal")))))
    win = Advice("win", Fact("won"), Not(Fact("lost")), us, at(1) & Kind("legal"))
    assert table.advice == (win, Advice("any", Fact("them_to_move"), us=at(0)))
    assert [rule.place.line for rule in table.rules] == [4, 6]
    assert table.rules[0].mentions[1].text[table.rules[0].mentions[1].column - 1 :] == "any"


@pytest.mark.parametrize("name", names())
def test_shipped_tables_come_back_from_their_text_and_are_clean(name):
    table = find(name)
    assert table.name == name
    assert read(str(table)) == table
    assert [str(finding) for finding in check(table)] == []
    Expert(table, zermelo.find(table.game))


def test_random_tables_come_back_from_their_text():
    for seed in range(100):
        table = some_table(seed)
        assert read(str(table)) == table
        assert pickle.loads(pickle.dumps(table)) == table
        assert {hash(piece) for piece in table.advice} == {hash(piece) for piece in read(str(table)).advice}


def test_operators_make_what_texts_make():
    a, b, c = Fact("a"), Fact("b"), Fact("c")
    assert (a & b | ~c) == facts("a and b or not c")
    assert (a & (b | c)) == facts("a and (b or c)")
    assert ~(a & b) == facts("not (a and b)")
    assert (at(0) & Kind("k")).then(below(2) & Kind("l")) == moves("depth = 0 and k then depth < 2 and l")
    assert (at(0) & Kind("k").then(Kind("l"))) == moves("depth = 0 and (k then l)")
    assert facts("a and b and c") == a & b & c != facts("a and (b and c)")


def test_postfix_has_everything():
    assert postfix(facts("a and not (b or c) and d")) == (
        ("fact", "a"), ("fact", "b"), ("fact", "c"), ("or", 2), ("not", 1), ("fact", "d"), ("and", 3),
    )  # fmt: skip
    assert postfix(moves("depth < 3 and (k then l)")) == (("<", 3), ("kind", "k"), ("kind", "l"), ("then", 2), ("and", 2))


def test_games_and_knowledge_may_be_calls_and_files():
    table = read("table big for connect(rows=5, cols=5) using my folder/deep.py:Deep  # so\nrule a: if true use b")
    assert (table.game, table.knowledge) == ("connect(rows=5, cols=5)", "my folder/deep.py:Deep")
    assert read("  table krk-published for chess\nrule a: if true use b").name == "krk-published"


# Mistakes in writing: (what is written after the first line, line, where the caret points, what is said)

BAD = [
    ("rule a if true then b", 2, "if", "expected `:` after the name of the rule, not `if`"),
    ("rule a: true then b", 2, "true", "expected `if` before the precondition (`if true` always holds), not `true`"),
    ("rule a: if true", 2, "", "expected `and`, `or`, `then` or `use` after the precondition, but the text ends"),
    ("rule a: if x and\nrule b: if y then z", 3, "rule", "expected a fact, but `rule` is a word of the language"),
    ("rule a: if (x or y then z", 2, "then", "expected `)` to close the bracket, not `then`"),
    ("rule a: if x then", 2, "", "expected the name of a piece of advice, but the text ends"),
    ("rule a: if x then b c", 2, "c", "expected `rule`, `advice` or `strategy`, not `c`."),
    ("rule 3: if x then b", 2, "3", "expected the name of the rule, not `3`"),
    ("ruel a: if x then b", 2, "ruel", "expected `rule`, `advice` or `strategy`, not `ruel`. Did you mean `rule`?"),
    ("better: won", 2, "better", "`better` belongs to a piece of advice; begin one with `advice NAME:`"),
    ("table two for nim", 2, "table", "a file can hold only one table; put the second one into another file"),
    ("strategy: last", 2, "last", "expected first or fall_through as the strategy, not `last`."),
    ("strategy: first\nstrategy: first", 3, "strategy", "there is already a strategy; remove one of the two"),
    ("advice a: better: won", 2, "a:", "`a` does not say which moves we may make; add a line `us: ...`"),
    ("advice a: us: legal", 2, "a:", "`a` does not say which goal to reach; add a line `better: ...`"),
    (
        "advice a: better: won better: won us: legal",
        2,
        "better: won us",
        "`a` already has a line `better`; remove one of the two",
    ),
    ("advice a: better won us: legal", 2, "won", "expected `:` after `better`, not `won`"),
    ("advice a: better: won us: depth <= 3", 2, "<=", "expected = or < after `depth`, not `<=`"),
    ("advice a: better: won us: depth = x", 2, "x", "expected a number of plies after `depth =`"),
    ("advice a: better: won us: depth =", 2, "", "expected a number of plies after `depth =`"),
    ("advice a: better: won us: depth", 2, "", "expected = or < after `depth`, but the text ends"),
    ("advice a: better: won us: depth < 999", 2, "999", f"a depth of 999 plies is too great; the maximum is {MAX_DEPTH}"),
    ("advice a: better: won us: not legal", 2, "not", "`not` is only for facts; combine moves with `and` and `then`"),
    ("advice a: better: depth = 1 us: legal", 2, "depth", "expected a fact, but `depth` is a word of the language"),
    ("advice a: better: won us: legal & odd", 2, "&", "expected `rule`, `advice` or `strategy`, not `&`."),
    ("rule a: if " + "(" * 60 + "x" + ")" * 60 + " then b", 2, None, "this is nested more than 50 deep; simplify it"),
    ("rule a: if " + "not " * 60 + "x then b", 2, None, "this is nested more than 50 deep; simplify it"),
]


@pytest.mark.parametrize(("text", "line", "caret", "message"), BAD, ids=[row[3][:40] + row[0][-9:] for row in BAD])
def test_mistakes_in_writing(text, line, caret, message):
    with pytest.raises(AdviceError) as told:
        written(text)
    error = told.value
    assert str(error) == f"mine.advice, line {line}: {message}"
    assert error.place.line == line
    if caret is not None:
        rest = error.place.text[error.place.column - 1 :]
        assert rest.startswith(caret) if caret else rest == ""
    shown, under = error.snippet.splitlines()
    assert shown.endswith(error.place.text)
    assert under.index("^") - shown.index(error.place.text) == error.place.column - 1
    assert error.__notes__ == [error.snippet]


@pytest.mark.parametrize("text", ["", "# nothing but a remark", "table", "table x", "rule a: if b then c", "table x for"])
def test_a_table_begins_with_its_name(text):
    with pytest.raises(
        AdviceError, match="line 1: the first line of a table must be like `table krk for chess using KingAndRook`"
    ):
        read(text)


def test_names_of_tables():
    with pytest.raises(AdviceError, match="invalid table name `3x`"):
        read("table 3x for nim")


def test_the_caret_is_right_below_after_tabs():
    with pytest.raises(AdviceError) as told:
        written("\tadvice\ta:\tbetter won")
    assert told.value.snippet.splitlines()[1] == "    |       \t  \t       ^"


@pytest.mark.parametrize("text", ["won or", "won lost", "", "won)"])
def test_expressions_alone(text):
    with pytest.raises(AdviceError, match="facts, line 1: "):
        facts(text)


def test_files_that_are_not_advice_tables_are_refused(tmp_path):
    with pytest.raises(AdviceError, match="cannot be read: no such file or directory"):
        find(str(tmp_path / "no.advice"))
    with pytest.raises(AdviceError, match="cannot be read: it is a folder"):
        load(tmp_path)
    (tmp_path / "bytes.advice").write_bytes(b"table \xff for nim")
    with pytest.raises(AdviceError, match=r"bytes.advice` cannot be read: it is not a text file in UTF-8"):
        load(tmp_path / "bytes.advice")
    with pytest.raises(AdviceError, match=r"there is no advice table `tictacto`; use .* Did you mean `tictactoe`"):
        find("tictacto")


def test_a_table_of_ones_own_is_named_by_its_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.advice").write_text("\ufeff" + str(find("tictactoe")), encoding="utf-8")
    assert find("mine.advice") == find("tictactoe")
    with pytest.raises(AdviceError, match=r"to use the file of that name, write `mine.advice`"):
        find("mine")


# Mistakes in meaning

RULE, PIECE = "rule a: if true then p\n", "advice p: better: won us: depth = 0 and legal\n"
WRONG = [
    (RULE.replace("true", "read") + PIECE, ERROR, 2, "there is no fact `read` in Undergrowth. Did you mean `red`?"),
    (RULE + PIECE.replace("legal", "rankd"), ERROR, 3, "there is no kind of move `rankd` in Undergrowth. Did you mean `ranked`?"),
    (RULE + PIECE.replace("won", "odd"), ERROR, 3, "`odd` is a kind of move, but a fact is expected here"),
    (RULE + PIECE.replace("legal", "red"), ERROR, 3, "`red` is a fact, but a kind of move is expected here"),
    (RULE.replace("p\n", "p, q\n") + PIECE, ERROR, 2, "there is no advice `q` in this table."),
    (PIECE, ERROR, 1, "the table has no rules, so it never gives advice; add `rule NAME: if true then ...`"),
    (RULE + RULE.replace("true", "red") + PIECE, ERROR, 3, "there is already a rule `a`; choose another name"),
    (RULE + PIECE + PIECE, ERROR, 4, "there is already a piece of advice `p`; choose another name"),
    (
        RULE + "advice p: better: won us: legal\nthem: depth = 1 and legal", ERROR, 3,
        "the moves of `us` in `p` have no depth bound; add one such as `depth < 3`",
    ),
    (
        RULE + "advice p: better: won us: depth = 0 and odd\nthem: depth = 1 and odd then ranked", ERROR, 4,
        "the moves `ranked` of `them` in `p` have no depth bound; add one such as `depth < 3`",
    ),
    (RULE.replace("then p", "use tictactoe") , ERROR, 2, "the table is for thicket, but tictactoe is for tictactoe"),
    (RULE.replace("then p", "use nowhere"), ERROR, 2, "there is no advice table `nowhere`; use"),
    (RULE.replace("then p", "use mine"), ERROR, 2, "tables hand over in a circle (mine to mine); remove one of these rules"),
    (RULE + "rule b: if red then p\n" + PIECE, WARNING, 3, "rule `b` is never reached, because rule `a` comes first and always holds"),
    (
        "rule a: if red then p\nrule b: if red then p\n" + PIECE, WARNING, 3,
        "rule `b` is never reached, because rule `a` comes first and has the same precondition",
    ),
    (RULE + PIECE + PIECE.replace("advice p", "advice q"), WARNING, 4, "no rule uses the advice `q`"),
    (RULE.replace("p\n", "p, p\n") + PIECE, WARNING, 2, "rule `a` names the advice `p` twice; remove the second"),
    (RULE + PIECE.replace("legal", "none"), WARNING, 3, "`p` allows us no move, so it can never be followed"),
    (
        RULE + PIECE.replace("won", "red"), WARNING, 3,
        "the better-goal of `p` may already hold at the root, where the advice then fails; add `and them_to_move`",
    ),
]  # fmt: skip


def thicket(text, **options):
    return read(f"table mine for thicket using {Undergrowth.__name__}\n{text}", "mine.advice")


@pytest.fixture
def _known(monkeypatch):
    monkeypatch.setattr(sys.modules["zermelo.advice.catalog"], "_shipped", lambda: {"Undergrowth": Undergrowth})


@pytest.mark.usefixtures("_known")
@pytest.mark.parametrize(("text", "severity", "line", "message"), WRONG, ids=[row[3][:50] for row in WRONG])
def test_mistakes_in_meaning(text, severity, line, message):
    found = check(thicket(text))
    assert found[0].severity == severity
    (finding,) = (finding for finding in found if finding.severity == severity)
    assert finding.place.line == line
    assert finding.message.startswith(message)
    if severity == ERROR:
        with pytest.raises(AdviceError, match=rf"^mine.advice, line {line}: "):
            finding.raise_if_error()
    else:
        finding.raise_if_error()


@pytest.mark.usefixtures("_known")
@pytest.mark.parametrize(
    "text",
    [
        "strategy: fall_through\n" + RULE + "rule b: if red then p\n" + PIECE,
        RULE + "advice p: better: won us: odd then ranked",
        RULE + "advice p: better: won us: depth < 3 and odd then none them: depth < 4",
        RULE + "advice p: better: higher and red us: depth = 0",
        RULE + "advice p: better: won or drawn and red us: depth = 0",
        RULE + "advice p: better: not us_to_move us: depth = 0",
    ],
)
def test_correct_tables_have_no_findings(text):
    assert check(thicket(text)) == []


def test_circles_among_files_and_neighbours(tmp_path):
    for name, other in (("one", "two"), ("two", "one")):
        (tmp_path / f"{name}.advice").write_text(f"table {name} for tictactoe\nrule a: if true use {other}\n")
    (finding,) = check(find(str(tmp_path / "one.advice")))
    assert "tables hand over in a circle (one to two to one)" in str(finding)


def test_a_table_hands_over(tmp_path):
    (tmp_path / "part.advice").write_text("table part for tictactoe\n" + RULE + "advice p: better: them_to_move us: depth = 0")
    (tmp_path / "whole.advice").write_text(
        "table whole for tictactoe\nrule w: if us_to_move use part\nrule x: if true use tictactoe"
    )
    asked = consult(Expert.find(str(tmp_path / "whole.advice"), TicTacToe()), TicTacToe().start())
    assert (asked.tree.table, asked.tree.rule, asked.tree.line) == ("part", "a", ("a1",))


# Knowledge


def test_knowledge_is_found_beside_its_table(tmp_path):
    source = "from zermelo.advice import Knowledge\nfrom zermelo import TicTacToe\nclass Own(Knowledge, TicTacToe):\n"
    (tmp_path / "own.py").write_text(source + "    def empty(self, s):\n        return s.cells.count(0) == 9\n")
    text = "table own for tictactoe using own.py:{}\nrule a: if empty then p\nadvice p: better: them_to_move us: depth = 0"
    (tmp_path / "own.advice").write_text(text.format("Own"))
    assert check(find(str(tmp_path / "own.advice"))) == []
    for wrong, message in (("Owns", "own.py has no knowledge class `Owns`; it has Own. Did you mean `Own`?"), ("", None)):
        (tmp_path / "own.advice").write_text(text.format(wrong).replace("py:\n", "py\n"))
        assert [finding.message for finding in check(find(str(tmp_path / "own.advice")))] == ([message] if message else [])
    (tmp_path / "own.advice").write_text(text.format("Own").replace("own.py", "no.py"))
    assert "there is no file" in str(check(find(str(tmp_path / "own.advice")))[0])


def test_missing_and_misfitting_knowledge():
    assert "there is no knowledge class `ThreeInRow`; use" in str(check(one_piece(knowledge="ThreeInRow"))[0])
    assert str(check(one_piece(knowledge="ThreeInRow"))[0]).endswith("Did you mean `ThreeInARow`?")
    assert "the table is for nim, but ThreeInARow is about tictactoe" in str(
        check(one_piece(game="nim", knowledge="ThreeInARow"))[0]
    )
    assert check(one_piece(game="connect4", knowledge="FourInARow")) == []


def test_words_are_told_apart_by_their_parameters():
    words = own_vocabulary(Undergrowth)
    assert {name: (word.role, word.needs_root) for name, word in words.items()} == {
        "red": ("fact", False), "tall": ("fact", False), "higher": ("fact", True), "ranked": ("kind", False), "odd": ("kind", False),
    }  # fmt: skip
    assert words["higher"].about == "Its number outranks the root's"
    assert vocabulary(Undergrowth).keys() == words.keys() | BUILT_IN.keys()


def method(name, parameters):
    scope = {}
    exec(f"def {name}({parameters}):\n    return True", scope)
    return scope[name]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (method("far", "self, s, place"), r"`far` of Odd takes \(self, s, place\), but a fact is `\(self, s\)`"),
        (method("far", "self"), r"`far` of Odd takes \(self\), but a fact is"),
        (method("far", "self, s, root=None"), r"`far` of Odd takes \(self, s, root\), but a fact is"),
        (method("won", "self, s"), "`won` of Odd has a reserved name, because `won` is built in; choose another name"),
        (method("depth", "self, s"), "because `depth` is a word of the language"),
        (staticmethod(method("far", "s")), "`far` of Odd must be an ordinary method"),
    ],
)
def test_methods_that_cannot_be_words_are_refused(value, message):
    name = getattr(value, "__name__", "far")
    odd = type("Odd", (Knowledge, TicTacToe), {name: value})
    with pytest.raises(AdviceError, match=message):
        own_vocabulary(odd)


def test_classes_that_are_not_knowledge_are_refused():
    with pytest.raises(AdviceError, match=r"TicTacToe is not a knowledge class; derive it from zermelo.advice.Knowledge"):
        own_vocabulary(TicTacToe)
    with pytest.raises(AdviceError, match="Lost has no game"):
        own_vocabulary(type("Lost", (Knowledge,), {}))


def test_methods_and_helpers_of_a_game_are_not_words_of_advice():
    more = {"evaluate": lambda self, s, player: 0, "_far": lambda self: 0, "size": 3}
    assert own_vocabulary(type("Plain", (Knowledge, TicTacToe), more)) == {}


def test_names_in_python_are_names():
    for name in ("rule", "a b", "3", ""):
        table = AdviceTable("t", "tictactoe", (Rule(name, TRUE, ("p",)),), (Advice("p", Fact("won")),))
        assert [finding.message.partition(" for")[0] for finding in check(table)] == [f"invalid name `{name}`"]


def test_tables_in_python_are_checked_too():
    table = AdviceTable("t", "tictactoe", (Rule("a", Fact("wonn"), ("p", "q")),), (Advice("p", Fact("won")),))
    assert [finding.place for finding in check(table)] == [None, None]
    with pytest.raises(AdviceError, match=r"^there is no advice `q` in this table\.$"):
        Expert(table, TicTacToe())
