"""Move ordering: the best move first means the fewest nodes; these guess which one that is.

In this order of precedence, ties in the order of the moves themselves:

1. `pv`: the move of the last iteration's line, or the table's move.
2. `order`: the game's own word; greater first.
3. `killers`: two moves per ply that cut there before (Akl and Newborn 1977).
4. `history`: how often a move has cut anywhere, weighted by the square of the depth (Schaeffer 1983); halved with every
   new iteration, so that old news fades.
"""

from __future__ import annotations

from zermelo.record import State
from zermelo.rules import Rules

HISTORY_SIZE = 1 << 14
"""Counters per player; moves with larger numbers share them."""


class Ordering:
    """Remembers which moves did well, and sorts by it."""

    def __init__(self, rules: Rules, names: tuple[str, ...]) -> None:
        self.rules = rules
        self.use_order = "order" in names and rules.game.defines("order")
        self.use_killers = "killers" in names
        self.use_history = "history" in names
        self.use_first = "pv" in names
        self.killers: dict[int, tuple[int, int]] = {}
        self.history: dict[tuple[int, int], int] = {}

    def sort(self, s: State, moves: list[int], player: int, ply: int, first: int) -> list[int]:
        """The moves, most promising first."""
        if len(moves) < 2:
            return moves
        killers = self.killers.get(ply, (-1, -1))

        def promise(move: int) -> tuple[bool, float, int, int]:
            return (
                self.use_first and move == first,
                self.rules.order(s, move) if self.use_order else 0.0,
                (2 if move == killers[0] else 1 if move == killers[1] else 0) if self.use_killers else 0,
                self.history.get((player, move % HISTORY_SIZE), 0) if self.use_history else 0,
            )

        return sorted(moves, key=promise, reverse=True)

    def cut(self, move: int, player: int, ply: int, depth: int) -> None:
        """A move made a cutoff."""
        if self.use_killers:
            killers = self.killers.get(ply, (-1, -1))
            if move != killers[0]:
                self.killers[ply] = (move, killers[0])
        if self.use_history:
            slot = (player, move % HISTORY_SIZE)
            self.history[slot] = self.history.get(slot, 0) + min(depth, 64) ** 2

    def age(self) -> None:
        """A new iteration begins."""
        self.history = {slot: value // 2 for slot, value in self.history.items()}
