"""Agreement: every exact algorithm gives plain minimax's answer, on games with random evaluations and ends.

Noise has more ties, more odd turns and more wins in unexpected places than any sensible game, so a window that is off by
a little or a table entry that is trusted too far shows up at once. The yardstick is `sampling.true_value`, a minimax that
shares nothing with the searches.
"""

from __future__ import annotations

import hypothesis
import pytest
from hypothesis import given, strategies as st
from sampling import SPECIFICATION, backends, game, samples, true_value

import zermelo

THICKET = game("thicket")
ALL = (SPECIFICATION, *backends(THICKET))
UNLIMITED = 99
seeds = st.integers(0, 2**31 - 1)
depths = st.sampled_from([1, 2, 3, 4, 5, None])
many = hypothesis.settings(max_examples=80)
few = hypothesis.settings(max_examples=40)


def answer(report):
    return report.value, report.plies, report.move, report.line


def minimax_and_alphabeta(position, depth, backend):
    plain = zermelo.minimax(depth=depth, backend=backend)(position)
    clever = zermelo.alphabeta(depth=depth, backend=backend)(position)
    return plain, clever


@many
@given(seeds, depths)
def test_minimax_finds_the_true_value(seed, depth):
    position = THICKET.seeded(seed)
    report = zermelo.minimax(depth=depth, backend="compiled")(position)
    assert (report.value, report.plies) == true_value(position, depth or UNLIMITED, position.player)
    assert_line_is_worth(report, position, depth)


@pytest.mark.parametrize("backend", ALL)
@few
@given(seeds, depths)
def test_alphabeta_gives_minimax_its_move_and_its_line(backend, seed, depth):
    plain, clever = minimax_and_alphabeta(THICKET.seeded(seed), depth, backend)
    assert answer(clever) == answer(plain)
    assert clever.exact or not plain.exact
    assert clever.nodes <= plain.nodes


@hypothesis.settings(max_examples=300)
@given(seeds, depths)
def test_alphabeta_gives_minimax_its_move_and_its_line_often(seed, depth):
    plain, clever = minimax_and_alphabeta(THICKET.seeded(seed), depth, "compiled")
    assert answer(clever) == answer(plain)
    assert clever.nodes <= plain.nodes


@pytest.mark.parametrize("backend", ALL)
@few
@given(seeds, depths)
def test_a_table_does_not_change_the_value(backend, seed, depth):
    position = THICKET.seeded(seed)
    plain, clever = minimax_and_alphabeta(position, depth, backend)
    remembering = zermelo.alphabeta(depth=depth, memory="64KB", backend=backend)(position)
    assert (remembering.value, remembering.plies) == (plain.value, plain.plies)
    assert remembering.nodes <= clever.nodes
    assert_line_is_worth(remembering, position, depth)


TECHNIQUES = {
    "ordering": dict(ordering="all"),
    "pvs": dict(pvs=True),
    "aspiration": dict(deepening=True, aspiration=True),
    "mtdf": dict(mtdf=True, memory="64KB"),
    "mtdf, step by step": dict(mtdf=True, deepening=True, memory="64KB"),
    "windows": dict(windows=True, memory="64KB"),
    "windows, step by step": dict(windows=True, deepening=True, memory="64KB", ordering="all"),
    "inner deepening": dict(inner_deepening=True, memory="64KB", ordering="pv"),
    "everything": dict(ordering="all", pvs=True, aspiration=True, deepening=True, inner_deepening=True, memory="64KB"),
    "everything, with little memory": dict(
        ordering="all", pvs=True, aspiration=True, deepening=True, inner_deepening=True, memory="1KB"
    ),
}


@pytest.mark.parametrize("technique", TECHNIQUES)
@many
@given(seeds, depths)
def test_no_technique_changes_the_value(technique, seed, depth):
    position = THICKET.seeded(seed)
    plain = zermelo.minimax(depth=depth, backend="compiled")(position)
    report = zermelo.alphabeta(depth=depth, backend="compiled", **TECHNIQUES[technique])(position)
    assert (report.value, report.plies) == (plain.value, plain.plies)
    assert_line_is_worth(report, position, depth)


@pytest.mark.parametrize("memory", ["1KB", "2KB"])
@few
@given(seeds)
def test_a_table_that_forgets_does_not_change_the_value(memory, seed):
    position = THICKET.seeded(seed)
    plain = zermelo.minimax(backend="compiled")(position)
    forgetful = zermelo.alphabeta(memory=memory, backend="compiled")(position)
    assert (forgetful.value, forgetful.plies) == (plain.value, plain.plies)
    assert_line_is_worth(forgetful, position, None)


@pytest.mark.parametrize("memory", [None, "64KB"])
@few
@given(seeds)
def test_deepening_gives_what_each_depth_alone_gives(memory, seed):
    position = THICKET.seeded(seed)
    found = list(zermelo.alphabeta(depth=7, nodes=10**6, memory=memory, backend="compiled").reports(position))
    assert [report.depth for report in found] == list(range(1, len(found) + 1))
    for report in found:
        alone = zermelo.minimax(depth=report.depth, backend="compiled")(position)
        assert (report.value, report.plies) == (alone.value, alone.plies)
    assert (found[-1].value, found[-1].plies) == true_value(position, UNLIMITED, position.player)


@pytest.mark.parametrize("memory", [None, "64KB"])
@pytest.mark.parametrize("backend", ALL)
def test_deepening_ends_when_there_is_nothing_left_to_see(backend, memory):
    """A thicket is six plies deep: what lies below that, no depth can show, with a table or without."""
    for seed in range(8):
        *_, last = zermelo.alphabeta(nodes=10**4, memory=memory, backend=backend).reports(THICKET.seeded(seed))
        assert last.stopped is None
        assert last.exact
        assert last.depth <= 7


def assert_line_is_worth(report, position, depth):
    """The line is legal, starts with the move, and what it leads to is worth what the report says."""
    player, end = position.player, position.play(*report.line)
    assert report.line[0] == report.move
    left = (depth or UNLIMITED) - len(report.line)
    value, plies = true_value(end, left, player)
    assert value == report.value
    assert report.plies == (None if plies is None else plies + len(report.line))


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ("tictactoe", 3),
        ("connect(rows=4,cols=5,line=3)", 4),
        ("nim", 3),
        ("grundy(11)", 4),
        ("isolation(rows=4,cols=4)", 3),
        ("isolation(rows=3,cols=3,moves=king,start=free)", 3),
        ("tree([[[2.5,-1],7,[3]],[[4,4],[-7,[0,1,[9]]]],6,[7,7]])", 4),
        ("strip", 4),
        ("boxes", 3),
        ("climb", 3),
    ],
)
def test_sensible_games_agree_as_well(text, depth):
    for position in samples(game(text), 3, seed=11, plies=7)[1:]:
        plain, clever = minimax_and_alphabeta(position, depth, None)
        assert (plain.value, plain.plies) == true_value(position, depth, position.player)
        assert answer(clever) == answer(plain)
        assert clever.nodes <= plain.nodes
        assert_line_is_worth(plain, position, depth)


@pytest.mark.parametrize("text", ["nim", "grundy(11)", "strip", "boxes", "isolation(rows=3,cols=3,moves=king,start=free)"])
def test_a_table_does_not_change_the_value_of_sensible_games(text):
    """To the end, that is; at a depth limit a table may know more than plain minimax, from a deeper look elsewhere."""
    for position in samples(game(text), 6, seed=12, plies=7)[1:]:
        plain = zermelo.alphabeta(backend="compiled")(position)
        remembering = zermelo.alphabeta(memory="1MB", backend="compiled")(position)
        assert (remembering.value, remembering.plies) == (plain.value, plain.plies)
        end = position.play(*remembering.line)
        if end.over:
            assert end.values[position.player] == plain.value
        else:
            rest = zermelo.alphabeta(backend="compiled")(end)
            assert rest.values[position.player] == plain.value
            assert plain.plies is None or rest.plies == plain.plies - len(remembering.line)


def test_thickets_hold_what_they_are_meant_to_hold():
    """Ties, wins, draws, turns that stay, transpositions: without them the tests above would prove little."""
    found = [THICKET.seeded(seed) for seed in range(60)]
    results = [zermelo.alphabeta(backend="compiled")(position) for position in found]
    assert {result.value for result in results if result.plies is not None} == {-3, 3}
    assert len({result.value for result in results if result.plies is None}) >= 3
    children = [(position, position.advance(move)) for position in found for move in position.choices]
    assert {position.player == child.player for position, child in children} == {True, False}
    saved = [
        zermelo.alphabeta(memory="64KB", backend="compiled")(position).nodes < result.nodes
        for position, result in zip(found, results, strict=True)
    ]
    assert sum(saved) > 10
    values = [[true_value(position.advance(move), 2, 0) for move in position.choices] for position in found]
    assert sum(len(set(row)) < len(row) for row in values) > 10
