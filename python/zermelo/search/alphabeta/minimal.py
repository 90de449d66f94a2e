"""The minimal tree: the nodes that alpha-beta must visit even if every first move is the best one (Knuth and Moore 1975).

There are three kinds of nodes. At a PV node all moves are searched: the best move leads to a PV node again, the others to CUT
nodes, which only have to show that they are not better. A CUT node needs one good move, which leads to an ALL node, and all moves
of an ALL node lead to CUT nodes. The tree is counted on the real game: the good moves are those that a search to the same depth
has found.
"""

from math import inf

from zermelo.game import Rules, State
from zermelo.limit import Limit
from zermelo.search import ORDERINGS, Control, Found, TranspositionTable, score
from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.alphabeta.search import AlphaBeta
from zermelo.search.alphabeta.variation import bears_out

PV, CUT, ALL = range(3)
OPTIONS = AlphaBetaOptions(ordering=ORDERINGS, table=True, pvs=True)


class Minimal:
    """Counts the minimal tree; the nodes of the search that prepares it are not counted."""

    def __init__(self, rules: Rules, control: Control) -> None:
        self.rules, self.control = rules, control
        helping = Control(Limit(seconds=control.limit.seconds), control.stop)
        self.helper = AlphaBeta(rules, helping, None, TranspositionTable(), OPTIONS)

    def decide(self, root: State, depth: int) -> Found:
        """The best move, as alpha-beta finds it; `control.nodes` is the size of the minimal tree."""
        self.helper.control.horizon = False
        found = self.helper.decide(root, depth)
        self.control.best = found
        self.control.horizon = self.helper.control.horizon
        self.visit(root, depth, 0, PV)
        return found

    def visit(self, s: State, depth: int, ply: int, kind: int) -> None:
        """Count a node and what must be visited below it."""
        self.control.enter(ply)
        if depth == 0 or self.rules.utilities(s) is not None:
            return
        player, moves = self.rules.to_move(s), self.rules.moves(s)
        best = -1 if kind == ALL else self.good_move(s, player, moves, depth, ply)
        for move in moves if kind != CUT else [best]:
            child = self.rules.play(s, move)
            role = PV if kind == PV and move == best else ALL if kind == CUT else CUT
            # If the same player moves again, it has the same thing to show.
            if role != PV and self.rules.to_move(child) == player:
                role = CUT if role == ALL else ALL
            self.visit(child, score.shallower(depth), ply + 1, role)

    def good_move(self, s: State, player: int, moves: list[int], depth: int, ply: int) -> int:
        """The first move that reaches the value that the table has for the position."""
        helper = self.helper
        entry = helper.probe(s, player)
        if entry is None:
            helper.search(s, -1, depth, ply, -inf, inf, False)
            entry = helper.probe(s, player)
        if entry is None:  # the game is over, or the table is too small
            return moves[0]
        value = score.from_table(entry.score, ply)
        for move in moves:
            if bears_out(helper, s, move, value, score.shallower(depth), ply):
                return move
        return entry.move if entry.move in moves else moves[0]
