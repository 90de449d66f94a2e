"""A game given by its tree, for textbook examples: a list is a choice, a number is a leaf with its value for MAX.

    tree([[3,12,8],[2,4,6],[14,5,2]])        MAX chooses a list, MIN a number in it; the value is 3

For several players, a leaf is a tuple with one number for each. They are A, B, C and so on, and move in turn.

    tree([[(6,3,0),(1,2,6)],[(4,4,1),(3,1,5)]])        A chooses a list, B a tuple in it; max^n gives (6, 3, 0)

The tree may also be a text, or the path of a file with such a text. The first player begins. Nodes are numbered level by level, so the
children of a node are `first[node]`, `first[node] + 1` and so on.

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
SEATS = "ABCDEFGH"
"""The players of a tree with several numbers at each leaf."""
LECTURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
MAX_TEXT = 400
"""`show` shortens the text of a subtree to so many characters."""
_EXAMPLE = "{0.5: [2, 4], 0.5: [7, 4]}"
_PAYOFFS = "[(6, 3, 0), (1, 2, 6)]"
_WORD = re.compile(r"[][{}(),:]|\"[^\"]*\"|[^][{}(),:\"\s]+|\"")
_CLOSING = {"[": "]", "{": "}", "(": ")"}
_DICT = "; a dict keeps only the last of equal keys, so write this tree as a text in quotes"


@dataclass(frozen=True)
class Dice:
    """A chance node: its outcomes and their probabilities."""

    outcomes: tuple[Any, ...]
    odds: tuple[float, ...]


class TreeGame(Game):
    """A tree given as nested lists, with braces for chance; leaves have a number for MAX, or one for each player.

    Goal: MAX wants to reach a leaf with a high number, MIN one with a low number. If a leaf has a number for each player, all
    of them want a high number of their own. It is a game for examples from textbooks, and you see the whole tree.

    Setup: The game starts at the root of the tree. MAX begins, or player A.

    Moves: The players take turns: MAX and MIN, or A, B, C and so on. The player to move chooses one of the branches below the
    present node; branches are numbered from the left. At a chance node the branch is drawn by its probability, and then the
    next player is on turn.

    End: The game is over at a leaf. Its number is what MAX gains and MIN loses. Of several numbers each player gets their own.

    Variants: Any tree can be given, with or without chance, for 2 to 8 players. In the usual one MAX chooses one of three
    groups of three numbers, and MIN chooses a number of that group.
    """

    players: tuple[str, ...] = ("MAX", "MIN")

    def __init__(self, tree: Sequence[Any] | Mapping[Any, Any] | str = LECTURE) -> None:
        nodes, self.parent, self.first = _flatten(_load(tree) if isinstance(tree, str) else tree)
        self.count = tuple(len(_below(node)) for node in nodes)
        leaves = [node for node, count in zip(nodes, self.count, strict=True) if not count]
        if isinstance(leaves[0], tuple):
            self.players = tuple(SEATS[: len(leaves[0])])
            self.zero_sum = all(abs(math.fsum(leaf)) <= 1e-9 for leaf in leaves)
        self.seats = len(self.players)
        # One number for each node and player: that of player p at node n is worth[n * seats + p].
        rows = (_payoffs(node, self.seats) for node in nodes)
        self.worth = tuple(float(number) for row in rows for number in row)
        self.chance = tuple(isinstance(node, Dice) for node in nodes)
        self.has_chance = any(self.chance)
        # The children of a node have consecutive numbers, so the odds of all nodes are those of their parents in order.
        shares = (node.odds if isinstance(node, Dice) else (0.0,) * len(_below(node)) for node in nodes)
        self.odds = (0.0, *(share for row in shares for share in row)) if self.has_chance else ()
        self.bounds = _bounds(self.worth, self.seats, self.zero_sum)
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
            s.turn = s.turn if self.chance[s.node] else (s.turn + 1) % self.seats
        else:
            s.turn = (s.turn + 1) % self.seats
        s.node = self.first[s.node] + move

    def over(self, s: State) -> bool:
        return not self.count[s.node]

    def utility(self, s: State, player: int) -> float:
        return float(self.worth[s.node * self.seats + player])

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
        return f"at {' '.join(map(str, self.path(s.node))) or 'root'}: {self._below(s.node)}"

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

    def leaf_text(self, node: int) -> str:
        """A leaf as it is written in a tree: `3`, or `(6, 3, 0)`."""
        worth = [str(plain(number)) for number in self.worth[node * self.seats : (node + 1) * self.seats]]
        return worth[0] if self.players == TreeGame.players else f"({', '.join(worth)})"

    def path(self, node: int) -> list[int]:
        """The moves that lead to a node, as numbers from 1."""
        return _path(node, self.parent, self.first)

    def text(self, node: int = 0) -> str:
        """The tree below a node as it is written."""
        return "".join(self._tokens(node))

    def children(self, node: int) -> range:
        return range(self.first[node], self.first[node] + self.count[node])

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
            yield self.leaf_text(node)
            return
        opening = "{" if self.chance[node] else "["
        for child in self.children(node):
            yield opening if child == self.first[node] else ", "
            if self.chance[node]:
                yield f"{_fraction(self.odds[child])}: "
            yield from self._tokens(child)
        yield _CLOSING[opening]


def _payoffs(node: Any, seats: int) -> Sequence[float]:
    """What a leaf is worth to each player; zeros for other nodes."""
    if isinstance(node, tuple):
        return node
    return (node, -node) if isinstance(node, int | float) else (0.0,) * seats


def _bounds(worth: Sequence[float], seats: int, zero_sum: bool) -> tuple[float, float]:
    """Bounds that no leaf reaches, so that none counts as a win and values are shown unchanged.

    With three or more players and zero sum the bounds are tight instead: pruning in max^n needs the least that a player can get.
    """
    least, most = min(worth), max(worth)
    if zero_sum and seats > 2:
        return (least, (1 - seats) * least) if least < 0 else (-1.0, seats - 1.0)
    limit = 1 + max(most, -least)
    return (-limit, limit)


def _path(node: int, parent: Sequence[int], first: Sequence[int]) -> list[int]:
    path: list[int] = []
    while node > 0:
        path.append(node - first[parent[node]] + 1)
        node = parent[node]
    return path[::-1]


def _fraction(odds: float) -> str:
    """A probability in its shorter form: 0.25, but 1/6."""
    text, nearby = str(plain(odds)), Fraction(odds).limit_denominator(1000)
    return str(nearby) if len(text) > 6 and float(nearby) == odds else text


def _load(text: str) -> Any:
    """The tree in a text: JSON with braces for chance and tuples at leaves, or the path of a file that holds such a text."""
    source = text
    if not text.lstrip().startswith(("[", "{")):
        if Path(text).suffix != ".json":
            raise GameError(
                f"`{text}` is not a tree; use nested lists such as [[3,12],[2,4]], JSON text, or the path of a .json file"
            )
        source = read_text(text, GameError, MAX_BYTES)
    if "{" in source or "(" in source:
        return _Reader(source).tree()
    try:
        return json.loads(source)
    except (ValueError, RecursionError) as error:
        raise GameError(f"the tree is not valid JSON: {error}") from error


class _Reader:
    """Reads a tree with braces or tuples. JSON would read braces as objects and drop outcomes with equal keys; it has no tuples."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = _WORD.findall(text)
        self.braces = "{" in text
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
            raise self._unreadable("expected a number, [ or {" if self.braces else "expected a number, [ or (") from None

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
        return inside if opening == "[" else tuple(inside) if opening == "(" else _dice(inside, odds)

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
        example = f"a chance node looks like {_EXAMPLE}" if self.braces else f"a tree for three players looks like {_PAYOFFS}"
        return GameError(f"the tree cannot be read {place}: {why}; {example}")


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
    known = isinstance(given, str | int | float) and not isinstance(given, bool)
    try:
        # Only 1/6 needs a fraction, and `Fraction` would work for minutes on 1e99999999.
        share = 0.0 if not known else float(Fraction(given) if "/" in str(given) else given)
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
    return node if isinstance(node, list) else ()


def _flatten(tree: Any) -> tuple[list[Any], tuple[int, ...], tuple[int, ...]]:
    """All nodes level by level, the parent of each, and the first child of each."""
    if isinstance(tree, tuple):
        raise GameError(f"the tree is {tree!r:.60}, but a tuple is a leaf; write choices in square brackets, as in {_PAYOFFS}")
    if not isinstance(tree, list | Mapping | Dice | set):
        raise GameError(f"a tree is a list with a list or a number for each move, not {tree!r}")
    nodes: list[Any] = [tree]
    parent, first, depth = [0], [], [0]
    leaf = -1
    for index, node in enumerate(nodes):
        first.append(len(nodes))
        if isinstance(node, Mapping):
            node = nodes[index] = _dice(tuple(node.values()), tuple(node), _DICT)
        if isinstance(node, list | Dice):
            children = _below(node)
            if not children:
                raise GameError("the tree has an empty list; a node needs at least one move, and a leaf is a number")
            nodes.extend(children)
            parent.extend([index] * len(children))
            depth.extend([depth[index] + 1] * len(children))
        elif isinstance(node, set):
            raise GameError(f"the tree has the set {node}, which has no order; write a tree with braces as a text in quotes")
        else:
            leaf = index if leaf < 0 else leaf
            wrong = _wrong_leaf(node, nodes[leaf])
            if wrong:
                places = (f"at {' '.join(map(str, _path(each, parent, first)))}" for each in (index, leaf))
                raise GameError("the tree has " + wrong.format(*places))
        if len(nodes) > MAX_NODES or depth[-1] > MAX_DEPTH:
            raise _too_large()
    return nodes, tuple(parent), tuple(first)


def _wrong_leaf(node: Any, other: Any) -> str:
    """What is wrong with a leaf, alone or beside another one, with gaps for their places; empty if nothing is."""
    numbers = node if isinstance(node, tuple) else (node,)
    told = str(node if isinstance(node, tuple) else f"{node!r}")[:60].replace("{", "{{").replace("}", "}}")
    if any(isinstance(number, list | tuple | Mapping | Dice | set) for number in numbers):
        return f"the leaf {told} {{0}}; a leaf has only numbers, so write choices in square brackets"
    if any(not isinstance(number, int | float) or isinstance(number, bool) or not abs(number) <= MAX_WORTH for number in numbers):
        return f"the leaf {told} {{0}}; leaves are numbers from -1e8 to 1e8"
    if isinstance(node, tuple) and not 2 <= len(node) <= len(SEATS):
        return f"the leaf {told} {{0}}; give one number for each player, for 2 to {len(SEATS)} players"
    if isinstance(node, tuple) != isinstance(other, tuple):
        return f"the leaf {told} {{0}}, but {other} {{1}}; give every leaf one number, or every leaf one for each player"
    if isinstance(node, tuple) and len(node) != len(other):
        return f"the leaf {told} {{0}}, but {other} {{1}}; give every leaf one number for each player"
    return ""


def _too_large() -> GameError:
    return GameError(f"the tree is too large: at most {MAX_NODES} nodes and {MAX_DEPTH} levels")
