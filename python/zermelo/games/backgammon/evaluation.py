"""An estimate of the value of a backgammon position, counted in pips.

A race depends on the distance that all men of a player still have to go. A man borne off from a low point wastes most of a die, so low
points count more than their number, and so do men outside the home. The lead is divided by the root of the distance that both have left,
because luck grows like the root, and mapped to -1 to 1. If the loser may lose a gammon, it is mapped to -2 to 2. While men can still meet,
these count too:

    points      that are held, because the opponent cannot enter them; points at home count most, and each point beyond two of the
                longest blockade in front of an opposing man counts 2 more
    stacks      of more than three men, because these men are missing elsewhere
    blots       single men, times the probability of being hit: a third of the pips that they lose, and 3 for each point that is closed
                in the opponent's home when they want to enter again
    the bar     4 for each such point and man

The weights are rounded from a fit to the judgement of GNU Backgammon on the plays in 4,000 positions. A player who uses them and looks no
further than the position after the play loses less than 0.03 points a move by its judgement; a random player loses more than 0.2.
"""

import math

from zermelo.game import State
from zermelo.games.backgammon.board import BAR, NOBODY, ROW

DISTANCE = (0, 3, 3.5, 4, 4.5, 5, 6, *range(8, 27))
"""The distance of a man from each place, off first and bar last."""
HELD = (0, 1, 1, 3, 4, 5, 6, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 0, 0, -1, -3, -5, -7)
"""The value of two men on a point. Far back it is negative: these men should move on."""
SHOTS = (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1)
"""The number of rolls, of 36, that hit at this distance if nothing is in the way."""


def outlook(s: State, gammons: bool) -> float:
    """The value for the first player. Being to move counts as half a roll, about 4 pips."""
    first, second = distance(s, 0), distance(s, ROW)
    lead = second - first + (0 if s.turn == NOBODY else 4 - 8 * s.turn)
    if rear(s, 0) + rear(s, ROW) > BAR:
        return squeezed(0.3 * (lead + standing(s, 0) - standing(s, ROW)) / math.sqrt(first + second))
    winning = 0.5 + 0.5 * squeezed(0.7 * lead / math.sqrt(first + second))
    if not gammons:
        return 2 * winning - 1
    return winning * (1 + gammon(s, ROW, first)) - (1 - winning) * (1 + gammon(s, 0, second))


def squeezed(number: float) -> float:
    return number / math.sqrt(1 + number * number)


def distance(s: State, me: int) -> float:
    """The distance of all men of the player whose places begin at `me`."""
    total = 0.0
    for place in range(1, ROW):
        total += DISTANCE[place] * s.men[me + place]
    return total


def rear(s: State, me: int) -> int:
    """The last place with a man on it."""
    place = BAR
    while s.men[me + place] == 0:
        place -= 1
    return place


def gammon(s: State, me: int, left: float) -> float:
    """The probability that a lost race is a gammon, if the winner has this distance to go."""
    if s.men[me] > 0:
        return 0.0
    missing = sum((place - 6) * s.men[me + place] for place in range(7, ROW))
    return 0.5 + 0.5 * squeezed((missing + 12 - left) / 10)


def standing(s: State, me: int) -> float:
    """The value of the places of a player's men, while they can still meet others."""
    you = ROW - me
    front = BAR - rear(s, you)
    closed = int(sum(s.men[you + point] > 1 for point in range(1, 7)))
    total = 0.0
    run = longest = 0
    for point in range(1, BAR):
        count = s.men[me + point]
        total += formation(point, count)
        run = run + 1 if count > 1 and point > front else 0
        longest = max(longest, run)
        if count == 1:
            total -= danger(s, you, point) * ((BAR - point) / 3 + 3 * closed)
    return total + 2 * max(longest - 2, 0) - 4 * closed * int(s.men[me + BAR])


def formation(point: int, count: int) -> int:
    """The value of so many men on one point."""
    return HELD[point] - max(count - 3, 0) if count > 1 else 0


def danger(s: State, you: int, point: int) -> float:
    """The probability that a blot is hit, as if every man in reach had its own roll."""
    safe = 1.0
    for far in range(1, point + 1):
        if s.men[you + BAR - point + far] > 0:
            safe *= 1 - SHOTS[far] / 36
    return 1 - safe


def glance(place: int, count: int) -> int:
    """A fast value of so many men on one place, without looking who could hit them: a blot costs 3."""
    if place == 0 or place == BAR:
        return 0
    return -3 if count == 1 else formation(place, count)
