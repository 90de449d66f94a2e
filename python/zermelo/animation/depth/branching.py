"""The lesson on branching: how deep a million nodes reach, with minimax and with alpha-beta at its best.

Alpha-beta with the best move always first searches b^ceil(d/2) + b^floor(d/2) - 1 leaves of a full tree (Knuth and Moore 1975), which is
2 b^(d/2) - 1 for even depths, instead of b^d. A small tree with the best move first shows that; then the numbers for b = 35, as in
chess; then Connect Four, measured.
"""

from collections.abc import Callable, Sequence
from math import log, log10
from typing import Any

from zermelo.agents.registry import agent
from zermelo.animation.round_builder import RoundBuilder, inner
from zermelo.animation.search import record
from zermelo.animation.table_picture import table_picture
from zermelo.games import find
from zermelo.games.tree import TreeGame
from zermelo.trees.player.recording import Captions, Recording, Round
from zermelo.trees.player.step import DONE, STATUS, VALUE, Step

SMALL_BRANCHES, SMALL_DEPTH = 3, 4
MIX = 37
"""Has no common divisor with 100, so up to 100 neighbouring numbers become different leaves."""
BRANCHES, DEPTHS = 35, range(1, 11)
BUDGET = 1_000_000
LONG_GAME = 100
"""Plies of a game of chess."""
MEASURED, MEASURED_DEPTHS = "connect4", range(1, 8)
AGENTS = ("minimax", "alphabeta", "strong", "minimal")
CAPTIONS = Captions(line="", place="at")
LEGEND = [("own0", "one more ply")]


def branching() -> Recording:
    """The lesson: a small tree, a table, and a measured table."""
    small = small_tree()
    before = small.steps[-1].nodes
    rounds = [small, counted_round(before), measured_round(before)]
    return Recording("trees and Connect Four", ", ".join(AGENTS), "MAX", rounds, captions=CAPTIONS)


# How many leaves


def minimax_leaves(branches: int, depth: int) -> int:
    return int(branches**depth)


def best_case_leaves(branches: int, depth: int) -> int:
    """The leaves that alpha-beta must look at even if the best move always comes first."""
    return int(branches ** ((depth + 1) // 2) + branches ** (depth // 2) - 1)


def deepest(leaves: Callable[[int, int], int]) -> int:
    """The greatest depth that fits into the budget."""
    depth = 0
    while leaves(BRANCHES, depth + 1) <= BUDGET:
        depth += 1
    return depth


# A small tree


def best_first(branches: int, depth: int, first: int = 1, turn: int = 1) -> tuple[Any, int]:
    """A full tree whose leaves are all different, with the best move first at every node, and its value. `turn` is 1 for MAX."""
    if depth == 0:
        leaf = MIX * first % 100
        return leaf, leaf
    below = [best_first(branches, depth - 1, first * branches + number, -turn) for number in range(branches)]
    below.sort(key=lambda each: -turn * each[1])
    return [tree for tree, _ in below], below[0][1]


def small_tree() -> Round:
    """Alpha-beta on the small tree, with its leaves counted."""
    tree, _ = best_first(SMALL_BRANCHES, SMALL_DEPTH)
    made = record(TreeGame(tree).start(), agent("alphabeta()")).rounds[0]
    made.name = f"{SMALL_BRANCHES} moves, {SMALL_DEPTH} plies"
    made.states = []
    leaves = sum(node.kind == "end" for node in made.nodes)
    full, best = minimax_leaves(SMALL_BRANCHES, SMALL_DEPTH), best_case_leaves(SMALL_BRANCHES, SMALL_DEPTH)
    text = f"A tree with {SMALL_BRANCHES} moves at every node and {SMALL_DEPTH} plies has {full} leaves. The best move is always first."
    told = f"Alpha-beta has looked at {leaves} leaves. The formula says 2 × {SMALL_BRANCHES}^({SMALL_DEPTH}/2) − 1 = {best}."
    made.steps = [Step("round", 0, text, 0), *made.steps, Step("result", 0, told, made.steps[-1].nodes)]
    return made


# Tables


class TableRound:
    """A round with one node for each row of a table."""

    def __init__(self, title: str, head: Sequence[str], nodes: int) -> None:
        self.title, self.head, self.nodes = title, head, nodes
        self.rows: list[tuple[str, ...]] = []
        self.builder = RoundBuilder(inner(None, "", "own"))
        self.node = 0

    def begin(self, text: str, value: str) -> None:
        self.builder.step("round", 0, text, self.nodes, (0, STATUS, DONE), (0, VALUE, value))

    def row(self, text: str, value: str, *cells: str) -> None:
        self.rows.append(cells)
        self.node = self.builder.add(self.node, inner(f"depth {cells[0]}", "", "own"))
        picture = self.builder.shows(
            self.node, table_picture(self.title, self.head, self.rows, len(self.rows) - 1)._replace(text="")
        )
        self.builder.step("row", self.node, text, self.nodes, (self.node, STATUS, DONE), (self.node, VALUE, value), picture)

    def end(self, name: str, *sentences: str) -> Round:
        whole = self.builder.shows(self.node, table_picture(self.title, self.head, self.rows))
        self.builder.step("result", self.node, " ".join(sentences), self.nodes, whole)
        return self.builder.round(name, self.title, "", "", LEGEND)


def counted_round(nodes: int) -> Round:
    """Leaves for each depth, as the formulas say."""
    made = TableRound(f"leaves for {BRANCHES} moves", ("depth", "minimax", "alpha-beta at best"), nodes)
    made.begin(f"A position of chess has about {BRANCHES} moves. How deep do {BUDGET:,} nodes reach?", f"{BRANCHES}")
    for depth in DEPTHS:
        full, best = minimax_leaves(BRANCHES, depth), best_case_leaves(BRANCHES, depth)
        fits = [name for name, number in (("minimax", full), ("alpha-beta", best)) if number <= BUDGET]
        told = f"{' and '.join(fits)} can do that" if fits else "neither can do that"
        text = f"Depth {depth}: {BRANCHES}^{depth} = {full:,} leaves for minimax, at best {best:,} for alpha-beta; with {BUDGET:,} nodes {told}."
        made.row(text, f"{best:,}", str(depth), f"{full:,}", f"{best:,}")
    exponent = log(BUDGET) / log(BRANCHES)
    return made.end(
        f"{BRANCHES} moves",
        f"{BUDGET:,} = {BRANCHES}^{exponent:.2f}: that is about depth {round(exponent)} for minimax and {round(2 * exponent)} for alpha-beta,",
        f"which doubles the depth. What fits in full is depth {deepest(minimax_leaves)} and {deepest(best_case_leaves)}.",
        f"A whole game of {LONG_GAME} plies has about {BRANCHES}^{LONG_GAME} = 10^{round(LONG_GAME * log10(BRANCHES))} leaves.",
    )


def measured_round(nodes: int) -> Round:
    """Nodes for each depth in a real game, and the branching factors behind them."""
    start = find(MEASURED).start()
    made = TableRound(f"nodes in {MEASURED}", ("depth", *AGENTS), nodes)
    made.begin(f"The same, measured: nodes that searches enter from the start of {MEASURED}.", "1")
    found: dict[str, int] = {}
    for depth in MEASURED_DEPTHS:
        found = {name: agent(f"{name}(depth={depth})")(start).nodes for name in AGENTS}
        told = ", ".join(f"{name} {number:,}" for name, number in found.items())
        made.row(f"Depth {depth}: {told}.", f"{found['alphabeta']:,}", str(depth), *(f"{number:,}" for number in found.values()))
    last = MEASURED_DEPTHS[-1]
    factors = ", ".join(f"{name} {number ** (1 / last):.2f}" for name, number in found.items())
    return made.end(
        f"{MEASURED}, measured",
        f"The effective branching factor is the {last}th root of the nodes at depth {last}: {factors}.",
        "minimal is the tree that alpha-beta would enter with the best move always first; strong counts all its rounds, but enters no position twice that its transposition table knows.",
    )
