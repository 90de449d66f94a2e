"""Ready lessons: the trees that courses on search draw, each with a short text and the search that goes with it.

    >>> from zermelo.animation.lessons import LESSONS, lesson
    >>> recording = lesson("alphabeta").record()
    >>> len(list(recording.steps)), str(recording.plain)
    (34, '13')

A recording is made on request, by the same search that plays.
"""

from dataclasses import dataclass
from typing import Any

from zermelo.agents.registry import agent
from zermelo.animation.payoff_tree import PayoffTree
from zermelo.animation.search import record
from zermelo.errors import ZermeloError, nearest
from zermelo.game import Position
from zermelo.games import find
from zermelo.trees.player.recording import Recording


@dataclass(frozen=True)
class Lesson:
    """A search to watch, with a text."""

    name: str
    title: str
    about: str
    game: str | list[Any]
    """As on the command line; a list is a tree for several players."""
    agent: str
    moves: str = ""
    """Moves before the lesson starts."""

    def position(self) -> Position:
        """The root of the search."""
        start = find(self.game).start() if isinstance(self.game, str) else PayoffTree(self.game).start()
        return start.play(self.moves) if self.moves else start

    def record(self) -> Recording:
        """The search, step by step."""
        made = record(self.position(), agent(self.agent))
        made.title, made.about = self.title, self.about
        if not isinstance(self.game, str):
            made.rules = None  # it has no board
        return made


LECTURE = "tree([[3,12,8],[2,4,6],[14,5,2]])"
SHARES = [[(6, 3, 0), (1, 2, 6)], [(4, 4, 1), (3, 1, 5)]]
DEBTS = [[(2, -1, -1)], [(-1, 3, -2), (-4, 8, -4), (8, -4, -4)]]

_ALL = (
    Lesson(
        "minimax",
        "Minimax",
        "MAX wants the greatest number, MIN the least, and both play as well as they can. Values travel from the leaves to the "
        "root: MIN's three nodes are worth 3, 2 and 2, so MAX goes left and gets at least 3.",
        LECTURE,
        "minimax()",
    ),
    Lesson(
        "alphabeta",
        "Alpha-beta",
        "The same tree, with a window at every node: α is what MAX already has elsewhere, β what MIN has. In the second branch "
        "the first leaf is a 2. MAX already has 3, so MAX will not come here, and the other two leaves are cut off.",
        LECTURE,
        "alphabeta()",
    ),
    Lesson(
        "ordering",
        "Good moves first",
        "The leaves of the third branch are the same, but the 2 now comes first. It is enough to cut off the other two leaves. "
        "Alpha-beta depends on move ordering; with the best move always first it searches twice as deep in the same time.",
        "tree([[3,12,8],[2,4,6],[2,5,14]])",
        "alphabeta()",
    ),
    Lesson(
        "questions",
        "Test first, search later",
        "Principal variation search trusts the first move. It tests every other move with an empty window: is it better? "
        "The second is not. The third is, so it is searched again. A wrong guess costs nodes, a right one saves them.",
        "tree([[3,12,8],[2,4,6],[14,5,9]])",
        "alphabeta(pvs=True)",
    ),
    Lesson(
        "tictactoe",
        "Two plies of tic-tac-toe",
        "This search stops after two plies. The evaluation counts the lines that are still open to x, minus those open to o. "
        "The strongest reply decides what a first move is worth; the centre is best.",
        "tictactoe",
        "minimax(depth=2)",
    ),
    Lesson(
        "checkers",
        "A case study in checkers",
        "Black is to move and has two men and a king against a man and a king. The search is three plies deep. A king counts "
        "five points, a man one, and captures are forced. A single reply is enough to refute a move that loses a piece.",
        "checkers(start=study)",
        "alphabeta(depth=3)",
    ),
    Lesson(
        "horizon",
        "Beyond the horizon",
        "The same position two plies deep. In the middle of an exchange the evaluation would be unreliable. Quiescence search "
        "goes on while there is something to capture, and stands pat otherwise.",
        "checkers(start=study)",
        "alphabeta(depth=2, quiescence=True)",
    ),
    Lesson(
        "nim",
        "Nim: split a pile",
        "Seven tokens. A move splits a pile into two of different sizes, and a player who cannot move loses. The game is small "
        "enough to be searched to its end, so every value is a win or a loss. The first player loses.",
        "grundy(7)",
        "minimax()",
    ),
    Lesson(
        "deepening",
        "One ply deeper",
        "Depth 1, then 2, then 3: a move is always ready, and the best line of one round is tried first in the next. That "
        "pays for the earlier rounds. Each round is a tree of its own; choose one, or watch them in order.",
        "tictactoe",
        "alphabeta(depth=3, deepening=True, ordering=pv)",
        moves="b2 a1",
    ),
    Lesson(
        "table",
        "The same position again",
        "Different move orders lead to the same position. A transposition table stores its value, so it is searched only once. "
        "Rotated and mirrored boards count as the same position.",
        "tictactoe",
        "alphabeta(table=True)",
        moves="b2 a1 a3 c1",
    ),
    Lesson(
        "chance",
        "When dice decide",
        "Chance moves between MAX and MIN: a circle is worth the average of its outcomes, weighted by their probabilities. On "
        "the left that is 0.5 × 2 + 0.5 × 4 = 3, on the right 0.5 × 0 + 0.5 × −2 = −1.",
        "tree('[{0.5: [2,4], 0.5: [7,4]}, {[0,6], [5,-2]}]')",
        "expectiminimax()",
    ),
    Lesson(
        "star1",
        "Pruning at chance nodes",
        "If values have bounds, so has an average: outcomes that were searched count with their values, the others with the "
        "highest and the lowest value. If even the highest average is not enough, the other outcomes are not searched.",
        "tree('[{[2,4], [7,4]}, {[-8,6], [5,-2], [9,9]}]')",
        "expectiminimax(pruning=star1)",
    ),
    Lesson(
        "maxn",
        "Three players: max^n",
        "Every leaf has three numbers, one for each player, and each player takes what is best for itself. B prefers 3 to 2 and "
        "4 to 1, so A gets 6 on the left.",
        SHARES,
        "maxn()",
    ),
    Lesson(
        "shallow",
        "Pruning among three",
        "This is a zero-sum game: the three numbers add up to 0, and no player can get less than −4. What B is sure of is not "
        "left for A. As soon as A cannot get more than it has elsewhere, B's other moves cannot matter.",
        DEBTS,
        "maxn(pruning=shallow)",
    ),
    Lesson(
        "paranoid",
        "Three players: paranoid",
        "The tree of the lesson on max^n, but B and C are assumed to play together against A, so B chooses what is worst for A. "
        "Now the right branch is safer. It is minimax again, so alpha-beta can cut off branches.",
        SHARES,
        "paranoid()",
    ),
    Lesson(
        "bestreply",
        "Three players: best reply",
        "Only one opponent may reply, the one with the strongest move. So every second ply is ours, and the search looks "
        "further ahead. The price: players are skipped, and some positions are impossible in real play.",
        "connect(rows=3,cols=3,line=3,players=3)",
        "bestreply(depth=2)",
        moves="1 2 3 3 2 1",
    ),
    Lesson(
        "uct",
        "A tree that grows where it pays",
        "UCT needs no evaluation. Each iteration goes down to an untried move and plays a random game, and every move on the "
        "path counts its result. Good moves are tried more often, bad moves rarely, but never dropped.",
        "tictactoe",
        "uct(playouts=40)",
        moves="b2 a1 a3 c1",
    ),
)
LESSONS = {each.name: each for each in _ALL}


def lesson(name: str) -> Lesson:
    if name not in LESSONS:
        raise ZermeloError(f"there is no lesson `{name}`; there are {', '.join(LESSONS)}.{nearest(name, LESSONS)}")
    return LESSONS[name]
