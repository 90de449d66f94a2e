"""Games in SGF (Smart Game Format), which programs for Go, Hex, Othello and backgammon read.

    (;FF[4]GM[1]SZ[9]KM[7]PB[uct(playouts=100)]PW[random(seed=1)]RE[B+12.5]     the game, its players and its result
    ;B[ee]C[+0.12 0.031s]                                                       one node for each move,
    (;W[])                                                                      here a pass,
    (;W[cc];B[gc]))                                                             and a variation in place of it

A collection is one tree after the other; what stands between trees does not count. In a text, a backslash stands before `]` and before another
backslash. The reader takes FF[4] and the older forms, which allow small letters in names of properties.

Nothing is lost: values are kept as they are written, with their backslashes; `plain` takes these off. A tree is a row of nodes, each with the number
of its parent, in the order of the text. So the depth of a tree does not matter, and the first child of each node is the main line.

The standard is Arno Hollosi, "SGF File Format FF[4]" (1997-2021), https://www.red-bean.com/sgf.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase

from zermelo.errors import ZermeloError

Node = Mapping[str, str | Sequence[str]]
"""Properties by name, each with one value or several."""
_BEGIN = re.compile(r"\(\s*+(?=;)")
_TOKEN = re.compile(r"\s*+(?:(?P<mark>[();])|(?P<name>[A-Za-z]++)\s*+(?=\[)|$)")
_VALUE = re.compile(r"\s*+\[((?:[^\]\\]++|\\.)*+)\]", re.DOTALL)


class SgfError(ZermeloError):
    """A text is not a game in SGF, or not of a game that can be replayed."""


@dataclass(frozen=True)
class SgfNode:
    """The properties of a node in their order, with values as they are written, and the number of its parent; -1 for the root."""

    properties: tuple[tuple[str, tuple[str, ...]], ...] = ()
    parent: int = -1
    line: int = field(default=1, compare=False)
    """The line of the file on which the node begins."""

    def values(self, name: str) -> tuple[str, ...]:
        """All values of a property, as plain text; empty if the node does not have it."""
        return tuple(plain(value) for known, values in self.properties if capitals(known) == name for value in values)

    def value(self, name: str, otherwise: str = "") -> str:
        """The first value of a property, without spaces around it."""
        return next((value.strip() for value in self.values(name)), otherwise)


@dataclass(frozen=True)
class SgfTree:
    """One game with its variations: nodes, parents before their children."""

    nodes: tuple[SgfNode, ...]

    def main_line(self) -> list[SgfNode]:
        """The root, its first child, the first child of that, and so on."""
        firsts: dict[int, int] = {}
        for number, node in enumerate(self.nodes):
            firsts.setdefault(node.parent, number)
        line, at = [], firsts.get(-1)
        while at is not None:
            line.append(self.nodes[at])
            at = firsts.get(at)
        return line

    @property
    def variations(self) -> int:
        """How many lines the tree has besides the main line."""
        parents = {node.parent for node in self.nodes}
        return sum(number not in parents for number in range(len(self.nodes))) - 1

    def written(self) -> str:
        r"""The tree as text.

        >>> print(SgfTree((SgfNode((("FF", ("4",)),)), SgfNode((("B", ("ee",)),), 0), SgfNode((("B", ("cc",)),), 0))).written(), end="")
        (;FF[4]
        (;B[ee])
        (;B[cc]))
        """
        children: list[list[int]] = [[] for _ in self.nodes]
        for number, node in enumerate(self.nodes):
            if node.parent >= 0:
                children[node.parent].append(number)
        parts: list[str] = ["("]
        waiting: list[str | int] = [")\n", 0]
        while waiting:
            part = waiting.pop()
            if isinstance(part, str):
                parts.append(part)
                continue
            parts.append(
                ";" + "".join(name + "".join(f"[{each}]" for each in values) for name, values in self.nodes[part].properties)
            )
            after = children[part]
            if len(after) == 1:
                waiting += [after[0], "\n"]
            else:
                for child in reversed(after):
                    waiting += [")", child, "\n("]
        return "".join(parts)


def read_all(text: str) -> Iterator[SgfTree]:
    r"""The games of a text, one by one.

    >>> [tree.variations for tree in read_all("(;GM[1](;B[aa])(;B[bb]C[a \\] b]))(;GM[2])")]
    [1, 0]
    """
    text = re.sub(r"\r\n?", "\n", text) if "\r" in text else text
    at, line = 0, 1
    while (begin := _BEGIN.search(text, at)) is not None:
        line += text.count("\n", at, begin.end())
        nodes, end, line = _tree(text, begin.end(), line)
        yield SgfTree(tuple(nodes))
        at = end


def _tree(text: str, at: int, line: int) -> tuple[list[SgfNode], int, int]:
    """The nodes of the tree whose bracket was opened before a place, the place after it, and its line."""
    nodes: list[SgfNode] = []
    properties: list[tuple[str, tuple[str, ...]]] = []
    open_at, current = [-1], -1

    def settle() -> None:
        if properties:
            nodes[-1] = SgfNode(tuple(properties), nodes[-1].parent, nodes[-1].line)
            properties.clear()

    while True:
        token = _TOKEN.match(text, at)
        if token is None or (token["mark"] is None and token["name"] is None):
            line += text.count("\n", at, at + len(text[at:]) - len(text[at:].lstrip()))
            raise SgfError(f"line {line} of the SGF cannot be read{_where(text, at)}")
        line += text.count("\n", at, token.end())
        at = token.end()
        if token["name"]:
            values, at, line = _values(text, at, line)
            properties.append((token["name"], values))
            continue
        settle()
        if token["mark"] == ";":
            nodes.append(SgfNode((), current, line))
            current = len(nodes) - 1
        elif token["mark"] == "(":
            open_at.append(current)
            if not re.compile(r"\s*+;").match(text, at):
                raise SgfError(f"line {line} of the SGF: a variation begins without a node; a semicolon must follow the bracket")
        else:
            current = open_at.pop()
            if not open_at:
                return nodes, at, line


def _values(text: str, at: int, line: int) -> tuple[tuple[str, ...], int, int]:
    values = []
    while (match := _VALUE.match(text, at)) is not None:
        values.append(match[1])
        line += text.count("\n", at, match.end())
        at = match.end()
    if not values:
        raise SgfError(f"line {line} of the SGF: the value in square brackets does not end; close it with ]")
    return tuple(values), at, line


def _where(text: str, at: int) -> str:
    rest = text[at:].lstrip()[:20].partition("\n")[0]
    return f" at `{rest}`" if rest else ": the tree does not end; close it with )"


def capitals(name: str) -> str:
    """The name of a property without its small letters, which older files have: `Black` is B.

    >>> capitals("CoPyright")
    'CP'
    """
    return name if name.isupper() else "".join(letter for letter in name if letter.isupper())


def plain(value: str) -> str:
    r"""A value without the backslashes that protect characters, and without line ends that a backslash hides.

    >>> plain("a [note\\] with \\\\")
    'a [note] with \\'
    """
    return (
        re.sub(r"\\(.)", lambda match: "" if match[1] == "\n" else match[1], value, flags=re.DOTALL) if "\\" in value else value
    )


def escaped(text: str) -> str:
    """A text on one line, as a value is written."""
    return " ".join(text.replace("\\", "\\\\").replace("]", "\\]").split())


def write(nodes: Iterable[Node]) -> str:
    r"""One game tree without variations.

    >>> write([{"FF": "4", "C": "a [note]"}, {"B": "ee"}, {"AW": ("aa", "bb")}])
    '(;FF[4]C[a [note\\]]\n;B[ee]\n;AW[aa][bb])\n'
    """
    rows = ([(name, [value] if isinstance(value, str) else value) for name, value in node.items()] for node in nodes)
    made = (tuple((name, tuple(map(escaped, values))) for name, values in row if values) for row in rows)
    return SgfTree(tuple(SgfNode(properties, number - 1) for number, properties in enumerate(made))).written()


def point(column: int, row: int) -> str:
    """A point by two letters; columns and rows are counted from the upper left corner.

    >>> point(2, 0)
    'ca'
    """
    return ascii_lowercase[column] + ascii_lowercase[row]


def points(values: Iterable[str]) -> list[str]:
    """Points with rectangles written out: aa:bb is aa ba ab bb.

    >>> points(["cc", "aa:ba"])
    ['cc', 'aa', 'ba']
    """
    found: list[str] = []
    for value in values:
        corners = re.fullmatch(r"\s*([a-z])([a-z])\s*:\s*([a-z])([a-z])\s*", value)
        if corners is None:
            found.append(value.strip())
            continue
        left, top, right, bottom = (ascii_lowercase.index(letter) for letter in corners.groups())
        found += [point(column, row) for row in range(top, bottom + 1) for column in range(left, right + 1)]
    return found
