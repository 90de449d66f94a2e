"""A step of a search: what happened, where, in a sentence, and what changes in the picture."""

from dataclasses import dataclass

UNSEEN, OPEN, DONE, CUT, PRUNED = range(5)
"""The status of a node: not entered, open, finished, cut off, pruned."""

STATUS, VALUE, WINDOW, NOTE, BEST, LABEL, PICTURE, TERMS, VISITS = "svwnbmpue"
"""What may change at a node: its status, value, window, note (why it was left), best child, label of its move, its picture (an
index of the round's own pictures), the terms of its UCT value, and its visits, which are the width of the edge to it."""

Change = tuple[int, str, int | str]
"""A node, what changes there, and its new value; values and notes may have several lines."""


@dataclass(frozen=True, slots=True)
class Step:
    kind: str
    """"round", "enter", "leaf", "better", "keep", "again", "average", "cut", "skip", "leave", "stop", "result"; of Monte-Carlo search
    "select", "expand", "playout", "backup" and "rest"; of hidden information "world", "look", "regret", "strategy", "stage",
    "shot" and "belief"."""
    node: int
    """The index of the node within the round."""
    text: str
    nodes: int
    """Nodes entered so far, in all rounds."""
    changes: tuple[Change, ...] = ()
