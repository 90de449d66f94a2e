"""Inference: from an advice table and a position to a plan, or to the reasons why there is none. This is the specification.

A piece of advice is **satisfiable** in a position when there is a forcing tree for it (Huberman 1968; Bratko and Michie 1980):

1. The holding-goal holds here. It is checked first, at every node, including the root and the leaves.
2. If the better-goal holds here, this node is a leaf.
3. Otherwise, if we are to move: at least one move that the us-constraint allows leads to a satisfiable position.
4. Otherwise, if they are to move: the them-constraint allows at least one move, and all of them lead to satisfiable positions.

An empty set of replies is a failure, not a success. So `them: none` means that the better-goal must hold right after our one
move, and mates and stalemates have to be detected by goals. Moves are tried in the order of the constraint. The first tree found
is the answer, even if there is a shorter one. If the better-goal holds at the root already, the tree has no move; then the advice
counts as failed, for the reason "already".

A **table** is asked rule by rule. With the strategy `first`, the table commits to the first rule whose precondition holds: if all
advice of this rule fails, the table has no answer. With `fall_through`, the next rule whose precondition holds is tried. A rule
that hands over to another table asks that table about the same root; its answer counts like a piece of advice.

A **node** is counted when a position is entered, including the root. Each piece of advice that is tried enters the root again.
Preconditions enter no node. The limits are the same as for any search: nodes, seconds, and a stop flag.

A search may also ask for `advised_moves`, to try these moves first, or to try nothing else.
"""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from zermelo.advice.expert import Expert, Situation
from zermelo.advice.forcing_tree import Branch, ForcingTree
from zermelo.advice.language import MAX_DEPTH
from zermelo.advice.table import FIRST, Advice, AdviceTable, Facts, Rule
from zermelo.errors import LimitError
from zermelo.game import Position
from zermelo.limit import Limit
from zermelo.search.control import Control, Stop, Stopped

Reason = Literal["holding", "already", "no move", "no reply", "over"]
"""Why a line fails at its end: the holding-goal is broken ("holding"), or the better-goal holds at the root ("already"), or the
better-goal is not reached and we have no allowed move ("no move"), they have no allowed reply ("no reply"), or the game has ended
("over")."""


@dataclass(frozen=True)
class FailedLine:
    """Why a position is not satisfiable: a line of moves, and what is wrong at its end."""

    why: Reason
    part: Facts | None
    """The part of the goal that does not hold at the end of the line."""
    line: tuple[int, ...] = ()
    """The moves from this position to the end of the line."""

    def below(self, move: int) -> "FailedLine":
        """The same line, seen from one ply earlier."""
        return FailedLine(self.why, self.part, (move, *self.line))


@dataclass(frozen=True)
class TriedAdvice:
    """One piece of advice that was tried, with the plan it led to, or why each move failed."""

    advice: Advice
    nodes: int
    tree: ForcingTree | None = None
    failures: tuple[FailedLine, ...] = ()
    """One for each of our moves that was tried, beginning with that move; a single one without moves if none was tried."""

    @property
    def moves_tried(self) -> int:
        """The number of our moves that were tried and failed."""
        return sum(1 for failure in self.failures if failure.line)

    def reasons(self) -> list[tuple[FailedLine, int]]:
        """Failures grouped by reason, most frequent first: the first example of each, and how many there are."""
        counts = Counter((failure.why, failure.part) for failure in self.failures)
        first = {(failure.why, failure.part): failure for failure in reversed(self.failures)}
        return [(first[key], number) for key, number in counts.most_common()]


@dataclass(frozen=True)
class TriedRule:
    """One rule that was tried."""

    rule: Rule
    missing: Facts | None
    """The part of the precondition that does not hold; None if all of it holds."""
    advice: tuple[TriedAdvice, ...] = ()
    handed: "Consultation | None" = None
    """The answer of the other table, if the rule hands over."""

    @property
    def tree(self) -> ForcingTree | None:
        if self.handed is not None:
            return self.handed.tree
        return next((tried.tree for tried in self.advice if tried.tree is not None), None)


@dataclass(frozen=True)
class Consultation:
    """What a table says about a position: a plan or none, with everything that was tried."""

    position: Position
    expert: Expert
    rules: tuple[TriedRule, ...]
    """The rules that were tried, in order."""
    tree: ForcingTree | None
    """The plan; None if no advice can be followed."""
    nodes: int
    seconds: float
    stopped: str | None = None
    """Why it stopped early: "nodes", "seconds" or "stop"; None if it finished."""

    def _repr_html_(self) -> str:
        from zermelo.advice.explanation import Explanation

        return Explanation(self)._repr_html_()


def too_deep(advice: str) -> LimitError:
    return LimitError(f"advice `{advice}` needs a tree of more than {MAX_DEPTH} plies; give it a smaller depth bound")


def consult(
    expert: Expert, position: Position, limit: Limit | None = None, stop: Stop | None = None, every: bool = False
) -> Consultation:
    """Ask an expert for a plan. With `every`, try all rules and all their advice, even after a plan has been found."""
    expert.check(position)
    control = Control(limit or Limit(), stop or Stop())
    return _Consulting(position, control, every).ask(expert)


class _Consulting:
    """One consultation in progress. It keeps what has been tried, so a stop loses nothing."""

    def __init__(self, position: Position, control: Control, every: bool) -> None:
        self.position, self.control, self.every = position, control, every

    def ask(self, expert: Expert) -> Consultation:
        rules: list[TriedRule] = []
        tree: ForcingTree | None = None
        decided = False
        before = self.control.nodes
        root = expert.situation(self.position)
        for rule in expert.table.rules:
            missing = expert.missing(rule.condition, root)
            tried = TriedRule(rule, missing) if missing is not None else self._try(expert, rule, root)
            rules.append(tried)
            tree = tree if decided else tried.tree
            decided = decided or tree is not None or (missing is None and expert.table.strategy == FIRST)
            if self.control.stop.reason is not None or (decided and not self.every):
                break
        seconds = time.perf_counter() - self.control.started
        nodes, stopped = self.control.nodes - before, self.control.stop.reason
        return Consultation(self.position, expert, tuple(rules), tree, nodes, seconds, stopped)

    def _try(self, expert: Expert, rule: Rule, root: Situation) -> TriedRule:
        """Try the advice of a rule in order, up to the first that can be followed."""
        if rule.table is not None:
            return TriedRule(rule, None, handed=self.ask(expert.others[rule.table]))
        tried: list[TriedAdvice] = []
        for name in rule.advice:
            advice, before = expert.table.piece(name), self.control.nodes
            failures: list[FailedLine] = []
            try:
                _, found = next(plans(expert, advice, root, self.control, failures), (None, None))
            except Stopped:
                break
            nodes = self.control.nodes - before
            if found is None:
                tried.append(TriedAdvice(advice, nodes, None, tuple(failures)))
                continue
            tree = ForcingTree(self.position, found, expert.table.name, rule.name, name, advice.better)
            tried.append(TriedAdvice(advice, nodes, tree))
            if not self.every:
                break
        return TriedRule(rule, None, tuple(tried))


def advised_moves(
    position: Position, table: str | AdviceTable | Expert, limit: Limit | None = None, every: bool = True
) -> list[int]:
    """The moves, by number, that begin a plan, for searches. The move that the table would play comes first. Empty without a plan.

    The list has the moves of all advice of the rule that applies, in the order of the advice; with the strategy `fall_through`,
    those of later rules that apply follow. With `every=False` it has only the moves of the first advice that works, to restrict a
    search to them. If the limit is reached, the list ends early. `consult`, which stops at the first plan, takes less time.

    >>> from zermelo import find
    >>> position = find("tictactoe").position("x . . / . o . / . . x")
    >>> [position.name(move) for move in advised_moves(position, "tictactoe", every=False)]
    ['b1', 'a2', 'c2', 'b3']
    """
    expert = table if isinstance(table, Expert) else Expert.find(table, position.game)
    expert.check(position)
    moves: dict[int, None] = {}
    try:
        for found in _advised(expert, expert.situation(position), Control(limit or Limit(), Stop())):
            moves.update(dict.fromkeys(found))
            if moves and not every:
                break
    except Stopped:
        pass
    return list(moves)


def _advised(expert: Expert, root: Situation, control: Control) -> Iterator[list[int]]:
    """The moves of each piece of advice, in the order of the rules that apply."""
    for rule in expert.table.rules:
        if not expert.holds(rule.condition, root):
            continue
        if rule.table is not None:
            yield from _advised(expert.others[rule.table], root, control)
        for name in rule.advice:
            yield [move for move, _ in plans(expert, expert.table.piece(name), root, control, [])]
        if expert.table.strategy == FIRST:
            return


def plans(
    expert: Expert, advice: Advice, root: Situation, control: Control, failures: list[FailedLine]
) -> Iterator[tuple[int, Branch]]:
    """Every plan for a piece of advice, with its first move, in the order of the constraint.

    `failures` collects why each other move fails, or why no move can be tried.
    """
    satisfying = _Satisfying(expert, advice, control)
    moves = satisfying.enter(root)
    if not isinstance(moves, list):
        failures.append(moves or FailedLine("already", None))
        return
    for move in moves:
        found = satisfying.sat(root.after(move), move)
        if isinstance(found, Branch):
            yield move, Branch(None, True, (found,))
        else:
            failures.append(found.below(move))


@dataclass(frozen=True)
class _Satisfying:
    """Carries out the definition above: depth first, in the order of the constraints."""

    expert: Expert
    advice: Advice
    control: Control

    def enter(self, situation: Situation) -> list[int] | FailedLine | None:
        """The moves to try here, at least one; or why the position fails; None if the better-goal holds."""
        self.control.enter(situation.depth)
        if situation.depth > MAX_DEPTH:
            raise too_deep(self.advice.name)
        broken = self.expert.missing(self.advice.holding, situation)
        if broken is not None:
            return FailedLine("holding", broken)
        lacking = self.expert.missing(self.advice.better, situation)
        if lacking is None:
            return None
        if situation.values is not None:
            return FailedLine("over", lacking)
        moves = self.expert.moves(self.advice.us if situation.ours else self.advice.them, situation)
        return moves or FailedLine("no move" if situation.ours else "no reply", lacking)

    def sat(self, situation: Situation, move: int) -> Branch | FailedLine:
        """A forcing tree from here, or why there is none. `move` is the move that led here."""
        moves = self.enter(situation)
        if isinstance(moves, FailedLine):
            return moves
        tried = ((each, self.sat(situation.after(each), each)) for each in moves or ())
        if moves and situation.ours:  # find one move that works
            failures: list[FailedLine] = []
            for each, found in tried:
                if isinstance(found, Branch):
                    return Branch(move, True, (found,))
                failures.append(found.below(each))
            return failures[0]
        children: list[Branch] = []  # every reply must work
        for each, found in tried:
            if isinstance(found, FailedLine):
                return found.below(each)
            children.append(found)
        return Branch(move, situation.ours, tuple(children))
