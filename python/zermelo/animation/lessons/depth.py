"""Lessons on how deep a search looks."""

from zermelo.animation.depth.branching import AGENTS, branching
from zermelo.animation.depth.deepening import GAME as ISOLATION, isolation
from zermelo.animation.depth.horizon import GAME as CHECKERS, horizon
from zermelo.animation.lessons.entry import Lesson

LESSONS = (
    Lesson(
        "isolation",
        "Isolation, depth by depth",
        "The square that a piece leaves is blocked, and a player who cannot move loses. The evaluation is the number of own moves, minus "
        "those of the opponent. The search looks 1, 2 and 3 plies ahead, and another move looks best each time.",
        ISOLATION,
        "alphabeta, with deepening",
        make=isolation,
    ),
    Lesson(
        "horizon",
        "The horizon effect",
        "Red's man will become a king, and black cannot stop it. Two plies deep, black gives a man away: red must capture it, and so the "
        "king comes two plies later, beyond the depth limit. Two plies deeper, the search sees that this only loses a man.",
        CHECKERS,
        "alphabeta, at two depths",
        make=horizon,
    ),
    Lesson(
        "branching",
        "What a million nodes buy",
        "With b moves in every position, minimax looks at b^d leaves to see d plies ahead. Alpha-beta with the best move always first "
        "needs about 2 b^(d/2), so it sees about twice as far. First a small tree, then b = 35 as in chess, then Connect Four.",
        "",
        ", ".join(AGENTS),
        make=branching,
    ),
)
