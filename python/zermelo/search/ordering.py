"""Move ordering: alpha-beta enters the fewest nodes if it tries the best move first. Each ordering guesses that move.

In this order of precedence; ties keep the order of the game's `moves`:

1. `pv`: the move of the last iteration's principal variation, or that of the transposition table.
2. `exchange`: noisy moves that lose something by the game's `exchange` come last.
3. `order`: the game's own `order`; greater first.
4. `killers`: two moves per ply that made a cutoff there before (Akl and Newborn 1977).
5. `replies`: the last good answer to the move before, then what a move has been worth as an answer and in general (`replies`).
6. `history`: how often a move made a cutoff anywhere, weighted by the square of the depth (Schaeffer 1983), or in a search to the end
   of the game by the square of the work, in powers of two; halved at every new iteration, so that recent cutoffs count more.
7. `ads`: History-ADS, how recently a move made a cutoff anywhere (Polk and Oommen 2015): its place in an adaptive list (`ads`).

"all" means `pv`, `order`, `killers` and `history`.
"""

from collections.abc import Sequence

from zermelo.game import Rules, State
from zermelo.search.ads import ask, rule_number
from zermelo.search.replies import Replies

MOST_RECENT = 64
"""Moves that History-ADS remembers; a longer list helps little."""
HISTORY_SIZE = 1 << 14
"""Counters per player; moves with larger numbers share them."""
MOST_HISTORY = (1 << 32) - 1
"""Greater counters compare as equal."""


class Ordering:
    """Remembers which moves made cutoffs, and sorts moves by that."""

    def __init__(self, rules: Rules, names: tuple[str, ...], ads: str = "move_to_front") -> None:
        self.rules = rules
        self.use_ads, self.rule = "ads" in names, rule_number(ads)
        self.recent: list[int] = []
        self.use_order = "order" in names and rules.game.defines("order")
        self.use_killers = "killers" in names
        self.use_history = "history" in names
        self.use_first = "pv" in names
        self.use_exchange = "exchange" in names and rules.game.defines("exchange")
        self.replies = Replies() if "replies" in names else None
        self.killers: dict[int, tuple[int, int]] = {}
        self.history: dict[tuple[int, int], int] = {}

    def sort(self, s: State, moves: list[int], player: int, ply: int, first: int, previous: int = -1) -> list[int]:
        """The moves, most promising first; `previous` is the move before."""
        if len(moves) < 2:
            return moves
        killers = self.killers.get(ply, (-1, -1))
        recent = {move: -place for place, move in enumerate(self.recent)}
        replies = self.replies

        def promise(move: int) -> tuple[bool, bool, float, int, bool, int, int, int]:
            return (
                self.use_first and move == first,
                not (self.use_exchange and self.rules.noisy(s, move) and self.rules.exchange(s, move) < 0),
                self.rules.order(s, move) if self.use_order else 0.0,
                (2 if move == killers[0] else 1 if move == killers[1] else 0) if self.use_killers else 0,
                replies is not None and move == replies.answer(previous),
                0 if replies is None else replies.worth(player, move, previous),
                min(self.history.get((player, move % HISTORY_SIZE), 0), MOST_HISTORY) if self.use_history else 0,
                recent.get(move, -MOST_RECENT),
            )

        return sorted(moves, key=promise, reverse=True)

    def cut(self, move: int, player: int, ply: int, depth: int, previous: int = -1, tried: Sequence[int] | None = ()) -> None:
        """A move made a cutoff; `tried` are the quiet moves before it, None if it is not quiet itself."""
        if self.use_killers and tried is not None:
            killers = self.killers.get(ply, (-1, -1))
            if move != killers[0]:
                self.killers[ply] = (move, killers[0])
        if self.replies is not None and tried is not None:
            self.replies.cut(move, player, previous, depth, tried)
        if self.use_history:
            slot = (player, move % HISTORY_SIZE)
            self.history[slot] = self.history.get(slot, 0) + min(depth, 64) ** 2
        if self.use_ads:
            if move not in self.recent:
                self.recent.append(move)
            ask(self.recent, move, self.rule)
            del self.recent[MOST_RECENT:]

    def age(self) -> None:
        """A new iteration begins."""
        self.history = {slot: value // 2 for slot, value in self.history.items()}
