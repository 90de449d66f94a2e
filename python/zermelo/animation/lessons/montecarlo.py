"""Lessons on Monte-Carlo search."""

from zermelo.animation.lessons.entry import Lesson

LESSONS = (
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
