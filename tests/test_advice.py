"""Inference agrees with its definition: compared with an independent version, and on known difficult cases."""

from __future__ import annotations

import random

import pytest
from advice_for_tests import Oracle, Thicket, Undergrowth, as_dicts, one_piece, some_table

import zermelo
from zermelo.advice import (
    Advice,
    AdviceError,
    AdviceTable,
    Expert,
    Explanation,
    Fact,
    Knowledge,
    Rule,
    advised_moves,
    consult,
    facts,
    moves,
)
from zermelo.advice.knowledge import own_vocabulary
from zermelo.compile.native import compiled_words
from zermelo.errors import AgentError, LimitError, PositionError, RuleError
from zermelo.game.protocol import Game
from zermelo.game.record import i8
from zermelo.limit import Limit
from zermelo.search.control import Stop

TICTACTOE = zermelo.find("tictactoe")


def ask(table, text="", game=TICTACTOE, **options):
    return consult(Expert(table, game), game.start().play(text), **options)


def failure(table, text=""):
    """The only failure of the only piece of advice."""
    (rule,) = ask(table, text).rules
    return rule.advice[0].failures


# The definition


def answers(seeds):
    for seed in seeds:
        dice = random.Random(seed)
        game = Thicket(seed, wild=seed % 2)
        position = game.start()
        for _ in range(dice.randrange(3)):
            if not position.over:
                position = position.advance(dice.choice(position.choices))
        if not position.over:
            yield some_table(seed), position, Oracle(Undergrowth(seed, wild=seed % 2), position.state)


def test_inference_agrees_with_the_oracle():
    """Rule, advice, tree and number of nodes, for random tables on random trees."""
    outcomes = []
    for table, position, oracle in answers(range(1000)):
        asked = consult(Expert(table, position.game), position)
        expected = oracle.answer(table)
        tree = asked.tree
        assert (None if tree is None else (tree.rule, tree.advice, as_dicts(tree.root))) == expected, str(table)
        assert asked.nodes == oracle.nodes, str(table)
        outcomes.append(0 if tree is None else tree.root.height)
    assert {0, 1, 2, 3, 4} <= set(outcomes)
    assert sum(height > 1 for height in outcomes) > 20


def test_every_plan_is_one_by_the_definition():
    """One move of ours, all allowed replies, the better-goal at leaves and nowhere else, the holding-goal everywhere."""
    plans = 0
    for table, position, oracle in answers(range(1000, 1400)):
        tree = consult(Expert(table, position.game), position).tree
        if tree is None:
            continue
        advice = table.piece(tree.advice)
        stack = [(tree.root, position.state, 0)]
        while stack:
            branch, s, depth = stack.pop()
            assert oracle.truth(advice.holding, s)
            assert oracle.truth(advice.better, s) == (not branch.children)
            played = [child.move for child in branch.children]
            if branch.children:
                allowed = oracle.ordered(advice.us if branch.ours else advice.them, s, depth)
                assert played == allowed if not branch.ours else (len(played) == 1 and played[0] in allowed)
            stack += [(child, oracle.played(s, child.move), depth + 1) for child in branch.children]
        plans += 1
    assert plans > 40


def test_advised_moves_are_those_that_begin_a_plan():
    told = 0
    for table, position, oracle in answers(range(1400, 1700)):
        expert = Expert(table, position.game)
        expected = {}
        for rule in table.rules:
            if not oracle.truth(rule.condition, position.state):
                continue
            for name in rule.advice:
                piece, root = table.piece(name), position.state
                if oracle.truth(piece.holding, root) and not oracle.truth(piece.better, root):
                    after = [(move, oracle.played(root, move)) for move in oracle.ordered(piece.us, root, 0)]
                    expected |= {move: name for move, s in after if oracle.tree(piece, s, 1) is not None if move not in expected}
            if table.strategy == "first":
                break
        assert advised_moves(position, expert) == list(expected)
        plan = consult(expert, position).tree
        assert advised_moves(position, expert)[:1] == ([] if plan is None else [plan.move])
        first = next(iter(expected.values()), None)
        assert advised_moves(position, expert, every=False) == [move for move, name in expected.items() if name == first]
        told += len(expected) > 1
    assert told > 20


# Traps


def test_no_reply_at_all_is_a_failure():
    """A vacuous "all replies" would be a success; it is not, unless the better-goal says so."""
    table = one_piece(better="won", us="depth < 5 and legal", them="none")
    assert {each.why for each in failure(table)} == {"no reply"}
    assert len(failure(table)) == 9


def test_a_goal_that_holds_at_the_root_gives_no_move():
    (found,) = failure(one_piece(better="us_to_move"))
    assert found.why == "already"
    assert ask(one_piece(better="us_to_move")).tree is None
    both = AdviceTable(
        "two",
        "tictactoe",
        (Rule("r", Fact("true"), ("idle", "go")),),
        advice_of("idle", "true") + advice_of("go", "over or them_to_move"),
    )
    assert ask(both).tree.advice == "go"
    assert "its better-goal holds already" in str(Explanation(ask(both)))


def advice_of(name, better):
    return (Advice(name, facts(better), us=moves("depth = 0 and legal")),)


def test_the_holding_goal_is_asked_at_the_root_and_at_leaves():
    assert failure(one_piece(holding="false"))[0].why == "holding"
    assert failure(one_piece(better="won", holding="not won", us="depth = 0 and legal"), "a1 a2 b1 b2")[0].why == "holding"
    assert failure(one_piece(holding="us_to_move"))[0].line == (0,)


def test_an_end_without_the_goal_is_a_failure():
    table = one_piece(better="lost", us="depth < 9 and legal", them="depth < 9 and legal")
    last = failure(table, "a1 b1 c1 b2 b3 a2 c2 c3")
    assert [(each.why, each.line) for each in last] == [("over", (6,))]


def test_no_move_of_ours():
    (found,) = failure(one_piece(us="depth = 1 and legal"))
    assert (found.why, found.line) == ("no move", ())


def test_the_first_tree_is_taken_not_the_shallowest():
    """A win in three plies comes first in move order, a win in one is there too."""
    table = one_piece(better="won", us="depth < 3 and legal", them="depth < 3 and legal")
    asked = ask(table, "a1 b1 c1 a2 c2 b3")
    assert asked.tree.line == ("b2", "a3", "c3")
    assert "c3" in asked.position.moves
    assert asked.position.play("c3").result == "x won"


def test_first_commits_and_fall_through_does_not():
    rules = (Rule("one", Fact("true"), ("win",)), Rule("two", Fact("true"), ("any",)))
    pieces = advice_of("win", "won") + advice_of("any", "them_to_move")
    assert ask(AdviceTable("t", "tictactoe", rules, pieces)).tree is None
    other = ask(AdviceTable("t", "tictactoe", rules, pieces, strategy="fall_through"))
    assert (other.tree.rule, other.nodes) == ("two", 10 + 2)


def test_every_looks_on_but_answers_the_same():
    rules = (
        Rule("one", Fact("true"), ("win", "any")),
        Rule("two", Fact("true"), ("any",)),
        Rule("three", Fact("over"), ("any",)),
    )
    pieces = advice_of("win", "won") + advice_of("any", "them_to_move")
    table = AdviceTable("t", "tictactoe", rules, pieces)
    asked = ask(table, every=True)
    assert [len(rule.advice) for rule in asked.rules] == [2, 1, 0]
    assert (asked.tree.rule, asked.tree.advice) == ("one", "any")
    failing = AdviceTable("t", "tictactoe", (Rule("one", Fact("true"), ("win",)), *rules[1:]), pieces)
    assert ask(failing, every=True).tree is None


def test_depth_counts_from_the_root_of_the_tree():
    table = one_piece(better="won", us="depth = 0 and legal", them="none")
    assert ask(table, "a1 a2 b1 b2").tree.line == ("c1",)
    assert ask(one_piece(us="depth = 4 and legal"), "a1 a2 b1 b2").tree is None


# Limits


def test_limits_and_stop():
    table = one_piece(better="won", us="depth < 9 and legal", them="depth < 9 and legal")
    assert [ask(table, limit=Limit(nodes=number)).nodes for number in (1, 7, 100)] == [1, 7, 100]
    stopped = ask(table, limit=Limit(nodes=7))
    assert (stopped.stopped, stopped.tree) == ("nodes", None)
    assert "was stopped (nodes)" in str(Explanation(stopped))
    flag = Stop()
    flag.now()
    assert ask(table, stop=flag).stopped == "stop"
    assert ask(table, limit=Limit(seconds=1e-9)).stopped == "seconds"
    assert advised_moves(TICTACTOE.start(), table, Limit(nodes=5)) == []


class Alone(Game):
    """The same player moves for ever."""

    def state(self):
        return dict(turn=i8)

    def moves(self, s):
        yield 0

    def play(self, s, move):
        pass

    def winner(self, s):
        return -2


def test_a_tree_without_end_is_refused():
    """A bound is not needed where they have no move, unless we move again and again."""
    with pytest.raises(LimitError, match="more than 200 plies"):
        ask(one_piece(better="won", us="legal", game="alone"), game=Alone())


# Games, positions and predicates that will not do


def test_finished_games_and_games_for_others():
    table = one_piece()
    with pytest.raises(PositionError, match="the game is over"):
        ask(table, "a1 a2 b1 b2 c1")
    with pytest.raises(AgentError, match="two players"):
        ask(one_piece(), game=zermelo.find("connect(players=3)"))
    with pytest.raises(AgentError, match="without chance"):
        ask(one_piece(), game=zermelo.find("backgammon"))
    with pytest.raises(zermelo.errors.ZermeloError, match="cannot advise on nim"):
        Expert.find("tictactoe", zermelo.find("nim"))


class Stubborn(Knowledge, Thicket):
    """Knowledge that takes no parameters, unlike its game."""

    def __init__(self):
        super().__init__(seed=1)


def test_knowledge_takes_the_parameters_of_its_game():
    table = one_piece(game="thicket", knowledge=Stubborn)
    assert ask(table, game=Thicket()).tree is not None
    with pytest.raises(AdviceError, match="Stubborn cannot be made with the parameters of thicket"):
        ask(table, game=Thicket(seed=3))


class Rude(Undergrowth):
    """Knowledge that answers wrongly."""

    def vague(self, s):
        return 7

    def failing(self, s):
        return s.node // 0

    def negative(self, s, move):
        return -1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"better": "vague"}, "fact `vague` of rude returned 7; it must return True or False"),
        ({"better": "failing"}, "rule `failing` of rude raised ZeroDivisionError"),
        ({"us": "depth = 0 and negative"}, "kind `negative` of rude returned -1; it must return a whole number"),
    ],
)
def test_predicates_that_answer_wrongly(change, message):
    with pytest.raises(RuleError, match=message):
        ask(one_piece(**change, game="thicket", knowledge=Rude), game=Thicket())


@pytest.mark.parametrize("name", ["tictactoe", "connect4"])
def test_the_words_of_shipped_tables_can_be_compiled(name):
    expert = Expert.find(name, zermelo.find(name))
    shapes = {
        word.name: "comparison" if word.needs_root else word.role for word in own_vocabulary(type(expert.knowledge)).values()
    }
    addresses = compiled_words(expert.knowledge, shapes)
    assert addresses.keys() == shapes.keys()
    assert all(addresses.values())
