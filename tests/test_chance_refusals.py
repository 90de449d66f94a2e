"""What expectiminimax refuses, and what it says then: unsuitable games, options that exclude each other, broken rules."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from chance_for_tests import Gamble, Twigs
from cli_runner import run
from games_for_tests import Harvest, Race
from long_runs import LONG
from sampling import SPECIFICATION, backends, refused

import zermelo
from zermelo import expectiminimax
from zermelo.errors import LimitError, PositionError, RuleError

gamble = cache(Gamble)
COIN = {"heads": (0.5, 4), "tails": (0.5, 2)}
ROOT = Path(__file__).parent.parent


# Games


def test_chance_at_the_root():
    position = Twigs([COIN]).start().play("1")
    refused(lambda: expectiminimax()(position), "chance is to move", "twigs", "play an outcome first", error=PositionError)


def test_a_finished_game():
    refused(lambda: expectiminimax()(Twigs([4]).start().play("1")), "the game is over", error=PositionError)


def test_too_many_players():
    refused(lambda: expectiminimax(depth=1)(Gamble(9).start()), "expectiminimax", "at most 8 players", "gamble(9) has 9")
    assert expectiminimax(depth=1, backend=SPECIFICATION)(Gamble(8).start()).values is not None


@pytest.mark.parametrize("agent", [zermelo.minimax, zermelo.alphabeta, zermelo.strong, zermelo.maxn, zermelo.paranoid])
def test_searches_without_chance_name_the_one_with(agent):
    refused(lambda: agent(depth=2)(gamble(2).start()), "gamble(2) has chance", "expectiminimax")


# Scales


@pytest.mark.parametrize(
    "limits", [dict(depth=2), dict(nodes=100), dict(seconds=1.0), dict(deepening=True), dict(depth=2, pruning="star1")]
)
def test_evaluations_on_another_scale(limits):
    refused(lambda: expectiminimax(**limits)(Race().start()), "expectiminimax", "race", "bounded_evaluation = True", "`bounds`")


@pytest.mark.parametrize("pruning", ["none", "star2"])
def test_a_search_to_the_end_needs_no_evaluation(pruning):
    assert expectiminimax(pruning=pruning, backend=SPECIFICATION)(Race(2).start()).exact


def test_bounds_without_zero_need_an_evaluation():
    position = Twigs([{"heads": (0.5, 4), "tails": (0.5, 2)}], seats=1, bounds=(1, 10)).start()
    agent = expectiminimax(depth=1, pruning="star1")
    refused(lambda: agent(position), "twigs has no `evaluate`", "outside bounds = (1, 10)", "bounded_evaluation = True")
    assert expectiminimax(pruning="star1", backend=SPECIFICATION)(position).value == 3


# Options


@pytest.mark.parametrize(("options", "what"), [(dict(pruning="star2"), "pruning=star2"), (dict(table=True), "a table")])
def test_pruning_and_tables_are_for_one_number(options, what):
    agent = expectiminimax(**options)
    refused(lambda: agent(gamble(3).start()), f"expectiminimax: {what} needs", "zero sum", "gamble(3) has 3 players")
    refused(lambda: agent(Harvest().start()), "harvest says zero_sum = False")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: expectiminimax(pruning="star3"), "pruning='star3' must be one of none, star1, star2, star2.5"),
        (lambda: expectiminimax(pruning="shallow"), "pruning='shallow' must be one of none, star1"),
        (lambda: zermelo.maxn(pruning="star1"), "pruning='star1' must be one of none, immediate"),
        (lambda: expectiminimax(ordering="best"), "there is no ordering `best`"),
        (lambda: expectiminimax(table="yes"), "table='yes' must be True or False"),
        (lambda: expectiminimax(deepening=1), "deepening=1 must be True or False"),
        (lambda: zermelo.agent("expectiminimax(threads=2)"), "`expectiminimax` has no parameter `threads`"),
    ],
)
def test_options(make, message):
    refused(make, message)


def test_limits():
    refused(lambda: expectiminimax(depth=0), "depth=0", "at least 1", error=LimitError)
    refused(lambda: expectiminimax(memory="much"), "memory='much'", "64MB", error=LimitError)


def test_agents_can_be_written_as_text():
    for text in (
        "expectiminimax(depth=3)",
        "expectiminimax(seconds=1, ordering=all, table=True, pruning='star2')",
        "expectiminimax(depth=2, pruning='star2.5', memory=1MB)",
    ):
        agent = zermelo.agent(text)
        assert zermelo.agent(str(agent)) == agent
    assert zermelo.agent("expectiminimax(depth=2, pruning=star2.5)") == expectiminimax(depth=2, pruning="star2.5")


# Rules that break


class Loaded(Gamble):
    """Chance always has a say after the first move, and does not keep the rules."""

    def to_move(self, s):
        return -3 if s.ply == 1 else s.turn

    def over(self, s):
        return s.ply > 1


class Unfair(Loaded):
    def chances(self, s):
        yield 0, 0.5
        yield 1, 0.4


class Blank(Loaded):
    def chances(self, s):
        if s.seed > 1000:
            yield 0, 1.0


class Negative(Loaded):
    def chances(self, s):
        yield 0, 1.5
        yield 1, -0.5


class Shuffled(Loaded):
    def chances(self, s):
        yield 1, 0.5
        yield 0, 0.5


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (Unfair, "yields probabilities that add up to 0.9, not to 1"),
        (Blank, "yields nothing although chance is to move"),
        (Negative, "gives outcome 0 the probability 1.5; it must be above 0 and at most 1"),
        (Shuffled, "yields outcome 0 after 1; outcomes must be distinct and ascending from 0"),
    ],
)
@pytest.mark.parametrize("pruning", ["none", "star2"])
def test_chances_that_are_none(broken, message, pruning):
    game = broken(2)
    for backend in (SPECIFICATION, *(backends(game) if LONG or broken is Unfair else ("interpreted",))):
        agent = expectiminimax(depth=2, pruning=pruning, backend=backend)
        refused(lambda agent=agent: agent(game.start()), f"rule `chances` of {game}", message, error=RuleError)


def test_a_game_that_chance_never_ends():
    """Chance follows chance, and no depth is used up."""

    class Endless(Loaded):
        def to_move(self, s):
            return -3 if s.place else s.turn

        def chances(self, s):
            yield 0, 1.0

        def play(self, s, move):
            s.place = 1

        def over(self, s):
            return False

    with pytest.raises(LimitError, match="the game did not end within the plies that a search can look ahead"):
        expectiminimax(depth=2, backend="interpreted")(Endless(2).start())


# The command line


def test_the_command_line_takes_games_with_dice():
    outcome = run("best", str(ROOT / "examples" / "pig.py"), "--agent", "expectiminimax(depth=3, pruning=star2.5)", "--json")
    assert outcome.code == 0, outcome.err
    assert outcome.object["move"] == "roll"
