"""The kinds of questions, and the question of a kind, a level, a seed and a number.

A question is made from a random tree and its recorded search. A tree that has nothing to ask about, such as one without a cutoff,
is thrown away, and the next one is drawn.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import NamedTuple

from zermelo.errors import nearest
from zermelo.game.random import Random
from zermelo.games.tree import TreeGame
from zermelo.practice.answers import (
    Answer,
    BranchAnswer,
    BranchesAnswer,
    Given,
    NumberAnswer,
    PracticeError,
    Verdict,
    WindowAnswer,
)
from zermelo.practice.generation import chance_tree, number_tree, payoff_tree
from zermelo.practice.solution import Solution

LEVELS = range(1, 6)
MOST_SEED = 999_999_999
TRIES = 1000
LEAST_HEIGHT = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3}
"""How many levels lie below a node whose value is asked for, at least."""


@dataclass(frozen=True)
class Question:
    """A question about a tree, with its right answer and the reasons."""

    kind: str
    level: int
    seed: int
    number: int
    """From 1 on, among the questions of its kind, level and seed."""
    text: str
    solution: Solution = field(repr=False)
    answer: Answer = field(repr=False)
    reasons: tuple[str, ...] = field(repr=False)
    marked: int | None = None
    """The node that the question is about."""

    @property
    def game(self) -> TreeGame:
        return self.solution.game

    def check(self, given: Given) -> Verdict:
        """Whether an answer is right, and why; raises PracticeError if it cannot be read."""
        right = self.answer.check(given)
        told = f"Right: {self.answer}." if right else f"Not right: {self.answer.correction(given)}"
        return Verdict(right, told, self.reasons)


class Draft(NamedTuple):
    """A question before it has a number."""

    text: str
    solution: Solution
    answer: Answer
    reasons: Sequence[str]
    marked: int | None = None


class Kind(NamedTuple):
    title: str
    about: str
    """What is practised, in a sentence."""
    make: Callable[[int, int, Random], Draft | None]
    """A question of a level and number; None if the tree that was drawn is not suitable."""


def question(kind: str, level: int, seed: int, number: int) -> Question:
    """The question of this number; the same every time."""
    if kind not in KINDS:
        raise PracticeError(f"there are no questions on `{kind}`; there are {', '.join(KINDS)}.{nearest(kind, KINDS)}")
    if level not in LEVELS:
        raise PracticeError(f"level={level} does not exist; give one from {LEVELS[0]} to {LEVELS[-1]}")
    if not 0 <= seed <= MOST_SEED or number < 1:
        raise PracticeError(f"give a seed from 0 to {MOST_SEED}, and the number of a question from 1 on")
    name = f"{kind} {level} {seed} {number}"
    dice = Random(int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "little"))
    for _ in range(TRIES):
        made = KINDS[kind].make(level, number, dice)
        if made is not None:
            return Question(kind, level, seed, number, made.text, made.solution, made.answer, tuple(made.reasons), made.marked)
    raise PracticeError(f"no tree was found for question {name}; try another number")


def _minimax(level: int, _number: int, dice: Random) -> Draft:
    game = number_tree(level, dice)
    high = [node for node in range(len(game.parent)) if height(game, node) >= LEAST_HEIGHT[level]]
    node = high[dice.below(len(high))]
    return _value(Solution(game, "minimax()"), node, f"{_turn(game, node)} is to move there.")


def _chance(level: int, _number: int, dice: Random) -> Draft:
    game = chance_tree(level, dice)
    high = [child for child in game.children(0) if game.chance[child]]
    node = high[dice.below(len(high))]
    return _value(Solution(game, "expectiminimax()"), node, "Chance decides there.")


def _value(found: Solution, node: int, who: str) -> Draft:
    text = f"What is the value of the marked node? {who}"
    return Draft(text, found, NumberAnswer(found.value(node)), found.reasons(node), node)


def _alphabeta(level: int, number: int, dice: Random) -> Draft | None:
    """Windows and cutoffs in turn."""
    found = Solution(number_tree(level, dice), "alphabeta()")
    return _window(found, level, dice) if number % 2 else _cutoffs(found)


def _window(found: Solution, level: int, dice: Random) -> Draft | None:
    """At a node where somebody already has something elsewhere; from level 4 on, where both have."""
    narrow = [
        node
        for node in found.entered
        if found.game.count[node] and sum(map(isfinite, found.window(node))) >= (2 if level >= 4 else 1)
    ]
    if not narrow:
        return None
    node = narrow[dice.below(len(narrow))]
    text = "Alpha-beta searches from left to right. What are α and β when it enters the marked node?"
    return Draft(text, found, WindowAnswer(*found.window(node)), found.arrival(node), node)


def _cutoffs(found: Solution) -> Draft | None:
    if not found.cut:
        return None
    text = "Alpha-beta searches from left to right. Click every branch that it never searches."
    return Draft(text, found, BranchesAnswer(found.game, tuple(found.cut)), found.cutoffs())


def _move(level: int, _number: int, dice: Random) -> Draft:
    return _best(Solution(number_tree(level, dice), "minimax()"), "Which branch does MAX take at the root?")


def _maxn(level: int, _number: int, dice: Random) -> Draft:
    text = "Max^n: every player takes what is best for itself. Which branch does A take at the root?"
    return _best(Solution(payoff_tree(level, dice), "maxn()"), text)


def _paranoid(level: int, _number: int, dice: Random) -> Draft:
    text = "Paranoid: B and C play together against A. Which branch does A take at the root?"
    return _best(Solution(payoff_tree(level, dice), "paranoid()"), text)


def _best(found: Solution, text: str) -> Draft:
    return Draft(text, found, BranchAnswer(found.game, found.move), found.reasons(0))


KINDS: dict[str, Kind] = {
    "minimax": Kind("Minimax", "The value of a node if MAX and MIN play as well as they can.", _minimax),
    "alphabeta": Kind(
        "Alpha-beta", "Windows and cutoffs: first α and β at a node, then the branches that are cut off.", _alphabeta
    ),
    "move": Kind("Best move", "The branch that MAX takes.", _move),
    "chance": Kind("Chance", "The average at a chance node.", _chance),
    "maxn": Kind("Max^n", "The branch that the first of three players takes, each for itself.", _maxn),
    "paranoid": Kind("Paranoid", "The branch that the first of three players takes against the two others.", _paranoid),
}


def height(game: TreeGame, node: int) -> int:
    """How many levels lie below a node."""
    return 1 + max(height(game, child) for child in game.children(node)) if game.count[node] else 0


def _turn(game: TreeGame, node: int) -> str:
    return game.position(f"at {' '.join(map(str, game.path(node))) or 'root'}").turn
