"""Lessons on searching trees for two players: minimax, alpha-beta and its techniques, and chance."""

from zermelo.animation.comparisons.affine import SCALES, affine, with_chance
from zermelo.animation.comparisons.cutting import TREE as CUTTING, cutting
from zermelo.animation.lessons.entry import Lesson

LECTURE = "tree([[3,12,8],[2,4,6],[14,5,2]])"

LESSONS = (
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
        "cut",
        "When to cut off",
        "Some textbooks cut off when a value reaches the bound (≥), others only when it is beyond (>). Both find the same value. In the "
        "third branch MIN finds a 5, and MAX already has a 5: the one stops there, the other looks at one more leaf.",
        CUTTING,
        "alphabeta, with cut=>= and cut=>",
        make=cutting,
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
        "quiescence",
        "Beyond the depth limit",
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
        "affine",
        "What averages need",
        "Minimax asks only which value is greater, so leaf values may be changed as long as their order stays. With chance that is not "
        "enough: averages also weigh how far values lie apart. Only a factor above 0 and a constant never change the choice.",
        with_chance(SCALES[0]),
        "expectiminimax and minimax",
        make=affine,
    ),
)
