"""Alpha-beta: the value of minimax, without searching what cannot change it.

Fail-soft negamax (Knuth and Moore 1975; fail-soft: Fishburn 1983). Each node is searched with a window (alpha, beta):
alpha is what the player to move already has elsewhere, beta what the opponent already has. Once a move reaches
beta the other moves cannot matter: a cutoff. With the best move always first, it takes b^(d/2) nodes instead of b^d.

Values are relative to the player to move; the sign changes when the turn does, which need not be at every ply.
Everything else is an option: see `options`. Most are techniques in files of their own, called by the hooks in `technique`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf, nextafter

from zermelo.game import Rules, State
from zermelo.search import EXACT, LOWER, UPPER, Control, Entry, Found, Line, Trace, TranspositionTable, score, trace
from zermelo.search.alphabeta.multi_pv import find_several
from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.alphabeta.technique import Candidate, Node
from zermelo.search.alphabeta.variation import extend
from zermelo.search.known import known
from zermelo.search.ordering import Ordering


class AlphaBeta:
    """Searches from one root, one depth after another; table and orderings are kept for the next depth."""

    def __init__(
        self,
        rules: Rules,
        control: Control,
        trace: Trace | None = None,
        table: TranspositionTable | None = None,
        options: AlphaBetaOptions = AlphaBetaOptions(),  # noqa: B008  (frozen)
    ) -> None:
        self.rules, self.control, self.trace, self.table, self.options = rules, control, trace or Trace(), table, options
        self.ordering = Ordering(rules, options.ordering, options.ads)
        self.techniques = [technique() for technique in options.on().values()]
        self.asks_quiet = any(technique.asks_quiet for technique in self.techniques) and rules.game.defines("noisy")
        self.asks_threat = any(technique.asks_threat for technique in self.techniques) and rules.game.defines("threatened")
        self.bound = score.bound(rules)
        self.answered = 2 if control.history else 1
        """The least ply at which the table answers. It does not know which moves from the root lead back to a position before it."""
        self.max = self.depth = 0
        self.set_aside: list[int] = []
        self.last: list[tuple[Line, float]] = []
        """The lines of the last iteration with their values."""
        self.last_line: Line = ()
        """The line that is being followed."""

    def decide(self, root: State, depth: int) -> Found:
        """The best move with its exact value. If stopped, the best move so far is in `control.best`."""
        self.max, self.depth = self.rules.to_move(root), depth
        self.control.best, self.control.tried = None, []
        self.ordering.age()
        moves = len(self.control.among or self.rules.moves(root)) if self.options.lines > 1 else 1
        found = find_several(self.options.lines, moves, lambda index, aside: self.find(root, depth, index, aside))
        self.last = [(each.line, each.score or 0.0) for each in (found, *found.others)]
        return found

    def find(self, root: State, depth: int, index: int, aside: list[int]) -> Found:
        """The best move except those in `aside`; `index` is its rank, by which the last iteration's line is found."""
        self.set_aside = aside
        self.last_line, guess = self.last[index] if index < len(self.last) else ((), None)
        value, line = self.root_value(root, depth, guess)
        if self.table is not None and not self.options.repetition:  # the table does not know where a line repeats
            line = extend(self, root, value, depth, line)
        return Found(line[0], value, line)

    def root_value(self, root: State, depth: int, guess: float | None) -> tuple[float, Line]:
        """The root's value: as a technique finds it, or with the window that was given, which opens where the value is outside."""

        def within(alpha: float, beta: float) -> tuple[float, Line]:
            return self.search(root, -1, depth, 0, alpha, beta, True)

        for technique in self.techniques:
            found = technique.root_value(self, within, guess)
            if found is not None:
                return found
        alpha, beta = self.options.alpha, self.options.beta
        while True:
            value, line = within(alpha, beta)
            if -inf < alpha and value <= alpha:
                alpha = -inf
            elif value >= beta and beta < inf:
                beta = inf
            else:
                return value, line

    def search(
        self,
        s: State,
        move: int,
        depth: int,
        ply: int,
        alpha: float,
        beta: float,
        follow: bool,
        excluded: int = -1,
        reduced: int = 0,
    ) -> tuple[float, Line]:
        """Value of `s` for the player to move, and the line behind it, searched `depth` plies deep.

        Promise, for the returned v and the true (minimax) value m:
            v <= alpha         m <= v    (fail low: v is an upper bound)
            alpha < v < beta   m == v    (the line is best play)
            v >= beta          m >= v    (fail high: v is a lower bound)

        `follow`: the path so far is the last iteration's line; `excluded`: a move that is left out; `reduced`: plies by which the depth
        was reduced, which does not hold if the move has made a threat.
        """
        # 1. Count the node.
        self.control.enter(ply)
        nodes = self.control.nodes
        player = self.rules.to_move(s)
        self.enter(move, player, alpha, beta)

        # 2. Is the game over, is the position in a tablebase, or is the depth used up?
        certain = self.certain(s, player, ply)
        if certain is not None:
            return certain
        if any(technique.is_repeated(self, s, ply) for technique in self.techniques):
            self.control.horizon = True  # another path to it may not repeat
            return self.leave(player, 0.0, (), trace.REPEATED)
        threatened = self.asks_threat and self.rules.threatened(s)
        if threatened:
            depth += reduced
            depth += sum(technique.deeper(self, depth, ply) for technique in self.techniques)
        if depth == 0:
            self.control.horizon = True
            for technique in self.techniques:
                found = technique.horizon(self, s, player, ply, alpha, beta)
                if found is not None:
                    return self.leave(player, *found, trace.HORIZON)
            return self.leave(player, self.rules.evaluate(s, player), (), trace.HORIZON)

        # 3. Is a sooner win known elsewhere? From here, none is sooner than a win with the next move.
        most = score.soonest(ply)
        if alpha >= most or beta <= -most:
            return self.leave(player, most if alpha >= most else -most, (), trace.SOONEST)

        # 4. Do the moves that a technique lists show that nothing here is good enough, or bad enough?
        whole = excluded < 0 and not (ply == 0 and (self.set_aside or self.control.among))
        node = Node(s, player, move, depth, ply, alpha, beta, whole, threatened=threatened, least=-most, most=most)
        listed = (technique.moves(self, node) for technique in self.techniques)
        moves = next((moves for moves in listed if moves is not None), None)
        if alpha >= node.most or beta <= node.least:
            return self.leave(player, node.most if alpha >= node.most else node.least, (), trace.SOONEST)

        # 5. Does the table answer (never at the root, which must find a move), or is it clear that the value is outside the window?
        left = self.plies_left(s, depth)
        node.kept = kept = whole and left >= self.options.table_depth
        node.entry = self.probe(s, player) if kept else None
        if node.entry is not None and ply >= self.answered:
            remembered = self.enough(node.entry, depth, ply, alpha, beta)
            if remembered is not None:
                return self.leave(player, remembered, (), trace.TABLE)
        on_line = follow and ply < len(self.last_line)
        node.first = self.last_line[ply] if on_line else -1 if node.entry is None else node.entry.move
        for technique in self.techniques:
            reached = technique.cut(self, node)
            if reached is not None:
                return self.leave(player, reached, (), trace.EARLY)

        # 6. Order the moves.
        for technique in self.techniques:
            technique.prepare(self, node)
        moves = self.ordering.sort(s, self.rules.moves(s) if moves is None else moves, player, ply, node.first, move)
        if not whole:
            moves = self.leave_out(moves, excluded, ply)

        # 7. Try every move until one reaches beta, or is above it with cut=">".
        reaching = self.options.cut == ">="
        horizon_elsewhere, self.control.horizon = self.control.horizon, False
        best, best_choice, why, low = -inf, -1, trace.OPEN, alpha
        best_line: Line = ()
        tried: list[int] = []
        for index, choice in enumerate(moves):
            quiet = not (self.asks_quiet and self.rules.noisy(s, choice))
            candidate = Candidate(choice, index, quiet)
            hope = self.hope(node, candidate, low) if index > 0 and not score.is_lost(best) else None
            if hope is not None:
                best, self.control.horizon = max(best, hope), True
                self.trace.prune(choice)
                continue
            on_line = follow and self.last_line[ply : ply + 1] == (choice,)
            deeper = score.shallower(depth) + (choice == node.extended)
            less = sum(technique.reduction(self, node, candidate) for technique in self.techniques) if quiet else 0
            value, line = self.try_move(s, choice, player, deeper, less, ply, low, beta, on_line, index > 0)
            for technique in self.techniques:
                technique.searched(self, node, quiet, value)
            if value > best:
                best, best_choice = value, choice
            if value > low:
                low, best_line = value, (choice, *line)
            if ply == 0 and excluded < 0 and not self.set_aside:
                self.control.note(choice, value, best_line)
            if low >= node.most or (low >= beta if reaching else low > beta):
                if index + 1 < len(moves):
                    why = trace.SOONEST if low >= node.most and low < beta else trace.CUT
                self.trace.skip(moves[index + 1 :])
                work = (self.control.nodes - nodes).bit_length()
                weight = work if depth == score.UNLIMITED else depth
                self.ordering.cut(choice, player, ply, weight, move, tried if quiet else None)
                break
            if quiet:
                tried.append(choice)

        self.rules.credit(s, best_choice)

        # 8. Store the result; it is final if it is proven or did not meet the depth limit.
        final = score.is_proven(best) or (self.options.exact and not self.control.horizon)
        self.control.horizon = horizon_elsewhere or not final
        if self.table is not None and kept:
            bound = UPPER if best <= alpha else LOWER if best >= beta else EXACT
            entry = Entry(best_choice, score.to_table(best, ply), left if final else depth, bound, final)
            self.table.store(self.key(s, player), entry)
        return self.leave(player, best, best_line, why)

    def hope(self, node: Node, candidate: Candidate, low: float) -> float | None:
        """The most that a move is thought to reach, if a technique skips it."""
        for technique in self.techniques:
            hope = technique.skip(self, node, candidate, low)
            if hope is not None:
                return hope
        return None

    def certain(self, s: State, player: int, ply: int) -> tuple[float, Line] | None:
        """The value of a node where the game is over or, below the root, that a tablebase has; the node is then left."""
        utilities = self.rules.utilities(s)
        if utilities is not None:
            return self.leave(player, score.terminal(utilities[player], self.bound, ply), (), trace.END)
        value = known(self.control, s, ply) if ply > 0 else None
        return None if value is None else self.leave(player, value, (), trace.TABLE)

    def try_move(
        self,
        s: State,
        choice: int,
        player: int,
        depth: int,
        less: int,
        ply: int,
        low: float,
        beta: float,
        follow: bool,
        later: bool,
    ) -> tuple[float, Line]:
        """Value of a move for the player who makes it.

        With `pvs` an empty window first tests whether a later move is better at all; the few that are get searched again for
        their value (Marsland and Campbell 1982; NegaScout: Reinefeld 1983). A reduced move is tested the same way, `less`
        plies shallower.
        """
        child = self.rules.play(s, choice)
        sign = 1 if self.rules.to_move(child) == player else -1  # the same player may move again
        above = nextafter(low, inf)
        if less > 0:
            window = score.turned(low, above, sign)
            value, line = self.search(child, choice, depth - less, ply + 1, *window, False, reduced=less)
            if sign * value <= low:
                return sign * value, line
        if later and self.options.pvs and above < beta:
            value, line = self.search(child, choice, depth, ply + 1, *score.turned(low, above, sign), False)
            if sign * value <= low or sign * value >= beta:
                return sign * value, line
        value, line = self.search(child, choice, depth, ply + 1, *score.turned(low, beta, sign), follow)
        return sign * value, line

    def leave_out(self, moves: list[int], excluded: int, ply: int) -> list[int]:
        """The moves without the excluded one and, at the root, without those set aside or not requested."""
        if ply > 0:
            return [choice for choice in moves if choice != excluded]
        among = self.control.among or moves
        return [choice for choice in among if choice != excluded and choice not in self.set_aside and choice in moves]

    @contextmanager
    def aside(self) -> Iterator[None]:
        """For a search within the search: it is not traced and does not change the horizon flag."""
        muted, self.trace = self.trace, Trace()
        horizon = self.control.horizon
        yield
        self.trace, self.control.horizon = muted, horizon

    def plies_left(self, s: State, depth: int) -> int:
        """The plies below a position: the depth or, in a search to the end, what the game says if the table is to know."""
        plies = self.rules.plies_left(s) if depth == score.UNLIMITED and self.options.table_depth > 0 else None
        return depth if plies is None else min(plies, depth)

    def key(self, s: State, player: int) -> tuple[int, int | bytes]:
        return player, self.rules.key(s)

    def probe(self, s: State, player: int) -> Entry | None:
        return None if self.table is None else self.table.get(self.key(s, player))

    def enough(self, entry: Entry, depth: int, ply: int, alpha: float, beta: float) -> float | None:
        """The entry's score, if it was searched deep enough and settles this window."""
        if not entry.answers(depth, self.options.exact):
            return None
        known = score.from_table(entry.score, ply)
        if entry.bound == EXACT or (known >= beta if entry.bound == LOWER else known <= alpha):
            self.control.horizon |= not entry.final
            return known
        return None

    def enter(self, move: int, player: int, alpha: float, beta: float) -> None:
        """Tell the trace, as MAX sees it."""
        self.trace.enter(move, player, *score.turned(alpha, beta, 1 if player == self.max else -1))

    def leave(self, player: int, value: float, line: Line, why: int) -> tuple[float, Line]:
        self.trace.leave(value if player == self.max else -value, why)
        return value, line
