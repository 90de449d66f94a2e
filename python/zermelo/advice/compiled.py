"""The twin: inference in Rust, with a table's words compiled to C functions.

It enters the same nodes as `inference.py` and finds the same plans, thousands of times as fast, but says nothing about what
failed and why. So single positions are asked of the specification, which explains itself; matches and the verifier use the twin.

Facts and kinds of moves are compiled as rules are (`zermelo.compile`), one module for all words that a table uses. A word that cannot be
compiled costs its table the speed and nothing else: the table's words stay in Python, and a warning says which word, which line
and why. A word that fails when compiled is asked again in Python, which has the better error.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain

from zermelo import _core
from zermelo.advice.expert import Expert, Scene
from zermelo.advice.forcing import Branch, ForcingTree
from zermelo.advice.knowledge import BUILT_IN, KIND
from zermelo.advice.language import MAX_DEPTH
from zermelo.advice.table import FALL_THROUGH, Advice, Expression, Fact, Kind, Step, Table, postfix, walk
from zermelo.engine.backends import diagnose, open_backend
from zermelo.errors import CompileError, CompileWarning, LimitError, RuleError
from zermelo.game.position import Position
from zermelo.limit import Limit

Steps = list[tuple[str, int]]


@dataclass(frozen=True)
class Answer:
    """What a table says about a position: a plan, or none, and what was tried."""

    attempts: tuple[tuple[str, str, str, int], ...]
    """(table, rule, advice, nodes) for each piece of advice that was tried, in order; the last one is followed if there is a plan."""
    tree: ForcingTree | None
    nodes: int
    stopped: str | None
    """Why it ended early: "nodes", "seconds" or "stop"; None when it finished."""


class Twin:
    """An expert that is asked in Rust."""

    def __init__(self, expert: Expert, backend: str | None = None) -> None:
        """With the backend asked for, or the fastest that the game has; with "interpreted" the words stay in Python too."""
        self.expert = expert
        self.experts = list(everyone(expert))
        """Everyone who may be asked, by the number of the table."""
        self.rules = open_backend(expert.game, backend)
        self.words: list[tuple[Expert, str]] = []
        """By number: whose word, and its name."""
        numbers: dict[tuple[int, str], int] = {}
        listed: list[tuple[str, int]] = []
        for table, each in enumerate(self.experts):
            for name, shape, address in _words(each, compile=backend != "interpreted"):
                numbers[table, name] = len(listed)
                self.words.append((each, name))
                listed.append((shape, address))
        self.is_compiled = all(address or shape in BUILT_IN for shape, address in listed)
        sheets = [_Sheet(self.experts, table, numbers).rows() for table in range(len(self.experts))]
        self.core = _core.Advice(sheets, listed, None if self.is_compiled else self)

    def consult(self, position: Position, limit: Limit | None = None) -> Answer:
        """Ask for a plan."""
        self.expert.check(position)
        limit = limit or Limit()
        with self.diagnosing():
            found = self.core.consult(self.rules.core, position.state.pack(), limit.nodes, limit.seconds)
        attempts = tuple(
            (each.name, each.rules[rule].name, each.advice[advice].name, nodes)
            for table, rule, advice, nodes in found.attempts
            for each in (self.experts[table].table,)
        )
        tree = None
        if found.tree:
            table, _, advice, _ = found.attempts[-1]
            goal = self.experts[table].table.advice[advice].better
            tree = ForcingTree(position, _branch(found.tree), *attempts[-1][:3], goal)
        return Answer(attempts, tree, found.nodes, found.stopped)

    # Asked from Rust about words that were not compiled

    def fact(self, word: int, packed: bytes, root: bytes) -> int:
        expert, name = self.words[word]
        unpack = expert.game.layout.unpack
        return int(expert.holds(Fact(name), Scene(expert.rules, unpack(packed), unpack(root), 0, 0)))

    def kind(self, word: int, packed: bytes, move: int) -> int:
        expert, name = self.words[word]
        return min(expert._rank(name, expert.game.layout.unpack(packed), move), (1 << 31) - 1)

    @contextmanager
    def diagnosing(self) -> Iterator[None]:
        """Turn faults of compiled rules and words into the errors that the same methods give in Python."""
        try:
            with diagnose(self.expert.game):
                yield
        except _core.WordFault as fault:
            if len(fault.args) == 2:
                table, advice = fault.args
                name = self.experts[table].table.advice[advice].name
                raise LimitError(f"advice `{name}` leads to a tree of more than {MAX_DEPTH} plies; bound its depth") from None
            word, packed, root, move, code = fault.args
            expert, name = self.words[word]
            if expert.words[name].role == KIND:
                self.kind(word, packed, move)
            else:
                self.fact(word, packed, root)
            raise RuleError(
                f"`{name}` of {expert.knowledge} failed when compiled (code {code}) but not when interpreted: it may need numbers "
                "of more than 64 bits or very long loops",
                name,
                packed,
            ) from None


def everyone(expert: Expert) -> Iterator[Expert]:
    """An expert and all to whom the table hands over, each table once."""
    seen: list[Table] = []
    waiting = [expert]
    while waiting:
        each = waiting.pop(0)
        if each.table not in seen:
            seen.append(each.table)
            yield each
            waiting += each.others.values()


def used(table: Table) -> list[str]:
    """The words that a table uses, in the order in which they come up."""
    trees: list[Expression] = [rule.condition for rule in table.rules]
    for advice in table.advice:
        trees += [advice.better, advice.holding, advice.us, advice.them]
    nodes = chain.from_iterable(map(walk, trees))
    return list(dict.fromkeys(node.name for node in nodes if isinstance(node, Fact | Kind)))


def _words(expert: Expert, compile: bool) -> Iterator[tuple[str, str, int]]:
    """(name, shape, address) for each word that a table uses; address 0 where there is none."""
    names = used(expert.table)
    shapes = {name: _shape(expert, name) for name in names if name not in BUILT_IN}
    addresses: dict[str, int] = {}
    if compile and shapes:
        from zermelo.compile.native import compiled_words

        assert expert.knowledge is not None
        try:
            addresses = compiled_words(expert.knowledge, shapes)
        except CompileError as error:
            note = f"{error}; the words of table {expert.table.name} are interpreted, which is slower"
            warnings.warn(CompileWarning(note), stacklevel=4)
    for name in names:
        yield name, shapes.get(name, name), addresses.get(name, 0)


def _shape(expert: Expert, name: str) -> str:
    word = expert.words[name]
    return "kind" if word.role == KIND else "comparison" if word.needs_root else "fact"


class _Sheet:
    """A table as Rust takes it: names are numbers, trees are postfix forms."""

    def __init__(self, experts: list[Expert], number: int, words: dict[tuple[int, str], int]) -> None:
        self.experts, self.number, self.words = experts, number, words
        self.expert = experts[number]
        self.table = self.expert.table

    def rows(self) -> tuple[list[tuple[Steps, list[int], int | None]], list[tuple[Steps, Steps, Steps, Steps]], bool]:
        names = [advice.name for advice in self.table.advice]
        rules = [
            (self.steps(rule.condition), [names.index(name) for name in rule.advice], self.other(rule.table))
            for rule in self.table.rules
        ]
        return rules, [self.piece(advice) for advice in self.table.advice], self.table.strategy == FALL_THROUGH

    def piece(self, advice: Advice) -> tuple[Steps, Steps, Steps, Steps]:
        return self.steps(advice.better), self.steps(advice.holding), self.steps(advice.us), self.steps(advice.them)

    def steps(self, tree: Expression) -> Steps:
        return [self.step(step) for step in postfix(tree)]

    def step(self, step: Step) -> tuple[str, int]:
        word, value = step
        return word, self.words[self.number, value] if isinstance(value, str) else value

    def other(self, name: str | None) -> int | None:
        if name is None:
            return None
        wanted = self.expert.others[name].table
        return next(index for index, each in enumerate(self.experts) if each.table == wanted)


def _branch(twigs: list[tuple[int, int, bool]]) -> Branch:
    """A plan from its rows, parents first."""
    children: list[list[Branch]] = [[] for _ in twigs]
    branch = Branch(None, True)
    for (parent, move, ours), below in zip(reversed(twigs), reversed(children), strict=True):
        branch = Branch(None if parent < 0 else move, ours, tuple(reversed(below)))
        if parent >= 0:
            children[parent].append(branch)
    return branch
