"""What players see: the rules `secret`, `hide` and `guess`, with every answer checked."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.errors import Place, RuleError
from zermelo.game.constants import HIDDEN
from zermelo.game.record import Layout, State

if TYPE_CHECKING:
    from zermelo.game.protocol import Game


NO_BITS = 0
"""Hides a set of bits, in a row that has no -1; numbers could be 0 (`check_fields` refuses such rows)."""


class Hiding:
    """The part of `Rules` that is about what players do not see."""

    game: Game
    players: int
    layout: Layout

    @abstractmethod
    def call(self, rule: str, function: Callable[..., Any], *args: Any, state: State | None = None) -> Any: ...

    @abstractmethod
    def broken(self, rule: str, s: State | None, reason: str, place: Place | None = None) -> RuleError: ...

    def hide(self, s: State, player: int) -> State:
        """What a player sees of a state."""
        seen = s.copy()
        if not self.game.hides:
            return seen
        for name in self.game.secret:
            row, field = getattr(seen, name), self.layout.fields[name]
            share = len(row) // self.players
            blank = [HIDDEN if field.signed else NO_BITS] * share
            for other in range(self.players):
                if other != player:
                    row[other * share : (other + 1) * share] = blank
        if self.game.defines("hide"):
            self.call("hide", self.game.hide, seen, player, state=s)
            self._check_written("hide", s, seen)
        return seen

    def guess(self, s: State, player: int, dice: int) -> State | None:
        """A state that a player who sees `s` may be in; None if the game's `guess` did not find one."""
        guessed = s.copy()
        worked = self.call("guess", self.game.guess, guessed, player, dice, state=s)
        if worked not in (True, False):
            raise self.broken("guess", s, f"returned {worked!r:.60}; it must return True, or False if the guess did not work out")
        self._check_written("guess", s, guessed)
        return guessed if worked else None

    def _check_written(self, rule: str, s: State, written: State) -> None:
        try:
            written.pack()
        except RuleError as error:
            raise self.broken(rule, s, f"leaves a bad state: {error}") from None

    def secret_shares(self) -> list[tuple[int, int, int]]:
        """For each secret row where it begins, the bytes of one player's share, and the byte that hides it."""
        rows = [(name, self.layout.fields[name]) for name in self.game.secret if self.game.hides]
        shares = [(name, field, field.size * (field.length or 1) // self.players) for name, field in rows]
        return [(self.layout.offsets[name], share, 255 if field.signed else NO_BITS) for name, field, share in shares]
