"""A position as the player to move sees it: what agents of users get in a game that hides something.

Its state is the player's view, and `line()` has the views before it: one for each own move, and one for each time that the view has changed. What
others have moved is not known, so `move` is None there, and `history` has "?". What would follow from hidden things is refused with a sentence;
`worlds` has positions in which nothing is hidden, for agents that search.

Searches of the library take such a position like any other. They find out by `belief` which worlds fit, and see no more than the player does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NoReturn

from zermelo.engine.hidden import belief, drawn
from zermelo.errors import PositionError
from zermelo.game import CHANCE, Position, Random
from zermelo.game.explanation import Explanation
from zermelo.game.hashing import mix

WORLDS = 20
"""Worlds that an agent gets if it does not say how many."""
UNKNOWN = "?"
"""The name of a move of another player or of chance."""


@dataclass(frozen=True, eq=False, repr=False)
class SeenPosition(Position):
    """A position as one player sees it; see the top of this file.

    >>> from zermelo import find
    >>> seen = seen_by_mover(find("kuhn").start().play("J K pass"))
    >>> print(seen)
    cards ? K
    bets pass
    second to move
    >>> seen.moves, seen.history, len(seen.worlds(2))
    (('pass', 'bet'), ('?', '?', '?'), 2)
    """

    seat: int = 0
    """Who sees it."""
    _true: Position | None = None
    """The position itself, for `belief`: what may be believed follows from all views."""

    @property
    def _whole(self) -> Position:
        assert self._true is not None
        return self._true

    def worlds(self, number: int = WORLDS, seed: int = 1) -> tuple[Position, ...]:
        """So many positions that the player may be in, drawn by their probabilities, in which nothing is hidden (`game.opened`).

        They fit all that the player has seen and done; that others chose their moves for a reason is not considered.
        """
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            raise PositionError(f"worlds({number!r:.60}) needs a whole number of at least 1")
        random, opened = Random(seed ^ self.stamp), self.game.opened
        found = belief(self._whole, random.bits() >> 2, player=self.seat).worlds
        return tuple(Position(opened, opened.layout.unpack(state)) for state in drawn(found, number, random))

    # What the player knows

    @cached_property
    def choices(self) -> tuple[int, ...]:
        """The player's legal moves; none when it is not the player's turn."""
        return tuple(self.rules.choices(self._state)) if not self.over and self.player == self.seat else ()

    @property
    def history(self) -> tuple[str, ...]:
        return tuple(UNKNOWN if after.move is None else before.name(after.move) for before, after in pairwise(self.line()))

    def information(self, player: int | None = None) -> int:
        if player not in (None, self.seat):
            self._refuse("information", f" of player {player}")
        return self._whole.information(self.seat)

    @property
    def stamp(self) -> int:
        """A number that follows from what the player has seen and done."""
        return mix(self.information())

    # What follows from hidden things

    def _refuse(self, what: str, whose: str = "") -> NoReturn:
        name = self.game.players[self.seat]
        raise PositionError(
            f"`{what}`{whose} would tell what {name} does not see in {self.game}: use position.worlds(), which has positions that fit what "
            f"{name} has seen, or let the agent see everything by cheat(...)"
        )

    @property
    def children(self) -> tuple[Position, ...]:
        self._refuse("children")

    @property
    def chances(self) -> tuple[tuple[int, float], ...]:
        return self._refuse("chances") if self.player == CHANCE else ()

    def advance(self, move: int) -> Position:  # noqa: ARG002
        self._refuse("play")

    def roll(self, seed: Any) -> Position:  # noqa: ARG002
        self._refuse("roll")

    def evaluate(self, player: int | None = None) -> float:  # noqa: ARG002
        self._refuse("evaluate")

    def explain(self, player: int | None = None) -> Explanation:  # noqa: ARG002
        self._refuse("explain")

    def __reduce__(self) -> tuple[Any, ...]:
        return _seen, (self._true, self.seat)


def seen_by_mover(position: Position) -> Position:
    """What the player to move sees of a position; the position itself if the game hides nothing, or if no player is to move."""
    if not position.game.hides or position.over or position.player == CHANCE or isinstance(position, SeenPosition):
        return position
    return _seen(position, position.player)


def _seen(position: Position, seat: int) -> SeenPosition:
    """A position as a player sees it, with what the player has seen before."""
    game, rules, line = position.game, position.rules, position.line()
    seen = SeenPosition(game, rules.hide(line[0].state, seat), seat=seat, _true=line[0])
    for before, after in pairwise(line):
        own = after.move if before.player == seat else None
        view = rules.hide(after.state, seat)
        if own is not None or view != seen._state:
            seen = SeenPosition(game, view, seen, own, seat=seat, _true=after)
    return seen
