"""Plays the games of a portrait: at random, then one level after the other, each against itself.

Games may take long, so everything can be cut short: a limit of seconds for each way of playing, and Ctrl-C, after which the portrait has
what was gathered. What was cut is told.

A GPU plays random games in far greater number. It counts only how they end, so the usual ones are played besides: they show different
states and who leads.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from random import Random as Dice

from zermelo.agents.levels import LEVELS, level
from zermelo.arena.match import stream
from zermelo.engine.agent import Agent, fits
from zermelo.engine.backends import Backend, diagnose, open_backend
from zermelo.engine.random_games import check_place
from zermelo.errors import LimitError, PositionError
from zermelo.game import Game
from zermelo.portrait.hidden_size import hidden_size
from zermelo.portrait.leads import Leads, leads_of, scale_of
from zermelo.portrait.playing import Deadline, agent_game, random_game
from zermelo.portrait.portrait import Portrait
from zermelo.portrait.random_games import RandomGames
from zermelo.portrait.record import GameRecord
from zermelo.portrait.summary import Summary, Tally
from zermelo.score import counted

RANDOM_GAMES, LEVEL_GAMES, LED_GAMES = 1000, 40, 40
"""Games at random, games of each level, and games of each whose leads are measured."""
GPU_GAMES = 10_000_000
"""Random games on a GPU."""
ON_GPU = "random (GPU)"
"""The name of this way of playing."""
DEFAULT_LEVELS = (1, 3, 5)
MOST_DRAWS = 2 / 3
"""If more random games than this are drawn, as in chess, random games do not show who is ahead."""
Progress = Callable[[str, int, int], object]
"""Called before the first game and after each: the way of playing, the games so far and all games."""


@dataclass(frozen=True)
class Plan:
    """What to play for a portrait."""

    games: int = RANDOM_GAMES
    """Random games."""
    levels: tuple[int, ...] = DEFAULT_LEVELS
    level_games: int = LEVEL_GAMES
    """Games of each level."""
    seed: int = 1
    seconds: float | None = None
    """The most time for each way of playing; None for no limit."""
    leads: int = LED_GAMES
    """The most games of each way of playing whose leads are measured; 0 for none."""
    backend: str | None = None
    gpu_games: int | None = None
    """Random games on a GPU besides; None for no GPU."""

    def __post_init__(self) -> None:
        names = ("games", "level_games", "leads", *(("gpu_games",) if self.gpu_games is not None else ()))
        for name in names:
            number, least = getattr(self, name), 0 if name == "leads" else 1
            if not isinstance(number, int) or isinstance(number, bool) or number < least:
                raise LimitError(f"{name}={number!r:.60} must be a whole number of at least {least}")
        for number in self.levels:
            if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number < len(LEVELS):
                raise LimitError(
                    f"levels={number!r:.60} must be from 1 to {len(LEVELS) - 1}; level {len(LEVELS)} never slips and would repeat one game"
                )
        if self.seconds is not None and not self.seconds > 0:
            raise LimitError(f"seconds={self.seconds!r} must be a number above 0")


def random_games(where: str, games: int | None) -> tuple[int, int | None]:
    """How many random games to play on the CPU and on the GPU, if so many are asked for.

    >>> random_games("cpu", 500), random_games("gpu", 10**9)
    ((500, None), (1000, 1000000000))
    """
    check_place(where)
    if where == "gpu":
        return RANDOM_GAMES, GPU_GAMES if games is None else games
    return RANDOM_GAMES if games is None else games, None


def portrait(game: Game, plan: Plan | None = None, progress: Progress = lambda *_: None) -> Portrait:
    """Play the games of a plan and summarise them. Ctrl-C ends it; finished games count."""
    plan = plan or Plan()
    if game.start().over:
        raise PositionError(f"{game} is over before it begins ({game.start().result}), so there are no games to describe")
    backend = open_backend(game, plan.backend)
    gathering = _Gathering(game, plan, backend, progress)
    started, stopped = time.perf_counter(), None
    try:
        with diagnose(game):
            gathering.at_random()
            gathering.decide_on_leads()
            gathering.on_gpu()
            for number in plan.levels:
                gathering.at_level(number)
            gathering.size_up()
    except KeyboardInterrupt:
        stopped = "interrupt"
        if not gathering.summaries():
            raise
        gathering.cut.append("Interrupted: later games are missing.")
    found, cut = gathering.summaries(), (*gathering.cut, *gathering.hidden)
    return Portrait(str(game), game.players, backend.name, found, time.perf_counter() - started, cut, stopped)


class _Gathering:
    """The games so far, one tally for each way of playing."""

    def __init__(self, game: Game, plan: Plan, backend: Backend, progress: Progress) -> None:
        self.game, self.plan, self.backend, self.progress = game, plan, backend, progress
        self.tallies: list[Tally | RandomGames] = []
        self.cut: list[str] = []
        self.hidden: tuple[str, ...] = ()
        """What there is to say about a game that hides something."""
        self.leads = plan.leads if len(game.players) > 1 and backend.name != "interpreted" else 0
        self.gpu = (
            None if plan.gpu_games is None else RandomGames(game.start(), plan.seed, where="gpu", policy="moves", name=ON_GPU)
        )

    @cached_property
    def scale(self) -> tuple[float, float]:
        """The least and the greatest result, by which leads are measured."""
        return scale_of(self.backend.core, self.game.rules, self.game.fresh().pack(), self.plan.seed)

    def summaries(self) -> tuple[Summary, ...]:
        return tuple(found for tally in self.tallies if (found := tally.summary()) is not None)

    def at_random(self) -> None:
        dice, start = Dice(self.plan.seed), self.game.fresh().pack()
        self.random = self._play(
            "random", self.plan.games, lambda _, deadline: random_game(self.backend.core, start, dice, deadline)
        )

    def on_gpu(self) -> None:
        """Play random games on the GPU, if they are wanted."""
        games = self.plan.gpu_games
        if self.gpu is None or games is None:
            return
        self.tallies.append(self.gpu)
        self.progress(ON_GPU, 0, games)
        self.gpu.play(games, lambda done: self.progress(ON_GPU, done, games), Deadline.after(self.plan.seconds))
        if self.gpu.games < games:
            self._tell_cut(ON_GPU, self.gpu.games, games)

    def size_up(self) -> None:
        """Measure what matters if the game hides something."""
        if self.game.hides:
            self.hidden = hidden_size(self.game, seed=self.plan.seed, backend=self.plan.backend).lines()

    def decide_on_leads(self) -> None:
        """Say why leads are not measured, if they cannot be: random games must be fast, and tell winners from losers."""
        found = self.random.summary()
        if self.plan.leads and len(self.game.players) > 1 and self.backend.name == "interpreted":
            self.cut.append("Leads were not measured, because the rules are interpreted.")
        elif self.leads and found is not None and found.shared:
            self._leave_out_leads("all players got the same in each random game, so no player is ahead")
        elif self.leads and found is not None and found.draws > MOST_DRAWS * found.games:
            self._leave_out_leads(
                f"{found.draws / found.games:.0%} of the random games were drawn, so they do not show who is ahead"
            )

    def _leave_out_leads(self, why: str) -> None:
        self.cut.append(f"Leads were not measured: {why}.")
        self.leads = 0
        self.random.leads.clear()

    def at_level(self, number: int) -> None:
        agent: Agent = level(number, backend=self.plan.backend, tables="none")  # so that portraits do not depend on what is built
        start = self.game.start()
        if not fits(agent, start):
            self.cut.append(f"Level {number} cannot play {self.game}.")
            return
        seed = self.plan.seed

        def play(game: int, deadline: Deadline) -> GameRecord | None:
            return agent_game(start, agent, stream(seed, number, game), deadline)

        self._play(f"level {number}", self.plan.level_games, play)

    def _play(self, name: str, games: int, play: Callable[[int, Deadline], GameRecord | None]) -> Tally:
        """Play games until there are enough or time is up."""
        tally = Tally(name, self.game.players, self.game.rules.zero_sum)
        self.tallies.append(tally)
        deadline = Deadline.after(self.plan.seconds)
        self.progress(name, 0, games)
        for number in range(games):
            record = None if deadline.passed else play(number, deadline)
            if record is None:
                self._tell_cut(name, number, games)
                break
            tally.add(record, self._leads(record, number, deadline))
            self.progress(name, number + 1, games)
        return tally

    def _leads(self, record: GameRecord, number: int, deadline: Deadline) -> Leads | None:
        """The leads of a game, if they are measured."""
        if number >= self.leads or record.utilities is None:
            return None
        return leads_of(self.backend.core, self.scale, record, stream(self.plan.seed, number) >> 2, deadline)

    def _tell_cut(self, name: str, done: int, games: int) -> None:
        limit = f"{self.plan.seconds:g} s"
        some = f"{counted(done, 'game')} of {games}" if done else "no game"
        self.cut.append(f"In {limit}, {name} play finished {some}.")
