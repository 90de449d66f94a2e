"""Alpha-beta: minimax's value without looking at what cannot change it.

Fail-soft negamax (Knuth and Moore 1975; fail-soft: Fishburn 1983). Each node is searched with a window (alpha, beta):
alpha is what the player to move has for sure elsewhere, beta what the opponent will not let it exceed. Once a move
reaches beta the rest cannot matter: a cutoff. With the best move always first, b^(d/2) nodes instead of b^d.

Values are relative to the player to move; the sign changes where the turn does, which need not be at every ply.
Everything beyond that is an option: see `options`, and the files that options name.
"""

from __future__ import annotations

from math import inf, nextafter

from zermelo.record import State
from zermelo.rules import Rules
from zermelo.search import score, trace
from zermelo.search.aspiration import aspire
from zermelo.search.control import Control, Found
from zermelo.search.mtdf import mtdf
from zermelo.search.options import Options
from zermelo.search.ordering import Ordering
from zermelo.search.quiescence import quiesce
from zermelo.search.table import EXACT, LOWER, UPPER, Entry, Table
from zermelo.search.trace import Trace
from zermelo.search.windows import narrow

Line = tuple[int, ...]
MAX_LINE = 256
INNER_DEPTH, INNER_LESS = 4, 2
"""Inner deepening: from this depth on, with so much less depth."""


class AlphaBeta:
    """Searches from one root, one depth after another; what it learns stays for the next."""

    def __init__(
        self,
        rules: Rules,
        control: Control,
        trace: Trace | None = None,
        table: Table | None = None,
        options: Options = Options(),  # noqa: B008  (frozen)
    ) -> None:
        self.rules, self.control, self.trace, self.table, self.options = rules, control, trace, table, options
        self.ordering = Ordering(rules, options.ordering)
        self.bound = score.bound(rules)
        self.max = 0
        self.last_line: Line = ()
        self.last_value: float | None = None

    def decide(self, root: State, depth: int) -> Found:
        """The best move with its exact value. Leaves the best so far in `control.best` if it is stopped."""
        self.max = self.rules.to_move(root)
        self.control.best = None
        self.ordering.age()
        value, line = self.root_value(root, depth)
        line = line if self.table is None else self.extend(root, value, depth, line)
        self.last_line, self.last_value = line, value
        return Found(line[0], value, line)

    def root_value(self, root: State, depth: int) -> tuple[float, Line]:
        """The root's value: with a full window, or with narrow ones around the last iteration's value."""

        def within(alpha: float, beta: float) -> tuple[float, Line]:
            return self.search(root, -1, depth, 0, alpha, beta, True)

        def ask(alpha: float, beta: float) -> tuple[float, Line]:
            answer, best = within(alpha, beta), self.control.best
            if best is not None and answer[0] <= 0:  # no more than a bound: of the best so far, only the move is worth telling
                self.control.best = Found(best.move, None, ())
            return answer

        if self.options.windows:
            return narrow(ask)
        if self.options.mtdf:
            return mtdf(within, self.last_value or 0.0)
        if self.options.aspiration and self.last_value is not None:
            return aspire(within, self.last_value)
        return within(-inf, inf)

    def search(self, s: State, move: int, depth: int, ply: int, alpha: float, beta: float, follow: bool) -> tuple[float, Line]:
        """Value of `s` for the player to move, and the line behind it, searched `depth` plies deep.

        Promise, for the returned v and the true (minimax) value m:
            v <= alpha         m <= v    (fail low: v is an upper bound)
            alpha < v < beta   m == v    (the line is best play)
            v >= beta          m >= v    (fail high: v is a lower bound)

        `follow` says that the path so far is the last iteration's line.
        """
        # 1. Count the node.
        self.control.enter(ply)
        player = self.rules.to_move(s)
        self.enter(move, player, alpha, beta)

        # 2. Is the game over, or the depth used up?
        utilities = self.rules.utilities(s)
        if utilities is not None:
            return self.leave(player, score.terminal(utilities[player], self.bound, ply), (), trace.END)
        if depth == 0:
            self.control.horizon = True
            if self.options.quiescence:
                return self.leave(player, *quiesce(self, s, player, 0, ply, alpha, beta), trace.HORIZON)
            return self.leave(player, self.rules.evaluate(s, player), (), trace.HORIZON)

        # 3. Is a sooner win known elsewhere than any that is possible from here? Nothing beats winning with the next move.
        most = score.soonest(ply)
        if alpha >= most or beta <= -most:
            return self.leave(player, most if alpha >= most else -most, (), trace.SOONEST)

        # 4. Does the table know enough? Never at the root, which must find a move.
        entry = self.probe(s, player)
        if entry is not None and ply > 0:
            known = self.enough(entry, depth, ply, alpha, beta)
            if known is not None:
                return self.leave(player, known, (), trace.TABLE)

        # 5. Order the moves.
        first = self.first_move(s, entry, depth, ply, alpha, beta, follow)
        moves = self.ordering.sort(s, self.rules.moves(s), player, ply, first)

        # 6. Try every move until one is too good.
        horizon_elsewhere, self.control.horizon = self.control.horizon, False
        best, best_choice, why, low = -inf, -1, trace.OPEN, alpha
        best_line: Line = ()
        for index, choice in enumerate(moves):
            on_line = follow and self.last_line[ply : ply + 1] == (choice,)
            value, line = self.try_move(s, choice, player, depth, ply, low, beta, on_line, index > 0)
            if value > best:
                best, best_choice = value, choice
            if value > low:
                low, best_line = value, (choice, *line)
                if ply == 0:
                    self.control.best = Found(choice, value, best_line)
            if low >= min(beta, most):
                if index + 1 < len(moves):
                    why = trace.CUT if low >= beta else trace.SOONEST
                self.prune(moves[index + 1 :])
                self.ordering.cut(choice, player, ply, depth)
                break

        # 7. Remember the result; one that is proven, or did not meet the depth limit, is good for every depth.
        final = score.is_proven(best) or not self.control.horizon
        self.control.horizon = horizon_elsewhere or not final
        if self.table is not None:
            depth = score.UNLIMITED if final else depth
            bound = LOWER if best >= beta else EXACT if best > alpha else UPPER
            self.table.store(self.key(s, player), best_choice, score.to_table(best, ply), depth, bound)
        return self.leave(player, best, best_line, why)

    def try_move(
        self, s: State, choice: int, player: int, depth: int, ply: int, low: float, beta: float, follow: bool, later: bool
    ) -> tuple[float, Line]:
        """Value of a move for the player who makes it.

        With `pvs` every move but the first is only asked whether it is better at all, with an empty window; the few that
        are get searched again for their value (Marsland and Campbell 1982; NegaScout: Reinefeld 1983).
        """
        child, deeper = self.rules.play(s, choice), score.shallower(depth)
        sign = 1 if self.rules.to_move(child) == player else -1  # the turn may stay
        above = nextafter(low, inf)
        if later and self.options.pvs and above < beta:
            window = (low, above) if sign > 0 else (-above, -low)
            value, line = self.search(child, choice, deeper, ply + 1, *window, False)
            if sign * value <= low or sign * value >= beta:
                return sign * value, line
        window = (low, beta) if sign > 0 else (-beta, -low)
        value, line = self.search(child, choice, deeper, ply + 1, *window, follow)
        return sign * value, line

    def first_move(self, s: State, entry: Entry | None, depth: int, ply: int, alpha: float, beta: float, follow: bool) -> int:
        """The move to begin with: the last line's, the table's, or that of a shallower search made for the purpose."""
        if follow and ply < len(self.last_line):
            return self.last_line[ply]
        if entry is None and self.options.inner_deepening and INNER_DEPTH <= depth < score.UNLIMITED and ply > 0:
            muted, self.trace = self.trace, None  # a search within the search is no part of the tree
            horizon = self.control.horizon
            self.search(s, -1, depth - INNER_LESS, ply, alpha, beta, False)
            self.trace, self.control.horizon = muted, horizon
            entry = self.probe(s, self.rules.to_move(s))
        return -1 if entry is None else entry.move

    # The table

    def key(self, s: State, player: int) -> tuple[int, int | bytes]:
        return player, self.rules.key(s)

    def probe(self, s: State, player: int) -> Entry | None:
        return None if self.table is None else self.table.probe(self.key(s, player))

    def enough(self, entry: Entry, depth: int, ply: int, alpha: float, beta: float) -> float | None:
        """The entry's score, if it was searched deep enough and says what the window asks."""
        if entry.depth < depth:
            return None
        known = score.from_table(entry.score, ply)
        if entry.bound == EXACT or (known >= beta if entry.bound == LOWER else known <= alpha):
            self.control.horizon |= entry.depth != score.UNLIMITED
            return known
        return None

    def extend(self, root: State, value: float, depth: int, line: Line) -> Line:
        """A line that ended at a table hit, continued by the moves whose entries bear the value out."""
        s = root
        for move in line:
            s, depth = self.rules.play(s, move), score.shallower(depth)
        while depth > 0 and len(line) < MAX_LINE and self.rules.utilities(s) is None:
            sign = 1 if self.rules.to_move(s) == self.max else -1
            depth = score.shallower(depth)
            move = next((m for m in self.rules.moves(s) if self.bears_out(s, m, sign * value, depth, len(line))), -1)
            if move < 0:
                break
            s, line = self.rules.play(s, move), (*line, move)
        return line

    def bears_out(self, s: State, move: int, value: float, depth: int, ply: int) -> bool:
        """Whether the table, or the end of the game, shows that a move is worth at least this to its player.

        Where this is what the position is worth, such a move is a best one.
        """
        child, player = self.rules.play(s, move), self.rules.to_move(s)
        mover, utilities = self.rules.to_move(child), self.rules.utilities(child)
        if utilities is not None:
            return score.terminal(utilities[player], self.bound, ply + 1) >= value
        entry = self.probe(child, mover)
        if entry is None or entry.depth < depth:
            return False
        known = score.from_table(entry.score, ply + 1)
        if mover == player:
            return entry.bound != UPPER and known >= value
        return entry.bound != LOWER and -known >= value

    # The trace, from MAX's view

    def enter(self, move: int, player: int, alpha: float, beta: float) -> None:
        if self.trace:
            ours = player == self.max
            self.trace.enter(move, player, alpha if ours else -beta, beta if ours else -alpha)

    def prune(self, moves: list[int]) -> None:
        if self.trace:
            for move in moves:
                self.trace.prune(move)

    def leave(self, player: int, value: float, line: Line, why: int) -> tuple[float, Line]:
        if self.trace:
            self.trace.leave(value if player == self.max else -value, why)
        return value, line
