"""Null move: if even passing reaches beta, a real move will as well (Beal 1989; Donninger 1993).

In most games it is an advantage to have the move. So if the evaluation is at least beta, the player to move passes, and the
opponent's reply is searched with less depth: if the score is still at least beta, the node is left. In zugzwang, where every
move hurts, this gives a wrong value; hence `exact=False`. Zugzwang is likely where there are few moves: there a search without the pass, to the same
smaller depth, must agree. Nobody passes under a threat.
"""

from math import inf, nextafter

from zermelo.game import Game
from zermelo.search import score
from zermelo.search.alphabeta.technique import AlphaBeta, Node, Technique

PASS = -2
"""The number of the pass; no two passes follow each other."""
LEAST_DEPTH, LESS, SLOPE = 3, 3, 4
"""The least depth for it. The search is shallower by `LESS` plies, including that of the pass, and one more for each `SLOPE` plies of depth."""
FEW = 14
"""Up to so many moves, zugzwang is likely."""


class NullMove(Technique):
    changes_value = True
    asks_threat = True
    heuristics = ("threatened",)

    @classmethod
    def lacks(cls, game: Game) -> str:
        why = ""
        if not game.out_of_turn:
            why = "says out_of_turn = False"
        elif game.defines("to_move") or "turn" not in game.layout.fields:
            why = "has its own `to_move` or no field `turn`"
        elif game.rules.players != 2:
            why = "is not for two players"
        return f"needs a game in which a search may let a player pass, but {game} {why}" if why else ""

    @classmethod
    def pays(cls, game: Game) -> bool:
        """Where the game tells threats apart. In Othello, Breakthrough, Isolation and Connect Four it seemed to lose games; 60 to 80 games each do not prove it."""
        return not cls.lacks(game) and game.defines("threatened")

    def cut(self, search: AlphaBeta, node: Node) -> float | None:
        """A score of at least beta that the player to move gets by passing, if there is one."""
        beta, depth = node.beta, node.depth
        if not node.whole or node.ply == 0 or node.move == PASS or node.threatened:
            return None
        if not LEAST_DEPTH <= depth < score.UNLIMITED or score.is_proven(beta) or node.evaluated(search) < beta:
            return None
        less = max(depth - LESS - depth // SLOPE, 0)
        below = nextafter(beta, -inf)
        child = search.rules.with_turn(node.s, 1 - node.player)
        with search.aside():
            value, _ = search.search(child, PASS, less, node.ply + 1, -beta, -below, False)
            if -value < beta:
                return None
            if (
                len(search.rules.moves(node.s)) <= FEW
                and search.search(node.s, PASS, less, node.ply, below, beta, False)[0] < beta
            ):
                return None
        search.control.horizon = True
        return beta if score.is_proven(value) else -value  # a win after a pass does not prove a win
