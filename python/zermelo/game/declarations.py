"""What a class declares about its game: checked once, when its rules are first asked for. Every mistake is a GameError of one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from reprlib import repr as shortly
from typing import TYPE_CHECKING, Any, cast

from zermelo.errors import GameError
from zermelo.game.evaluation import LARGEST
from zermelo.game.patterns import patterns_of
from zermelo.game.record import Field, is_int

if TYPE_CHECKING:
    from zermelo.game.protocol import Game

MOST_MOVES = 1 << 16
MOST_NUMBERS = 1 << 24
_REQUIRED = ("state", "moves", "play")


def check_class(game: Game) -> int:
    """Check what a class declares; the number of players."""
    cls = type(game).__name__
    missing = [f"`{rule}`" for rule in _REQUIRED if not game.defines(rule)]
    if not game.defines("winner") and not (game.defines("over") and game.defines("utility")):
        missing.append("`winner` (or `over` and `utility`)")
    if missing:
        raise GameError(f"{cls} has no rule {', '.join(missing)}")
    for name, (is_right, wanted) in _ATTRIBUTES.items():
        value = getattr(game, name, ())  # few games have `men`, the older name of `piece_symbols`
        if not is_right(value):
            raise GameError(f"{cls}.{name} must be {wanted}, not {shortly(value)}")
    for name in game.reserved:
        if name in vars(game):
            raise GameError(
                f"{cls} sets self.{name}, but `{name}` is a method of every game; choose another name for the parameter"
            )
    if game.repetitions and not game.defines("winner"):
        raise GameError(
            f"{cls}.repetitions = {game.repetitions} makes games drawn, so {cls} needs the rule `winner`, which knows draws"
        )
    if game.teams and len(game.teams) != len(game.players):
        raise GameError(f"{cls}.teams must have a number for each of the {len(game.players)} players, not {game.teams!r}")
    patterns_of(game)
    return len(game.players)


_SET_BITS = 32
"""Unsigned rows of so many bits or more hold sets, such as the cards of a hand; 0 hides them, which is the empty set."""


def check_fields(game: Game, fields: Mapping[str, Field]) -> None:
    """Check what a class declares about the fields of its state."""
    turn, cells = fields.get("turn"), fields.get("cells")
    if game.board is not None and (cells is None or cells.length != game.board[0] * game.board[1]):
        raise GameError(f"{game} has board = {game.board!r}, so `state` must have a row `cells` with one entry for each square")
    if not game.defines("to_move") and (turn is None or turn.length is not None):
        raise GameError(f"{game} needs a field `turn`, or a rule `to_move` that returns the player to move")
    for name in game.secret:
        row = fields.get(name)
        if row is None or row.length is None or row.length % len(game.players):
            raise GameError(
                f"{game} has secret = {game.secret!r}, so `{name}` must be a row of `state` with an equal share for each of "
                f"the {len(game.players)} players"
            )
        if not row.signed and row.bits < _SET_BITS:
            raise GameError(
                f"{game} has secret = {game.secret!r}, but `{name}` is {row.name}, which has no -1 that can hide a number; use i{row.bits}, "
                f"or u{_SET_BITS} for sets of bits, which are hidden as 0"
            )
    for name in game.counters:
        if name not in fields:
            raise GameError(f"{game} has counters = {game.counters!r}, but `state` has no field `{name}`")


def _is_count(value: object, most: int) -> bool:
    return is_int(value) and not isinstance(value, bool) and 1 <= cast(int, value) <= most


def _are_repetitions(value: object) -> bool:
    return is_int(value) and value != 1 and 0 <= cast(int, value) <= 1 << 16


def is_number(value: object) -> bool:
    return isinstance(value, float) or is_int(value)


def _are_names(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(name, str) and name.isprintable() for name in value)


def _are_bounds(value: Any) -> bool:
    if not isinstance(value, tuple | list) or len(value) != 2 or not all(map(is_number, value)):
        return False
    return bool(-LARGEST <= value[0] < value[1] <= LARGEST)


_TRUTH = (lambda value: isinstance(value, bool), "True or False")
_SYMBOLS = (_are_names, 'a tuple with the characters of each player\'s pieces, such as ("KQRBNP", "kqrbnp")')
_ATTRIBUTES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "players": (
        lambda value: _are_names(value) and 0 < len(value) == len(set(value)) and all(value),
        'a tuple of different names, such as ("x", "o")',
    ),
    "bounds": (_are_bounds, "two numbers between -1e8 and 1e8, the lesser first, such as (-1, 1)"),
    "zero_sum": _TRUTH,
    "bounded_evaluation": _TRUTH,
    "teams": (
        lambda value: isinstance(value, tuple) and all(is_int(team) and 0 <= team < MOST_MOVES for team in value),
        "a tuple with the number of each player's team, such as (0, 1, 0, 1)",
    ),
    "max_moves": (lambda value: _is_count(value, MOST_MOVES), f"a whole number from 1 to {MOST_MOVES}"),
    "repetitions": (_are_repetitions, "0, or a whole number from 2 on, such as 3"),
    "move_numbers": (
        lambda value: value is None or _is_count(value, MOST_NUMBERS),
        f"None or a whole number from 1 to {MOST_NUMBERS}",
    ),
    "counters": (_are_names, 'a tuple of names of fields, such as ("clock",)'),
    "secret": (_are_names, 'a tuple of names of rows, such as ("hand",)'),
    "shows_all": _TRUTH,
    "chance_first": _TRUTH,
    "out_of_turn": _TRUTH,
    "board": (
        lambda value: (
            value is None or (isinstance(value, tuple) and len(value) == 2 and all(_is_count(n, MOST_MOVES) for n in value))
        ),
        "None or a tuple (rows, columns), such as (3, 3)",
    ),
    "piece_symbols": _SYMBOLS,
    "men": _SYMBOLS,
    "colours": (lambda value: _are_names(value) and value != (), 'a tuple of colours, such as ("#d7263d", "#ffd23f")'),
    "reserved": (_are_names, "the names of all methods, as in every game"),
    "interpreted": _TRUTH,
    "native": (lambda value: value is None or isinstance(value, str), "None or the name of native rules"),
    "playable": _TRUTH,
}
"""For each attribute of a game whether a value is right, and what a right value is."""
