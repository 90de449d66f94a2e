"""Races: a game for three, and a game for one on the same track."""

from collections.abc import Iterator

from zermelo import ONGOING, Game, State, i8
from zermelo.game.record import Field


class Race(Game):
    """Step 1, 2 or 3 squares ahead, never onto a taken square; the first to reach the end wins."""

    players = ("ann", "bob", "cal")
    max_moves = 3

    def __init__(self, length: int = 8) -> None:
        self.length = length

    def state(self) -> dict[str, Field]:
        return dict(place=i8([2, 1, 0]), turn=i8)

    def moves(self, s: State) -> Iterator[int]:
        # Two opponents cannot block three squares, so there is always a move and no player has to pass.
        for step in range(1, 4):
            if s.place[s.turn] + step not in s.place:
                yield step

    def play(self, s: State, step: int) -> None:
        s.place[s.turn] += step
        s.turn = (s.turn + 1) % 3

    def winner(self, s: State) -> int:
        for player in range(3):
            if s.place[player] >= self.length:
                return player
        return ONGOING


class Stroll(Game):
    """Alone on the track: land exactly on the last square, in as few steps as you can."""

    players = ("you",)

    def __init__(self, length: int = 8) -> None:
        self.length = length
        self.bounds = (-length - 1, 0)  # one more than the worst walk, so that no walk counts as a loss

    def state(self) -> dict[str, Field]:
        return dict(place=i8, steps=i8, turn=i8)

    def moves(self, s: State) -> Iterator[int]:
        for step in range(1, 4):
            if s.place + step <= self.length:
                yield step

    def play(self, s: State, step: int) -> None:
        s.place += step
        s.steps += 1

    def over(self, s: State) -> bool:
        return bool(s.place == self.length)

    def utility(self, s: State, player: int) -> float:
        return -int(s.steps)
