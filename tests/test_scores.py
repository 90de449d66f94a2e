"""Scores, outcomes, agents and reports are values: they say what is known, keep their order, and can be copied and sent to another process."""

from __future__ import annotations

import copy
import json
import multiprocessing
import operator
import pickle
import re
from pathlib import Path

import pytest
from cli_runner import run
from hypothesis import given, strategies as st
from sampling import SPECIFICATION, game, refused, samples, told, true_value

import zermelo
from zermelo.books import Book, BookStatistics
from zermelo.books.book import BookPlayer
from zermelo.engine.algorithms import MAKERS
from zermelo.engine.memory import Memory
from zermelo.errors import AgentError, ZermeloError
from zermelo.outcome import REASONS, Outcome
from zermelo.play import hints, why
from zermelo.score import Score
from zermelo.tablebases import build

ROOT = Path(__file__).parent.parent
PLIES = st.none() | st.integers(0, 500)
FEW = st.sampled_from([0, 1, 2, -1, -0.0])
WORTH = st.one_of(FEW, st.integers(-9, 9), st.floats(-1e6, 1e6))
WON = st.sampled_from([1, 2, 2.5])
LOST = WON.map(lambda value: -value)
SCORES = st.one_of(
    st.builds(Score.win, PLIES, WON), st.builds(Score.loss, PLIES, LOST), st.just(Score.draw()), WORTH.map(Score.points),
    WORTH.map(Score.guess),
)  # fmt: skip
ORDER = [
    Score.win(1, 2), Score.win(1), Score.win(9), Score.win(None, 2), Score.win(), Score.points(3), Score.guess(3), Score.draw(),
    Score.points(0), Score.guess(0), Score.guess(-1), Score.points(-2), Score.loss(), Score.loss(None, -2), Score.loss(8),
    Score.loss(1), Score.loss(1, -2),
]  # fmt: skip
"""From best to worst."""


# Scores


def test_better_scores_are_greater():
    assert sorted(ORDER, reverse=True) == ORDER
    assert len({ORDER.index(score) for score in ORDER}) == len(ORDER)


@given(SCORES, SCORES, SCORES)
def test_scores_have_one_order(one, two, three):
    assert (one < two) + (one > two) + (one == two) == 1, "of two scores one is better, or they are equal"
    assert (one <= two, one >= two) == (not one > two, not one < two)
    if one <= two <= three:
        assert one <= three
    if one < two < three:
        assert one < three
    assert len({one, two, copy.deepcopy(one)}) == (1 if one == two else 2)
    assert eval(repr(one)) == one


@given(SCORES, SCORES)
def test_the_other_player_sees_the_opposite(one, two):
    opposite = -one
    assert -opposite == one
    assert opposite.is_proven == one.is_proven
    if one.is_proven and two.is_proven and {one.kind, two.kind} != {"draw", "points"}:  # a draw and 0 points stay as they are
        assert (one < two) == (-two < -one)


@given(SCORES)
def test_scores_as_json_and_as_text(score):
    assert Score.from_json(json.loads(json.dumps(score.to_json()))) == score
    assert ("win" in str(score), "loss" in str(score)) == (score.kind == "win", score.kind == "loss")
    assert pickle.loads(pickle.dumps(score)) == score


NOT_NUMBERS = [float("nan"), float("inf"), float("-inf"), True, "1", None, [], {}, 10**400, 1j]
NOT_PLIES = [True, "3", 2.5, -1, [], {}, float("nan"), 3.0]


@pytest.mark.parametrize(
    "wrong",
    [None, 3, [], {}, "win", {"kind": "win"}, {"kind": "sure", "value": 1}, {"kind": ["win"], "value": 1}, {"value": 1}, [("kind", "win")],
     {"kind": "a\nb", "value": 1}]
    + [{"kind": "win", "value": value, "plies": 1} for value in NOT_NUMBERS]
    + [{"kind": "loss", "value": -1, "plies": plies} for plies in NOT_PLIES],
    ids=lambda wrong: f"{wrong!r:.60}",
)  # fmt: skip
def test_what_is_not_a_score(wrong):
    refused(lambda: Score.from_json(wrong), "score", error=ZermeloError)


@pytest.mark.parametrize("wrong", NOT_NUMBERS, ids=lambda wrong: f"{wrong!r:.60}")
def test_a_score_needs_a_number(wrong):
    for kind in ("points", "guess", "win", "draw"):
        refused(lambda kind=kind: Score(kind, wrong), "score", error=ZermeloError)


def test_other_things_are_not_compared_with_scores():
    assert Score.draw() != 0
    for compare in (operator.lt, operator.le, operator.gt, operator.ge):
        with pytest.raises(TypeError):
            compare(Score.draw(), 0)


# What searches say


SOLVED = ["nim([2,1,3],misere=True)", "grundy(9)", "strip", "thicket", "tree([[3,12,8],[2,4,6],[14,5,2]])", "climb"]
EXACT = ["minimax", "alphabeta", "strong", "minimal", "proof", "expectiminimax", "paranoid", "maxn"]


@pytest.mark.parametrize("name", EXACT)
def test_a_proven_win_is_never_a_guess(name):
    """Searched to the end, the score is proven and says what minimax by the book says."""
    tried = 0
    for text in SOLVED:
        for position in samples(game(text), 3, seed=21):
            agent = MAKERS[name](backend=SPECIFICATION)
            try:
                report = agent(position)
            except AgentError:
                continue
            value, plies = true_value(position, 99, position.player)
            assert report.exact
            assert report.score.is_proven
            assert report.score.value == report.value
            if position.rules.players > 1 and plies is not None:
                assert report.score.kind == ("win" if value > 0 else "loss")
                assert report.score.plies in (None, plies)
            assert report.score.plies == report.plies
            tried += 1
    assert tried >= 10


@pytest.mark.parametrize("name", MAKERS)
def test_a_guess_is_never_called_proven(name):
    """One look ahead, or few random games, from the start of a game that is far from its end."""
    limits = {"depth": 1, "nodes": 3, "playouts": 30, "games": 2}
    given = {each: limits[each] for each in limits if each in MAKERS[name].declared}
    report = MAKERS[name](**given)(game("boxes" if name != "expectiminimax" else "pig").start())
    assert not report.exact
    assert report.score is None or report.score.kind == "guess"


SHOWN = [
    ("nim([1,2])", "alphabeta()", "+1 (win in 3 plies)"),
    ("nim([1,1])", "alphabeta()", "-1 (loss in 2 plies)"),
    ("nim([1])", "strong(depth=3)", "+1 (win in 1 ply)"),
    ("nim([1,2])", "proof()", "+1 (win)"),
    ("nim([1,1])", "proof()", "-1 (loss)"),
    ("nim([1,2])", "uct(playouts=500)", "+1 (win)"),
    ("tictactoe", "alphabeta()", "0 (draw)"),
    ("tictactoe", "proof()", "0 (draw)"),
    ("tictactoe", "alphabeta(depth=1)", "+4"),
    ("grundy(30)", "alphabeta(depth=1)", "0"),
    ("tree([[3,12,8],[2,4,6],[14,5,2]])", "minimax()", "+3 (proven)"),
    ("tree([[3,12,8],[2,4,6],[14,5,2]])", "expectiminimax()", "+3 (proven)"),
    ("tree([[0.25,1],[0.25,2]])", "alphabeta(depth=1)", "0"),
    ("tree([[0.25,1],[0.25,2]])", "alphabeta(depth=2)", "+0.25 (proven)"),
]


@pytest.mark.parametrize(("name", "agent", "value"), SHOWN)
def test_a_printed_value_says_whether_it_is_proven(name, agent, value):
    position = zermelo.find(name).start()
    report = zermelo.agent(agent, SPECIFICATION)(position)
    assert f" · value {value} · " in str(report)
    assert f">{value}<" in report._repr_html_()
    assert f" · value {value} for {report.player} · " in hints.headline(report)
    printed = run("best", name, "--agent", agent, "--backend", SPECIFICATION).out
    assert re.search(rf"^  value   {re.escape(value)}$", printed, re.MULTILINE)


def test_printed_lines_say_whether_they_are_proven():
    position = zermelo.find("tictactoe").start().play("a1 b1")
    report = zermelo.alphabeta(lines=7)(position)
    assert {line.score.kind for line in report.lines} == {"win", "draw"}
    printed = run("best", "tictactoe", "--moves", "a1 b1", "--agent", "alphabeta()", "--lines", "7").out
    reasons = [str(reason) for reason in why.reasons(position, report)]
    for line in report.lines:
        shown = f"{line.value:+g} ({line.score})" if line.value else "0 (draw)"
        assert f">{shown}<" in report._repr_html_()
        assert re.search(rf"^  \d  {line.move}  {re.escape(shown)}  ", printed, re.MULTILINE)
        assert line.value or any(reason.startswith(f"{line.move} is worth 0 (draw), ") for reason in reasons)
    guesses = zermelo.alphabeta(depth=2, lines=2)(position)
    assert "(" not in str(why.reasons(position, guesses)[0])


def test_tablebases_and_books_have_scores(tmp_path):
    tictactoe = zermelo.find("tictactoe")
    build(tictactoe, folder=tmp_path)
    player = zermelo.tablebase(str(tmp_path))
    for moves, score in (("", Score.draw()), ("a1 b1", Score.win(5)), ("a1 b1 b2", Score.loss(4))):
        report = player(tictactoe.start().play(moves))
        assert report.score == score
        assert f"({score})" in str(report)
    book = Book(tictactoe)
    book.add(tictactoe.start(), "b2", BookStatistics(value=1, plies=3))
    book.add(tictactoe.start().play("b2"), "b1", BookStatistics(value=-1, plies=4))
    book.add(tictactoe.start().play("a1"), "b2", BookStatistics(value=0.5))
    for moves, score in (("", Score.win(3)), ("b2", Score.loss(4)), ("a1", Score.guess(0.5))):
        assert BookPlayer(book).report(tictactoe.start().play(moves), "me").score == score


# Outcomes


@pytest.mark.parametrize(
    ("outcome", "winners", "text"),
    [
        (Outcome.by_rules((1.0, -1.0)), (0,), "x won"),
        (Outcome.by_rules((0.0, 0.0)), (), "draw"),
        (Outcome(1, "resignation"), (1,), "x resigned"),
        (Outcome(0, "time"), (0,), "o lost on time"),
        (Outcome(None, "agreement"), (), "draw by agreement"),
        (Outcome.by_rules((2.0, -2.0), points=True), (0,), "x +2, o -2"),
    ],
)
def test_outcomes(outcome, winners, text):
    assert outcome.winners == winners
    assert outcome.is_draw == (not winners)
    assert outcome.text(("x", "o")) == text
    again = Outcome.from_json(json.loads(json.dumps(outcome.to_json())), 2)
    assert (again.winner, again.reason, again.winners, again.values) == (outcome.winner, outcome.reason, winners, outcome.values)
    assert pickle.loads(pickle.dumps(outcome)) == copy.deepcopy(outcome) == outcome


@pytest.mark.parametrize(
    "wrong",
    [None, [], {"winner": 2, "reason": "rules"}, {"winner": 0, "reason": "luck"}, {"winner": "x", "reason": "rules"},
     {"winner": 0, "reason": "rules", "values": [1]}, {"winner": 0, "reason": "rules", "values": [float("nan"), 1]},
     {"winner": 0, "reason": "rules", "values": [True, False]}, {"winner": 0, "reason": "rules", "values": [10**400, 0]},
     {"winner": 0, "reason": "rules", "winners": [1]}, {"winner": 0, "reason": "time", "winners": [0, 1]},
     {"winner": None, "reason": "time"}, {"winner": None, "reason": "rules", "winners": [1]}, {"winner": True, "reason": "rules"},
     {"winner": None, "reason": "rules", "winners": [0, 0]}, {"winner": 0, "reason": ["rules"]}, {"winner": 0, "reason": "x" * 9999}],
    ids=lambda wrong: f"{wrong!r:.80}",
)  # fmt: skip
def test_what_is_not_an_outcome(wrong):
    assert "luck" not in REASONS
    refused(lambda: Outcome.from_json(wrong, 2), "outcome" if not isinstance(wrong, dict) else "", error=ZermeloError)


ODD = st.sampled_from([None, True, 0, 1, 2, -1, 0.5, float("nan"), float("inf"), 10**400, "x", "rules", [], {}])
HOSTILE = st.fixed_dictionaries(
    {},
    optional={
        "winner": st.sampled_from([None, 0, 1]) | ODD,
        "reason": st.sampled_from([*REASONS, "a\nb", "x" * 9999]) | ODD,
        "winners": st.lists(st.sampled_from([0, 1]) | ODD, max_size=3) | ODD,
        "values": st.lists(st.sampled_from([1, 0, -1]) | ODD, max_size=3) | ODD,
        "points": ODD,
        "more": ODD,
    },
)


@given(HOSTILE | ODD, st.integers(1, 3))
def test_what_is_read_as_an_outcome_can_be_told_and_written(data, players):
    outcome = sentence = None
    try:
        outcome = Outcome.from_json(data, players)
    except ZermeloError as error:
        sentence = str(error)
    if outcome is None:
        assert "\n" not in sentence
        assert len(sentence) < 300
        return
    names = ("ann", "bob", "cid")[:players]
    assert any(word in outcome.text(names) for word in ("won", "lost", "resigned", "draw", "stopped", "ann +", "ann -"))
    assert Outcome.from_json(json.loads(json.dumps(outcome.to_json())), players) == outcome
    assert outcome.winner is None or outcome.winners == (outcome.winner,)
    assert (outcome.winner is None) == (len(outcome.winners) != 1)


# Agents and reports


AGENTS = [maker(backend=SPECIFICATION) for maker in MAKERS.values()] + [
    zermelo.alphabeta(depth=3, ordering="killers+pv", memory="1MB").remembering(),
    zermelo.uct(playouts=50, rave=20, policy="mast"),
    zermelo.random(seed=3),
    zermelo.level(3),
]


@pytest.mark.parametrize("agent", AGENTS, ids=str)
def test_agents_are_the_same_after_pickling_and_copying(agent):
    for again in (pickle.loads(pickle.dumps(agent)), copy.deepcopy(agent)):
        assert str(again) == str(agent)
        assert type(again) is type(agent)


def test_a_memory_is_pickled_as_an_empty_one():
    """Tables live outside Python and are large; the agent is the same without them."""
    position = game("tictactoe").start()
    for agent in (zermelo.alphabeta(depth=4, memory="1MB").remembering(), zermelo.uct(playouts=50).remembering()):
        first = told(agent(position))
        again = pickle.loads(pickle.dumps(agent))
        assert isinstance(again.memory, Memory)
        assert again.memory.table is None
        assert copy.deepcopy(agent).memory.table is None
        assert agent.memory.table is not None
        assert told(again(position)) == first


TREES = [
    ("tictactoe", "minimax(depth=2)"), ("tictactoe", "alphabeta(depth=3)"), ("nim([1,2])", "alphabeta()"), ("tictactoe", "uct(playouts=60)"),
    ("connect(4,4,3,players=3)", "maxn(depth=2)"), ("connect(4,4,3,players=3)", "paranoid(depth=2)"), ("pig", "expectiminimax(depth=2)"),
    ("pig", "expectiminimax(depth=2, pruning=star1)"), ("pig", "uct(playouts=60)"), ("tree([[0.25,1],[0.5,2]])", "alphabeta()"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "agent"), TREES)
def test_trees_are_the_same_after_pickling_and_copying(name, agent):
    tree = zermelo.tree(name, agent)
    for again in (pickle.loads(pickle.dumps(tree)), copy.copy(tree), copy.deepcopy(tree)):
        assert again == tree
        assert again.root is not tree.root


class Down(zermelo.Game):
    """One move at a time, for a long time."""

    def state(self):
        return dict(left=zermelo.i16(1500), turn=zermelo.i8)

    def moves(self, s):
        yield 1

    def play(self, s, move):
        s.left -= 1
        s.turn = 1 - s.turn

    def winner(self, s):
        return 1 - s.turn if s.left == 0 else zermelo.ONGOING


def test_long_games_and_deep_trees_can_be_pickled_and_copied():
    position = Down().start().play(*[1] * 1400)
    assert pickle.loads(pickle.dumps(position)).history == position.history
    report = zermelo.alphabeta()(Down().start(), tree=2000)
    for again in (pickle.loads(pickle.dumps(report)), copy.deepcopy(report)):
        assert again.score == report.score == Score.loss(1500)
        assert sum(1 for _ in again.tree.walk()) == 1501


def test_agents_and_reports_go_to_another_process_and_back():
    position = game("tictactoe").start().play("b2")
    agents = [
        zermelo.alphabeta(depth=3).remembering(),
        zermelo.alphabeta(depth=2, lines=3),
        zermelo.uct(playouts=60),
        zermelo.paranoid(depth=2),
    ]
    expected = [agent(position, tree=20 if agent.options.lines == 1 else 0) for agent in agents]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        found = pool.starmap(operator.call, [(agent, position) for agent in agents])
        again = pool.map(copy.deepcopy, expected)
    assert [told(report) | {"tree": None} for report in found] == [told(report) | {"tree": None} for report in expected]
    assert [told(report) for report in again] == [told(report) for report in expected]
