"""Techniques beyond the textbook: extensions, techniques that may be wrong, several lines, threads, remembering agents; and the same value with every technique.

What each may and may not change; `test_parity_generated` compares specification and twin. The yardsticks are plain minimax and
`sampling.true_value`.
"""

from __future__ import annotations

import hypothesis
import pytest
from hypothesis import given, strategies as st
from long_runs import LONG
from sampling import SPECIFICATION, backends, game, goodness, refused, samples, true_value

import zermelo
from zermelo.errors import AgentError, LimitError

THICKET = game("thicket")
seeds = st.integers(0, 2**31 - 1)
few = hypothesis.settings(max_examples=40)


# Several lines


@few
@given(seeds, st.sampled_from([1, 2, 4, None]))
def test_several_lines_are_the_best_moves_with_their_values(seed, depth):
    position = THICKET.seeded(seed)
    left = 99 if depth is None else depth
    truth = sorted((true_value(position.advance(move), left - 1, position.player) for move in position.choices), key=goodness)
    truth = [(value, None if plies is None else plies + 1) for value, plies in reversed(truth)]
    for techniques in ({}, dict(ordering="all", pvs=True, aspiration=True, deepening=True, memory="64KB")):
        report = zermelo.alphabeta(depth=depth, lines=3, backend="compiled", **techniques)(position)
        assert [(line.value, line.plies) for line in report.lines] == truth[:3]
        assert (report.move, report.line) == (report.lines[0].move, report.lines[0].line)
        assert len({line.move for line in report.lines}) == len(report.lines)
        for line in report.lines:
            assert line.line[0] == line.move
            position.play(*line.line)


def test_a_report_without_several_lines_has_none():
    report = zermelo.alphabeta(depth=2)(game("tictactoe").start())
    assert report.lines == ()
    assert "lines" not in report.to_json()
    assert len(zermelo.alphabeta(depth=2, lines=2)(game("tictactoe").start()).to_json()["lines"]) == 2


# A memory


def walk(agent, position, plies):
    """The agent plays against itself; each report with its position."""
    for _ in range(plies):
        report = agent(position)
        yield position, report
        position = position.play(report.move)
        if position.over:
            return


@few
@given(seeds, st.sampled_from([2, 3, None]))
def test_a_memory_does_not_change_the_value(seed, depth):
    agent = zermelo.alphabeta(depth=depth, memory="64KB", backend="compiled")
    saved = 0
    for position, report in walk(agent.remembering(), THICKET.seeded(seed), 6):
        alone = agent(position)
        assert (report.value, report.plies) == (alone.value, alone.plies)
        saved += alone.nodes - report.nodes
    assert saved >= 0


def test_a_memory_saves_work_and_forgets_another_game():
    agent = zermelo.alphabeta(table=True).remembering()
    start = game("connect(rows=4,cols=4)").start()
    first, again = agent(start), agent(start)
    assert (first.value, first.move) == (again.value, again.move)
    assert again.nodes < first.nodes / 10
    agent(game("nim").start())
    assert agent(start).nodes == first.nodes


# Interrupted depths


@pytest.mark.parametrize("text", ["connect4", "breakthrough(rows=5,cols=4)", "thicket"])
def test_an_interrupted_depth_is_used_only_where_it_shows_a_better_move(text):
    """A move that replaces the last finished depth's is better one ply deeper, where both were looked at."""
    improved = 0
    for position in samples(game(text), 4, seed=24, plies=10):
        finished = {report.depth: report for report in zermelo.alphabeta(depth=7, deepening=True).reports(position)}
        for nodes in range(50, 3000, 97):
            report = zermelo.alphabeta(nodes=nodes)(position)
            if report.stopped is None or not report.depth or report.move == finished[report.depth].move:
                continue
            improved += 1
            shown = zermelo.alphabeta(depth=report.depth)(position.play(report.move))
            kept = zermelo.alphabeta(depth=report.depth)(position.play(finished[report.depth].move))
            assert goodness((shown.values[position.player], shown.plies)) >= goodness((kept.values[position.player], kept.plies))
    assert improved or text != "connect4"


# Sameness


SAME = {
    "connect4": (5, 8, 60),
    "connect(rows=5,cols=5,line=4)": (5, 10, 60),
    "breakthrough(rows=5,cols=4)": (4, 12, 40),
    "checkers": (5, 20, 40),
    "othello": (3, 20, 30),
    **({"ataxx(size=5)": (3, 8, 25)} if LONG else {}),
    "isolation(rows=5,cols=5)": (3, 6, 30),
    "nim": (6, 4, 10),
    "strip": (5, 6, 20),
    "boxes": (4, 6, 25),
}
"""Depth, plies to a sample, and number of samples: a small form of `benches/sameness.py`."""


@pytest.mark.parametrize("text", SAME)
def test_table_threads_and_backends_do_not_change_the_value(text):
    depth, plies, count = SAME[text]
    strong = dict(ordering="all", pvs=True, deepening=True, inner_deepening=True, aspiration=True, memory="1MB")
    for position in samples(game(text), count, seed=25, plies=plies):
        plain = zermelo.alphabeta(depth=depth)(position)
        for techniques in (dict(memory="1MB"), strong, strong | dict(threads=2)):
            report = zermelo.alphabeta(depth=depth, **techniques)(position)
            assert (report.value, report.plies) == (plain.value, plain.plies), f"{techniques}, {position!r}"


@pytest.mark.parametrize("text", ["connect4", "checkers", "boxes"])
def test_backends_do_not_change_the_value_with_threads(text):
    for position in samples(game(text), 3, seed=26, plies=8):
        values = {
            (report.value, report.plies)
            for backend in backends(position.game)
            for threads in (1, 2)
            for report in [zermelo.strong(depth=3, threads=threads, memory="1MB", backend=backend)(position)]
        }
        assert len(values) == 1


def test_threads_count_all_their_nodes_and_stop_together():
    start = game("connect4").start()
    report = zermelo.strong(nodes=200_000, threads=2)(start)
    assert report.stopped == "nodes"
    assert 100_000 <= report.nodes <= 210_000
    assert zermelo.strong(seconds=0.05, threads=2)(start).stopped == "seconds"


# What is refused


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("connect4", dict(quiescence=True), "alphabeta: quiescence needs a method `noisy`"),
        ("connect4", dict(futility=True, exact=False), "alphabeta: futility needs a method `noisy`"),
        ("connect4", dict(null_move=True), "alphabeta: null_move may change the value; add exact=False"),
        ("checkers", dict(reductions=True), "alphabeta: reductions may change the value; add exact=False"),
        ("climb", dict(null_move=True, exact=False), "alphabeta: null_move needs a game"),
        ("connect4", dict(singular=True), "alphabeta: singular needs table=True"),
        ("connect4", dict(windows=True, table=True, exact=False), "alphabeta: windows is for solving and needs exact values"),
        ("connect4", dict(threads=2), "transposition table; add table=True"),
        ("connect4", dict(mtdf=True, table=True, lines=2), "alphabeta: mtdf finds only one line; leave out"),
    ],
)
def test_options_that_do_not_apply(text, options, message):
    refused(lambda: zermelo.alphabeta(depth=3, **options)(game(text).start()), "alphabeta: ", message)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (dict(lines=0), "lines=0 must be a whole number of at least 1"),
        (dict(lines="3"), "lines='3' must be a whole number of at least 1"),
        (dict(threads=0), "threads=0 must be a whole number from 1 to"),
        (dict(threads=10**6), "threads=1000000 is more than the number of cores; use at most"),
        (dict(singular=1), "singular=1 must be True or False"),
    ],
)
def test_wrong_options_are_refused(options, message):
    refused(lambda: zermelo.alphabeta(depth=3, **options), message)


@pytest.mark.parametrize("memory", ["1B", "1000B", 0.5])
def test_too_little_memory(memory):
    with pytest.raises(LimitError, match=r"at least 1KB|64MB"):
        zermelo.alphabeta(memory=memory)


def test_trees_and_the_specification_are_for_one_line_and_one_thread():
    start = game("tictactoe").start()
    with pytest.raises(AgentError, match="a tree shows the search for one move; leave out lines=2"):
        zermelo.alphabeta(depth=2, lines=2)(start, tree=10)
    with pytest.raises(AgentError, match="the specification runs in one thread"):
        zermelo.alphabeta(depth=2, table=True, threads=2, backend=SPECIFICATION)(start)
