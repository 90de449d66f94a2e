"""The specification of the verifier: plays a table against every defence from every position, as plainly as can be said.

A **question** is a position in which the table is asked. Its plan is followed as the agent follows it: our moves are the plan's, and
they may reply whatever is legal. Where the plan has ended, or has not reckoned with a reply, and it is our turn, there is the next
question. So every plan has **exits**: other questions, or ends of the game. A question is **secured** when there is a plan and all of its
exits are good ends, or are secured themselves. That is a fixpoint, found from the ends backwards, and one step of it is a whole plan
(Bramer 1979). It counts for nothing that a position can be won; it must be won by this table, in finitely many plans.

How long it takes is counted in our moves, against the defence that lasts longest, and against best defence: they always choose a reply
that is worth most to them, and among losses the latest. Where several are equally good, the first in the order of moves is taken; what
it comes to if they always took the one that is hardest, or kindest, to the table is told as well.

Questions that are not secured **fail**, each in the nearest way: a position without a rule, one without advice that can be followed, a
draw, a loss; or, if none of these can be reached, the game never ends.

The twin, in `crates/zermelo/src/advice`, gives the same rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from zermelo.advice.domain import Domain, forgotten
from zermelo.advice.expert import Expert
from zermelo.advice.forcing import Branch
from zermelo.advice.inference import consult
from zermelo.position import Position

NO_RULE, NO_ADVICE, DRAWN, LOST, ENDLESS = KINDS = ("no_rule", "no_advice", "drawn", "lost", "endless")
"""Kinds of failure, in the order in which they are told."""
_FAR = 1 << 24
_ENDS = {1: "won", 0: DRAWN, -1: LOST}


class Row(NamedTuple):
    """What is known of one position; -1 stands for nothing."""

    value: int
    """With best play: n + 1 for a win in n plies, -(n + 1) for a loss, 0 for a draw."""
    worst: int
    """Our moves to the end against the longest defence."""
    hardest: int
    """The same against best replies, of those that are equally good the one that takes longest."""
    first: int
    """The same against the first of the best replies."""
    kindest: int
    """The same against best replies, of those that are equally good the one that takes shortest."""
    failure: int
    """The number of the kind of failure."""
    table: int
    """The numbers of the table and of the advice that the plan comes from."""
    advice: int


@dataclass(frozen=True)
class Exit:
    """One way through a plan."""

    target: bytes | str
    """The next question, or how the game ended for us."""
    line: tuple[int, ...]
    moves: int
    """Ours."""
    is_best: bool
    """Whether all their replies are worth as much as any."""
    is_first: bool
    """Whether all of them are the first of the best."""


@dataclass
class Question:
    """A position in which the table is asked, and what it says."""

    verdict: str
    """"plan", "no_rule" or "no_advice"."""
    table: str = ""
    advice: str = ""
    exits: tuple[Exit, ...] = ()
    worst: int | None = None
    failure: tuple[int, int, int] | None = None
    """(plies, kind, number of the question that is to blame)."""


@dataclass(frozen=True)
class Node:
    """A position of the game: how it stands for the first player, if it is over, who moves, and where moves lead."""

    standing: int | None
    mover: int
    after: dict[int, bytes]


class Specification:
    """A table played against every defence. Small games only: it goes through everything more than once."""

    def __init__(self, expert: Expert, domain: Domain, draws: bool) -> None:
        self.expert, self.domain, self.draws = expert, domain, draws
        self.rules, self.layout = expert.rules, expert.game.layout
        self.forgotten = forgotten(expert.game)
        self.graph: dict[bytes, Node] = {}
        self.values: dict[bytes, int] = {}
        self.questions: dict[bytes, Question] = {}
        self.replies = self._cut(domain.replies)
        self.nodes = 0

    def run(self) -> dict[bytes, Row]:
        seeds = self._cut(self.domain.seeds)
        self.explore([*seeds, *self.replies])
        self.solve()
        if self.domain.everything:
            seeds = [record for record, node in self.graph.items() if node.standing is None]
        self.ask(
            [
                *seeds,
                *(
                    after
                    for record in self.replies
                    for after in self.graph[record].after.values()
                    if self.graph[after].standing is None
                ),
            ]
        )
        self.secure()
        self.fail()
        return self.rows(list(dict.fromkeys(seeds)))

    # Positions

    def _cut(self, records: bytes) -> list[bytes]:
        size = self.layout.size
        return [self.plain(records[at : at + size]) for at in range(0, len(records), size)]

    def plain(self, record: bytes) -> bytes:
        """A position without what only counts."""
        for offset, start in self.forgotten:
            record = record[:offset] + start + record[offset + len(start) :]
        return record

    def explore(self, seeds: list[bytes]) -> None:
        """Every position that can come up."""
        waiting = list(dict.fromkeys(seeds))
        for record in waiting:  # the list grows on the way
            if record in self.graph:
                continue
            s = self.layout.unpack(record)
            ends = self.rules.utilities(s)
            moves = [] if ends is not None else self.rules.moves(s)
            after = {move: self.plain(self.rules.play(s, move).pack()) for move in moves}
            standing = None if ends is None else (ends[0] > ends[1]) - (ends[0] < ends[1])
            self.graph[record] = Node(standing, self.rules.to_move(s), after)
            waiting += after.values()

    def solve(self) -> None:
        """What every position is worth to the first player, settled in the order of distance; draws are what is left."""
        self.values = {record: node.standing for record, node in self.graph.items() if node.standing}
        settled = dict(self.values)
        while settled:
            new: dict[bytes, int] = {}
            for record, node in self.graph.items():
                if record in self.values or not node.after:
                    continue
                ours = 1 if node.mover == 0 else -1
                found = [self.values.get(after, 0) for after in node.after.values()]
                wins = [value for value in found if value * ours > 0]
                if wins or all(found):
                    nearest = min(wins, key=abs) if wins else max(found, key=abs)
                    new[record] = nearest + (1 if nearest > 0 else -1)
            settled = new
            self.values |= new

    def value(self, record: bytes, player: int) -> int:
        value = self.values.get(record, 0)
        return value if player == 0 else -value

    def rank(self, record: bytes, player: int) -> int:
        """How much a player likes a position: wins, the sooner the better, then draws, then losses, the later the better."""
        value = self.value(record, player)
        return 0 if value == 0 else _FAR - value if value > 0 else -_FAR - value

    # Questions

    def ask(self, seeds: list[bytes]) -> None:
        """The plan of every question that comes up, and its exits."""
        waiting = list(dict.fromkeys(seeds))
        for record in waiting:  # the list grows on the way
            if record in self.questions:
                continue
            position = Position(self.expert.game, self.layout.unpack(record))
            tree = (asked := consult(self.expert, position)).tree
            self.nodes += asked.nodes
            if tree is None:
                self.questions[record] = Question(NO_ADVICE if asked.nodes else NO_RULE)
                continue
            exits = tuple(self.follow(tree.root, record, position.player, (), 0, True, True))
            self.questions[record] = Question("plan", tree.table, tree.advice, exits)
            waiting += [exit.target for exit in exits if isinstance(exit.target, bytes)]

    def follow(
        self, branch: Branch | None, record: bytes, us: int, line: tuple[int, ...], moves: int, is_best: bool, is_first: bool
    ) -> Iterator[Exit]:
        """Every way through what is left of a plan; None where nothing is left."""
        node = self.graph[record]
        children = () if branch is None else branch.children
        if node.standing is not None:
            yield Exit(_ENDS[node.standing if us == 0 else -node.standing], line, moves, is_best, is_first)
        elif node.mover == us and not children:
            yield Exit(record, line, moves, is_best, is_first)
        elif node.mover == us:
            move = children[0].move
            assert move is not None
            yield from self.follow(children[0], node.after[move], us, (*line, move), moves + 1, is_best, is_first)
        else:
            ranks = {move: self.rank(after, 1 - us) for move, after in node.after.items()}
            best = max(ranks, key=lambda move: ranks[move])  # the first of them
            for move, after in node.after.items():
                below = next((child for child in children if child.move == move), None)
                good, first = ranks[move] == ranks[best], move == best
                yield from self.follow(below, after, us, (*line, move), moves, is_best and good, is_first and first)

    def is_good(self, target: bytes | str) -> bool:
        """Whether an end is what the table promises."""
        return target == "won" or (self.draws and target == DRAWN)

    def judge(self, record: bytes) -> tuple[bool, int]:
        """Whether a position with them to move counts as won, because every reply leads to a plan or to a win; and its value."""
        node, us = self.graph[record], 1 - self.graph[record].mover

        def is_won(after: bytes) -> bool:
            standing = self.graph[after].standing
            if standing is None:
                return after in self.questions and self.questions[after].verdict == "plan"
            return standing == (1 if us == 0 else -1)

        return all(map(is_won, node.after.values() if node.standing is None else [record])), self.value(record, us)

    # Verdicts

    def secure(self) -> None:
        """The fixpoint: what is secured, and our moves to the end against the longest defence."""
        changed = True
        while changed:
            changed = False
            for question in self.questions.values():
                if question.worst is None and question.exits:
                    lengths = [self._length(exit, lambda next: next.worst) for exit in question.exits]
                    if None not in lengths:
                        question.worst = max(length for length in lengths if length is not None)
                        changed = True

    def _length(self, exit: Exit, rest: Callable[[Question], int | None]) -> int | None:
        if isinstance(exit.target, str):
            return exit.moves if self.is_good(exit.target) else None
        further = rest(self.questions[exit.target])
        return None if further is None else exit.moves + further

    def against(self, uses: Callable[[Exit], bool], longest: bool) -> dict[bytes, int]:
        """Our moves to the end against defences that use only some exits, and of those the longest, or the shortest."""
        found: dict[bytes, int] = {}
        order = sorted((question.worst, record) for record, question in self.questions.items() if question.worst is not None)
        for _, record in order:  # whatever a plan leads to takes fewer moves, so it comes first
            ways = [exit for exit in self.questions[record].exits if uses(exit)]
            lengths = [exit.moves + (found[exit.target] if isinstance(exit.target, bytes) else 0) for exit in ways]
            found[record] = max(lengths) if longest else min(lengths)
        return found

    def fail(self) -> None:
        """The nearest failure of every question that is not secured."""
        numbers = {record: number for number, record in enumerate(self.questions)}
        changed = True
        while changed:
            changed = False
            for record, question in self.questions.items():
                if question.worst is None:
                    nearest = min(self._failures(question, numbers[record]), default=None)
                    changed = changed or nearest != question.failure
                    question.failure = nearest
        for record, question in self.questions.items():
            if question.worst is None and question.failure is None:
                question.failure = (0, KINDS.index(ENDLESS), numbers[record])

    def _failures(self, question: Question, number: int) -> Iterator[tuple[int, int, int]]:
        if question.verdict != "plan":
            yield 0, KINDS.index(question.verdict), number
        for exit in question.exits:
            if isinstance(exit.target, bytes):
                further = self.questions[exit.target].failure
                if further is not None:
                    yield len(exit.line) + further[0], further[1], further[2]
            elif not self.is_good(exit.target):
                yield len(exit.line), KINDS.index(exit.target), number

    def rows(self, records: list[bytes]) -> dict[bytes, Row]:
        """What is known of each position of the set."""
        hardest = self.against(lambda exit: exit.is_best, longest=True)
        first = self.against(lambda exit: exit.is_first, longest=True)
        kindest = self.against(lambda exit: exit.is_best, longest=False)
        made: dict[bytes, Row] = {}
        for record in records:
            question = self.questions[record]
            made[record] = Row(
                self.value(record, self.graph[record].mover),
                -1 if question.worst is None else question.worst,
                hardest.get(record, -1),
                first.get(record, -1),
                kindest.get(record, -1),
                -1 if question.failure is None else question.failure[1],
                *self.source(question),
            )
        return made

    def source(self, question: Question) -> tuple[int, int]:
        """The numbers of the table and of the advice that a plan comes from."""
        if question.verdict != "plan":
            return -1, -1
        from zermelo.advice.compiled import everyone

        tables = [expert.table for expert in everyone(self.expert)]
        number = next(index for index, table in enumerate(tables) if table.name == question.table)
        return number, [advice.name for advice in tables[number].advice].index(question.advice)

    def example(self, record: bytes) -> tuple[bytes, tuple[int, ...]]:
        """A question and the moves that lead from it to the nearest failure, or, if there is no end to them, back to itself."""
        line: list[tuple[bytes, tuple[int, ...]]] = []
        here: bytes | str = record
        while isinstance(here, bytes) and here not in [start for start, _ in line]:
            failure = self.questions[here].failure
            assert failure is not None
            onward = next((exit for exit in self.questions[here].exits if self._leads_on(exit, failure)), None)
            if onward is None:
                break
            line.append((here, onward.line))
            here = onward.target
        start = next((index for index, (each, _) in enumerate(line) if each == here), 0)
        first = line[start][0] if line else record
        return first, tuple(move for _, moves in line[start:] for move in moves)

    def _leads_on(self, exit: Exit, failure: tuple[int, int, int]) -> bool:
        plies, kind, _ = failure
        if isinstance(exit.target, str):
            return exit.target == KINDS[kind] and len(exit.line) == plies
        further = self.questions[exit.target].failure
        if further is None or further[1] != kind:
            return False
        return KINDS[kind] == ENDLESS or further[0] + len(exit.line) == plies
