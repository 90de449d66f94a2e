"""A game given by its tree, for textbook examples: nested lists, whose leaves are the values for MAX.

    tree([[3,12,8],[2,4,6],[14,5,2]])        MAX chooses a list, MIN a number in it; the value is 3

The tree may also be JSON text, or the path of a JSON file. MAX begins and the players alternate. Nodes are numbered level by level, so
the children of a node are `first[node]`, `first[node] + 1` and so on.

Braces are chance nodes. Each outcome has its probability in front of it, a decimal or a fraction. Without probabilities all outcomes are
equally likely. A chance node does not change whose turn it is: after MAX moves to a chance node and an outcome is drawn, MIN moves.

    tree('[{0.5: [2,4], 0.5: [7,4]}, {[0,6], [5,-2]}]')       0.5 * 2 + 0.5 * 4 = 3 against 0.5 * 0 + 0.5 * -2 = -1

Such a tree is written as a text in quotes, or in a file. A Python dict works too if all probabilities differ; of equal keys a dict keeps
only the last. A tree without chance nodes has no rules about chance, so minimax and its relatives accept it.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

from zermelo.errors import GameError, PositionError
from zermelo.files import read_text
from zermelo.game import CHANCE, Field, Game, State, i8, i32
from zermelo.report import plain

MAX_DEPTH = 200
MAX_NODES = 1_000_000
MAX_BYTES = 16 << 20
MAX_WORTH = 1e8
"""Larger values would look like proven wins."""
MAX_TEXT = 400
"""`show` shortens the text of a subtree to so many characters."""
_EXAMPLE = "{0.5: [2, 4], 0.5: [7, 4]}"
_WORD = re.compile(r"[][{},:]|\"[^\"]*\"|[^][{},:\"\s]+|\"")
_CLOSING = {"[": "]", "{": "}"}
_DICT = "; a dict keeps only the last of equal keys, so write this tree as a text in quotes"


@dataclass(frozen=True)
class Dice:
    """A chance node: its outcomes and their probabilities."""

    outcomes: tuple[Any, ...]
    odds: tuple[float, ...]


class TreeGame(Game):
    """A tree given as nested lists, with braces for chance; its leaves are the values for MAX."""

    players = ("MAX", "MIN")

    def __init__(self, tree: Sequence[Any] | Mapping[Any, Any] | str = ((3, 12, 8), (2, 4, 6), (14, 5, 2))) -> None:
        nodes, self.parent, self.first = _flatten(_load(tree) if isinstance(tree, str) else tree)
        self.count = tuple(len(_below(node)) for node in nodes)
        self.worth = tuple(0.0 if count else float(node) for node, count in zip(nodes, self.count, strict=True))
        self.chance = tuple(isinstance(node, Dice) for node in nodes)
        self.has_chance = any(self.chance)
        # The children of a node have consecutive numbers, so the odds of all nodes are those of their parents in order.
        shares = (node.odds if isinstance(node, Dice) else (0.0,) * len(_below(node)) for node in nodes)
        self.odds = (0.0, *(share for row in shares for share in row)) if self.has_chance else ()
        # No leaf reaches a bound, so no leaf counts as a win and values are shown unchanged.
        limit = 1 + max(abs(worth) for worth in self.worth)
        self.bounds = (-limit, limit)
        self.max_moves = self.move_numbers = max(self.count)

    @classmethod
    def title(cls) -> str:
        return "tree"

    def state(self) -> Mapping[str, Field]:
        return dict(node=i32, turn=i8)

    def moves(self, s: State) -> Iterator[int]:
        for move in range(self.count[s.node]):  # noqa: UP028 - rules are compiled, and `yield from` is not
            yield move

    def play(self, s: State, move: int) -> None:
        if self.has_chance:
            s.turn = s.turn if self.chance[s.node] else 1 - s.turn
        else:
            s.turn = 1 - s.turn
        s.node = self.first[s.node] + move

    def over(self, s: State) -> bool:
        return not self.count[s.node]

    def utility(self, s: State, player: int) -> float:
        return float(self.worth[s.node] if player == 0 else -self.worth[s.node])

    def to_move(self, s: State) -> int:
        return CHANCE if self.chance[s.node] else int(s.turn)

    def chances(self, s: State) -> Iterator[tuple[int, float]]:
        for outcome in range(self.count[s.node]):
            yield outcome, self.odds[self.first[s.node] + outcome]

    def defines(self, rule: str) -> bool:
        """A tree without chance nodes has no rules about chance."""
        return super().defines(rule) and (self.has_chance or rule not in ("to_move", "chances"))

    def show(self, s: State) -> str:
        """The moves that lead to the node, as numbers from 1, and the tree below it."""
        return f"at {' '.join(map(str, self._path(s.node))) or 'root'}: {self._below(s.node)}"

    def read(self, text: str) -> State:
        place, _, below = text.strip().removeprefix("at ").partition(":")
        s = self.fresh()
        for word in place.split() if place.strip() != "root" else []:
            if not word.isdecimal() or not 1 <= int(word) <= self.count[s.node]:
                raise PositionError(f"`{word}` in `{text.strip()}` is not a move: this node has {self.count[s.node]} moves")
            self.play(s, int(word) - 1)
        if not place.strip():
            raise PositionError("the text does not name a node; write the moves that lead to it, such as `at 2 1`, or `at root`")
        if below.strip() and "".join(below.split()) != "".join(self._below(s.node).split()):
            raise PositionError(f"the tree below this node is {self._below(s.node)}, not {below.strip()}")
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
        """The text of a subtree, piece by piece, so that a long text can be cut off early."""
        if self.count[node] == 0:
            yield str(plain(self.worth[node]))
            return
        opening = "{" if self.chance[node] else "["
        for child in range(self.first[node], self.first[node] + self.count[node]):
            yield opening if child == self.first[node] else ", "
            if self.chance[node]:
                yield f"{_fraction(self.odds[child])}: "
            yield from self._tokens(child)
        yield _CLOSING[opening]


def _fraction(odds: float) -> str:
    """A probability in its shorter form: 0.25, but 1/6."""
    text, nearby = str(plain(odds)), Fraction(odds).limit_denominator(1000)
    return str(nearby) if len(text) > 6 and float(nearby) == odds else text


def _load(text: str) -> Any:
    """The tree in a text: JSON with braces for chance, or the path of a file that holds such a text."""
    source = text
    if not text.lstrip().startswith(("[", "{")):
        if Path(text).suffix != ".json":
            raise GameError(
                f"`{text}` is not a tree; use nested lists such as [[3,12],[2,4]], JSON text, or the path of a .json file"
            )
        source = read_text(text, GameError, MAX_BYTES)
    if "{" in source:
        return _Reader(source).tree()
    try:
        return json.loads(source)
    except (ValueError, RecursionError) as error:
        raise GameError(f"the tree is not valid JSON: {error}") from error


class _Reader:
    """Reads a tree with braces. JSON would read them as objects and drop outcomes with equal keys."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = _WORD.findall(text)
        self.at = 0

    def tree(self) -> Any:
        tree = self._node(0)
        if self.at < len(self.words):
            raise self._unreadable("the text continues after the end of the tree")
        return tree

    def _node(self, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise _too_large()
        word = self._next()
        if word in _CLOSING:
            return self._inside(word, depth)
        try:
            return int(word) if re.fullmatch("[+-]?[0-9]+", word) else float(word)
        except ValueError:
            self.at -= 1
            raise self._unreadable("expected a number, [ or {") from None

    def _inside(self, opening: str, depth: int) -> Any:
        """The contents of brackets. In braces a word before a colon is a probability."""
        odds: list[str] = []
        inside: list[Any] = []
        while self._peek() != _CLOSING[opening]:
            if inside and self._next() != ",":
                self.at -= 1
                raise self._unreadable(f"expected a comma or {_CLOSING[opening]}")
            if opening == "{" and self._peek(1) == ":":
                odds.append(self._next().strip('"'))
                self.at += 1
            inside.append(self._node(depth + 1))
        self.at += 1
        return inside if opening == "[" else _dice(inside, odds)

    def _peek(self, ahead: int = 0) -> str:
        return self.words[self.at + ahead] if self.at + ahead < len(self.words) else ""

    def _next(self) -> str:
        word = self._peek()
        if not word:
            raise self._unreadable("a bracket is not closed")
        self.at += 1
        return word

    def _unreadable(self, why: str) -> GameError:
        starts = (found.start() for found in _WORD.finditer(self.text))
        rest = self.text[next(islice(starts, self.at, None), len(self.text)) :]
        place = f"at `{rest[:20]}{'...' * (len(rest) > 20)}`" if rest else "at its end"
        return GameError(f"the tree cannot be read {place}: {why}; a chance node looks like {_EXAMPLE}")


def _dice(outcomes: Sequence[Any], odds: Sequence[Any], hint: str = "") -> Dice:
    """A chance node with checked probabilities. Without any, all outcomes are equally likely."""
    if not outcomes:
        raise GameError(f"the tree has a chance node without outcomes; write it like {_EXAMPLE}")
    if not odds:
        return Dice(tuple(outcomes), (1 / len(outcomes),) * len(outcomes))
    if len(odds) != len(outcomes):
        raise GameError(
            f"the tree has a chance node with {len(outcomes)} outcomes but {len(odds)} probabilities; give all or none"
        )
    shares = [_share(each) for each in odds]
    if abs((total := math.fsum(shares)) - 1) > 1e-9:
        given = ", ".join(str(each) for each in odds)
        raise GameError(f"the tree has a chance node whose probabilities {given} add up to {total:.10g} instead of 1{hint}")
    return Dice(tuple(outcomes), tuple(shares))


def _share(given: Any) -> float:
    """A probability, from a number or from a text such as 0.5 or 1/6."""
    try:
        share = float(Fraction(given)) if isinstance(given, str | int | float) and not isinstance(given, bool) else 0.0
    except (ValueError, ZeroDivisionError, OverflowError):
        share = 0.0
    if not 0 < share <= 1:
        raise GameError(
            f"the tree has a chance node with the probability {given}; use a number above 0 and at most 1, such as 0.5 or 1/6"
        )
    return share


def _below(node: Any) -> Sequence[Any]:
    """The children of a node; none for a leaf."""
    if isinstance(node, Dice):
        return node.outcomes
    return node if isinstance(node, list | tuple) else ()


def _flatten(tree: Any) -> tuple[list[Any], tuple[int, ...], tuple[int, ...]]:
    """All nodes level by level, the parent of each, and the first child of each."""
    if not isinstance(tree, list | tuple | Mapping | Dice | set):
        raise GameError(f"a tree is a list with a list or a number for each move, not {tree!r}")
    nodes: list[Any] = [tree]
    parent, first, depth = [0], [], [0]
    for index, node in enumerate(nodes):
        first.append(len(nodes))
        if isinstance(node, Mapping):
            node = nodes[index] = _dice(tuple(node.values()), tuple(node), _DICT)
        if isinstance(node, list | tuple | Dice):
            children = _below(node)
            if not children:
                raise GameError("the tree has an empty list; a node needs at least one move, and a leaf is a number")
            nodes.extend(children)
            parent.extend([index] * len(children))
            depth.extend([depth[index] + 1] * len(children))
        elif isinstance(node, set):
            raise GameError(f"the tree has the set {node}, which has no order; write a tree with braces as a text in quotes")
        elif not isinstance(node, int | float) or isinstance(node, bool) or not abs(node) <= MAX_WORTH:
            raise GameError(f"the tree has the leaf {node!r}; leaves are numbers from -1e8 to 1e8")
        if len(nodes) > MAX_NODES or depth[-1] > MAX_DEPTH:
            raise _too_large()
    return nodes, tuple(parent), tuple(first)


def _too_large() -> GameError:
    return GameError(f"the tree is too large: at most {MAX_NODES} nodes and {MAX_DEPTH} levels")
