"""Playing the games of a portrait: at random, step by step on a backend, or by an agent against itself.

A random game asks the backend four questions a ply, which takes 1 to 3 microseconds with compiled or native rules. A whole random game inside
the core would be faster, but would tell only its result.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random as Dice

from zermelo import _core
from zermelo.arena.match import fresh, stream
from zermelo.engine.agent import Agent, legal_move, think
from zermelo.game import CHANCE, Position, Random, draw
from zermelo.portrait.record import GameRecord
from zermelo.search.cancel import CancelScope

MOST_PLIES = 10_000
"""A random game of more plies is given up."""
MOST_AGENT_PLIES = 1000
"""The same for games of agents, which take longer; matches have the same limit."""


@dataclass(frozen=True)
class Deadline:
    """A moment until which games may go on; None for no limit."""

    at: float | None = None

    @classmethod
    def after(cls, seconds: float | None) -> Deadline:
        return cls(None if seconds is None else time.monotonic() + seconds)

    @property
    def passed(self) -> bool:
        return self.at is not None and time.monotonic() > self.at

    @contextmanager
    def cancels(self) -> Iterator[None]:
        """End searches that are under way when the deadline passes."""
        if self.at is None:
            yield
            return
        scope = CancelScope()
        timer = threading.Timer(max(0.0, self.at - time.monotonic()), scope.cancel)
        timer.daemon = True
        timer.start()
        try:
            with scope:
                yield
        finally:
            timer.cancel()


NEVER = Deadline()


def random_game(core: _core.Backend, start: bytes, dice: Dice, deadline: Deadline = NEVER) -> GameRecord | None:
    """A game of random moves, each as likely as any other; None if the deadline passed before its end."""
    movers, choices, states = list[int](), list[int](), list[bytes]()
    packed, first = start, None
    to_move, list_moves, play, utilities, draw_number = core.to_move, core.moves, core.play, core.utilities, dice.random
    while True:
        values = utilities(packed)
        player = to_move(packed) if values is None else CHANCE
        if values is not None or player != CHANCE:
            states.append(packed)
        if values is not None or len(movers) >= MOST_PLIES:
            break
        if player == CHANCE:
            packed = play(packed, _drawn(core.chances(packed), draw_number()))
            continue
        moves = list_moves(packed)
        move = moves[int(draw_number() * len(moves))]
        first = move if first is None else first
        movers.append(player)
        choices.append(len(moves))
        packed = play(packed, move)
        if deadline.at is not None and not len(movers) % 16 and deadline.passed:
            return None
    return GameRecord(tuple(movers), tuple(choices), tuple(states), None if values is None else tuple(values), first)


def _drawn(chances: list[tuple[int, float]], number: float) -> int:
    """The outcome that a number from 0 to 1 stands for."""
    for outcome, probability in chances:
        number -= probability
        if number < 0:
            return outcome
    return chances[-1][0]


def agent_game(start: Position, agent: Agent, seed: int, deadline: Deadline = NEVER) -> GameRecord | None:
    """A game of an agent against itself; None if the deadline passed before its end. The same seed gives the same game."""
    seats = [fresh(agent, stream(seed, player)) for player in range(len(start.game.players))]
    dice = Random(stream(seed, len(seats)))
    movers, choices, states = list[int](), list[int](), list[bytes]()
    position, first = start, None
    with deadline.cancels():
        while not position.over and len(movers) < MOST_AGENT_PLIES:
            if position.player == CHANCE:
                position = position.advance(draw(position.rules.chances(position.state), dice))
                continue
            player = position.player
            move = legal_move(agent, position, think(seats[player], position))
            if deadline.passed:
                return None
            first = move if first is None else first
            movers.append(player)
            choices.append(len(position.choices))
            states.append(position.state.pack())
            position = position.advance(move)
    states.append(position.state.pack())
    return GameRecord(tuple(movers), tuple(choices), tuple(states), position.values, first)
