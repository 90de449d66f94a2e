"""The most that a player can still get: where that is too little, the moves need no search.

A game may know a limit: in Othello, discs that can never be turned again (stability cutoffs: Buro 1997; Andersson 1999). If the player to
move can get at most alpha, the node fails low; if the opponent can, it fails high. The game's `at_most` is asked only if the
window expects the player in question to be ahead, because otherwise it hardly ever says enough.

In a search to the end of the game the limit is a bound of the value. With a depth limit the value may be a guess, and guesses are not limited: then it
only says that no win is left, which counts where a win has been found elsewhere. In both cases the value stays what it is without.
"""

from math import inf

from zermelo.game import Game
from zermelo.game.evaluation import LARGEST
from zermelo.limit import MAX_PLY
from zermelo.search import score
from zermelo.search.alphabeta.technique import AlphaBeta, Node, Technique


class AtMost(Technique):
    heuristics = ("at_most",)
    on_views = False

    @classmethod
    def lacks(cls, game: Game) -> str:
        needed = f"needs a method `at_most` that says how much a player can still get; {game} has none"
        return "" if game.defines("at_most") else needed

    def cut(self, search: AlphaBeta, node: Node) -> float | None:
        """A bound of the value that is outside the window, if there is one."""
        to_end = node.depth == score.UNLIMITED
        least = 0.0 if to_end else LARGEST
        if node.ply == 0:
            return None
        if node.alpha >= least:
            most = ceiling(search.rules.at_most(node.s, node.player), search.bound, to_end)
            if most <= node.alpha:
                return most
        if node.beta <= -least and search.rules.players == 2:
            most = ceiling(search.rules.at_most(node.s, 1 - node.player), search.bound, to_end)
            if -most >= node.beta:
                return -most
        return None


def ceiling(most: float, bound: float, to_end: bool) -> float:
    """The highest score of a player who gets at most this: a win may be near, and a loss as far off as can be."""
    if most >= bound:
        return inf
    if not to_end:
        return LARGEST
    return MAX_PLY - score.WIN if most <= -bound else most
