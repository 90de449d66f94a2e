"""The base class of techniques: the hooks that alpha-beta calls.

A technique is a file with a class that derives from `Technique` and says what it needs; `options` lists it, and declares the parameter of
the same name that switches it on. Each hook is called for every technique that is on, in the order of that list.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, nextafter
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
    kept: bool = False
    """Whether the table keeps the result: all moves are searched, and the end is not too near."""
    entry: Entry | None = None
    """What the transposition table has about it."""
    first: int = -1
    """The move to try first; -1 for none."""
    extended: int = -1
    """The move to search one ply deeper; -1 for none."""
    threatened: bool = False
    """Whether the player to move must answer a threat, if a technique asks for it."""
    evaluation: float = inf
    """What `evaluate` says, once a technique has asked for it."""
    least: float = -inf
    """No score of this position is less."""
    most: float = inf
    """No score of this position is greater."""

    @property
    def is_open(self) -> bool:
        """Whether there is room for a value between alpha and beta."""
        return nextafter(self.alpha, inf) < self.beta

    def evaluated(self, search: AlphaBeta) -> float:
        """What `evaluate` says."""
        if self.evaluation == inf:
            self.evaluation = search.rules.evaluate(self.s, self.player)
        return self.evaluation


@dataclass(frozen=True)
class Candidate:
    """A move that is about to be searched."""

    move: int
    index: int
    """Its place in the order."""
    quiet: bool
    """Whether it is not noisy; if no technique asks, all moves count as quiet."""


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
    on_views = True
    """Whether it works where many players are seen as two sides, although the game itself knows nothing of sides."""
    heuristics: tuple[str, ...] = ()
    """Methods of the game that it calls, besides `evaluate`."""
    asks_quiet = False
    """Whether it must know which moves are quiet."""
    asks_threat = False
    """Whether it must know where the player to move must answer a threat."""

    @classmethod
    def lacks(cls, game: Game) -> str:
        """What the technique needs and a game does not have; empty if it fits."""
        if cls.needs_noisy and not game.defines("noisy"):
            return f"needs a method `noisy` that says which moves may change the evaluation a lot; {game} has none"
        return ""

    @classmethod
    def pays(cls, game: Game) -> bool:
        """Whether a ready-made set of options uses it in a game."""
        return not cls.lacks(game)

    def root_value(self, search: AlphaBeta, within: Within, guess: float | None) -> tuple[float, Line] | None:
        """The root's value and line, if the technique chooses the windows; `guess` is the last iteration's value."""

    def is_repeated(self, search: AlphaBeta, s: State, ply: int) -> bool:  # noqa: ARG002
        """Whether an unfinished position counts as a draw, because it has occurred before."""
        return False

    def deeper(self, search: AlphaBeta, depth: int, ply: int) -> int:  # noqa: ARG002
        """By how many plies a position is searched deeper in which the player to move must answer a threat."""
        return 0

    def horizon(self, search: AlphaBeta, s: State, player: int, ply: int, alpha: float, beta: float) -> tuple[float, Line] | None:
        """The value of a position at the depth limit, with its line, instead of its evaluation."""

    def cut(self, search: AlphaBeta, node: Node) -> float | None:
        """A bound of the value outside the window, if that is clear without searching the moves."""

    def moves(self, search: AlphaBeta, node: Node) -> list[int] | None:
        """The moves to search, if a technique knows that the others do not matter; it may also set `least` and `most`."""

    def prepare(self, search: AlphaBeta, node: Node) -> None:
        """Called before the moves are ordered; may set `first`, `extended` and `evaluation`."""

    def skip(self, search: AlphaBeta, node: Node, candidate: Candidate, low: float) -> float | None:
        """The most that a move is thought to reach, if it is to be skipped. Never asked before a move is known that does not lose."""

    def reduction(self, search: AlphaBeta, node: Node, candidate: Candidate) -> int:  # noqa: ARG002
        """By how many plies a quiet move is first searched less deep."""
        return 0

    def searched(self, search: AlphaBeta, node: Node, quiet: bool, value: float) -> None:
        """Called after a move was searched."""
