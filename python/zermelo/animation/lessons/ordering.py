"""Lessons on the order in which moves are tried."""

from zermelo.animation.lessons.entry import Lesson
from zermelo.animation.ordering.adaptive_lists import REQUESTS, adaptive_lists
from zermelo.animation.ordering.cutoff_moves import GAME, history, killers

LESSONS = (
    Lesson(
        "killers",
        "Killer moves",
        "x threatens c3. Wherever o plays, x's c3 wins, unless o takes that square. A search without memory finds this again after every "
        "move of o. With killer moves it remembers c3 for this ply and tries it first, which cuts off all other replies.",
        GAME,
        "alphabeta, with and without killers",
        make=killers,
    ),
    Lesson(
        "history",
        "The history heuristic",
        "Killers are kept for one ply. The history heuristic keeps a counter for each move of each player, on all plies. A move that ends "
        "the search of a node adds the square of the depth that was left, and moves with greater counters are tried first.",
        GAME,
        "alphabeta, with ordering=history",
        make=history,
    ),
    Lesson(
        "lists",
        "Lists that reorder themselves",
        "An adaptive list moves an item forward when it is asked for, so that items which are often asked for are found soon. Two rules, "
        "with the requests of the lecture: move to front, and transposition, which moves an item by one place only.",
        "",
        " and ".join(REQUESTS),
        make=adaptive_lists,
    ),
)
