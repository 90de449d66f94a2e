"""Pig: a game with dice. Roll as often as you like; a one loses the points of the turn, holding banks them."""

from collections.abc import Iterator

from zermelo import CHANCE, ONGOING, Game, State, i8
from zermelo.game.record import Field

ROLL, HOLD = 0, 1


class Pig(Game):
    """Roll or hold; a one loses the pot, holding banks it; first to reach the goal wins."""

    players = ("ann", "bob")
    max_moves = 6

    def __init__(self, goal: int = 20) -> None:
        self.goal = goal

    def state(self) -> dict[str, Field]:
        return dict(bank=i8[2], pot=i8, rolling=i8, turn=i8)

    def to_move(self, s: State) -> int:
        return CHANCE if s.rolling else s.turn

    def chances(self, s: State) -> Iterator[tuple[int, float]]:
        for face in range(1, 7):
            yield face, 1 / 6

    def moves(self, s: State) -> Iterator[int]:
        if s.bank[s.turn] + s.pot < self.goal:  # enough to win, so hold; numbers stay small
            yield ROLL
        if s.pot > 0:
            yield HOLD

    def play(self, s: State, choice: int) -> None:
        if s.rolling:  # `choice` is what the die shows
            s.rolling = 0
            s.pot = 0 if choice == 1 else s.pot + choice
            if choice == 1:
                s.turn = 1 - s.turn
        elif choice == ROLL:
            s.rolling = 1
        else:
            s.bank[s.turn] += s.pot
            s.pot = 0
            s.turn = 1 - s.turn

    def winner(self, s: State) -> int:
        for player in range(2):
            if s.bank[player] >= self.goal:
                return player
        return ONGOING

    def name(self, s: State, choice: int) -> str:
        if s.rolling:
            return str(choice)
        return "roll" if choice == ROLL else "hold"
