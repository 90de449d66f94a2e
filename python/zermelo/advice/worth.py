"""What every position is worth with best play, and in how many plies, for games that can be gone through completely.

All positions that can come up are explored first; then they are settled from the ends backwards. A position is won by whoever is to move
if some move leads to one that is, and lost when all moves lead to positions that the opponent wins. Positions are settled in the order of
their distance, so wins are as short and losses as long as can be; what is never settled is a draw.
"""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.advice.domain import forgotten
from zermelo.game.protocol import Game

_FAR = 1 << 24


@dataclass(frozen=True)
class Node:
    """A position of the game: how it stands for the first player, if it is over, who moves, and where moves lead."""

    standing: int | None
    mover: int
    after: dict[int, bytes]


class World:
    """The positions of a game, as packed states without what only counts, and their worth."""

    def __init__(self, game: Game) -> None:
        self.rules, self.layout = game.rules, game.layout
        self.forgotten = forgotten(game)
        self.graph: dict[bytes, Node] = {}
        self.values: dict[bytes, int] = {}

    def plain(self, record: bytes) -> bytes:
        """A position without what only counts."""
        for offset, start in self.forgotten:
            record = record[:offset] + start + record[offset + len(start) :]
        return record

    def explore(self, seeds: list[bytes]) -> None:
        """Every position that can come up."""
        waiting = list(dict.fromkeys(seeds))
        for record in waiting:  # the list grows on the way
            if record in self.graph:
                continue
            s = self.layout.unpack(record)
            ends = self.rules.utilities(s)
            moves = [] if ends is not None else self.rules.moves(s)
            after = {move: self.plain(self.rules.play(s, move).pack()) for move in moves}
            standing = None if ends is None else (ends[0] > ends[1]) - (ends[0] < ends[1])
            self.graph[record] = Node(standing, self.rules.to_move(s), after)
            waiting += after.values()

    def solve(self) -> None:
        """What every position is worth to the first player, settled in the order of distance; draws are what is left."""
        self.values = {record: node.standing for record, node in self.graph.items() if node.standing}
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
        """How much a player likes a position: wins, the sooner the better, then draws, then losses, the later the better."""
        value = self.value(record, player)
        return 0 if value == 0 else _FAR - value if value > 0 else -_FAR - value
