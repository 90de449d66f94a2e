"""Steps of UCT: selection, expansion, playout, backup, repeated until the tree is that of the search."""

from __future__ import annotations

import dataclasses
import re

import pytest
from animation_for_tests import DONE, OPEN, watched
from chance_for_tests import Gamble
from multiplayer_for_tests import Crowd
from trees_for_tests import at

import zermelo
from zermelo.animation import record
from zermelo.trees.drawing import words

TWIN = "interpreted"
PLENTY = 100_000
POSITIONS = {
    "tictactoe": lambda: at("tictactoe", "b2 a1"),
    "connect4": lambda: at("connect4"),
    "three": lambda: Crowd(3).seeded(3),
    "dice": lambda: Gamble().seeded(2),
    "alone": lambda: Gamble(1).seeded(5),
}
TECHNIQUES = {
    "plain": dict(solver=False),
    "solver": {},
    "value": dict(final="value", exploration=1.5),
    "rave": dict(rave=30, grave=8),
    "habits": dict(history=3, policy="mast"),
    "short": dict(cap=3),
}


def by_path(nodes, key):
    """Nodes by the moves that lead to them."""
    paths = {}
    for index, (parent, name, fact) in enumerate(key(node) for node in nodes):
        paths[index] = ((*paths[parent][0], name) if parent >= 0 else (), fact)
    return dict(paths.values())


def told(watcher):
    return by_path(watcher.nodes, lambda node: (node.parent, node.move, (node.m, node.v, node.n)))


def grown(tree):
    """What the tree of a report says of each node: its move with visits, its value, whether it is proven."""
    nodes = list(tree.walk())
    places = {id(node): index for index, node in enumerate(nodes)}
    parents = {id(child): places[id(node)] for node in nodes for child in node.children}

    def facts(node):
        name = words.move(dataclasses.replace(node, visits=None))
        proven = "proven" if node.why == "proven" and node.move is not None else ""
        return parents.get(id(node), -1), name, (words.move(node), words.value(node), proven)

    return by_path(nodes, facts)


@pytest.mark.parametrize("technique", TECHNIQUES)
@pytest.mark.parametrize("name", POSITIONS)
def test_steps_lead_to_the_tree_of_the_twin(name, technique):
    position, agent = POSITIONS[name](), zermelo.uct(playouts=150, **TECHNIQUES[technique])
    recording = record(position, agent, PLENTY)
    report = dataclasses.replace(agent, backend=TWIN)(position, tree=PLENTY)
    (watcher,) = watched(recording)
    assert told(watcher) == grown(report.tree)
    assert " ".join(report.line).startswith(watcher.line())
    assert list(recording.steps)[-1].nodes == report.nodes


def test_every_iteration_is_four_steps_unless_nothing_is_new():
    kinds = "".join(step.kind[0] for step in record(at("connect4"), zermelo.uct(playouts=200), PLENTY).steps)
    assert re.fullmatch("e(sepb){200}r", kinds)
    kinds = "".join(step.kind[0] for step in record(at("tictactoe", "b2 a1 a3 c1"), zermelo.uct(playouts=60)).steps)
    assert re.fullmatch("e(se?pb)*r", kinds)


def test_what_the_steps_say():
    steps = list(record(at("tictactoe", "b2 a1 a3 c1"), zermelo.uct(playouts=12)).steps)
    texts = {kind: [step.text for step in steps if step.kind == kind] for kind in ("select", "expand", "playout", "backup")}
    assert texts["select"][0].endswith(" (not tried yet).")
    assert any("the greatest UCT value), then" in text for text in texts["select"])
    assert texts["expand"][0].startswith("Expansion: ")
    assert any("the result is known: a win for o" in text for text in texts["playout"])
    assert any(text.endswith("Proven now: b3.") for text in texts["backup"])


def test_the_chosen_move_has_the_greatest_value():
    """Worked out from visits and values alone: rate + C * sqrt(ln(parent's visits) / visits)."""
    from math import log, sqrt

    recording = record(at("connect4"), zermelo.uct(playouts=60, solver=False, exploration=0.5), PLENTY)
    made = recording.rounds[0]
    visits, rates, checked = {0: 0}, {}, 0
    for step in made.steps:
        if step.kind == "select" and len(visits) > 7:  # every move at the root has been tried
            name = re.match(r"Selection: (\S+) \(rate", step.text)[1]
            total = visits[0] + 1
            values = {
                made.nodes[node].move: rates[node] + 0.5 * sqrt(log(total) / visits[node])
                for node in visits
                if made.parents[node] == 0
            }
            best = max(values.values())
            assert values[name] == pytest.approx(best, abs=0.002)  # values are rounded for people
            checked += 1
        elif step.kind == "backup":
            visits[0] += 1
            for node, name, value in step.changes:
                if name == "m":
                    visits[node] = int(value.rpartition("×")[2])
                elif name == "v" and node:
                    worth = float(value.replace("−", "-"))
                    rates[node] = (worth + 1) / 2 if made.parents[node] == 0 else None
    assert checked > 40


def test_a_tree_without_what_is_still_to_come_is_told_apart():
    data = record(at("tictactoe"), zermelo.uct(playouts=20)).to_json()
    assert data["grows"]
    assert not record(at("tictactoe"), zermelo.minimax(depth=1)).to_json()["grows"]


def test_a_recording_that_keeps_little_ends_with_one_step_for_the_rest():
    recording = record(at("connect4"), zermelo.uct(playouts=100), 10)
    steps = list(recording.steps)
    assert [step.kind for step in steps[-2:]] == ["rest", "result"]
    assert steps[-2].text == "90 more playouts, without steps."
    assert len(recording.rounds[0].nodes) == 11
    whole = told(watched(record(at("connect4"), zermelo.uct(playouts=100), PLENTY))[0])
    assert all(whole[path] == fact for path, fact in told(watched(recording)[0]).items())


def test_shared_positions_are_shown_where_they_were_met_first():
    recording = record(at("tictactoe"), zermelo.uct(playouts=300, transpositions=True), PLENTY)
    (watcher,) = watched(recording)
    assert all(node.s == DONE for node in watcher.nodes)
    assert recording.tree.root.value == zermelo.uct(playouts=300, transpositions=True, backend=TWIN)(at("tictactoe")).value


def test_nothing_is_shown_before_it_is_tried():
    made = record(at("tictactoe"), zermelo.uct(playouts=30)).rounds[0]
    met = {0}
    for step in made.steps:
        if step.kind == "expand":
            assert made.parents[step.node] in met
            assert (step.node, "s", OPEN) in step.changes
            met.add(step.node)
        assert {change[0] for change in step.changes} <= met
