"""Inference and its twin find the same plan, with the same attempts and the same nodes, on every backend."""

from __future__ import annotations

import random
from dataclasses import replace

import maze_for_tests
import pytest
from advice_for_tests import Thicket, some_table
from long_runs import LONG
from maze_for_tests import PLACES, Maze
from sandbox import line_of

import zermelo
from zermelo.advice import Advice, AdviceTable, Expert, Fact, Kind, Rule, at, below, consult, find_table
from zermelo.advice.compiled_expert import CompiledExpert, used
from zermelo.errors import CompileWarning, LimitError, RuleError
from zermelo.game.position import Position
from zermelo.limit import Limit


def attempts(consultation):
    """What was tried, in order: (table, rule, advice, nodes)."""
    found = []
    for trial in consultation.rules:
        if trial.handed is not None:
            found += attempts(trial.handed)
        table = consultation.expert.table.name
        found += [(table, trial.rule.name, attempt.advice.name, attempt.nodes) for attempt in trial.advice]
    return found


def assert_same(expert, twins, position):
    said = consult(expert, position)
    for twin in twins:
        found = twin.consult(position)
        assert found.nodes == said.nodes
        assert list(found.attempts) == attempts(said)
        assert found.tree == said.tree
    return said


def random_positions(game, number, seed):
    dice = random.Random(seed)
    position = game.start()
    for _ in range(number):
        yield position
        position = position.advance(dice.choice(position.choices))
        if position.over:
            position = game.start()


@pytest.mark.parametrize(
    ("name", "text"), [("tictactoe", "tictactoe"), ("connect4", "connect4" if LONG else "connect(rows=3,cols=4,line=3)")]
)
def test_same_plans_on_the_tables_that_come_with_zermelo(name, text):
    game = zermelo.find(text)
    expert = Expert.find(name, game)
    twins = [CompiledExpert(expert), CompiledExpert(expert, "interpreted")]
    assert [twin.is_compiled for twin in twins] == [True, False]
    said = [assert_same(expert, twins, position) for position in random_positions(game, 120, seed=4)]
    assert len({each.tree.advice for each in said if each.tree is not None}) >= 4


def test_same_plans_in_chess():
    """Words of the language alone: mates in two, of which some are found."""
    mate = Advice("mate", Fact("won"), ~Fact("drawn"), below(3) & Kind("legal"), at(1))
    wait = Advice("wait", Fact("them_to_move"), ~Fact("over"), at(0))
    expert = Expert(
        AdviceTable("mates", "chess", (Rule("always", Fact("true"), ("mate", "wait")),), (mate, wait)), zermelo.find("chess")
    )
    twins = [CompiledExpert(expert)]
    texts = (
        "7k/8/5K2/8/8/8/8/R7 w - - 0 1",
        "8/8/8/8/8/1K6/7R/k7 w - - 0 1",
        "8/8/8/8/8/2k5/8/K2R4 w - - 0 1",
        "k7/8/K7/8/8/8/8/1R6 w - - 0 1",
    )
    said = [assert_same(expert, twins, expert.game.position(text)) for text in texts]
    assert {each.tree.advice for each in said} == {"mate", "wait"}
    assert max(each.nodes for each in said) > 100


@pytest.mark.parametrize("seed", range(40))
def test_same_plans_on_random_tables(seed):
    """A game in which a player may move twice, and tables that hand over, fall through and nest."""
    game = Thicket(seed, wild=seed % 2)
    expert = Expert(some_table(seed), game)
    twins = [CompiledExpert(expert, "interpreted")]
    for position in random_positions(game, 12, seed):
        assert_same(expert, twins, position)


def test_same_plans_on_a_random_table_that_is_compiled():
    game = Thicket(7)
    expert = Expert(some_table(7), game)
    twin = CompiledExpert(expert, "compiled")
    assert twin.is_compiled
    for position in random_positions(game, 60, seed=1):
        assert_same(expert, [twin], position)


# Limits


@pytest.mark.parametrize("nodes", [1, 2, 5, 9])
def test_a_node_limit_stops_both_at_the_same_place(nodes):
    game = zermelo.find("tictactoe")
    expert = Expert.find("tictactoe", game)
    for position in random_positions(game, 20, seed=2):
        said = consult(expert, position, Limit(nodes=nodes))
        found = CompiledExpert(expert, "interpreted").consult(position, Limit(nodes=nodes))
        assert (found.nodes, found.stopped, found.tree) == (said.nodes, said.stopped, said.tree)
        assert list(found.attempts) == attempts(said)


def test_time_stops_a_search_without_end():
    endless = Advice("endless", Fact("lost"), Fact("true"), below(150) & Kind("legal"), below(150))
    expert = Expert(
        AdviceTable("slow", "chess", (Rule("always", Fact("true"), ("endless",)),), (endless,)), zermelo.find("chess")
    )
    found = CompiledExpert(expert).consult(expert.game.start(), Limit(seconds=0.05))
    assert (found.stopped, found.tree) == ("seconds", None)


# Words that are wrong


KNOWLEDGE = """
from zermelo.advice import Knowledge
from zermelo.games.tictactoe import TicTacToe

class Bad(Knowledge, TicTacToe):
    def fact(self, s):
        {fact}

    def kind(self, s, move):
        {kind}
"""


def bad_expert(folder, fact="return True", kind="return 1"):
    path = folder / f"bad{len(list(folder.iterdir()))}.py"
    path.write_text(KNOWLEDGE.format(fact=fact, kind=kind))
    go = Advice("go", Fact("them_to_move") & Fact("fact"), us=at(0) & Kind("kind"))
    table = AdviceTable("bad", "tictactoe", (Rule("always", Fact("true"), ("go",)),), (go,), f"{path}:Bad")
    return Expert(table, zermelo.find("tictactoe")), path


@pytest.mark.parametrize(
    "broken",
    [
        {"fact": "return s.cells[9] == 1"},
        {"fact": "return 2"},
        {"kind": "return -1"},
        {"kind": "return 1 // s.cells[0]"},
        {"fact": "raise ValueError('no idea')"},
    ],
)
@pytest.mark.parametrize("backend", [None, "interpreted"])
def test_a_word_that_fails_says_so_as_the_specification_does(tmp_path, broken, backend):
    expert, _ = bad_expert(tmp_path, **broken)
    with pytest.raises(RuleError) as wanted:
        consult(expert, expert.game.start())
    with pytest.raises(RuleError) as found:
        CompiledExpert(expert, backend).consult(expert.game.start())
    assert str(found.value) == str(wanted.value)


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        ("return len(f'{s.turn}') == 2  # here", "text that depends on the state cannot be compiled"),
        ("s.turn = 1; return True  # here", "may only read the state, but this changes `turn`"),
        ("return s.nothing == 1  # here", "the state has no field `nothing`"),
    ],
)
def test_words_that_cannot_be_compiled_are_interpreted(tmp_path, fact, why):
    expert, path = bad_expert(tmp_path, fact)
    with pytest.warns(CompileWarning) as noted:
        twin = CompiledExpert(expert)
    assert line_of(path) in str(noted[0].message)
    assert "`fact`" in str(noted[0].message)
    assert why in str(noted[0].message)
    assert not twin.is_compiled
    if "nothing" not in fact:
        assert_same(expert, [twin], expert.game.start())


def test_a_tree_without_end_is_refused_as_in_the_specification():
    """Nobody can write such a table, but it can be put together by hand."""
    on = Advice("on", Fact("false"), us=below(250) & Kind("ahead"), them=below(250))
    made = replace(maze_for_tests.table(), rules=(Rule("always", Fact("true"), ("on",)),), advice=(on,))
    expert = Expert(made, Maze())
    round_and_round = next(s for s in expert.knowledge.positions() if PLACES[s.place] == "round")
    position = Position(expert.game, round_and_round)
    with pytest.raises(LimitError) as wanted:
        consult(expert, position)
    with pytest.raises(LimitError) as found:
        CompiledExpert(expert, "interpreted").consult(position)
    assert str(found.value) == str(wanted.value)


def test_only_words_that_are_used_are_compiled():
    table = find_table("tictactoe")
    assert "we_have_fork" in used(table)
    assert used(AdviceTable("bare", "chess", (Rule("always", Fact("true"), ("go",)),), (Advice("go", Fact("won")),))) == [
        "true",
        "won",
        "none",
    ]
