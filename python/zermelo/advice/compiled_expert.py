"""A compiled expert: inference in Rust, with the words of the table compiled to C functions.

It enters the same nodes as `inference.py` and finds the same plans, thousands of times faster, but it does not say what failed
and why. So the specification answers for single positions, with explanations; the verifier uses the compiled expert.

Facts and kinds of moves are compiled like rules (`zermelo.compile`), one module for all words that a table uses. If a word cannot
be compiled, all words of its table stay in Python, and a warning says which word, which line and why. If a compiled word fails,
the same word is called again in Python, which gives the better error.
"""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from zermelo import _core
from zermelo.advice.expert import Expert, Situation
from zermelo.advice.forcing_tree import Branch, ForcingTree
from zermelo.advice.inference import too_deep
from zermelo.advice.knowledge import BUILT_IN, KIND
from zermelo.advice.table import FALL_THROUGH, AdviceTable, Expression, Fact, postfix
from zermelo.engine.backends import diagnose, open_backend
from zermelo.errors import CompileError, CompileWarning, RuleError
from zermelo.game import Position
from zermelo.limit import Limit

Steps = list[tuple[str, int]]
Sheet = tuple[list[tuple[Steps, list[int], int | None]], list[tuple[Steps, Steps, Steps, Steps]], bool]


@dataclass(frozen=True)
class CompiledAnswer:
    """What a table says about a position: a plan or none, and the advice that was tried."""

    attempts: tuple[tuple[str, str, str, int], ...]
    """(table, rule, advice, nodes) for each piece of advice that was tried; a plan comes from the last."""
    tree: ForcingTree | None
    nodes: int
    stopped: str | None
    """Why it stopped early: "nodes", "seconds" or "stop"; None if it finished."""


class CompiledExpert:
    """An expert whose inference runs in Rust."""

    def __init__(self, expert: Expert, backend: str | None = None) -> None:
        """Use the given backend, or the fastest that the game has. With "interpreted", the words stay in Python too."""
        self.expert = expert
        self.experts = list(all_experts(expert))
        """This expert and those it hands over to, by table number."""
        self.rules = open_backend(expert.game, backend)
        self.words: list[tuple[Expert, str]] = []
        """By word number: the expert, and the name of the word."""
        numbers: dict[tuple[int, str], int] = {}
        listed: list[tuple[str, int]] = []
        for table, each in enumerate(self.experts):
            for name, shape, address in _words(each, compile=backend != "interpreted"):
                numbers[table, name] = len(listed)
                self.words.append((each, name))
                listed.append((shape, address))
        self.is_compiled = all(address or shape in BUILT_IN for shape, address in listed)
        sheets = [_sheet(self.experts, table, numbers) for table in range(len(self.experts))]
        self.core = _core.Advice(sheets, listed, None if self.is_compiled else self)

    def consult(self, position: Position, limit: Limit | None = None) -> CompiledAnswer:
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
        return CompiledAnswer(attempts, tree, found.nodes, found.stopped)

    # Rust calls these for words that were not compiled

    def fact(self, word: int, packed: bytes, root: bytes) -> int:
        expert, name = self.words[word]
        unpack = expert.game.layout.unpack
        return int(expert.holds(Fact(name), Situation(expert.rules, unpack(packed), unpack(root), 0, 0)))

    def kind(self, word: int, packed: bytes, move: int) -> int:
        expert, name = self.words[word]
        return min(expert._rank(name, expert.game.layout.unpack(packed), move), (1 << 31) - 1)

    @contextmanager
    def diagnosing(self) -> Iterator[None]:
        """Turn faults of compiled rules and words into the errors that the same methods raise in Python."""
        try:
            with diagnose(self.expert.game):
                yield
        except _core.WordFault as fault:
            if len(fault.args) == 2:
                table, advice = fault.args
                raise too_deep(self.experts[table].table.advice[advice].name) from None
            word, packed, root, move, code = fault.args
            expert, name = self.words[word]
            if expert.words[name].role == KIND:
                self.kind(word, packed, move)
            else:
                self.fact(word, packed, root)
            raise RuleError(
                f"`{name}` of {expert.knowledge} failed when compiled (code {code}) but not when interpreted; "
                "avoid numbers of more than 64 bits and very long loops",
                name,
                packed,
            ) from None


def all_experts(expert: Expert) -> Iterator[Expert]:
    """An expert and all experts that its table hands over to, each table once."""
    seen: list[AdviceTable] = []
    waiting = [expert]
    while waiting:
        each = waiting.pop(0)
        if each.table not in seen:
            seen.append(each.table)
            yield each
            waiting += each.others.values()


def used(table: AdviceTable) -> list[str]:
    """The words that a table uses, in the order of their first use."""
    return list(dict.fromkeys(node.name for node in table.words()))


def _words(expert: Expert, compile: bool) -> Iterator[tuple[str, str, int]]:
    """(name, shape, address) for each word that a table uses; address 0 if it is not compiled."""
    names = used(expert.table)
    own = [expert.words[name] for name in names if name not in BUILT_IN]
    shapes = {word.name: "comparison" if word.needs_root else word.role for word in own}
    addresses: dict[str, int] = {}
    if compile and shapes:
        from zermelo.compile.native import compiled_words

        assert expert.knowledge is not None
        try:
            addresses = compiled_words(expert.knowledge, shapes)
        except CompileError as error:
            note = f"{error}; the words of table {expert.table.name} are interpreted instead, which is slower"
            warnings.warn(CompileWarning(note), stacklevel=4)
    for name in names:
        yield name, shapes.get(name, name), addresses.get(name, 0)


def _sheet(experts: list[Expert], number: int, words: dict[tuple[int, str], int]) -> Sheet:
    """A table in the form that Rust reads: names as numbers, trees in postfix form."""
    tables, expert = [each.table for each in experts], experts[number]
    names = [advice.name for advice in expert.table.advice]

    def steps(tree: Expression) -> Steps:
        return [(word, words[number, value] if isinstance(value, str) else value) for word, value in postfix(tree)]

    def other(name: str | None) -> int | None:
        return None if name is None else tables.index(expert.others[name].table)

    rules = [
        (steps(rule.condition), [names.index(name) for name in rule.advice], other(rule.table)) for rule in expert.table.rules
    ]
    advice = [(steps(each.better), steps(each.holding), steps(each.us), steps(each.them)) for each in expert.table.advice]
    return rules, advice, expert.table.strategy == FALL_THROUGH


def _branch(twigs: list[tuple[int, int, bool]]) -> Branch:
    """Make a plan from its rows, which list parents first."""
    children: list[list[Branch]] = [[] for _ in twigs]
    branch = Branch(None, True)
    for (parent, move, ours), below in zip(reversed(twigs), reversed(children), strict=True):
        branch = Branch(None if parent < 0 else move, ours, tuple(reversed(below)))
        if parent >= 0:
            children[parent].append(branch)
    return branch
