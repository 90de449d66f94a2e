"""Max^n: each player maximises its own value (Luckhardt and Irani 1986).

A position is worth a tuple, one number a player. The player to move takes the child whose tuple is best for itself, regardless of
the others; so ties matter, and an option says how they are broken:

* `first`: the first of the best moves;
* `paranoid`: of the best moves the one that is worst for the player at the root;
* `average`: the mean of the tuples of all best moves, as if one of them were chosen at random.

If values add up to a constant and have a lower bound, branches can be pruned: what one player is sure of limits what is left for
the others. Each pruning includes the ones before it, and each gives the value of plain max^n with ties to the first.

* `immediate`: a player who already has the most that is possible stops (Korf 1991).
* `shallow`: a player stops once it is sure of so much that the player before it has better elsewhere (Korf 1991).
* `last_branch`: the same with three players in a row. If what they are sure of adds up to everything, the third player's position
  cannot matter to both others. That is certain only at the second player's last move, and if the second player's best so far
  gives the first no more than it has elsewhere (after Sturtevant 2003).
* `speculative`: the same without waiting for the last move; a move that was given up too early is searched again.

**Wins are final** at any depth, if each player either wins or loses. The losers have no better choice, since they would have
preferred any guess to a loss; and an open line can only end later, which is no better for the winner. Wins are not final if a
game may end well for several players, because a player in between may then choose differently; if ties are averaged; or if a
guess is as bad as a loss.
"""

from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from zermelo.game import Rules, State
from zermelo.search import Control, Found, Line, Payoff, Trace, Values, shallower, trace
from zermelo.search.options import PRUNINGS, Options
from zermelo.search.ordering import Ordering


class Claim(NamedTuple):
    """What a player higher up in the tree already has elsewhere."""

    player: int
    value: float
    beatable: bool = False
    """Whether an equal value here is preferred, because this move comes before the claimed one."""


NO_CLAIM = Claim(-1, -inf)
NO, IMMEDIATE, SHALLOW, LAST_BRANCH = range(4)
"""Why a player stops; the indexes of these prunings in `PRUNINGS`."""
OPEN = LAST_BRANCH
LEFT = {NO: trace.OPEN, IMMEDIATE: trace.SOONEST, SHALLOW: trace.CUT, OPEN: trace.GIVEN_UP}
"""The same for the trace."""


class Result(NamedTuple):
    values: Values
    line: Line
    open: bool = False
    """Whether the search gave up, so that the values are only a lower bound for the player to move."""


@dataclass
class Best:
    """The best move so far."""

    values: Values = ()
    line: Line = ()
    index: int = -1
    number: int = 0

    def claim(self, player: int, beatable: bool = False) -> Claim:
        """What the player to move already has."""
        return Claim(player, self.values[player], beatable) if self.values else NO_CLAIM


class MaxN:
    """Searches from one root, one depth after another."""

    def __init__(self, rules: Rules, control: Control, options: Options, trace: Trace | None = None) -> None:
        self.rules, self.control, self.options, self.trace = rules, control, options, trace or Trace()
        self.payoff = Payoff(rules)
        self.ordering = Ordering(rules, options.ordering, options.ads)
        self.pruning = PRUNINGS.index(options.pruning)
        self.decisive = (rules.has_winner or rules.players == 1) and options.ties != "average"
        self.guess_at_bound = False
        """Whether some guess was as bad as a loss."""
        self.root = 0
        self.last_line: Line = ()

    def decide(self, root: State, depth: int) -> Found:
        """The best move with the values of all players."""
        self.root = self.rules.to_move(root)
        self.control.best, self.control.tried = None, []
        self.ordering.age()
        self.guess_at_bound = False
        values, line, _ = self.search(root, -1, depth, 0, NO_CLAIM, NO_CLAIM, True, True)
        self.last_line = line
        return self.found(values, line)

    def found(self, values: Values, line: Line) -> Found:
        mine = values[self.root]
        settled = self.decisive and not self.guess_at_bound and self.payoff.is_decided(mine)
        return Found(line[0], mine, line, values=values, settled=settled)

    def search(
        self, s: State, move: int, depth: int, ply: int, parent: Claim, grandparent: Claim, last: bool, follow: bool
    ) -> Result:
        """Values of `s` with best play, searched `depth` plies deep.

        `parent` and `grandparent` are what the players one and two moves before already have elsewhere; `last` says that this is
        the last move of the player before, and that none of its other moves gives the grandparent more than its claim.
        """
        self.control.enter(ply)
        player = self.rules.to_move(s)
        self.trace.enter(move, player, -inf, inf)
        utilities = self.rules.utilities(s)
        if utilities is not None:
            return self.leave(Result(self.payoff.ended(utilities, ply), ()), trace.END)
        if depth == 0:
            self.control.horizon = True
            guess = self.payoff.guessed(s)
            self.guess_at_bound |= any(map(self.payoff.is_decided, guess))
            return self.leave(Result(guess, ()), trace.HORIZON)
        first = self.last_line[ply] if follow and ply < len(self.last_line) else -1
        moves = self.ordering.sort(s, self.rules.moves(s), player, ply, first)
        best, why = Best(), NO
        doubtful: list[tuple[int, int]] = []
        for index, choice in enumerate(moves):
            on_line = follow and self.last_line[ply : ply + 1] == (choice,)
            at_last = index + 1 == len(moves) and self.below(best.values, parent)
            found = self.child(s, choice, depth, ply, best.claim(player), parent, at_last, on_line)
            if found.open:
                doubtful.append((index, choice))
                continue
            self.compare(best, found, player, index)
            if ply == 0:
                self.control.tried.append(choice)
                self.control.best = self.found(best.values, best.line)
            why = self.enough(best.values[player], player, ply, parent, grandparent, last) if index + 1 < len(moves) else NO
            if why == NO:
                continue
            self.trace.skip(moves[index + 1 :])
            if why == IMMEDIATE and doubtful:
                break
            self.ordering.cut(best.line[0], player, ply, depth)
            return self.leave(Result(best.values, best.line, why == OPEN), LEFT[why])
        for index, choice in doubtful:
            if self.below(best.values, parent):
                break  # for any choice here, the player before has better elsewhere
            mine = best.claim(player, beatable=index < best.index)
            self.compare(best, self.child(s, choice, depth, ply, mine, NO_CLAIM, False, False), player, index)
        return self.leave(Result(best.values, best.line), LEFT[why])

    def child(self, s: State, move: int, depth: int, ply: int, mine: Claim, parent: Claim, last: bool, follow: bool) -> Result:
        found = self.search(self.rules.play(s, move), move, shallower(depth), ply + 1, mine, parent, last, follow)
        return found._replace(line=(move, *found.line))

    def compare(self, best: Best, found: Result, player: int, index: int) -> None:
        """Update the best move with a result; of equal moves the first counts, or as `ties` says."""
        old, new = best.values[player] if best.values else -inf, found.values[player]
        if not best.values or new > old or (new == old and index < best.index):
            best.values, best.line, best.index, best.number = found.values, found.line, index, 1
        elif new == old and self.options.ties == "paranoid" and found.values[self.root] < best.values[self.root]:
            best.values, best.line, best.index = found.values, found.line, index
        elif new == old and self.options.ties == "average":
            pairs = zip(best.values, found.values, strict=True)
            means = [(value * best.number + other) / (best.number + 1) for value, other in pairs]
            means[player] = old  # exactly, so that the next tie is recognised
            best.values = tuple(means)
            best.number += 1

    def leave(self, found: Result, why: int) -> Result:
        self.trace.leave(found.values[self.root], why, found.values)
        return found

    def below(self, values: Values, claim: Claim) -> bool:
        """Whether values give the claiming player no more than its claim."""
        return claim.player >= 0 and bool(values) and reaches(claim.value, values[claim.player], claim.beatable)

    def enough(self, mine: float, player: int, ply: int, parent: Claim, grandparent: Claim, last: bool) -> int:
        """Whether, and why, a player who is sure of `mine` can stop."""
        least, others = self.payoff.low, self.rules.players - 1
        if self.pruning >= IMMEDIATE and mine >= self.payoff.most(ply):
            return IMMEDIATE
        both, neighbours = mine + parent.value, parent.player not in (-1, player)
        if self.pruning >= SHALLOW and neighbours and reaches(both, -(others - 1) * least, parent.beatable):
            return SHALLOW
        if self.pruning < LAST_BRANCH or not (last or self.pruning > LAST_BRANCH):
            return NO
        if -1 in (parent.player, grandparent.player) or len({player, parent.player, grandparent.player}) < 3:
            return NO
        beatable = parent.beatable or grandparent.beatable
        return OPEN if reaches(both + grandparent.value, -(others - 2) * least, beatable) else NO


def reaches(total: float, needed: float, beatable: bool) -> bool:
    """Whether a total is enough; if ties go the other way, it must be more."""
    return total > needed if beatable else total >= needed
