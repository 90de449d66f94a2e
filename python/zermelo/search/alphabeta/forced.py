"""Forced moves: search only the moves that do not decide the game at once, where the game can tell them (`forced`).

A game such as Connect Four sees a win in one move, and a threat that must be answered, without playing anything. Then most moves of many
positions need no search: beside a win all others, beside an answer to a threat all that ignore it. Below the root the search therefore
asks `forced` in place of `moves`. At the root users see all moves.

The value and its distance stay the same. If a move wins at once, no other is better. A move that lets the opponent win at once is worth a loss
in two plies, and a move that is kept is worth no less. This needs two plies of depth: with one ply left the search without `forced` would not
see the opponent's win, and evaluate the position before it.

Two moves or more also say that neither player decides the game with the next two plies. So from a node at `ply` a win takes two plies or more,
and a loss three or more, which ends many searches for a short win two plies sooner.
"""

from zermelo.game import Game
from zermelo.search import score
from zermelo.search.alphabeta.technique import AlphaBeta, Node, Technique

LEAST_DEPTH = 2


class Forced(Technique):
    heuristics = ("forced",)
    on_views = False

    @classmethod
    def lacks(cls, game: Game) -> str:
        needed = f"needs a method `forced` that says which moves do not lose at once; {game} has none"
        return "" if game.defines("forced") else needed

    def moves(self, search: AlphaBeta, node: Node) -> list[int] | None:
        if node.ply == 0 or node.depth < LEAST_DEPTH or not node.whole:
            return None
        moves = search.rules.forced(node.s)
        if len(moves) > 1:
            node.least, node.most = -score.soonest(node.ply + 2), score.soonest(node.ply + 1)
        return moves
