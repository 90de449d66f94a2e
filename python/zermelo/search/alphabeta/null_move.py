"""Null move: if even passing reaches beta, a real move will as well (Beal 1989; Donninger 1993).

In most games it is an advantage to have the move. So if the evaluation is at least beta, the player to move passes, and the
opponent's reply is searched with less depth: if the score is still at least beta, the node is left. In zugzwang, where every
move hurts, this gives a wrong value; hence `exact=False`.
"""

from math import inf, nextafter

from zermelo.errors import AgentError
from zermelo.game import Game
from zermelo.search import score
from zermelo.search.alphabeta.technique import AlphaBeta, Node, Technique

PASS = -2
"""The number of the pass; no two passes follow each other."""
LEAST_DEPTH, LESS = 3, 3
"""The least depth for it, and by how much the search is shallower, including the ply of the pass."""


class NullMove(Technique):
    changes_value = True

    @classmethod
    def check(cls, game: Game, who: str) -> None:
        why = None
        if not game.out_of_turn:
            why = "says out_of_turn = False"
        elif game.defines("to_move") or "turn" not in game.layout.fields:
            why = "has its own `to_move` or no field `turn`"
        elif game.rules.players != 2:
            why = "is not for two players"
        if why is not None:
            raise AgentError(f"{who}: null_move needs a game in which a search may let a player pass, but {game} {why}")

    def cut(self, search: AlphaBeta, node: Node) -> float | None:
        """A score of at least beta that the player to move gets by passing, if there is one."""
        beta, depth = node.beta, node.depth
        if not node.whole or node.ply == 0 or node.move == PASS:
            return None
        if not LEAST_DEPTH <= depth < score.UNLIMITED or score.is_proven(beta):
            return None
        if search.rules.evaluate(node.s, node.player) < beta:
            return None
        child = search.rules.with_turn(node.s, 1 - node.player)
        with search.aside():
            value, _ = search.search(child, PASS, depth - LESS, node.ply + 1, -beta, -nextafter(beta, -inf), False)
        if -value < beta:
            return None
        search.control.horizon = True
        return beta if score.is_proven(value) else -value  # a win after a pass does not prove a win
