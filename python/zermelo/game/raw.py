"""Rules without checks, for searches of your own that need speed: `game.rules.raw`.

`game.rules` checks every answer of a game's methods and stops those that do not return. That is what makes errors readable, and it takes most of
the time. Here a game's own methods are called as they are, and two short ones are added: `after` and `values`. Use this for games that pass
`zermelo check`; a state that a method changes by mistake stays changed.

>>> from zermelo import TicTacToe
>>> game = TicTacToe()
>>> raw, start = game.rules.raw, game.fresh()
>>> after = raw.after(start, 4)
>>> list(raw.moves(after)), raw.to_move(after), raw.values(after)
([0, 1, 2, 3, 5, 6, 7, 8], 1, None)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.game.constants import DRAW, ONGOING
from zermelo.game.record import State

if TYPE_CHECKING:
    from zermelo.game.rules import Rules


class RawRules:
    """A game's rules as they are. States and moves are those of the rules: `position.state`, `position.choices`."""

    def __init__(self, rules: Rules) -> None:
        game = rules.game
        self.moves, self.chances, self.to_move = game.moves, game.chances, game.to_move
        self.evaluate = (
            game.evaluate if rules.evaluation is None or rules.evaluation.own else rules.evaluate
        )  # patterns ask the rules
        self._play, self._winner, self._over, self._utility = game.play, game.winner, game.over, game.utility
        self._has_winner, self._players, self._won = rules.has_winner, range(rules.players), rules.bounds[1]

    def after(self, s: State, move: int) -> State:
        """The state after a legal move or an outcome of chance; `s` stays as it is."""
        after = s.copy()
        self._play(after, move)
        return after

    def values(self, s: State) -> tuple[float, ...] | None:
        """What the finished game is worth to each player; None while it goes on."""
        if not self._has_winner:
            return tuple([self._utility(s, player) for player in self._players]) if self._over(s) else None
        winner = self._winner(s)
        if winner == ONGOING:
            return None
        return tuple([0.0 if winner == DRAW else self._won if player == winner else -1.0 for player in self._players])
