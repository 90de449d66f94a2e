"""What rules answer besides numbers of players, and the names of the rules."""

from __future__ import annotations

DRAW = -1
"""`winner` answers this when the game is over and nobody has won."""
ONGOING = -2
"""`winner` answers this when the game is not over."""
CHANCE = -3
"""`to_move` answers this when dice, cards or the like are to decide."""

HEURISTICS = ("evaluate", "noisy", "order", "key", "playout")
"""Methods that guide a search, as opposed to rules; compiled only when a search asks for them."""
