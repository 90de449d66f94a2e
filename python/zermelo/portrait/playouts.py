"""Random games from any position, with the results of every first move: `zermelo.playouts("connect4", 1000)`."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random as Dice
from typing import Any

from zermelo.arena.frames import Frames
from zermelo.engine.backends import diagnose, open_backend
from zermelo.errors import LimitError, PositionError
from zermelo.game import Position
from zermelo.html import HtmlTable
from zermelo.portrait.playing import random_game
from zermelo.portrait.record import GameRecord
from zermelo.portrait.summary import Seat, Spread, Summary, Tally
from zermelo.report import count, plain


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
    seed: int
    summary: Summary
    moves: tuple[FirstMove, ...]
    """By first move, the best for the player to move first."""
    results: tuple[tuple[str | None, tuple[float, ...], int], ...]
    """For each game its first move, what it was worth to each player, and its plies."""
    seconds: float
    stopped: str | None = None
    """ "interrupt" if it was interrupted."""

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
        """The mean number of legal moves."""
        return self.summary.branching

    def rows(self) -> list[dict[str, Any]]:
        """One row for each game, for tables of data."""
        players = [seat.player for seat in self.summary.seats]
        return [
            {"game": number, "first": first, **dict(zip(players, values, strict=True)), "plies": plies}
            for number, (first, values, plies) in enumerate(self.results)
        ]

    def to_json(self) -> dict[str, Any]:
        """Everything but the single games, as plain values."""
        return {
            "game": self.game,
            "backend": self.backend,
            "seed": self.seed,
            "seconds": round(self.seconds, 6),
            "stopped": self.stopped,
            "summary": self.summary.to_json(),
            "moves": [move.to_json() for move in self.moves],
        }

    def table(self) -> HtmlTable:
        players = [seat.player for seat in self.summary.seats]
        head = ("first move", "games", *(f"{player} won" for player in players), "draws", "plies")
        rows = [
            (
                move.move,
                str(move.games),
                *(f"{seat.wins / move.games:.1%}" for seat in move.seats),
                f"{move.draws / move.games:.1%}",
                f"{move.plies:.1f}",
            )
            for move in self.moves
        ]
        wins = [f"{wins / self.games:.1%}" for wins in self.wins.values()]
        rows.append(("all", str(self.games), *wins, f"{self.draws / self.games:.1%}", f"{self.plies.mean:.1f}"))
        speed = f"{count(self.games / self.seconds)} games/s" if self.seconds > 0 else ""
        caption = f"{self.game} · {self.games} random games · {self.branching:.1f} moves to choose from · {self.backend}, {speed}"
        return HtmlTable(head, tuple(rows), caption)

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
) -> Playouts:
    """Play random games from a position; every legal move is as likely as any other. The same seed gives the same games.

    `step` is called with the number of games after each. Ctrl-C ends it; finished games count.
    """
    for name, number, least in (("games", games, 1), ("seed", seed, -(1 << 63))):
        if not isinstance(number, int) or isinstance(number, bool) or number < least:
            raise LimitError(f"{name}={number!r:.60} must be a whole number" + (" of at least 1" if least == 1 else ""))
    if position.over:
        raise PositionError(f"the game is over ({position.result}): there is nothing to play")
    opened, packed, dice = open_backend(position.game, backend), position.state.pack(), Dice(seed)
    tally = _ByFirstMove(position)
    started, stopped = time.perf_counter(), None
    try:
        with diagnose(position.game):
            for number in range(games):
                record = random_game(opened.core, packed, dice)
                assert record is not None
                tally.add(record)
                step(number + 1)
    except KeyboardInterrupt:
        stopped = "interrupt"
    return tally.result(opened.name, seed, time.perf_counter() - started, stopped)


class _ByFirstMove:
    """Counts games, together and by first move."""

    def __init__(self, position: Position) -> None:
        self.position, players = position, position.game.players
        self.all = Tally("random", players)
        self.moves: dict[int | None, Tally] = {}
        self.results: list[tuple[int | None, tuple[float, ...], int]] = []

    def add(self, record: GameRecord) -> None:
        self.all.add(record)
        slim = replace(record, states=())
        self.moves.setdefault(record.first, Tally("", self.position.game.players)).add(slim)
        if record.utilities is not None:
            self.results.append((record.first, record.utilities, record.plies))

    def result(self, backend: str, seed: int, seconds: float, stopped: str | None) -> Playouts:
        found = self.all.summary()
        if found is None:
            if stopped is not None:
                raise KeyboardInterrupt
            raise LimitError(f"no random game of {self.position.game} ended; does the game end at all?")
        player = max(self.position.player, 0)
        names = {move: self._name(move) for move in self.moves}
        moves = [_first(names[move], known) for move, tally in self.moves.items() if (known := tally.summary()) is not None]
        moves.sort(key=lambda move: -move.seats[player].value)
        results = tuple((names[first], values, plies) for first, values, plies in self.results)
        return Playouts(str(self.position.game), backend, seed, found, tuple(moves), results, seconds, stopped)

    def _name(self, move: int | None) -> str:
        """The name of a first move; where chance comes first, it is the number of the move, because its name depends on chance."""
        if move is None:
            return "-"
        return self.position.name(move) if move in self.position.choices and self.position.player >= 0 else str(move)


def _first(name: str, known: Summary) -> FirstMove:
    return FirstMove(name, known.games, known.seats, known.draws, round(known.plies.mean, 6))
