"""The sentences of steps, one or two for everything that may happen at a node.

Values are those of the player at the root; in max^n they are tuples. "Elsewhere" is what alpha and beta mean: a value that a
player already has in another part of the tree. A sentence uses the word only if that is true (`NodeStates.earned`), because an
edge of a window may also be only a test.
"""

from zermelo.score import counted
from zermelo.trees.drawing import words
from zermelo.trees.node import TreeNode
from zermelo.trees.reading import NodeValue

LEAVES = {
    "end": "Game over: {}.",
    "depth limit": "The depth limit: the evaluation says {}.",
    "table": "Already known, from the transposition table or a tablebase: {}.",
    "repeated": "The position has occurred before: {}.",
    "soonest": "Left at once: no win or loss here can come sooner than the one known elsewhere.",
    "early cutoff": "Worth at least {} even without a move, which reaches beta: no move is tried.",
    "given up": "Given up: {}.",
    "": "Worth {}.",
}
"""Sentences for leaves, by why they were left."""


def amount(worth: NodeValue, player: str) -> str:
    """A value in a sentence.

    >>> amount(NodeValue(3), "MAX"), amount(NodeValue(-1, 2), "x"), amount(NodeValue(1, 0), "x")
    ('3', 'a loss for x in 2 plies', 'a win for x')
    """
    if worth.values is not None:
        return words.value_tuple(worth.values)
    if worth.value is None or worth.plies is None:
        return "?" if worth.value is None else words.number(worth.value)
    when = f" in {counted(worth.plies)}" if worth.plies else ""
    return f"a {'win' if worth.value > 0 else 'loss'} for {player}{when}"


def bounded(bound: str, worth: NodeValue, player: str) -> str:
    """A value that may be only a bound; but a win or loss with the next move is exact.

    >>> bounded("at least ", NodeValue(3), "x"), bounded("at least ", NodeValue(1, 3), "x"), bounded("at least ", NodeValue(1, 1), "x")
    ('at least 3', 'at least a win for x in 3 plies', 'a win for x in 1 ply')
    """
    won = worth.value is not None and worth.value > 0
    settled = worth.plies is not None and worth.plies <= 1 and bound == ("at least " if won else "at most ")
    return ("" if settled else bound) + amount(worth, player)


def opening(text: str) -> str:
    """The same at the beginning of a sentence.

    >>> opening("a win for x"), opening("3")
    ('A win for x', '3')
    """
    return text[:1].upper() + text[1:]


def sure(value: float, ply: int | None, player: str) -> str:
    """The edge of a window in a sentence.

    >>> sure(3, None, "x"), sure(-1, 4, "x")
    ('3', 'a loss for x by ply 4')
    """
    return words.number(value) if ply is None else f"a {'win' if value > 0 else 'loss'} for {player} by ply {ply}"


def who(node: TreeNode) -> str:
    """The player to move at a node."""
    return words.side(node) or "no player"


def tries(parent: TreeNode | None, node: TreeNode) -> str:
    """A node is entered."""
    if parent is None:
        return f"At the root {who(node)} is to move."
    if parent.kind == "chance":
        return f"Suppose that chance brings {words.move(node)}."
    return f"{who(parent)} tries {words.move(node)}."


def leaf(node: TreeNode, worth: NodeValue, bound: str, player: str) -> str:
    """A node without children."""
    value = bounded(bound, worth, player)
    if node.why == "end" and worth.values is None and worth.plies is None:
        value = f"worth {value} to {player}"
    return LEAVES.get(node.why, "Worth {}.").format(value)


def better(node: TreeNode, worth: NodeValue, edge: str, below: str, player: str) -> str:
    """A move is the best so far; `edge` is the side of the window that it moves, `below` what is better elsewhere."""
    value, mover = amount(worth, player), who(node)
    if edge:
        return f"{mover} now has {value}: {edge} {'rises' if node.kind == 'max' else 'falls'} to {value}."
    if below:
        return f"{opening(value)} is the best for {mover} here so far, but {below}."
    return f"{opening(value)} is the best for {mover} so far."


def keep(node: TreeNode, worth: NodeValue, best: NodeValue, player: str) -> str:
    return f"{opening(amount(worth, player))} is not better for {who(node)}, who already has {amount(best, player)}."


def own_better(node: TreeNode, worth: NodeValue, seat: int) -> str:
    assert worth.values is not None
    return f"{who(node)} gets {words.number(worth.values[seat])} of {words.value_tuple(worth.values)}: the most so far."


def own_keep(node: TreeNode, worth: NodeValue, best: NodeValue, seat: int) -> str:
    assert worth.values is not None
    assert best.values is not None
    mine, most = worth.values[seat], best.values[seat]
    but = f"as much as {who(node)} already has" if mine == most else f"and {who(node)} already has {words.number(most)}"
    return f"{words.value_tuple(worth.values)} is {words.number(mine)} for {who(node)}, {but}."


def again(node: TreeNode, child: TreeNode, worth: NodeValue, player: str) -> str:
    """A move was only tested, and has to be searched again."""
    found = amount(worth, player)
    return f"{words.move(child)} was only tested; {found} is good for {who(node)}, so it is searched again for its value."


def rest(node: TreeNode, number: int) -> str:
    what = "outcome" if node.kind == "chance" else "move"
    return f"{counted(number, f'more {what} is', f'more {what}s are')} not searched"


def cut(node: TreeNode, compared: str, owner: str, edge: str, number: int, chance: bool) -> str:
    """A cutoff: the comparison, and the player who has better elsewhere; `chance` if a chance node above needs only a bound."""
    name = f"{node.why.capitalize()}: {compared}."
    if node.kind == "chance":
        name = f"{node.why.capitalize()}: {compared}, for all values of the other outcomes."
    if not owner:
        asks = "That is all the average above needs" if chance else "That answers the question of this window"
        return f"{name} {asks}, so {rest(node, number)}."
    deed = "will avoid this node" if node.why[0] == "b" else "will not come here"
    return f"{name} {owner} already has {edge} elsewhere and {deed}, so {rest(node, number)}."


def soonest(node: TreeNode, number: int) -> str:
    return f"No win can come sooner than this, so {rest(node, number)}."


def own_cut(node: TreeNode, mine: str, before: str, has: str, number: int) -> str:
    mover = who(node)
    if node.why == "immediate":
        return f"Immediate pruning: {mover} has {mine}, the greatest possible value; {rest(node, number)}."
    if node.why == "shallow":
        return (
            f"Shallow pruning: {mover} is sure of {mine} here, which leaves {before} no more than the {has} that {before} has "
            f"elsewhere; {rest(node, number)}."
        )
    return (
        f"Given up: {mover} is sure of {mine} here, so one of the two players before has better elsewhere; {rest(node, number)}. "
        "If that is wrong, it is searched again."
    )


def leave(node: TreeNode, worth: NodeValue, bound: str, player: str) -> str:
    """A node is finished."""
    value = bounded(bound, worth, player)
    if node.kind == "chance":
        return f"The average is {value}." if node.why else f"All outcomes are searched: the average is {value}."
    if node.why == "probe":
        return f"Only the most promising move was searched, for a bound: {value}."
    if node.why == "depth limit":
        return f"{who(node)} has searched the noisy moves: {value}."
    if node.why:
        return f"{who(node)} leaves with {value}."
    return f"{who(node)} is finished here: {value}."


def average(child: TreeNode, value: str, added: str, total: str) -> str:
    """An outcome adds its part to the average."""
    odds = words.odds(child.probability or 0)
    return f"{odds} × {value} adds {added}: {total} so far." if added else f"{value} counts {odds}: {total} so far."


def between(low: str, high: str) -> str:
    return f"The average is {low}." if low == high else f"The average now lies between {low} and {high}."


def question(low: float, high: float, alpha: str, beta: str) -> str:
    """The question of an empty window, with the rounder number of its two edges.

    >>> question(3.0, 3.0000000000000004, "3", "3"), question(-5e-324, 0.0, "0", "0")
    ('is it more than 3?', 'is it at least 0?')
    """
    return f"is it more than {alpha}?" if len(repr(low)) <= len(repr(high)) else f"is it at least {beta}?"


def window(shown: str, alpha: str, beta: str, alpha_of: str, beta_of: str, chance: bool) -> str:
    """Why a node has this window; `alpha_of` and `beta_of` are the players who have these values elsewhere, or empty."""
    if alpha_of and beta_of:
        return f"Window {shown}: {alpha_of} has {alpha} elsewhere, {beta_of} has {beta}."
    if alpha_of or beta_of:
        return f"Window {shown}: {alpha_of or beta_of} has {alpha if alpha_of else beta} elsewhere."
    if chance and (alpha or beta):
        return f"Window {shown}: outside it, this outcome alone settles the average."
    return f"Window {shown}."
