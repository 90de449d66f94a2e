"""Games in SGF (Smart Game Format, FF[4]), which programs for Go, Hex and Othello read.

    (;FF[4]GM[1]SZ[9]KM[7]PB[uct(playouts=100)]PW[random(seed=1)]RE[B+12.5]     the game, its players and its result
    ;B[ee]C[+0.12 0.031s]                                                       one node for each move,
    ;W[])                                                                       here a pass

A collection is one tree after the other. In a text, a backslash stands before `]` and before another backslash.

The standard is Arno Hollosi, "SGF File Format FF[4]" (1997-2021), https://www.red-bean.com/sgf.
"""

from collections.abc import Iterable, Mapping, Sequence
from string import ascii_lowercase

Node = Mapping[str, str | Sequence[str]]
"""Properties by name, each with one value or several."""


def write(nodes: Iterable[Node]) -> str:
    r"""One game tree without variations.

    >>> write([{"FF": "4", "C": "a [note]"}, {"B": "ee"}, {"AW": ("aa", "bb")}])
    '(;FF[4]C[a [note\\]]\n;B[ee]\n;AW[aa][bb])\n'
    """
    return "(" + "\n".join(";" + "".join(_property(name, value) for name, value in node.items()) for node in nodes) + ")\n"


def point(column: int, row: int) -> str:
    """A point by two letters; columns and rows are counted from the upper left corner.

    >>> point(2, 0)
    'ca'
    """
    return ascii_lowercase[column] + ascii_lowercase[row]


def _property(name: str, value: str | Sequence[str]) -> str:
    values = [value] if isinstance(value, str) else value
    return name + "".join(f"[{_escaped(each)}]" for each in values) if values else ""


def _escaped(text: str) -> str:
    return " ".join(text.replace("\\", "\\\\").replace("]", "\\]").split())
