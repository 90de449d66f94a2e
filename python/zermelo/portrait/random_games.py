"""Random games from one position in great number: played in chunks, on the CPU or a GPU, and counted.

Game i of a seed is the same game however the games are cut into chunks. So a chunk takes as many games as are played in a moment: progress
can be shown, Ctrl-C loses no more than a moment, and a GPU is kept busy.
"""

from __future__ import annotations

import struct
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from zermelo.engine.backends import open_backend
from zermelo.engine.random_games import SPECIFICATION, Counted, Player, Row, games_player, gpu_games, policy_of
from zermelo.errors import AgentError, nearest
from zermelo.game import CHANCE, Position, draw
from zermelo.game.protocol import Game
from zermelo.portrait.playing import MOST_PLIES, NEVER, Deadline
from zermelo.portrait.summary import Seat, Spread, Summary, interval
from zermelo.search.montecarlo.random_games import POINT, POLICIES, Plan, stream

CHUNK_SECONDS = 0.2
"""About how long a chunk takes."""
GROWTH = 16
"""A chunk has at most so many times the games of the one before."""
BINS = 64
"""Lengths that are told apart at first; a chunk with longer games is played again with more."""
OPENED = 256
"""Where chance begins, the first moves that are told apart are those that can follow in so many games."""
_DIGITS = 12
"""Digits of a mean that do not depend on the order in which games are added."""


@dataclass(frozen=True)
class SingleGames:
    """Each game by itself."""

    packed: bytes = field(repr=False)
    players: int
    names: tuple[tuple[int, str], ...]
    """The names of first moves."""

    def __iter__(self) -> Iterator[tuple[int, str, tuple[float, ...], int]]:
        """For each finished game its number, first move, what it was worth to each player, and its plies."""
        names = dict(self.names)
        for number, game in enumerate(struct.iter_unpack(_form(self.players), self.packed)):
            _, first, plies, ending, *utilities = game
            if ending >= -1:
                yield number, names.get(first, "-" if first < 0 else str(first)), tuple(utilities), plies


class RandomGames:
    """Random games from a position, counted as they are played."""

    def __init__(
        self,
        position: Position,
        seed: int = 1,
        *,
        where: str = "cpu",
        backend: str | None = None,
        policy: str | None = None,
        details: bool = False,
        name: str = "random",
    ) -> None:
        """`policy` says how moves are chosen, by default by the game's own `playout` if it has one; `details` keeps each game.

        GpuError if the games are wanted on a GPU and cannot be played there.
        """
        game = position.game
        self.position, self.policy, self.players, self.name = position, _checked(policy, game), game.players, name
        firsts = _firsts(position, seed, backend)
        self._plan = Plan(position.state.pack(), 1, firsts, 0, 1, seed, MOST_PLIES, BINS, self.policy, details)
        self.place, self._play = _opened(game, where, backend, self._plan)
        self.games = 0
        """Games so far, given up or not."""
        self._counted: Counted | None = None
        self._lengths = Counter[int]()
        self._told = bytearray()

    def play(self, games: int, step: Callable[[int], object] = lambda _: None, deadline: Deadline = NEVER) -> None:
        """Play until there are so many games, or until the deadline; `step` is called with their number after each chunk."""
        chunk = 1
        while self.games < games and not deadline.passed:
            began = time.perf_counter()
            self.add(min(chunk, games - self.games))
            chunk = next_chunk(chunk, time.perf_counter() - began)
            step(self.games)

    def add(self, games: int) -> None:
        """Play one chunk. If it is interrupted or a rule fails, none of it counts."""
        plan = replace(self._plan, per=games, begin=self.games, count=games)
        table, told = self._play(plan)
        counted = Counted.of(table, plan, len(self.players))
        while counted.lengths[-1]:
            plan = replace(plan, bins=min(4 * plan.bins, plan.cap + 2))
            table, told = self._play(plan)
            counted = Counted.of(table, plan, len(self.players))
        self._plan = replace(self._plan, bins=plan.bins)
        lengths = self._lengths + Counter(dict(enumerate(counted.lengths)))
        counted = replace(counted, lengths=())
        whole = counted if self._counted is None else self._counted + counted
        self._told[self.games * struct.calcsize(_form(len(self.players))) :] = told
        self._counted, self._lengths, self.games = whole, lengths, self.games + games

    def summary(self) -> Summary | None:
        """All games together; None if none is finished."""
        found = self._counted
        whole = None if found is None else _together([found.rows[at] for at in sorted(found.rows)])
        if found is None or whole is None or whole.games == 0:
            return None
        return Summary(
            name=self.name,
            games=whole.games,
            unfinished=found.given_up,
            seats=seats(whole, self.players, found.made),
            draws=draws(whole),
            plies=Spread.counted(self._lengths),
            branching=found.choices / found.decisions if found.decisions else 0.0,
            most_choices=found.most,
            forced=found.single / found.decisions if found.decisions else 0.0,
            states=None,
            positions=None,
            shared=len(self.players) > 1 and not self.position.rules.zero_sum and draws(whole) == whole.games,
        )

    def by_first_move(self) -> list[tuple[int | None, Row]]:
        """The finished games by their first move, ascending; None for those without one, or with one that was not foreseen."""
        rows = {} if self._counted is None else self._counted.rows
        firsts = (*(self._plan.firsts or ()), None)
        return [(firsts[at], rows[at]) for at in sorted(rows) if rows[at].games]

    def single(self, names: Sequence[tuple[int, str]]) -> SingleGames:
        """Each game by itself, if details were asked for."""
        size = struct.calcsize(_form(len(self.players)))
        return SingleGames(bytes(self._told[: self.games * size]), len(self.players), tuple(names))


def next_chunk(games: int, seconds: float) -> int:
    """How many games to play next, if so many took these seconds: a power of two.

    >>> next_chunk(1, 0.0001), next_chunk(1024, 0.1), next_chunk(1024, 0.9)
    (16, 2048, 128)
    """
    wanted = games * min(GROWTH, CHUNK_SECONDS / max(seconds, 1e-9))
    return 1 << max(0, int(wanted).bit_length() - 1)


def seats(row: Row, players: Sequence[str], made: Sequence[int] | None = None) -> tuple[Seat, ...]:
    """How each player fared in some games; `made` are the moves that each made in them."""
    found = []
    for player, name in enumerate(players):
        points = round(row.points[player] * POINT) / POINT
        low, high = interval(points, row.games)
        value = float(f"{row.values[player] / row.games:.{_DIGITS}g}")
        moves = None if made is None else made[player] / row.games
        found.append(Seat(name, row.wins[player], points / row.games, low, high, value, moves))
    return tuple(found)


def draws(row: Row) -> int:
    """Drawn games; a game for one player has none."""
    return row.draws if len(row.wins) > 1 else 0


def _form(players: int) -> str:
    """One game as it is told: trace, first move, plies, ending, utilities."""
    return f"<Qqqq{players}d"


def _checked(policy: str | None, game: Game) -> str:
    if policy is None:
        return policy_of(game)
    if policy not in POLICIES:
        raise AgentError(
            f"policy={policy!r:.60} must be {', '.join(POLICIES[:-1])} or {POLICIES[-1]}.{nearest(str(policy), POLICIES)}"
        )
    if policy != "moves" and not game.defines(policy):
        raise AgentError(f"{game} defines no `{policy}`; use policy='moves'")
    return policy


def _opened(game: Game, where: str, backend: str | None, plan: Plan) -> tuple[str, Player]:
    """The name of the place, and what plays games there, ready to begin."""
    if where == "gpu" and backend is None:
        made = gpu_games(game, plan.policy)
        made.kernel(plan)
        return where, made
    return games_player(game, plan.policy, where, backend)


def _firsts(position: Position, seed: int, backend: str | None) -> tuple[int, ...]:
    """The first moves that are told apart, ascending: all that are legal or, where chance begins, those that follow in some games."""
    if position.player != CHANCE:
        return tuple(position.choices)
    core, found = open_backend(position.game, None if backend == SPECIFICATION else backend).core, set[int]()
    for number in range(OPENED):
        random, packed = stream(seed, number), position.state.pack()
        for _ in range(MOST_PLIES):
            if core.utilities(packed) is not None:
                break
            if core.to_move(packed) != CHANCE:
                found.update(core.moves(packed))
                break
            packed = core.play(packed, draw(core.chances(packed), random))
    return tuple(sorted(found))


def _together(rows: Sequence[Row]) -> Row:
    numbers = (sum(getattr(row, name) for row in rows) for name in ("games", "draws", "plies", "given_up"))
    lists = (zip(*(getattr(row, name) for row in rows), strict=True) for name in ("wins", "points", "values"))
    return Row(*numbers, *(tuple(map(sum, each)) for each in lists))
