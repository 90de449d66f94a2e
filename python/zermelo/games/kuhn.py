"""Kuhn poker: three cards, one bet. The smallest game in which bluffing pays (Kuhn 1950).

    cards K ?          what the first player sees: the king, and a card that is hidden
    bets pass bet      what has been done so far
    first to move

    move   0 pass, 1 bet          outcome   0 J, 1 Q, 2 K: the card that is dealt

With best play the first player loses 1/18 a game. The second player calls with the queen and bluffs with the jack in a third of all cases.
"""

from collections.abc import Iterator, Mapping

from zermelo.errors import PositionError
from zermelo.game import CHANCE, HIDDEN, Field, Game, State, display, i8
from zermelo.game.dice import pick
from zermelo.games.shared import cards

PASS, BET = 0, 1
RANKS = "JQK"
MOVES = ("pass", "bet")
NO_CARD = 3
"""In the row of cards: not dealt yet. A hidden card is HIDDEN."""


class Kuhn(Game):
    """Three cards, one bet: the higher card wins what was paid, unless one player gives up.

    Goal: Win what the other player has paid.

    Setup: There are three cards: jack, queen and king, the king is highest. Each player pays 1 and gets one card. The third
    card is not used.

    Moves: The first player passes or bets 1 more. After a bet, the other player bets 1 as well, or passes and so gives up.
    After a pass, the second player may pass or bet, and after a bet the first player again passes and gives up, or bets as
    well.

    Hidden: You see only your own card.

    End: A player who gives up loses the 1 that was paid at the start. Otherwise, when both players have passed or both have
    bet, the higher card wins: 1 if both have passed, 2 if both have bet.

    Draws: There are no draws, because no two cards are equal.
    """

    players = ("first", "second")
    secret = ("card",)
    chance_first = True
    bounds = (-2, 2)
    move_numbers = 3
    out_of_turn = False

    def __init__(self) -> None:
        """There are no parameters."""

    def state(self) -> Mapping[str, Field]:
        return dict(card=i8[2](NO_CARD), bets=i8[3](-1), dealt=i8, made=i8)

    def to_move(self, s: State) -> int:
        return CHANCE if s.dealt < 2 else int(s.made % 2)

    def chances(self, s: State) -> Iterator[tuple[int, float]]:
        for card in range(3):
            if s.dealt == 0 or card != s.card[0]:
                yield card, 1 / (3 - s.dealt)

    def moves(self, s: State) -> Iterator[int]:
        yield PASS
        yield BET

    def play(self, s: State, move: int) -> None:
        if s.dealt < 2:
            s.card[s.dealt] = move
            s.dealt += 1
        else:
            s.bets[s.made] = move
            s.made += 1

    def over(self, s: State) -> bool:
        return bool(s.made == 3 or (s.made == 2 and (s.bets[0] == BET or s.bets[1] == PASS)))

    def utility(self, s: State, player: int) -> float:
        last = s.bets[s.made - 1]
        if last == PASS and s.made > 1 and s.bets[s.made - 2] == BET:  # the player who passed has given up
            return 1 if s.made % 2 == player else -1
        stake = 2 if last == BET else 1
        return stake if s.card[player] > s.card[1 - player] else -stake

    def hide(self, s: State, player: int) -> None:
        """All see which cards are not dealt yet."""
        for other in range(s.dealt, 2):
            s.card[other] = NO_CARD

    def guess(self, s: State, player: int, dice: int) -> bool:
        """Every card but the own may be the other player's, with equal probability."""
        own, other = s.card[player], 1 - player
        if s.dealt > other:
            card, dice = pick(dice, 3 if own == NO_CARD else 2)
            s.card[other] = card if own == NO_CARD else (own + 1 + card) % 3
        return True

    def show(self, s: State) -> str:
        lines = ["cards " + " ".join("?" if card == HIDDEN else "-" if card == NO_CARD else RANKS[card] for card in s.card)]
        lines += ["bets " + " ".join(MOVES[bet] for bet in s.bets[: s.made])] if s.made else []
        return "\n".join([*lines, self._words(s)])

    def read(self, text: str) -> State:
        s = self.fresh()
        known = dict(line.split(maxsplit=1) for line in display.lines_of(text) if " " in line)
        signs = known.get("cards", "").split()
        if len(signs) != 2 or any(sign not in ("?", "-", *RANKS) for sign in signs):
            raise PositionError("a line must say the two cards, J Q K, ? for hidden or - for none, such as `cards K ?`")
        if signs[0] == signs[1] and signs[0] in RANKS:
            raise PositionError(f"the card {signs[0]} is dealt twice; there is one of each rank")
        s.card = [HIDDEN if sign == "?" else NO_CARD if sign == "-" else RANKS.index(sign) for sign in signs]
        s.dealt = sum(sign != "-" for sign in signs)
        bets = known.get("bets", "").split()
        if len(bets) > 3 or any(bet not in MOVES for bet in bets):
            raise PositionError("`bets` must have at most three words, each pass or bet, such as `bets pass bet`")
        if signs[0] == "-" != signs[1] or (bets and s.dealt < 2):
            raise PositionError("the first player gets the first card, and bets come after both cards")
        for bet in bets:
            if self.over(s):
                raise PositionError(f"the game was over before the last bet of `bets {' '.join(bets)}`")
            s.bets[s.made] = MOVES.index(bet)
            s.made += 1
        return s

    def name(self, s: State, move: int) -> str:
        return RANKS[move] if s.dealt < 2 else MOVES[move]

    def svg(self, s: State) -> str:
        rows = [[("?" if card == HIDDEN else "" if card == NO_CARD else RANKS[card])] for card in s.card]
        return cards.table(self, rows, " ".join(MOVES[bet] for bet in s.bets[: s.made]), self._words(s))

    def _words(self, s: State) -> str:
        if s.dealt < 2:
            return "a card is dealt"
        return "over" if self.over(s) else f"{self.players[s.made % 2]} to move"
