"""What the searches for many players refuse, each with one sentence that says why, and what to do instead."""

from __future__ import annotations

import pytest
from long_runs import LONG
from multiplayer_for_tests import Boughs, Crowd
from sampling import SPECIFICATION, game, refused

import zermelo
from zermelo.engine.algorithms import bestreply, bestreplyplus, maxn, paranoid
from zermelo.errors import GameError, PositionError, RuleError
from zermelo.game.constants import DRAW, ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import i8, i16

EVERY = (maxn, paranoid, bestreply, bestreplyplus)


class Own(Crowd):
    """Decides by itself whose turn it is."""

    def to_move(self, s):
        return s.turn


class Unbounded(Crowd):
    bounded_evaluation = False


class Far(Game):
    """Moves with large numbers, some only after a round, and seats with large numbers; the two next to ours are against us."""

    def __init__(self, number=1, later=False, seats=3):
        self.number, self.later, self.seats = number, later, seats
        self.players = tuple(f"p{seat}" for seat in range(seats))
        self.teams = (1, *(0,) * (seats - 2), 1)

    def state(self):
        return dict(ply=i8, turn=i16(self.seats - 2))

    def moves(self, s):
        if self.later:
            yield 0
        if not self.later or s.ply == 2:
            yield self.number

    def play(self, s, move):
        s.ply += 1
        s.turn = (s.turn + 1) % self.seats

    def winner(self, s):
        return DRAW if s.ply == 3 else ONGOING


# Games that do not fit


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (Boughs([(0, 0, 0)]), "boughs([(0, 0, 0)]) does not allow"),
        (Own(), "own does not allow"),
        (Crowd(1), "crowd(1) is for one player"),
    ],
)
def test_best_reply_needs_moves_out_of_turn(wrong, why):
    refused(lambda: bestreply(depth=2)(wrong.start()), "bestreply", "out of turn", why, "paranoid")
    assert bestreplyplus(depth=2, backend=SPECIFICATION)(wrong.start()).nodes > 1


@pytest.mark.parametrize("agent", EVERY)
def test_chance(agent):
    refused(lambda: agent(depth=2)(game("race").start()), agent.__name__, "race has chance", "expectiminimax")


@pytest.mark.parametrize("agent", EVERY)
def test_finished_games(agent):
    over = Crowd(3).seeded(0)
    while not over.over:
        over = over.advance(over.choices[0])
    refused(lambda: agent(depth=2)(over), "the game is over", error=PositionError)


def test_two_player_searches_still_refuse_many():
    refused(lambda: zermelo.alphabeta(depth=2)(Crowd(3).start()), "alphabeta", "at most two players", "crowd")
    for agent in EVERY:
        assert agent(depth=1, backend=SPECIFICATION)(Crowd(3).start()).nodes > 1


# Pruning


def test_pruning_needs_bounds():
    agent = maxn(depth=2, pruning="shallow")
    refused(lambda: agent(Unbounded(3).start()), "maxn: pruning=shallow needs", "unbounded(3)", "bounded_evaluation = True")
    assert maxn(depth=2, backend=SPECIFICATION)(Unbounded(3).start()).values is not None


def test_pruning_needs_a_constant_sum():
    for wrong in (Boughs([[(1, 2, 3)], [(3, 2, 2)]]), Crowd(1)):
        agent = maxn(depth=2, pruning="last_branch")
        refused(lambda wrong=wrong, agent=agent: agent(wrong.start()), "maxn: pruning=last_branch needs", str(wrong))


@pytest.mark.parametrize("ties", ["paranoid", "average"])
def test_pruning_needs_ties_to_the_first(ties):
    agent = maxn(depth=2, pruning="speculative", ties=ties)
    refused(lambda: agent(Crowd(3).start()), "maxn: pruning=speculative", "first move", "leave ties out")


# Options


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: maxn(pruning="deep"), "pruning='deep' must be one of none, immediate, shallow, last_branch, speculative"),
        (lambda: maxn(pruning="shalow"), "Did you mean `shallow`"),
        (lambda: maxn(ties="last"), "ties='last' must be one of first, paranoid, average"),
        (lambda: maxn(ordering=3), 'ordering=3 must be "all", "none" or names such as "killers+history"'),
        (
            lambda: maxn(ordering="best"),
            "there is no ordering `best`; there are pv, exchange, order, killers, replies, history, ads",
        ),
        (lambda: maxn(ads="count"), "there is no rule `count`; there are move_to_front"),
        (lambda: bestreply(threat="frequency"), "there is no rule `frequency`; there are move_to_front"),
        (lambda: bestreply(threat="move_ahead_0"), "there is no rule `move_ahead_0`"),
        (lambda: paranoid(table="yes"), "table='yes' must be True or False"),
        (lambda: bestreplyplus(pvs=1), "pvs=1 must be True or False"),
        (lambda: zermelo.agent("maxn(pruning=deep)"), "pruning='deep' must be one of none"),
        (lambda: zermelo.agent("bestreply(threats=move_to_front)"), "threat"),
    ],
)
def test_options(make, message):
    refused(make, message)


@pytest.mark.parametrize("agent", [paranoid, bestreply, bestreplyplus])
def test_quiescence_needs_noise(agent):
    refused(lambda: agent(depth=2, quiescence=True)(zermelo.find("chinesecheckers(3)").start()), "quiescence needs", "`noisy`")


def test_agents_can_be_written_as_text():
    for text in (
        "maxn(depth=3, pruning='speculative')",
        "bestreply(nodes=100, threat='move_ahead_2')",
        "paranoid(depth=2, table=True)",
        "bestreplyplus(depth=2, ordering='ads')",
    ):
        agent = zermelo.agent(text)
        assert zermelo.agent(str(agent)) == agent


# Too many


def test_max_n_is_for_eight_at_most():
    assert (
        maxn(depth=2, backend="interpreted")(Crowd(8).start()).values
        == maxn(depth=2, backend=SPECIFICATION)(Crowd(8).start()).values
    )
    refused(lambda: maxn(depth=2)(Crowd(9).start()), "maxn", "at most 8 players", "crowd(9) has 9", "paranoid")


def test_best_reply_is_for_eight_opponents_at_most():
    crowd = Crowd(9)
    found = [
        bestreply(depth=3, threat="move_to_front", backend=backend)(crowd.start()) for backend in (SPECIFICATION, "interpreted")
    ]
    assert len({(report.value, report.nodes, report.line) for report in found}) == 1
    ten = Crowd(9)
    ten.players = (*ten.players, "j")
    refused(lambda: bestreply(depth=2)(ten.start()), "bestreply", "at most 8 opponents", "crowd(9) has 9", "paranoid")


@pytest.mark.parametrize("agent", [bestreply, bestreplyplus])
def test_moves_with_large_numbers(agent):
    most = (1 << 24) - 2
    assert agent(backend=SPECIFICATION)(Far(most).start()).exact
    for backend in (SPECIFICATION, "interpreted", *(("compiled",) if LONG else ())):
        assert agent(backend=backend)(Far(most, later=True).start()).exact
        for number, later in ((most + 1, False), (most + 1, True), (2 * most, True)):
            far, made = Far(number, later=later), agent(backend=backend)
            refused(lambda far=far, made=made: made(far.start()), f"below {most + 1}", f"{far} has {number}", "paranoid")
    assert paranoid()(Far(2 * most, later=True).start()).exact


@pytest.mark.parametrize("agent", [bestreply, bestreplyplus])
def test_seats_have_seven_bits(agent):
    found = [agent(backend=backend)(Far(seats=128).start()) for backend in (SPECIFICATION, "interpreted", "compiled")]
    assert len({(report.value, report.nodes, report.line) for report in found}) == 1
    assert any(move.startswith("p127:") for move in found[0].line)
    refused(lambda: agent()(Far(seats=129).start()), "at most 128 players", "far(seats=129) has 129", "paranoid")


def test_best_reply_needs_an_opponent():
    alone = Crowd(3, teams=(0, 0, 0))
    refused(lambda: bestreply(depth=2)(alone.start()), "bestreply needs an opponent", str(alone), "one team", "paranoid")


@pytest.mark.parametrize("teams", [(0, 1), (0, 1, 0, 1), ("red", "blue", "red"), [0, 1, 0]])
def test_teams_name_every_player(teams):
    with pytest.raises(GameError, match=r"Crowd.teams must (have a number for each of the 3 players|be a tuple)"):
        Crowd(3, teams=teams).start()


def test_rules_that_break_are_told_as_ever():
    class Broken(Crowd):
        def evaluate(self, s, player):
            return s.nothing

    for agent in EVERY:
        made = agent(depth=1, backend="interpreted")
        refused(lambda made=made: made(Broken(3).start()), "rule `evaluate` of broken", error=RuleError)
