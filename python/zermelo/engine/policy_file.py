"""Files of policies: one row for each information set, everything checked when they are read.

The game plays on if a file is wrong, only badly, so a file is read whole or refused. Its head has a mark of the rules by which it was made
(`rules_mark`). Files of earlier versions have none: they are read with a warning, and their moves are compared with those of the game.
"""

from __future__ import annotations

import json
import math
import re
import warnings
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.engine.rules_mark import rules_mark
from zermelo.errors import AgentError, RuleError, ZermeloWarning
from zermelo.files import read_text, write_whole
from zermelo.game import Game

FORMAT, UNMARKED = "zermelo policy 2", "zermelo policy 1"
"""Files of this version, and those of earlier ones, which do not say by which rules they were made."""
_KEY = re.compile("[0-9a-f]{16}")
_ERROR = 1e-6
"""By which probabilities may miss 1, because they are rounded."""
_COMPARED = 5000
"""Rows whose moves are compared with those of the game when the file is read; the others when they are played."""


class Row(NamedTuple):
    """What a policy does in one information set."""

    player: int
    view: bytes
    """What the player sees."""
    moves: tuple[int, ...]
    probabilities: tuple[float, ...]


def write_policy(path: str | Path, game: Game, rows: Mapping[int, Row], about: Mapping[str, Any]) -> None:
    sets = [[f"{key:016x}", row.player, row.view.hex(), list(row.moves), list(row.probabilities)] for key, row in rows.items()]
    head = {"format": FORMAT, "game": str(game), "rules": rules_mark(game), "about": dict(about), "information_sets": len(sets)}
    write_whole(path, json.dumps(head | {"sets": sets}) + "\n", AgentError)


def read_policy(path: str | Path, game: Game) -> tuple[dict[int, Row], dict[str, Any]]:
    """The rows of a file, and how it was found; AgentError says what is wrong with the file."""
    data = _parsed(path)
    of = data.get("game")
    if of != str(game):
        raise AgentError(f"{path} is a policy of {of if isinstance(of, str) else _shortly(of)}, not of {game}")
    if data["format"] == FORMAT and data.get("rules") != rules_mark(game):
        raise AgentError(f"the rules of {game} have changed since {path} was made; solve the game again with --out")
    try:
        rows = _rows(data, game)
        about = _object(data.get("about"), "`about`")
    except _DamagedError as error:
        raise AgentError(f"the policy {path} is damaged: {error}; solve the game again with --out") from None
    _compare(path, game, rows)
    if data["format"] == UNMARKED:
        told = f"{path} was made by an earlier version, and does not say by which rules of {game}"
        warnings.warn(ZermeloWarning(f"{told}; if they have changed since, solve the game again with --out"), stacklevel=4)
    return rows, about


class _DamagedError(Exception):
    """What is wrong with a file."""


def _parsed(path: str | Path) -> dict[str, Any]:
    text = read_text(path, AgentError)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise AgentError(
            f"{path} is not a policy, or it is damaged; `zermelo solve GAME --by cfr+ --out FILE` writes one"
        ) from None
    if not isinstance(data, dict) or data.get("format") not in (FORMAT, UNMARKED):
        raise AgentError(f"{path} is not a policy of this version ({FORMAT}); solve the game again with --out")
    return data


def _rows(data: Mapping[str, Any], game: Game) -> dict[int, Row]:
    sets = data.get("sets")
    if not isinstance(sets, list) or not sets:
        raise _DamagedError("it has no information sets")
    if data["format"] == FORMAT and data.get("information_sets") != len(sets):
        raise _DamagedError(f"it has {len(sets):,} information sets, not {_shortly(data.get('information_sets'))}")
    rows: dict[int, Row] = {}
    for number, each in enumerate(sets):
        try:
            key, row = _row(each, game)
        except _DamagedError as error:
            raise _DamagedError(f"in row {number}, {error}") from None
        if key in rows:
            raise _DamagedError(f"row {number} is an information set that it has already")
        rows[key] = row
    return rows


def _row(row: Any, game: Game) -> tuple[int, Row]:
    if not isinstance(row, list) or len(row) != 5:
        raise _DamagedError("there must be a number, a player, a view, moves and probabilities")
    key, player, view, moves, probabilities = row
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        raise _DamagedError(f"{_shortly(key)} is not the number of an information set")
    if not _is_whole(player) or not 0 <= player < len(game.players):
        raise _DamagedError(f"there is no player {_shortly(player)}")
    return int(key, 16), Row(player, _view(view, game), _moves(moves), _probabilities(probabilities, len(moves)))


def _view(view: Any, game: Game) -> bytes:
    try:
        found = bytes.fromhex(view)
    except (TypeError, ValueError):
        raise _DamagedError("the view is not a state") from None
    if len(found) != game.layout.size:
        raise _DamagedError(f"the view has {len(found)} bytes, but a state of {game} has {game.layout.size}")
    return found


def _moves(moves: Any) -> tuple[int, ...]:
    if not isinstance(moves, list) or not moves or not all(_is_whole(move) and 0 <= move < 1 << 31 for move in moves):
        raise _DamagedError(f"{_shortly(moves)} are not moves")
    if any(first >= second for first, second in pairwise(moves)):
        raise _DamagedError(f"the moves {_shortly(moves)} do not ascend")
    return tuple(moves)


def _probabilities(shares: Any, number: int) -> tuple[float, ...]:
    if not isinstance(shares, list) or len(shares) != number:
        raise _DamagedError("there must be a probability for each move")
    for share in shares:
        is_number = isinstance(share, int | float) and not isinstance(share, bool)
        if not is_number or not math.isfinite(share) or not 0 <= share <= 1 + _ERROR:
            raise _DamagedError(f"{_shortly(share)} is not a probability")
    if abs(math.fsum(shares) - 1) > _ERROR:
        raise _DamagedError(f"the probabilities add up to {math.fsum(shares):.6g}, not to 1")
    return tuple(map(float, shares))


def _compare(path: str | Path, game: Game, rows: Mapping[int, Row]) -> None:
    """Refuse rows whose player is not to move on the view, or has other moves there; on a view both are the same as on the state."""
    for row in _some(rows):
        s = game.layout.unpack(row.view)
        try:
            fits = game.rules.to_move(s) == row.player and tuple(game.rules.moves(s)) == row.moves
        except RuleError:
            fits = False
        if not fits:
            raise AgentError(
                f"the policy {path} does not fit {game}: {game.players[row.player]} has other moves there; "
                "solve the game again with --out"
            )


def _some(rows: Mapping[int, Row]) -> Iterator[Row]:
    step = max(1, len(rows) // _COMPARED)
    return (row for number, row in enumerate(rows.values()) if number % step == 0)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _object(value: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _DamagedError(f"{name} is missing")
    return value


def _shortly(value: Any) -> str:
    """A value of a file, for a message: numbers and texts of a file may be as long as somebody likes."""
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
