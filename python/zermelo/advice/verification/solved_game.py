"""The value of every position with best play, with its distance in plies, for games small enough to explore completely.

First all positions that can occur are explored. Then they are solved by retrograde analysis (`zermelo.tablebases.retrograde`), so
wins are as short and losses as long as possible. Positions that are never solved are draws.
"""

from dataclasses import dataclass

from zermelo.advice.verification.positions import forgotten
from zermelo.game import Game
from zermelo.search.known import Verdict
from zermelo.tablebases.retrograde import Graph, work_back


@dataclass(frozen=True)
class GameNode:
    """A position: the result for the player to move if it is over, this player, and the position after each move."""

    result: int | None
    mover: int
    after: dict[int, bytes]


class SolvedGame:
    """The positions of a game, as packed states with their counters reset, and their values."""

    def __init__(self, game: Game) -> None:
        self.rules, self.layout = game.rules, game.layout
        self.forgotten = forgotten(game)
        self.graph: dict[bytes, GameNode] = {}
        self.verdicts: dict[bytes, Verdict] = {}

    def plain(self, record: bytes) -> bytes:
        """A packed state with its counters reset."""
        for offset, start in self.forgotten:
            record = record[:offset] + start + record[offset + len(start) :]
        return record

    def explore(self, seeds: list[bytes]) -> None:
        waiting = list(dict.fromkeys(seeds))
        for record in waiting:  # the list grows during the loop
            if record in self.graph:
                continue
            s = self.layout.unpack(record)
            ends = self.rules.utilities(s)
            moves = [] if ends is not None else self.rules.moves(s)
            after = {move: self.plain(self.rules.play(s, move).pack()) for move in moves}
            mover = self.rules.to_move(s)
            result = None if ends is None else (ends[mover] > ends[1 - mover]) - (ends[mover] < ends[1 - mover])
            self.graph[record] = GameNode(result, mover, after)
            waiting += after.values()

    def solve(self) -> None:
        nodes, numbers = self.graph.values(), {record: number for number, record in enumerate(self.graph)}
        moves = [[numbers[after] for after in node.after.values()] for node in nodes]
        self.verdicts = work_back(Graph(list(numbers), [node.mover for node in nodes], [node.result for node in nodes], moves))

    def value(self, record: bytes, player: int) -> int:
        """The value for a player: n + 1 for a win in n plies, -(n + 1) for a loss, 0 for a draw."""
        outcome, plies = self.verdicts[record]
        return outcome * (plies + 1) * (1 if player == self.graph[record].mover else -1)

    def rank(self, record: bytes, player: int) -> float:
        """A number that orders positions for a player: sooner wins first, then draws, then later losses."""
        value = self.value(record, player)
        return 1 / value if value else 0.0
