"""What Monte-Carlo search refuses, each with one sentence that says what was wrong, and what to do instead."""

from __future__ import annotations

import pytest
from montecarlo_for_tests import Corridor, Ring
from multiplayer_for_tests import Crowd
from sampling import SPECIFICATION, game, refused

import zermelo
from zermelo.engine.agent import SearchAgent
from zermelo.errors import LimitError, PositionError, RuleError
from zermelo.game.constants import CHANCE
from zermelo.game.protocol import Game
from zermelo.game.record import i8
from zermelo.limit import Limit

BOTH = (zermelo.uct, zermelo.montecarlo)


# Arguments


@pytest.mark.parametrize(
    ("make", "options", "wanted"),
    [
        (zermelo.uct, dict(exploration=-1), "at least 0"),
        (zermelo.uct, dict(exploration="much"), "number of at least 0"),
        (zermelo.uct, dict(exploration=float("nan")), "at least 0"),
        (zermelo.uct, dict(rave=True), "number of at least 0"),
        (zermelo.uct, dict(rave=float("inf")), "at least 0"),
        (zermelo.uct, dict(history=-0.5), "at least 0"),
        (zermelo.uct, dict(implicit=1.5), "from 0 to 1"),
        (zermelo.uct, dict(implicit=-1), "at least 0"),
        (zermelo.uct, dict(grave=0.5), "whole number of at least 0"),
        (zermelo.uct, dict(cutoff=2.0), "whole number of at least 0"),
        (zermelo.uct, dict(cap=0), "whole number of at least 1"),
        (zermelo.uct, dict(seed=-1), "whole number of at least 0"),
        (zermelo.uct, dict(seed="luck"), "whole number"),
        (zermelo.uct, dict(solver=1), "True or False"),
        (zermelo.uct, dict(final="wins"), "visits, value"),
        (zermelo.uct, dict(final="visit"), "Did you mean `visits`?"),
        (zermelo.uct, dict(policy="greedy"), "random, mast"),
        (zermelo.uct, dict(threads=0), "from 1 to 2"),
        (zermelo.uct, dict(threads=3), "use at most 2"),
        (zermelo.uct, dict(threads=True), "from 1 to 2"),
        (zermelo.montecarlo, dict(games=0), "whole number of at least 1"),
        (zermelo.montecarlo, dict(games=2.5), "whole number of at least 1"),
        (zermelo.montecarlo, dict(games=True), "whole number of at least 1"),
        (zermelo.montecarlo, dict(policy="best"), "random, mast"),
    ],
)
def test_options(make, options, wanted, monkeypatch):
    """A refusal names the parameter, the value and what would be right."""
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    ((name, value),) = options.items()
    refused(lambda: make(seconds=1, **options), f"{name}={value!r}", wanted)


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        (dict(playouts=0), "whole number of at least 1"),
        (dict(playouts=1.5), "whole number of at least 1"),
        (dict(playouts=1 << 63), "leave it out"),
        (dict(seconds=0), "above 0"),
        (dict(seconds=float("inf")), "above 0"),
        (dict(memory="much"), "64MB"),
        (dict(memory=0), "64MB"),
    ],
)
def test_limits_of_uct(options, wanted):
    ((name, value),) = options.items()
    refused(lambda: zermelo.uct(**options), f"{name}={value!r}", wanted, error=LimitError)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("uct(depth=3)", "`uct` has no parameter `depth`"),
        ("uct(playout=3)", "Did you mean `playouts`?"),
        ("montecarlo(playouts=3)", "`montecarlo` has no parameter `playouts`"),
        ("uct(10, 2, memory=1KB, seconds=3)", "`uct` was called wrongly"),
    ],
)
def test_written_as_text(text, part):
    refused(lambda: zermelo.agent(text), part)


@pytest.mark.parametrize(
    "agent",
    [
        zermelo.uct(),
        zermelo.uct(playouts=100, memory="1MB", exploration=0.3, final="value", solver=False, transpositions=True),
        zermelo.uct(seconds=2, rave=100, grave=10, history=1, policy="mast", cutoff=5, implicit=0.2, cap=100, seed=9),
        zermelo.montecarlo(),
        zermelo.montecarlo(games=100, seconds=1, policy="mast", cutoff=3, cap=9, seed=4),
    ],
    ids=str,
)
def test_agents_are_written_as_they_are_read(agent):
    assert zermelo.agent(str(agent)) == agent


# Games and positions


@pytest.mark.parametrize("agent", BOTH)
def test_depth_and_nodes_are_refused_as_limits(agent):
    made = agent()
    for limit in (Limit(depth=3), Limit(nodes=3)):
        searched = SearchAgent(made.algorithm, limit, None, made.options)
        refused(lambda searched=searched: searched(game("connect4").start()), made.algorithm, "not by depth or nodes")


@pytest.mark.parametrize("agent", BOTH)
def test_finished_games(agent):
    over = game("tictactoe").start().play("b2 a1 c3 a3 a2 c2 b3 b1 c1")
    text = refused(lambda: agent()(over), error=PositionError)
    assert text == refused(lambda: zermelo.alphabeta()(over), error=PositionError)  # the same words for every algorithm


@pytest.mark.parametrize("agent", BOTH)
def test_chance_at_the_root(agent):
    rolling = game("race").start().play("roll")
    refused(lambda: agent()(rolling), "chance is to move", "race", "play an outcome first", error=PositionError)


@pytest.mark.parametrize("agent", BOTH)
def test_too_many_players(agent):
    limit = dict(games=2) if agent is zermelo.montecarlo else dict(playouts=20)
    for backend in ("interpreted", SPECIFICATION):
        assert len(agent(backend=backend, **limit)(Crowd(8).start()).values) == 8
    made = agent()
    refused(lambda: made(Crowd(9).start()), made.algorithm, "at most 8 players", "crowd(9) has 9")


@pytest.mark.parametrize("option", ["cutoff", "implicit"])
def test_what_asks_for_an_evaluation(option):
    refused(lambda: zermelo.uct(playouts=5, **{option: 1})(Ring().start()), f"uct: {option} needs", "`evaluate`", "ring has none")
    refused(lambda: zermelo.montecarlo(cutoff=2)(Ring().start()), "montecarlo: cutoff needs", "`evaluate`")


@pytest.mark.parametrize("text", ["race", "harvest", "thirds"])
def test_implicit_is_for_minimax_games(text):
    """Chance, no zero sum, three players."""
    refused(lambda: zermelo.uct(playouts=5, implicit=0.5)(game(text).start()), "uct: implicit needs", "zero-sum", text)
    assert zermelo.uct(playouts=5, cutoff=2)(game(text).start()).playouts == 5


def test_grave_without_rave():
    refused(lambda: zermelo.uct(playouts=5, grave=20)(game("connect4").start()), "uct: grave=20", "add rave")


def test_the_specification_has_one_thread(monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    agent = zermelo.uct(playouts=5, threads=2, backend=SPECIFICATION)
    refused(lambda: agent(game("connect4").start()), "one thread", "leave threads out")


def test_flat_search_has_no_tree():
    refused(lambda: zermelo.montecarlo()(game("connect4").start(), tree=10), "montecarlo", "tree", "uct")


# Rules that break


class Crooked(Game):
    """Two moves, then a die that is not as it should be, in the way that the field says."""

    max_moves = 6

    def state(self):
        return dict(fault=i8, ply=i8, turn=i8)

    def to_move(self, s):
        return CHANCE if s.ply == 2 else s.turn

    def moves(self, s):
        yield 0
        yield 1

    def chances(self, s):
        if s.fault == 0:
            yield 1, 0.5
            yield 2, 0.4
        if s.fault == 2:
            yield 1, 1.5
            yield 2, -0.5
        if s.fault == 3:
            yield 2, 0.5
            yield 1, 0.5
        if s.fault == 4:
            yield 1, 1 / (s.ply - 2)

    def play(self, s, move):
        s.ply += 1
        s.turn = 1 - s.turn

    def over(self, s):
        return s.ply == 4

    def utility(self, s, player):
        return 0


DICE = [
    "add up to 0.9, not to 1",
    "yields nothing although chance is to move",
    "probability 1.5",
    "ascending",
    "ZeroDivisionError",
]


@pytest.mark.parametrize(("fault", "part"), list(enumerate(DICE)), ids=DICE)
def test_dice_that_are_not_right(fault, part):
    """In a random game or in the tree, depending on which comes first; with the same message on every backend."""
    position = CROOKED.position(f"fault: {fault}")
    found = set()
    for make in (lambda **backend: zermelo.uct(playouts=50, **backend), lambda **backend: zermelo.montecarlo(games=5, **backend)):
        for backend in ("compiled", "interpreted", SPECIFICATION):
            found.add(refused(lambda make=make, backend=backend: make(backend=backend)(position), part, error=RuleError))
    (text,) = found
    assert text.startswith("rule `chances` of crooked")


CROOKED = Crooked()


class Moody(Crooked):
    """A die with other sides every time that it is asked, which its state does not tell."""

    asked = 0

    def chances(self, s):
        Moody.asked += 1
        yield 2 * Moody.asked, 0.5
        yield 2 * Moody.asked + 1, 0.5


@pytest.mark.parametrize("backend", ["interpreted", SPECIFICATION])
@pytest.mark.parametrize("solver", [False, True])
def test_chances_that_change(backend, solver):
    agent = zermelo.uct(playouts=200, solver=solver, backend=backend)
    with pytest.raises(RuleError, match=r"rule `chances` of moody.*make it depend on the state alone"):
        agent(Moody().start())


class Brittle(Corridor):
    """A corridor in which one rule breaks at one place."""

    def __init__(self, rule, ply):
        super().__init__(length=9)
        self.rule, self.ply = rule, ply

    def snap(self, s, rule):
        return 1 // 0 if self.rule == rule and s.ply == self.ply else 0

    def moves(self, s):
        yield self.snap(s, "moves")

    def play(self, s, move):
        self.snap(s, "play")
        super().play(s, move)

    def winner(self, s):
        return super().winner(s) + self.snap(s, "winner")

    def evaluate(self, s, player):
        return super().evaluate(s, player) + self.snap(s, "evaluate")


@pytest.mark.parametrize("backend", ["interpreted", SPECIFICATION])
@pytest.mark.parametrize("rule", ["moves", "play", "winner", "evaluate"])
@pytest.mark.parametrize("ply", [1, 5])
def test_the_right_rule_is_blamed_in_the_right_place(ply, rule, backend):
    """In the tree, after one move; deep in a random game, after five."""
    brittle = Brittle(rule, ply)
    options = dict(cutoff=ply - 1) if rule == "evaluate" and ply > 1 else dict(implicit=0.5) if rule == "evaluate" else {}
    with pytest.raises(RuleError, match=rf"rule `{rule}` of brittle.* raised ZeroDivisionError") as caught:
        zermelo.uct(playouts=20, solver=False, backend=backend, **options)(brittle.start())
    assert (caught.value.rule, brittle.layout.unpack(caught.value.state).ply) == (rule, ply)
