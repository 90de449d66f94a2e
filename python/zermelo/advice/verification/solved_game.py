"""The value of every position with best play, with its distance in plies, for games small enough to explore completely.

First all positions that can occur are explored. Then they are solved from the ends of the game backwards. A position is won for
the player to move if some move leads to a position that this player wins, and lost if all moves lead to positions that the
opponent wins. Positions are solved in the order of their distance, so wins are as short and losses as long as possible. Positions
that are never solved are draws.
"""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.advice.verification.positions import forgotten
from zermelo.game import Game

_FAR = 1 << 24


@dataclass(frozen=True)
class GameNode:
    """A position: the result for the first player if it is over, the player to move, and the position after each move."""

    result: int | None
    mover: int
    after: dict[int, bytes]


class SolvedGame:
    """The positions of a game, as packed states with their counters reset, and their values."""

    def __init__(self, game: Game) -> None:
        self.rules, self.layout = game.rules, game.layout
        self.forgotten = forgotten(game)
        self.graph: dict[bytes, GameNode] = {}
        self.values: dict[bytes, int] = {}

    def plain(self, record: bytes) -> bytes:
        """A packed state with its counters reset."""
        for offset, start in self.forgotten:
            record = record[:offset] + start + record[offset + len(start) :]
        return record

    def explore(self, seeds: list[bytes]) -> None:
        """Explore every position that can occur."""
        waiting = list(dict.fromkeys(seeds))
        for record in waiting:  # the list grows during the loop
            if record in self.graph:
                continue
            s = self.layout.unpack(record)
            ends = self.rules.utilities(s)
            moves = [] if ends is not None else self.rules.moves(s)
            after = {move: self.plain(self.rules.play(s, move).pack()) for move in moves}
            result = None if ends is None else (ends[0] > ends[1]) - (ends[0] < ends[1])
            self.graph[record] = GameNode(result, self.rules.to_move(s), after)
            waiting += after.values()

    def solve(self) -> None:
        """Find the value of every position for the first player, in the order of distance; what is left is drawn."""
        self.values = {record: node.result for record, node in self.graph.items() if node.result}
        settled = dict(self.values)
        while settled:
            new: dict[bytes, int] = {}
            for record, node in self.graph.items():
                if record in self.values or not node.after:
                    continue
                ours = 1 if node.mover == 0 else -1
                found = [self.values.get(after, 0) for after in node.after.values()]
                wins = [value for value in found if value * ours > 0]
                if wins or all(found):
                    nearest = min(wins, key=abs) if wins else max(found, key=abs)
                    new[record] = nearest + (1 if nearest > 0 else -1)
            settled = new
            self.values |= new

    def value(self, record: bytes, player: int) -> int:
        value = self.values.get(record, 0)
        return value if player == 0 else -value

    def rank(self, record: bytes, player: int) -> int:
        """A number that orders positions for a player: sooner wins first, then draws, then later losses."""
        value = self.value(record, player)
        return 0 if value == 0 else _FAR - value if value > 0 else -_FAR - value
