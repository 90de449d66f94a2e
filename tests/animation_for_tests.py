"""Applies the steps of a recording to empty trees, as the player does, and keeps what a reader sees.

It reads what `Recording.to_json` hands to the player and nothing else, so what it ends with is what a reader ends with.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from zermelo.trees.drawing import words

UNSEEN, OPEN, DONE, CUT, PRUNED = range(5)


@dataclass
class Seen:
    """What is to be seen at a node."""

    parent: int
    move: str
    kind: str
    s: int = UNSEEN
    v: str = ""
    w: str = ""
    n: str = ""
    b: int = -1
    m: str = ""
    p: int = -1
    u: str = ""
    e: int = 0
    entered: str | None = None
    """The window on entry."""


@dataclass
class Watcher:
    """One round, watched."""

    round: dict
    nodes: list[Seen] = field(default_factory=list)

    def __post_init__(self):
        columns = zip(self.round["parent"], self.round["move"], self.round["kind"], strict=True)
        self.nodes = [Seen(*column) for column in columns]

    def watch(self):
        """Apply all steps, one by one; yields (kind, node, text, nodes) after each."""
        for kind, node, text, nodes, changes in self.round["steps"]:
            for index, name, value in zip(changes[::3], changes[1::3], changes[2::3], strict=True):
                assert hasattr(self.nodes[index], name)
                setattr(self.nodes[index], name, value)
            if kind == "enter":
                self.nodes[node].entered = self.nodes[node].w
            yield kind, node, text, nodes

    def line(self):
        """The moves of the best line."""
        names, node = [], self.nodes[0].b
        while node > 0:
            names.append(self.nodes[node].move)
            node = self.nodes[node].b
        return " ".join(names)


def watched(recording):
    """All rounds of a recording, watched to their ends, by way of JSON."""
    data = json.loads(json.dumps(recording.to_json()))
    watchers = [Watcher(each) for each in data["rounds"]]
    for watcher in watchers:
        for _ in watcher.watch():
            pass
    return watchers


def seen(watcher):
    """A watched tree as plain values, node by node in the order of the search; what is still open has no value yet."""
    return [
        (each.parent, each.move, each.kind.rstrip("01234567"), "" if each.s == OPEN else each.v, each.s == PRUNED)
        for each in watcher.nodes
    ]


def expected(tree):
    """The same of a tree that a search has kept."""
    nodes = list(tree.walk())
    places = {id(node): index for index, node in enumerate(nodes)}
    parents = {id(child): places[id(node)] for node in nodes for child in node.children}
    return [
        (
            parents.get(id(node), -1),
            words.move(node),
            node.kind,
            "" if node.value is None else "\n".join(words.value_lines(node)),
            node.kind == "pruned",
        )
        for node in nodes
    ]
