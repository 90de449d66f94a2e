"""Random games by number, where they are wanted: on the CPU by any backend, or on a GPU. Each place plays the same games."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from zermelo.engine.backends import open_backend
from zermelo.errors import AgentError, nearest
from zermelo.game.protocol import Game
from zermelo.search.montecarlo.random_games import HEAD, POINT, ROW, Plan, play_games

if TYPE_CHECKING:
    from zermelo.gpu.random_games import GpuGames

PLACES = ("cpu", "gpu")
Player = Callable[[Plan], tuple[bytes, bytes]]
SPECIFICATION = "python"


def policy_of(game: Game) -> str:
    """How random games of a game choose their moves: by its own `playout` if it has one."""
    return "playout" if game.defines("playout") else "moves"


def cpu_games(game: Game, policy: str, backend: str | None = None, threads: int | None = None) -> tuple[str, Player]:
    """The name of the backend, and what plays games on the CPU; by default with a thread for each core."""
    if backend == SPECIFICATION:
        return SPECIFICATION, lambda plan: play_games(game.rules, plan)
    opened = open_backend(game, backend, () if policy == "moves" else (policy,))
    crew = threads or os.cpu_count() or 1

    return opened.name, lambda plan: opened.core.random_games(plan, crew)


def gpu_games(game: Game, policy: str) -> GpuGames:
    """What plays games on the GPU; GpuError if there is none, or if the rules cannot run there."""
    from zermelo.gpu.random_games import GpuGames

    return GpuGames(game, policy, lambda plan: cpu_games(game, policy)[1](plan))


def games_player(game: Game, policy: str, where: str = "cpu", backend: str | None = None) -> tuple[str, Player]:
    """The name of the place, and what plays games there."""
    check_place(where, backend)
    return ("gpu", gpu_games(game, policy)) if where == "gpu" else cpu_games(game, policy, backend)


def check_place(where: str, backend: str | None = None) -> None:
    """Refuse what is not a place, and a backend for a GPU."""
    if where == "gpu" and backend is not None:
        raise AgentError(f"on a GPU the rules are always compiled; leave out backend={backend!r}")
    if where not in PLACES:
        raise AgentError(f"where={where!r:.60} is not a place; use {' or '.join(PLACES)}.{nearest(str(where), PLACES)}")


@dataclass(frozen=True)
class Row:
    """What the games from one position, or with one first move, came to."""

    games: int
    """Finished games."""
    draws: int
    plies: int
    given_up: int
    wins: tuple[int, ...]
    points: tuple[float, ...]
    """Won games, shared if several players won; a draw is shared by all."""
    values: tuple[float, ...]
    """Sums of utilities."""


@dataclass(frozen=True)
class Counted:
    """A table of random games, read."""

    decisions: int
    choices: int
    single: int
    most: int
    given_up: int
    made: tuple[int, ...]
    """Moves of each player in finished games."""
    lengths: tuple[int, ...]
    """How many games had each length."""
    rows: dict[int, Row]
    """Those of the positions or first moves that were played, by their place in the plan: there may be a hundred thousand first moves."""

    @classmethod
    def of(cls, table: bytes, plan: Plan, players: int) -> Counted:
        head, width = len(HEAD) + players, len(ROW) + 3 * players
        begin, row = head + plan.bins, struct.Struct(f"<{width}q")
        numbers, words = struct.unpack_from(f"<{begin}q", table), memoryview(table).cast("q")
        ended, broken = words[begin::width].tolist(), words[begin + ROW.index("given_up") :: width].tolist()
        played = (at for at, counts in enumerate(zip(ended, broken, strict=True)) if any(counts))
        rows = {at: _row(row.unpack_from(table, 8 * (begin + at * width)), players) for at in played}
        decisions, choices, single, most, given_up = numbers[: len(HEAD)]
        return cls(decisions, choices, single, most, given_up, numbers[len(HEAD) : head], numbers[head:], rows)

    def __add__(self, other: Counted) -> Counted:
        """Both together; rows are those of the same positions or first moves."""
        return Counted(
            self.decisions + other.decisions,
            self.choices + other.choices,
            self.single + other.single,
            max(self.most, other.most),
            self.given_up + other.given_up,
            _sums(self.made, other.made),
            _sums(self.lengths, other.lengths),
            self.rows | {at: _joined(self.rows[at], row) if at in self.rows else row for at, row in other.rows.items()},
        )


def _row(numbers: tuple[int, ...], players: int) -> Row:
    wins, points, values = (numbers[len(ROW) + part * players : len(ROW) + (part + 1) * players] for part in range(3))
    games, draws, plies, given_up = numbers[: len(ROW)]
    sums = struct.unpack(f"<{players}d", struct.pack(f"<{players}q", *values))
    return Row(games, draws, plies, given_up, wins, tuple(point / POINT for point in points), sums)


def _sums(one: tuple[Any, ...], two: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(a + b for a, b in zip(one, two, strict=True))


def _joined(one: Row, two: Row) -> Row:
    games, draws, plies, given_up = (getattr(one, name) + getattr(two, name) for name in ROW)
    wins, points, values = (_sums(getattr(one, name), getattr(two, name)) for name in ("wins", "points", "values"))
    return Row(games, draws, plies, given_up, wins, points, values)
