"""What a player knows: views of positions, and information sets.

A view is the state with what the player does not see blotted out. An information set has all positions that a player cannot tell apart:
those with the same views and the same own moves, from the beginning of the game. Its number is a chain of hashes, one link for each view that
differs from the one before, and one for each own move. So nothing is forgotten ("perfect recall").
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from zermelo.game.hashing import hash_record, mix
from zermelo.game.record import State

if TYPE_CHECKING:
    from zermelo.game.protocol import Game
    from zermelo.game.rules import Rules


@dataclass(frozen=True, repr=False)
class View:
    """What a player sees of a position."""

    game: Game
    player: int
    state: State
    choices: tuple[int, ...]
    """The player's legal moves; none when it is not the player's turn."""

    @property
    def moves(self) -> tuple[str, ...]:
        """The names of the player's legal moves."""
        return tuple(self.game.name(self.state, move) for move in self.choices)

    def __str__(self) -> str:
        return self.game.show(self.state)

    def __repr__(self) -> str:
        return f"<view of {self.game} by {self.game.players[self.player]}>\n{self}"

    def _repr_svg_(self) -> str:
        return self.game.svg(self.state)


@dataclass(frozen=True)
class Information:
    """What a player has seen and done: the number of the information set, and the last view as bytes."""

    player: int
    key: int
    view: bytes

    @classmethod
    def of(cls, rules: Rules, s: State, player: int) -> Information:
        """What a player knows who sees this state first."""
        view = rules.hide(s, player).pack()
        return cls(player, mix(hash_record(view)), view)

    def after(self, rules: Rules, s: State, own_move: int | None = None) -> Information:
        """What the player knows when a move has led to `s`; `own_move` is the move, if the player has made it."""
        key = self.key if own_move is None else mix(self.key ^ (own_move + 1))
        view = rules.hide(s, self.player).pack()
        return Information(self.player, key if view == self.view else mix(key ^ hash_record(view)), view)
