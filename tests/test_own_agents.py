"""Agents of users' own: functions, objects and classes everywhere an agent is accepted; and every wrong answer is one sentence."""

from __future__ import annotations

import io
import pickle
import random as standard
import re
import signal
import subprocess
import sys
import threading
import warnings
from functools import partial

import numpy as np
import pytest
from games_for_tests import Boxes
from sampling import refused, samples

import zermelo
from zermelo import AgentError, AgentWarning, Limit, Position, RuleError, find
from zermelo.agents import own
from zermelo.agents.own import OwnAgent
from zermelo.agents.printed import caught
from zermelo.agents.registry import agent
from zermelo.arena.experiments import think
from zermelo.arena.placement import Placement
from zermelo.engine.agent import fresh
from zermelo.play.seats import Seat
from zermelo.play.session import Session
from zermelo.search.cancel import CancelScope

TICTACTOE = find("tictactoe")
MIDDLE = TICTACTOE.start().play("b2")
SENTENCE = re.compile(r"^[^\n]+$")


def last(position):
    """An agent: the last legal move."""
    return position.moves[-1]


class Counter:
    """An agent with a state: it counts how often it was asked."""

    made = 0

    def __init__(self, start=0):
        Counter.made += 1
        self.asked = start

    def __call__(self, position):
        self.asked += 1
        return position.choices[self.asked % len(position.choices)]


# What is an agent


@pytest.mark.parametrize(
    "answer",
    [
        "c3",
        " C3 ",
        8,
        np.int64(8),
        lambda position: position.children[-1],
        lambda position: position.play("c3"),
        lambda position: zermelo.random()(position.play("c3").parent).__class__ and zermelo.alphabeta(depth=1)(position),
    ],
    ids=["name", "name with blanks", "number", "numpy number", "child", "played", "report"],
)
def test_a_move_may_be_a_name_a_number_a_position_or_a_report(answer):
    report = agent(answer if callable(answer) else lambda position: answer)(MIDDLE)
    assert report.move == "c3" or report.value is not None
    assert (report.game, report.player, report.agent) == ("tictactoe", "o", "lambda")
    assert report.move in MIDDLE.moves


def test_functions_objects_methods_partials_and_classes_are_agents():
    counter = Counter()
    for what, name in (
        (last, "last"),
        (partial(last), "last"),
        (counter, "Counter"),
        (counter.__call__, "__call__"),
        (Counter, "Counter"),
        (lambda position: 8, "lambda"),
    ):
        made = agent(what)
        assert str(made) == name
        assert " at 0x" not in repr(made)
        assert made(MIDDLE).move in MIDDLE.moves
    assert agent(agent(last)) is not None
    assert agent(zermelo.strong(depth=2)) == zermelo.strong(depth=2)


@pytest.mark.parametrize(
    "what",
    [3, None, [], zermelo.alphabeta, zermelo.level, zermelo.Nim, zermelo.Nim(), int, Limit],
    ids=["number", "none", "list", "alphabeta", "level", "class of a game", "game", "int", "limit"],
)
def test_what_is_not_an_agent(what):
    refused(lambda: agent(what))
    refused(lambda: zermelo.match("nim", what, "random"))


def test_own_agents_are_accepted_everywhere(monkeypatch, capsys):
    assert zermelo.best("tictactoe", last, moves="b2").move == "c3"
    result = zermelo.match("tictactoe", last, Counter, games=4)
    assert result.agents == ("last", "Counter")
    assert len(result.records) == 4
    assert think(last, MIDDLE).move == "c3"
    assert Placement(TICTACTOE, last, highest=2, games=2).play().agent == "last"
    session = Session(TICTACTOE.start(), [Seat.of(last), Seat.of("random")])
    session.answer(session.position, session.thinker(session.position))
    assert session.transcript().moves == ("c3",)
    assert session.transcript().seats == ("last", "random(seed=1)")
    monkeypatch.setattr(sys, "stdin", io.StringIO("a1\nquit\n"))
    assert zermelo.play("tictactoe", last, "x", plain=True).moves == ("a1", "c3")
    capsys.readouterr()
    refused(lambda: zermelo.tree("tictactoe", last), "last shows no tree", "alphabeta(depth=3)")


# An oracle: a short minimax of one's own finds what ours finds


def minimax(position, depth, player):
    """The value of a position by its children alone."""
    if position.over or depth == 0:
        return position.evaluate(player)
    values = [minimax(child, depth - 1, player) for child in position.children]
    return max(values) if position.player == player else min(values)


def own_minimax(position, depth=2):
    return max(position.children, key=lambda child: minimax(child, depth - 1, position.player))


@pytest.mark.parametrize("game", ["tictactoe", "connect(4,4,3)", "isolation(4,4)", "othello(size=4)", "breakthrough(4,4)", "nim"])
def test_a_minimax_of_ones_own_agrees_with_ours(game):
    for position in samples(find(game), 12):
        ours = zermelo.minimax(depth=2, backend="python")(position)
        mine = agent(own_minimax)(position)
        chosen = position.play(mine.move)
        if ours.plies is None:
            assert minimax(chosen, 1, position.player) == ours.value
            assert mine.move == ours.move
        else:  # ours also looks for the shortest win or the longest resistance
            assert minimax(chosen, 1, position.player) == ours.value * 1e9


def test_the_raw_rules_are_the_rules():
    for name in ("tictactoe", "connect4", "einstein", "rolit", "pig", "backgammon"):
        game = find(name)
        rules, raw = game.rules, game.rules.raw
        for position in samples(game, 10):
            for each in (position, *position.children):
                s = each.state
                assert raw.values(s) == rules.utilities(s)
                if not each.over:
                    assert raw.to_move(s) == rules.to_move(s)
                    assert raw.evaluate(s, 0) == rules.evaluate(s, 0)
                    assert [raw.after(s, move) for move in each.choices] == [child.state for child in each.children]
                    if each.player >= 0:
                        assert list(raw.moves(s)) == list(each.choices)
                    else:
                        assert tuple(raw.chances(s)) == each.chances
            assert position.state == s if position.over else True


# State, seats and games


def test_a_class_makes_an_object_for_each_game_and_seat():
    Counter.made = 0
    zermelo.match("tictactoe", Counter, Counter, games=4, opening=0)
    assert Counter.made >= 8


def test_an_object_is_copied_for_each_game_and_seat():
    counter = Counter()
    result = zermelo.match("connect4", counter, counter, games=2, opening=2)
    assert counter.asked == 0
    again = zermelo.match("connect4", Counter, Counter, games=2, opening=2)
    assert [game.moves for game in result.records] == [game.moves for game in again.records]


def test_an_agent_may_say_what_it_is_in_a_new_game():
    class Shared(Counter):
        def fresh(self, seed):
            seeds.append(seed)
            return self

    seeds, shared = [], Shared()
    zermelo.match("tictactoe", shared, "random", games=4)
    assert shared.asked > 4
    assert len(set(seeds)) == 4


def test_an_object_that_cannot_be_copied_is_told_what_to_do():
    class Locked(Counter):
        def __init__(self):
            super().__init__()
            self.lock = threading.Lock()

    refused(lambda: zermelo.match("nim", Locked(), "random"), "Locked cannot be copied for a new game", "fresh(seed)")
    assert len(zermelo.match("nim", Locked, "random", games=2).records) == 2


def test_seeds_differ_in_every_game_and_position_and_repeat_with_the_match():
    heard = []

    def seeded(position, seed):
        heard.append(seed)
        return standard.Random(seed).choice(position.children)

    games = [zermelo.match("connect4", seeded, "random", games=4) for _ in range(2)]
    half = len(heard) // 2
    assert heard[:half] == heard[half:]
    assert len(set(heard[:half])) == half
    assert games[0].records[0].moves == games[1].records[0].moves


# Limits


def test_limits_are_passed_to_what_asks_for_them():
    heard = []

    def limited(position, limit):
        heard.append(limit)
        return 1

    def timed(position, seconds, depth=7):
        heard.append((seconds, depth))
        return 1

    class Deep(Counter):
        def __init__(self, depth=1):
            super().__init__()
            self.depth = depth

        def __call__(self, position):
            heard.append(self.depth)
            return 1

    zermelo.best("nim", limited)
    zermelo.best("nim", limited, seconds=3, depth=4)
    zermelo.best("nim", timed)
    zermelo.best("nim", timed, seconds=2.5, depth=3)
    zermelo.best("nim", Deep, depth=5)
    assert heard == [Limit(seconds=1.0), Limit(depth=4, seconds=3), (1.0, 7), (2.5, 3), 5]
    refused(lambda: zermelo.best("nim", last, depth=3), "last takes no `depth`")
    refused(lambda: zermelo.best("nim", timed, nodes=3), "timed takes no `nodes`")
    refused(lambda: zermelo.best("nim", limited, depth=-1), "depth=-1", error=zermelo.LimitError)


def test_an_agent_on_a_clock_is_told_how_long_it_may_think():
    heard = []

    class Timed:
        def __init__(self):
            self.moves = 0

        def __call__(self, position, seconds=None):
            self.moves += 1
            heard.append((self.moves, seconds))
            return position.choices[0]

    from zermelo.play.clock import TimeControl

    session = Session(TICTACTOE.start(), [Seat.of(Timed), Seat.of("random")], TimeControl(100.0), now=lambda: 0.0)
    for _ in range(4):
        session.answer(session.position, session.thinker(session.position))
    assert [number for number, _ in heard] == [1, 2]
    assert heard[0][1] == 5.0
    assert heard[1][1] <= 5.0


def test_what_cannot_be_called_with_a_position_alone_is_refused_at_once():
    def needs(position, table):
        return 0

    refused(lambda: zermelo.best("nim", needs), "needs needs `table` besides the position", "default")
    refused(lambda: zermelo.match("nim", needs, "random"), "`table`")


def test_an_agent_that_yields_is_asked_as_long_as_it_has_time():
    def better(position):
        yield from position.moves

    def endless(position):
        while True:
            yield position.moves[0]

    def stuck(position):
        yield position.moves[1]
        while True:
            pass

    assert [report.move for report in agent(better).reports(MIDDLE)] == list(MIDDLE.moves)
    assert agent(better)(MIDDLE).move == "c3"
    assert own.own(endless).__class__(endless, "endless", limit=Limit(seconds=0.05))(MIDDLE).move == "a1"
    assert OwnAgent(stuck, "stuck", limit=Limit(seconds=0.05))(MIDDLE).move == "b1"
    refused(lambda: agent(lambda position: iter(()))(MIDDLE), "lambda yielded nothing in tictactoe after b2")


def test_a_class_that_reports_is_an_agent_too():
    class Reports:
        def __init__(self, depth=1):
            self.depth = depth

        def reports(self, position, tree=0):
            yield from zermelo.alphabeta(depth=self.depth, deepening=True).reports(position, tree)

    class Lost:
        def reports(self, position, tree=0):
            yield zermelo.random()(find("nim").start())

    assert len(list(agent(Reports(3)).reports(MIDDLE))) == 3
    assert zermelo.best("tictactoe", Reports).agent == "Reports"
    assert zermelo.best("tictactoe", Reports, depth=2).depth == 2
    assert zermelo.tree("tictactoe", Reports(2)).root.children
    refused(lambda: agent(Lost)(MIDDLE), "Lost answered a Report of another position (nim, x to move")


def test_an_agent_may_refuse_a_game_before_it_begins():
    class Picky(Counter):
        def check(self, position):
            if position.rules.players > 2:
                raise AgentError("Picky plays with two")
            return position.nonsense

    refused(lambda: zermelo.best("rolit", Picky), "Picky plays with two")
    refused(lambda: zermelo.best("nim", Picky), "Picky raised AttributeError", "at the start of nim")


# Wrong answers: one sentence that names the agent, the position, and what is expected


def raises(position):
    return 1 // 0


def exits(position):
    sys.exit(3)


def recurses(position):
    return recurses(position)


def loses_its_way(position):
    return position.play("z9")


WRONG = {
    "nothing": (lambda position: None, "answered None in tictactoe after b2, but an agent returns a move: its name"),
    "a float": (lambda position: 1.5, "answered 1.5 in tictactoe after b2, but an agent returns a move"),
    "a truth": (lambda position: True, "answered True in tictactoe after b2, but"),
    "a list": (lambda position: ["a1"], "answered ['a1'] in tictactoe after b2, but"),
    "bytes": (lambda position: b"a1", "answered b'a1' in tictactoe after b2, but"),
    "a long text": (lambda position: "x" * 10_000, "which is not a legal move there; legal are: a1 b1"),
    "lines": (lambda position: "a\nb", "which is not a legal move there"),
    "an illegal name": (
        lambda position: "b2",
        "answered `b2` in tictactoe after b2, which is not a legal move there; legal are: a1 b1 c1",
    ),
    "an illegal number": (
        lambda position: 4,
        "answered the number 4 in tictactoe after b2, which is not a legal move there; legal are: 0 1",
    ),
    "another position": (lambda position: position, "answered a position in tictactoe after b2 that is not one of its children"),
    "a later position": (lambda position: position.play("a1 c3"), "that is not one of its children"),
    "an exception": (raises, "raised ZeroDivisionError: integer division or modulo by zero (test_own_agents.py, line "),
    "an exit": (exits, "raised SystemExit: 3 (test_own_agents.py, line "),
    "a deep recursion": (recurses, "raised RecursionError: maximum recursion depth exceeded"),
    "a mistake with the library": (loses_its_way, "raised MoveError: `z9` is not a legal move here"),
    "a report of another game": (
        lambda position: zermelo.random()(find("nim").start()),
        "answered a Report of another position (nim, x to move",
    ),
    "a report of the parent": (
        lambda position: zermelo.random()(position.parent),
        "answered a Report of another position (tictactoe, x to move",
    ),
    "a report of a later position": (
        lambda position: zermelo.alphabeta(depth=3)(position.play("a1 a2")),
        "answered a Report of another position (tictactoe, o to move, line",
    ),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_answer_is_one_sentence(kind):
    function, words = WRONG[kind]
    text = refused(lambda: agent(function)(MIDDLE), words)
    assert text.startswith(f"{own.name_of(function)} ")
    assert "tictactoe" in text
    assert len(text) < 400


def test_an_endless_loop_is_ended():
    class Loops:
        patience = 0.3

        def __call__(self, position):
            while True:
                pass

    refused(lambda: agent(Loops)(MIDDLE), "Loops did not answer within 0.3 s in tictactoe after b2", "patience")


def test_an_endless_search_within_an_agent_is_ended():
    class Searches:
        patience = 0.3

        def __call__(self, position):
            return zermelo.alphabeta()(find("connect4").start())

    refused(lambda: agent(Searches)(MIDDLE), "Searches")


def test_an_error_of_the_rules_stays_one():
    class Broken(zermelo.TicTacToe):
        def moves(self, s):
            raise ValueError("no")

    with pytest.raises(RuleError, match="rule `moves`"):
        agent(lambda position: position.moves[0])(Position(Broken(), Broken().fresh()))


def test_positions_in_which_no_player_chooses_are_refused():
    refused(lambda: agent(last)(TICTACTOE.start().play("a1 b1 a2 b2 a3")), "the game is over", error=zermelo.PositionError)
    refused(lambda: agent(last)(find("einstein").start()), "chance is to move", error=zermelo.PositionError)


def test_a_position_without_history_is_named_by_its_board():
    text = refused(lambda: agent(lambda position: None)(TICTACTOE.position("x . . / . o . / . . .")), "in tictactoe at")
    assert "x . ." in text
    refused(lambda: agent(lambda position: None)(TICTACTOE.start()), "at the start of tictactoe")


# Printing


def test_what_an_agent_prints_is_told_once(capsys):
    def talks(position):
        print("thinking\nhard")
        return 0 if 0 in position.choices else position.choices[0]

    with pytest.warns(
        AgentWarning, match="^talks printed `thinking` in tictactoe after .*, which is not shown; print to sys.stderr"
    ) as seen:
        zermelo.match("tictactoe", talks, "random", games=4)
    assert len(seen) == 1
    print("this is shown")
    assert capsys.readouterr().out == "this is shown\n"


def test_only_the_thread_that_is_caught_is_silent(capsys):
    with caught() as first:
        other = threading.Thread(target=lambda: print("other"))
        other.start()
        other.join()
        with caught() as second:
            print("inner")
        print("outer")
    print("after")
    assert (first.getvalue(), second.getvalue()) == ("outer\n", "inner\n")
    assert capsys.readouterr().out == "other\nafter\n"


# Stopping


def test_a_cancelled_agent_answers_nothing():
    def loops(position):
        started.set()
        while True:
            pass

    started, found = threading.Event(), []
    scope = CancelScope()

    def work():
        with scope:
            found.append(list(agent(loops).reports(MIDDLE)))

    thread = threading.Thread(target=work)
    thread.start()
    started.wait()
    scope.cancel()
    thread.join(60)
    assert found == [[]]


def test_a_cancelled_agent_that_yields_answers_with_its_last_move():
    def yields(position):
        yield "a1"
        while True:
            started.set()
            yield "c3"

    started, scope, found = threading.Event(), CancelScope(), []

    def work():
        with scope:
            found.extend(OwnAgent(yields, "yields", limit=Limit(seconds=1000)).reports(MIDDLE))

    thread = threading.Thread(target=work)
    thread.start()
    started.wait()
    scope.cancel()
    thread.join(60)
    assert found[-1].move == "c3"


PROGRAM = """
import sys, zermelo
def slow(position):
    print("ready", file=sys.stderr, flush=True)
    {body}
    return position.moves[0]
zermelo.match("connect4", slow, "random", games=2)
"""


@pytest.mark.parametrize("body", ["while True: pass", "zermelo.alphabeta()(position)", "__import__('time').sleep(1000)"])
def test_ctrl_c_ends_an_agent_and_what_asked_it(body):
    program = [sys.executable, "-c", PROGRAM.format(body=body)]
    child = subprocess.Popen(program, stderr=subprocess.PIPE, text=True)
    assert child.stderr.readline() == "ready\n"
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert "KeyboardInterrupt" in err
    assert child.returncode in (-signal.SIGINT, 1)


# Pickling


def test_a_function_of_a_module_can_be_pickled():
    made = fresh(agent(last), 3)
    assert pickle.loads(pickle.dumps(made)) == made
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(agent(lambda position: 0))


# Positions for searches of one's own


def test_children_are_the_positions_after_each_choice():
    for name in ("tictactoe", "pig", "einstein", "focus(players=3)"):
        for position in samples(find(name), 8):
            assert position.children == tuple(position.play(move) for move in position.choices)
            assert [child.move for child in position.children] == list(position.choices)
            assert all(child.parent is position for child in position.children)
    assert TICTACTOE.start().play("a1 b1 a2 b2 a3").children == ()


def test_chance_is_drawn_by_its_probabilities():
    position = find("pig").start().play("roll")
    draw = standard.Random(1)
    assert sum(chance for _, chance in position.chances) == pytest.approx(1)
    found = [position.roll(draw).move for _ in range(3000)]
    assert {face: round(found.count(face) / 3000, 1) for face, _ in position.chances} == {
        face: 0.2 for face, _ in position.chances
    }
    assert [position.roll(7).move for _ in range(3)] == [position.roll(7).move] * 3
    assert len({position.roll(seed).move for seed in range(50)}) == 6


def test_the_same_seed_draws_other_outcomes_elsewhere():
    position, moves = find("pig").start(), []
    while len(moves) < 30 and not position.over:
        if position.turn == "chance":
            position = position.roll(5)
            moves.append(position.move)
        else:
            position = position.play("roll")
    assert len(set(moves)) > 3
    assert find("tictactoe").start().chances == ()


@pytest.mark.parametrize("seed", [None, 1.5, "7", True, [1]], ids=repr)
def test_a_roll_needs_a_seed(seed):
    refused(lambda: find("pig").start().play("roll").roll(seed), "needs a seed", error=zermelo.PositionError)


def test_only_chance_rolls():
    for position in (TICTACTOE.start(), find("pig").start(), TICTACTOE.start().play("a1 b1 a2 b2 a3")):
        refused(lambda position=position: position.roll(1), "chance is not to move", error=zermelo.PositionError)


def test_a_position_is_evaluated_for_any_player():
    game = Boxes()
    for position in samples(game, 6):
        assert position.evaluate() == position.evaluate(position.player) == game.rules.evaluate(position.state, position.player)
    over = TICTACTOE.start().play("a1 b1 a2 b2 a3")
    assert [over.evaluate(0), over.evaluate(1)] == [1e9, -1e9]
    for player in (2, -1, True, "x", 0.0):
        refused(lambda player=player: TICTACTOE.start().evaluate(player), "numbered 0 to 1", error=zermelo.PositionError)
    refused(lambda: find("einstein").start().evaluate(), "chance is to move", error=zermelo.PositionError)


def test_no_warning_for_an_agent_that_is_silent():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        zermelo.match("tictactoe", last, "random", games=2)
        assert len(list(zermelo.match("tictactoe", lambda position: None, "random").forfeits())) == 1
