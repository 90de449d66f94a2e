"""Ready lessons: the trees that courses on search draw, each with a few words and the search that goes with it.

    >>> from zermelo.animation.lessons import LESSONS, lesson
    >>> recording = lesson("alphabeta").record()
    >>> len(list(recording.steps)), str(recording.plain)
    (34, '13')

A lesson is a position, an agent and a text. Its recording is made when somebody asks for it, by the same search that plays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.agents.registry import agent
from zermelo.animation.payoff_tree import PayoffTree
from zermelo.animation.search import record
from zermelo.errors import ZermeloError, nearest
from zermelo.game.position import Position
from zermelo.games import find
from zermelo.trees.player.recording import Recording


@dataclass(frozen=True)
class Lesson:
    """Something to watch, with a text."""

    name: str
    title: str
    about: str
    game: str | list[Any]
    """As on the command line; a list is a tree for many players."""
    agent: str
    moves: str = ""
    """Played before the lesson begins."""

    def position(self) -> Position:
        """Where the search begins."""
        start = find(self.game).start() if isinstance(self.game, str) else PayoffTree(self.game).start()
        return start.play(self.moves) if self.moves else start

    def record(self) -> Recording:
        """The search, step by step."""
        made = record(self.position(), agent(self.agent))
        made.title, made.about = self.title, self.about
        if not isinstance(self.game, str):
            made.rules = None  # the tree is all there is to see of it
        return made


LECTURE = "tree([[3,12,8],[2,4,6],[14,5,2]])"
SHARES = [[(6, 3, 0), (1, 2, 6)], [(4, 4, 1), (3, 1, 5)]]
DEBTS = [[(2, -1, -1)], [(-1, 3, -2), (-4, 8, -4), (8, -4, -4)]]

_ALL = (
    Lesson(
        "minimax",
        "Minimax",
        "MAX wants the greatest number, MIN the least, and both play as well as they can. Values travel from the leaves to the "
        "root: MIN's three nodes are worth 3, 2 and 2, so MAX goes left and is sure of 3, whatever MIN does.",
        LECTURE,
        "minimax()",
    ),
    Lesson(
        "alphabeta",
        "Alpha-beta",
        "The same tree, with a window at every node: α is what MAX has for sure elsewhere, β what MIN has. In the second branch the "
        "first leaf is a 2. MAX has 3 already, so whatever the other two leaves hold, MAX will not come here: they are cut off.",
        LECTURE,
        "alphabeta()",
    ),
    Lesson(
        "ordering",
        "Good moves first",
        "The leaves of the third branch are the same, but the 2 comes first now. One look at it is enough, and two more leaves are "
        "cut off. Alpha-beta lives on the order of moves; with the best one always first it looks twice as deep in the same time.",
        "tree([[3,12,8],[2,4,6],[2,5,14]])",
        "alphabeta()",
    ),
    Lesson(
        "questions",
        "Ask first, search later",
        "Principal variation search trusts the first move. Every other move is only asked, with an empty window, whether it is better. "
        "The second is not. The third is, so it has to be searched again: a wrong guess costs nodes, a right one saves them.",
        "tree([[3,12,8],[2,4,6],[14,5,9]])",
        "alphabeta(pvs=True)",
    ),
    Lesson(
        "tictactoe",
        "Two plies of tic-tac-toe",
        "Nobody searches to the end here. After two plies the evaluation counts the lines that are still open to x, minus those "
        "open to o. The reply that hurts most decides what a first move is worth; the centre comes out best.",
        "tictactoe",
        "minimax(depth=2)",
    ),
    Lesson(
        "checkers",
        "A case study in checkers",
        "Black, to move, has two men and a king against a man and a king. Three plies deep, five points a king and one a man, and "
        "captures are forced. Watch how a single reply is enough to turn down a move that loses a piece.",
        "checkers(start=study)",
        "alphabeta(depth=3)",
    ),
    Lesson(
        "horizon",
        "Beyond the horizon",
        "The same position two plies deep. Where the depth ends in the middle of an exchange, the evaluation would be worth little. "
        "Quiescence search looks on as long as there is something to capture, and stands pat where there is not.",
        "checkers(start=study)",
        "alphabeta(depth=2, quiescence=True)",
    ),
    Lesson(
        "nim",
        "Nim: split a pile",
        "Seven tokens. A move splits a pile into two that are not of the same size, and whoever cannot move loses. The game is small "
        "enough to be searched to its end, so every value is a win or a loss: the first player has lost before the first move.",
        "grundy(7)",
        "minimax()",
    ),
    Lesson(
        "deepening",
        "One ply deeper",
        "Depth 1, then 2, then 3: there is always a move at hand, and the best line of one round is tried first in the next. That "
        "pays for the rounds before. Each round is a tree of its own; choose one, or watch them one after the other.",
        "tictactoe",
        "alphabeta(depth=3, deepening=True, ordering=pv)",
        moves="b2 a1",
    ),
    Lesson(
        "table",
        "The same position again",
        "Different orders of moves lead to the same position. A table remembers what was found there, so the second time nothing "
        "has to be searched. Turned and mirrored boards count as the same, too.",
        "tictactoe",
        "alphabeta(table=True)",
        moves="b2 a1 a3 c1",
    ),
    Lesson(
        "chance",
        "When dice decide",
        "Between MAX and MIN chance has its turn: a circle is worth the average of what may come, weighted by how likely it is. On the "
        "left that is 0.5 × 2 + 0.5 × 4 = 3, on the right 0.5 × 0 + 0.5 × −2 = −1.",
        "tree('[{0.5: [2,4], 0.5: [7,4]}, {[0,6], [5,-2]}]')",
        "expectiminimax()",
    ),
    Lesson(
        "star1",
        "Pruning at chance nodes",
        "An average can be held between bounds as soon as values have bounds: what was seen counts as it is, the rest at best and at "
        "worst. Once even the best is not enough, the outcomes that are left need not be looked at.",
        "tree('[{[2,4], [7,4]}, {[-8,6], [5,-2], [9,9]}]')",
        "expectiminimax(pruning=star1)",
    ),
    Lesson(
        "maxn",
        "Three players: max^n",
        "Three numbers at every end, one for each player, and whoever moves takes what is best for themselves. B would rather have "
        "3 than 2 and 4 rather than 1, so A can count on 6 on the left.",
        SHARES,
        "maxn()",
    ),
    Lesson(
        "shallow",
        "Pruning among three",
        "Here gains are losses: the three numbers add up to nothing, and nobody can get less than −4. What B is sure of leaves so much "
        "less for A. As soon as that is no more than A has elsewhere, B's other moves cannot matter.",
        DEBTS,
        "maxn(pruning=shallow)",
    ),
    Lesson(
        "paranoid",
        "Three players: paranoid",
        "The tree of the lesson on max^n, seen with suspicion: B and C are taken to be in league against A, so B chooses what is worst "
        "for A. Now the right branch is the safer one. It is minimax again, and alpha-beta may cut.",
        SHARES,
        "paranoid()",
    ),
    Lesson(
        "bestreply",
        "Three players: best reply",
        "Of all opponents only one may answer, the one whose move hurts most. So every second ply is ours again, and the search sees "
        "further. The price: players are skipped, and some of the positions could not come about in play.",
        "connect(rows=3,cols=3,line=3,players=3)",
        "bestreply(depth=2)",
        moves="1 2 3 3 2 1",
    ),
    Lesson(
        "uct",
        "A tree that grows where it pays",
        "Nobody evaluates anything here. Each iteration walks down to a move that has not been tried, plays a random game, and every "
        "move on the way remembers how it went. Good moves are tried more often, and bad ones never quite forgotten.",
        "tictactoe",
        "uct(playouts=40)",
        moves="b2 a1 a3 c1",
    ),
)
LESSONS = {each.name: each for each in _ALL}


def lesson(name: str) -> Lesson:
    """The lesson of that name."""
    if name not in LESSONS:
        raise ZermeloError(f"there is no lesson `{name}`; there are {', '.join(LESSONS)}.{nearest(name, LESSONS)}")
    return LESSONS[name]
