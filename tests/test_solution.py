"""Solution trees: correct ones are verified, and changed ones are refused."""

from __future__ import annotations

import copy
import re

import pytest
from games_for_tests import Boxes, Climb, Harvest, Race, Thirds
from trees_for_tests import at, with_depths

import zermelo
from zermelo.engine.solution import solution, verify
from zermelo.errors import AgentError, LimitError, PositionError, ZermeloError

BACKENDS = ["python"]


@pytest.fixture(params=BACKENDS)
def backend(request):
    return request.param


def plan(backend):
    position = at("tictactoe", "b2 a2")
    return solution(position, zermelo.alphabeta(backend=backend)), position


def test_a_won_position_has_a_solution_that_can_be_proved(backend):
    tree, position = plan(backend)
    assert (tree.root.value, tree.root.plies, tree.truncated) == (1, 5, False)
    assert verify(tree, position) is None
    for node in tree.walk():
        assert node.value == 1
        assert node.why == ("" if node.children else "end")


def follow(tree, path):
    """The node at the end of a path of child numbers."""
    node = tree.root
    for index in path:
        node = node.children[index]
    return node


def refute(node):
    """Another legal move for us, with the rest of the plan left as it is."""
    node.children[0].move = "c2"


TAMPERINGS = {
    "a reply left out": (lambda tree: follow(tree, [0]).children.pop(), "after a1: the reply c3 is missing"),
    "a reply twice": (
        lambda tree: follow(tree, [0]).children.append(copy.deepcopy(follow(tree, [0, 0]))),
        "after a1: a reply is listed twice",
    ),
    "two moves": (
        lambda tree: tree.root.children.append(copy.deepcopy(follow(tree, [0]))),
        "at the root: there are 2 moves for us",
    ),
    "an illegal move": (lambda tree: setattr(follow(tree, [0]), "move", "b2"), "at the root: `b2` is not a legal move"),
    "a nameless move": (lambda tree: setattr(follow(tree, [0]), "move", None), "at the root: `None` is not a legal move"),
    "a worse move": (lambda tree: refute(follow(tree, [0, 0])), "after a1 b1 c2: "),
    "too great a promise": (lambda tree: setattr(tree.root, "plies", 3), "we get less than the value of the root"),
    "too small a promise": (lambda tree: setattr(tree.root, "plies", 7), "at the root: the value 1 in 7"),
    "a wrong value": (lambda tree: setattr(follow(tree, [0, 0]), "value", 0.5), "after a1 b1: the value 0.5 in 1"),
    "no value": (lambda tree: setattr(follow(tree, [0, 0]), "value", None), "after a1 b1: the value unknown"),
    "no promise": (lambda tree: setattr(tree.root, "value", None), "has no value"),
    "a plan broken off": (
        lambda tree: follow(tree, [0, 5]).children.clear(),
        "after a1 c3: the plan ends before the game is over",
    ),
    "a false depth limit": (
        lambda tree: (follow(tree, [0, 5, 0]).children.clear(), setattr(follow(tree, [0, 5, 0]), "why", "depth limit")),
        "after a1 c3 b1: we get less than the value of the root",
    ),
    "a depth limit too soon": (
        lambda tree: (follow(tree, [0, 0]).children.clear(), setattr(follow(tree, [0, 0]), "why", "depth limit")),
        "after a1 b1: the plan ends before the game is over",
    ),
    "a game that goes on": (
        lambda tree: follow(tree, [0, 0, 0]).children.append(copy.deepcopy(follow(tree, [0]))),
        "is not a legal move",
    ),
    "sides exchanged": (
        lambda tree: setattr(follow(tree, [0]), "kind", "max"),
        'after a1: the kind of the node is "max" instead of "min"',
    ),
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_a_tampered_solution_is_found_out(name):
    tree, position = plan("python")
    tamper, message = TAMPERINGS[name]
    tamper(tree)
    with pytest.raises(ZermeloError, match=re.escape(message)):
        verify(tree, position)


def test_a_solution_of_another_position_is_found_out(backend):
    tree, _ = plan(backend)
    with pytest.raises(ZermeloError, match="the solution tree is wrong"):
        verify(tree, at("tictactoe", "b2 b1"))


def test_the_solution_of_nim_leaves_nothing_over(backend):
    position = at("nim([3,4,5])")
    tree = solution(position, zermelo.alphabeta(table=True, backend=backend))
    verify(tree, position)
    assert (tree.root.value, tree.root.children[0].move) == (1, "1:2")
    stack = [(tree.root, position)]
    while stack:  # Bouton 1901: after each of our moves the exclusive or of the heaps is zero
        node, here = stack.pop()
        heaps = here.state.heaps
        assert (heaps[0] ^ heaps[1] ^ heaps[2] == 0) == (node.kind in ("min", "end"))
        stack.extend((child, here.play(child.move)) for child in node.children)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
@pytest.mark.parametrize(("game", "moves"), [("tictactoe", ""), ("connect(rows=4,cols=4,line=3)", "1 2"), ("isolation(3,4)", "")])
def test_a_plan_to_a_depth_has_the_value_of_the_search(game, moves, depth, backend):
    position, agent = at(game, moves), zermelo.alphabeta(depth=depth, backend=backend)
    tree, report = solution(position, agent), agent(position)
    verify(tree, position)
    assert (tree.root.value, tree.root.plies, tree.root.children[0].move) == (report.value, report.plies, report.move)
    assert {ply for node, ply in with_depths(tree) if node.why == "depth limit"} <= {depth}
    assert max(ply for _, ply in with_depths(tree)) <= depth


def test_a_plan_where_the_turn_may_stay(backend):
    game = Boxes()
    position = game.start().play("0 1 2 4 5 7 9")
    agent = zermelo.minimax(backend=backend)
    tree = solution(position, agent)
    verify(tree, position)
    assert tree.root.value == agent(position).value
    assert any(child.kind == node.kind for node in tree.walk() for child in node.children)


class Counting:
    """An agent that takes down what it was asked."""

    def __init__(self, agent):
        self.agent, self.asked = agent, []

    def reports(self, position, tree=0):
        yield self(position)

    def __call__(self, position):
        self.asked.append(position)
        return self.agent(position)


def test_positions_reached_in_several_ways_are_searched_once(backend):
    position, agent = at("nim([2,3,3])"), Counting(zermelo.alphabeta(table=True, backend=backend))
    tree = solution(position, agent)
    verify(tree, position)
    assert len(agent.asked) == len(set(agent.asked))
    assert len(agent.asked) < sum(node.kind == "max" for node in tree.walk())


@pytest.mark.parametrize("nodes", [1, 2, 9, 10, 40])
def test_a_bounded_plan_says_that_it_is_cut_short(nodes, backend):
    position, agent = at("tictactoe"), Counting(zermelo.alphabeta(depth=4, backend=backend))
    tree = solution(position, agent, nodes=nodes)
    assert tree.truncated
    assert len(list(tree.walk())) == tree.total <= nodes
    assert tree.root.value is None
    assert len(agent.asked) <= sum(node.kind == "max" and bool(node.children) for node in tree.walk())
    for node in tree.walk():
        assert (node.why == "stopped") == (not node.children)
    with pytest.raises(ZermeloError, match="more nodes"):
        verify(tree, position)


def test_any_agent_has_a_plan_however_bad():
    position = at("tictactoe", "b2 a2")
    tree = solution(position, zermelo.random(seed=3))
    verify(tree, position)
    assert tree.root.value < 1


def test_games_without_solution_trees_are_refused(backend):
    agent = zermelo.alphabeta(depth=1, backend=backend)
    for game, words_of_error in ((Thirds(), "two players"), (Race(), "without chance"), (Harvest(), "zero-sum")):
        with pytest.raises(AgentError, match=words_of_error):
            solution(game.start(), agent)
    with pytest.raises(PositionError, match="the game is over"):
        solution(at("tictactoe", "a1 b1 a2 b2 a3"), agent)
    with pytest.raises(LimitError, match="nodes=0"):
        solution(at("tictactoe"), agent, nodes=0)
    verify(solution(Climb().start(), agent), Climb().start())
