"""Minimax: the value of a position when both sides play as well as possible.

The lecture's pseudocode, function for function (Russell and Norvig, Artificial Intelligence, chapter on adversarial
search; the idea is Zermelo's of 1913 and Shannon's of 1950). MAX is the player to move at the root:

    MINIMAX-DECISION: the move with the highest value for MAX
    MAX-VALUE:        the highest value among the successors
    MIN-VALUE:        the lowest value among the successors

A finished game is worth its utility; at the depth limit the evaluation stands in for it. Time O(b^d), space O(b d).
"""

from math import inf

from zermelo.game import Rules, State
from zermelo.search import Control, Found, Line, Trace, score, trace


class Minimax:
    def __init__(self, rules: Rules, control: Control, trace: Trace | None = None) -> None:
        self.rules, self.control, self.trace = rules, control, trace or Trace()
        self.bound = score.bound(rules)
        self.max = 0

    def decide(self, root: State, depth: int) -> Found:
        """MINIMAX-DECISION. Leaves the best root move so far in `control.best` if it is stopped."""
        self.max = self.rules.to_move(root)
        self.control.best, self.control.tried = None, []
        self.control.enter(0)
        self.trace.enter(-1, self.max, -inf, inf)
        best = Found(-1, None, ())
        for move in self.rules.moves(root):
            value, line = self.value(self.rules.play(root, move), move, score.shallower(depth), 1)
            if best.score is None or value > best.score:
                best = Found(move, value, (move, *line))
            self.control.note(move, value, best.line)
        assert best.score is not None
        self.trace.leave(best.score, trace.OPEN)
        return best

    def value(self, s: State, move: int, depth: int, ply: int) -> tuple[float, Line]:
        """Value of a state for MAX, and the line of best play from it."""
        self.control.enter(ply)
        player = self.rules.to_move(s)
        self.trace.enter(move, player, -inf, inf)
        utilities = self.rules.utilities(s)
        value, why = 0.0, trace.OPEN
        line: Line = ()
        if utilities is not None:
            value, why = score.terminal(utilities[self.max], self.bound, ply), trace.END
        elif depth == 0:
            self.control.horizon = True
            value, why = self.rules.evaluate(s, self.max), trace.HORIZON
        elif player == self.max:
            value, line = self.max_value(s, depth, ply)
        else:
            value, line = self.min_value(s, depth, ply)
        self.trace.leave(value, why)
        return value, line

    def max_value(self, s: State, depth: int, ply: int) -> tuple[float, Line]:
        best = -inf
        best_line: Line = ()
        for move in self.rules.moves(s):
            value, line = self.value(self.rules.play(s, move), move, score.shallower(depth), ply + 1)
            if value > best:
                best, best_line = value, (move, *line)
        return best, best_line

    def min_value(self, s: State, depth: int, ply: int) -> tuple[float, Line]:
        best = inf
        best_line: Line = ()
        for move in self.rules.moves(s):
            value, line = self.value(self.rules.play(s, move), move, score.shallower(depth), ply + 1)
            if value < best:
                best, best_line = value, (move, *line)
        return best, best_line
