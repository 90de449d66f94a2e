"""Trees of every kind, for tests: searched to the end, cut short, stopped, planned, of many players, malicious, and far too deep."""

from __future__ import annotations

import zermelo
from zermelo.engine.solution import solution
from zermelo.trees.node import TreeNode
from zermelo.trees.tree import Tree

LECTURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
THREE, WINNING = "connect(players=3,cols=4)", "2 3 1 2 3 1 2 3 4"
"""A board for three, and moves after which the first player has three stones in a column of their own."""
PLENTY = 100_000


def at(game, moves=""):
    return zermelo.find(game).start().play(moves)


def search(position, agent, backend, tree=PLENTY):
    report = zermelo.agent(agent, backend)(position, tree=tree)
    return report.tree, report


def lecture(agent, backend, tree=PLENTY, leaves=LECTURE):
    return search(zermelo.TreeGame(leaves).start(), agent, backend, tree)[0]


def with_depths(tree):
    stack = [(tree.root, 0)]
    while stack:
        node, depth = stack.pop()
        yield node, depth
        stack.extend((child, depth + 1) for child in node.children)


def chain(length):
    """A tree without branches, and far deeper than Python likes to recurse."""
    root = node = TreeNode(None, "x", "max", 0, None, None, None, "")
    for ply in range(1, length):
        node.children.append(TreeNode("on", "xo"[ply % 2], ("max", "min")[ply % 2], 0, None, None, None, ""))
        node = node.children[0]
    return Tree("chain", "nobody", "x", root, length, False)


def hostile():
    """Names that try to break out of quotes, tags and lines."""
    tree = lecture("alphabeta", "python")
    for node, name in zip(tree.root.children, ['<b>&"', "a\nb\\", '\x00\x1b"]; n9 -> n0'], strict=True):
        node.move = name
    tree.game, tree.max = 'g<&>"\\\n', "x<y\\"
    return tree


SAMPLES = {
    "lecture": lambda: lecture("alphabeta", "python"),
    "minimax": lambda: lecture("minimax", "python"),
    "narrow": lambda: lecture("alphabeta", "python", leaves=[[50, 60], *([11, 99],) * 35]),
    "shallow": lambda: search(at("tictactoe"), "alphabeta(depth=2)", "python")[0],
    "bounded": lambda: search(at("connect4"), "alphabeta(depth=5)", "python", tree=700)[0],
    "stopped": lambda: search(at("tictactoe"), "alphabeta(nodes=4)", "python")[0],
    "wins": lambda: search(at("tictactoe", "b2 a1 a3 c1 b1"), "alphabeta(table=True)", "python")[0],
    "plan": lambda: solution(at("tictactoe", "b2 a2"), zermelo.alphabeta(backend="python")),
    "tuples": lambda: search(at("connect(players=3,cols=4)"), "maxn(depth=3, pruning=speculative, ordering=order)", "python")[0],
    "a win among three": lambda: search(at(THREE, WINNING), "maxn(depth=3, pruning=immediate)", "python")[0],
    "nobody looked": lambda: search(at(THREE, WINNING), "maxn(nodes=1)", "python")[0],
    "all against one": lambda: search(at(THREE, "1 2 1 3"), "paranoid(depth=4)", "python")[0],
    "best reply": lambda: search(at(THREE, WINNING), "bestreply(depth=3)", "python")[0],
    "rounds": lambda: search(at(THREE, "1 2 1 3"), "bestreplyplus(depth=3)", "python")[0],
    "hostile": hostile,
    "lone": lambda: search(at("tictactoe"), "alphabeta(nodes=1)", "python", tree=1)[0],
}
