"""What a player may believe: the worlds that fit all that the player has seen, with their probabilities.

Three ways, the best that is possible:
1. exact: all states that fit are carried along from the first known position, from view to view, as long as they are not too many.
2. guessed: if there are more and the game has a `guess`, it fills in what is hidden; a world whose view differs is rejected.
3. sampled: without a `guess`, a random part of the states is carried along from there on (a particle filter).

Chance counts with its probabilities. Other players' moves count evenly: nothing is concluded from them but what the player sees.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol, TypeVar

from zermelo.errors import AgentError
from zermelo.game import CHANCE, HIDDEN, Position, Random

MOST = 2000
"""States that are carried along, and worlds that are guessed."""
TRIES = 20
"""Guesses for each world that is wanted, before the belief is what has been found so far."""
UNSEEN = 100
"""The most moves in a row that a player does not see and that are thought of: rules may allow them without end."""
_World = TypeVar("_World", bound=Hashable)


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
    """What a player may believe in a position. Only what the player sees of it is used, and no plies are counted that the player does not see."""
    carrying = _Carrying(asked, player, most, Random(seed), position.game.defines("guess"))
    worlds = carrying.all_of(position)
    if worlds:
        return Belief(tuple(worlds.items()), "exact" if carrying.is_exact else "sampled")
    if carrying.guesses:
        return _guessed(position, player, asked, carrying.random, most)
    raise AgentError(
        f"no state of {position.game} was found that fits what {position.game.players[player]} has seen: give the game a `guess`, which "
        "fills in what is hidden"
    )


@dataclass
class _Carrying:
    """The worlds that fit, carried along from one thing that the player sees to the next: an own move, or another view.

    In between, others may have made any number of moves that the player does not see, as in phantom games. So plies are not counted:
    what may be believed depends on nothing but the information set.
    """

    asked: Asked
    player: int
    most: int
    random: Random
    guesses: bool
    is_exact: bool = False

    def all_of(self, position: Position) -> dict[bytes, float]:
        """The worlds that fit a position; empty if they are not known, or if there are too many and `guess` should make them."""
        line, player = position.line(), self.player
        self.is_exact = self._is_known(line[0])
        worlds = {line[0].state.pack(): 1.0} if self.is_exact else {}
        seen = position.rules.hide(line[0].state, player).pack()
        for before, after in pairwise(line):
            if not worlds:
                return worlds
            view = position.rules.hide(after.state, player).pack()
            if before.player == player and after.move is not None:
                worlds = self._limited(self._after_own(worlds, after.move, view))
            elif view != seen:
                worlds = self._limited(self._after_others(worlds, seen, view))
            seen = view
        if position.over or position.player == player:
            return worlds
        return self._limited(self._after_others(worlds, seen, None))

    def _is_known(self, position: Position) -> bool:
        """Whether the first position is what it seems: where the game begins, or one in which nothing is hidden. A text may be only what a player sees."""
        game, rules, s = position.game, position.rules, position.state
        if position == game.start():
            return True
        if rules.hide(s, self.player) != s:
            return False
        if self.guesses:
            return self.asked.guess(s.pack(), self.player, self.random.dice()) == s.pack()
        blotted = "?" in game.show(s) or any(
            here == HIDDEN != begun
            for name in game.layout.fields
            for here, begun in zip(_values(getattr(s, name)), _values(getattr(game.fresh(), name)), strict=True)
        )
        return not blotted and all(rules.hide(s, player) == s for player in range(rules.players))

    def _after_own(self, worlds: dict[bytes, float], move: int, view: bytes) -> dict[bytes, float]:
        """The worlds after the player's own move."""
        found: dict[bytes, float] = {}
        for state, weight in worlds.items():
            if not self._is_over(state) and self.asked.to_move(state) == self.player and move in self.asked.moves(state):
                child = self.asked.play(state, move)
                if self.asked.hide(child, self.player) == view:
                    found[child] = found.get(child, 0.0) + weight
        return found

    def _after_others(self, worlds: dict[bytes, float], seen: bytes, view: bytes | None) -> dict[bytes, float]:
        """The worlds when the view has changed from `seen` to `view`, or before it changes, if `view` is None.

        The first unseen move counts evenly, as all moves of others do. Those after it count as if they were drawn evenly, because otherwise what
        can come about in many ways would be likely for that reason alone.
        """
        found = dict(worlds) if view is None else {}
        silent = {(state, False): weight for state, weight in worlds.items()}
        for _ in range(UNSEEN):
            after: dict[tuple[bytes, bool], float] = {}
            for (state, has_moved), weight in silent.items():
                for child, moved, share in self._children(state, has_moved):
                    there = self.asked.hide(child, self.player)
                    if there == seen:
                        after[child, moved] = after.get((child, moved), 0.0) + weight * share
                    if there == (seen if view is None else view):
                        found[child] = found.get(child, 0.0) + weight * share
            if not after or (len(after) > self.most and self.guesses):
                return {} if after else found
            if len(after) > self.most:
                after, self.is_exact = _part(after, self.most, self.random), False
            silent = after
        self.is_exact = False
        return found

    def _children(self, state: bytes, has_moved: bool) -> Iterator[tuple[bytes, bool, float]]:
        """What chance and other players can make of a world, whether a player has moved on the way, and how likely that is."""
        asked = self.asked
        if self._is_over(state) or (mover := asked.to_move(state)) == self.player:
            return
        if mover == CHANCE:
            for outcome, share in asked.chances(state):
                yield asked.play(state, outcome), has_moved, share
            return
        moves = asked.moves(state)
        for move in moves:
            yield asked.play(state, move), True, 1 / len(moves) if has_moved else 1.0

    def _is_over(self, state: bytes) -> bool:
        return self.asked.utilities(state) is not None

    def _limited(self, worlds: dict[bytes, float]) -> dict[bytes, float]:
        """Not more than there may be: a random part of them, or none if `guess` makes others."""
        if len(worlds) <= self.most:
            return worlds
        if self.guesses:
            return {}
        self.is_exact = False
        return _part(worlds, self.most, self.random)


def _values(value: int | list[int]) -> list[int]:
    return value if isinstance(value, list) else [value]


def _part(worlds: dict[_World, float], number: int, random: Random) -> dict[_World, float]:
    """A random part of the worlds, drawn by their weights; systematic resampling, so that each is drawn as often as it should."""
    step, found = sum(worlds.values()) / number, dict[_World, float]()
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
