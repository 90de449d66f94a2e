"""Match IDs of GNU Backgammon: who is to move, the dice, the cube and the score in twelve characters, which follow a position ID and a colon.

    4HPwATDgc/ABMA:cIkFAAAAAAAE     the start; x has thrown 31

Sixty-seven bits from the lowest up: four for the cube (the exponent of 2), two for its owner (3 for nobody), the player on roll, Crawford, three for what the game is at
(0 before it begins, 1 while it is played, 2 when it is over), the player who has to decide, whether a double is offered, two for an offer to resign, three for each
die, fifteen each for the length of the match and the two scores, and one that is set if the Jacoby rule is off. GNU Backgammon's player 1, whom it draws as
X, is our x.

We play without a cube. So cube and score are written as for a new game, for money or, if gammons do not count, for one point; when they are read, they are
passed over. A position in which a double or the end of the game is offered is refused: that is not a decision about a play.
"""

import base64
import re
from collections.abc import Iterator

from zermelo.errors import PositionError
from zermelo.game import State
from zermelo.games.backgammon.board import NOBODY

LENGTH = 12
_BYTES = 9
_FIELDS = {
    "cube": 4,
    "owner": 2,
    "on_roll": 1,
    "crawford": 1,
    "stage": 3,
    "decides": 1,
    "doubled": 1,
    "resigned": 2,
    "first": 3,
    "second": 3,
    "match": 15,
    "score_of_o": 15,
    "score_of_x": 15,
    "no_jacoby": 1,
}
"""The fields with their bits."""
_NOT_BEGUN, _PLAYING, _OVER = 0, 1, 2


def write(s: State, gammons: bool, over: bool) -> str:
    """The match ID of a state."""
    player = 0 if s.turn == 1 else 1
    stage = _NOT_BEGUN if s.turn == NOBODY else _OVER if over else _PLAYING
    known = {"owner": 3, "on_roll": player, "stage": stage, "decides": player, "no_jacoby": 1}
    known |= {"first": s.dice // 10, "second": s.dice % 10, "match": 0 if gammons else 1}
    number, shift = 0, 0
    for name, bits in _FIELDS.items():
        number |= known.get(name, 0) << shift
        shift += bits
    return base64.b64encode(number.to_bytes(_BYTES, "little")).decode()


def read(text: str) -> tuple[int, int]:
    """The player to move and the dice of a match ID."""
    if not re.fullmatch(rf"[A-Za-z0-9+/]{{{LENGTH}}}", text):
        raise PositionError(f"`{text[:40]}` is not a match ID, which has {LENGTH} letters, digits, + and /, such as cIkFAAAAAAAE")
    found = dict(_fields(int.from_bytes(base64.b64decode(text), "little")))
    if found["stage"] == _NOT_BEGUN:
        return NOBODY, 0
    for word, what in (("doubled", "a double is offered"), ("resigned", "an end of the game is offered")):
        if found[word]:
            raise PositionError(f"match ID `{text}`: {what}, which is not a decision about a play; answer it first")
    if found["stage"] not in (_PLAYING, _OVER):
        raise PositionError(f"match ID `{text}`: the game was given up, so nobody is to move")
    dice = sorted((found["first"], found["second"]), reverse=True)
    if max(dice) > 6 or (min(dice) == 0) != (max(dice) == 0):
        raise PositionError(f"match ID `{text}` has the dice {found['first']} and {found['second']}, but dice are from 1 to 6")
    return 1 - found["on_roll"], 10 * dice[0] + dice[1]


def _fields(number: int) -> Iterator[tuple[str, int]]:
    for name, bits in _FIELDS.items():
        yield name, number & (1 << bits) - 1
        number >>= bits
