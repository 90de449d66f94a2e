"""Tablebases in search: known positions are exact leaves, node for node the same in both languages; and perfect play from them.

Chinook's idea on small endings: with tables of checkers for fewer pieces, a search of a few plies knows what a search without
them must go to the end of the game for.
"""

from __future__ import annotations

import random

import pytest
from sampling import SPECIFICATION, backends, reports
from tablebases_for_tests import Chase

import zermelo
from zermelo.agents.tablebase import table
from zermelo.errors import AgentError, TablebaseError
from zermelo.game.position import Position
from zermelo.search import score
from zermelo.search.control import Control, Stop
from zermelo.search.known import Verdict, known
from zermelo.tablebases import build, open_tablebase, retrograde
from zermelo.tablebases.endings import build_endings
from zermelo.tablebases.tablebase import rank

TREE = 500
TECHNIQUES = {
    "plain": {},
    "table": dict(memory="8MB"),
    "ordering": dict(ordering="all"),
    "deepening": dict(deepening=True, ordering="pv", memory="8MB"),
    "pvs": dict(pvs=True, ordering="order"),
    "aspiration": dict(deepening=True, aspiration=True),
    "mtdf": dict(deepening=True, mtdf=True, memory="8MB"),
    "inner deepening": dict(inner_deepening=True, ordering="pv", memory="8MB"),
    "bets": dict(null_move=True, reductions=True, exact=False, ordering="history"),
}
ENDINGS = ("KKvK", "KvM", "KMvK", "KKvM", "KMvM", "MMvK", "MMvM")


@pytest.fixture(scope="module")
def late(tmp_path_factory):
    """A game, and a folder with a table of what follows from one of its positions."""
    folder = tmp_path_factory.mktemp("late")
    start = zermelo.Connect(4, 4, 3).start()
    for name, moves in (("one", "1 1 2"), ("two", "2 3 3 2")):
        build(start.game, name, start.play(moves), folder=folder)
    return start.game, str(folder)


@pytest.fixture(scope="module")
def checkers(tmp_path_factory):
    """Checkers, and a folder with all endings of up to three pieces and one of four."""
    folder = tmp_path_factory.mktemp("checkers")
    game = zermelo.Checkers()
    for name in (*ENDINGS, "KKvKK"):
        build_endings(game, name, folder=folder, threads=2)
    return game, str(folder)


def endings(game, kings, men=((), ()), number=20, seed=1):
    """Positions with so many kings on each side and these men, placed at random, in which the game goes on."""
    lots = random.Random(seed)
    found = []
    while len(found) < number:
        places = [square for square in lots.sample(range(1, 33), sum(kings)) if square not in (*men[0], *men[1])]
        if len(places) == sum(kings):
            sides = (
                [*(f"K{place}" for place in places[: kings[0]]), *map(str, men[0])],
                [
                    *(f"K{place}" for place in places[kings[0] :]),
                    *map(str, men[1]),
                ],
            )
            position = game.position(f"{lots.choice('BW')}:W{','.join(sides[1])}:B{','.join(sides[0])}")
            if not position.over:
                found.append(position)
    return found


# Node for node


@pytest.mark.parametrize("name", TECHNIQUES)
def test_both_languages_use_tables_in_the_same_way(name, late):
    game, folder = late
    without = zermelo.alphabeta(depth=5, **TECHNIQUES[name])
    agent = zermelo.alphabeta(depth=5, tables=folder, **TECHNIQUES[name])
    expected = reports(agent, game.start(), SPECIFICATION, TREE)
    assert expected != reports(without, game.start(), SPECIFICATION, TREE)
    for backend in backends(game):
        assert reports(agent, game.start(), backend, TREE) == expected, backend


def test_solving_with_tables_takes_fewer_nodes_for_the_same_value(late):
    game, folder = late
    for options in ({}, dict(windows=True, memory="8MB"), dict(ordering="all", table=True)):
        plain = zermelo.alphabeta(**options)(game.start())
        told = zermelo.alphabeta(tables=folder, **options)(game.start())
        assert (told.value, told.plies, told.exact) == (plain.value, plain.plies, True)
        assert told.nodes < plain.nodes


def test_proofs_rest_on_tables_in_the_same_way(late):
    game, folder = late
    expected = reports(zermelo.proof(tables=folder), game.start(), SPECIFICATION, 0)
    assert expected[-1]["nodes"] != reports(zermelo.proof(), game.start(), SPECIFICATION, 0)[-1]["nodes"]
    assert expected[-1]["value"] == zermelo.alphabeta(table=True)(game.start()).value
    for backend in backends(game):
        assert reports(zermelo.proof(tables=folder), game.start(), backend, 0) == expected


@pytest.mark.parametrize("options", [{}, dict(quiescence=True), dict(quiescence=True, pvs=True, ordering="all", memory="8MB")])
def test_quiescence_looks_positions_up_too(options, checkers):
    game, folder = checkers
    agent = zermelo.alphabeta(depth=2, tables=folder, **options)
    for position in endings(game, (2, 1), ((9,), (26,)), 6):
        expected = reports(agent, position, SPECIFICATION, TREE)
        for backend in backends(game):
            if backend != "interpreted":
                assert reports(agent, position, backend, TREE) == expected


def test_several_threads_find_the_same_value_with_tables(late):
    game, folder = late
    one, two = (zermelo.alphabeta(tables=folder, table=True, threads=threads)(game.start()) for threads in (1, 2))
    assert (one.value, one.plies) == (two.value, two.plies)


def test_scores_of_known_positions_lie_on_the_one_number_line():
    class Oracle:
        def __init__(self, verdict):
            self.verdict = verdict

        def probe(self, record):
            return self.verdict

    s = zermelo.TicTacToe().start().state
    for verdict, expected in (
        (Verdict(1, 4), score.WIN - 7),
        (Verdict(-1, 4), 7 - score.WIN),
        (Verdict(0, 0), 0.0),
        (Verdict(1, 4096), None),
        (None, None),
    ):
        assert known(Control(zermelo.Limit(), Stop(), tables=Oracle(verdict)), s, 3) == expected
    assert known(Control(zermelo.Limit(), Stop()), s, 3) is None


def test_a_game_that_goes_in_circles_is_searched_with_its_table(tmp_path):
    """Without one, no depth would ever be enough."""
    game = Chase(7)
    build(game, folder=tmp_path)
    verdict = open_tablebase(game, tmp_path).probe(game.start())
    for backend in backends(game):
        report = zermelo.alphabeta(tables=str(tmp_path), backend=backend)(game.start())
        assert (report.value, report.exact) == (verdict.outcome, True)
        assert report.nodes == 4


# Perfect play


def test_the_agent_gets_what_the_table_says_against_every_defence(tmp_path):
    """From every position that it can come to: the value is kept, a win comes nearer, a loss no sooner than it must."""
    game = zermelo.Isolation(3, 3)
    build(game, folder=tmp_path)
    agent, verdicts = table(str(tmp_path)), retrograde.solve(game)
    for record, verdict in verdicts.items():
        position = Position(game, game.layout.unpack(record))
        if position.over:
            continue
        report = agent(position)
        after = verdicts[position.play(report.move).state.pack()]
        assert (report.value, report.plies) == (verdict.outcome, verdict.plies)
        assert (-after.outcome, after.plies + 1) == verdict
        assert (len(report.line), position.play(*report.line).over) == (verdict.plies, True)


def test_ties_go_to_the_first_move(tmp_path):
    game = zermelo.TicTacToe()
    tables = build(game, folder=tmp_path)
    for text in (None, "x . . / . o . / . . .", "x x . / o o . / . . ."):
        position = game.position(text)
        moves = tables.moves(position)
        first = next(move for move in moves if rank(move.verdict) == max(rank(each.verdict) for each in moves))
        assert table(str(tmp_path))(position).move == first.name


def test_the_agent_keeps_the_value_of_every_ending_of_checkers(checkers):
    """With four pieces; and the line of a win is as long as the table says and ends with the game."""
    game, folder = checkers
    tables, agent = open_tablebase(game, folder), table(folder)
    outcomes = set()
    for position in endings(game, (2, 2), number=120):
        before = tables.probe(position)
        after = tables.probe(position.play(agent(position).move))
        outcomes.add(before.outcome)
        assert before.outcome == -after.outcome
        assert before.plies == after.plies + (before.outcome != 0)
    won = next(position for position in endings(game, (2, 1)) if tables.probe(position).plies > 20)
    report = agent(won)
    assert won.play(*report.line).over
    assert len(report.line) == report.plies == tables.probe(won).plies
    assert outcomes == {1, 0, -1}


def test_a_short_search_with_tables_knows_what_a_deep_one_finds_out(checkers):
    """Five pieces, of which tables know nothing, until something is captured."""
    game, folder = checkers
    proven = 0
    for position in endings(game, (2, 1), ((), (27, 28)), 40, seed=3) + endings(game, (3, 2), number=40, seed=4):
        told = zermelo.alphabeta(depth=3, tables=folder, ordering="all", table=True)(position)
        deep = zermelo.alphabeta(depth=9, ordering="all", table=True)(position)
        if told.plies is None and deep.plies is None:
            continue
        if deep.plies is None:  # what the deep search cannot see yet is at least not refuted
            assert told.plies > 9
            continue
        assert deep.exact
        if told.plies is not None:
            proven += 1
            assert (told.value, told.plies) == (deep.value, deep.plies)
    assert proven > 3


def test_chess_is_mated_from_a_table(tmp_path):
    game = zermelo.find("chess")
    build_endings(game, "krk", folder=tmp_path, threads=2)
    position = game.position("8/8/8/3k4/8/8/8/K6R w - - 0 1")
    report = table(str(tmp_path))(position)
    assert (report.value, report.plies) == (1, len(report.line))
    assert position.play(*report.line).result == "white won"
    told = zermelo.alphabeta(depth=1, tables=str(tmp_path))(position)
    assert (told.value, told.plies, told.exact) == (1, report.plies, True)
    tired = game.position("8/8/8/3k4/8/8/8/K6R w - - 90 60")
    assert zermelo.alphabeta(depth=1, tables=str(tmp_path))(tired).plies is None  # drawn by the clock before mate
    with pytest.raises(
        TablebaseError, match="the position needs the tablebase KQK of chess; build it with `zermelo tablebase build chess KQK`"
    ):
        table(str(tmp_path))(game.position("8/8/8/3k4/8/8/8/K5Q1 w - - 0 1"))


# Where tables end


def test_another_agent_plays_where_tablebases_end(late):
    game, folder = late
    agent = zermelo.agent(f"table({folder!r}, otherwise='alphabeta(depth=2)')")
    assert str(agent) == f"tablebase(tables={folder!r}, otherwise='alphabeta(depth=2)')"
    assert agent(game.start()).agent == "alphabeta(depth=2)"
    assert agent(game.start().play("1 1 2")).backend == "tablebase"
    with pytest.raises(TablebaseError, match="is in none of the 2 tablebases"):
        table(folder)(game.start())
    assert table(folder, otherwise=zermelo.random(seed=3)).fresh(7).otherwise is not None


def test_bad_agents_are_refused(tmp_path):
    start = zermelo.TicTacToe().start()
    for make, reason in (
        (lambda: table(3), "tables=3 names no tablebases"),
        (lambda: zermelo.alphabeta(depth=2, tables=""), "tables='' must be a folder"),
        (lambda: table(otherwise="nobody"), "there is no agent `nobody`"),
    ):
        with pytest.raises(AgentError, match=reason):
            make()
    for make in (table, lambda where: zermelo.alphabeta(depth=2, tables=where)):
        with pytest.raises(
            TablebaseError, match=r'there is no tablebase of tictactoe in .*build one with `zermelo tablebase build "tictactoe"`'
        ):
            make(str(tmp_path))(start)
    build(start.game, folder=tmp_path)
    with pytest.raises(AgentError, match="does not search, so it has no tree"):
        list(table(str(tmp_path)).reports(start, tree=10))
    assert zermelo.alphabeta(depth=2, tables=str(tmp_path))(start).value == 0  # a new table is noticed


def test_agents_say_which_tables_they_use():
    assert str(zermelo.alphabeta(depth=2, tables="all")) == "alphabeta(depth=2, tables='all')"
    assert str(zermelo.strong(depth=2, tables="all")) == "strong(depth=2, tables='all')"
    assert str(table()) == "tablebase()"
