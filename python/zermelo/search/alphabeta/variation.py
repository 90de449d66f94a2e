"""The principal variation, continued from the table.

A value from the table comes without a line, so the line ends there. It is continued with the first move whose entry confirms
that the position is worth what the root is worth, and so on.
"""

from collections.abc import Callable
from math import inf

from zermelo.game import CHANCE, Rules, State
from zermelo.search import LOWER, UPPER, Line, score
from zermelo.search.alphabeta.technique import AlphaBeta

MAX_LINE = 256


def extend(search: AlphaBeta, root: State, value: float, depth: int, line: Line) -> Line:
    """A line that ended at a table hit, continued by the moves whose entries confirm the value."""

    def confirms(s: State, move: int, depth: int, ply: int) -> bool:
        ours = search.rules.to_move(s) == search.max
        return bears_out(search, s, move, value if ours else -value, depth, ply)

    return continued(search.rules, root, depth, line, confirms)


def continued(rules: Rules, root: State, depth: int, line: Line, confirms: Callable[[State, int, int, int], bool]) -> Line:
    """A line with further moves, up to the next chance node: each is the first for which `confirms(s, move, depth, ply)`."""
    s = root
    for move in line:
        s, depth = rules.play(s, move), score.shallower(depth)
    while depth > 0 and len(line) < MAX_LINE and rules.utilities(s) is None and rules.to_move(s) != CHANCE:
        depth = score.shallower(depth)
        move = next((move for move in rules.moves(s) if confirms(s, move, depth, len(line))), -1)
        if move < 0:
            break
        s, line = rules.play(s, move), (*line, move)
    return line


def bears_out(search: AlphaBeta, s: State, move: int, value: float, depth: int, ply: int) -> bool:
    """Whether the table, or the end of the game, shows that a move is worth at least this to its player.

    If the position itself is worth this much, such a move is a best one. A position that is too near the end for the table is searched.
    """
    rules = search.rules
    child, player = rules.play(s, move), rules.to_move(s)
    mover, utilities = rules.to_move(child), rules.utilities(child)
    if utilities is not None:
        return score.terminal(utilities[player], search.bound, ply + 1) >= value
    if search.plies_left(child, depth) < search.options.table_depth:
        with search.aside():
            known, _ = search.search(child, -1, depth, ply + 1, -inf, inf, False)
        return (known if mover == player else -known) >= value
    entry = search.probe(child, mover)
    if entry is None or not entry.answers(depth, search.options.exact):
        return False
    known = score.from_table(entry.score, ply + 1)
    if mover == player:
        return entry.bound != UPPER and known >= value
    return entry.bound != LOWER and -known >= value
