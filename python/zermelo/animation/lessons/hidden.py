"""Lessons on games that hide something."""

from zermelo.animation.hidden.belief import AGENT, GAME, belief
from zermelo.animation.hidden.fusion import INNER, fusion
from zermelo.animation.hidden.regret import regret
from zermelo.animation.lessons.entry import Lesson

LESSONS = (
    Lesson(
        "fusion",
        "Strategy fusion",
        "A coin lies hidden. Take 0.5, or guess its side for 1 or −1. In each world alone, guessing right is worth 1, and so is the "
        "mean over both. But both worlds look the same, so the same side must be named in both, which is worth 0.",
        "",
        f"pimc({INNER!r}, worlds=2)",
        make=fusion,
    ),
    Lesson(
        "regret",
        "Regret in Kuhn poker",
        "Counterfactual regret minimisation: each information set compares every move with what was played, weighted by how likely "
        "chance and the other player lead there. Moves are then played in proportion to their positive regrets. The average "
        "approaches an equilibrium.",
        "kuhn",
        "cfr",
        make=regret,
    ),
    Lesson(
        "belief",
        "A belief narrows",
        "Somewhere in this sea lie a ship of 3 and a ship of 2. Each number says how likely a ship lies on the cell, in percent: its "
        "share of all fleets that fit what has been seen. Every shot at the likeliest cell rules out fleets, until one is left.",
        GAME,
        AGENT,
        make=belief,
    ),
)
