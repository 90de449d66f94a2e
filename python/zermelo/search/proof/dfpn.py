"""Proof-number search, depth first: who wins, without asking how soon.

Where alpha-beta asks what a position is worth, proof-number search (Allis 1994) asks something that is true or false, such as
"does the player to move win?", and goes on where the least is missing to an answer. Whoever is to move at a node has a goal:
we, the player to move at the root, to get what was asked for, the other to keep us from it. `prooftable` says what phi and
delta count. A player needs one move that reaches its goal, and fails when none does:

    phi   = the least phi of the moves            delta = the sum of the deltas of the moves

The search follows the move of least phi until its numbers leave the limits within which that is still the right thing to do,
and keeps nothing but the path and a table (df-pn: Nagai 2002). Two refinements. A position that was never entered has delta =
the number of its moves, all of which would have to fail. And a move is followed until its phi is half as much again as that of
the next best one, so that the search does not jump to and fro (the 1 + epsilon trick of Pawlewicz and Lew 2007).

A value is found by a few questions. First: is it a win? Every proof and every refutation is also a bound on the value, so
if not, often not even a second one is needed; else the next one halves what is left. What a position got in one question is good
for the next one, too, where it answers that. A win that is proven need not be the shortest; the line is the one the proof
rests on, in which the loser holds out longest, so the win takes at most so many plies.

Positions that several orders of moves reach are counted several times in a sum, which may mislead the search, but proves
nothing wrong: numbers of open questions stay below `NEVER`. Cycles cannot mislead it, because games end.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from zermelo.game.record import State
from zermelo.game.rules import Rules
from zermelo.limit import MAX_PLY
from zermelo.search import score
from zermelo.search.control import Control, Found, Stopped
from zermelo.search.known import known as look_up
from zermelo.search.options import Options
from zermelo.search.proof.proof_table import NEVER, Known, ProofTable, settled

OPTIONS = Options(table=True)
VISITS = 8
"""From so many visits to one move on, each may go twice as far as the last: a table that forgets must not make it endless."""

Line = tuple[int, ...]


@dataclass(slots=True)
class Child:
    """A move, and what is known of the position behind it as the player who makes it sees it."""

    move: int
    player: int
    """Who is to move behind it."""
    key: Hashable
    known: Known
    visits: int = 0


class ProofNumber:
    """Settles one root, question after question."""

    def __init__(self, rules: Rules, control: Control) -> None:
        self.rules, self.control = rules, control
        self.table = ProofTable()
        self.bound = score.bound(rules)
        self.us = 0
        self.question = 0
        self.goal = self.bound
        """Does the game end with this utility for us, or a greater one?"""

    def decide(self, root: State, depth: int) -> Found:  # noqa: ARG002  (always to the end)
        """The value, and a move that gets it."""
        return list(self.answers(root))[-1]

    def answers(self, root: State) -> Iterator[Found]:
        """What is known after each question; the last time with the value, and then `control.horizon` is False."""
        self.us = self.rules.to_move(root)
        self.control.horizon = True
        lower, upper, value = -self.bound, self.bound, 0.0
        best, proven = Found(-1, None, ()), False
        while lower < upper:
            known = self.search(root, self.us, self.key(root, self.us), 0, NEVER, NEVER)
            if known.phi == 0 or not proven:  # a refutation tells no move, unless nothing better is known
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
        """What is known of `s` once its question is settled or one of its numbers has reached its limit."""
        # 1. Count the node, and look at what its moves lead to.
        self.control.enter(ply)
        children = self.look_ahead(s, player, ply)
        while True:
            # 2. Is that enough?
            known = combine(children)
            if ply == 0:
                self.control.best = Found(leading(children).move, None, ())
            if known.settled or known.phi >= most_phi or known.delta >= most_delta:
                break

            # 3. Follow the most promising move, as long as it stays so and the node stays within its limits.
            child = leading(children)
            second = min((other.known.phi for other in children if other is not child), default=NEVER)
            phi = min(most_phi, second + second // 2 + 1)
            delta = most_delta - known.delta + child.known.delta
            phi, delta = (widened(limit, child.visits) for limit in (phi, delta if most_delta < NEVER else NEVER))
            child.visits += 1
            after, stays = self.rules.play(s, child.move), child.player == player
            limits = (phi, delta) if stays else (delta, phi)
            child.known = self.search(after, child.player, child.key, ply + 1, *limits).above(stays)

        # 4. Remember it.
        self.table.store((self.question, key), known)
        return known

    def look_ahead(self, s: State, player: int, ply: int) -> list[Child]:
        """The moves, up to the first that reaches the player's goal at once; positions that need no search are counted."""
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
        """What a player gets, one ply from here, where the game is over or a table knows how it ends."""
        utilities = self.rules.utilities(s)
        if utilities is not None:
            return score.terminal(utilities[player], self.bound, 1)
        value = look_up(self.control, s, 1)
        return value if value is None or mover == player else -value

    def reached(self, value: float, player: int) -> bool:
        """Whether a player who gets this has reached its goal in the question."""
        utility = self.utility(value)
        return utility >= self.goal if player == self.us else utility > -self.goal

    def utility(self, value: float) -> float:
        return score.split(value, self.bound)[0]

    # The table

    def key(self, s: State, player: int) -> Hashable:
        return player, self.rules.key(s)

    def remembered(self, key: Hashable, player: int) -> Known | None:
        """What the table says to this question; an answer to an earlier one will do, if it is one to this as well."""
        known = self.table.probe((self.question, key))
        if known is not None:
            return known
        for question in reversed(range(self.question)):
            known = self.table.probe((question, key))
            if known is not None and known.settled and self.reached(known.value, player) == (known.phi == 0):
                return known
        return None

    def line(self, root: State, value: float) -> Line:
        """The line that bears the value out, as far as the table remembers it.

        With a win it is the winner's proof against the longest defence in it; otherwise best play for both.
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
        """Whether the table, or the end of the game, shows that a move gets its player this: no less, or no more if it loses."""
        after, player = self.rules.play(s, move), self.rules.to_move(s)
        mover = self.rules.to_move(after)
        certain = self.certain(after, mover, player)
        if certain is not None:
            return certain == value
        loses = value < 0 and score.is_proven(value)
        for question in range(self.question + 1):
            known = self.table.probe((question, self.key(after, mover)))
            if known is not None and known.settled:
                seen = known.above(mover == player)
                if seen.value == value and (seen.delta if loses else seen.phi) == 0:
                    return True
        return False


def combine(children: list[Child]) -> Known:
    """What is known of a position, from what is known of its moves."""
    phi = min(child.known.phi for child in children)
    if 0 < phi < NEVER:
        return Known(phi, min(sum(child.known.delta for child in children), NEVER - 1))
    return settled(max(child.known.value for child in children if child.known.settled), phi == 0)


def leading(children: list[Child]) -> Child:
    """The move that takes the least to show that it is good; among those that are settled, the best."""
    return min(children, key=lambda child: (child.known.phi, -child.known.value if child.known.settled else 0.0))


def widened(limit: int, visits: int) -> int:
    """A limit, or more than that where a move has been visited too often."""
    return min(max(limit, 1 << min(visits - VISITS, 30) if visits > VISITS else 0), NEVER)


def middle(lower: float, upper: float) -> float:
    """A goal between two values, above the lower one."""
    half = (lower + upper) / 2
    return half if half > lower else upper


def ask(searcher: ProofNumber, root: State) -> Iterator[tuple[None, Found]]:
    """Yield a finding for each question, with None for its depth: it has none."""
    control = searcher.control
    try:
        for found in searcher.answers(root):
            yield None, found
    except Stopped:
        if control.best is not None:
            yield None, control.best
