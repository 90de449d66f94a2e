"""Extensions: a position in which the player to move must answer a threat is searched one ply deeper.

A check, or another threat that must be answered, only delays what comes. Without the extension it would push a loss beyond the depth limit (the horizon effect). No line
becomes more than twice as long as the depth of the iteration.
"""

from zermelo.game import Game
from zermelo.search import score
from zermelo.search.alphabeta.technique import AlphaBeta, Technique


class Extensions(Technique):
    asks_threat = True
    heuristics = ("threatened",)

    @classmethod
    def lacks(cls, game: Game) -> str:
        needed = f"needs a method `threatened` that says where a threat must be answered; {game} has none"
        return "" if game.defines("threatened") else needed

    def deeper(self, search: AlphaBeta, depth: int, ply: int) -> int:
        return 1 if depth < score.UNLIMITED and 0 < ply < 2 * search.depth else 0
