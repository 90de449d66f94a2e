"""`pimc` and its limit on the time: it asks about everything if it can, and about the most promising moves if it cannot."""

import random
from dataclasses import replace

import pytest

import zermelo
from zermelo.agents.unsearched import UnsearchedAgent
from zermelo.errors import AgentError, LimitError
from zermelo.game import Position
from zermelo.report import Report
from zermelo.search.cancel import CancelScope, current


def dealt(text: str, seed: int = 1) -> Position:
    position, dice = zermelo.find(text).start(), random.Random(seed)
    while position.player < 0:
        position = position.roll(dice)
    return position


class Counting(UnsearchedAgent):
    """Says that a position is worth its number of moves, and cancels the scope of whoever asks after so many questions."""

    def __init__(self, most: int = 10**9) -> None:
        self.most, self.asked = most, 0

    def reports(self, position, tree=0):
        self.asked += 1
        if self.asked == self.most:
            scope = current()
            assert scope is not None
            scope.cancel("seconds")
        side = 1 if position.player == 0 else -1
        values = tuple(sign * side * len(position.choices) for sign in (1, -1))
        yield Report(**self.report_fields(position, (position.moves[0],), values=values, value=values[0]))

    def __str__(self) -> str:
        return "counting()"


class Refusing(Counting):
    def reports(self, position, tree=0):
        yield Report(**self.report_fields(position, (position.moves[0],)))


def test_with_enough_time_every_move_is_asked_about_in_every_world():
    position = dealt("whist(ranks=4)")
    inner = Counting()
    agent = replace(zermelo.pimc("uct(playouts=1)", worlds=5, seconds=None), agent=inner)
    report = agent(position)
    assert inner.asked == 5 * len(position.choices)
    assert (report.stopped, report.why) == (None, None)
    limited = replace(zermelo.pimc("uct(playouts=1)", worlds=5, seconds=600), agent=Counting())(position)
    assert (limited.move, limited.value) == (report.move, report.value)


@pytest.mark.parametrize("text", ["whist(ranks=4)", "kuhn", "leduc"])
def test_limits_that_are_not_reached_change_nothing(text):
    position = dealt(text)
    without, limited = (zermelo.pimc("uct(playouts=20)", worlds=4, seconds=seconds)(position) for seconds in (None, 600))
    assert replace(without, agent="", seconds=0) == replace(limited, agent="", seconds=0)


def test_too_little_time_drops_moves_and_says_so():
    """The agent takes five seconds for a question unless it is told to be faster."""
    position = dealt("whist")
    report = zermelo.pimc("uct(seconds=5)", seconds=1)(position)
    assert report.move in position.moves
    assert report.stopped == "seconds"
    assert report.why.startswith("there was time for ")
    assert report.value is not None


def test_a_world_that_takes_too_long_is_divided_among_the_moves():
    """The first world is given up; then questions are asked until the time of each world is over, and two moves are left in the last."""
    position = dealt("whist(ranks=4)")
    inner = Counting(most=2)
    report = replace(zermelo.pimc("uct(playouts=1)", worlds=5, seconds=600), agent=inner)(position)
    assert (report.stopped, inner.most) == ("seconds", 2)
    assert len(position.choices) == 4
    assert inner.asked == 2 + 4 + 4 + 4 + 3 + 2


def test_without_time_it_still_plays():
    position = dealt("whist(ranks=4)")
    report = zermelo.pimc(seconds=1e-6)(position)
    assert report.move in position.moves
    assert report.stopped == "seconds"


def test_many_moves_are_looked_at_one_ply_ahead():
    """In crosswords there is time for few of the moves; those with many points come first."""
    position = dealt("crosswords")
    report = zermelo.pimc("uct(playouts=10000000)", worlds=2, seconds=2)(position)
    assert report.stopped == "seconds"
    points = sorted(position.advance(move).state.points[position.player] for move in position.choices)
    assert position.play(report.move).state.points[position.player] > points[len(points) // 2]


def test_it_is_cancelled_with_whoever_asks():
    position = dealt("whist(ranks=4)")
    scope = CancelScope()
    scope.cancel("stop")
    with scope:
        report = zermelo.pimc("uct(seconds=60)", seconds=None)(position)
    assert report.stopped == "stop"
    assert report.move in position.moves


def test_agents_without_values_are_refused_with_any_limit():
    position = dealt("kuhn")
    for seconds in (None, 10):
        with pytest.raises(AgentError, match="does not say what a position is worth to each player"):
            replace(zermelo.pimc(seconds=seconds), agent=Refusing())(position)


def test_its_limit_is_a_parameter_like_others():
    assert str(zermelo.pimc()) == "pimc('uct(playouts=200)')"
    assert str(zermelo.pimc(seconds=2)) == "pimc('uct(playouts=200)', seconds=2)"
    assert zermelo.agent(str(zermelo.pimc(seconds=None))).limit.seconds is None
    agent = zermelo.pimc("uct(playouts=5)", worlds=3, seed=4).changed(seconds=0.5)
    assert str(agent) == "pimc('uct(playouts=5)', worlds=3, seed=4, seconds=0.5)"
    assert zermelo.best("kuhn", agent, moves="K Q", seconds=0.25).agent.endswith("seconds=0.25)")
    with pytest.raises(AgentError, match="takes no `nodes`"):
        agent.changed(nodes=5)
    with pytest.raises(LimitError):
        zermelo.pimc(seconds=0)
    result = zermelo.match("kuhn", agent, "random", games=2, seconds=0.1)
    assert result.wins + result.losses == 2
    assert zermelo.agent("pimc()", backend="compiled").agent.backend == "compiled"
