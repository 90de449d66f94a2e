"""Multi-ProbCut: what it saves, when it is refused, and that its margin is learned by trial. Parity is also tested with generated searches."""

import pytest

import zermelo
from zermelo.arena.ablation import sample
from zermelo.errors import AgentError
from zermelo.search.alphabeta.probcut import ERRORS, Margin, Probcut

BASIS = dict(ordering="all", table=True, deepening=True, pvs=True, exact=False)


@pytest.mark.parametrize(("name", "depth"), [("checkers", 8), ("othello(size=6)", 10), ("breakthrough(rows=5,cols=5)", 7)])
def test_specification_and_twin_put_the_same_predictions_to_the_test(name, depth, monkeypatch):
    tested = []
    original = Probcut.tested
    monkeypatch.setattr(Probcut, "tested", lambda *given: tested.append(given[2].depth) or original(*given))
    agent, start = zermelo.alphabeta(depth=depth, probcut=True, **BASIS), zermelo.find(name).start()
    slow, fast = agent.changed(backend="python")(start), agent(start)
    assert tested
    assert (slow.value, slow.move, slow.line, slow.nodes) == (fast.value, fast.move, fast.line, fast.nodes)


def test_it_saves_more_than_half_of_the_nodes_of_a_deep_search():
    for position in sample(zermelo.find("othello").start(), 3, 20, seed=3)[1:]:
        full, fewer = (zermelo.alphabeta(depth=11, probcut=on, **BASIS)(position) for on in (False, True))
        assert fewer.nodes < full.nodes / 2


def test_a_proven_value_stays_what_it_is():
    ending = zermelo.find("othello").position("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
    reports = [zermelo.alphabeta(probcut=on, **{**BASIS, "deepening": False})(ending) for on in (False, True)]
    assert [report.value for report in reports] == [1, 1]
    assert reports[0].nodes == reports[1].nodes  # a search to the end has no depth to halve


def test_the_margin_settles_where_the_share_of_errors_is_the_wanted_one():
    """Far from it the margin moves towards it: it shrinks while all predictions are right, and grows while two shares are wrong."""
    right, often_wrong = Margin(), Margin()
    for margin in (right, often_wrong):
        margin.measure(10.0)
    for number in range(16 * 40):
        right.test(True)
        often_wrong.test(number % round(1 / ERRORS / 2) != 0)
    assert right.margin < 0.1
    assert often_wrong.margin > 100


def test_an_evaluation_that_tells_nothing_cuts_nothing():
    """All shallow values are equal, so no margin can be learned; with a margin of nothing, every deeper win would be missed."""
    game = zermelo.find("connect4").with_evaluation(lambda s, player: 0.0)
    position = game.start().play("7 1 2 4 7 1 5 6 7 3 6")
    for on in (False, True):
        assert zermelo.alphabeta(depth=9, probcut=on, **BASIS)(position).score == zermelo.Score.loss(8)


def test_it_is_refused_where_it_cannot_work():
    with pytest.raises(AgentError, match=r"probcut may change the value; add exact=False"):
        zermelo.alphabeta(depth=4, probcut=True)(zermelo.find("othello").start())
    with pytest.raises(AgentError, match=r"probcut compares evaluations at two depths; nim has no method `evaluate`"):
        zermelo.alphabeta(depth=4, probcut=True, exact=False)(zermelo.find("nim").start())
