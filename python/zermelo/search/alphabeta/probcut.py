"""Multi-ProbCut: a shallow search predicts the deep one, and where the prediction is clear the deep one is not made (Buro 1995, 1997).

The value of a position hardly changes between a search of some depth and one of half that depth. So if the shallow search says that the value is outside the window by more than
a margin, the deep one will mostly say so, too, and the position is left. Sometimes it would not have: hence `exact=False`.

The margin belongs to the game's evaluation, to the depth and to the stage of the game. Buro fitted it to many games beforehand; here it is learned by trial in each search, so every
game has it without a file. The first margin of a depth is the mean of what the shallow search adds to the evaluation. Then one in `RARE` positions that could be
left is searched all the same. If the prediction was wrong, the margin grows; if it was right, it shrinks a little, so that in the end about `ERRORS` of the predictions
are wrong (Robbins and Monro 1951).
"""

from math import inf, nextafter

from zermelo.game import Game
from zermelo.search import score
from zermelo.search.alphabeta.technique import AlphaBeta, Node, Technique

TRIAL = -3
"""Stands for the last move where a prediction is put to the test, and no other is made."""
LEAST_DEPTH, DEEPEST = 4, 31
"""The least and the greatest depth at which it is used."""
ENOUGH, RARE = 16, 8
"""The positions by which the first margin of a depth is measured; then one in so many predictions is put to the test."""
ERRORS, STEP = 1 / 16, 0.5
"""The share of predictions that may be wrong, and how fast the margin changes."""


class Margin:
    """How far outside the window the value of a shallow search must be, at one depth."""

    def __init__(self) -> None:
        self.margin = self.changes = 0.0
        self.measured = self.predictions = 0

    def measure(self, change: float) -> None:
        """A shallow search has changed the evaluation by so much."""
        self.measured += 1
        self.changes += change
        self.margin = self.changes / self.measured

    def test(self, right: bool) -> None:
        """A prediction was put to the test."""
        self.margin *= 1 - STEP * ERRORS if right else 1 + STEP * (1 - ERRORS)


class Probcut(Technique):
    """Learns how well shallow searches predict deep ones."""

    changes_value = True
    heuristics = ("threatened",)
    asks_threat = True

    def __init__(self) -> None:
        self.margins = [Margin() for _ in range(DEEPEST + 1)]

    @classmethod
    def lacks(cls, game: Game) -> str:
        needed = f"compares evaluations at two depths; {game} has no method `evaluate`"
        return "" if game.defines("evaluate") else needed

    @classmethod
    def pays(cls, game: Game) -> bool:
        """Where games have about the same length, so that values change steadily. Elsewhere it made no clear difference; docs/background/stronger-search.md has the matches."""
        return not cls.lacks(game) and game.defines("plies_left")

    def cut(self, search: AlphaBeta, node: Node) -> float | None:
        """The end of the window beyond which the value probably lies. On which side of the window to look, the evaluation says."""
        if node.is_open or not node.whole or node.ply == 0 or node.threatened or node.move == TRIAL:
            return None
        if not LEAST_DEPTH <= node.depth <= DEEPEST or score.is_proven(node.alpha) or score.is_proven(node.beta):
            return None
        known = self.margins[node.depth]
        learns, evaluation = known.measured < ENOUGH, node.evaluated(search)
        high, margin = evaluation >= node.beta, 0.0 if learns else known.margin
        bound = node.beta + margin if high else node.alpha - margin
        window = (nextafter(bound, -inf), bound) if high else (bound, nextafter(bound, inf))
        with search.aside():
            value, _ = search.search(node.s, node.move, predicting(node.depth), node.ply, *window, False)
        if score.is_proven(value):
            search.control.horizon = True
            return value
        if learns:
            known.measure(abs(value - evaluation))
            return None
        if margin == 0.0 or (value < bound if high else value > bound):
            return None
        search.control.horizon = True
        known.predictions += 1
        return self.tested(search, node, high) if known.predictions % RARE == 0 else node.beta if high else node.alpha

    def tested(self, search: AlphaBeta, node: Node, high: bool) -> float:
        """The value of the deep search, by which the margin changes."""
        with search.aside():
            value, _ = search.search(node.s, TRIAL, node.depth, node.ply, node.alpha, node.beta, False)
        self.margins[node.depth].test(value >= node.beta if high else value <= node.alpha)
        return value


def predicting(depth: int) -> int:
    """The depth that predicts a depth: half of it, and even or odd as it is, because evaluations often favour the player who has just moved.

    >>> [predicting(depth) for depth in (4, 5, 6, 7, 8, 12)]
    [2, 1, 2, 3, 4, 6]
    """
    half = depth // 2
    return half - (depth - half) % 2
