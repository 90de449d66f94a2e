"""A recording: the steps of a search, to watch and replay.

Iterative deepening, and searches with several windows, have one round each. The steps of a round say what happens in its tree
and what changes in the picture (`step`). Applying all changes in order, from an empty tree, gives the tree that the search
left.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from zermelo.files import write_whole
from zermelo.game import Game, State
from zermelo.trees.drawing import words
from zermelo.trees.node import TreeNode
from zermelo.trees.player import export
from zermelo.trees.player.log import log_of
from zermelo.trees.player.narration import Narrator
from zermelo.trees.player.page import to_frame, to_html
from zermelo.trees.player.picture import to_json
from zermelo.trees.player.step import BEST, DONE, LABEL, NOTE, STATUS, VALUE, VISITS, Change, Step
from zermelo.trees.reading import RankedReading

if TYPE_CHECKING:
    from zermelo.trees.tree import Tree


class Count(NamedTuple):
    """Nodes of a plain search."""

    nodes: int
    exact: bool
    """False if this is only a lower bound."""
    search: str = "plain minimax"
    """Its name in sentences."""

    def __str__(self) -> str:
        return f"{self.nodes:,}" if self.exact else f"more than {self.nodes:,}"


class OwnPicture(NamedTuple):
    """A picture that a round brings with it, in place of boards."""

    svg: str
    text: str = ""
    """The same for terminals and screen readers; empty if the steps say it all."""


class Captions(NamedTuple):
    """What the page calls the numbers and texts beside the tree; a fact whose caption is empty is not shown."""

    counted: str = "nodes entered"
    """What `Step.nodes` counts."""
    line: str = "best line so far"
    place: str = "the search is at"
    value: str = "value"
    note: str = "left because"


@dataclass
class Round:
    tree: Tree
    nodes: list[TreeNode]
    """In the order in which they were entered; steps refer to their indexes here."""
    parents: list[int]
    steps: list[Step]
    name: str = ""
    """The name of the round; empty if there is only one."""
    states: list[State | None] = field(default_factory=list)
    """The positions of the nodes, if they are known."""
    pictures: list[OwnPicture] = field(default_factory=list)
    """Pictures that steps put to nodes (`PICTURE`), instead of boards. A node without one shows that of the node above it."""
    legend: list[tuple[str, str]] = field(default_factory=list)
    """Signs and their meanings, if they are not those of a search."""
    outline: Tree | None = None
    """The tree as terminals print it, if the values of the steps are not those of `tree`."""


@dataclass
class Recording:
    """A recorded search."""

    game: str
    agent: str
    player: str
    """The player to move at the root, whose values are shown."""
    rounds: list[Round]
    plain: Count | None = None
    """Nodes that the plain search would have entered."""
    title: str = ""
    about: str = ""
    """A few sentences for the reader."""
    rules: Game | None = None
    """The game, if boards can be drawn."""
    stopped: str | None = None
    captions: Captions = Captions()  # noqa: RUF009  (immutable)
    grows: bool = False
    """Whether nodes that come later stay hidden."""

    @property
    def steps(self) -> Iterator[Step]:
        for each in self.rounds:
            yield from each.steps

    @property
    def tree(self) -> Tree:
        """The tree of the last finished round, or else of the last."""
        finished = [each.tree for each in self.rounds if each.tree.root.value is not None]
        return (finished or [each.tree for each in self.rounds])[-1]

    def to_json(self) -> dict[str, Any]:
        """Everything that the player needs, as plain values."""
        return to_json(self)

    def to_html(self, present: bool = False) -> str:
        """A self-contained page that plays the recording; with `present` it opens as a presentation."""
        return to_html(self, present)

    def step_svg(self, number: int) -> str:
        """The picture of a step as SVG. Steps are counted from 1, through all rounds, as on the page."""
        return export.step_svg(self, number)

    def step_pdf(self, number: int) -> bytes:
        """The same as a PDF file of one page."""
        return export.step_pdf(self, number)

    def step_tikz(self, number: int) -> str:
        """The same as a TikZ picture for LaTeX."""
        return export.step_tikz(self, number)

    def slides(self) -> bytes:
        """A PDF file with one page for each step: tree, board and sentence."""
        return export.slides(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file, completely or not at all."""
        write_whole(Path(path), self.to_html())

    def _repr_html_(self) -> str:
        return to_frame(self)


def replay(tree: Tree) -> Recording:
    """The search behind a tree, as far as the tree shows it; a Monte-Carlo tree has only one step."""
    if any(node.visits is not None for node in tree.walk()):
        made = _grown(tree)
    else:
        log = log_of(tree)
        made = Round(tree, log.nodes, log.parents, Narrator(log, RankedReading()).steps())
    last = made.steps[-1].nodes if made.steps else tree.total
    made.steps.append(Step("result", 0, result(tree), max(last, tree.total)))
    return Recording(tree.game, tree.agent, tree.max, [made])


def result(tree: Tree, plain: Count | None = None) -> str:
    """The result of a search, in a sentence or two."""
    found = words.summary(tree).removeprefix(f"{words.short(tree.agent)} · ").replace(" · ", ", ")
    best = next((child for child in tree.root.children if child.best), None)
    played = "" if best is None else f"{words.clean(tree.max)} plays {words.short(best.move or '', 30)}; "
    text = f"Done: {played}{found}."
    if plain is None:
        return text
    if plain.exact and plain.nodes == tree.total:
        return f"{text} {plain.search.capitalize()} enters as many."
    return f"{text} {plain.search.capitalize()} would have entered {plain}."


def _grown(tree: Tree) -> Round:
    """A Monte-Carlo tree, whose steps are unknown."""
    nodes, parents = list(tree.walk()), [parent for _, _, parent in tree.root.placed()]
    changes: list[Change] = []
    for index, (node, parent) in enumerate(zip(nodes, parents, strict=True)):
        changes += [(index, STATUS, DONE), (index, VALUE, "\n".join(words.value_lines(node))), (index, LABEL, words.move(node))]
        changes += [(index, NOTE, words.note(node, 0))] if node.why == "proven" else []
        changes += [(parent, BEST, index)] if node.best and parent >= 0 else []
        changes += [] if node.visits is None else [(index, VISITS, node.visits)]
    return Round(tree, nodes, parents, [Step("rest", 0, "The tree at the end of the search.", tree.total, tuple(changes))])
