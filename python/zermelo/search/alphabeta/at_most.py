"""The most that a player can still get: where that is too little, the moves need no search.

A game may know a limit: in Othello, discs that can never be turned again (stability cutoffs: Buro 1997; Andersson 1999); in whist, tricks that
the other team takes for sure. If the player to move can get at most alpha, the node fails low; if the opponent can, it fails high.

In a search to the end of the game the limit is a bound of the value. With a depth limit the value may be a guess, and guesses are not limited: then it
only says that no win is left, which counts where a win has been found elsewhere. In both cases the value stays what it is without.

`at_most` takes time. It is always asked where the window expects the player in question to be ahead, because there it says enough most often. Elsewhere
it is asked as long as that pays: at first always, later only if it was enough in one of sixteen cases.
"""

from math import inf

from zermelo.game import Game
from zermelo.game.evaluation import LARGEST
from zermelo.limit import MAX_PLY
from zermelo.search import score
from zermelo.search.alphabeta.technique import AlphaBeta, Node, Technique

TRIALS = 1000
"""It is asked so often before what it saves is counted."""
RARE = 16
"""One success in so many cases pays."""


class AtMost(Technique):
    heuristics = ("at_most",)
    on_views = False

    def __init__(self) -> None:
        self.asked = self.enough = 0
        """How often it was asked where the player was not expected to be ahead, and how often it was enough."""

    @classmethod
    def lacks(cls, game: Game) -> str:
        needed = f"needs a method `at_most` that says how much a player can still get; {game} has none"
        return "" if game.defines("at_most") else needed

    def cut(self, search: AlphaBeta, node: Node) -> float | None:
        """A bound of the value that is outside the window, if there is one."""
        if node.ply == 0:
            return None
        most = self.limit(search, node, node.player, node.alpha)
        if most is None and search.rules.players == 2:
            most = self.limit(search, node, 1 - node.player, -node.beta)
            return None if most is None else -most
        return most

    def limit(self, search: AlphaBeta, node: Node, player: int, needed: float) -> float | None:
        """The highest score of a player, if it is not more than needed."""
        to_end = node.depth == score.UNLIMITED
        is_ahead = needed >= (0.0 if to_end else LARGEST)
        if not is_ahead and not (to_end and needed > -inf and self.still_pays):
            return None
        most = ceiling(search.rules.at_most(node.s, player), search.bound, to_end)
        if not is_ahead:
            self.asked += 1
            self.enough += most <= needed
        return most if most <= needed else None

    @property
    def still_pays(self) -> bool:
        """Whether it has been enough often enough where the player was not expected to be ahead."""
        return self.asked < TRIALS or RARE * self.enough >= self.asked


def ceiling(most: float, bound: float, to_end: bool) -> float:
    """The highest score of a player who gets at most this: a win may be near, and a loss as far off as can be."""
    if most >= bound:
        return inf
    if not to_end:
        return LARGEST
    return MAX_PLY - score.WIN if most <= -bound else most
