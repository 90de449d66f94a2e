"""Grundy's game, the lecture's Nim: split a pile into two unequal piles. The player who cannot move loses.

A pile of one or two cannot be split, so the state leaves it out. Of the other piles it holds how many there are of each size. So equal
positions are equal states, and there are few: a pile of 60 has about a quarter of a million for each player, although 60 can be
written as a sum in nearly a million ways.

A move is `size * base + part`, where `base` is one more than the largest pile and `part` the smaller of the two new piles. Its name is
like `7=3+4`; `3+4` is also understood.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from zermelo.errors import PositionError
from zermelo.game import ONGOING, Field, Game, State, i8, turn_line
from zermelo.games.shared.heaps import counts, heaps_svg, read_counts

MAX_TOTAL = 300


class Grundy(Game):
    """Split a pile into two unequal piles; the player who cannot move loses.

    Goal: Be the last player who can split a pile.

    Setup: There is one pile of 20 counters. The players are x and o, and x begins.

    Moves: The players take turns. On your turn you choose one pile and split it into two piles that are not equally large. A
    pile of 7, for example, becomes 1 and 6, 2 and 5, or 3 and 4. Piles of one or two counters cannot be split like this, so
    they are no longer shown.

    End: The player to move who finds no pile to split loses.

    Draws: There are no draws.

    Variants: The first pile may be larger or smaller, and there may be several piles at the start, with up to 300 counters in
    all.
    """

    def __init__(self, heap: Sequence[int] | int = 20) -> None:
        self.start_piles = counts("grundy", "heap", heap, MAX_TOTAL)
        self.largest = max(self.start_piles)
        self.base = self.largest + 1
        self.max_moves = max(1, sum(self.start_piles) // 2)
        self.move_numbers = self.base * self.base

    def state(self) -> Mapping[str, Field]:
        piles = [0] * (self.largest + 1)
        for size in self.start_piles:
            piles[size] += size > 2
        return dict(piles=i8(piles), turn=i8)

    def moves(self, s: State) -> Iterator[int]:
        for size in range(3, self.largest + 1):
            if s.piles[size] > 0:
                for part in range(1, (size + 1) // 2):
                    yield size * self.base + part

    def play(self, s: State, move: int) -> None:
        size = move // self.base
        part = move % self.base
        s.piles[size] -= 1
        if part > 2:
            s.piles[part] += 1
        if size - part > 2:
            s.piles[size - part] += 1
        s.turn = 1 - s.turn

    def winner(self, s: State) -> int:
        return ONGOING if any(s.piles[size] > 0 for size in range(3, self.largest + 1)) else 1 - int(s.turn)

    def show(self, s: State) -> str:
        return f"piles {' '.join(map(str, self._sizes(s))) or 'none'}\n{turn_line.write(self, s.turn)}"

    def read(self, text: str) -> State:
        s = self.fresh()
        sizes, s.turn = read_counts(self, text, "piles")
        if sum(sizes) > sum(self.start_piles) or max(sizes, default=0) > self.largest:
            raise PositionError(f"piles {' '.join(map(str, sizes))} are too large: {self} starts with {self.start_piles}")
        s.piles = [0] * (self.largest + 1)
        for size in sizes:
            s.piles[size] += size > 2
        return s

    def name(self, s: State, move: int) -> str:
        size, part = divmod(move, self.base)
        return f"{size}={part}+{size - part}"

    def parse(self, s: State, text: str) -> int:
        """Two parts such as 3+4, with or without the pile they come from."""
        match = re.fullmatch(r"(?:(\d+)=)?(\d+)\+(\d+)", text.replace(" ", ""))
        if match and match[1] in (None, str(int(match[2]) + int(match[3]))):
            parts = sorted((int(match[2]), int(match[3])))
            return sum(parts) * self.base + parts[0]
        return super().parse(s, text)

    def squares_of(self, s: State, move: int) -> tuple[str, ...]:
        """The disc after which the first pile of that size is split, counted from the left."""
        size, part = divmod(move, self.base)
        return (f"{self._sizes(s).index(size) + 1}:{part}",)

    def svg(self, s: State) -> str:
        return heaps_svg(self, s, self._sizes(s), lambda pile, disc: f"{pile + 1}:{disc + 1}")

    def _sizes(self, s: State) -> list[int]:
        """The piles that can be split, largest first."""
        return [size for size in range(self.largest, 2, -1) for _ in range(s.piles[size])]
