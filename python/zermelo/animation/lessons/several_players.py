"""Lessons on games for three or more players."""

from zermelo.animation.lessons.entry import Lesson
from zermelo.animation.ordering.threats import GAME as VIRUS, RULE, threats

SHARES = [[(6, 3, 0), (1, 2, 6)], [(4, 4, 1), (3, 1, 5)]]
DEBTS = [[(2, -1, -1)], [(-1, 3, -2), (-4, 8, -4), (8, -4, -4)]]

LESSONS = (
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
        "threat",
        "Threat-ADS: the most dangerous opponent first",
        "Best-reply search tries the replies of one opponent after the other. Threat-ADS keeps the opponents in an adaptive list: whoever "
        "had the best reply moves to the front. If that opponent is dangerous again, its replies cut off the rest sooner.",
        VIRUS,
        f"bestreply, with threat={RULE}",
        make=threats,
    ),
)
