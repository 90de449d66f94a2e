"""BRS+: best-reply search that keeps the turn order (Esser, Gras, Winands, Schadd and Lanctot 2013).

Every opponent moves in turn, but the moves of only one are searched; the others make the move that the game's `order` ranks
first. So all positions are possible ones, and a round is still two plies of search: our move, and one opponent's choice. If our
turn does not come back, because we are out of the game or the turn stays with an opponent, a round ends after `ROUNDS` moves per
player.
"""

from collections.abc import Iterator

from zermelo.game import Position, State
from zermelo.search.multiplayer.view import STRIDE, View, check_numbering

ROUNDS = 4


class BestReplyPlus(View):
    """Our moves are the game's; theirs are whole rounds in which one opponent chooses."""

    @classmethod
    def check(cls, position: Position, who: str) -> None:
        check_numbering(position, who)

    def to_move(self, s: State) -> int:
        return int(self.inner.to_move(s) != self.us)

    def moves(self, s: State) -> list[int]:
        if self.inner.to_move(s) == self.us:
            return self.inner.moves(s)
        rounds: list[int] = []
        seen = set(self.ours)  # our team makes the usual move
        for before, usual in self.usual_round(s):
            who = self.inner.to_move(before)
            if who not in seen:  # the round in which all make the usual move is listed once
                moves = [move for move in self.inner.moves(before) if move != usual or not rounds]
                rounds += self.numbered(who, moves)
            seen.add(who)
        return rounds or [STRIDE * self.us]  # only our team is to move

    def unfold(self, s: State, move: int) -> list[tuple[State, int]]:
        if self.inner.to_move(s) == self.us:
            return [(s, move)]
        who, chosen = divmod(move, STRIDE)
        played: list[tuple[State, int]] = []
        while len(played) < self.longest and not self.is_done(s):
            player = self.inner.to_move(s)
            now = chosen if player == who else self.usual(s)
            who = -1 if player == who else who
            played.append((s, now))
            s = self.inner.play(s, now)
        return played

    def usual_round(self, s: State) -> Iterator[tuple[State, int]]:
        """Every position until our turn, with its usual move."""
        for _ in range(self.longest):
            if self.is_done(s):
                break
            usual = self.usual(s)
            yield s, usual
            s = self.inner.play(s, usual)

    @property
    def longest(self) -> int:
        return ROUNDS * self.inner.players

    def is_done(self, s: State) -> bool:
        return self.inner.utilities(s) is not None or self.inner.to_move(s) == self.us

    def usual(self, s: State) -> int:
        """The move of an opponent who is not searched: the first that the game's `order` ranks highest."""
        moves = self.inner.moves(s)
        return max(moves, key=lambda move: self.inner.order(s, move)) if self.game.defines("order") else moves[0]
