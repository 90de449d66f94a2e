"""Position IDs of GNU Backgammon: all men on the board in fourteen characters. The start is 4HPwATDgc/ABMA.

First come the men of the player who is not to move, then those of the player to move, each from the own point 1 to point 24 and the bar: a 1
for every man, and a 0 after each place. These are at most 30 ones and 50 zeros, so 80 bits are enough. They fill ten bytes from the lowest
bit up, and the bytes are written in base 64. Missing men are borne off. An ID contains neither the dice nor the name of the player to move;
here both may follow it: `4HPwATDgc/ABMA o 31`. So may a match ID (`match_id`), after a colon.
"""

import base64
import re
from collections.abc import Sequence

from zermelo.errors import PositionError
from zermelo.game import State
from zermelo.games.backgammon import match_id
from zermelo.games.backgammon.board import BAR, MEN, NOBODY, ROW, read_dice

LENGTH, BITS = 14, 80
_EXAMPLE = "4HPwATDgc/ABMA"


def write(yours: Sequence[int], mine: Sequence[int]) -> str:
    """The ID of a position, from the men of the opponent and of the player to move, off first and bar last."""
    bits = "".join("1" * row[place] + "0" for row in (yours, mine) for place in range(1, ROW))
    return base64.b64encode(int(bits[::-1], 2).to_bytes(BITS // 8, "little")).decode()[:LENGTH]


def _read_men(text: str) -> tuple[list[int], list[int]]:
    """The men of the opponent and of the player to move."""
    bad = re.search(r"[^A-Za-z0-9+/]", text)
    if bad:
        raise PositionError(f"`{bad[0]}` in `{text}` is not a character of a position ID; use letters, digits, + and /")
    if len(text) != LENGTH:
        raise PositionError(f"`{text}` has {len(text)} characters, but a position ID has {LENGTH}, such as {_EXAMPLE}")
    if text[-1] not in "AQgw":
        raise PositionError(f"`{text}` ends in {text[-1]}, but a position ID ends in A, Q, g or w")
    bits = bin(int.from_bytes(base64.b64decode(text + "=="), "little"))[:1:-1].ljust(BITS, "0")
    runs = bits.split("0")
    if len(runs) <= 2 * BAR or any(runs[2 * BAR :]):
        raise PositionError(f"`{text}` is not a position ID: its bits are not the men on 2 times {BAR} places")
    rows = [[0, *map(len, runs[start : start + BAR])] for start in (0, BAR)]
    for row, who in zip(rows, ("not to move", "to move"), strict=True):
        if sum(row) > MEN:
            raise PositionError(f"position ID `{text}` gives the player {who} {sum(row)} men, but each has {MEN}")
        row[0] = MEN - sum(row)
    return rows[0], rows[1]


def read(s: State, text: str, players: Sequence[str]) -> None:
    """Write an ID and, optionally, the player to move and the dice to a state."""
    if not text.strip():
        raise PositionError(
            f"an empty text is not a position of backgammon; draw a board, or write a position ID such as {_EXAMPLE}"
        )
    words = text.split()
    name, colon, match = words[0].partition(":")
    yours, mine = _read_men(name)
    if colon:
        _read_match(s, yours, mine, [match, *words[1:]])
        return
    told = re.fullmatch(rf"({'|'.join(players)})?\s*([1-6][1-6])?", " ".join(words[1:]).lower())
    if told is None:
        rest = " ".join(words[1:])
        raise PositionError(f"after a position ID only a player and two dice may follow, as in `{_EXAMPLE} o 31`, not `{rest}`")
    s.turn, s.dice = players.index(told[1] or players[0]), read_dice(told[2]) if told[2] else 0
    s.men = mine + yours if s.turn == 0 else yours + mine


def _read_match(s: State, yours: list[int], mine: list[int], words: Sequence[str]) -> None:
    """Write the men and a match ID to a state."""
    if len(words) > 1:
        raise PositionError(f"nothing may follow a match ID, which has the player and the dice, but `{' '.join(words[1:])}` does")
    s.turn, s.dice = match_id.read(words[0])
    men = mine + yours if s.turn != 1 else yours + mine
    if s.turn == NOBODY and men != s.men:
        raise PositionError(f"match ID `{words[0]}` says that the game has not begun, but men have moved")
    s.men = men
