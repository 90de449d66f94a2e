"""Repetition: a position that occurs again is the draw that the rules of the game say.

A state does not know the past, so a search knows it instead: the positions before its root, and the path from the root to the node. The
rules end a game when a position occurs for the third time, or however often they say (`Game.repetitions`). If it occurs on the path for
the second time, the search need not wait: whatever made the players come back will do so again. So such a node is worth a draw at once.

The value of a position then depends on how it was reached, and the transposition table does not know that. Programs live with it, and so
does this one: nothing that was cut by a repetition is called final. But after a move from the root the table does not answer, because there the
opponent may be able to go back to a position of the game.
"""

from zermelo.game import Game, State
from zermelo.search.alphabeta.technique import AlphaBeta, Technique


class Repetition(Technique):
    on_views = False

    def __init__(self) -> None:
        self.path: list[bytes] = []
        """What was met on the way from the root to the node, as `Rules.identity` writes it."""

    @classmethod
    def lacks(cls, game: Game) -> str:
        needed = f"needs a game that says after how many repetitions it is drawn; {game} has repetitions = 0"
        return "" if game.repetitions else needed

    def is_repeated(self, search: AlphaBeta, s: State, ply: int) -> bool:
        rules = search.rules
        identity = rules.identity(s)
        before = self.path[:ply]
        self.path = [*before, identity]
        if ply == 0:
            return False
        return identity in before or search.control.history.count(identity) >= rules.game.repetitions - 1
