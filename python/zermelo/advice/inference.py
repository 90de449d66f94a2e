"""Inference: from a table and a position to a plan, or to the reasons why there is none.

A piece of advice is **satisfiable** in a position when there is a forcing tree for it (Huberman 1968; Bratko and Michie 1980):

1. The holding-goal holds here; it is asked first, at every node, root and leaves included.
2. If the better-goal holds here, this is a leaf.
3. Else, where it is our turn: some move that the us-constraint allows leads to a position that is satisfiable.
4. Else, where it is theirs: the them-constraint allows at least one move, and all that it allows lead to such positions.

An empty set of replies is a failure, not a success: `them: none` therefore means that the better-goal must hold right after our one
move, and mates and stalemates have to be seen by goals. Moves are tried in the order of the constraint, and the first tree that is
found is the answer, even where there is a shorter one. A better-goal that holds at the root gives a tree without a move;
that is no help, so the advice counts as failed, with that as the reason.

A **table** is asked rule by rule. With the strategy `first` the first rule whose precondition holds is committed to: if none of
its advice can be satisfied, the table has no answer. With `fall_through` the next rule whose precondition holds has its turn.
A rule that hands over asks the other table, about the same root, and its answer counts like a piece of advice.

A **node** is counted when a position is entered, the root included, and every piece of advice that is tried enters the root anew.
Preconditions enter nothing. Limits are those of any search: nodes, seconds, and a flag that anyone may raise.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from zermelo.advice.expert import Expert, Scene
from zermelo.advice.forcing import Branch, ForcingTree
from zermelo.advice.language import MAX_DEPTH
from zermelo.advice.table import FIRST, Advice, Facts, Rule
from zermelo.errors import LimitError
from zermelo.game.position import Position
from zermelo.limit import Limit
from zermelo.search.control import Control, Stop, Stopped

HOLDING, ALREADY, NO_MOVE, NO_REPLY, OVER = "holding", "already", "no move", "no reply", "over"


@dataclass(frozen=True)
class Failure:
    """Why a position is not satisfiable: an example, which goes as deep as it takes."""

    why: str
    """Where the example ends: "holding" (the holding-goal is broken), "already" (the better-goal holds at the root), or the
    better-goal is not reached and "no move" of ours, or "no reply" of theirs, is allowed, or the game is "over"."""
    part: Facts | None
    """The part of the goal that does not hold there."""
    line: tuple[int, ...] = ()
    """Moves that lead there from here."""

    def below(self, move: int) -> Failure:
        """The same, seen from one ply above."""
        return Failure(self.why, self.part, (move, *self.line))


@dataclass(frozen=True)
class Attempt:
    """One piece of advice that was tried: a plan, or what became of each move."""

    advice: Advice
    nodes: int
    tree: ForcingTree | None = None
    failures: tuple[Failure, ...] = ()
    """One for each of our moves that was tried, each beginning with that move; or one without a move, if none was tried."""

    @property
    def tried(self) -> int:
        """How many of our moves were tried and failed."""
        return sum(1 for failure in self.failures if failure.line)

    def reasons(self) -> list[tuple[Failure, int]]:
        """The failures that end alike, most frequent first, each with the first example and how many there are."""
        counts = Counter((failure.why, failure.part) for failure in self.failures)
        first = {(failure.why, failure.part): failure for failure in reversed(self.failures)}
        return [(first[key], number) for key, number in counts.most_common()]


@dataclass(frozen=True)
class Trial:
    """One rule that was looked at."""

    rule: Rule
    missing: Facts | None
    """The part of the precondition that does not hold; None where it holds."""
    attempts: tuple[Attempt, ...] = ()
    handed: Consultation | None = None
    """What the other table said, where the rule hands over."""

    @property
    def tree(self) -> ForcingTree | None:
        """The first plan that it led to."""
        if self.handed is not None:
            return self.handed.tree
        return next((attempt.tree for attempt in self.attempts if attempt.tree is not None), None)


@dataclass(frozen=True)
class Consultation:
    """What a table says about a position: a plan, or none, and how it came to that."""

    position: Position
    expert: Expert
    trials: tuple[Trial, ...]
    """The rules that were looked at, in order."""
    tree: ForcingTree | None
    """The plan; None where no advice can be followed."""
    nodes: int
    seconds: float
    stopped: str | None = None
    """Why it ended early: "nodes", "seconds" or "stop"; None when it finished."""

    def _repr_html_(self) -> str:
        from zermelo.advice.explanation import Explanation

        return Explanation(self)._repr_html_()


def consult(
    expert: Expert, position: Position, limit: Limit | None = None, stop: Stop | None = None, every: bool = False
) -> Consultation:
    """Ask an expert for a plan; with `every`, look at all rules and all their advice, even where the answer is known by then."""
    expert.check(position)
    control = Control(limit or Limit(), stop or Stop())
    return _Consulting(position, control, every).ask(expert)


class _Consulting:
    """One question under way; what has been tried is kept, so that a stop loses nothing."""

    def __init__(self, position: Position, control: Control, every: bool) -> None:
        self.position, self.control, self.every = position, control, every

    def ask(self, expert: Expert) -> Consultation:
        trials: list[Trial] = []
        tree: ForcingTree | None = None
        decided = False
        before = self.control.nodes
        root = expert.scene(self.position)
        for rule in expert.table.rules:
            missing = expert.missing(rule.condition, root)
            trial = Trial(rule, missing) if missing is not None else self._try(expert, rule, root)
            trials.append(trial)
            tree = tree if decided else trial.tree
            decided = decided or tree is not None or (missing is None and expert.table.strategy == FIRST)
            if self.control.stop.reason is not None or (decided and not self.every):
                break
        seconds = time.perf_counter() - self.control.started
        nodes, stopped = self.control.nodes - before, self.control.stop.reason
        return Consultation(self.position, expert, tuple(trials), tree, nodes, seconds, stopped)

    def _try(self, expert: Expert, rule: Rule, root: Scene) -> Trial:
        """The advice of a rule, in order, up to the first that can be followed."""
        if rule.table is not None:
            return Trial(rule, None, handed=self.ask(expert.others[rule.table]))
        attempts: list[Attempt] = []
        for name in rule.advice:
            advice = expert.table.piece(name)
            before = self.control.nodes
            try:
                found = satisfy(expert, advice, root, self.control)
            except Stopped:
                break
            nodes = self.control.nodes - before
            if isinstance(found, Branch):
                tree = ForcingTree(self.position, found, expert.table.name, rule.name, name, advice.better)
                attempts.append(Attempt(advice, nodes, tree))
                if not self.every:
                    break
            else:
                attempts.append(Attempt(advice, nodes, None, found))
        return Trial(rule, None, tuple(attempts))


def satisfy(expert: Expert, advice: Advice, root: Scene, control: Control) -> Branch | tuple[Failure, ...]:
    """The forcing tree of a piece of advice, with at least one move, or why there is none, move by move."""
    failures: list[Failure] = []
    found = _Satisfying(expert, advice, control, failures).sat(root, None)
    if isinstance(found, Failure):
        return tuple(failures) or (found,)
    return found if found.children else (Failure(ALREADY, None),)


def plans(expert: Expert, advice: Advice, root: Scene, control: Control) -> Iterator[Branch]:
    """A plan for each of our moves that begins one, in the order of the constraint."""
    control.enter(root.depth)
    if not expert.holds(advice.holding, root) or expert.holds(advice.better, root):
        return
    satisfying = _Satisfying(expert, advice, control, [])
    for move in expert.moves(advice.us, root):
        found = satisfying.sat(root.after(move), move)
        if isinstance(found, Branch):
            yield Branch(None, True, (found,))


class _Satisfying:
    """The definition, carried out: depth first, in the order of the constraints."""

    def __init__(self, expert: Expert, advice: Advice, control: Control, failures: list[Failure]) -> None:
        self.expert, self.advice, self.control = expert, advice, control
        self.failures = failures
        """Filled with what became of each move at the root."""

    def sat(self, scene: Scene, move: int | None) -> Branch | Failure:
        """A forcing tree from here on, or why there is none; `move` is the one that led here."""
        self.control.enter(scene.depth)
        if scene.depth > MAX_DEPTH:
            raise LimitError(f"advice `{self.advice.name}` leads to a tree of more than {MAX_DEPTH} plies; bound its depth")
        broken = self.expert.missing(self.advice.holding, scene)
        if broken is not None:
            return Failure(HOLDING, broken)
        lacking = self.expert.missing(self.advice.better, scene)
        if lacking is None:
            return Branch(move, scene.ours)
        if scene.values is not None:
            return Failure(OVER, lacking)
        ours = scene.ours
        moves = self.expert.moves(self.advice.us if ours else self.advice.them, scene)
        if not moves:
            return Failure(NO_MOVE if ours else NO_REPLY, lacking)
        return self._some(scene, move, moves) if ours else self._all(scene, move, moves)

    def _some(self, scene: Scene, move: int | None, moves: list[int]) -> Branch | Failure:
        """Our turn: one move that will do."""
        first: Failure | None = None
        for each in moves:
            found = self.sat(scene.after(each), each)
            if isinstance(found, Branch):
                return Branch(move, True, (found,))
            failure = found.below(each)
            first = first or failure
            if scene.depth == 0:
                self.failures.append(failure)
        assert first is not None
        return first

    def _all(self, scene: Scene, move: int | None, moves: list[int]) -> Branch | Failure:
        """Their turn: every reply must do."""
        children: list[Branch] = []
        for each in moves:
            found = self.sat(scene.after(each), each)
            if isinstance(found, Failure):
                return found.below(each)
            children.append(found)
        return Branch(move, False, tuple(children))
