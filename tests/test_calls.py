"""Calls and limits: games and agents as people write them, and the messages for wrong ones."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from hypothesis import given, strategies as st
from sampling import game, readme_game

import zermelo
from zermelo import Limit, TicTacToe
from zermelo.errors import AgentError, GameError, LimitError, ZermeloError, nearest
from zermelo.game.calls import Call, parse_call
from zermelo.limit import MAX_PLY, memory_size
from zermelo.report import Report

# Calls, games, agents


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("nim", Call("nim")),
        ("  nim ( ) ", Call("nim")),
        ("connect(5, 4)", Call("connect", (5, 4))),
        ("connect(rows=5,cols=-4)", Call("connect", (), {"rows": 5, "cols": -4})),
        ("nim([3,4,5], misere=True)", Call("nim", ([3, 4, 5],), {"misere": True})),
        ("isolation(moves=knight)", Call("isolation", (), {"moves": "knight"})),
        ("isolation(moves='knight')", Call("isolation", (), {"moves": "knight"})),
        ("alphabeta(seconds=0.5, memory=None)", Call("alphabeta", (), {"seconds": 0.5, "memory": None})),
        ("dir/my_game.py:MyGame(size=3)", Call("dir/my_game.py:MyGame", (), {"size": 3})),
    ],
)
def test_calls_are_read(text, call):
    assert parse_call(text, GameError) == call


@pytest.mark.parametrize(
    "text",
    [
        "nim(",
        "nim)(",
        "nim(3",
        "nim(1,,2)",
        "nim(x+1)",
        "nim(print(1))",
        "nim(*[1])",
        "nim(**{})",
        "nim(a.b)",
        "nim(1)(2)",
        "nim(a=1,a=2)",
    ],
)
def test_calls_that_cannot_be_read_are_refused(text):
    with pytest.raises(AgentError) as caught:
        parse_call(text, AgentError)
    assert "\n" not in str(caught.value)


@given(st.text(max_size=30))
def test_any_text_is_a_call_or_a_zermelo_error(text):
    for find in (lambda: parse_call(text, GameError), lambda: zermelo.agent(text)):
        with suppress(ZermeloError):
            find()


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("conect4", ["there is no game `conect4`", "Did you mean `connect4`?"]),
        ("", ["there is no game"]),
        ("connect(row=5)", ["no parameter `row`", "Did you mean `rows`?"]),
        ("connect(5,5,4,3)", ["called wrongly"]),
        ("connect(rows=0)", ["rows", "from 1 to 30"]),
        ("connect(rows=five)", ["rows", "'five'"]),
        ("kuhn(3)", ["called wrongly", "no arguments"]),
        ("tictactoe(3)", ["begins", "x or o"]),
        ("nowhere/game.py", ["there is no file nowhere/game.py"]),
    ],
)
def test_games_that_are_not_found(text, phrases):
    with pytest.raises(GameError) as caught:
        zermelo.find(text)
    for phrase in phrases:
        assert phrase in str(caught.value)


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("class Mine(", ["line 1"]),
        ("x = 1", ["has no game", "zermelo.Game"]),
        ("import nobody_has_this", ["cannot be run", "ModuleNotFoundError"]),
        ("from zermelo import Game\nclass One(Game): pass\nclass Two(Game): pass", ["several games", ":One", ":Two"]),
        (
            "from zermelo import Game\nclass One(Game): pass",
            ["One has no rule `state`, `moves`, `play`, `winner` (or `over` and `utility`)"],
        ),
    ],
)
def test_files_without_a_usable_game(text, phrases, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(text)
    with pytest.raises(GameError) as caught:
        zermelo.find(str(path))
    for phrase in phrases:
        assert phrase in str(caught.value)


def test_a_game_that_a_file_does_not_hold(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(readme_game())
    assert str(zermelo.find(f"{path}:mygame")) == "mygame"
    with pytest.raises(GameError, match=r"has no game `MyGane`; it has MyGame\. Did you mean `MyGame`"):
        zermelo.find(f"{path}:MyGane")


@pytest.mark.parametrize(
    ("text", "error", "phrase"),
    [
        ("alfabeta", AgentError, "Did you mean `alphabeta`?"),
        ("alphabeta(dept=3)", AgentError, "Did you mean `depth`?"),
        ("alphabeta(depth=0)", LimitError, "depth=0"),
        ("alphabeta(depth=three)", LimitError, "depth='three'"),
        ("alphabeta(table=1)", AgentError, "True or False"),
        ("alphabeta(memory=lots)", LimitError, "64MB"),
        ("minimax(table=True)", AgentError, "no parameter `table`"),
        ("random(seed=x)", AgentError, "seed='x'"),
    ],
)
def test_agents_that_are_refused(text, error, phrase):
    with pytest.raises(error) as caught:
        zermelo.agent(text)
    assert phrase in str(caught.value)


def test_an_unknown_backend_is_refused():
    with pytest.raises(AgentError, match=r"there is no backend `compild`; .* Did you mean `compiled`"):
        zermelo.alphabeta(depth=1, backend="compild")(TicTacToe().start())
    with pytest.raises(AgentError, match="has no native rules"):
        zermelo.alphabeta(depth=1, backend="native")(TicTacToe().start())


def test_agents_are_called_what_they_are_written_as():
    for text in ("minimax()", "alphabeta(depth=8)", "alphabeta(nodes=1000, seconds=0.5)", "random(seed=7)"):
        assert str(zermelo.agent(text)) == text


def test_a_random_agent_plays_the_same_moves_for_the_same_seed():
    start = game("connect4").start()
    moves = [
        [agent(start).move for _ in range(20)]
        for agent in (zermelo.random(seed=1), zermelo.random(seed=1), zermelo.random(seed=2))
    ]
    assert moves[0] == moves[1] != moves[2]
    assert set(moves[0]) <= set(start.moves)
    assert len(set(moves[0])) > 1


# Limits and reports


@pytest.mark.parametrize("name", ["depth", "nodes", "playouts", "memory"])
@pytest.mark.parametrize("value", [0, -1, 1.5, "8", True, 2**63])
def test_limits_that_are_none(name, value):
    with pytest.raises(LimitError, match=name):
        Limit(**{name: value})


@pytest.mark.parametrize("value", [0, -1, float("inf"), float("nan"), "1", True])
def test_seconds_that_are_none(value):
    with pytest.raises(LimitError, match="seconds"):
        Limit(seconds=value)


def test_limits_that_are_some():
    assert repr(Limit(depth=8, seconds=0.5)) == "Limit(depth=8, seconds=0.5)"
    assert Limit(depth=MAX_PLY).depth == MAX_PLY
    with pytest.raises(LimitError, match="too large"):
        Limit(depth=MAX_PLY + 1)


@pytest.mark.parametrize(
    ("text", "size"),
    [("64MB", 64 << 20), ("1.5 kb", 1536), ("2G", 2 << 30), ("2048b", 2048), (5120, 5120), ("5120", 5120), ("0.001GB", 1073741)],
)
def test_sizes_are_read(text, size):
    assert memory_size(text) == size


@pytest.mark.parametrize("text", ["", "MB", "-1MB", "0", 0, -5, "1e3", "64XB", "0.1B", True, None])
def test_sizes_that_are_none(text):
    with pytest.raises(LimitError, match="64MB or 1GB"):
        memory_size(text)


def test_values_are_absolute_and_value_is_the_movers():
    start = TicTacToe().start().play("a1 b1 a2 b2")
    assert zermelo.minimax(depth=1, backend="python")(start).values == (1, -1)
    reply = zermelo.minimax(depth=2, backend="python")(start.play("c1"))
    assert (reply.player, reply.value, reply.values, reply.plies) == ("o", 1, (-1, 1), 1)


def test_reports_read_well():
    report = zermelo.alphabeta(backend="python")(TicTacToe().start().play("a1 b1 a2 b2"))
    assert re.match(
        r"x plays a3 · value \+1 \(win in 1 ply\) · line a3 · to the end · \d+ nodes in .* s, .* nodes/s", str(report)
    )
    assert report.to_json()["value"] == 1
    assert isinstance(report, Report)


def test_hints_come_only_when_something_is_near():
    assert nearest("conect", ["connect", "nim"]) == " Did you mean `connect`?"
    assert nearest("zzz", ["connect", "nim"]) == ""
