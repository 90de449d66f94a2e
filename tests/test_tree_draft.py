"""A tree that is edited by clicking, without a browser: what each edit makes of the text, what is refused, and the picture."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

import zermelo
from zermelo.errors import GameError
from zermelo.games.tree import TreeGame
from zermelo.studio.recordings import fitting, read_tree
from zermelo.studio.tree_draft import CHANCE_NODE, CHOICE, LEAF, MOST_NODES, TreeDraft, typed_tree
from zermelo.studio.tree_picture import Labels, picture

SMALL = "[[3, 12], [2, 4]]"


def edited(text, edit, *arguments, at=()):
    draft = TreeDraft(text)
    getattr(draft, edit)(draft.node(at), *arguments)
    return draft.text


# Edits


@pytest.mark.parametrize(
    ("text", "edit", "at", "arguments", "after"),
    [
        (SMALL, "set_numbers", (1, 2), ("-7",), "[[3, -7], [2, 4]]"),
        (SMALL, "set_numbers", (1, 2), (" −2.5 ",), "[[3, -2.5], [2, 4]]"),
        ("[(1, 2, 3), (4, 5, 6)]", "set_numbers", (2,), ("(7, 8, 9)",), "[(1, 2, 3), (7, 8, 9)]"),
        ("[(1, 2, 3), (4, 5, 6)]", "set_numbers", (2,), ("7 8 9",), "[(1, 2, 3), (7, 8, 9)]"),
        (SMALL, "add", (), (), "[[3, 12], [2, 4], 0]"),
        (SMALL, "add", (2,), (), "[[3, 12], [2, 4, 0]]"),
        (SMALL, "add", (2, 1), (), "[[3, 12], [[2, 0], 4]]"),
        ("[(1, 2)]", "add", (), (), "[(1, 2), (0, 0)]"),
        ("[{0.25: 1, 0.75: 2}]", "add", (1,), (), "[{1/3: 1, 1/3: 2, 1/3: 0}]"),
        (SMALL, "remove", (2,), (), "[[3, 12]]"),
        (SMALL, "remove", (1, 1), (), "[[12], [2, 4]]"),
        ("[[3], [2, 4]]", "remove", (1, 1), (), "[0, [2, 4]]"),
        ("[{0.5: 1, 0.25: 2, 0.25: 3}]", "remove", (1, 3), (), "[{2/3: 1, 1/3: 2}]"),
        (SMALL, "set_kind", (1,), (CHANCE_NODE,), "[{0.5: 3, 0.5: 12}, [2, 4]]"),
        ("[{0.25: 3, 0.75: 12}, 2]", "set_kind", (1,), (CHOICE,), "[[3, 12], 2]"),
        (SMALL, "set_kind", (1,), (LEAF,), "[0, [2, 4]]"),
        (SMALL, "set_kind", (1, 1), (CHOICE,), "[[[3, 0], 12], [2, 4]]"),
        (SMALL, "set_kind", (1, 1), (CHANCE_NODE,), "[[{0.5: 3, 0.5: 0}, 12], [2, 4]]"),
        ("[{0.5: 3, 0.5: 12}, 2]", "set_odds", (1,), ("1/6, 5/6",), "[{1/6: 3, 5/6: 12}, 2]"),
    ],
)
def test_edits(text, edit, at, arguments, after):
    assert edited(text, edit, *arguments, at=at) == after


@pytest.mark.parametrize(
    ("text", "number", "after"),
    [
        (SMALL, 2, "[[(3, -3), (12, -12)], [(2, -2), (4, -4)]]"),
        (SMALL, 3, "[[(3, 0, 0), (12, 0, 0)], [(2, 0, 0), (4, 0, 0)]]"),
        ("[(1, 2, 3), (4, 5, 6)]", 0, "[1, 4]"),
        ("[(1, 2, 3), (4, 5, 6)]", 2, "[(1, 2), (4, 5)]"),
        ("[(1, 2), {0.5: (3, 4), 0.5: (5, 6)}]", 4, "[(1, 2, 0, 0), {0.5: (3, 4, 0, 0), 0.5: (5, 6, 0, 0)}]"),
    ],
)
def test_the_number_of_players(text, number, after):
    draft = TreeDraft(text)
    draft.set_players(number)
    assert draft.text == after
    assert len(draft.game.players) == (number or 2)


def test_what_is_typed_is_taken_and_edits_can_be_undone():
    draft = TreeDraft(SMALL)
    draft.add(0)
    draft.take(typed_tree("[(1,2),(3,4)]"))
    draft.take(typed_tree("[(1, 2), (3, 4)]"))
    assert (draft.text, draft.several) == ("[(1, 2), (3, 4)]", True)
    texts = []
    for _ in range(3):
        draft.undo()
        texts.append(draft.text)
    assert texts == ["[[3, 12], [2, 4], 0]", SMALL, SMALL], "the same tree twice is one step"


def test_places_are_kept():
    draft = TreeDraft(SMALL)
    assert draft.node((2, 1)) == 5
    draft.add(1)
    assert (draft.game.leaf_text(draft.node((2, 1))), draft.node((2, 1))) == ("2", 6), "its number has changed"
    assert draft.node((2, 9, 1)) == 2, "the nearest one above"


def test_the_level_says_who_chooses():
    draft = TreeDraft("[[{[1, 2], 3}, 4], 5]")
    names = [draft.kinds(draft.node(path))[CHOICE] for path in ((), (1,), (1, 1), (1, 1, 1), (1, 2), (2,))]
    assert names == ["MAX chooses", "MIN chooses", "MAX chooses", "MAX chooses", "MAX chooses", "MIN chooses"]
    assert list(draft.kinds(0)) == [CHOICE], "searches begin where a player chooses"
    assert TreeDraft("[[(1, 2, 3)]]").kinds(2)[CHOICE] == "C chooses"


@pytest.mark.parametrize("seed", range(20))
def test_any_edits_leave_a_tree_that_can_be_searched(seed):
    dice, draft = random.Random(seed), TreeDraft()
    for _ in range(40):
        node = dice.randrange(len(draft.game.parent))
        edit = dice.choice(["add", "remove", "kind", "players", "numbers"])
        with suppress(GameError):
            if edit == "kind":
                draft.set_kind(node, dice.choice([CHOICE, CHANCE_NODE, LEAF]))
            elif edit == "players":
                draft.set_players(dice.choice([0, 2, 3, 5]))
            elif edit == "numbers":
                draft.set_numbers(node, ", ".join(str(dice.randint(-9, 9)) for _ in draft.game.players[: draft._width]))
            else:
                getattr(draft, edit)(node)
        assert read_tree(draft.text).text() == draft.text
    start = read_tree(draft.text).start()
    assert zermelo.agent(fitting(start, "expectiminimax()"))(start).move


# What is refused


@pytest.mark.parametrize(
    ("text", "edit", "at", "arguments", "told"),
    [
        (SMALL, "set_numbers", (1, 1), ("x",), "`x` cannot stand at a leaf; write a number, such as 6"),
        (SMALL, "set_numbers", (1, 1), ("1, 2",), "write a number, such as 6"),
        (SMALL, "set_numbers", (1, 1), ("nan",), "leaves are numbers"),
        (SMALL, "set_numbers", (1, 1), ("1e99",), "leaves are numbers"),
        (SMALL, "set_numbers", (1,), ("1",), "cannot stand at a leaf"),
        ("[(1, 2, 3)]", "set_numbers", (1,), ("1, 2",), "write 3 numbers, one for each player, such as 6, 3, 0"),
        (SMALL, "remove", (), (), "the root cannot be removed"),
        ("[[1, 2]]", "remove", (1,), (), "the root needs at least one branch"),
        (SMALL, "set_kind", (), (LEAF,), "the root is always a choice"),
        (SMALL, "set_kind", (1,), ("king",), "a node is a choice, chance or a leaf"),
        ("[{1, 2}]", "set_odds", (1,), ("1",), "write 2 probabilities with commas between them"),
        ("[{1, 2}]", "set_odds", (1,), ("0.5, 0.6",), "add up to 1.1 instead of 1"),
        ("[{1, 2}]", "set_odds", (1,), ("1e-99999999, 1",), "use a number above 0"),
        ("[{1, 2}]", "set_odds", (1,), ("[3], 1/2",), "the tree cannot be read"),
        (SMALL, "set_odds", (1,), ("1/2, 1/2",), "cannot be used"),
    ],
)
def test_bad_edits_are_refused_and_change_nothing(text, edit, at, arguments, told):
    draft = TreeDraft(text)
    before = draft.text
    with pytest.raises(GameError) as refusal:
        getattr(draft, edit)(draft.node(at), *arguments)
    assert told in str(refusal.value)
    assert draft.text == before


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{1, 2}", "chance is at the root"),
        (str([1] * MOST_NODES), f"has {MOST_NODES + 1} nodes; at most {MOST_NODES} can be edited by clicking"),
        ("[[1, (2, 3)]]", "the leaf (2, 3) at 1 2, but 1 at 1 1"),
        ("", "is not a tree"),
    ],
)
def test_trees_that_cannot_be_edited(text, told):
    with pytest.raises(GameError) as refusal:
        TreeDraft(text)
    assert told in str(refusal.value)


def test_players_have_limits():
    for number in (1, 9, -1):
        with pytest.raises(GameError, match="MAX and MIN, or for 2 to 8 players"):
            TreeDraft(SMALL).set_players(number)


def test_an_agent_that_fits_is_chosen():
    plain, several = read_tree(SMALL).start(), read_tree("[[(1, 2, 3)], [(3, 2, 1)]]").start()
    assert fitting(plain, "alphabeta()") == "alphabeta()"
    assert fitting(several, "alphabeta()") == "maxn()"
    assert fitting(several, "paranoid()") == "paranoid()"
    assert fitting(plain, "nonsense(") == "minimax()"


# The picture


@pytest.mark.parametrize(
    "text", [SMALL, "[[(1, 2, 3), (4, 5, 6)], (7, 8, 9)]", "[{0.5: [2, 4], 0.5: 7}, {[0, 6], [5, -2]}]", "[1]"]
)
def test_nodes_do_not_overlap_and_have_names(text):
    game = TreeGame(text)
    drawn = picture(game, Labels({0: "5"}, {0: "[1, 2]"}, {1: "asked"}, {1: "marked"}), clickable=[1], room=10)
    nodes = drawn["nodes"]
    assert [node["number"] for node in sorted(nodes, key=lambda node: node["number"])] == list(range(len(game.parent)))
    assert len({node["name"] for node in nodes}) == len(nodes)
    for one in nodes:
        assert one["wide"] / 2 <= one["x"] <= drawn["width"] - one["wide"] / 2
        assert one["tall"] / 2 <= one["y"] <= drawn["height"] - one["tall"] / 2
        for other in nodes:
            if one["number"] < other["number"] and one["y"] == other["y"]:
                assert abs(one["x"] - other["x"]) >= (one["wide"] + other["wide"]) / 2
    by_number = {node["number"]: node for node in nodes}
    assert by_number[1]["name"].endswith(", marked")
    assert [node["number"] for node in nodes if node["clickable"]] == [1]
    assert by_number[0]["below"] == "[1, 2]"


def test_shapes_say_who_moves():
    kinds = {node["number"]: node["kind"] for node in picture(TreeGame("[{[1, 2], 3}, 4]"))["nodes"]}
    assert [kinds[number] for number in range(5)] == ["max", "chance", "end", "min", "end"]
    several = picture(TreeGame([[(1, 2, 3), (3, 2, 1)]]))
    assert [node["kind"] for node in several["nodes"]] == ["own0", "own1", "end", "end"]
    assert [row["name"] for row in several["rows"]] == ["A", "B"]
