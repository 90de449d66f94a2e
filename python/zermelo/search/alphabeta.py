"""Alpha-beta: minimax's value without looking at what cannot change it.

Fail-soft negamax (Knuth and Moore 1975; fail-soft: Fishburn 1983). Each node is searched with a window (alpha, beta):
alpha is what the player to move has for sure elsewhere, beta what the opponent will not let it exceed. Once a move
reaches beta the rest cannot matter: a cutoff. With the best move always first, b^(d/2) nodes instead of b^d.

Values are relative to the player to move; the sign changes where the turn does, which need not be at every ply.
"""

from __future__ import annotations

from math import inf

from zermelo.record import State
from zermelo.rules import Rules
from zermelo.search import score, trace
from zermelo.search.control import Control, Found
from zermelo.search.table import EXACT, LOWER, UPPER, Table
from zermelo.search.trace import Trace

Line = tuple[int, ...]
MAX_LINE = 256


class AlphaBeta:
    """One search from one root."""

    def __init__(self, rules: Rules, control: Control, trace: Trace | None = None, table: Table | None = None) -> None:
        self.rules, self.control, self.trace, self.table = rules, control, trace, table
        self.bound = score.bound(rules)
        self.max = 0

    def decide(self, root: State, depth: int) -> Found:
        """The best move with its exact value. Leaves the best so far in `control.best` if it is stopped."""
        self.max = self.rules.to_move(root)
        self.control.best = None
        value, line = self.search(root, -1, depth, 0, -inf, inf)
        line = line if self.table is None else self.extend(root, value, depth, line)
        return Found(line[0], value, line)

    def search(self, s: State, move: int, depth: int, ply: int, alpha: float, beta: float) -> tuple[float, Line]:
        """Value of `s` for the player to move, and the line behind it, searched `depth` plies deep.

        Promise, for the returned v and the true (minimax) value m:
            v <= alpha         m <= v    (fail low: v is an upper bound)
            alpha < v < beta   m == v    (the line is best play)
            v >= beta          m >= v    (fail high: v is a lower bound)
        """
        # 1. Count the node.
        self.control.enter(ply)
        player = self.rules.to_move(s)
        self._enter(move, player, alpha, beta)

        # 2. Is the game over, or the depth used up?
        utilities = self.rules.utilities(s)
        if utilities is not None:
            return self._leave(player, score.terminal(utilities[player], self.bound, ply), (), trace.END)
        if depth == 0:
            self.control.horizon = True
            return self._leave(player, self.rules.evaluate(s, player), (), trace.HORIZON)

        # 3. Does the table know enough? Never at the root, which must find a move.
        key = None if self.table is None else self.rules.key(s)
        if self.table is not None and key is not None and ply > 0:
            entry = self.table.probe(key, depth)
            if entry is not None:
                known = score.from_table(entry.score, ply)
                if entry.bound == EXACT or (entry.bound == LOWER and known >= beta) or (entry.bound == UPPER and known <= alpha):
                    self.control.horizon |= entry.depth != score.UNLIMITED
                    return self._leave(player, known, (), trace.TABLE)

        # 4. Try every move until one is too good.
        best, why, low = -inf, trace.OPEN, alpha
        best_line: Line = ()
        moves = self.rules.moves(s)
        for index, choice in enumerate(moves):
            child = self.rules.play(s, choice)
            if self.rules.to_move(child) == player:  # the turn stays
                value, line = self.search(child, choice, score.shallower(depth), ply + 1, low, beta)
            else:
                value, line = self.search(child, choice, score.shallower(depth), ply + 1, -beta, -low)
                value = -value
            if value > best:
                best, best_line = value, (choice, *line)
                if ply == 0:
                    self.control.best = Found(choice, best, best_line)
            low = max(low, best)
            if low >= beta:
                why = trace.CUT if index + 1 < len(moves) else trace.OPEN
                self._prune(moves[index + 1 :])
                break

        # 5. Remember the result.
        if self.table is not None and key is not None:
            bound = LOWER if best >= beta else EXACT if best > alpha else UPPER
            self.table.store(key, best_line[0], score.to_table(best, ply), depth, bound)
        return self._leave(player, best, best_line, why)

    def extend(self, root: State, value: float, depth: int, line: Line) -> Line:
        """A line that ended at a table hit, continued by the moves whose entries bear the value out."""
        assert self.table is not None
        s = root
        for move in line:
            s, depth = self.rules.play(s, move), score.shallower(depth)
        while depth > 0 and len(line) < MAX_LINE and self.rules.utilities(s) is None:
            sign = 1 if self.rules.to_move(s) == self.max else -1
            depth = score.shallower(depth)
            move = next((m for m in self.rules.moves(s) if self._bears_out(s, m, sign * value, depth, len(line))), -1)
            if move < 0:
                break
            s, line = self.rules.play(s, move), (*line, move)
        return line

    def _bears_out(self, s: State, move: int, value: float, depth: int, ply: int) -> bool:
        """Whether the table, or the end of the game, shows that a move is worth this to its player."""
        assert self.table is not None
        child = self.rules.play(s, move)
        sign = 1 if self.rules.to_move(child) == self.rules.to_move(s) else -1
        utilities = self.rules.utilities(child)
        if utilities is not None:
            return score.terminal(utilities[self.rules.to_move(s)], self.bound, ply + 1) == value
        entry = self.table.probe(self.rules.key(child), depth)
        return entry is not None and entry.bound == EXACT and sign * score.from_table(entry.score, ply + 1) == value

    def _enter(self, move: int, player: int, alpha: float, beta: float) -> None:
        if self.trace:
            ours = player == self.max
            self.trace.enter(move, player, alpha if ours else -beta, beta if ours else -alpha)

    def _prune(self, moves: list[int]) -> None:
        if self.trace:
            for move in moves:
                self.trace.prune(move)

    def _leave(self, player: int, value: float, line: Line, why: int) -> tuple[float, Line]:
        if self.trace:
            self.trace.leave(value if player == self.max else -value, why)
        return value, line
