"""Nim: take any number from one heap; whoever takes the last wins. In misere Nim whoever takes the last loses.

A move is a number, `heap * base + take` with `base` one more than the largest heap; people write `heap:take`, heaps
counted from 1: `2:3` takes three from the second heap. Bouton proved in 1901 that the player to move loses (normal play)
exactly when the exclusive or of all heaps is zero. The rules do not use it: finding it out is the search's work.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from zermelo import faces
from zermelo.errors import GameError, PositionError
from zermelo.game import ONGOING, Game
from zermelo.record import Field, State, i8, i16

MAX_TOTAL = 1000


class Nim(Game):
    """Take any number from one heap; whoever takes the last wins."""

    players = ("x", "o")

    def __init__(self, heaps: Sequence[int] | int = (3, 4, 5), misere: bool = False) -> None:
        self.heaps = counts("nim", "heaps", heaps, MAX_TOTAL)
        if not isinstance(misere, bool):
            raise GameError(f"nim takes misere as True or False, not {misere!r}; several heaps are a list, such as nim([3,4,5])")
        self.misere = misere
        self.count = len(self.heaps)
        self.base = max(self.heaps) + 1
        self.max_moves = sum(self.heaps)
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
        for heap in range(self.count):
            if s.heaps[heap] > 0:
                return ONGOING
        return int(s.turn) if self.misere else 1 - int(s.turn)

    def key(self, s: State) -> int:
        """The same for every order of the heaps: each counts by its rank in size."""
        code = 0
        for heap in range(self.count):
            rank = 0
            for other in range(self.count):
                if s.heaps[other] > s.heaps[heap] or (s.heaps[other] == s.heaps[heap] and other < heap):
                    rank += 1
            code = (code + s.heaps[heap] * self.powers[rank]) & self.mask
        return (2 * code + int(s.turn)) & self.mask

    def show(self, s: State) -> str:
        return f"heaps {' '.join(map(str, s.heaps))}\n{self.players[s.turn]} to move"

    def read(self, text: str) -> State:
        s = self.fresh()
        numbers, turn = read_counts(self, text, "heaps")
        if len(numbers) != self.count:
            raise PositionError(f"{self} has {self.count} heaps, but the text has {len(numbers)}; write empty ones as 0")
        for heap, (number, start) in enumerate(zip(numbers, self.heaps, strict=True)):
            if number > start:
                raise PositionError(f"heap {heap + 1} starts with {start} and cannot have grown to {number}")
        s.heaps, s.turn = numbers, turn
        return s

    def name(self, s: State, move: int) -> str:
        return f"{move // self.base + 1}:{move % self.base}"

    def squares_of(self, s: State, move: int) -> tuple[str, ...]:
        """The last disc but those that stay: all from there on are taken."""
        return (self.name(s, move),)

    def svg(self, s: State) -> str:
        return heaps_svg(self, s, s.heaps, lambda heap, disc: f"{heap + 1}:{s.heaps[heap] - disc}")


def counts(game: str, name: str, value: Sequence[int] | int, most: int) -> tuple[int, ...]:
    """Heap sizes given as a number or a list, checked."""
    sizes = (value,) if isinstance(value, int) else tuple(value) if isinstance(value, list | tuple) else ()
    if not sizes or not all(isinstance(size, int) and not isinstance(size, bool) and size >= 1 for size in sizes):
        raise GameError(f"{game} takes {name} as whole numbers of at least 1, such as {game}([3,4,5]), not {value!r}")
    if sum(sizes) > most:
        raise GameError(f"{game} with {sum(sizes)} in all is too large; at most {most} are allowed")
    return sizes


def read_counts(game: Game, text: str, word: str) -> tuple[list[int], int]:
    """Sizes and turn from lines such as `heaps 3 4 5` and `x to move`; the word may be left out, and so may x's turn."""
    numbers: list[int] | None = None
    turn: int | None = None
    for line in [line.strip() for line in text.replace("/", "\n").splitlines() if line.strip()]:
        name = line.removesuffix(" to move")
        sizes = re.fullmatch(rf"(?:{word})?[\s:]*([\d\s,]+|none)", line)
        if name != line and name in game.players and turn is None:
            turn = game.players.index(name)
        elif sizes and numbers is None:
            numbers = [] if sizes[1] == "none" else [int(size) for size in sizes[1].replace(",", " ").split()]
        else:
            raise PositionError(f"`{line}` is no line of a position of {game}; one looks like this:\n{game.show(game.fresh())}")
    if numbers is None:
        raise PositionError(
            f"the text says nothing about the {word}; a position of {game} looks like this:\n{game.show(game.fresh())}"
        )
    return numbers, turn or 0


def heaps_svg(game: Game, s: State, sizes: Sequence[int], square: Callable[[int, int], str]) -> str:
    """A row of discs for each heap, `square` says by which names; the text when that would be too large."""
    if not sizes or max(sizes) > 30 or len(sizes) > 20:
        return faces.text_svg(game, s)
    step = 26
    picture = faces.Picture(max(240, 60 + step * max(sizes)), step * len(sizes) + 60, f"{game}: {faces.caption(game, s)}")
    for row, size in enumerate(sizes):
        picture.text(28, 30 + step * row, str(size), anchor="end")
        for disc in range(size):
            x, y = 48 + step * disc, 25 + step * row
            picture.disc(x, y, 10, faces.COLOURS[4])
            picture.spot(square(row, disc), x - step / 2, y - step / 2, step, step)
    picture.text(16, step * len(sizes) + 44, faces.caption(game, s), anchor="start")
    return str(picture)
