"""Random games from any position, with the results of every first move: `zermelo.playouts("connect4", 1000)`."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.arena.frames import Frames
from zermelo.engine.backends import diagnose
from zermelo.engine.random_games import Row
from zermelo.errors import LimitError, PositionError
from zermelo.game import Position
from zermelo.html import HtmlTable
from zermelo.portrait.random_games import RandomGames, SingleGames, draws, seats
from zermelo.portrait.summary import Seat, Spread, Summary
from zermelo.report import count, plain

MOST_SINGLE = 1_000_000
"""With more games, single games are not kept."""
OTHER = "other"
"""Games without a first move or, where chance begins, with a rare one."""
_CHOSEN = {"moves": "", "playout": " by the game's own playout", "forced": " of forced moves"}


@dataclass(frozen=True)
class FirstMove:
    """The games that began with one move."""

    move: str
    games: int
    seats: tuple[Seat, ...]
    """How each player fared in them."""
    draws: int
    plies: float
    """Their mean length."""

    def to_json(self) -> dict[str, Any]:
        values = {seat.player: plain(round(seat.value, 6)) for seat in self.seats}
        wins = {seat.player: seat.wins for seat in self.seats}
        return {"move": self.move, "games": self.games, "wins": wins, "draws": self.draws, "values": values, "plies": self.plies}


@dataclass(frozen=True)
class Playouts(Frames):
    """Random games from one position."""

    game: str
    backend: str
    """Where the rules ran: native, compiled, interpreted, python or gpu."""
    seed: int
    policy: str
    """How moves were chosen: "moves" is any legal move, "playout" the game's own `playout`, "forced" any that its `forced` keeps."""
    summary: Summary
    moves: tuple[FirstMove, ...]
    """By first move, the best for the player to move first."""
    seconds: float
    stopped: str | None = None
    """ "interrupt" if it was interrupted."""
    single: SingleGames | None = None
    """Each game by itself; None if there were to be more than a million."""

    @property
    def games(self) -> int:
        return self.summary.games

    @property
    def wins(self) -> dict[str, int]:
        """Games won by each player."""
        return {seat.player: seat.wins for seat in self.summary.seats}

    @property
    def draws(self) -> int:
        return self.summary.draws

    @property
    def values(self) -> dict[str, float]:
        """The mean utility for each player."""
        return {seat.player: seat.value for seat in self.summary.seats}

    @property
    def plies(self) -> Spread:
        """How long the games were."""
        return self.summary.plies

    @property
    def branching(self) -> float:
        """The mean number of legal moves over all decisions.

        If the game's own `playout` chooses, legal moves are counted in 32 of every 16384 games only; this and `summary.forced` are about these.
        """
        return self.summary.branching

    @property
    def given_up(self) -> int:
        """Games that were too long; they count nowhere else."""
        return self.summary.unfinished

    @property
    def results(self) -> tuple[tuple[str, tuple[float, ...], int], ...]:
        """For each finished game its first move, what it was worth to each player, and its plies."""
        return tuple((first, values, plies) for _, first, values, plies in self._single())

    def rows(self) -> list[dict[str, Any]]:
        """One row for each finished game, for tables of data; `game` is its number, by which the seed gives it again."""
        players = [seat.player for seat in self.summary.seats]
        return [
            {"game": number, "first": first, **dict(zip(players, values, strict=True)), "plies": plies}
            for number, first, values, plies in self._single()
        ]

    def _single(self) -> SingleGames:
        if self.single is None:
            raise LimitError(
                f"single games are kept only if at most {MOST_SINGLE:,} are asked for; ask for fewer, such as games={MOST_SINGLE}"
            )
        return self.single

    def to_json(self) -> dict[str, Any]:
        """Everything but the single games, as plain values."""
        return {
            "game": self.game,
            "backend": self.backend,
            "seed": self.seed,
            "policy": self.policy,
            "seconds": round(self.seconds, 6),
            "stopped": self.stopped,
            "summary": self.summary.to_json(),
            "moves": [move.to_json() for move in self.moves],
        }

    def table(self) -> HtmlTable:
        players = [seat.player for seat in self.summary.seats]
        results = ("each player got",) if self.summary.shared else (*(f"{player} won" for player in players), "draws")
        head = ("first move", "games", *results, "plies")
        rows = [
            (move.move, f"{move.games:,}", *self._results(move.seats, move.draws, move.games), f"{move.plies:.1f}")
            for move in self.moves
        ]
        whole = self._results(self.summary.seats, self.draws, self.games)
        rows.append(("all", f"{self.games:,}", *whole, f"{self.plies.mean:.1f}"))
        speed = f"{count(self.games / self.seconds)} games/s" if self.seconds > 0 else ""
        told = [self.game, f"{self.games:,} random games{_CHOSEN[self.policy]}", f"{self.branching:.1f} moves to choose from"]
        told += [f"{self.given_up:,} too long and given up"] if self.given_up else []
        return HtmlTable(head, tuple(rows), " · ".join([*told, f"{self.backend}, {speed}"]))

    def _results(self, seats: tuple[Seat, ...], draws: int, games: int) -> tuple[str, ...]:
        """How some games ended: who won how often or, if all players always get the same, what that is on average."""
        if self.summary.shared:
            return (f"{seats[0].value:,.4g}",)
        return (*(f"{seat.wins / games:.1%}" for seat in seats), f"{draws / games:.1%}")

    def __str__(self) -> str:
        return str(self.table())

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def playouts(
    position: Position,
    games: int = 1000,
    seed: int = 1,
    backend: str | None = None,
    step: Callable[[int], object] = lambda _: None,
    where: str = "cpu",
    policy: str | None = None,
) -> Playouts:
    """Play random games from a position, on all cores of the CPU or on a GPU. Game i of a seed is the same game everywhere.

    By default a game's own `playout` chooses the moves; without one, or with `policy="moves"`, every legal move is as likely as any other.
    A game is given up after 10,000 moves and outcomes of chance. `step` is called with the number of games about five times a second.
    Ctrl-C ends it; finished games count.
    """
    for name, number, least in (("games", games, 1), ("seed", seed, -(1 << 63))):
        if not isinstance(number, int) or isinstance(number, bool) or number < least:
            raise LimitError(f"{name}={number!r:.60} must be a whole number" + (" of at least 1" if least == 1 else ""))
    if position.over:
        raise PositionError(f"the game is over ({position.result}): there is nothing to play")
    started, stopped = time.perf_counter(), None
    with diagnose(position.game):
        played = RandomGames(position, seed, where=where, backend=backend, policy=policy, details=games <= MOST_SINGLE)
        started = time.perf_counter()
        try:
            played.play(games, step)
        except KeyboardInterrupt:
            stopped = "interrupt"
    return _result(played, seed, time.perf_counter() - started, stopped, games <= MOST_SINGLE)


def _result(played: RandomGames, seed: int, seconds: float, stopped: str | None, keep: bool) -> Playouts:
    position, found = played.position, played.summary()
    if found is None:
        if stopped is not None:
            raise KeyboardInterrupt
        raise LimitError(f"no random game of {position.game} ended; does the game end at all?")
    moves = [_first(position, move, row) for move, row in played.by_first_move()]
    moves.sort(key=lambda move: -move.seats[max(position.player, 0)].value)
    single = (
        played.single([(move, _name(position, move)) for move, _ in played.by_first_move() if move is not None]) if keep else None
    )
    return Playouts(str(position.game), played.place, seed, played.policy, found, tuple(moves), seconds, stopped, single)


def _first(position: Position, move: int | None, row: Row) -> FirstMove:
    found = seats(row, position.game.players)
    name = OTHER if move is None else _name(position, move)
    return FirstMove(name, row.games, found, draws(row), round(row.plies / row.games, 6))


def _name(position: Position, move: int) -> str:
    """The name of a first move; where chance comes first, it is the number of the move, because its name depends on chance."""
    return str(move) if position.player < 0 else position.name(move)
