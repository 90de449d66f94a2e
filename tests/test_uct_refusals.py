"""What Monte-Carlo search refuses, each with one sentence that says what was wrong and what would do."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from crowds_for_tests import Crowd
from luck_for_tests import Corridor, Ring
from sampling import SPECIFICATION, game

import zermelo
from zermelo.engine.agent import SearchAgent
from zermelo.errors import AgentError, LimitError, PositionError, RuleError
from zermelo.game.constants import CHANCE
from zermelo.game.protocol import Game
from zermelo.game.record import i8
from zermelo.limit import Limit
from zermelo.search.montecarlo.move_averages import OFTEN
from zermelo.search.montecarlo.uct import FIRST_REPORT

BOTH = (zermelo.uct, zermelo.montecarlo)


def refusal(action, error=AgentError):
    with pytest.raises(error) as caught:
        action()
    text = str(caught.value)
    assert "\n" not in text
    return text


# Arguments


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (dict(exploration=-1), "exploration=-1 must be a number of at least 0"),
        (dict(exploration="much"), "exploration='much' must be a number of at least 0"),
        (dict(exploration=float("nan")), "exploration=nan must be a number of at least 0"),
        (dict(rave=True), "rave=True must be a number of at least 0"),
        (dict(rave=float("inf")), "rave=inf must be a number of at least 0"),
        (dict(history=-0.5), "history=-0.5 must be a number of at least 0"),
        (dict(implicit=1.5), "implicit=1.5 is a weight: give a number from 0 to 1"),
        (dict(implicit=-1), "implicit=-1 must be a number of at least 0"),
        (dict(grave=-1), "grave=-1 must be a whole number of at least 0"),
        (dict(grave=0.5), "grave=0.5 must be a whole number of at least 0"),
        (dict(cutoff=2.0), "cutoff=2.0 must be a whole number of at least 0"),
        (dict(cap=0), "cap=0 must be a whole number of at least 1"),
        (dict(seed=-1), "seed=-1 must be a whole number of at least 0"),
        (dict(seed="luck"), "seed='luck' must be a whole number of at least 0"),
        (dict(solver=1), "solver=1 must be True or False"),
        (dict(transpositions="yes"), "transpositions='yes' must be True or False"),
        (dict(final="wins"), "final='wins' is none of visits, value."),
        (dict(final="visit"), "final='visit' is none of visits, value. Did you mean `visits`?"),
        (dict(policy="greedy"), "policy='greedy' is none of random, mast."),
        (dict(threads=0), "threads=0 is no number of threads: give a whole number from 1 to 2"),
        (dict(threads=3), "threads=3 is more than this machine has cores; the most is 2"),
        (dict(threads=True), "threads=True is no number of threads: give a whole number from 1 to 2"),
    ],
)
def test_options_of_uct(options, message, monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert refusal(lambda: zermelo.uct(playouts=10, **options)).rstrip(".") == message.rstrip(".")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (dict(playouts=0), "playouts=0 is no limit: give a whole number of at least 1"),
        (dict(playouts=1.5), "playouts=1.5 is no limit: give a whole number of at least 1"),
        (dict(playouts=1 << 63), "playouts=9223372036854775808 is more than a search can count to: leave it out for no limit"),
        (dict(seconds=0), "seconds=0 is no limit: give a number above 0"),
        (dict(seconds=float("inf")), "seconds=inf is no limit: give a number above 0"),
        (dict(memory="much"), "memory='much' is no size: write it like 64MB or 1GB"),
        (dict(memory=0), "memory=0 is no size: write it like 64MB or 1GB"),
    ],
)
def test_limits_of_uct(options, message):
    assert refusal(lambda: zermelo.uct(**options), LimitError) == message


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (dict(games=0), "games=0 is no number of games: give a whole number of at least 1"),
        (dict(games=2.5), "games=2.5 is no number of games: give a whole number of at least 1"),
        (dict(games=True), "games=True is no number of games: give a whole number of at least 1"),
        (dict(cap=0), "cap=0 must be a whole number of at least 1"),
        (dict(cutoff=-1), "cutoff=-1 must be a whole number of at least 0"),
        (dict(policy="best"), "policy='best' is none of random, mast"),
    ],
)
def test_options_of_montecarlo(options, message):
    assert refusal(lambda: zermelo.montecarlo(**options)).startswith(message)


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
    assert part in refusal(lambda: zermelo.agent(text))


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
def test_depth_and_nodes_are_no_limits(agent):
    made = agent()
    for limit in (Limit(depth=3), Limit(nodes=3)):
        text = refusal(lambda limit=limit: SearchAgent(made.algorithm, limit, None, made.options)(game("connect4").start()))
        assert text.startswith(f"{made.algorithm} is limited by ")
        assert text.endswith("not by depth or nodes")


@pytest.mark.parametrize("agent", BOTH)
def test_finished_games(agent):
    over = game("tictactoe").start().play("b2 a1 c3 a3 a2 c2 b3 b1 c1")
    text = refusal(lambda: agent()(over), PositionError)
    assert text == refusal(lambda: zermelo.alphabeta()(over), PositionError)  # the same words, whoever is asked


@pytest.mark.parametrize("agent", BOTH)
def test_chance_at_the_root(agent):
    made, rolling = agent(), game("race").start().play("roll")
    expected = f"chance is to move; {made.algorithm} finds moves of players: play an outcome first"
    assert refusal(lambda: made(rolling), PositionError) == expected


@pytest.mark.parametrize("agent", BOTH)
def test_too_many_players(agent):
    limit = dict(games=2) if agent is zermelo.montecarlo else dict(playouts=20)
    for backend in ("interpreted", SPECIFICATION):
        assert len(agent(backend=backend, **limit)(Crowd(8).start()).values) == 8
    made = agent()
    assert refusal(lambda: made(Crowd(9).start())) == f"{made.algorithm} is for at most 8 players, and crowd(9) has 9"


@pytest.mark.parametrize("option", ["cutoff", "implicit"])
def test_what_asks_for_an_evaluation(option):
    text = refusal(lambda: zermelo.uct(playouts=5, **{option: 1})(Ring().start()))
    assert text == f"uct: {option} needs a rule `evaluate` that tells how promising a position looks; ring has none"
    assert "montecarlo: cutoff needs a rule `evaluate`" in refusal(lambda: zermelo.montecarlo(cutoff=2)(Ring().start()))


@pytest.mark.parametrize("text", ["race", "harvest", "thirds"])
def test_implicit_is_for_minimax_games(text):
    """Chance, no zero sum, three players."""
    told = refusal(lambda: zermelo.uct(playouts=5, implicit=0.5)(game(text).start()))
    assert told == f"uct: implicit backs evaluations up by minimax, which {text} is not for; leave it out"
    assert zermelo.uct(playouts=5, cutoff=2)(game(text).start()).playouts == 5


def test_grave_without_rave():
    text = refusal(lambda: zermelo.uct(playouts=5, grave=20)(game("connect4").start()))
    assert text == "uct: grave=20 says where rave takes its statistics; add rave, such as rave=1000"


def test_the_specification_has_one_thread(monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    text = refusal(lambda: zermelo.uct(playouts=5, threads=2, backend=SPECIFICATION)(game("connect4").start()))
    assert text == "the specification runs in one thread; leave threads out, or take another backend"


def test_flat_search_has_no_tree():
    assert refusal(lambda: zermelo.montecarlo()(game("connect4").start(), tree=10)) == "montecarlo grows no tree; uct does"


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
    """In a random game or in the tree, whoever comes there first; in the same words wherever the rules run."""
    position = CROOKED.position(f"fault: {fault}")
    found = set()
    for make in (lambda **backend: zermelo.uct(playouts=50, **backend), lambda **backend: zermelo.montecarlo(games=5, **backend)):
        for backend in ("compiled", "interpreted", SPECIFICATION):
            found.add(refusal(lambda make=make, backend=backend: make(backend=backend)(position), RuleError))
    (text,) = found
    assert text.startswith("rule `chances` of crooked")
    assert part in text


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
    text = refusal(lambda: agent(Moody().start()), RuleError)
    assert text.startswith("rule `chances` of moody")
    assert "make it depend on the state alone" in text


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


# The page


def test_options_are_described():
    page = (Path(__file__).parent.parent / "docs" / "monte-carlo.md").read_text(encoding="utf-8")
    rows = [row.strip("| ").split(" | ") for row in page.partition("| option |")[2].partition("\n\n")[0].splitlines()[2:]]
    for agent in BOTH:
        told = [options.strip("`") for options, whose, *_ in rows if f"`{agent.__name__}`" in whose or whose == "both"]
        assert sorted(told) == sorted(inspect.signature(agent).parameters)
    usual = {name: parameter.default for name, parameter in inspect.signature(zermelo.uct).parameters.items()}
    assert (usual["exploration"], usual["cap"], usual["memory"], usual["seed"]) == (0.5, 5000, "64MB", 1)
    assert inspect.signature(zermelo.montecarlo).parameters["games"].default == 50
    assert (OFTEN, FIRST_REPORT) == (0.8, 1024)
