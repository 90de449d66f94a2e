"""A step of a search: what happened, where, in a sentence, and what is to be seen in the tree from then on."""

from __future__ import annotations

from dataclasses import dataclass

UNSEEN, OPEN, DONE, CUT, PRUNED = range(5)
"""How far the search has come with a node: not there yet, under way, left, left early, never to be looked at."""

STATUS, VALUE, WINDOW, NOTE, BEST, LABEL = "svwnbm"
"""What may change at a node: how far the search has come, its value, its window, why it was left, its best child, the text of its move."""

Change = tuple[int, str, int | str]
"""A node, what changes there, and what it is from now on; values and notes are texts with a line for each line."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step."""

    kind: str
    """"round", "enter", "leaf", "better", "keep", "again", "average", "cut", "skip", "leave", "stop", "result"; of Monte-Carlo search
    "select", "expand", "playout", "backup" and "rest"."""
    node: int
    """Where it happens; counted within the round."""
    text: str
    nodes: int
    """Nodes that the search had entered by then, all rounds counted."""
    changes: tuple[Change, ...] = ()
