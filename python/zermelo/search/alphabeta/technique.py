"""The base class of techniques: the hooks that alpha-beta calls.

A technique is a file with a class that derives from `Technique` and says what it needs; `options` lists it, and declares the parameter of
the same name that switches it on. Each hook is called for every technique that is on, in the order of that list.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any

from zermelo.game import Game, State
from zermelo.search import Entry, Line

if TYPE_CHECKING:
    from zermelo.search.alphabeta.search import AlphaBeta as AlphaBeta
else:
    AlphaBeta = Any  # the search imports its techniques

Within = Callable[[float, float], tuple[float, Line]]
"""Searches the root within a window, and returns its value and line."""


@dataclass
class Node:
    """A position whose moves are about to be searched."""

    s: State
    player: int
    move: int
    """The move that led here."""
    depth: int
    ply: int
    alpha: float
    beta: float
    whole: bool
    """Whether all moves are searched, and not all but some."""
    entry: Entry | None
    """What the transposition table has about it."""
    first: int
    """The move to try first; -1 for none."""
    extended: int = -1
    """The move to search one ply deeper; -1 for none."""
    evaluation: float = inf
    """What `evaluate` says, if a technique asks for it."""


class Technique:
    """A technique that does nothing; each hook may be overridden."""

    needs_table = False
    """Whether it relies on the transposition table."""
    needs_noisy = False
    """Whether it only makes sense for games that have `noisy`."""
    one_line = False
    """Whether it cannot find several lines."""
    needs_exact = False
    """Whether it goes wrong if others change the value."""
    changes_value = False
    """Whether it may change the value, so that users must say `exact=False`."""
    heuristics: tuple[str, ...] = ()
    """Methods of the game that it calls, besides `evaluate`."""
    asks_quiet = False
    """Whether it must know which moves are quiet. If no technique asks, all moves count as quiet."""

    @classmethod
    def check(cls, game: Game, who: str) -> None:
        """Raise AgentError if the technique does not fit the game for another reason."""

    def root_value(self, search: AlphaBeta, within: Within, guess: float | None) -> tuple[float, Line] | None:
        """The root's value and line, if the technique chooses the windows; `guess` is the last iteration's value."""

    def is_repeated(self, search: AlphaBeta, s: State, ply: int) -> bool:  # noqa: ARG002
        """Whether an unfinished position counts as a draw, because it has occurred before."""
        return False

    def horizon(self, search: AlphaBeta, s: State, player: int, ply: int, alpha: float, beta: float) -> tuple[float, Line] | None:
        """The value of a position at the depth limit, with its line, instead of its evaluation."""

    def cut(self, search: AlphaBeta, node: Node) -> float | None:
        """A score of at least beta, if that is clear without searching the moves."""

    def prepare(self, search: AlphaBeta, node: Node) -> None:
        """Called before the moves are ordered; may set `first`, `extended` and `evaluation`."""

    def skip(self, node: Node, low: float) -> float | None:
        """The most that a quiet move can reach, if that is not above `low`: the move is then skipped. Never asked for the first move."""

    def reduction(self, node: Node, index: int) -> int:  # noqa: ARG002
        """By how many plies a quiet move is first searched less deep; `index` is its place in the order."""
        return 0

    def searched(self, node: Node, quiet: bool, value: float) -> None:
        """Called after a move was searched."""
