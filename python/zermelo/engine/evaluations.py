"""Evaluations of many positions in one call: on the CPU by the fastest backend, or on a GPU. Each place gives the same values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from zermelo.engine.backends import diagnose, open_backend
from zermelo.engine.random_games import check_place
from zermelo.errors import PositionError
from zermelo.game import Position
from zermelo.game.position import WON
from zermelo.game.protocol import Game
from zermelo.game.value import value_of

if TYPE_CHECKING:
    import numpy as np

    Bytes = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]

Values: TypeAlias = "np.ndarray[tuple[int, ...], np.dtype[np.float64]]"
AnyPositions = Any
"""An iterable of positions and packed states; packed states one after another; or an array of NumPy with a packed state in each row."""
_OF_EVALUATIONS = ("_evaluation", "_viewpoint", "bounded_evaluation")
_PLAYER = "the players of {game} are numbered 0 to {last}, not {player!r:.60}"
_KINDS = (
    "positions of {game} are Position objects, packed states of {size} bytes, or an array with {size} bytes in each row; {what}"
)


def evaluations(game: Game, positions: AnyPositions, player: int = 0, where: str = "cpu") -> Values:
    """What each position is worth to a player: what `Position.evaluate` answers, as an array.

    >>> from zermelo import Othello
    >>> start = Othello().start()
    >>> evaluations(Othello(), [start.play("d3"), start.play("d3 c5")]).tolist()
    [-1.5625, 1.125]
    """
    import numpy as np

    check_place(where)
    last = len(game.players) - 1
    if not isinstance(player, int) or isinstance(player, bool) or not 0 <= player <= last:
        raise PositionError(_PLAYER.format(game=game, last=last, player=player))
    states = packed(game, positions)
    if where == "gpu":
        from zermelo.gpu.values import GpuValues

        return GpuValues(game, lambda state, player: _on_cpu(game, [state], player)[0])(states, player)
    return np.array(_on_cpu(game, map(bytes, states), player), np.float64)


def packed(game: Game, positions: AnyPositions) -> Bytes:
    """Positions as rows of bytes; PositionError if they are none of this game."""
    import numpy as np

    size = game.layout.size
    if isinstance(positions, np.ndarray):
        if positions.dtype != np.uint8 or positions.ndim != 2 or positions.shape[1] != size:
            what = f"not an array of shape {positions.shape} and type {positions.dtype}"
            raise PositionError(_KINDS.format(game=game, size=size, what=what))
        return positions
    states = bytes(positions) if isinstance(positions, bytes | bytearray) else b"".join(_states(game, positions))
    if len(states) % size:
        raise PositionError(_KINDS.format(game=game, size=size, what=f"{len(states)} bytes are not whole states"))
    return np.frombuffer(states, np.uint8).reshape(-1, size)


def _states(game: Game, positions: Iterable[Any]) -> Iterator[bytes]:
    """The packed states of positions, which may be of the same game with another evaluation."""
    known: dict[int, tuple[Game, bool]] = {}
    for each in positions:
        if isinstance(each, Position):
            if id(each.game) not in known:
                known[id(each.game)] = each.game, _rules_of(each.game) == _rules_of(game)
            if known[id(each.game)][1]:
                yield each.state.pack()
                continue
        elif isinstance(each, bytes) and len(each) == game.layout.size:
            yield each
            continue
        what = f"not {f'a position of {each.game}' if isinstance(each, Position) else repr(each):.60}"
        raise PositionError(_KINDS.format(game=game, size=game.layout.size, what=what))


def _rules_of(game: Game) -> tuple[Any, ...]:
    """What makes a game equal to another, but for its evaluation."""
    cls, arguments, attributes = value_of(game)
    return cls, arguments, {name: value for name, value in attributes.items() if name not in _OF_EVALUATIONS}


def _on_cpu(game: Game, states: Iterable[bytes], player: int) -> list[float]:
    core, (low, high) = open_backend(game, None, ("evaluate",)).core, game.rules.bounds
    found = []
    with diagnose(game):
        for state in states:
            utilities = core.utilities(state)
            if utilities is None:
                found.append(core.evaluate(state, player))
            else:
                worth = utilities[player]
                found.append(WON if worth >= high else -WON if worth <= low else worth)
    return found
