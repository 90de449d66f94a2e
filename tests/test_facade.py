"""`zermelo.best`, `solve`, `check`, `perft`, `match`, `tree` and `play` do what the commands do, show their answers and refuse the rest."""

from __future__ import annotations

import io
import json
import sys

import pytest
from cli_runner import run
from sampling import refused

import zermelo
from zermelo import Score
from zermelo.errors import ZermeloError
from zermelo.report import Report

UNTOLD = {"seconds", "records", "outcome", "portrait"}
"""Keys that differ from run to run, and what a command adds."""


def test_functions_for_users():
    position = zermelo.find("tictactoe").start().play("b2")
    assert (
        zermelo.best("tictactoe", "alphabeta(depth=2)", moves="b2").move
        == zermelo.best(position, zermelo.alphabeta(depth=2)).move
    )
    assert zermelo.best(position, "alphabeta", depth=2).depth == 2
    assert zermelo.solve("nim([3,4,5])").score == Score.win(11)
    assert zermelo.solve("nim([3,4,5])", by="proof").score == Score.win()
    assert zermelo.perft("tictactoe", 3).nodes == 9 * 8 * 7
    assert zermelo.check("nim", examples=5).ok
    assert zermelo.tree("tree([[3,12,8],[2,4,6],[14,5,2]])", "minimax").root.value == 3
    result = zermelo.match("nim", "alphabeta(depth=2)", "random", games=4)
    assert "alphabeta(depth=2)" in str(result)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (lambda: zermelo.solve("nim", by="luck"), ["by='luck'", "alphabeta", "proof"]),
        (lambda: zermelo.best("nim", zermelo.random(), depth=3), ["random", "depth"]),
        (lambda: zermelo.best("nim", "alphabeta", playouts=3), ["alphabeta", "playouts"]),
    ],
)
def test_functions_refuse(action, words):
    refused(action, *words)


def same(found, *command):
    """Whether an answer is what a command prints as JSON."""
    printed = json.loads(run(*command, "--json").out)
    told = {name: value for name, value in json.loads(json.dumps(found)).items() if name not in UNTOLD}
    assert {name: printed[name] for name in told} == told


GAMES = [("tictactoe", "b2 a1"), ("connect4", "4 4 5"), ("nim([3,4,5])", ""), ("chess", "e4 e5"), ("tree([[3,12],[2,4]])", "")]


@pytest.mark.parametrize(("game", "moves"), GAMES)
def test_functions_answer_as_the_commands(game, moves):
    here = zermelo.find(game).start().play(moves)
    for agent in ("alphabeta(depth=2)", "strong(depth=3)", "uct(playouts=50)", "random"):
        same(zermelo.best(game, agent, moves=moves).to_json(), "best", game, "--agent", agent, "--moves", moves)
        same(zermelo.best(here, zermelo.agent(agent)).to_json(), "best", game, "--agent", agent, "--moves", moves)
    same(zermelo.best(game, moves=moves, depth=2).to_json(), "best", game, "--depth", "2", "--moves", moves)
    perft = zermelo.perft(game, 2, divide=True, moves=moves)
    same(perft.to_json(), "perft", game, "--depth", "2", "--divide", "--moves", moves)
    same(zermelo.tree(game, nodes=50, moves=moves).to_json(), "tree", game, "--nodes", "50", "--moves", moves)


def test_functions_answer_as_the_commands_more():
    for by in ("alphabeta", "proof"):
        same(
            zermelo.solve("nim([3,4])", by=by).to_json() | {"plies": 7 if by == "alphabeta" else None},
            "solve",
            "nim([3,4])",
            "--by",
            by,
        )
    same(zermelo.check("nim", 20).to_json(), "check", "nim", "--examples", "20")
    agents = ("alphabeta(depth=2)", "random")
    result = zermelo.match("tictactoe", *agents, 4, seed=3, opening=2)
    same(result.to_json(), "match", "tictactoe", *agents, "--games", "4", "--seed", "3", "--opening", "2")
    for game in ("rolit(players=3)", "connect(players=3)"):
        same(zermelo.tree(game, nodes=20).to_json(), "tree", game, "--nodes", "20")


@pytest.mark.parametrize("agent", ["alphabeta(depth=2)", "level(2)", "random"])
def test_best_takes_a_backend_as_the_command_does(agent):
    same(zermelo.best("nim", agent, backend="python").to_json(), "best", "nim", "--agent", agent, "--backend", "python")


def test_play_answers_with_the_game(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n2\nquit\n"))
    played = zermelo.play("connect4", "alphabeta(depth=1)", "x", plain=True)
    assert played.moves[::2] == ("1", "2")
    assert played.replay().history == played.moves
    assert "Goodbye" in capsys.readouterr().out


def test_answers_show_themselves():
    answers = [
        zermelo.best("nim", depth=2), zermelo.solve("nim([1,2])"), zermelo.check("nim([1])", 2), zermelo.perft("nim", 1), zermelo.tree("nim([1,2])"),
        zermelo.match("nim", "random", "random", 2, opening=0), zermelo.find("nim"), zermelo.find("nim").start(), zermelo.find("nim").start().state,
        zermelo.alphabeta(depth=1), zermelo.random(), zermelo.level(2), zermelo.tablebase(), zermelo.advice("tictactoe"),
        zermelo.advised("tictactoe"), zermelo.Limit(depth=2), zermelo.Outcome(0), Score.win(3),
    ]  # fmt: skip
    for answer in answers:
        for text in (repr(answer), str(answer)):
            assert " at 0x" not in text, text
    for answer in answers[:6]:
        assert (getattr(answer, "_repr_html_", None) or answer._repr_svg_)().startswith("<")


class Blind:
    """An agent that looks for no tree."""

    def reports(self, position, tree=0):
        name = position.moves[0]
        yield Report("nim", "blind", "python", position.turn, name, None, None, (name,), 0, 1, 0.0)

    def __call__(self, position):
        return next(self.reports(position))


NOT_A_GAME = [
    None,
    3,
    2.5,
    True,
    b"nim",
    [],
    {},
    zermelo.Nim,
    zermelo.alphabeta,
    zermelo.alphabeta(depth=1),
    len,
    "",
    "nim(",
    "unknown",
]
NOT_AN_AGENT = [
    3,
    2.5,
    True,
    b"random",
    [],
    {},
    zermelo.Nim(),
    zermelo.Nim,
    zermelo.alphabeta,
    zermelo.level,
    int,
    "",
    "luck",
    "a(",
]
NOT_WHOLE = [None, True, 2.5, "2", "", [], {}, b"2", float("nan"), float("inf"), len]
NOT_A_POSITION = [3, True, b"x", [], {}, zermelo.Nim(), zermelo.Nim().start(), len, "nonsense"]


def each(values):
    return pytest.mark.parametrize("wrong", values)


@each(NOT_A_GAME)
def test_what_is_not_a_game(wrong):
    for ask in (zermelo.best, zermelo.solve, zermelo.check, zermelo.tree, zermelo.play, lambda game: zermelo.perft(game, 2)):
        refused(lambda ask=ask: ask(wrong), error=ZermeloError)
    refused(lambda: zermelo.match(wrong, "random", "random"), error=ZermeloError)


@each(NOT_AN_AGENT)
def test_what_is_not_an_agent(wrong):
    for ask in (zermelo.best, zermelo.tree):
        refused(lambda ask=ask: ask("nim", wrong))
    refused(lambda: zermelo.match("nim", wrong, "random"))
    refused(lambda: zermelo.match("nim", "random", wrong))
    refused(lambda: zermelo.play("nim", wrong, "x"))


@each(NOT_WHOLE)
def test_what_is_not_a_number(wrong):
    for name in ("games", "seed", "plies", *([] if wrong is None else ["opening"])):
        refused(lambda name=name: zermelo.match("nim", "random", "random", **{name: wrong}), name, error=ZermeloError)
    for ask in (
        lambda: zermelo.perft("nim", wrong),
        lambda: zermelo.tree("nim", nodes=wrong),
        lambda: zermelo.check("nim", wrong),
    ):
        refused(ask, error=ZermeloError)
    if wrong is not None:
        for name in ("depth", "nodes", "lines"):
            refused(lambda name=name: zermelo.best("nim", **{name: wrong}), name, error=ZermeloError)


@each(NOT_A_POSITION)
def test_what_is_not_a_position(wrong):
    for ask in (zermelo.best, zermelo.solve, zermelo.tree, zermelo.play):
        refused(lambda ask=ask: ask("tictactoe", position=wrong), error=ZermeloError)
    refused(lambda: zermelo.perft("tictactoe", 2, position=wrong), error=ZermeloError)


@each([[], {}, 3, "luck"])
def test_what_does_not_solve(wrong):
    refused(lambda: zermelo.solve("nim", by=wrong), "by=", "alphabeta", "proof")


def test_an_agent_without_a_tree():
    refused(lambda: zermelo.tree("nim", Blind()), "reports no tree", "alphabeta(depth=3)")
    assert zermelo.best("nim", Blind()).move == "1:1"


@pytest.mark.parametrize(
    "wrong",
    [{"seat": 3}, {"seat": "z"}, {"seat": []}, {"clock": "x"}, {"seed": "x"}, {"moves": "zz"}, {"moves": len}],
)
def test_play_refuses(wrong):
    refused(lambda: zermelo.play("nim", "random", **{"seat": "x", **wrong}), error=ZermeloError)
