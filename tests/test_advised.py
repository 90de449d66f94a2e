"""Advised searches try the moves of an advice table first, or only those, with the same nodes in both languages."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.advice import advised_moves
from zermelo.agents.advised import advised
from zermelo.errors import AgentError

SPECIFICATION = "python"
OPENINGS = ("", "4 4", "4 4 5", "4 4 3 3 4", "1 7 1 7")


def connect(moves):
    start = zermelo.find("connect4").start()
    return start.play(*moves.split()) if moves else start


@pytest.mark.parametrize("only", [False, True])
@pytest.mark.parametrize(
    "options", ["", ", ordering=all", ", table=True, deepening=True", ", lines=2", ", table=True, windows=True"]
)
def test_specification_and_twin_try_the_same_moves(options, only):
    for moves in OPENINGS:
        found = []
        for backend in (SPECIFICATION, "native"):
            agent = advised("connect4", f"alphabeta(depth=4, backend={backend}{options})", only=only)
            report = agent(connect(moves))
            found.append((report.move, report.value, report.line, report.nodes, report.exact, report.lines))
        assert found[0] == found[1], moves


def test_advice_in_front_changes_no_value():
    for moves in OPENINGS:
        plain = zermelo.alphabeta(depth=5)(connect(moves))
        listened = advised("connect4", "alphabeta(depth=5)")(connect(moves))
        assert (listened.value, listened.exact) == (plain.value, plain.exact)


def test_the_first_of_equal_moves_is_the_advised_one():
    """At depth 0 beyond the move all of tic-tac-toe's opening moves are even; the table would play in the middle."""
    start = zermelo.find("tictactoe").start()
    assert zermelo.alphabeta()(start).move == "a1"
    assert advised("tictactoe", "alphabeta()")(start).move == "b2"


def test_only_advised_moves_are_tried():
    position = zermelo.find("tictactoe").position("x . . / . o . / . . x")
    agent = advised("tictactoe", "alphabeta(lines=9)", only=True)
    tried = {line.move for line in agent(position).lines}
    assert tried == {position.name(move) for move in advised_moves(position, "tictactoe", every=False)} < set(position.moves)


def test_what_was_not_tried_is_not_called_exact():
    """Only the side squares are thought of, so a draw is not the last word; all moves say that it is."""
    position = zermelo.find("tictactoe").position("x . . / . o . / . . x")
    some, whole = (advised("tictactoe", "alphabeta()", only=only)(position) for only in (True, False))
    assert (some.value, some.exact) == (0, False)
    assert (whole.value, whole.exact) == (0, True)


def test_a_proven_win_is_exact_even_if_moves_were_left_out():
    position = zermelo.find("tictactoe").position("x x . / o o . / . . .")
    report = advised("tictactoe", "alphabeta()", only=True)(position)
    assert (report.move, report.value, report.exact, report.nodes) == ("c3", 1, True, 2)


@pytest.mark.parametrize("backend", [SPECIFICATION, "native"])
def test_without_time_the_first_advised_move_is_played(backend):
    position = connect("4 4 5")
    agent = advised("connect4", f"alphabeta(nodes=1, depth=9, backend={backend})", only=True)
    assert agent(position).move == position.name(advised_moves(position, "connect4", every=False)[0])


@pytest.mark.parametrize("agent", ["random", "uct(playouts=10)", "minimax(depth=2)"])
def test_who_cannot_listen_is_refused(agent):
    with pytest.raises(AgentError, match=r"does not search|cannot be told which moves to try"):
        advised("tictactoe", agent)(zermelo.find("tictactoe").start())


def test_a_game_that_the_table_is_not_for():
    with pytest.raises(zermelo.ZermeloError, match="tictactoe"):
        advised("tictactoe", "alphabeta(depth=2)")(zermelo.find("nim").start())
