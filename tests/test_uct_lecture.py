"""`uct(lecture=True)` is UCT as lecture notes have it: held against a short program that is written from the notes alone.

    UCTVal = winrate + sqrt(ln(parent.visits) / visits)

If there is an unvisited child, pick it; otherwise pick the child with the greatest value, until an unvisited one is found. Play a random game
from there, and update the win rates for the players who moved. In the end pick the move with the highest win rate.
"""

from __future__ import annotations

from math import log, sqrt

import pytest
from cli_runner import assert_one_sentence, run
from pages import page

import zermelo
from zermelo.agents.registry import agent as read_agent
from zermelo.errors import AgentError
from zermelo.game.random import Random
from zermelo.search.montecarlo.options import LECTURE, MonteCarloOptions
from zermelo.search.parameter import parameters

# With three players a draw is a third, and rounding would decide between moves that are equally good.
GAMES = {
    "tictactoe": ("python", "interpreted"),
    "connect4": ("python", "interpreted", "native"),
    "connect(rows=4,cols=4,line=3,players=4)": ("python", "interpreted"),
    "nim([3,4])": ("python", "interpreted"),
}


class Child:
    """A node of the notes' tree; it counts the wins of the player who moved to it."""

    def __init__(self, position):
        self.position, self.visits, self.wins, self.selections, self.children = position, 0, 0.0, 0, []

    def explore(self, random):
        """List the children. Which of them is picked first is not said in the notes: here as in the library, a random one."""
        start = random.below(len(self.position.choices))
        self.children = [Child(self.position.advance(move)) for move in self.position.choices]
        self.order = self.children[start:] + self.children[:start]

    def pick(self):
        self.selections += 1  # the visits of the parent, this one included
        unvisited = [child for child in self.order if child.visits == 0]
        return unvisited[0] if unvisited else max(self.children, key=self.value)

    def value(self, child):
        return child.wins / child.visits + sqrt(log(self.selections) / child.visits)


def won(position):
    """What each player has won at the end: a win 1, a loss 0; a draw is shared."""
    values, seats = position.values, len(position.game.players)
    return [1 / seats if not any(values) else float(value > 0) for value in values]


def lecture_uct(position, playouts, seed):
    """The root after so many random games."""
    random, root = Random(seed), Child(position)
    root.explore(random)
    for _ in range(playouts):
        node, path = root, []
        while True:
            mover, node = node.position.player, node.pick()
            path.append((mover, node))
            if node.visits == 0 or node.position.over:
                break
            if not node.children:
                node.explore(random)
        end = node.position
        while not end.over:
            end = end.advance(end.choices[random.below(len(end.choices))])
        for mover, each in path:
            each.visits += 1
            each.wins += won(end)[mover]
    return root


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("text", GAMES)
def test_visits_are_those_of_the_notes(text, seed):
    start = zermelo.find(text).start()
    root = lecture_uct(start, 400, seed)
    expected = {start.name(move): child.visits for move, child in zip(start.choices, root.children, strict=True)}
    rates = {start.name(move): child.wins / child.visits for move, child in zip(start.choices, root.children, strict=True)}
    assert sum(expected.values()) == 400
    for backend in GAMES[text]:
        report = zermelo.uct(playouts=400, lecture=True, seed=seed, backend=backend)(start)
        assert {choice.move: choice.visits for choice in report.choices} == expected, backend
        assert rates[report.move] == max(rates.values()), backend


def test_every_level_of_the_tree_is_that_of_the_notes():
    start = zermelo.find("tictactoe").start().play("b2 a1")
    tree = zermelo.uct(playouts=500, lecture=True, backend="python")(start, tree=10_000).tree
    waiting, compared = [(tree.root, lecture_uct(start, 500, 1))], 0
    while waiting:
        node, mine = waiting.pop()
        visited = {mine.position.name(move): child for move, child in zip(mine.position.choices, mine.children, strict=False)}
        visited = {name: child for name, child in visited.items() if child.visits}
        assert {child.move: child.visits for child in node.children} == {name: each.visits for name, each in visited.items()}
        waiting += [(child, visited[child.move]) for child in node.children]
        compared += 1
    assert compared > 200


def test_the_default_is_another_search():
    """If these were alike, the comparison above would say nothing."""
    start = zermelo.find("connect4").start()
    default, lecture = (zermelo.uct(playouts=400, **more)(start) for more in ({}, {"lecture": True}))
    assert {each.move: each.visits for each in default.choices} != {each.move: each.visits for each in lecture.choices}


def test_it_is_a_name_for_options_that_exist():
    meant = zermelo.uct(playouts=9, exploration=1, final="value", solver=False, forced=False)
    assert zermelo.uct(playouts=9, lecture=True) == meant == read_agent("uct(playouts=9, lecture=True)")
    assert read_agent(str(meant)) == meant
    assert zermelo.uct(playouts=9, lecture=False) == zermelo.uct(playouts=9)
    assert "lecture" not in meant.options.techniques()


OTHER = {
    "exploration": 0.5, "final": "'visits'", "solver": True, "forced": True, "cutoff": 3, "transpositions": True,
    "implicit": 0.3, "rave": 30, "grave": 5, "history": 1, "policy": "mast",
    "batch": 8, "leaf_games": 3, "wide": True, "where": "gpu",
}  # fmt: skip


@pytest.mark.parametrize("name", OTHER)
def test_what_contradicts_it_is_refused(name):
    with pytest.raises(AgentError, match=rf"^lecture=True means {name}=.*: leave out {name}=.*, or leave out lecture$"):
        read_agent(f"uct(lecture=True, {name}={OTHER[name]})")


def test_every_option_is_either_free_or_fixed():
    free = {"lecture", "games", "cap", "seed", "threads"}
    assert set(parameters(MonteCarloOptions)) == free | set(OTHER)
    assert set(LECTURE) <= set(OTHER)
    assert zermelo.uct(lecture=True, cap=100, seed=7, playouts=3).options.cap == 100


def test_the_command_line_knows_it():
    told = run("best", "tictactoe", "--agent", "uct(playouts=50, lecture=True)", "--json").object
    assert told["agent"] == "uct(playouts=50, exploration=1.0, final='value', solver=False, forced=False)"
    assert_one_sentence(run("best", "tictactoe", "--agent", "uct(lecture=True, solver=True)"), "lecture=True means solver=False")
    with pytest.raises(AgentError, match="where the agent is made"):
        zermelo.uct().changed(lecture=True)


def test_the_documents_say_what_it_means():
    assert "uct(playouts=100_000, lecture=True)" in page("monte-carlo.md")
