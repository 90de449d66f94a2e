"""`forced`: which moves a game keeps, by brute force; that a search which asks it finds the same; and Connect Four solved as in Pascal Pons' sets."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st
from long_runs import LONG
from sampling import SPECIFICATION, Thicket, game, goodness, reports, samples

import zermelo
from zermelo import Connect, Connect4, laws
from zermelo.engine.backends import available
from zermelo.errors import AgentError
from zermelo.facade import solver
from zermelo.search import score

SIZES = [
    (6, 7, 4),
    (4, 5, 3),
    (5, 4, 4),
    (7, 6, 5),
    (2, 9, 3),
    (6, 1, 3),
    (1, 8, 4),
    (4, 5, 2),
    (19, 3, 4),
    (10, 10, 4),
    (30, 2, 3),
]
PONS = {
    "2252576253462244111563365343671351441": -1,
    "427566236745127177115664464254": 2,
    "5554224333234511764415115": 4,
    "36127316172165452675422251": 7,
    "274552224131661": 0,
    "66541477577611574315": 3,
}
"""Columns played, and the score: the stones that the winner has left (Pons' sets end-easy, middle-easy and middle-medium)."""
seeds = st.integers(0, 2**31 - 1)


def wins(rules, s, move, player):
    utilities = rules.utilities(rules.play(s, move))
    return utilities is not None and utilities[player] >= score.bound(rules)


def loses(rules, s, move):
    """Whether a move loses itself, or an opponent wins with the reply."""
    player, after = rules.to_move(s), rules.play(s, move)
    utilities = rules.utilities(after)
    if utilities is not None:
        return utilities[player] <= -score.bound(rules)
    mover = rules.to_move(after)
    return mover != player and any(wins(rules, after, reply, mover) for reply in rules.moves(after))


def brute_force(rules, s):
    moves, player = rules.moves(s), rules.to_move(s)
    winning = [move for move in moves if wins(rules, s, move, player)]
    return winning[:1] or [move for move in moves if not loses(rules, s, move)]


@pytest.mark.parametrize("size", SIZES)
def test_connect_keeps_what_brute_force_keeps(size):
    board = Connect(*size)
    cores = [each.core for each in available(board, ("forced", "order"))]
    for position in samples(board, 40, seed=5):
        wanted, kept = brute_force(board.rules, position.state), board.rules.forced(position.state)
        assert kept == wanted if wanted else len(kept) == 1, position
        record = position.state.pack()
        for core in cores:
            assert list(core.forced(record)) == kept, position
            assert [core.order(record, move) for move in position.choices] == [
                board.rules.order(position.state, move) for move in position.choices
            ]


def test_with_more_players_only_a_win_is_certain():
    board = Connect(3, 4, 3, players=3)
    for position in samples(board, 60, seed=2):
        moves = [move for move in position.choices if wins(board.rules, position.state, move, position.player)]
        assert board.rules.forced(position.state) == (moves[:1] or list(position.choices))


def test_moves_that_make_winning_cells_come_first():
    position = Connect4().start().play(*"4455")  # x on 4 and 5 in the first row: 3 and 6 make two winning cells, 2 and 7 one
    orders = [position.rules.order(position.state, move) // 14 for move in range(7)]
    assert orders == [0, 1, 2, 0, 0, 2, 1]


@pytest.mark.parametrize("columns", PONS)
def test_solved_as_in_the_sets(columns):
    report = zermelo.solve(Connect4().start().play(*columns), memory="4MB")
    left = 22 - (len(columns) + (report.plies or 0) + 1) // 2
    assert (0 if report.value == 0 else left if report.value > 0 else -left) == PONS[columns]


TECHNIQUES = [
    {},
    dict(table=True),
    dict(ordering="all", memory="1MB", deepening=True, pvs=True),
    dict(ordering="order", memory="1MB", windows=True),
]


@pytest.mark.parametrize("size", [(4, 4, 3), (5, 4, 4)])
@pytest.mark.parametrize("techniques", TECHNIQUES)
def test_the_value_is_the_same_and_the_nodes_are_fewer(size, techniques):
    most = [0, 0]
    for position in samples(Connect(*size), 12, seed=3):
        for depth in (1, 2, 3, 6, None):
            agents = [zermelo.alphabeta(depth=depth, forced=forced, **techniques) for forced in (False, True)]
            plain, fewer = (agent(position) for agent in agents)
            assert (plain.value, plain.plies, plain.exact) == (fewer.value, fewer.plies, fewer.exact), (position, depth)
            most[0] += plain.nodes
            most[1] += fewer.nodes
    assert most[1] < 0.8 * most[0]


@pytest.mark.parametrize("text", ["connect4", "connect(rows=4,cols=5,line=3)", "connect(rows=9,cols=8)"])
@pytest.mark.parametrize("techniques", TECHNIQUES[1:])
def test_specification_and_twin_enter_the_same_nodes(text, techniques):
    for position in samples(game(text), 3, seed=8):
        agent = zermelo.alphabeta(depth=4, forced=True, **techniques)
        expected = reports(agent, position, SPECIFICATION, 200)
        for backend in [each.name for each in available(position.game, ("forced",))]:
            assert reports(agent, position, backend, 200) == expected, (position, backend)


class Hedge(Thicket):
    """A thicket, where players may move twice and utilities may lie between a win and a loss, with `forced` by brute force."""

    interpreted = True

    def forced(self, s):
        moves = self.rules.moves(s)
        return (
            brute_force(self.rules, s)
            or [move for move in moves if self.rules.utilities(self.rules.play(s, move)) is None][:1]
            or moves[:1]
        )


@settings(max_examples=40)
@given(seeds, st.sampled_from([2, 3, 4, None]), st.sampled_from(TECHNIQUES))
def test_the_value_is_the_same_where_players_move_twice(seed, depth, techniques):
    position = Hedge().seeded(seed, plies=7, width=4)
    plain, fewer = (zermelo.alphabeta(depth=depth, forced=forced, **techniques)(position) for forced in (False, True))
    assert goodness((plain.value, plain.plies)) == goodness((fewer.value, fewer.plies))


class Diagonal(Connect4):
    """Only diagonals count."""

    def completes(self, s, row, col):
        cell = row * self.cols + col
        return self.run(s, cell, -self.cols - 1, min(row, col), s.cells[cell]) >= self.line - 1


class Painted(Connect4):
    """The same rules in other colours."""

    colours = ("black", "white")


def test_other_rules_do_not_inherit_it():
    assert not Diagonal().defines("forced")
    assert Painted().defines("forced")
    s = Diagonal().start().play(*"112233").state  # a row of three is no threat
    assert Diagonal().rules.forced(s) == list(range(7))
    with pytest.raises(AgentError, match="forced needs a method `forced`"):
        zermelo.alphabeta(depth=3, forced=True)(Diagonal().start())


def test_strong_agents_and_solvers_use_it():
    position = Connect4().start().play(*"66541477577611574315")
    assert zermelo.strong().task(position).techniques.forced
    assert not zermelo.strong().task(zermelo.find("tictactoe").start()).techniques.forced
    assert solver(position).options.forced


@pytest.mark.long
def test_connect_keeps_the_law():
    for board in (Connect4(), Connect(3, 4, 3, players=3)):
        assert laws.check(board, examples=60 if LONG else 12).ok
