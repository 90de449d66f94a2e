"""Proof-number search, depth first: it proves who wins, but not how soon.

Alpha-beta finds what a position is worth. Proof-number search (Allis 1994) answers yes-or-no questions, such as "does the player
to move win?", and searches where the answer needs the fewest further positions. The player to move at a node has a goal: we, the
player to move at the root, want a yes, the opponent wants a no. `proof_table` says what phi and delta count. A player needs one
move that reaches its goal, and fails if none does:

    phi   = the least phi of the moves            delta = the sum of the deltas of the moves

The search follows the move of least phi until its numbers exceed limits beyond which another move is better, and keeps only the
path and the proof table (df-pn: Nagai 2002). Two refinements: a new position starts with delta = the number of its moves, because
all of them would have to fail; and a move is followed until its phi is one and a half times that of the second best, so that the
search does not switch between moves too often (the 1 + epsilon trick of Pawlewicz and Lew 2007).

It takes a few questions to find a value. The first is: is it a win? Every proof and every refutation is also a bound on the value;
each further question halves the interval that is left, and reuses results that answer it. A proven win need not be the shortest;
its line is that of the proof against the longest defence.

If several move orders reach a position, a sum counts it more than once. This may mislead the search, but never gives a wrong proof:
the numbers of open questions stay below `NEVER`. There are no cycles, because games end.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from zermelo.game import Rules, State
from zermelo.limit import MAX_PLY
from zermelo.search import Control, Found, Line, Options, Stopped, score
from zermelo.search.known import known as look_up
from zermelo.search.proof.proof_table import NEVER, Known, settled

OPTIONS = Options(table=True)
VISITS = 8
"""After this many visits to a move, its limits double with each visit, so that replaced entries never cause an endless loop."""


@dataclass(slots=True)
class Child:
    """A move, with what is known about the position after it, as the player who makes it sees it."""

    move: int
    player: int
    """The player to move after it."""
    key: Hashable
    known: Known
    visits: int = 0


class ProofNumber:
    """Solves one root, question by question."""

    def __init__(self, rules: Rules, control: Control) -> None:
        self.rules, self.control = rules, control
        self.table: dict[Hashable, Known] = {}
        self.bound = score.bound(rules)
        self.us = 0
        self.question = 0
        self.goal = self.bound
        """Does the game end with this utility for us, or a greater one?"""

    def decide(self, root: State, depth: int) -> Found:  # noqa: ARG002  (always to the end)
        """The value, and a move that reaches it."""
        return list(self.answers(root))[-1]

    def answers(self, root: State) -> Iterator[Found]:
        """The result after each question; the last one has the value, and then `control.horizon` is False."""
        self.us = self.rules.to_move(root)
        self.control.horizon = True
        lower, upper, value = -self.bound, self.bound, 0.0
        best, proven = Found(-1, None, ()), False
        while lower < upper:
            known = self.search(root, self.us, self.key(root, self.us), 0, NEVER, NEVER)
            if known.phi == 0 or not proven:  # a refutation gives no move; use its leading move only if nothing better is known
                best, value = self.control.best or best, known.value
            if known.phi == 0:
                proven, lower = True, self.utility(known.value)
            else:
                upper = self.utility(known.value)
            if lower < upper:
                yield best
                self.goal, self.question = middle(lower, upper), self.question + 1
        self.control.horizon = False
        line = self.line(root, value)
        yield Found(line[0] if line else best.move, lower, line)

    def search(self, s: State, player: int, key: Hashable, ply: int, most_phi: int, most_delta: int) -> Known:
        """Search `s` until its question is settled or one of its numbers reaches its limit."""
        # 1. Count the node, and list its moves.
        self.control.enter(ply)
        children = self.look_ahead(s, player, ply)
        while True:
            # 2. Is it settled, or a limit reached?
            known = combine(children)
            if ply == 0:
                self.control.best = Found(leading(children).move, None, ())
            if known.settled or known.phi >= most_phi or known.delta >= most_delta:
                break

            # 3. Follow the most promising move while it stays so and the node is within its limits.
            child = leading(children)
            second = min((other.known.phi for other in children if other is not child), default=NEVER)
            phi = min(most_phi, second + second // 2 + 1)
            delta = most_delta - known.delta + child.known.delta
            phi, delta = (widened(limit, child.visits) for limit in (phi, delta if most_delta < NEVER else NEVER))
            child.visits += 1
            after, stays = self.rules.play(s, child.move), child.player == player
            limits = (phi, delta) if stays else (delta, phi)
            child.known = self.search(after, child.player, child.key, ply + 1, *limits).above(stays)

        # 4. Store the result.
        self.table[self.question, key] = known
        return known

    def look_ahead(self, s: State, player: int, ply: int) -> list[Child]:
        """The moves, up to the first that reaches the goal at once; positions that need no search count as nodes."""
        children: list[Child] = []
        for move in self.rules.moves(s):
            after = self.rules.play(s, move)
            mover = self.rules.to_move(after)
            value = self.certain(after, mover, player)
            if value is not None:
                self.control.enter(ply + 1)
                children.append(Child(move, mover, None, settled(value, self.reached(value, player))))
            else:
                key = self.key(after, mover)
                known = self.remembered(key, mover) or Known(1, len(self.rules.moves(after)))
                children.append(Child(move, mover, key, known.above(mover == player)))
            if children[-1].known.phi == 0:
                break
        return children

    def certain(self, s: State, mover: int, player: int) -> float | None:
        """What a player gets from a position, one ply from here, if the game is over or it is in a tablebase."""
        utilities = self.rules.utilities(s)
        if utilities is not None:
            return score.terminal(utilities[player], self.bound, 1)
        value = look_up(self.control, s, 1)
        return value if value is None or mover == player else -value

    def reached(self, value: float, player: int) -> bool:
        """Whether this value reaches a player's goal in the current question."""
        utility = self.utility(value)
        return utility >= self.goal if player == self.us else utility > -self.goal

    def utility(self, value: float) -> float:
        return score.split(value, self.bound)[0]

    def key(self, s: State, player: int) -> Hashable:
        return player, self.rules.key(s)

    def remembered(self, key: Hashable, player: int) -> Known | None:
        """The entry for the current question, or for an earlier one that also answers this one."""
        known = self.table.get((self.question, key))
        if known is not None:
            return known
        for question in reversed(range(self.question)):
            known = self.table.get((question, key))
            if known is not None and known.settled and self.reached(known.value, player) == (known.phi == 0):
                return known
        return None

    def line(self, root: State, value: float) -> Line:
        """The line that confirms the value, as far as the proof table has it.

        For a win it is the proof against the longest defence; otherwise best play of both sides.
        """
        s = root
        line: Line = ()
        while self.rules.utilities(s) is None and len(line) < MAX_PLY:
            move = next((move for move in self.rules.moves(s) if self.bears_out(s, move, value)), -1)
            if move < 0:
                break
            after = self.rules.play(s, move)
            sign = 1 if self.rules.to_move(after) == self.rules.to_move(s) else -1
            s, line, value = after, (*line, move), sign * score.to_table(value, 1)
        return line

    def bears_out(self, s: State, move: int, value: float) -> bool:
        """Whether the proof table, or the end of the game, shows that a move is worth at least this, or at most this if it loses."""
        after, player = self.rules.play(s, move), self.rules.to_move(s)
        mover = self.rules.to_move(after)
        certain = self.certain(after, mover, player)
        if certain is not None:
            return certain == value
        loses = value < 0 and score.is_proven(value)
        for question in range(self.question + 1):
            known = self.table.get((question, self.key(after, mover)))
            if known is not None and known.settled:
                seen = known.above(mover == player)
                if seen.value == value and (seen.delta if loses else seen.phi) == 0:
                    return True
        return False


def combine(children: list[Child]) -> Known:
    """The numbers of a position, from those of its moves."""
    phi = min(child.known.phi for child in children)
    if 0 < phi < NEVER:
        return Known(phi, min(sum(child.known.delta for child in children), NEVER - 1))
    return settled(max(child.known.value for child in children if child.known.settled), phi == 0)


def leading(children: list[Child]) -> Child:
    """The move with the least phi; among settled moves, the best."""
    return min(children, key=lambda child: (child.known.phi, -child.known.value if child.known.settled else 0.0))


def widened(limit: int, visits: int) -> int:
    """A limit, raised if a move was visited too often."""
    return min(max(limit, 1 << min(visits - VISITS, 30) if visits > VISITS else 0), NEVER)


def middle(lower: float, upper: float) -> float:
    """A goal between two values, above the lower one."""
    half = (lower + upper) / 2
    return half if half > lower else upper


def ask(searcher: ProofNumber, root: State) -> Iterator[tuple[None, Found]]:
    """Yield a result for each question; its depth is None."""
    control = searcher.control
    try:
        for found in searcher.answers(root):
            yield None, found
    except Stopped:
        if control.best is not None:
            yield None, control.best
