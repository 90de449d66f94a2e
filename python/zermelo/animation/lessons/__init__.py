"""Ready lessons: what courses on search draw, each with a short text and the search or the algorithm that goes with it.

    >>> from zermelo.animation.lessons import LESSONS, lesson
    >>> recording = lesson("alphabeta").record()
    >>> len(list(recording.steps)), str(recording.plain)
    (34, '13')

A recording is made on request, by the same code that plays. There is one file for each topic: `search`, `ordering`, `depth`,
`plans`, `several_players`, `montecarlo` and `hidden`. `entry` says what a lesson is.
"""

from zermelo.animation.lessons import depth, hidden, montecarlo, ordering, plans, search, several_players
from zermelo.animation.lessons.entry import Lesson
from zermelo.errors import ZermeloError, nearest

__all__ = ["LESSONS", "Lesson", "lesson"]

TOPICS = (search, ordering, depth, plans, several_players, montecarlo, hidden)
LESSONS: dict[str, Lesson] = {each.name: each for topic in TOPICS for each in topic.LESSONS}


def lesson(name: str) -> Lesson:
    if name not in LESSONS:
        raise ZermeloError(f"there is no lesson `{name}`; there are {', '.join(LESSONS)}.{nearest(name, LESSONS)}")
    return LESSONS[name]
