"""The tree of a question as it is shown: before the answer only what is asked, after it the values that the search found."""

from typing import Any

from zermelo.practice import Question, Verdict
from zermelo.practice.answers import BranchAnswer, BranchesAnswer, Given, WindowAnswer
from zermelo.practice.solution import Solution
from zermelo.studio.tree_picture import Labels, picture
from zermelo.trees.drawing import words

NAMES = {
    "asked": "marked",
    "chosen": "chosen",
    "cut": "marked as never searched",
    "found": "never searched, found",
    "missed": "never searched, missed",
    "pruned": "never searched",
    "right": "the right branch",
    "wrong": "wrongly chosen",
}
"""Marks as screen readers read them."""
BOUNDS = {"alpha cutoff": "≤ ", "beta cutoff": "≥ "}


def draw(asked: Question, clicked: frozenset[int], verdict: Verdict | None) -> tuple[dict[str, Any], str]:
    """The picture, and its name."""
    marks = _marks(asked, clicked, verdict)
    names = {node: NAMES[mark] for node, mark in marks.items()}
    found, game = asked.solution, asked.game
    texts = {} if verdict is None else {node: shown(found, node) for node in found.entered if game.count[node]}
    windows = verdict is not None and isinstance(asked.answer, WindowAnswer | BranchesAnswer)
    below = {node: words.window(found.node(node)) for node in texts} if windows else {}
    return picture(game, Labels(texts, below, marks, names), clickable(asked, clicked, verdict)), f"The tree {game.text()}"


def clickable(asked: Question, clicked: frozenset[int], verdict: Verdict | None) -> list[int]:
    """The nodes that may be clicked: branches, but nothing below one that is cut already; or leaves whose numbers go into a field."""
    game, answer = asked.game, asked.answer
    if verdict is not None:
        return []
    if isinstance(answer, BranchAnswer):
        return list(game.children(0))
    if isinstance(answer, BranchesAnswer):
        gone: set[int] = set()
        for node in range(1, len(game.parent)):  # parents have smaller numbers
            if game.parent[node] in clicked | gone:
                gone.add(node)
        return [node for node in range(1, len(game.parent)) if node not in gone]
    return [node for node, count in enumerate(game.count) if not count]


def shown(found: Solution, node: int) -> str:
    """The value of a node; after a cutoff, a bound."""
    entered = found.node(node)
    return BOUNDS.get(entered.why, "") + words.value(entered)


def _marks(asked: Question, clicked: frozenset[int], verdict: Verdict | None) -> dict[int, str]:
    marks = {} if verdict is None else dict.fromkeys(asked.solution.cut, "pruned")
    marks |= {} if asked.marked is None else {asked.marked: "asked"}
    answer = asked.answer
    if isinstance(answer, BranchAnswer):
        right = {} if verdict is None else {answer.branch: "right"}
        wrong = "chosen" if verdict is None or verdict.right else "wrong"
        marks |= right | dict.fromkeys(clicked, "right" if verdict is not None and verdict.right else wrong)
    elif isinstance(answer, BranchesAnswer):
        marks |= dict.fromkeys(clicked, "cut") if verdict is None else answer.marks(Given(nodes=clicked))
    return marks
