"""A game for lessons about several players: only a tree, nested lists with a tuple of payoffs at every leaf.

    PayoffTree([[(6, 3, 0), (1, 2, 6)], [(4, 4, 1), (3, 1, 5)]])        A chooses a list, B a tuple in it

Players move in turn. `games.tree` is the same for two players, with one number at a leaf.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from zermelo.game import Field, Game, State, i8, i32

SEATS = "ABCDEFGH"


class PayoffTree(Game):
    """A tree for several players; lists are choices, tuples are leaves."""

    out_of_turn = False
    max_moves = 16

    def __init__(self, tree: list[Any]) -> None:
        self.tree = tree
        self.below: list[list[int]] = []
        self.worth: list[tuple[float, ...]] = []
        self._grow(tree)
        ends = [worth for worth in self.worth if worth]
        self.players = tuple(SEATS[: len(ends[0])])
        self.zero_sum = self.bounded_evaluation = all(sum(worth) == 0 for worth in ends)
        least, most = min(map(min, ends)), max(map(max, ends))
        # No leaf reaches a bound, so none counts as a win and values are shown unchanged. In a zero-sum tree pruning needs the
        # least that a player can get.
        self.bounds = (least, -(len(self.players) - 1) * least) if self.zero_sum else (least - 1, most + 1)

    def _grow(self, tree: Any) -> int:
        number, leaf = len(self.below), isinstance(tree, tuple)
        self.below.append([])
        self.worth.append(tree if leaf else ())
        self.below[number] = [] if leaf else [self._grow(branch) for branch in tree]
        return number

    def state(self) -> Mapping[str, Field]:
        return dict(node=i32, turn=i8)

    def moves(self, s: State) -> Iterator[int]:
        yield from range(len(self.below[s.node]))

    def play(self, s: State, move: int) -> None:
        s.node = self.below[s.node][move]
        s.turn = (s.turn + 1) % len(self.players)

    def over(self, s: State) -> bool:
        return not self.below[s.node]

    def utility(self, s: State, player: int) -> float:
        return float(self.worth[s.node][player])

    def name(self, s: State, move: int) -> str:  # noqa: ARG002
        return str(move + 1)

    def __str__(self) -> str:
        return f"branches({self.tree})"
