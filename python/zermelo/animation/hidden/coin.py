"""A game for the lesson on strategy fusion: a coin lies hidden, and the player takes a sure payoff or guesses its side.

made 1: take (0.5, and the game is over) or guess
made 2: heads or tails, worth 1 if it is the side that the coin shows, and -1 otherwise
"""

from collections.abc import Iterator, Mapping

from zermelo.game import CHANCE, HIDDEN, Field, Game, State, i8

TAKE = 0
SURE = 0.5
SIDES = ("heads", "tails")


class HiddenCoin(Game):
    """A coin is thrown and covered; take a sure payoff, or guess its side."""

    players = ("player",)
    chance_first = True
    out_of_turn = False
    bounds = (-2, 2)
    """Wider than the payoffs, so that none counts as a win, and values are shown as they are."""

    def state(self) -> Mapping[str, Field]:
        return dict(coin=i8(HIDDEN), choice=i8, named=i8, made=i8)

    def to_move(self, s: State) -> int:
        return CHANCE if s.made == 0 else 0

    def chances(self, s: State) -> Iterator[tuple[int, float]]:  # noqa: ARG002
        yield from ((side, 1 / len(SIDES)) for side in range(len(SIDES)))

    def moves(self, s: State) -> Iterator[int]:  # noqa: ARG002
        yield from range(2)

    def play(self, s: State, move: int) -> None:
        if s.made == 0:
            s.coin = move
        elif s.made == 1:
            s.choice = move
        else:
            s.named = move
        s.made += 1

    def over(self, s: State) -> bool:
        return bool(s.made == 3 or (s.made == 2 and s.choice == TAKE))

    def utility(self, s: State, player: int) -> float:  # noqa: ARG002
        if s.choice == TAKE:
            return SURE
        return 1 if s.named == s.coin else -1

    def hide(self, s: State, player: int) -> None:  # noqa: ARG002
        if s.made < 3:
            s.coin = HIDDEN

    def name(self, s: State, move: int) -> str:
        return ("take", "guess")[move] if s.made == 1 else SIDES[move]
