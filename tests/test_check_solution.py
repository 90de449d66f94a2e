"""`zermelo check-solution`: proofs are accepted, everything else is refused with one sentence, and no claim goes too far."""

from __future__ import annotations

import json

import pytest
from cli_runner import PYTHON, assert_one_sentence, run
from test_limits import Long
from test_solution import TAMPERINGS, plan
from trees_for_tests import at, chain

import zermelo
from zermelo.engine.solution import solution, verify
from zermelo.errors import ZermeloError
from zermelo.trees.tree import Tree

MOVES = "b2 a2"
"""Where the plan of test_solution starts."""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "solution.json"


def check(path, *arguments):
    return run("check-solution", str(path), *arguments)


def assert_refused(outcome, *phrases):
    """One sentence on stdout, for that is the answer, and exit code 1."""
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out.startswith("Not proven: ")
    assert outcome.out.count("\n") == 1
    for phrase in phrases:
        assert phrase in outcome.out


# Proofs


@pytest.mark.parametrize("by", ["alphabeta", "proof"])
@pytest.mark.parametrize(
    ("game", "moves", "claim"),
    [
        ("tictactoe", "", "x gets at least a draw, whatever o plays"),
        ("tictactoe", "b2 a2", "x wins within 5 plies, whatever o plays"),
        ("tictactoe", "a1 b1 b2", "x wins within 4 plies, whatever o plays"),
        ("nim([1,2])", "", "x wins within 3 plies, whatever o plays"),
        ("grundy(7)", "", "o wins within 4 plies, whatever x plays"),
        ("tree", "", "MAX gets at least +3, whatever MIN plays"),
    ],
)
def test_what_solve_writes_is_proven(game, moves, claim, by, path):
    solved = run("solve", game, "--moves", moves, "--by", by, "--out", str(path), *PYTHON)
    assert solved.code == 0
    outcome = check(path, game, "--moves", moves)
    positions = len(list(Tree.loads(path.read_text()).walk()))
    assert outcome.code == 0
    if by == "alphabeta" or "within" not in claim:
        assert outcome.out == f"Proven: {claim} ({positions} positions).\n"
    else:  # by a plan that need not be the shortest
        assert outcome.out.startswith(f"Proven: {claim.partition(' within')[0]} within ")


def test_a_proof_as_json(path):
    tree, _ = plan("python")
    path.write_text(tree.dumps())
    answer = check(path, "tictactoe", "--moves", MOVES, "--json").object
    assert answer.pop("message").startswith("Proven: x wins")
    assert answer == {"game": "tictactoe", "ok": True, "player": "x", "value": 1, "plies": 5, "positions": tree.total}


def test_a_plan_to_a_depth_proves_an_evaluation_only(path):
    run("tree", "connect4", "--agent", "alphabeta(depth=2)", "--solution", "--out", str(path), *PYTHON)
    outcome = check(path, "connect4")
    assert outcome.code == 0
    assert "evaluated as at least" in outcome.out
    assert "win" not in outcome.out


def test_the_plan_of_the_loser_does_not_prove_the_loss(path):
    position = at("grundy(7)")
    path.write_text(solution(position, zermelo.alphabeta(backend="python")).dumps())
    assert check(path, "grundy(7)").out.startswith("Proven: x does not lose before ply 4, whatever o plays")


def test_a_plan_for_either_player_is_a_plan_for_that_player():
    position, agent = at("tictactoe", MOVES), zermelo.alphabeta(backend="python")
    for player, value in ((0, 1), (1, -1)):
        tree = solution(position, agent, player=player)
        verify(tree, position)
        assert (tree.max, tree.root.kind, tree.root.value) == ("xo"[player], ("max", "min")[player], value)
    with pytest.raises(ZermeloError, match="player=2 does not play tictactoe"):
        solution(position, agent, player=2)


def test_a_long_game_can_be_read_and_checked():
    position = Long().start()
    tree = solution(position, zermelo.random())  # there is but one move
    again = Tree.loads(tree.dumps())
    verify(again, position)
    assert again.dumps() == tree.dumps()
    assert len(list(Tree.loads(chain(4097).dumps()).walk())) == 4097


# Refusals


@pytest.mark.parametrize("name", TAMPERINGS)
def test_a_tampered_tree_is_refused(name, path):
    tree, _ = plan("python")
    tamper, message = TAMPERINGS[name]
    tamper(tree)
    path.write_text(tree.dumps())
    assert_refused(check(path, "tictactoe", "--moves", MOVES), message)
    answer = check(path, "tictactoe", "--moves", MOVES, "--json")
    assert (answer.code, answer.object["ok"], answer.object["value"]) == (1, False, None)
    assert message in answer.object["message"]


def test_a_file_cut_short_is_refused_wherever_it_was_cut(path):
    text = plan("python")[0].dumps()
    for length in (0, 1, 20, len(text) // 2, len(text) - 1):
        path.write_text(text[:length])
        assert_refused(check(path, "tictactoe", "--moves", MOVES), "not a tree, or it is damaged")


def test_any_changed_fact_is_found_out(path):
    """Every value, distance and move of the plan matters; its colours and counts do not."""
    text = plan("python")[0].dumps()
    for old, new in (('"value": 1, "plies": 3', '"value": 1, "plies": 5'), ('"move": "c3"', '"move": "c2"'), ('"min"', '"max"')):
        assert old in text
        path.write_text(text.replace(old, new, 1))
        assert_refused(check(path, "tictactoe", "--moves", MOVES), "the solution tree is wrong")


@pytest.mark.parametrize(
    ("content", "phrase"),
    [
        ("[]", "a tree is read from a dict"),
        ("3", "a tree is read from a dict"),
        ("{}", "needs the field `game`"),
        ('{"game": 1}', "the field `game` of a tree cannot be 1"),
        ("[" * 100_000, "not a tree"),
        ("[" + "9" * 6000 + "]", "too large a number for a tree"),
        ("<svg/>", "not a tree, or it is damaged"),
    ],
    ids=lambda text: text[:12],
)
def test_other_files_are_refused(content, phrase, path):
    path.write_text(content)
    assert_refused(check(path, "tictactoe"), phrase)


def test_a_binary_file_is_refused(path):
    path.write_bytes(bytes(range(256)))
    assert_one_sentence(check(path, "tictactoe"), "it is not a text file in UTF-8")


def test_a_missing_node_field_is_refused(path):
    data = json.loads(plan("python")[0].dumps())
    del data["root"]["children"][0]["why"]
    path.write_text(json.dumps(data))
    assert_refused(check(path, "tictactoe", "--moves", MOVES), "a node needs the field `why`")


def test_numbers_out_of_this_world_are_refused(path):
    text = plan("python")[0].dumps()
    for value in ("1e999", "-1e999", "NaN", "1" + "0" * 400):
        path.write_text(text.replace('"value": 1,', f'"value": {value},', 1))
        assert_refused(check(path, "tictactoe", "--moves", MOVES))


def test_a_solution_of_something_else_is_refused(path):
    path.write_text(plan("python")[0].dumps())
    assert_refused(check(path, "connect4"), "a solution tree of tictactoe, not of connect4")
    assert_refused(check(path, "tictactoe"), "the solution tree is wrong")
    assert_refused(check(path, "tictactoe", "--moves", "b2 b1"), "the solution tree is wrong")
    path.write_text(path.read_text().replace('"max": "x"', '"max": "z"'))
    assert_refused(check(path, "tictactoe", "--moves", MOVES), "is for `z`, but tictactoe is played by x and o")


def test_part_of_a_solution_is_refused(path):
    solved = run("solve", "tictactoe", "--out", str(path), "--size", "100", *PYTHON)
    assert solved.code == 0
    assert "the tree is larger than that" in solved.err
    assert "--size 1000" in solved.err
    assert_refused(check(path, "tictactoe"), "truncated", "more nodes")


def test_a_search_tree_is_not_a_solution_tree(path):
    run("tree", "tictactoe", "--agent", "alphabeta(depth=2)", "--out", str(path), *PYTHON)
    assert_refused(check(path, "tictactoe"), "moves for us instead of one")


def test_a_position_that_is_over_has_nothing_to_solve(path):
    path.write_text(plan("python")[0].dumps())
    outcome = check(path, "tictactoe", "--moves", "a1 a2 b1 b2 c1")
    assert outcome.code == 2
    assert "the game is over" in outcome.err
