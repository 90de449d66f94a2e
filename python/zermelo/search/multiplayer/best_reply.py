"""Best-reply search: all opponents share one turn, and the opponent with the strongest reply takes it (Schadd and Winands 2011).

With k opponents a round takes k + 1 plies; best-reply search makes two of it, ours and theirs. So it looks further ahead in the
same time. The price: some players are skipped, so positions may be impossible in real play, and the game must allow moves out of
turn.

A reply is numbered by opponent and move. **Threat-ADS** (Polk and Oommen 2013) orders the opponents in an adaptive list: an
opponent whose reply was best, or made a cutoff, moves forward, so that the most recent threat is tried first. Each search begins with
the order of turns, or with the list that the player's last search left (`keep_threat`).
"""

from zermelo.errors import AgentError
from zermelo.game import Position, Rules, State
from zermelo.search.ads import ask, rule_number
from zermelo.search.multiplayer.view import NOTHING, STRIDE, View, check_numbering
from zermelo.search.options import Options

MOST_OPPONENTS = 8
"""A limit of the Rust twin, which keeps their order in fixed memory."""


class BestReply(View):
    """Our moves are the game's; theirs are the moves of all opponents."""

    @classmethod
    def check(cls, position: Position, who: str) -> None:
        game, players = position.game, position.rules.players
        opponents = players - (game.teams.count(game.teams[position.player]) if game.teams else 1)
        if opponents == 0 and players > 1:
            raise AgentError(f"{who} needs an opponent, but in {game} all players are in one team; use paranoid instead")
        if opponents > MOST_OPPONENTS:
            raise AgentError(f"{who} is for at most {MOST_OPPONENTS} opponents, but {game} has {opponents}; use paranoid instead")
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
            return self.numbered(0, self.inner.list_moves(s)) or [NOTHING]  # we, or all opponents, may be out of the game
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

    def keep(self, threats: list[int]) -> None:
        threats[:] = threats or self.opponents
        self.opponents = threats

    def credit(self, s: State, move: int) -> None:
        """Threat-ADS: move the opponent who made this reply forward."""
        if self.rule is not None and self.inner.to_move(s) != self.us:
            ask(self.opponents, move // STRIDE, self.rule)
