"""Tablebases are used without being told: `strong`, levels, the default agent and the commands find what is built, and none if there is nothing."""

from __future__ import annotations

import subprocess
import sys
import warnings

import pytest
from cli_runner import run

import zermelo
from zermelo.agents.auto import AutoAgent
from zermelo.agents.levels import LevelAgent
from zermelo.engine.tablebases_and_books import tablebases_for
from zermelo.errors import AgentError, TablebaseError, TablebaseWarning
from zermelo.games.checkers.rules import Checkers
from zermelo.protocols.uci.strength import rated
from zermelo.tablebases.endings import build_endings
from zermelo.tablebases.open import built_tablebase

ENDING = "B:WK5:BK4,K12"
"""Two kings against one, which has to be driven out of its corner: the longest win of this ending, 33 plies (published)."""


@pytest.fixture(scope="module")
def kings(tmp_path_factory):
    """A folder with the endings of two kings against one."""
    folder = tmp_path_factory.mktemp("tables")
    build_endings(zermelo.Checkers(), "KKvK", folder=folder)
    return folder


@pytest.fixture
def built(kings, monkeypatch):
    monkeypatch.setenv("ZERMELO_TABLES", str(kings))
    return kings


@pytest.fixture
def empty(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_TABLES", str(tmp_path / "none"))
    return tmp_path / "none"


def ending():
    return Checkers().position(ENDING)


@pytest.mark.parametrize("agent", ["strong(nodes=300)", "auto(nodes=300)", "level(10)"])
def test_agents_find_what_is_built(agent, built):
    report = zermelo.agent(agent)(ending())
    assert str(report.score) == "win in 33 plies"
    assert report.plies == 33
    assert report.nodes < 100


@pytest.mark.parametrize(
    "agent", ["strong(nodes=300, tables=none)", "auto(nodes=300, tables=none)", "alphabeta(nodes=300, depth=9)"]
)
def test_agents_can_be_told_not_to(agent, built):
    assert not zermelo.agent(agent)(ending()).score.is_proven


def test_levels_can_be_told_not_to(built):
    told, untold = (LevelAgent(10, 1, tables=tables).chosen(ending()).agent for tables in ("built", None))
    assert (told.tables, untold.tables) == ("built", None)
    assert zermelo.level(10, tables="none") == LevelAgent(10, 1, tables=None)


@pytest.mark.parametrize("agent", ["strong(nodes=300)", "auto(nodes=300)", "level(3)"])
def test_where_nothing_is_built_nothing_changes(agent, empty):
    with_tables, without = zermelo.agent(agent), zermelo.agent(agent.replace(")", ", tables=none)"))
    one, other = (each(ending()) for each in (with_tables, without))
    assert (one.move, one.value, one.nodes, one.line) == (other.move, other.value, other.nodes, other.line)
    assert built_tablebase(Checkers()) is None
    assert not empty.exists()


def test_the_same_holds_for_chess_and_for_whole_games(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_TABLES", str(tmp_path))
    game = zermelo.find("chess")
    position = game.position("8/8/8/8/8/2k5/8/K6R w - - 0 1")
    assert not zermelo.strong(nodes=500)(position).score.is_proven
    build_endings(game, "KRK", folder=tmp_path)  # the folder has changed, so the game looks again
    assert zermelo.strong(nodes=500)(position).score.is_proven
    nim = zermelo.find("nim([3,4,5])")
    assert not zermelo.strong(depth=2)(nim.start()).exact
    zermelo.tablebases.build(nim)
    assert str(zermelo.strong(depth=2)(nim.start()).score) == "win in 11 plies"


def test_names_of_agents_can_be_read_again():
    for text in (
        "strong(nodes=5)",
        "strong(nodes=5, tables='none')",
        "strong(nodes=5, tables='all')",
        "alphabeta(depth=5, tables='built')",
    ):
        assert str(zermelo.agent(text)) == text
    for text in ("auto(nodes=5)", "auto(nodes=5, tables='none')", "level(3)", "level(3, tables='none')"):
        assert str(zermelo.agent(text)) == text
        assert zermelo.agent(str(zermelo.agent(text))) == zermelo.agent(text)
    assert str(zermelo.alphabeta(depth=5, tables="none")) == "alphabeta(depth=5)"
    assert zermelo.agent("auto()") == AutoAgent()


def test_what_is_asked_for_must_exist(empty):
    with pytest.raises(TablebaseError, match="zermelo tablebase build checkers 4"):
        zermelo.strong(nodes=5, tables="all")(ending())
    for wrong in (7, ""):
        with pytest.raises(AgentError, match="must be a folder"):
            zermelo.strong(nodes=5, tables=wrong)


def test_a_damaged_file_is_told_once_and_the_search_goes_on(tmp_path, monkeypatch, kings):
    monkeypatch.setenv("ZERMELO_TABLES", str(tmp_path))
    whole = (kings / "checkers-KKvK.table").read_bytes()
    (tmp_path / "checkers-KKvK.table").write_bytes(whole[:100])
    position = ending()
    with pytest.warns(TablebaseWarning, match="checkers-KKvK.table.*; the search goes on without tablebases"):
        report = zermelo.strong(nodes=300)(position)
    assert report == zermelo.strong(nodes=300, tables="none")(position) or not report.score.is_proven
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        zermelo.strong(nodes=300)(position)
    with pytest.raises(TablebaseError):
        zermelo.strong(nodes=300, tables="all")(position)


def test_a_damaged_file_is_one_sentence_on_the_command_line(tmp_path, monkeypatch, kings):
    monkeypatch.setenv("ZERMELO_TABLES", str(tmp_path))
    (tmp_path / "checkers-KKvK.table").write_bytes(b"damaged")
    outcome = run("best", "checkers", "--position", ENDING, "--nodes", "300")
    assert outcome.code == 0
    assert outcome.err.count("\n") == 1
    assert "the search goes on without tablebases" in outcome.err


def test_commands_use_them(built):
    told = run("best", "checkers", "--position", ENDING, "--nodes", "300", "--json").object
    assert told["plies"] == 33


def test_games_whose_parameters_are_no_file_names_are_played(built):
    class Long(type(zermelo.find("nim"))):
        def __init__(self, note="x" * 5000):
            super().__init__([3, 4])
            self.note = note

    assert tablebases_for(Long("y" * 5000), "built") is None


def test_measurements_do_not_depend_on_what_is_built():
    """The Elo of limited strength was measured without tablebases."""
    assert rated(1500, 1).tables is None


def test_the_engine_alone_finds_them(built):
    """A program that imports nothing but the maker of an agent."""
    program = f"import zermelo; print(zermelo.strong(nodes=300)(zermelo.Checkers().position({ENDING!r})).plies)"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout == "33\n", found.stderr
