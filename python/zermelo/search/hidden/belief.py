"""What a player may believe: the worlds that fit all that the player has seen, with their probabilities.

Three ways, the best that is possible:
1. exact: all states that fit are carried along from the first known position, move by move, as long as they are not too many.
2. guessed: if there are more and the game has a `guess`, it fills in what is hidden; a world whose view differs is rejected.
3. sampled: without a `guess`, a random part of the states is carried along from there on (a particle filter).

Chance counts with its probabilities. Other players' moves count evenly: nothing is concluded from them but what the player sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from zermelo.errors import AgentError
from zermelo.game import CHANCE, Position, Random

MOST = 2000
"""States that are carried along, and worlds that are guessed."""
TRIES = 20
"""Guesses for each world that is wanted, before the belief is what has been found so far."""


class Asked(Protocol):
    """Rules that are asked about packed states: a backend."""

    def to_move(self, state: bytes) -> int: ...
    def moves(self, state: bytes) -> list[int]: ...
    def chances(self, state: bytes) -> list[tuple[int, float]]: ...
    def play(self, state: bytes, move: int) -> bytes: ...
    def utilities(self, state: bytes) -> list[float] | None: ...
    def hide(self, state: bytes, player: int) -> bytes: ...
    def guess(self, state: bytes, player: int, dice: int) -> bytes | None: ...


@dataclass(frozen=True)
class Belief:
    """Worlds with their weights, how they were found, and the part of all guesses that fitted."""

    worlds: tuple[tuple[bytes, float], ...]
    way: str
    """exact, guessed or sampled."""
    accepted: float = 1.0


def believed(position: Position, player: int, asked: Asked, seed: int, most: int = MOST) -> Belief:
    """What a player may believe in a position. Only what the player sees of it is used."""
    random, line = Random(seed), position.line()
    guesses = position.game.defines("guess")
    worlds = {line[0].state.pack(): 1.0} if _sees_all(line[0], player) else {}
    is_exact = bool(worlds)
    for before, after in pairwise(line):
        if not worlds:
            break
        own = after.move if before.player == player else None
        worlds = _carried(asked, worlds, player, own, position.rules.hide(after.state, player).pack())
        if len(worlds) > most:
            if guesses:
                worlds = {}
            else:
                worlds, is_exact = _part(worlds, most, random), False
    if worlds:
        return Belief(tuple(worlds.items()), "exact" if is_exact else "sampled")
    if guesses:
        return _guessed(position, player, asked, random, most)
    raise AgentError(
        f"no state of {position.game} was found that fits what {position.game.players[player]} has seen: give the game a `guess`, which "
        "fills in what is hidden"
    )


def _sees_all(position: Position, player: int) -> bool:
    """Whether nothing is hidden from a player, as before the cards are dealt; or whether the position is where the game begins."""
    return position.rules.hide(position.state, player) == position.state or position == position.game.start()


def _carried(asked: Asked, worlds: dict[bytes, float], player: int, own: int | None, view: bytes) -> dict[bytes, float]:
    """The worlds after a ply whose result the player sees; `own` is the move, if the player has made it."""
    found: dict[bytes, float] = {}
    for state, weight in worlds.items():
        if asked.utilities(state) is not None:
            continue
        mover = asked.to_move(state)
        if (mover == player) != (own is not None):
            continue
        if mover == CHANCE:
            choices: Sequence[tuple[int, float]] = asked.chances(state)
        elif own is not None:
            choices = [(own, 1.0)] if own in asked.moves(state) else []
        else:
            choices = [(move, 1.0) for move in asked.moves(state)]
        for choice, share in choices:
            child = asked.play(state, choice)
            if asked.hide(child, player) == view:
                found[child] = found.get(child, 0.0) + weight * share
    return found


def _part(worlds: dict[bytes, float], number: int, random: Random) -> dict[bytes, float]:
    """A random part of the worlds, drawn by their weights; systematic resampling, so that each is drawn as often as it should."""
    step, found = sum(worlds.values()) / number, dict[bytes, float]()
    at = random.uniform() * step
    for state, weight in worlds.items():
        while at < weight:
            found[state] = found.get(state, 0.0) + step
            at += step
        at -= weight
    return found


def _guessed(position: Position, player: int, asked: Asked, random: Random, most: int) -> Belief:
    view = position.rules.hide(position.state, player).pack()
    worlds: dict[bytes, float] = {}
    tries = fits = 0
    while fits < most and tries < TRIES * most and (fits or tries < 1000):
        tries += 1
        state = asked.guess(view, player, random.dice())
        if state is not None and asked.hide(state, player) == view:
            worlds[state] = worlds.get(state, 0.0) + 1
            fits += 1
    if not worlds:
        raise AgentError(
            f"`guess` of {position.game} has found no state that fits what {position.game.players[player]} sees, in {tries} tries; "
            "`zermelo check` shows an example"
        )
    return Belief(tuple(worlds.items()), "guessed", fits / tries)
