"""Trees show what a search did, and can be saved and loaded."""

from __future__ import annotations

import json
import os
import re

import pytest
from trees_for_tests import SAMPLES, at, lecture, search, with_depths

from zermelo.errors import ZermeloError
from zermelo.trees.drawing import to_dot, to_svg, to_text, words
from zermelo.trees.node import TreeNode, score_of
from zermelo.trees.tree import Tree

BACKENDS = ["python"]


@pytest.fixture(params=BACKENDS)
def backend(request):
    return request.param


def test_alphabeta_never_looks_at_4_and_6(backend):
    tree = lecture("alphabeta", backend)
    assert [node.value for node in tree.walk()] == [3, 3, 3, 12, 8, 2, 2, None, None, 2, 14, 5, 2]
    first, second, third = tree.root.children
    assert [leaf.kind for leaf in second.children] == ["end", "pruned", "pruned"]
    assert [leaf.move for leaf in second.children] == ["1", "2", "3"]
    assert second.why == "alpha cutoff"
    assert words.note(second, 1) == "alpha cutoff: 2 ≤ 3"
    assert (first.why, third.why, tree.root.why) == ("", "", "")
    assert (tree.total, tree.truncated, tree.max) == (11, False, "MAX")


def test_windows_are_those_of_the_textbook(backend):
    tree = lecture("alphabeta", backend)
    windows = [(node.alpha, node.beta) for node in tree.walk() if node.kind != "pruned"]
    opened = (None, None)
    assert windows == [
        *(opened, opened, opened, (None, 3), (None, 3)),
        *((3, None), (3, None)),
        *((3, None), (3, None), (3, 14), (3, 5)),
    ]


def test_minimax_looks_at_everything(backend):
    tree = lecture("minimax", backend)
    assert [node.value for node in tree.walk()] == [3, 3, 3, 12, 8, 2, 2, 4, 6, 2, 14, 5, 2]
    assert all(node.why in ("", "end") for node in tree.walk())
    assert not words.has_windows(tree)
    assert tree.total == 13


def test_a_beta_cutoff_says_what_it_compared(backend):
    tree = lecture("alphabeta", backend, leaves=[[[5, 6], [7, 4]], [[1, 2], [3, 9]]])
    cut = [(node, depth) for node, depth in with_depths(tree) if node.why == "beta cutoff"]
    assert [words.note(node, depth) for node, depth in cut] == ["beta cutoff: 7 ≥ 6"]
    assert [child.kind for child in cut[0][0].children] == ["end", "pruned"]


def test_a_cutoff_between_wins_counts_plies_from_the_root(backend):
    tree, _ = search(at("tictactoe", "b2 a1 a3 c1 b1"), "alphabeta", backend)
    notes = {node.move: words.note(node, 1) for node in tree.root.children}
    assert notes == {
        "a2": "no sooner win",
        "c2": "alpha cutoff: −1 by ply 2 ≤ −1 by ply 2",
        "b3": "",
        "c3": "alpha cutoff: loss by ply 4 ≤ 0",
    }


POSITIONS = [
    ("tictactoe", "b2 a1 a3 c1"),
    ("connect(rows=4,cols=4,line=3)", "1 2 2"),
    ("nim([2,3])", ""),
    ("grundy(9)", ""),
    ("isolation(3,3)", ""),
]
AGENTS = [
    "minimax(depth=4)",
    "alphabeta(depth=5)",
    "alphabeta(depth=9)",
    "alphabeta(nodes=300)",
    "alphabeta(nodes=3)",
    "alphabeta(nodes=1)",
]


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize(("game", "moves"), POSITIONS)
def test_the_bold_path_is_the_line_of_the_report(game, moves, agent, backend):
    tree, report = search(at(game, moves), agent, backend)
    assert tuple(node.move for node in tree.walk() if node.best)[1:] == report.line
    assert (tree.root.value, tree.root.plies) == (report.value, report.plies) or report.stopped


def test_with_a_table_the_bold_path_goes_as_far_as_was_searched(backend):
    tree, report = search(at("tictactoe", "b2 a1"), "alphabeta(table=True)", backend)
    path = [node for node in tree.walk() if node.best]
    assert tuple(node.move for node in path[1:]) == report.line[: len(path) - 1]
    assert path[-1].why in ("end", "table")
    assert any(node.why == "table" for node in tree.walk())


@pytest.mark.parametrize(("game", "moves"), POSITIONS)
def test_plies_count_from_the_node_itself(game, moves, backend):
    tree, _ = search(at(game, moves), "minimax(depth=6)", backend)
    assert any(node.plies for node in tree.walk())
    for node in tree.walk():
        if node.kind == "end":
            assert node.plies == (0 if abs(node.value) == 1 else None)
        elif node.children:
            choose = max if node.kind == "max" else min
            assert score_of(node) == choose(score_of(child, 1) for child in node.children)


@pytest.mark.parametrize(("game", "moves"), POSITIONS)
def test_every_cutoff_compares_what_it_says(game, moves, backend):
    tree, _ = search(at(game, moves), "alphabeta(depth=8)", backend)
    cuts = [(node, depth) for node, depth in with_depths(tree) if "cutoff" in node.why]
    assert cuts
    for node, depth in cuts:
        beta = node.kind == "max"
        edge = TreeNode(
            None, "", "end", node.beta if beta else node.alpha, node.beta_ply if beta else node.alpha_ply, None, None, ""
        )
        assert score_of(node, depth) >= score_of(edge) if beta else score_of(node, depth) <= score_of(edge)
        assert node.children[-1].kind == "pruned"
        assert words.note(node, depth).startswith(node.why + ": ")


def test_the_tree_of_a_search_that_deepens_is_that_of_its_last_finished_depth(backend):
    tree, report = search(at("tictactoe", "b2"), "alphabeta(nodes=200)", backend)
    assert report.depth > 1
    assert max(depth for node, depth in with_depths(tree) if node.kind != "pruned") == report.depth


@pytest.mark.parametrize("bound", [1, 2, 5, 12])
def test_bounded_trees_stay_within_their_bound_and_say_so(bound, backend):
    tree = lecture("alphabeta", backend, tree=bound)
    assert len(list(tree.walk())) == bound
    assert tree.truncated
    assert not lecture("alphabeta", backend, tree=13).truncated


def test_a_bound_that_drops_only_pruned_nodes_is_told_too(backend):
    assert lecture("alphabeta", backend, tree=6, leaves=[[3], [2, 4, 6]]).truncated
    assert not lecture("alphabeta", backend, tree=7, leaves=[[3], [2, 4, 6]]).truncated


@pytest.fixture(params=SAMPLES, scope="module")
def tree(request):
    return SAMPLES[request.param]()


def test_json_there_and_back(tree):
    data = tree.to_json()
    assert Tree.from_json(data) == tree
    assert json.loads(tree.dumps()) == data
    assert Tree.from_json(json.loads(tree.dumps())) == tree


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.pop("agent"), "a tree needs the field `agent`"),
        (lambda data: data.update(root=3), "the field `root` of a tree cannot be 3"),
        (lambda data: data["root"]["children"][1].pop("why"), "a node needs the field `why`"),
        (lambda data: data["root"]["children"][1].update(value="2"), "the field `value` of a node cannot be '2'"),
        (lambda data: data["root"]["children"].append(None), "a node is read from a dict"),
        (lambda data: data["root"].update(values=[1, "2"]), "the field `values` of a node cannot be [1, '2']"),
    ],
)
def test_json_that_is_not_a_tree_is_refused(change, message):
    data = lecture("alphabeta", "python").to_json()
    change(data)
    with pytest.raises(ZermeloError, match=re.escape(message)):
        Tree.from_json(data)


@pytest.mark.parametrize(("suffix", "form"), [("json", Tree.dumps), ("dot", to_dot), ("SVG", to_svg), ("txt", to_text)])
def test_save_goes_by_the_ending(suffix, form, tmp_path):
    tree = lecture("alphabeta", "python")
    path = tmp_path / f"tree.{suffix}"
    path.write_text("old")
    tree.save(path)
    assert path.read_text(encoding="utf-8").rstrip("\n") == form(tree).rstrip("\n")
    assert os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("tree.swg", "Did you mean `.svg`?"),
        ("tree", "end the name in one of .json, .dot, .svg, .html, .txt"),
        ("no/tree.svg", "cannot be written"),
    ],
)
def test_save_says_what_is_wrong(name, message, tmp_path):
    with pytest.raises(ZermeloError, match=re.escape(message)):
        lecture("alphabeta", "python").save(tmp_path / name)
    assert os.listdir(tmp_path) == []


def test_a_failed_save_leaves_the_old_file(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "no space left on device")

    path = tmp_path / "tree.svg"
    path.write_text("old")
    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(ZermeloError, match="no space left on device"):
        lecture("alphabeta", "python").save(path)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["tree.svg"]
