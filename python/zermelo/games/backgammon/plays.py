"""How plays of backgammon are written: 24/18,13/11.

Points are the player's own. A man's way is its first and last point, and those between where it hits: 24/18*/13. A star says
that a man is hit there, (2) that two men go the same way; men come from the bar and go off. Parts are ordered from the back.
They are usually set apart by spaces, but a move's name is one word, so here it is commas; both are understood. All points
and all hits being told, plays that have the same name lead to the same position.

Whoever writes a play may choose other parts: 24/18,18/13 for 24/13, or 8/5,8/5 for 8/5(2). What is read is taken apart
into steps of one die each, for which there may be several ways, and these are looked up among the legal moves.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from zermelo.errors import MoveError
from zermelo.game.record import State
from zermelo.games.backgammon.board import BAR, PLACES, ROW, read_dice

if TYPE_CHECKING:
    from zermelo.games.backgammon.rules import Backgammon

PASS = "pass"
_NAMES = {BAR: "bar", 0: "off"}
_NUMBERS = {"bar": BAR, "off": 0}
_POINT = r"(?:bar|off|[0-9]{1,2})\*?"
_Step = tuple[int, int]
"""From where, by which die."""
_PART = re.compile(rf"({_POINT}(?:/{_POINT})+)(?:\(([1-4])\))?")


def write(game: Backgammon, s: State, move: int) -> str:
    """The name of a legal play."""
    if move == 0:
        return PASS
    steps = (game.step(s, move, number) for number in range(4))
    ways = _ways(sorted((step for step in steps if step[0] > 0), reverse=True))
    unhit = {point for point in range(1, BAR) if s.men[ROW * (1 - s.turn) + BAR - point] == 1}
    parts: list[tuple[list[int], str]] = []
    for way in sorted(ways, reverse=True):
        stops = [way[0], *(point for point in way[1:-1] if point in unhit), way[-1]]
        words = [_NAMES.get(point, str(point)) + ("*" if point in unhit else "") for point in stops]
        unhit -= set(way)
        parts.append((stops, "/".join(words)))
    groups = [[words for _, words in group] for _, group in groupby(parts, key=lambda part: part[0])]
    return ",".join(group[0] + (f"({len(group)})" if len(group) > 1 else "") for group in groups)


def squares(name: str) -> tuple[str, ...]:
    """Where each man of a play begins and ends, an empty name between one man and the next.

    >>> squares("24/18*/13,8/5(2)")
    ('24', '13', '', '8', '5', '', '8', '5')
    """
    told: list[str] = []
    for match in _PART.finditer(name):
        points = match[1].replace("*", "").split("/")
        told += ["", points[0], points[-1]] * int(match[2] or 1)
    return tuple(told[1:])


def _ways(steps: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Steps, those from the back first, put together where one begins at the point on which another ends."""
    ways: list[list[int]] = []
    for source, target in steps:
        before = next((way for way in ways if way[-1] == source), None)
        if before is None:
            ways.append([source, target])
        else:
            before.append(target)
    return ways


def read_throw(s: State, text: str) -> int:
    """What chance brings, as a number; from the second throw on either die may come first."""
    dice = read_dice(text.strip())
    return dice if s.turn in (0, 1) else int(re.sub(r"\D", "", text))


def read(game: Backgammon, s: State, text: str) -> int:
    """The legal play that a text means."""
    words = re.sub(r"[\s,]+", ",", text.strip().lower()).strip(",")
    legal = set(game.rules.moves(s))
    high, low = divmod(s.dice, 10)
    dice = (high, low) if high != low else (high,) * len(PLACES)
    legs = [] if words == PASS else sorted(_legs(words))
    found = {_settled(game, s, steps, legal) for steps in _meanings(legs, dice)} & legal
    if len(found) > 1:  # where nothing is said to be hit on the way, nothing is, if that can be
        found = {move for move in found if sorted(_legs(write(game, s, move))) == legs} or found
    if len(found) > 1:
        ways = " or ".join(write(game, s, move) for move in sorted(found))
        raise MoveError(f"`{text}` may mean {ways}; say which")
    if not found:
        raise MoveError(f"`{text}` is not the name of a legal move here")
    return found.pop()


def _legs(words: str) -> list[tuple[int, int]]:
    """From where to where men go, stop by stop."""
    legs: list[tuple[int, int]] = []
    for part in words.split(","):
        told = _PART.fullmatch(part)
        if told is None:
            raise MoveError(f"`{part}` is no part of a play; one is like 24/18, bar/22*, 6/off or 8/5(2)")
        stops = [_NUMBERS[stop] if stop in _NUMBERS else int(stop) for stop in told[1].replace("*", "").split("/")]
        legs += list(pairwise(stops)) * int(told[2] or 1)
    return legs


def _meanings(
    legs: Sequence[tuple[int, int]], dice: tuple[int, ...], steps: tuple[_Step, ...] = ()
) -> Iterator[tuple[_Step, ...]]:
    """Each way to make legs of steps by one die."""
    if not legs:
        yield steps
        return
    (source, target), *rest = legs
    for at, die in enumerate(dice):
        landing = max(source - die, 0)
        if die not in dice[:at] and landing >= target and source > 0:
            further = rest if landing == target else [(landing, target), *rest]
            yield from _meanings(further, dice[:at] + dice[at + 1 :], (*steps, (source, die)))


def _settled(game: Backgammon, s: State, steps: Sequence[_Step], legal: Collection[int]) -> int:
    """The number of the legal move that makes these steps, or of the one that leads to the same position; else -1."""
    high, low = divmod(s.dice, 10)
    if high == low:
        return _number(sorted((source for source, _ in steps), reverse=True))
    sources = {die: source for source, die in steps}
    first, second = sources.get(high, 0), sources.get(low, 0)
    mine, many, free, _ = game.sets(s)
    if _number((first, second)) in legal or not game.pairs(mine, many, free, high, low)[first] >> second & 1:
        return _number((first, second))
    return _number((first - low, first) if second == first - high else (second, first))


def _number(sources: Sequence[int]) -> int:
    return sum(source * place for source, place in zip(sources, PLACES, strict=False))
