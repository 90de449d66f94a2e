"""What games with rules outside Python share: they are never compiled, and a move is the number of a successor."""

from collections.abc import Iterator

from zermelo.game import Game, State


class OutsideGame(Game):
    """Base class of games whose rules are not Python. They are interpreted, without a warning."""

    playable = False
    interpreted = True
    out_of_turn = False

    def successors(self, s: State) -> int:
        """How many moves there are."""
        raise NotImplementedError

    def moves(self, s: State) -> Iterator[int]:
        yield from range(self.successors(s))
