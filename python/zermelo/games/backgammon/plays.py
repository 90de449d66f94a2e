"""The notation of backgammon plays: 24/18,13/11.

Points are those of the player to move. The path of a man is its first and last point, with the points between on which it hits:
24/18*/13. A star marks a hit, and (2) two men with the same path. Men enter from the bar and go off. Parts are ordered from the back. They
are usually separated by spaces; here by commas, because the name of a move is one word. Both are read. A name gives all points and all
hits, so plays with the same name lead to the same position.

A text may divide a play differently: 24/18,18/13 for 24/13, or 8/5,8/5 for 8/5(2). The reader divides it into steps of one die each,
perhaps in several ways, and looks these up among the legal moves.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from zermelo.errors import MoveError
from zermelo.game import State
from zermelo.games.backgammon.board import BAR, PLACES, ROW, read_dice

if TYPE_CHECKING:
    from zermelo.games.backgammon.rules import Backgammon

PASS = "pass"
_NAMES = {BAR: "bar", 0: "off"}
_NUMBERS = {"bar": BAR, "off": 0}
_POINT = r"(?:bar|off|[0-9]{1,2})\*?"
_Step = tuple[int, int]
"""A source and a die."""
_PART = re.compile(rf"({_POINT}(?:/{_POINT})+)(?:\(([1-4])\))?")


def write(game: Backgammon, s: State, move: int) -> str:
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
    """The first and the last point of each man of a play, with an empty name between two men.

    >>> squares("24/18*/13,8/5(2)")
    ('24', '13', '', '8', '5', '', '8', '5')
    """
    told: list[str] = []
    for match in _PART.finditer(name):
        points = match[1].replace("*", "").split("/")
        told += ["", points[0], points[-1]] * int(match[2] or 1)
    return tuple(told[1:])


def _ways(steps: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Paths made of steps, those from the back first; a step that begins where a path ends continues it."""
    ways: list[list[int]] = []
    for source, target in steps:
        before = next((way for way in ways if way[-1] == source), None)
        if before is None:
            ways.append([source, target])
        else:
            before.append(target)
    return ways


def read_throw(s: State, text: str) -> int:
    """The outcome of a roll as a number. From the second roll on the dice may be in either order."""
    dice = read_dice(text.strip())
    return dice if s.turn in (0, 1) else int(re.sub(r"\D", "", text))


def read(game: Backgammon, s: State, text: str) -> int:
    words = re.sub(r"[\s,]+", ",", text.strip().lower()).strip(",")
    legal = set(game.rules.moves(s))
    high, low = divmod(s.dice, 10)
    dice = (high, low) if high != low else (high,) * len(PLACES)
    legs = [] if words == PASS else sorted(_legs(words))
    found = {_settled(game, s, steps, legal) for steps in _meanings(legs, dice)} & legal
    if len(found) > 1:  # without a star, prefer the play that hits nothing on the way
        found = {move for move in found if sorted(_legs(write(game, s, move))) == legs} or found
    if len(found) > 1:
        ways = " or ".join(write(game, s, move) for move in sorted(found))
        raise MoveError(f"`{text}` may mean {ways}; write one of these")
    if not found:
        raise MoveError(f"`{text}` is not the name of a legal move here")
    return found.pop()


def _legs(words: str) -> list[tuple[int, int]]:
    """The source and the target of each part of a play."""
    legs: list[tuple[int, int]] = []
    for part in words.split(","):
        told = _PART.fullmatch(part)
        if told is None:
            raise MoveError(f"`{part}` is not part of a play; write it like 24/18, bar/22*, 6/off or 8/5(2)")
        stops = [_NUMBERS[stop] if stop in _NUMBERS else int(stop) for stop in told[1].replace("*", "").split("/")]
        legs += list(pairwise(stops)) * int(told[2] or 1)
    return legs


def _meanings(
    legs: Sequence[tuple[int, int]], dice: tuple[int, ...], steps: tuple[_Step, ...] = ()
) -> Iterator[tuple[_Step, ...]]:
    """Every way to divide legs into steps of one die."""
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
    """The number of the move with these steps, or of the legal move that leads to the same position."""
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
