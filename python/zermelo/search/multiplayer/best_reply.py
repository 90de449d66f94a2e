"""Best-reply search: all opponents together have one turn, and the one with the strongest reply takes it (Schadd and Winands 2011).

With k opponents a round takes k + 1 plies; best-reply search makes two of it, ours and theirs. So it looks further ahead in the same
time, at positions that may be impossible since some players have not moved. Moves are therefore looked for out of turn, which a game
must allow.

A reply is numbered by opponent and move. **Threat-ADS** (Polk and Oommen 2013) orders the opponents: whoever's reply was best, or
good enough for a cutoff, is asked for in an adaptive list, so that the most dangerous opponent of late is tried first.
"""

from __future__ import annotations

from zermelo.errors import AgentError
from zermelo.game.position import Position
from zermelo.game.record import State
from zermelo.game.rules import Rules
from zermelo.search.ads import ask, rule_number
from zermelo.search.multiplayer.view import NOTHING, STRIDE, View, check_numbering
from zermelo.search.options import Options

MOST_OPPONENTS = 8
"""The twin keeps their order in fixed memory."""


class BestReply(View):
    """Our moves as the game has them; theirs are the moves of all opponents."""

    @classmethod
    def check(cls, position: Position, who: str) -> None:
        game, players = position.game, position.rules.players
        opponents = players - (game.teams.count(game.teams[position.player]) if game.teams else 1)
        if opponents == 0 and players > 1:
            raise AgentError(f"{who} needs an opponent, but in {game} all players are in one team; paranoid needs none")
        if opponents > MOST_OPPONENTS:
            raise AgentError(
                f"{who} is for at most {MOST_OPPONENTS} opponents, but {game} has {opponents}; paranoid takes any number"
            )
        check_numbering(position, who)
        if not game.out_of_turn or game.defines("to_move") or players < 2:
            why = "is for one player" if players < 2 else "does not allow that"
            raise AgentError(f"{who} lets players move out of turn, but {game} {why}; use paranoid instead")

    def __init__(self, rules: Rules, us: int, options: Options) -> None:
        super().__init__(rules, us, options)
        seats = [(us + step) % rules.players for step in range(1, rules.players)]
        self.opponents = [player for player in seats if player not in self.ours]
        self.next = self.opponents[0]
        self.rule = rule_number(options.threat) if options.threat else None

    def to_move(self, s: State) -> int:
        return int(self.inner.to_move(s) != self.us)

    def moves(self, s: State) -> list[int]:
        if self.inner.to_move(s) == self.us:
            return self.numbered(0, self.inner.list_moves(s)) or [NOTHING]  # we may be out of the game, or all of them
        replies = [move for who in self.opponents for move in self.numbered(who, self.inner.moves_out_of_turn(s, who))]
        return replies or [STRIDE * self.opponents[0] + NOTHING]

    def unfold(self, s: State, move: int) -> list[tuple[State, int]]:
        who, reply = divmod(move, STRIDE)
        if reply == NOTHING:
            return []
        return [(s, move)] if self.inner.to_move(s) == self.us else [(self.inner.with_turn(s, who), reply)]

    def play(self, s: State, move: int) -> State:
        """After a reply it is our turn; after our move, theirs."""
        after = super().play(s, move)
        if self.inner.to_move(s) != self.us:
            return self.inner.with_turn(after, self.us)
        return self.inner.with_turn(after, self.next) if move == NOTHING else after

    def credit(self, s: State, move: int) -> None:
        """Threat-ADS: the opponent whose reply it is was dangerous."""
        if self.rule is not None and self.inner.to_move(s) != self.us:
            ask(self.opponents, move // STRIDE, self.rule)
