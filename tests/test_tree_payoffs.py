"""Trees for several players: values that others have worked out, every way to write one, agents that play and draw it, and refusals."""

from __future__ import annotations

import pytest
from cli_runner import run
from long_runs import lawful_backends
from multiplayer_for_tests import best_reply_value, paranoid_value, true_values

import zermelo
from zermelo import TreeGame, laws
from zermelo.animation import record
from zermelo.errors import AgentError, GameError
from zermelo.hosting.limits import Limits
from zermelo.studio.recordings import WatchRequest, read_tree, suggested

RECITATION = [[[(1, 2, 3), (4, 2, 1)], [(6, 1, 2), (7, 4, -1)]], [[(5, -1, -1), (-1, 5, 2)], [(7, 7, -1), (5, 4, 5)]]]
"""A tree for three from a recitation of MIT's course 6.034 (2004), worked out there: the players get 1, 2 and 3."""
SHARES = [[(6, 3, 0), (1, 2, 6)], [(4, 4, 1), (3, 1, 5)]]
DEBTS = [[(2, -1, -1)], [(-1, 3, -2), (-4, 8, -4), (8, -4, -4)]]
BACKENDS = ("python", "interpreted", "compiled")
UNLIMITED = 99


def texts(tree):
    """The same tree, written in every way."""
    yield tree
    yield str(tree)
    yield str(tree).replace(" ", "")


# Values


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_tree_that_others_have_worked_out(backend):
    report = zermelo.maxn(backend=backend)(TreeGame(RECITATION).start())
    assert (report.values, report.line, report.player) == ((1, 2, 3), ("1", "1", "1"), "A")
    start = TreeGame(RECITATION).start()
    third = [zermelo.maxn(backend=backend)(start.play(path)).values for path in ("1 1", "1 2", "2 1", "2 2")]
    assert third == [(1, 2, 3), (6, 1, 2), (-1, 5, 2), (5, 4, 5)], "what C leaves"
    assert [zermelo.maxn(backend=backend)(start.play(path)).values for path in ("1", "2")] == [(1, 2, 3), (-1, 5, 2)]


@pytest.mark.parametrize("backend", BACKENDS)
def test_b_takes_what_is_best_for_b_unless_a_is_paranoid(backend):
    """B prefers 3 to 2 and 4 to 1, so A gets 6 on the left. If B only wants to harm A, 1 and 3 are left of it."""
    start = TreeGame(SHARES).start()
    assert zermelo.maxn(backend=backend)(start).values == (6, 3, 0)
    for agent in (zermelo.paranoid, zermelo.bestreply, zermelo.bestreplyplus):
        report = agent(backend=backend)(start)
        assert (report.move, report.value) == ("2", 3)


@pytest.mark.parametrize("tree", [RECITATION, SHARES, DEBTS, [[(5, 9), (6, 8)], (7, 1)]], ids=str)
def test_searches_are_what_their_definitions_say(tree):
    start = TreeGame(tree).start()
    assert zermelo.maxn()(start).values == pytest.approx(true_values(start, UNLIMITED), abs=1e-6)
    for agent, defined in ((zermelo.paranoid, paranoid_value), (zermelo.bestreply, best_reply_value)):
        report = agent()(start)
        assert (report.value, report.plies) == defined(start, UNLIMITED)


def test_two_players_with_tuples_need_not_oppose_each_other():
    friends, foes = TreeGame([[(5, 5), (6, 0)], [(9, 1), (0, 2)]]), TreeGame([[(3, -3), (12, -12)], [(2, -2), (4, -4)]])
    assert (friends.players, friends.zero_sum, foes.zero_sum) == (("A", "B"), False, True)
    assert zermelo.maxn()(friends.start()).values == (5, 5)
    with pytest.raises(AgentError, match="minimax is for zero-sum games"):
        zermelo.minimax()(friends.start())
    report = zermelo.minimax()(foes.start())
    assert (report.value, report.plies) == (3, None), "the same as with numbers: points, not wins"


def test_zero_sum_trees_can_be_pruned():
    tree = zermelo.maxn(pruning="shallow", backend="python")(TreeGame(DEBTS).start(), tree=100).tree
    assert [node.kind for node in tree.walk()].count("pruned") == 2
    assert zermelo.maxn()(TreeGame([[(0, 0, 0)], (0, 0, 0)]).start()).values == (0, 0, 0)
    with pytest.raises(AgentError, match="add up to zero"):
        zermelo.maxn(pruning="shallow")(TreeGame(SHARES).start())


def test_chance_among_several_players():
    tree = "[{0.5: [(1,2,3), (3,0,1)], 0.5: (5,2,0)}, (2,4,4)]"
    report = zermelo.expectiminimax()(TreeGame(tree).start())
    assert (report.move, report.values) == ("1", (0.5 * 1 + 0.5 * 5, 2, 1.5)), "B prefers 2 to 0"


@pytest.mark.parametrize("tree", [RECITATION, DEBTS, "[{0.5: [(1,2,3), (3,0,1)], 0.5: (5,2,0)}, (2,4,4)]"], ids=str)
def test_laws(tree):
    game = TreeGame(tree)
    verdict = laws.check(game, examples=10, backends=lawful_backends(game))
    assert verdict.ok, str(verdict)


# Notation


@pytest.mark.parametrize("tree", [RECITATION, SHARES, [(1, -2.5), (0.25, 3)], [tuple(range(8))]], ids=str)
def test_every_way_to_write_a_tree_gives_the_same_game(tree, tmp_path):
    (tmp_path / "small.json").write_text(str(tree))
    boards = {str(TreeGame(written).start()) for written in (*texts(tree), str(tmp_path / "small.json"))}
    boards |= {str(zermelo.find(f"tree({tree})").start()), str(read_tree(str(tree)).start())}
    assert boards == {f"at root: {tree}"}


@pytest.mark.parametrize("number", range(2, 9))
def test_there_are_as_many_players_as_numbers(number):
    game = zermelo.find(f"tree([{tuple(range(number))}])")
    assert game.players == tuple("ABCDEFGH"[:number])
    assert game.start().play("1").values == tuple(range(number))


def test_players_move_in_turn():
    game = TreeGame(RECITATION)
    assert [game.position(place).turn for place in ("at root", "at 2", "at 2 1")] == ["A", "B", "C"]
    assert TreeGame([[[[(1, 2)]]]]).position("at 1 1").turn == "A"
    assert game.position("at 1 2: [(6, 1, 2), (7, 4, -1)]").moves == ("1", "2")


def test_tuples_and_lists_are_different_trees():
    tuples, lists = TreeGame([[(1, 2), (3, 4)]]), TreeGame([[[1, 2], [3, 4]]])
    assert tuples != lists
    assert (tuples.players, lists.players) == (("A", "B"), ("MAX", "MIN"))


# On the command line and on the page Watch


def test_the_command_line_plays_and_draws_it():
    named = "tree([[(6,3,0),(1,2,6)],[(4,4,1),(3,1,5)]])"
    assert "A plays 1\n" in run("best", named).out
    drawn = run("tree", named, "--agent", "maxn()").out
    assert "◆ A (6, 3, 0)  ★" in drawn
    assert drawn.count("◆ B") == 2
    for agent in ("paranoid()", "bestreply()"):
        assert "value 3 for A" in run("tree", named, "--agent", agent).out


def test_the_page_watch_records_it():
    start = read_tree(str(SHARES)).start()
    assert {"maxn()", "paranoid()", "bestreply()"} <= set(suggested(start))
    for agent in ("maxn()", "paranoid()", "bestreply()"):
        typed = WatchRequest(game=str(SHARES), agent=agent).record(Limits())
        assert typed.to_json()["boards"]["kind"] == "none"
        assert [step.text for step in typed.steps] == [step.text for step in record(start, zermelo.agent(agent)).steps]


# What is refused


@pytest.mark.parametrize(
    ("tree", "reason"),
    [
        ([(1, 2), 3], "the leaf 3 at 2, but (1, 2) at 1; give every leaf one number, or every leaf one for each player"),
        ([[1, 2], [(3, 4)]], "the leaf (3, 4) at 2 1, but 1 at 1 1; give every leaf one number"),
        ([(1, 2), [(1, 2, 3)]], "the leaf (1, 2, 3) at 2 1, but (1, 2) at 1; give every leaf one number for each player"),
        ([[5, [(1, 2)]]], "the leaf (1, 2) at 1 2 1, but 5 at 1 1"),
        ([(1,)], "the leaf (1,) at 1; give one number for each player, for 2 to 8 players"),
        ([()], "the leaf () at 1; give one number for each player"),
        ([tuple(range(9))], "for 2 to 8 players"),
        ([(1, "a")], "the leaf (1, 'a') at 1; leaves are numbers"),
        ([(1, True)], "the leaf (1, True) at 1; leaves are numbers"),
        ([(1, 1e9)], "leaves are numbers from -1e8 to 1e8"),
        ([(1, [2, 3])], "the leaf (1, [2, 3]) at 1; a leaf has only numbers, so write choices in square brackets"),
        (((3, 12), (2, 4)), "the tree is ((3, 12), (2, 4)), but a tuple is a leaf; write choices in square brackets"),
        ("[(1,2)(3,4)]", "at `(3,4)]`: expected a comma or ]; a tree for three players looks like [(6, 3, 0), (1, 2, 6)]"),
        ("[(1,2", "at its end: a bracket is not closed"),
        ("[(1,x)]", "at `x)]`: expected a number, [ or ("),
        ("[{(1,2), 3}]", "the leaf 3 at 1 2, but (1, 2) at 1 1"),
    ],
    ids=str,
)
def test_bad_trees_are_refused_with_the_place(tree, reason):
    with pytest.raises(GameError) as refusal:
        TreeGame(tree)
    assert reason in str(refusal.value)
    assert str(refusal.value).count("\n") == 0
