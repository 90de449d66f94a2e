"""What a request contains. Each field of `Asked` is declared once, with its limit, its help and an example: the check of a request, the OpenAPI document
and the page for people derive from it.

A request names a game as text and a position by the moves that lead to it: the server keeps no games, the client holds the list of moves.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from zermelo.errors import ZermeloError, nearest
from zermelo.report import count
from zermelo.score import is_number

MOST_BODY = 64 << 10
"""Bytes of a request."""
MOST_MOVES = 2000
"""Moves before the position: each is played again for each request."""
_TEXT, _WORD = 2000, 200
"""Characters of a text, and of the name of a move."""
_MOST_SEED = 1 << 63


class RequestError(ZermeloError):
    """A request that cannot be read, with the HTTP status that says so."""

    def __init__(self, message: str, status: int = 422) -> None:
        super().__init__(message)
        self.status = status


def _declare(kind: str, default: Any, help: str, example: Any, most: int = _TEXT) -> Any:
    return field(default=default, metadata={"kind": kind, "help": help, "example": example, "most": most})


@dataclass(frozen=True)
class Asked:
    """The fields of a request, checked."""

    game: str = _declare("text", "", 'The game: a name, or a call such as "connect(rows=5,cols=5,line=4)".', "connect4")
    position: str | None = _declare(
        "text",
        None,
        "Where the moves begin, written as boards are shown, with / for a new line; the start by default.",
        "",
        MOST_BODY,
    )
    moves: tuple[str, ...] = _declare(
        "moves",
        (),
        "The moves so far, outcomes of chance included: a list of names, or one text with spaces.",
        ["4", "4"],
        MOST_MOVES,
    )
    move: str | None = _declare(
        "text", None, "The move of a player. Without it, the agent makes one move for the player to move.", "3", _WORD
    )
    agent: str | None = _declare(
        "text", None, 'The agent, written like a call: "level(3)", "alphabeta(depth=8)", "uct(seconds=1)".', "level(3)"
    )
    seconds: float | None = _declare("seconds", None, "The most seconds for the search; then it answers with the best it has.", 1)
    seed: int | None = _declare(
        "whole", None, "Decides what chance does; without it the server draws one and tells it in `seed`.", 1, _MOST_SEED
    )
    svg: bool = _declare("switch", False, "Whether the answer has a picture of the board, in `svg`.", False)
    open: bool = _declare(
        "switch",
        False,
        "Needed for games that hide something: true says that your program keeps from its users what they may not see.",
        True,
    )


KNOWN = {each.name: each for each in fields(Asked)}


def read(body: bytes, names: Sequence[str]) -> Asked:
    """The request in a body that may have these fields; `game` must be there."""
    try:
        given = json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        where = f" at line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        raise RequestError(f'the body is not JSON{where}; send an object such as {{"game": "connect4"}}', 400) from None
    if not isinstance(given, dict):
        raise RequestError('the body must be a JSON object, such as {"game": "connect4"}')
    for name in given:
        if name not in names:
            raise RequestError(
                f"there is no field `{_short(name)}` here; there are {', '.join(names)}.{nearest(name[:100], names)}"
            )
    if given.get("game") is None:
        raise RequestError('`game` is missing: name a game, such as {"game": "connect4"}; GET /games lists them')
    checked: dict[str, Any] = {
        name: _READ[KNOWN[name].metadata["kind"]](name, value) for name, value in given.items() if value is not None
    }
    return Asked(**checked)


def schema(name: str) -> dict[str, Any]:
    """A field for the OpenAPI document."""
    kind, most = KNOWN[name].metadata["kind"], KNOWN[name].metadata["most"]
    texts = {"type": "string", "maxLength": most}
    kinds: dict[str, dict[str, Any]] = {
        "text": texts,
        "moves": {
            "oneOf": [{"type": "array", "items": {"type": "string", "maxLength": _WORD}, "maxItems": most}, {"type": "string"}]
        },
        "seconds": {"type": "number", "exclusiveMinimum": 0},
        "whole": {"type": "integer", "minimum": 0, "exclusiveMaximum": most},
        "switch": {"type": "boolean", "default": False},
    }
    return {**kinds[kind], "description": KNOWN[name].metadata["help"]}


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise RequestError(f"`{name}` must be a text, not {_short(value)}")
    if len(value) > (most := KNOWN[name].metadata["most"]):
        raise RequestError(f"`{name}` is too long: it has {count(len(value))} characters; give at most {most}")
    return value


def _moves(name: str, value: object) -> tuple[str, ...]:
    names = value.split() if isinstance(value, str) else value
    if not isinstance(names, list):
        raise RequestError(f'`{name}` must be a list of names, such as ["4", "4"], not {_short(value)}')
    if len(names) > MOST_MOVES:
        raise RequestError(f"`{name}` has {len(names)} moves; give at most {MOST_MOVES}, or begin from a `position`")
    for each in names:
        if not isinstance(each, str):
            raise RequestError(
                f'`{name}` has {_short(each)}, which is not a text; names of moves are in quotes, such as ["4", "4"]'
            )
        if len(each) > _WORD:
            raise RequestError(f"`{name}` has a name of {count(len(each))} characters; names of moves are shorter")
    return tuple(names)


def _seconds(name: str, value: object) -> float:
    if not isinstance(value, int | float) or not is_number(value) or value <= 0:
        raise RequestError(f"`{name}` must be a number above 0, not {_short(value)}")
    return float(value)


def _whole(name: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < _MOST_SEED:
        raise RequestError(f"`{name}` must be a whole number from 0 to {_MOST_SEED - 1}, not {_short(value)}")
    return value


def _switch(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise RequestError(f"`{name}` must be true or false, not {_short(value)}")
    return value


_READ = {"text": _text, "moves": _moves, "seconds": _seconds, "whole": _whole, "switch": _switch}


def _short(value: object) -> str:
    """A value of a request, for a message; it may be nested more deeply than can be written."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 60 else f"{text[:60]}..."
