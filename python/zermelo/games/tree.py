"""A game that is nothing but its tree, for textbook examples: nested lists, with what each end is worth to MAX.

    tree([[3,12,8],[2,4,6],[14,5,2]])        MAX chooses a list, MIN a number in it; the value is 3

The tree may also be JSON text or the path of a file with JSON in it. MAX begins and the players alternate. Nodes are
numbered level by level, so that the children of a node follow one another: `first[node]`, `first[node] + 1` and so on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from zermelo.errors import GameError, PositionError
from zermelo.game import Game
from zermelo.record import Field, State, i8, i32
from zermelo.report import plain

MAX_DEPTH = 200
MAX_NODES = 1_000_000
MAX_WORTH = 1e8
"""Larger leaves would be mistaken for proven wins."""
MAX_TEXT = 400
"""`show` cuts the text of a subtree off after so many characters."""


class TreeGame(Game):
    """A tree given as nested lists; its leaves are what MAX gets."""

    players = ("MAX", "MIN")

    def __init__(self, tree: Sequence[Any] | str = ((3, 12, 8), (2, 4, 6), (14, 5, 2))) -> None:
        nodes, self.parent, self.first = _flatten(_load(tree) if isinstance(tree, str) else tree)
        self.count = tuple(len(node) if isinstance(node, list | tuple) else 0 for node in nodes)
        self.worth = tuple(0.0 if isinstance(node, list | tuple) else float(node) for node in nodes)
        # No leaf reaches a bound, so none counts as a win and values are shown as they are.
        limit = 1 + max(abs(worth) for worth in self.worth)
        self.bounds = (-limit, limit)
        self.max_moves = max(self.count)

    @classmethod
    def title(cls) -> str:
        return "tree"

    def state(self) -> Mapping[str, Field]:
        return dict(node=i32, turn=i8)

    def moves(self, s: State) -> Iterator[int]:
        for move in range(self.count[s.node]):  # noqa: UP028 - rules are compiled, and `yield from` is not
            yield move

    def play(self, s: State, move: int) -> None:
        s.node = self.first[s.node] + move
        s.turn = 1 - s.turn

    def over(self, s: State) -> bool:
        return not self.count[s.node]

    def utility(self, s: State, player: int) -> float:
        return float(self.worth[s.node] if player == 0 else -self.worth[s.node])

    def show(self, s: State) -> str:
        """Where we are, as the numbers of the moves that lead there, and what lies below."""
        return f"at {' '.join(map(str, self._path(s.node))) or 'root'}: {self._below(s.node)}"

    def read(self, text: str) -> State:
        place, _, below = text.strip().removeprefix("at ").partition(":")
        s = self.fresh()
        for word in place.split() if place.strip() != "root" else []:
            if not word.isdecimal() or not 1 <= int(word) <= self.count[s.node]:
                raise PositionError(
                    f"`{word}` in `{text.strip()}` leads nowhere: there are {self.count[s.node]} moves, counted from 1"
                )
            self.play(s, int(word) - 1)
        if not place.strip():
            raise PositionError("the text names no node; write the moves that lead there, such as `at 2 1`, or `at root`")
        if below.strip() and "".join(below.split()) != "".join(self._below(s.node).split()):
            raise PositionError(f"what lies below is {self._below(s.node)}, not {below.strip()}")
        return s

    def name(self, s: State, move: int) -> str:
        return str(move + 1)

    def _path(self, node: int) -> list[int]:
        path: list[int] = []
        while node > 0:
            path.append(node - self.first[self.parent[node]] + 1)
            node = self.parent[node]
        return path[::-1]

    def _below(self, node: int) -> str:
        text = ""
        for token in self._tokens(node):
            text += token
            if len(text) > MAX_TEXT:
                return text + " ..."
        return text

    def _tokens(self, node: int) -> Iterator[str]:
        """The JSON text of a subtree, bit by bit, so that nobody has to write out a million nodes to see the first."""
        if self.count[node] == 0:
            yield str(plain(self.worth[node]))
            return
        for move in range(self.count[node]):
            yield ", " if move else "["
            yield from self._tokens(self.first[node] + move)
        yield "]"


def _load(text: str) -> Any:
    """The tree in a text: JSON itself, or the path of a file with JSON in it."""
    source = text
    if not text.lstrip().startswith("["):
        path = Path(text).expanduser()
        if path.suffix != ".json":
            raise GameError(
                f"`{text}` is no tree: give nested lists such as [[3,12],[2,4]], JSON text, or the path of a .json file"
            )
        try:
            source = path.read_text(encoding="utf-8")
        except (OSError, ValueError, RuntimeError) as error:
            raise GameError(f"the tree in {text} cannot be read: {error}") from error
    try:
        return json.loads(source)
    except (ValueError, RecursionError) as error:
        raise GameError(f"the tree is no JSON that can be read: {error}") from error


def _flatten(tree: Any) -> tuple[list[Any], tuple[int, ...], tuple[int, ...]]:
    """All nodes level by level; the parent of each; the first child of each."""
    if not isinstance(tree, list | tuple):
        raise GameError(f"a tree is a list with a list or a number for each move, not {tree!r}")
    nodes: list[Any] = [tree]
    parent, first, depth = [0], [], [0]
    for index, node in enumerate(nodes):
        first.append(len(nodes))
        if isinstance(node, list | tuple):
            if not node:
                raise GameError("the tree has an empty list in it; a node needs a move, and a leaf is a number")
            nodes.extend(node)
            parent.extend([index] * len(node))
            depth.extend([depth[index] + 1] * len(node))
        elif not isinstance(node, int | float) or isinstance(node, bool) or not abs(node) <= MAX_WORTH:
            raise GameError(f"the tree has the leaf {node!r} in it; leaves are numbers from -1e8 to 1e8")
        if len(nodes) > MAX_NODES or depth[-1] > MAX_DEPTH:
            raise GameError(f"the tree is too large: at most {MAX_NODES} nodes and {MAX_DEPTH} levels")
    return nodes, tuple(parent), tuple(first)
