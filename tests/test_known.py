"""Known numbers: what is published or computed about games, found again by the searches and move generators.

The numbers are in tests/data/known.json, which the Rust tests read too.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from long_runs import LONG, few
from sampling import SPECIFICATION, game

import zermelo
from zermelo.engine.backends import open_backend
from zermelo.search.perft import perft

HERE = Path(__file__).parent
KNOWN = json.loads((HERE / "data" / "known.json").read_text())
SOLVED = json.loads((HERE / "data" / "connect4.json").read_text())["scores"]


def counts(text):
    return next(row["counts"] for row in KNOWN["perft"] if row["game"] == text)


def perfts(text, backend, depths):
    core, start = open_backend(game(text), backend).core, game(text).fresh().pack()
    return [core.perft(start, depth) for depth in depths]


@pytest.mark.parametrize("backend", few(["compiled", SPECIFICATION], 1))
def test_minimax_enters_every_node_of_tictactoe(backend):
    report = zermelo.minimax(backend=backend)(game("tictactoe").start())
    assert report.nodes == KNOWN["tictactoe"]["minimax_nodes"]
    assert report.value == KNOWN["tictactoe"]["value"]
    assert report.values == (0, 0)
    assert report.exact
    assert len(report.line) == 9


def test_tictactoe_perft():
    expected = counts("tictactoe")
    assert perfts("tictactoe", "compiled", range(1, 10)) == expected
    assert perfts("tictactoe", "interpreted", range(1, 6)) == expected[:5]
    assert [perft(game("tictactoe").rules, game("tictactoe").fresh(), depth) for depth in range(1, 6)] == expected[:5]


def test_tictactoe_perft_ends_with_the_longest_games():
    assert perfts("tictactoe", "compiled", [9, 10, 50]) == [KNOWN["tictactoe"]["games_by_length"]["9"], 0, 0]


@pytest.mark.parametrize("backend", ["native", "compiled"])
def test_connect4_perft_to_depth_8(backend):
    assert perfts("connect4", backend, range(1, 9)) == counts("connect4")[:8]


def test_connect4_perft_to_depth_10():
    assert perfts("connect4", "native", [9, 10]) == counts("connect4")[8:10]


def test_connect4_perft_interpreted():
    assert perfts("connect4", "interpreted", range(1, 6)) == counts("connect4")[:5]


@pytest.mark.long
def test_grundy_lost_heaps_up_to_60():
    """All heaps are positions of the game with the largest one, so that its rules are compiled once."""
    solve = zermelo.alphabeta(memory="32MB", backend="compiled").remembering()
    lost = []
    for heap in range(1, 61):
        position = game("grundy(60)").position(f"piles {heap}")
        value = position.values[0] if position.over else solve(position).value
        assert value in (-1, 1)
        if value < 0:
            lost.append(heap)
    assert lost == KNOWN["grundy"]["lost"]


ISOLATION = [
    fact
    for fact in KNOWN["isolation"] + KNOWN["isolation_large"]
    if LONG or (fact["size"], fact["moves"]) in ((3, "king"), (4, "queen"), (5, "knight"))
]
"""Each size with each kind of move is compiled for itself."""


def fact_name(fact):
    return f"{fact['size']} {fact['moves']} {fact['start']}"


@pytest.mark.parametrize("fact", ISOLATION, ids=fact_name)
def test_isolation_facts(fact):
    text = f"isolation(rows={fact['size']},cols={fact['size']},moves={fact['moves']},start={fact['start']})"
    report = zermelo.alphabeta(memory="32MB", backend="compiled")(game(text).start())
    assert report.exact
    assert report.value == (1 if fact["first_wins"] else -1)
    assert report.plies % 2 == (1 if fact["first_wins"] else 0), "whoever cannot move loses, so the winner moves last"


def score(report, stones):
    """Pons' score: 22 minus the winner's stones at the end, which is 18 for the quickest win there is; a draw is 0."""
    if report.value == 0:
        return 0
    total = stones + report.plies
    return report.value * (22 - (total + 1) // 2)


@pytest.mark.parametrize("known", KNOWN["connect4_scores"], ids=lambda known: known["moves"])
@pytest.mark.parametrize("backend", ["native", "compiled", "interpreted", SPECIFICATION])
def test_connect4_published_examples(known, backend):
    """Both are decided within three plies, so a shallow search proves them."""
    position = game("connect4").start().play(*known["moves"])
    assert score(zermelo.alphabeta(depth=3, backend=backend)(position), len(known["moves"])) == known["score"]


@pytest.mark.parametrize("backend", ["native", "compiled"])
def test_connect4_solved_positions(backend):
    """Late positions with the scores that a plain solver gives them."""
    solve = zermelo.alphabeta(memory="1MB", backend=backend)
    for moves, expected in SOLVED.items():
        report = solve(game("connect4").start().play(*moves))
        assert score(report, len(moves)) == expected, moves
        assert report.exact


@pytest.mark.parametrize("backend", ["compiled", "interpreted", SPECIFICATION])
@pytest.mark.parametrize("known", KNOWN["tree"], ids=lambda known: str(known["tree"]))
def test_textbook_trees(known, backend):
    position = zermelo.TreeGame(known["tree"]).start()
    for agent in (zermelo.minimax(backend=backend), zermelo.alphabeta(backend=backend)):
        report = agent(position, tree=100)
        assert (report.value, list(report.line), report.exact) == (known["value"], known["line"], True)
        pruned = [
            f"{child.move} {leaf.move}" for child in report.tree.root.children for leaf in child.children if leaf.kind == "pruned"
        ]
        assert pruned == (known["never_entered"] if agent.algorithm == "alphabeta" else [])
        leaves = sum(len(branch) for branch in known["tree"])
        assert report.nodes == 1 + len(known["tree"]) + leaves - len(pruned)


def test_nim_follows_bouton():
    """Bouton 1901: the player to move loses exactly when the exclusive or of the heaps is zero."""
    start = game("nim")
    solve = zermelo.alphabeta(memory="1MB", backend="compiled")
    for a, b, c in ((a, b, c) for a in range(4) for b in range(5) for c in range(6) if a + b + c):
        report = solve(start.position(f"heaps {a} {b} {c}"))
        assert (report.value > 0) == (a ^ b ^ c != 0)
