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
    return by_path(watcher.nodes, lambda node: (node.parent, node.move, (node.m, node.v, node.n, node.e)))


def grown(tree, position):
    """What the tree of a report says of each node: its move with visits, the rate of whoever moved there, whether it is proven.

    Values of two sides are those of the player at the root, so the other side's rate is what is missing to 1.
    """
    nodes = list(tree.walk())
    places = {id(node): index for index, node in enumerate(nodes)}
    parents = {id(child): node for node in nodes for child in node.children}
    low, high = position.rules.bounds

    def other_moved(node):
        above = parents.get(id(node))
        while above is not None and above.kind == "chance":
            above = parents.get(id(above))
        return above is not None and above.kind == "min"

    def facts(node):
        name = words.move(dataclasses.replace(node, visits=None))
        proven = "proven" if node.why == "proven" and node.move is not None else ""
        rate = (node.value - low) / (high - low)
        rate = f"{1 - rate if other_moved(node) else rate:.2f}"
        label = name if node.move is None else f"{name}\n×{node.visits:,}"
        parent = -1 if node.move is None else places[id(parents[id(node)])]
        return parent, name, (label, rate, proven, node.visits)

    return by_path(nodes, facts)


@pytest.mark.parametrize("technique", TECHNIQUES)
@pytest.mark.parametrize("name", POSITIONS)
def test_steps_lead_to_the_tree_of_the_twin(name, technique):
    position, agent = POSITIONS[name](), zermelo.uct(playouts=150, **TECHNIQUES[technique])
    recording = record(position, agent, PLENTY)
    report = dataclasses.replace(agent, backend=TWIN)(position, tree=PLENTY)
    (watcher,) = watched(recording)
    seen, expected = told(watcher), grown(report.tree, position)
    assert seen.keys() == expected.keys()
    for path, (label, rate, *rest) in expected.items():
        assert (seen[path][0], *seen[path][2:]) == (label, *rest)
        assert float(seen[path][1]) == pytest.approx(float(rate), abs=0.011)  # both are rounded
    assert " ".join(report.line).startswith(watcher.line())
    assert list(recording.steps)[-1].nodes == report.nodes


def test_every_iteration_selects_expands_plays_out_and_backs_up_unless_nothing_is_new():
    kinds = "".join(step.kind[0] for step in record(at("connect4"), zermelo.uct(playouts=200), PLENTY).steps)
    assert re.fullmatch("e(s+epb){200}r", kinds)
    kinds = "".join(step.kind[0] for step in record(at("tictactoe", "b2 a1 a3 c1"), zermelo.uct(playouts=60)).steps)
    assert re.fullmatch("e(s+e?pb)*r", kinds)


def test_what_the_steps_say():
    steps = list(record(at("tictactoe", "b2 a1 a3 c1"), zermelo.uct(playouts=12)).steps)
    texts = {kind: [step.text for step in steps if step.kind == kind] for kind in ("select", "expand", "playout", "backup")}
    assert re.fullmatch(r"Selection at the root, visit 1: \w\d has not been tried yet, so it is tried now\.", texts["select"][0])
    assert any("has the greatest UCT value: mean + C × √(ln N / n) = " in text for text in texts["select"])
    assert texts["expand"][0].startswith("Expansion: ")
    assert any("the result is known: a win for o" in text for text in texts["playout"])
    assert any(text.endswith("Proven now: b3.") for text in texts["backup"])
    assert re.fullmatch(
        r"Done after 12 playouts: x plays b1, the move with the most visits: \d visits, rate [01]\.\d\d\.", steps[-1].text
    )


def test_every_rate_is_between_0_and_1_with_two_decimals():
    """In nodes, sentences and terms: what a move is worth is never told on another scale."""
    (made,) = record(at("connect4"), zermelo.uct(playouts=80), PLENTY).rounds
    rates = [value for step in made.steps for _, name, value in step.changes if name == "v" and value]
    rates += [value for step in made.steps for value in re.findall(r"\brate (?:is )?(\S+?)[,;.]?(?:\s|$)", step.text)]
    rates += [value.split("\n")[0] for step in made.steps for _, name, value in step.changes if name == "u" and "+" in value]
    assert len(rates) > 300
    assert all(re.fullmatch(r"[01]\.\d\d", rate) and float(rate) <= 1 for rate in rates)


def test_moves_that_are_compared_show_both_terms_and_the_greatest_sum_is_taken():
    (made,) = record(at("connect4"), zermelo.uct(playouts=120, solver=False), PLENTY).rounds
    shown, compared = {}, 0
    for step in made.steps:
        shown |= {node: value for node, name, value in step.changes if name == "u"}
        seen = {node: value for node, value in shown.items() if value}
        if step.kind != "select":
            assert not seen, "terms are shown only while moves are compared"
            continue
        if not seen:
            continue
        parents = {made.parents[node] for node in seen}
        assert parents == {made.parents[step.node]}, "all moves of the node, and no others"
        assert len(seen) == len(made.nodes[made.parents[step.node]].children)
        sums = {}
        for node, value in seen.items():
            exploitation, exploration, total = (float(part.lstrip("+=")) for part in value.split("\n"))
            assert exploitation + exploration == pytest.approx(total, abs=0.011)
            sums[node] = total
        assert sums[step.node] == max(sums.values())
        compared += 1
    assert compared > 80


def test_the_formula_has_its_numbers():
    from math import log, sqrt

    (made,) = record(at("connect4"), zermelo.uct(playouts=120, solver=False, exploration=0.7), PLENTY).rounds
    found = [
        re.search(r"visit (\d+): .* = (\S+) \+ 0\.7 × √\(ln (\d+) / (\d+)\) = (\S+) \+ (\S+) = (\S+)\.$", step.text)
        for step in made.steps
        if step.kind == "select" and "√(ln N / n)" in step.text
    ]
    assert len(found) > 80
    for each in found:
        visit, mean, parent, visits, again, bonus, total = map(float, each.groups())
        assert visit == parent
        assert mean == again
        assert bonus == pytest.approx(0.7 * sqrt(log(parent) / visits), abs=0.006)
        assert total == pytest.approx(mean + bonus, abs=0.011)


def test_edges_are_as_wide_as_their_visits():
    (watcher,) = watched(record(at("connect4"), zermelo.uct(playouts=90), PLENTY))
    assert watcher.nodes[0].e == 90 == sum(node.e for node in watcher.nodes if node.parent == 0)
    assert all(node.m.endswith(f"×{node.e}") for node in watcher.nodes[1:])


def test_the_chosen_move_has_the_greatest_value():
    """Worked out from visits and values alone: rate + C * sqrt(ln(parent's visits) / visits)."""
    from math import log, sqrt

    recording = record(at("connect4"), zermelo.uct(playouts=60, solver=False, exploration=0.5), PLENTY)
    made = recording.rounds[0]
    visits, rates, checked = {0: 0}, {}, 0
    for step in made.steps:
        if step.kind == "select" and len(visits) > 7:  # every move at the root has been tried
            found = re.match(r"Selection at the root, .*: (\S+) has the greatest", step.text)
            if found is None:
                continue
            name = found[1]
            total = visits[0] + 1
            values = {
                made.nodes[node].move: rates[node] + 0.5 * sqrt(log(total) / visits[node])
                for node in visits
                if made.parents[node] == 0
            }
            best = max(values.values())
            assert values[name] == pytest.approx(best, abs=0.011)  # rates are rounded for people
            checked += 1
        elif step.kind == "backup":
            visits[0] += 1
            for node, name, value in step.changes:
                if name == "e" and node:
                    visits[node] = value
                elif name == "v" and node:
                    rates[node] = float(value)
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
