"""Nim: take any number of counters from one heap. The player who takes the last one wins; in misere Nim that player loses.

A move is `heap * base + take`, where `base` is one more than the largest heap. Its name is `heap:take` with heaps counted from 1: `2:3`
takes three from the second heap. In normal play the player to move loses exactly if the exclusive or of all heaps is zero (Bouton 1901).
The rules do not use this; the search has to find it out.
"""

from collections.abc import Iterator, Mapping, Sequence

from zermelo.errors import GameError, PositionError
from zermelo.game import ONGOING, Field, Game, State, i8, i16, turn_line
from zermelo.games.shared.heaps import counts, heaps_svg, read_counts

MAX_TOTAL = 1000


class Nim(Game):
    """Take any number from one heap; the player who takes the last one wins.

    Goal: Take the last counter.

    Setup: The counters lie in three heaps, of 3, 4 and 5 counters. The players are x and o, and x begins.

    Moves: The players take turns. On your turn you choose one heap and take counters from it: at least one, at most the whole
    heap.

    End: The game is over when all heaps are empty. The player who took the last counter wins.

    Draws: There are no draws.

    Variants: There may be any number of heaps of any size, with up to 1000 counters in all. The misere game has the opposite
    goal: the player who takes the last counter loses.
    """

    def __init__(self, heaps: Sequence[int] | int = (3, 4, 5), misere: bool = False) -> None:
        self.heaps = counts("nim", "heaps", heaps, MAX_TOTAL)
        if not isinstance(misere, bool):
            raise GameError(
                f"nim takes misere as True or False, not {misere!r}; write several heaps as a list, such as nim([3,4,5])"
            )
        self.misere = misere
        self.count = len(self.heaps)
        self.base = max(self.heaps) + 1
        self.max_moves = sum(self.heaps)
        self.move_numbers = self.base * self.count
        self.mask = 2**63 - 1
        odd = 0x9E3779B97F4A7C15 >> 1 | 1
        factor = self.base if self.base**self.count < 2**62 else odd
        self.powers = tuple(pow(factor, rank, 2**62) for rank in range(self.count))

    def state(self) -> Mapping[str, Field]:
        return dict(heaps=i16(self.heaps), turn=i8)

    def moves(self, s: State) -> Iterator[int]:
        for heap in range(self.count):
            for take in range(1, s.heaps[heap] + 1):
                yield heap * self.base + take

    def play(self, s: State, move: int) -> None:
        s.heaps[move // self.base] -= move % self.base
        s.turn = 1 - s.turn

    def winner(self, s: State) -> int:
        if any(heap > 0 for heap in s.heaps):
            return ONGOING
        return int(s.turn) if self.misere else 1 - int(s.turn)

    def key(self, s: State) -> int:
        """Equal for every order of the heaps: each heap counts by its rank in size."""
        code = 0
        for heap in range(self.count):
            rank = 0
            for other in range(self.count):
                if s.heaps[other] > s.heaps[heap] or (s.heaps[other] == s.heaps[heap] and other < heap):
                    rank += 1
            code = (code + s.heaps[heap] * self.powers[rank]) & self.mask
        return (2 * code + int(s.turn)) & self.mask

    def show(self, s: State) -> str:
        return f"heaps {' '.join(map(str, s.heaps))}\n{turn_line.write(self, s.turn)}"

    def read(self, text: str) -> State:
        s = self.fresh()
        numbers, turn = read_counts(self, text, "heaps")
        if len(numbers) != self.count:
            raise PositionError(f"{self} has {self.count} heaps, but the text has {len(numbers)}; write 0 for an empty heap")
        for heap, (number, start) in enumerate(zip(numbers, self.heaps, strict=True)):
            if number > start:
                raise PositionError(f"heap {heap + 1} has {number}, but starts with {start}")
        s.heaps, s.turn = numbers, turn
        return s

    def name(self, s: State, move: int) -> str:
        return f"{move // self.base + 1}:{move % self.base}"

    def squares_of(self, s: State, move: int) -> tuple[str, ...]:
        """The first disc that is taken, with all discs after it."""
        return (self.name(s, move),)

    def svg(self, s: State) -> str:
        return heaps_svg(self, s, s.heaps, lambda heap, disc: f"{heap + 1}:{s.heaps[heap] - disc}")
