"""Expectiminimax: minimax with chance nodes, such as dice or cards (Michie 1966; Russell and Norvig, chapter on games).

MAX is the player to move at the root, MIN the opponent; a one-player game has no MIN. All values are those of MAX:

    a finished game               its utility, discounted
    the depth limit               its evaluation
    MAX to move                   the greatest value among the successors
    MIN to move                   the least
    chance to move                the average over the outcomes, weighted by their probabilities

Averages need one scale, that of utilities (`expectation`). The depth counts the moves of players only; chance does not use it
up, as in the lecture's drawings. At depth 0 a position is evaluated, also if chance is to move. A line ends before the first
chance node. Without `pruning` everything is searched, as in plain minimax; with it every node has a window, and players' nodes
are those of alpha-beta. `star` says what a window means at a chance node.
"""

from functools import partial
from math import inf
from typing import NamedTuple

from zermelo.game import CHANCE, Rules, State
from zermelo.search import Control, Found, Line, Options, Trace, shallower, trace, turned
from zermelo.search.alphabeta.variation import continued
from zermelo.search.chance.expectation import Expectation, within
from zermelo.search.chance.star import PROBES, Outcomes
from zermelo.search.ordering import Ordering
from zermelo.search.transposition_table import EXACT, LOWER, UPPER, Entry, TranspositionTable


class Choice(NamedTuple):
    """The result of searching a player's moves."""

    value: float
    move: int
    line: Line
    why: int
    whole: bool
    """Whether all moves were searched, up to a cutoff."""


class Expectiminimax:
    """Searches from one root, one depth after another; transposition table and orderings are kept for the next depth."""

    def __init__(
        self, rules: Rules, control: Control, trace: Trace | None, table: TranspositionTable | None, options: Options
    ) -> None:
        self.rules, self.control, self.trace, self.table = rules, control, trace or Trace(), table
        self.ordering = Ordering(rules, options.ordering, options.ads)
        self.prunes, self.probes = options.pruning != "none", PROBES.get(options.pruning, 0)
        self.max = 0
        self.worth = Expectation(rules, self.max)
        self.last_line: Line = ()

    def decide(self, root: State, depth: int) -> Found:
        """The best move with its value. If stopped, the best move so far is in `control.best`."""
        self.max = self.rules.to_move(root)
        self.worth = Expectation(self.rules, self.max)
        self.control.best, self.control.tried = None, []
        self.ordering.age()
        value, line = self.search(root, -1, depth, 0, -inf, inf, True)
        self.last_line = line
        if self.table is not None:  # a line that ended at a stored value is continued by moves known to have that value
            self.last_line = continued(self.rules, root, depth, line, partial(self.is_worth, value))
        return Found(line[0], value, self.last_line)

    def search(self, s: State, move: int, depth: int, ply: int, alpha: float, beta: float, follow: bool) -> tuple[float, Line]:
        """Value of `s` for MAX, and the line behind it, searched `depth` moves deep.

        Promise, for the returned v and the value m that plain expectiminimax finds, to the last bit:
            v <= alpha         m <= v    (fail low: v is an upper bound)
            alpha < v < beta   m == v    (the line is best play)
            v >= beta          m >= v    (fail high: v is a lower bound)

        `follow`: the path so far is the last iteration's line.
        """
        # 1. Count the node.
        self.control.enter(ply)
        player = self.rules.to_move(s)
        self.trace.enter(move, player, alpha, beta)

        # 2. Is the game over, or the depth used up?
        utilities = self.rules.utilities(s)
        if utilities is not None:
            return self.leave(self.worth.ended(utilities[self.max], ply), (), trace.END)
        if depth == 0:
            self.control.horizon = True
            return self.leave(self.worth.guessed(s), (), trace.HORIZON)

        # 3. Are all values that can be reached from here outside the window? The best one is a win with the next move.
        floor, ceiling = self.worth.reach(ply)
        if alpha >= ceiling or beta <= floor:
            return self.leave(ceiling if alpha >= ceiling else floor, (), trace.SOONEST)

        # 4. Does the transposition table answer? Never at the root, which must find a move.
        entry = self.probe(s, player, ply)
        if entry is not None and ply > 0 and (known := self.enough(entry, depth, alpha, beta)) is not None:
            return self.leave(known, (), trace.TABLE)

        # 5. Players choose, chance averages.
        horizon_elsewhere, self.control.horizon = self.control.horizon, False
        if player != CHANCE:
            found = self.choose(s, player, depth, ply, alpha, beta, follow, entry)
        elif self.prunes:
            value, why = Outcomes(self, s, depth, ply, alpha, beta).value()
            found = Choice(value, -1, (), why, True)
        else:
            found = Choice(self.average(s, depth, ply), -1, (), trace.OPEN, True)

        # 6. Store the result; it is final if it did not meet the depth limit.
        bound = LOWER if found.value >= beta else EXACT if found.value > alpha else UPPER
        self.remember(s, player, depth, ply, found, bound)
        self.control.horizon |= horizon_elsewhere
        return self.leave(found.value, found.line, found.why)

    def choose(
        self,
        s: State,
        player: int,
        depth: int,
        ply: int,
        alpha: float,
        beta: float,
        follow: bool,
        entry: Entry | None,
        among: slice = slice(None),
    ) -> Choice:
        """The best of a player's moves, or of those in the slice `among`; with a window it stops at a cutoff."""
        first = self.last_line[ply] if follow and ply < len(self.last_line) else -1 if entry is None else entry.move
        moves = self.ordering.sort(s, self.rules.moves(s), player, ply, first)
        sign = 1 if player == self.max else -1
        low, high = turned(alpha, beta, sign)
        enough = min(high, turned(*self.worth.reach(ply), sign)[1])
        best, best_choice, why = -inf, -1, trace.OPEN
        best_line: Line = ()
        some = moves[among]
        for index, choice in enumerate(some):
            window = turned(low, high, sign) if self.prunes else (-inf, inf)
            on_line = follow and self.last_line[ply : ply + 1] == (choice,)
            value, line = self.search(self.rules.play(s, choice), choice, shallower(depth), ply + 1, *window, on_line)
            value *= sign
            if value > best:
                best, best_choice = value, choice
            if value > low:
                low, best_line = value, (choice, *line)
            if ply == 0:
                self.control.note(choice, value, best_line)
            if self.prunes and low >= enough:
                if index + 1 < len(some):
                    why = trace.CUT if low >= high else trace.SOONEST
                self.trace.skip(some[index + 1 :])
                self.ordering.cut(choice, player, ply, depth)
                return Choice(sign * best, best_choice, best_line, why, True)
        return Choice(sign * best, best_choice, best_line, why, len(some) == len(moves))

    def average(self, s: State, depth: int, ply: int) -> float:
        total = 0.0
        for outcome, probability in self.rules.chances(s):
            value, _ = self.search(self.rules.play(s, outcome), outcome, depth, ply + 1, -inf, inf, False)
            total += probability * value
        return within(total, *self.worth.reach(ply))

    # The transposition table. The discount depends on the ply, so an entry answers only for its own ply.

    def probe(self, s: State, player: int, ply: int) -> Entry | None:
        return None if self.table is None else self.table.get((self.max, ply, player, self.rules.key(s)))

    def enough(self, entry: Entry, depth: int, alpha: float, beta: float) -> float | None:
        """The entry's value, if it was searched deep enough and settles this window."""
        if not entry.answers(depth, exact=True):
            return None
        if entry.bound == EXACT or (entry.score >= beta if entry.bound == LOWER else entry.score <= alpha):
            self.control.horizon |= not entry.final
            return entry.score
        return None

    def remember(self, s: State, player: int, depth: int, ply: int, found: Choice, bound: int) -> None:
        if self.table is not None:
            key = (self.max, ply, player, self.rules.key(s))
            self.table.store(key, Entry(found.move, found.value, depth, bound, not self.control.horizon))

    def is_worth(self, value: float, s: State, move: int, depth: int, ply: int) -> bool:
        return self.known(self.rules.play(s, move), depth, ply + 1) == value

    def known(self, s: State, depth: int, ply: int) -> float | None:
        """What a position is worth, if that is known without a search."""
        utilities = self.rules.utilities(s)
        if utilities is not None:
            return self.worth.ended(utilities[self.max], ply)
        if depth == 0:
            return self.worth.guessed(s)
        entry = self.probe(s, self.rules.to_move(s), ply)
        return entry.score if entry is not None and entry.bound == EXACT and entry.answers(depth, exact=True) else None

    def leave(self, value: float, line: Line, why: int) -> tuple[float, Line]:
        self.trace.leave(value, why)
        return value, line
