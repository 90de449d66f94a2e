"""The command line: each command answers, for people and as JSON."""

from __future__ import annotations

import json

import pytest
from cli_runner import PYTHON, assert_one_sentence, run, write_game

from zermelo.agents.registry import AGENTS
from zermelo.cli.application import COMMANDS

REPORT_KEYS = {"game", "move", "value", "values", "line", "depth", "nodes", "seconds", "backend"}


# Help and version


def test_without_a_command_it_lists_the_commands():
    outcome = run()
    assert outcome.code == 0
    for name in COMMANDS:
        assert f"│ {name} " in outcome.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_page_has_examples(name):
    outcome = run(name, "--help")
    assert outcome.code == 0
    assert f"Examples:\n  zermelo {name}" in outcome.out
    assert "--debug" in outcome.out


@pytest.mark.parametrize("name", ["games", "best", "solve", "check-solution", "perft", "check", "tree", "bench"])
def test_every_command_that_computes_offers_json(name):
    assert "--json" in run(name, "--help").out


def test_help_is_understood_as_a_word_too():
    assert run("help", "best") == run("best", "--help")
    assert run("help") == run("--help") == run()


def test_version():
    from zermelo import __version__

    assert run("--version").out == f"zermelo {__version__}\n"


# Commands


def test_agents_show_what_their_makers_declare():
    text = run("agents").out
    assert all(f"{name} " in text for name in AGENTS)
    (row,) = run("agents", "uct", "--json").object["agents"]
    assert [each["name"] for each in row["parameters"]] == list(AGENTS["uct"].declared)
    assert all(each["help"] for each in row["parameters"])
    assert "Did you mean `uct`" in run("agents", "uctt").err


def test_games_lists_every_game_with_its_parameters():
    from zermelo import catalog

    text = run("games").out
    games = {game["name"]: game for game in run("games", "--json").object["games"]}
    assert set(games) == set(catalog())
    assert games["connect"]["parameters"] == {"rows": 6, "cols": 7, "line": 4, "players": 2}
    assert all(name in text for name in games)


def test_best_shows_the_board_and_the_move():
    outcome = run("best", "tictactoe", "--moves", "a1 a2 b1 b2", "--depth", "3", *PYTHON)
    assert outcome.code == 0
    assert "1 x x . 1" in outcome.out
    assert "x plays c1" in outcome.out
    assert "+1 (win in 1 ply)" in outcome.out


def test_best_prints_one_json_object():
    outcome = run("best", "tictactoe", "--position", "... / oo. / xx.", "--agent", "minimax(depth=2)", "--json", *PYTHON)
    assert outcome.object.keys() >= REPORT_KEYS
    assert outcome.object["move"] == "c1"
    assert outcome.object["line"] == ["c1"]
    assert outcome.object["backend"] == "python"
    assert outcome.err == ""


def test_moves_are_played_after_the_position():
    outcome = run("best", "tictactoe", "--position", "... / .o. / x..", "--moves", "b1 a3", "--depth", "1", "--json", *PYTHON)
    assert outcome.object["move"] == "c1"


@pytest.mark.parametrize(("option", "number"), [("--depth", "2"), ("--nodes", "50"), ("--seconds", "0.05")])
def test_best_takes_limits_as_options(option, number):
    agent = run("best", "connect4", option, number, "--json", *PYTHON).object["agent"]
    assert agent == f"strong({option.removeprefix('--')}={number})"


def test_backends_agree_through_the_command_line():
    answers = [
        run("best", "connect4", "--moves", "4 4 5", "--depth", "4", "--json", "--backend", name).object
        for name in ("native", "interpreted", "python")
    ]
    assert [answer["backend"] for answer in answers] == ["native", "interpreted", "python"]
    for key in REPORT_KEYS - {"backend", "seconds"}:
        assert answers[0][key] == answers[1][key] == answers[2][key]


@pytest.mark.parametrize(
    ("moves", "outcome", "plies"),
    [("", "draw", 9), ("a1 b1", "win", 5), ("a1 a2 b1 b2", "win", 1), ("a1 b1 b2", "loss", 4)],
)
def test_solve_finds_the_outcome(moves, outcome, plies):
    answer = run("solve", "tictactoe", "--moves", moves, "--json", *PYTHON).object
    assert answer.keys() >= REPORT_KEYS
    assert (answer["outcome"], answer["plies"], answer["exact"]) == (outcome, plies, True)


def test_solve_says_who_wins():
    outcome = run("solve", "nim([1,2])", *PYTHON)
    assert outcome.code == 0
    assert "A win for x in 3 plies." in outcome.out


def test_solve_finds_near_wins_first():
    answer = run("solve", "connect4", "--moves", "4 1 4 1 4 1", "--seconds", "60", "--json", *PYTHON).object
    assert (answer["outcome"], answer["plies"], answer["depth"]) == ("win", 1, None)
    assert answer["nodes"] < 100


@pytest.mark.parametrize(("moves", "outcome", "most"), [("", "draw", 9), ("a1 b1", "win", 7), ("a1 b1 b2", "loss", 6)])
def test_solve_by_proof_claims_no_distance(moves, outcome, most):
    answer = run("solve", "tictactoe", "--moves", moves, "--by", "proof", "--json", *PYTHON).object
    assert (answer["outcome"], answer["exact"], answer["agent"]) == (outcome, True, "proof(memory=268435456)")
    assert (answer["plies"] is None) == (outcome != "draw")
    sentence = run("solve", "tictactoe", "--moves", moves, "--by", "proof", *PYTHON).out
    length = len(answer["line"])
    told = "draw for x in 9" if outcome == "draw" else f"{outcome} for {answer['player']} in at most {length}"
    assert f"A {told} plies." in sentence
    assert length <= most


def test_solve_by_proof_admits_that_time_was_too_short():
    outcome = run("solve", "connect4", "--by", "proof", "--seconds", "0.02")
    assert outcome.code == 1
    assert "Not solved within the time limit." in outcome.out


def test_solve_admits_that_time_was_too_short():
    outcome = run("solve", "connect4", "--seconds", "0.02", *PYTHON)
    assert outcome.code == 1
    assert "Not solved within the time limit." in outcome.out
    answer = run("solve", "connect4", "--seconds", "0.02", "--json", *PYTHON)
    assert answer.code == 1
    assert answer.object["outcome"] is None


def test_solve_writes_the_solution(tmp_path):
    path = tmp_path / "solution.json"
    outcome = run("solve", "tictactoe", "--moves", "a1 a2 b1 b2", "--out", str(path), *PYTHON)
    assert outcome.code == 0
    assert f"note: wrote 2 nodes to {path}" in outcome.err
    assert [child["move"] for child in json.loads(path.read_text())["root"]["children"]] == ["c1"]


@pytest.mark.parametrize("backend", ["python", "interpreted"])
def test_perft_counts(backend):
    answer = run("perft", "tictactoe", "--depth", "4", "--backend", backend, "--json").object
    assert (answer["depth"], answer["nodes"], answer["backend"]) == (4, 3024, backend)
    assert answer["seconds"] >= 0


def test_perft_divides():
    answer = run("perft", "tictactoe", "--depth", "3", "--divide", "--json", *PYTHON).object
    assert answer["nodes"] == sum(answer["moves"].values()) == 504
    assert answer["moves"]["b2"] == 56
    assert "b2               56" in run("perft", "tictactoe", "--depth", "3", "--divide", *PYTHON).out


def test_perft_of_connect_four_on_the_native_rules():
    assert run("perft", "connect4", "--depth", "7", "--json").object["nodes"] == 823536


def test_check_accepts_a_good_game(tmp_path):
    outcome = run("check", write_game(tmp_path), "--examples", "20")
    assert outcome.code == 0, outcome
    assert "keeps every law" in outcome.out


def test_check_names_the_broken_law(tmp_path):
    outcome = run("check", write_game(tmp_path, moves="yield 1; yield 1"), "--examples", "20", "--json")
    assert outcome.code == 1
    assert outcome.object["ok"] is False
    assert any(law["status"] == "broken" for law in outcome.object["laws"])


def test_tree_prints_an_outline():
    outcome = run("tree", "tree([[3,12,8],[2,4,6],[14,5,2]])", *PYTHON)
    assert outcome.code == 0
    assert "11 nodes" in outcome.out


def test_tree_as_json_shows_what_was_pruned():
    tree = run("tree", "tree([[3,12,8],[2,4,6],[14,5,2]])", "--json", *PYTHON).object
    second = tree["root"]["children"][1]
    assert tree["root"]["value"] == 3
    assert [child["kind"] for child in second["children"]] == ["end", "pruned", "pruned"]


@pytest.mark.parametrize(("suffix", "mark"), [("svg", "<svg"), ("dot", "digraph"), ("json", '"root"'), ("txt", "12")])
def test_tree_writes_by_suffix(tmp_path, suffix, mark):
    path = tmp_path / f"tree.{suffix}"
    outcome = run("tree", "tree", "--agent", "minimax", "--out", str(path), *PYTHON)
    assert outcome.code == 0, outcome
    assert mark in path.read_text()
    assert outcome.err == f"note: wrote 13 nodes to {path}\n"


def test_tree_of_the_solution_has_one_move_for_us():
    tree = run("tree", "nim([1,2])", "--agent", "alphabeta", "--solution", "--json", *PYTHON).object
    assert len(tree["root"]["children"]) == 1
    assert len(tree["root"]["children"][0]["children"]) == 2


def test_tree_keeps_to_its_number_of_nodes():
    tree = run("tree", "tictactoe", "--nodes", "5", "--json", *PYTHON).object
    assert tree["truncated"] is True
    assert tree["total"] > 5


def test_a_bench_without_time_divides_by_nothing(monkeypatch):
    monkeypatch.setattr("zermelo.arena.bench.signature", lambda: 1)
    monkeypatch.setattr("zermelo.arena.bench._start_up", lambda _: ())
    monkeypatch.setattr("zermelo.report.Report.nodes_per_second", 0.0)
    assert run("bench", "--seconds", "1e-9").code == 0


def test_bench_measures_every_backend():
    assert run("bench", "--seconds", "0.01", "--json").object["signature"]


def test_demo_plays_a_whole_game_and_says_how_to_play():
    outcome = run("demo", "tictactoe", "--agent", "alphabeta(depth=2)", "--agent", "minimax(depth=1)", *PYTHON)
    assert outcome.code == 0
    assert "x plays" in outcome.out
    assert "nodes/s" in outcome.out
    assert "Game over: " in outcome.out
    assert "play tictactoe" in outcome.out


def test_demo_needs_an_agent_for_everyone():
    assert_one_sentence(run("demo", "tictactoe", "--agent", "random"), "2 players")
