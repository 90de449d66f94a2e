"""Proof-number search and solving by narrow windows: right for every game, backend and size of memory.

A proof says who wins, not how soon. So its value is compared with minimax and with what is known, and its line with what it
promises: it is legal, ends with that value, and no win takes longer than the line of its proof.
"""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product

import hypothesis
import pytest
from games_for_tests import Boxes, Harvest, Race, Thirds
from hypothesis import given, strategies as st
from long_runs import LONG
from sampling import SPECIFICATION, Thicket, backends, game, reports, samples, true_value
from test_known import ISOLATION, KNOWN, SOLVED, score
from test_limits import CHILD, Endless, Long, assert_stopped, run_child

import zermelo
from zermelo.engine.solution import solution, verify
from zermelo.errors import AgentError, LimitError
from zermelo.search.proof.proof_table import NEVER, Known, settled

THICKET = game("thicket")
ALL = (SPECIFICATION, *backends(THICKET))
seeds = st.integers(0, 2**31 - 1)
GAMES = [
    "tictactoe",
    "connect(rows=3,cols=4,line=3)",
    "connect(rows=4,cols=4,line=3)",
    "nim",
    "nim([2,1,3],misere=True)",
    "grundy(11)",
    "grundy([7,6])",
    "isolation(rows=3,cols=3,moves=king,start=free)",
    *(("isolation(rows=3,cols=4)", "breakthrough(rows=4,cols=3)") if LONG else ()),
    "othello(4)",
    "tree",
    "tree([[[2.5,-1],7,[3]],[[4,4],[-7,[0,1,[9]]]],6,[7,7]])",
    "strip",
    "boxes",
    "climb",
    "thicket",
]
"""Wins, draws, losses, other utilities, one player, turns that stay, symmetries that are folded and positions that meet."""


def assert_proves(report, position, value, plies):
    """The report has the true value, claims no distance, and its line bears the value out."""
    assert (report.value, report.plies, report.exact, report.stopped, report.depth) == (value, None, True, None, None)
    end = position.play(*report.line)
    assert end.over
    assert end.values[position.player] == value
    assert report.line[0] == report.move
    assert plies is None or len(report.line) >= plies


# Agreement


@pytest.mark.parametrize("text", GAMES)
def test_a_proof_has_the_value_of_minimax(text):
    late = samples(game(text), 25, seed=21, plies=9)
    small = text not in ("tictactoe", "boxes", "connect(rows=4,cols=4,line=3)", "breakthrough(rows=4,cols=3)")
    for position in late:
        plain = (zermelo.minimax if small or len(position.history) > 4 else zermelo.alphabeta)()(position)
        assert_proves(zermelo.proof(memory="8MB")(position), position, plain.value, plain.plies)


@pytest.mark.parametrize("backend", ALL)
@hypothesis.settings(max_examples=40)
@given(seeds)
def test_a_proof_has_the_true_value_of_any_thicket(backend, seed):
    position = THICKET.seeded(seed)
    report = zermelo.proof(memory="1MB", backend=backend)(position)
    assert_proves(report, position, *true_value(position, 99, position.player))


def test_hundreds_of_deeper_thickets():
    deeper = Thicket(plies=11)
    wins, longer = 0, 0
    for seed in range(400):
        position = deeper.seeded(seed)
        plain = zermelo.alphabeta(memory="1MB", backend="compiled")(position)
        report = zermelo.proof(memory="1MB", backend="compiled")(position)
        assert_proves(report, position, plain.value, plain.plies)
        wins += plain.plies is not None
        longer += plain.plies is not None and len(report.line) > plain.plies
    assert 0 < longer < wins / 4, "some proofs are longer than they need to be, which is why none claims its length"


# Known results


def test_lost_heaps_of_grundy():
    lost = []
    for heap in range(3, 31):
        value = zermelo.proof(memory="8MB", backend="compiled")(game("grundy(60)").position(f"piles {heap}")).value
        lost += [heap] if value < 0 else []
    assert lost == [heap for heap in KNOWN["grundy"]["lost"] if 3 <= heap < 31]


@pytest.mark.parametrize("misere", [False, True])
def test_nim_follows_bouton(misere):
    """Bouton 1901; in misère play the roles are exchanged as long as no heap has more than one."""
    start, most = (game("nim([2,1,3],misere=True)"), (2, 1, 3)) if misere else (game("nim"), (3, 4, 5))
    for heaps in product(*(range(heap + 1) for heap in most)):
        if sum(heaps):
            wins = (heaps[0] ^ heaps[1] ^ heaps[2] != 0) != (misere and max(heaps) == 1)
            report = zermelo.proof(memory="1MB", backend="compiled")(start.position("heaps " + " ".join(map(str, heaps))))
            assert (report.value > 0) == wins, heaps


@pytest.mark.parametrize("fact", ISOLATION, ids=str)
def test_isolation_facts(fact):
    text = f"isolation(rows={fact['size']},cols={fact['size']},moves={fact['moves']},start={fact['start']})"
    assert zermelo.proof(backend="compiled")(game(text).start()).value == (1 if fact["first_wins"] else -1)


def test_tictactoe_is_a_draw_with_few_nodes():
    report = zermelo.proof()(game("tictactoe").start())
    assert report.value == 0
    assert report.nodes < 1000


@pytest.mark.parametrize("backend", ["native", "compiled"])
def test_solved_positions_of_connect_four(backend):
    """Late positions: by proof the outcome, by narrow windows the score that a plain solver gives them."""
    prove = zermelo.proof(memory="1MB", backend=backend)
    solve = zermelo.alphabeta(memory="1MB", ordering="all", windows=True, backend=backend)
    for moves, expected in SOLVED.items():
        position = game("connect4").start().play(*moves)
        outcome, report = prove(position), solve(position)
        assert score(report, len(moves)) == expected, moves
        assert outcome.value == report.value
        assert outcome.exact


# Parity


def assert_parity(agent, position):
    expected = reports(agent, position, SPECIFICATION)
    for backend in backends(position.game):
        assert reports(agent, position, backend) == expected, f"{agent} on {backend}, {position!r}"


@pytest.mark.parametrize("text", GAMES)
def test_specification_and_twin_enter_the_same_nodes(text):
    for position in samples(game(text), 4, seed=22, plies=7)[1 if text == "boxes" else 0 :]:
        assert_parity(zermelo.proof(memory="8MB"), position)


@pytest.mark.parametrize("nodes", [1, 2, 3, 10, 137])
def test_parity_under_a_limit(nodes):
    for text in ("tictactoe", "connect4", "boxes", "thicket", "climb"):
        for position in samples(game(text), 3, seed=23):
            assert_parity(zermelo.proof(nodes=nodes, memory="8MB"), position)
            assert_parity(zermelo.alphabeta(nodes=nodes, memory="8MB", windows=True), position)


def test_there_is_a_report_for_each_question():
    """Is it a win? If not, is it at least a draw?"""
    found = list(zermelo.proof().reports(game("tictactoe").start()))
    assert [(report.value, report.exact, report.plies, report.depth) for report in found] == [
        (None, False, None, None),
        (0, True, None, None),
    ]
    assert found[0].move in found[0].line or found[0].line == ()


# Little memory


def forgetful(agent, memory):
    """With less memory than an agent can be asked to have."""
    return replace(agent, limit=replace(agent.limit, memory=memory))


@pytest.mark.parametrize("memory", [1, 300, 2048])
@hypothesis.settings(max_examples=40)
@given(seeds)
def test_a_table_that_forgets_does_not_change_the_value(memory, seed):
    position = THICKET.seeded(seed)
    report = forgetful(zermelo.proof(backend="compiled"), memory)(position)
    assert report.exact
    assert report.value == true_value(position, 99, position.player)[0]
    assert report.move in position.moves


@pytest.mark.parametrize(
    ("text", "value"),
    [("tictactoe", 0), ("nim([3,4,5])", 1), ("grundy(20)", -1), ("connect(rows=4,cols=4)", 0), ("isolation(rows=4,cols=4)", -1)],
)
@pytest.mark.parametrize("memory", [1, 1024])
def test_four_entries_are_enough_to_come_to_an_end(text, value, memory):
    report = forgetful(zermelo.proof(), memory)(game(text).start())
    assert (report.value, report.exact) == (value, True)
    position = game(text).start().play(*report.line) if report.line else game(text).start()
    assert position.over or zermelo.proof()(position).values[0] == value, "what is left of the line is best play"


def test_numbers_of_open_questions_stay_below_never():
    """Sums may grow beyond all bounds where positions meet; only what is settled may be taken for settled."""
    from zermelo.search.proof.dfpn import Child, combine, middle, widened

    many = combine([Child(move, 1, None, Known(5, NEVER - 1)) for move in range(3)])
    assert (many.phi, many.delta, many.settled) == (5, NEVER - 1, False)
    assert combine([Child(0, 1, None, Known(5, 1)), Child(1, 1, None, settled(-3.0, False))]) == Known(5, 1)
    assert combine([Child(0, 1, None, settled(-4.0, False)), Child(1, 1, None, settled(-3.0, False))]) == settled(-3.0, False)
    assert widened(7, 8) == 7
    assert widened(7, 12) == 16
    assert widened(7, 1000) == NEVER
    assert middle(-1.0, 0.0) == -0.5
    assert middle(1.0, 1.0000000000000002) == 1.0000000000000002


# Limits and refusals


@pytest.mark.parametrize("backend", ["native", "compiled", "interpreted", SPECIFICATION])
@pytest.mark.parametrize("agent", [zermelo.proof, lambda **limits: zermelo.alphabeta(table=True, windows=True, **limits)])
def test_limits_are_kept_with_a_legal_move_in_hand(agent, backend):
    start = game("connect4").start()
    for seconds in (1e-9, 0.02):
        assert_stopped(agent(seconds=seconds, backend=backend)(start), "seconds", start)
    for nodes in (1, 2, 50, 333):
        report = agent(nodes=nodes, backend=backend)(start)
        assert_stopped(report, "nodes", start)
        assert report.nodes == nodes
    search = agent(backend=backend).search(start)
    search.stop()
    assert_stopped(search.last(), "stop", start)


def test_nodes_suffice_when_they_are_as_many_as_there_are():
    position = game("tictactoe").start()
    whole = zermelo.proof()(position)
    assert zermelo.proof(nodes=whole.nodes)(position).stopped is None
    assert zermelo.proof(nodes=whole.nodes - 1)(position).stopped == "nodes"


def test_control_c_gives_the_most_promising_move():
    done = run_child(CHILD.replace("alphabeta(depth=42, ", "proof("), "native")
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    assert (report["stopped"], report["exact"], report["value"]) == ("interrupt", False, None)


@pytest.mark.parametrize("backend", ["compiled", "interpreted", SPECIFICATION])
def test_a_game_without_end_is_a_limit_error(backend):
    with pytest.raises(LimitError, match="did not end"):
        zermelo.proof(backend=backend)(Endless().start())


def test_a_long_game_with_large_states():
    with pytest.raises(LimitError, match="did not end"):
        zermelo.proof(backend="compiled")(Endless(16000).start())
    for backend in ("compiled", "interpreted", SPECIFICATION):
        report = zermelo.proof(backend=backend)(Long().start())
        assert (report.value, len(report.line), report.nodes) == (1, 1001, 1002)


def test_what_proof_cannot_do_is_refused_with_the_reason():
    start = game("tictactoe").start()
    for position, words in ((Thirds().start(), "two players"), (Race().start(), "chance"), (Harvest().start(), "zero-sum")):
        with pytest.raises(AgentError, match=words):
            zermelo.proof()(position)
    with pytest.raises(AgentError, match="keeps no tree"):
        zermelo.proof()(start, tree=10)
    with pytest.raises(AgentError, match="depth"):
        zermelo.agent("proof(depth=3)")
    with pytest.raises(LimitError, match="memory"):
        zermelo.proof(memory="lots")
    for options, words in ((dict(windows=True), "needs table=True"), (dict(windows=True, table=True, mtdf=True), "use only one")):
        with pytest.raises(AgentError, match=words):
            zermelo.alphabeta(**options)(start)


# Solving by windows, and solution trees


def test_windows_find_value_and_distance():
    deeper = Thicket(plies=9)
    for seed in range(150):
        position = deeper.seeded(seed)
        plain = zermelo.alphabeta(backend="compiled")(position)
        for memory in (300, 1 << 20):
            agent = zermelo.alphabeta(table=True, ordering="all", windows=True, backend="compiled")
            report = forgetful(agent, memory)(position)
            assert (report.value, report.plies, report.exact) == (plain.value, plain.plies, True)
            assert position.play(*report.line).over or memory == 300


@pytest.mark.parametrize("text", GAMES)
def test_windows_agree_on_every_game(text):
    for position in samples(game(text), 5, seed=24, plies=9)[1:]:
        plain = zermelo.alphabeta(memory="8MB")(position)
        report = zermelo.alphabeta(memory="8MB", ordering="all", windows=True)(position)
        assert (report.value, report.plies) == (plain.value, plain.plies)
        assert position.play(*report.line).over


def test_a_move_that_loses_at_once_is_found_when_there_is_no_other():
    """The nearest loss there is, which no empty window can ask for."""
    position = game("nim([2,1,3],misere=True)").position("heaps 1 0 0")
    report = zermelo.alphabeta(table=True, windows=True)(position)
    assert (report.value, report.plies, report.move) == (-1, 1, position.moves[0])


def test_windows_do_not_pass_a_bound_off_as_a_value():
    for nodes in range(5, 4000, 230):
        report = zermelo.alphabeta(nodes=nodes, table=True, windows=True)(game("connect(rows=4,cols=4)").start())
        assert report.value is None


@pytest.mark.parametrize("text", ["tictactoe", "nim", "grundy(11)", "thicket", "strip"])
def test_a_plan_by_proof_can_be_verified(text):
    for position in samples(game(text), 3, seed=25, plies=3):
        agent = zermelo.proof(memory="1MB", backend="compiled")
        report = agent(position)
        plan = solution(position, agent, nodes=100_000)
        verify(plan, position)
        assert plan.root.value == report.value
        assert plan.root.plies is None or plan.root.plies >= zermelo.alphabeta(memory="1MB")(position).plies


def test_a_plan_where_the_turn_may_stay():
    position = Boxes().start().play("0 1 2 4 5 7")
    agent = zermelo.proof(backend="interpreted")
    for player in (0, 1):
        plan = solution(position, agent, player=player)
        verify(plan, position)
        assert plan.root.value == agent(position).values[player]
