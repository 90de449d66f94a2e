"""A game that is nothing but its tree, for textbook examples: nested lists, with what each end is worth to MAX.

    tree([[3,12,8],[2,4,6],[14,5,2]])        MAX chooses a list, MIN a number in it; the value is 3

The tree may also be JSON text or the path of a file with JSON in it. MAX begins and the players alternate. Nodes are
numbered level by level, so that the children of a node follow one another: `first[node]`, `first[node] + 1` and so on.

Braces are chance nodes. Each outcome has its probability in front of it, a decimal or a fraction; without any, all are
equally likely. Chance takes nobody's turn: what MAX moves to is a throw of the dice, and then it is MIN who moves.

    tree('[{0.5: [2,4], 0.5: [7,4]}, {[0,6], [5,-2]}]')       0.5 * 2 + 0.5 * 4 = 3 against 0.5 * 0 + 0.5 * -2 = -1

Such a tree is a text, in quotes, or the text of a file. Where probabilities differ, a Python dict with one for each outcome will
do as well; where two are equal it will not, for a dict keeps only the last of them. A tree without chance nodes has no rules
about chance, so minimax and its kin take it.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from zermelo.errors import GameError, PositionError
from zermelo.files import read_text
from zermelo.game.constants import CHANCE
from zermelo.game.protocol import Game
from zermelo.game.record import Field, State, i8, i32
from zermelo.report import plain

MAX_DEPTH = 200
MAX_NODES = 1_000_000
MAX_WORTH = 1e8
"""Larger leaves would be mistaken for proven wins."""
MAX_TEXT = 400
"""`show` cuts the text of a subtree off after so many characters."""
_EXAMPLE = "{0.5: [2, 4], 0.5: [7, 4]}"
_CLOSING = {"[": "]", "{": "}"}
_DICT = "; of equal ones a dict keeps only the last, so write such a tree as a text, in quotes"


@dataclass(frozen=True)
class Dice:
    """A chance node: what may come, and how likely each of it is."""

    outcomes: tuple[Any, ...]
    odds: tuple[float, ...]


class TreeGame(Game):
    """A tree given as nested lists, with braces for chance; its leaves are what MAX gets."""

    players = ("MAX", "MIN")

    def __init__(self, tree: Sequence[Any] | Mapping[Any, Any] | str = ((3, 12, 8), (2, 4, 6), (14, 5, 2))) -> None:
        nodes, self.parent, self.first = _flatten(_load(tree) if isinstance(tree, str) else tree)
        self.count = tuple(len(_below(node)) for node in nodes)
        self.worth = tuple(0.0 if count else float(node) for node, count in zip(nodes, self.count, strict=True))
        self.chance = tuple(isinstance(node, Dice) for node in nodes)
        self.has_chance = any(self.chance)
        # The children of a node follow one another, so the odds of all nodes are those of their parents, strung together.
        shares = (
            (0.0,) * count if not isinstance(node, Dice) else node.odds for node, count in zip(nodes, self.count, strict=True)
        )
        self.odds = (0.0, *(share for row in shares for share in row)) if self.has_chance else ()
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
        """The text of a subtree, bit by bit, so that nobody has to write out a million nodes to see the first."""
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
    """A probability the short way: 0.25, but 1/6."""
    text, nearby = str(plain(odds)), Fraction(odds).limit_denominator(1000)
    return str(nearby) if len(text) > 6 and float(nearby) == odds else text


def _load(text: str) -> Any:
    """The tree in a text: JSON itself, with braces for chance, or the path of a file with that in it."""
    source = text
    if not text.lstrip().startswith(("[", "{")):
        if Path(text).suffix != ".json":
            raise GameError(
                f"`{text}` is no tree: give nested lists such as [[3,12],[2,4]], JSON text, or the path of a .json file"
            )
        source = read_text(text, GameError)
    if "{" in source:
        return _Reader(source).tree()
    try:
        return json.loads(source)
    except (ValueError, RecursionError) as error:
        raise GameError(f"the tree is no JSON that can be read: {error}") from error


class _Reader:
    """Reads a tree with braces in it, which JSON would take for objects and quietly drop an outcome that comes twice."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = list(re.finditer(r"[][{},:]|\"[^\"]*\"|[^][{},:\"\s]+|\"", text))
        self.at = 0

    def tree(self) -> Any:
        tree = self._node(0)
        if self.at < len(self.words):
            raise self._unreadable("there is more after the end of the tree")
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
            raise self._unreadable("a number, a [ or a { should stand here") from None

    def _inside(self, opening: str, depth: int) -> Any:
        """What stands between brackets; in braces, a word with a colon after it is a probability."""
        odds: list[str] = []
        inside: list[Any] = []
        while self._peek() != _CLOSING[opening]:
            if inside and self._next() != ",":
                self.at -= 1
                raise self._unreadable(f"a comma or a {_CLOSING[opening]} should stand here")
            if opening == "{" and self._peek(1) == ":":
                odds.append(self._next().strip('"'))
                self.at += 1
            inside.append(self._node(depth + 1))
        self.at += 1
        return inside if opening == "[" else _dice(inside, odds)

    def _peek(self, ahead: int = 0) -> str:
        return self.words[self.at + ahead][0] if self.at + ahead < len(self.words) else ""

    def _next(self) -> str:
        word = self._peek()
        if not word:
            raise self._unreadable("a bracket is not closed")
        self.at += 1
        return word

    def _unreadable(self, why: str) -> GameError:
        rest = self.text[self.words[self.at].start() :] if self.at < len(self.words) else ""
        place = f"at `{rest[:20]}{'...' * (len(rest) > 20)}`" if rest else "at its end"
        return GameError(f"the tree cannot be read {place}: {why}; a chance node looks like {_EXAMPLE}")


def _dice(outcomes: Sequence[Any], odds: Sequence[Any], hint: str = "") -> Dice:
    """A chance node, its probabilities checked; without any, all outcomes are equally likely."""
    if not outcomes:
        raise GameError(f"the tree has a chance node without outcomes; one looks like {_EXAMPLE}")
    if not odds:
        return Dice(tuple(outcomes), (1 / len(outcomes),) * len(outcomes))
    if len(odds) != len(outcomes):
        raise GameError(
            f"the tree has a chance node with {len(outcomes)} outcomes but {len(odds)} probabilities; give all or none"
        )
    shares = [_share(each) for each in odds]
    if abs((total := math.fsum(shares)) - 1) > 1e-9:
        given = ", ".join(str(each) for each in odds)
        raise GameError(f"the tree has a chance node whose probabilities {given} add up to {total:.10g}, not to 1{hint}")
    return Dice(tuple(outcomes), tuple(shares))


def _share(given: Any) -> float:
    """A probability, from a number or from a text such as 0.5 or 1/6."""
    try:
        share = float(Fraction(given)) if isinstance(given, str | int | float) and not isinstance(given, bool) else 0.0
    except (ValueError, ZeroDivisionError, OverflowError):
        share = 0.0
    if not 0 < share <= 1:
        raise GameError(f"the tree has a chance node with the probability {given}; give one above 0, such as 0.5 or 1/6, up to 1")
    return share


def _below(node: Any) -> Sequence[Any]:
    """The children of a node; none of a leaf."""
    if isinstance(node, Dice):
        return node.outcomes
    return node if isinstance(node, list | tuple) else ()


def _flatten(tree: Any) -> tuple[list[Any], tuple[int, ...], tuple[int, ...]]:
    """All nodes level by level; the parent of each; the first child of each."""
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
                raise GameError("the tree has an empty list in it; a node needs a move, and a leaf is a number")
            nodes.extend(children)
            parent.extend([index] * len(children))
            depth.extend([depth[index] + 1] * len(children))
        elif isinstance(node, set):
            raise GameError(
                f"the tree has {node} in it, a set, which keeps no order; write a tree with braces as a text, in quotes"
            )
        elif not isinstance(node, int | float) or isinstance(node, bool) or not abs(node) <= MAX_WORTH:
            raise GameError(f"the tree has the leaf {node!r} in it; leaves are numbers from -1e8 to 1e8")
        if len(nodes) > MAX_NODES or depth[-1] > MAX_DEPTH:
            raise _too_large()
    return nodes, tuple(parent), tuple(first)


def _too_large() -> GameError:
    return GameError(f"the tree is too large: at most {MAX_NODES} nodes and {MAX_DEPTH} levels")
