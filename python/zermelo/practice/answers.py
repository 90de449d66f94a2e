"""The forms of answers: a number, a window, one branch, or several branches. Each compares what a student gives, and tells both."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isinf
from typing import ClassVar

from zermelo.errors import ZermeloError
from zermelo.games.tree import TreeGame
from zermelo.trees.drawing.words import number as written

CLOSE = 0.005
"""Numbers count as equal if they differ by less; right answers have at most two decimals."""
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+|[0-9]+/[0-9]+)")
_INFINITE = re.compile(r"([+-]?)(∞|inf|infinity|oo)")
_LONGEST = 40


class PracticeError(ZermeloError):
    """A question that does not exist, or an answer that cannot be read."""


@dataclass(frozen=True)
class Given:
    """What a student answers: the texts of fields, or the nodes that were clicked."""

    texts: tuple[str, ...] = ()
    nodes: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Verdict:
    right: bool
    told: str
    """Whether the answer is right, and which one would be, in a sentence."""
    reasons: tuple[str, ...]
    """Why: what the search did there, step by step."""


class Answer(ABC):
    """The right answer of a question."""

    fields: ClassVar[tuple[str, ...]] = ()
    """The names of the fields that a student fills in."""

    @abstractmethod
    def check(self, given: Given) -> bool:
        """Whether an answer is right; raises PracticeError if it cannot be read."""

    @abstractmethod
    def __str__(self) -> str: ...

    @abstractmethod
    def told(self, given: Given) -> str:
        """A given answer as text."""

    @abstractmethod
    def correction(self, given: Given) -> str:
        """What would have been right, in a sentence."""


@dataclass(frozen=True)
class NumberAnswer(Answer):
    value: float
    fields: ClassVar[tuple[str, ...]] = ("Value",)

    def check(self, given: Given) -> bool:
        return abs(read_number(given.texts[0] if given.texts else "") - self.value) < CLOSE

    def __str__(self) -> str:
        return written(self.value)

    def told(self, given: Given) -> str:
        return number_text(read_number(given.texts[0]))

    def correction(self, given: Given) -> str:
        return f"the value is {self}, not {self.told(given)}."


@dataclass(frozen=True)
class WindowAnswer(Answer):
    alpha: float
    beta: float
    fields: ClassVar[tuple[str, ...]] = ("α", "β")

    def check(self, given: Given) -> bool:
        return all(same for _, _, same in self._compared(given))

    def __str__(self) -> str:
        return f"α = {number_text(self.alpha)}, β = {number_text(self.beta)}"

    def told(self, given: Given) -> str:
        return ", ".join(
            f"{name} = {number_text(read_number(text))}" for name, text in zip(self.fields, given.texts, strict=True)
        )

    def correction(self, given: Given) -> str:
        return " and ".join(f"{name} is {right}" for name, right, same in self._compared(given) if not same) + "."

    def _compared(self, given: Given) -> list[tuple[str, str, bool]]:
        """The name, the right text, and whether the given one is right, of both edges."""
        if len(given.texts) != 2:
            raise PracticeError("fill in both α and β")
        edges = zip(self.fields, (self.alpha, self.beta), map(read_number, given.texts), strict=True)
        return [(name, number_text(right), right == found or abs(right - found) < CLOSE) for name, right, found in edges]


@dataclass(frozen=True)
class BranchAnswer(Answer):
    game: TreeGame
    branch: int

    def check(self, given: Given) -> bool:
        if len(given.nodes) != 1 or not given.nodes <= set(self.game.children(0)):
            raise PracticeError("click one of the branches below the root")
        return given.nodes == {self.branch}

    def __str__(self) -> str:
        return f"branch {_place(self.game, self.branch)}"

    def told(self, given: Given) -> str:
        return f"branch {_places(self.game, given.nodes)}"

    def correction(self, given: Given) -> str:
        return f"{self.game.players[0]} takes {self}, not {self.told(given)}."


@dataclass(frozen=True)
class BranchesAnswer(Answer):
    game: TreeGame
    branches: tuple[int, ...]
    """The topmost branches that are cut off. A student may also click all leaves below them instead."""

    def check(self, given: Given) -> bool:
        if not given.nodes:
            raise PracticeError("click at least one branch that is never searched")
        if not all(0 <= node < len(self.game.parent) for node in given.nodes):
            raise PracticeError("click branches of this tree")
        return self._leaves(given.nodes) == self._leaves(self.branches)

    def __str__(self) -> str:
        return _places(self.game, self.branches)

    def told(self, given: Given) -> str:
        return _places(self.game, given.nodes)

    def correction(self, given: Given) -> str:
        found, right = self._leaves(given.nodes), self._leaves(self.branches)
        missed = [node for node in self.branches if not self._leaves([node]) <= found]
        wrong = [node for node in sorted(given.nodes) if not self._leaves([node]) <= right]
        parts = [f"{_places(self.game, missed)} {_is(missed)} never searched"] if missed else []
        parts += [f"{_places(self.game, wrong)} {_is(wrong)} searched"] if wrong else []
        return ", but ".join(parts) + "."

    def marks(self, given: Given) -> dict[int, str]:
        """The branches that were found, missed, or wrongly clicked."""
        found, right = self._leaves(given.nodes), self._leaves(self.branches)
        marks = {node: "found" if self._leaves([node]) <= found else "missed" for node in self.branches}
        return marks | {node: "wrong" for node in given.nodes if not self._leaves([node]) <= right}

    def _leaves(self, nodes: Iterable[int]) -> set[int]:
        """All leaves at and below these nodes."""
        waiting, leaves = list(nodes), set()
        while waiting:
            node = waiting.pop()
            waiting += self.game.children(node)
            if not self.game.count[node]:
                leaves.add(node)
        return leaves


def read_number(text: str) -> float:
    """A number as a student writes it.

    >>> [read_number(text) for text in ("3", "−2.5", "3,5", "7/2", " -∞", "+inf")]
    [3.0, -2.5, 3.5, 3.5, -inf, inf]
    """
    plain = text[:_LONGEST].strip().lower().replace("−", "-").replace("–", "-").replace(",", ".").replace(" ", "")
    endless = _INFINITE.fullmatch(plain)
    if endless:
        return -inf if endless[1] == "-" else inf
    found = _NUMBER.fullmatch(plain)
    try:
        return float(Fraction(found[0] if found else "?"))
    except (ValueError, ZeroDivisionError):
        shown = f"`{text[:_LONGEST]}` is not a number" if plain else "a number is missing"
        raise PracticeError(f"{shown}; write one such as 3, -2.5 or 7/2, or -∞ or +∞") from None


def number_text(number: float) -> str:
    return ("+∞" if number > 0 else "−∞") if isinf(number) else written(number)


def _place(game: TreeGame, node: int) -> str:
    return " ".join(map(str, game.path(node))) or "root"


def _places(game: TreeGame, nodes: Iterable[int]) -> str:
    """The places of some nodes, from the left.

    >>> _places(TreeGame(), [8, 1, 7])
    '1, 2 1 and 2 2'
    """
    names = [_place(game, node) for node in sorted(nodes, key=game.path)]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _is(nodes: list[int]) -> str:
    return "is" if len(nodes) == 1 else "are"
