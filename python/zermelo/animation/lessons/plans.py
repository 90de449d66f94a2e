"""Lessons on plans, which answer every reply."""

from zermelo.animation.lessons.entry import Lesson
from zermelo.animation.plans.rook_ending import GAME as CHESS, TABLE, rook_ending
from zermelo.animation.plans.solution_tree import AGENT, GAME, solution_tree

LESSONS = (
    Lesson(
        "solution",
        "A solution tree",
        "Alpha-beta answers with a move and a value. The solution tree is the plan behind them, an AND/OR tree: at x's turn one good move "
        "is enough (OR), at o's turn every reply needs an answer (AND). If all leaves are wins, the plan proves the win.",
        GAME,
        f"solution tree of {AGENT}",
        make=solution_tree,
    ),
    Lesson(
        "krk",
        "Advice: king and rook against king",
        "Bratko's advice table has two rules: edge_rule, which first tries to mate, and else_rule. Both then try to squeeze the room of the "
        "king, to approach, to keep the room, and to divide the kings. The first advice that works gives the move.",
        CHESS,
        f"advice('{TABLE}')",
        make=rook_ending,
    ),
)
