"""Leduc poker: six cards, two rounds of bets, one card on the table (Southey and others 2005). A small test for poker programs.

    cards Ks ?               what the first player sees: the king of spades, and a card that is hidden
    table Qh
    bets call raise call, call
    second to move

    move   0 fold, 1 call, 2 raise          outcome   0 Js, 1 Jh, 2 Qs, 3 Qh, 4 Ks, 5 Kh: the card that is dealt

A call where both have paid the same is what poker calls a check. Suits make no difference. With `suits=False` cards are dealt by rank alone, J Q K, which makes a smaller tree of the same game: 288
information sets in place of 936.
"""

from collections.abc import Iterator, Mapping

from zermelo.errors import PositionError
from zermelo.game import CHANCE, HIDDEN, Field, Game, State, display, i8
from zermelo.game.dice import pick
from zermelo.games.shared import cards, parameters

FOLD, CALL, RAISE = 0, 1, 2
MOVES = ("fold", "call", "raise")
LONGEST = 4
"""The most moves of a round: call, raise, raise, call."""


class Leduc(Game):
    """Two rounds of bets and a card on the table: a pair or the higher card wins what was paid, unless one player folds.

    Goal: Win what the other player has paid.

    Setup: There are six cards: two jacks, two queens and two kings. Each player pays 1 and gets one card.

    Moves: There are two rounds of bets, and the first player begins both. Between them one card is put on the table for both.
    You call: pay as much as the other player has paid, perhaps nothing more. Or you raise: pay 2 more than the other in the
    first round, 4 more in the second, at most two raises a round. Or, if the other has paid more, you fold and so give up. A
    call ends the round, unless it is its first move.

    Hidden: You do not see the other player's card.

    End: A player who folds loses what they have paid. Otherwise, after the second round, a card equal to the one on the table
    wins, else the higher card: king, queen, jack. The winner gains what the loser has paid.

    Draws: Two equal cards are a draw.

    Variants: Cards may be dealt without suits, which changes nothing for players.
    """

    players = ("first", "second")
    secret = ("card",)
    bounds = (-13, 13)
    max_moves = 6
    move_numbers = 3
    out_of_turn = False

    def __init__(self, *, suits: bool = True) -> None:
        parameters.flag("leduc", "suits", suits)
        self.signs = ("Js", "Jh", "Qs", "Qh", "Ks", "Kh") if suits else ("J", "Q", "K")
        self.kinds = len(self.signs)
        self.copies = 6 // self.kinds

    def state(self) -> Mapping[str, Field]:
        """Cards that are not dealt are HIDDEN, too; `dealt` tells. `rounds` are finished, and `made` counts the bets of the present one."""
        return dict(card=i8[2](HIDDEN), table=i8(HIDDEN), bets=i8[2 * LONGEST](-1), paid=i8[2](1), dealt=i8, rounds=i8, made=i8)

    def to_move(self, s: State) -> int:
        return CHANCE if s.dealt < 2 or (s.rounds == 1 and s.dealt == 2) else int(s.made % 2)

    def chances(self, s: State) -> Iterator[tuple[int, float]]:
        for card in range(self.kinds):
            left = self.left(s, card)
            if left > 0:
                yield card, left / (6 - s.dealt)

    def left(self, s: State, card: int) -> int:
        """How many such cards are in the deck."""
        return self.copies - int(s.card[0] == card) - int(s.card[1] == card) - int(s.table == card)

    def moves(self, s: State) -> Iterator[int]:
        player = s.made % 2
        if s.paid[player] < s.paid[1 - player]:
            yield FOLD
        yield CALL
        raises = 0
        for place in range(s.made):
            if s.bets[LONGEST * s.rounds + place] == RAISE:
                raises += 1
        if raises < 2:
            yield RAISE

    def play(self, s: State, move: int) -> None:
        if s.dealt < 2:
            s.card[s.dealt] = move
            s.dealt += 1
        elif s.rounds == 1 and s.dealt == 2:
            s.table = move
            s.dealt = 3
        else:
            self.bet(s, move)

    def bet(self, s: State, move: int) -> None:
        player = s.made % 2
        if move != FOLD:
            s.paid[player] = s.paid[1 - player]
        if move == RAISE:
            s.paid[player] += 4 if s.rounds == 1 else 2
        s.bets[LONGEST * s.rounds + s.made] = move
        s.made += 1
        if move == CALL and s.made > 1:
            s.rounds += 1
            s.made = 0

    def over(self, s: State) -> bool:
        return bool(s.rounds == 2 or (s.made > 0 and s.bets[LONGEST * s.rounds + s.made - 1] == FOLD))

    def utility(self, s: State, player: int) -> float:
        if s.rounds < 2:  # the player who has paid less has folded
            mine, yours = int(s.paid[player]), int(s.paid[1 - player])
        else:
            mine, yours = self.strength(s, player), self.strength(s, 1 - player)
        if mine == yours:
            return 0
        stake = int(min(s.paid[0], s.paid[1]))
        return stake if mine > yours else -stake

    def strength(self, s: State, player: int) -> int:
        """Greater for better cards."""
        rank, table = int(s.card[player]) * self.copies // 2, int(s.table) * self.copies // 2
        return rank + 3 if rank == table else rank

    def guess(self, s: State, player: int, dice: int) -> bool:
        """Every card of the deck may be the other player's, with equal probability."""
        if s.dealt <= 1 - player:  # the other player has no card yet
            return True
        place, dice = pick(dice, 6 - (s.card[player] != HIDDEN) - (s.table != HIDDEN))
        for card in range(self.kinds):
            place -= self.left(s, card)
            if place < 0:
                s.card[1 - player] = card
                return True
        return False

    def show(self, s: State) -> str:
        signs = self._cards(s)
        lines = [f"cards {signs[0]} {signs[1]}", *([f"table {signs[2]}"] if s.dealt > 2 else [])]
        lines += [f"bets {self._bets(s)}"] if s.bets[0] >= 0 else []
        return "\n".join([*lines, self._words(s)])

    def read(self, text: str) -> State:
        s = self.fresh()
        known, others = {}, []
        for line in display.lines_of(text):
            first, _, rest = line.partition(" ")
            if first in ("cards", "table", "bets") and first not in known:
                known[first] = rest
            else:
                others.append(line)
        for word in known.get("bets", "").replace(",", " ").split():
            if word not in MOVES or self.over(s) or MOVES.index(word) not in self.moves(s):
                raise PositionError(f"`{word}` is not legal as move {1 + sum(bet >= 0 for bet in s.bets)} in the line `bets`")
            self.bet(s, MOVES.index(word))
        self._read_cards(s, known.get("cards", "").split(), known.get("table", "-"))
        if others not in ([], [self._words(s)]):
            raise PositionError(f"write `{self._words(s)}` in place of `{' '.join(others)}`, or leave it out")
        return s

    def name(self, s: State, move: int) -> str:
        return self.signs[move] if self.to_move(s) == CHANCE else MOVES[move]

    def svg(self, s: State) -> str:
        first, second, table = ("" if sign == "-" else sign for sign in self._cards(s))
        now = self._bets(s).rpartition(", ")[2]  # there is no room for the bets of both rounds
        return cards.table(self, [[first], [second]], now, self._words(s), [table])

    def _cards(self, s: State) -> list[str]:
        """The cards of both players and of the table; ? is a hidden card, - none."""
        signs = ["?" if card == HIDDEN else self.signs[card] for card in (*s.card, s.table)]
        return [sign if place < s.dealt else "-" for place, sign in enumerate(signs)]

    def _bets(self, s: State) -> str:
        rounds = (s.bets[:LONGEST], s.bets[LONGEST:])
        return ", ".join(" ".join(MOVES[bet] for bet in bets if bet >= 0) for bets in rounds if bets[0] >= 0)

    def _words(self, s: State) -> str:
        if self.over(s):
            return "over"
        return "a card is dealt" if self.to_move(s) == CHANCE else f"{self.players[s.made % 2]} to move"

    def _read_cards(self, s: State, signs: list[str], table: str) -> None:
        """Deal the cards that a text names; raise PositionError for cards that the deck does not have, or that are dealt too early."""
        if len(signs) != 2 or any(sign not in ("?", "-", *self.signs) for sign in signs):
            known = " ".join(self.signs)
            raise PositionError(
                f"a line must say both players' cards: {known}, ? for hidden or - for none, as in `cards {known[:2].strip()} ?`"
            )
        if table not in ("-", *self.signs):
            raise PositionError(f"`table {table}` must say one card: {' '.join(self.signs)}")
        s.card = [self.signs.index(sign) if sign in self.signs else HIDDEN for sign in signs]
        s.table = self.signs.index(table) if table != "-" else HIDDEN
        s.dealt = sum(sign != "-" for sign in (*signs, table))
        if any(self.left(s, card) < 0 for card in range(self.kinds)):
            raise PositionError(
                f"the cards {' '.join(signs)} {table} are more than the deck has: two of each rank, one of each suit"
            )
        if signs[0] == "-" != signs[1] or ("-" in signs and s.bets[0] >= 0):
            raise PositionError("the first player gets the first card, and bets come after both cards")
        if table != "-" and s.rounds == 0:
            raise PositionError("the card on the table is dealt after the first round of bets; leave out the line `table`")
        if table == "-" and s.bets[LONGEST] >= 0:
            raise PositionError(
                f"the second round of bets comes after the card on the table; add a line such as `table {self.signs[0]}`"
            )
