"""Remarks on the order of moves, added to the steps of a recorded search."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from zermelo.trees.player.recording import Captions, Round
from zermelo.trees.player.step import NOTE, Change, Step

KIND = "order"
"""The kind of these steps."""
NOTED = Captions(note="note")
"""Captions for searches whose notes also tell the order."""


class Remark(NamedTuple):
    """A sentence, and a short note that stays beside the node."""

    text: str
    note: str = ""


def add_remarks(made: Round, entering: Mapping[int, Remark], leaving: Mapping[int, Remark]) -> None:
    """Add a step after a node is entered, and before it is left. The notes of the first stand above those of the search."""
    steps: list[Step] = []
    for step in made.steps:
        node = step.node
        if step.kind in ("leave", "leaf") and node in leaving:
            steps.append(Step(KIND, node, leaving[node].text, step.nodes))
        note = entering[node].note if node in entering else ""
        steps.append(replace(step, changes=tuple(_noted(change, node, note) for change in step.changes)) if note else step)
        if step.kind == "enter" and node in entering:
            changes: tuple[Change, ...] = ((node, NOTE, note),) if note else ()
            steps.append(Step(KIND, node, entering[node].text, step.nodes, changes))
    made.steps = steps


def _noted(change: Change, node: int, note: str) -> Change:
    index, field, value = change
    return (index, field, f"{note}\n{value}".rstrip("\n")) if (index, field) == (node, NOTE) else change
