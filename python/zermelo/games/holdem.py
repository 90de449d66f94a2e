"""Texas hold'em for two players with small stacks: two hidden cards each, five cards on the table, four rounds of bets.

    cards As Kd, ? ?            what the button sees: its own two cards, and two cards that are hidden
    table Qh 7s 2c
    bets raise4 call, check raise6
    pot 14, 6 to call
    bigblind to move

    move   0 fold, 1 call or check, 1 + chips: raise to so many in this round
    outcome   4 * rank + suit, the card that is dealt: 0 2c, 1 2d, 2 2h, 3 2s, 4 3c ... 51 As

raise6 makes it 6 in this round, in which the blinds count. The two cards of a player and the three of the flop are dealt from high to low,
with the probabilities that make all hands equally likely. So the same cards are never there in another order.
"""

from collections.abc import Iterator, Mapping

from zermelo.errors import PositionError
from zermelo.game import CHANCE, HIDDEN, Field, Game, State, display, i8, i16
from zermelo.game.dice import pick
from zermelo.games.shared import cards, parameters, poker

FOLD, CALL = 0, 1
SMALL_BLIND, BIG_BLIND = 1, 2
MOST_BETS = 4
"""With limits, so many bets a round; the big blind is one."""
ROUNDS, PACK = 4, 52
DUE = (4, 7, 8, 9, 9)
"""Cards that are dealt before each round of bets, and before the hands are compared."""
MAX_STACK = 1000
TOLD = 3
"""So many of the last bets are in the picture."""
PICTURES = str.maketrans(poker.SUITS, "♣♦♥♠")


class Holdem(Game):
    """Two hidden cards each, five on the table, four rounds of bets: the best five cards win what was paid, unless one player folds.

    Goal: Win the chips that the other player has paid.

    Setup: Each player has 20 chips. One player has the button and pays 1, the small blind; the other pays 2, the big blind.
    Each gets two cards of a pack of 52.

    Moves: There are four rounds of bets. After the first, three cards are put on the table for both (the flop), after the
    second and the third one more each (turn and river). The button begins the first round, the big blind all others. You
    call: pay as much as the other player has paid, or check if that is nothing more. Or you raise: pay more than the other
    player. A raise is at least as large as the last bet or raise of this round, and at least 2, unless you pay all your
    chips. Or, if the other has paid more, you fold and so give up. A call or check ends the round, unless it is its first
    move. When a player has paid all chips and the other has called, there are no more bets.

    Hidden: You do not see the other player's two cards.

    End: A player who folds loses what they have paid. Otherwise, when five cards are on the table, each player makes the best
    hand of five from these and the own two. From low to high: high card, pair, two pairs, three equal ranks, straight (five
    ranks in a row, in which an ace is highest, or lowest below a two), flush (five of a suit), full house (three and two
    equal ranks), four equal ranks, straight flush. Within a class higher ranks win. The winner gains what the loser has paid.

    Draws: Equally good hands are a draw.

    Variants: Players may have fewer or more chips. With limits every raise is by 2 in the first two rounds and by 4 in the
    others, or by all chips that are left, and a round has at most four bets, of which the big blind is the first.
    """

    players = ("button", "bigblind")
    secret = ("card",)
    out_of_turn = False

    def __init__(self, stack: int = 20, *, limit: bool = False) -> None:
        parameters.whole("holdem", "stack", stack, BIG_BLIND, MAX_STACK)
        parameters.flag("holdem", "limit", limit)
        self.stack, self.limit = stack, limit
        self.bounds = (-stack, stack)
        self.max_moves = self.move_numbers = max(PACK, stack + 2)
        self.longest = 2 * ROUNDS + (stack - 1) // 2
        """The most moves of a game: two a round that are no raises, and raises by at least the big blind, of which the last may be less."""

    # Rules

    def state(self) -> Mapping[str, Field]:
        """Cards that are not dealt are HIDDEN, too; `dealt` tells. `before` was paid by each player before this round, `step` is the least raise."""
        return dict(
            card=i8[4](HIDDEN),
            table=i8[5](HIDDEN),
            bets=i16[self.longest](-1),
            paid=i16([SMALL_BLIND, BIG_BLIND]),
            before=i16,
            step=i16(BIG_BLIND),
            raises=i16(1),
            made=i16,
            acted=i16,
            dealt=i8,
            rounds=i8,
        )

    def to_move(self, s: State) -> int:
        return CHANCE if s.dealt < DUE[s.rounds] else self.bettor(s)

    def bettor(self, s: State) -> int:
        """Who bets next: the button is first before the flop, the big blind later."""
        return int(s.acted % 2 if s.rounds == 0 else 1 - s.acted % 2)

    def chances(self, s: State) -> Iterator[tuple[int, float]]:
        """The highest of the cards that are still to be dealt together, each with the share of the hands that begin with it."""
        dealt, wanted, top = self.known(s), self.wanted(s), self.top(s)
        free = 0
        for card in range(top):
            free += 1 - (dealt >> card & 1)
        lower = 0
        for card in range(top):
            if dealt >> card & 1 == 0:
                if lower >= wanted - 1:
                    yield card, choose(lower, wanted - 1) / choose(free, wanted)
                lower += 1

    def wanted(self, s: State) -> int:
        """How many cards are still to be dealt of a hand, or of the flop; 1 for turn and river."""
        return int(2 - s.dealt % 2 if s.dealt < 4 else max(7 - s.dealt, 1))

    def top(self, s: State) -> int:
        """The next card is below this one: the last card of the same hand, or of the flop."""
        if s.dealt == 1 or s.dealt == 3:
            return int(s.card[s.dealt - 1])
        return int(s.table[s.dealt - 5]) if s.dealt == 5 or s.dealt == 6 else PACK

    def known(self, s: State) -> int:
        """The set of the cards that can be seen in a state or view."""
        found = 0
        for place in range(4):
            if s.card[place] >= 0:
                found |= 1 << s.card[place]
        for place in range(5):
            if s.table[place] >= 0:
                found |= 1 << s.table[place]
        return found

    def moves(self, s: State) -> Iterator[int]:
        player = self.bettor(s)
        paid = s.paid[1 - player]
        if s.paid[player] < paid:
            yield FOLD
        yield CALL
        if paid < self.stack and not (self.limit and s.raises >= MOST_BETS):
            least = min(paid + s.step, self.stack)
            most = least if self.limit else self.stack
            for total in range(least, most + 1):
                yield 1 + total - s.before

    def play(self, s: State, move: int) -> None:
        if s.dealt >= DUE[s.rounds]:
            self.bet(s, move)
            return
        if s.dealt < 4:
            s.card[s.dealt] = move
        else:
            s.table[s.dealt - 4] = move
        s.dealt += 1

    def bet(self, s: State, move: int) -> None:
        player = self.bettor(s)
        paid = s.paid[1 - player]
        s.bets[s.made] = move
        s.made += 1
        s.acted += 1
        if move == CALL:
            s.paid[player] = paid
            if s.acted > 1 or paid == self.stack:
                s.rounds = s.rounds + 1 if paid < self.stack else ROUNDS
                s.before, s.acted, s.raises = paid, 0, 0
                s.step = 2 * BIG_BLIND if self.limit and s.rounds >= 2 else BIG_BLIND
        elif move > CALL:
            s.paid[player] = s.before + move - 1
            s.step = max(s.step, s.paid[player] - paid)
            s.raises += 1

    def over(self, s: State) -> bool:
        return bool(s.dealt == 9 and s.rounds == ROUNDS) or self.folded(s)

    def folded(self, s: State) -> bool:
        return bool(s.made > 0 and s.bets[s.made - 1] == FOLD)

    def utility(self, s: State, player: int) -> float:
        if s.rounds < ROUNDS:  # the player who has paid less has folded
            mine, yours = int(s.paid[player]), int(s.paid[1 - player])
        else:
            mine, yours = self.strength(s, player), self.strength(s, 1 - player)
        if mine == yours:
            return 0
        stake = int(min(s.paid[0], s.paid[1]))
        return stake if mine > yours else -stake

    def strength(self, s: State, player: int) -> int:
        """Greater for better cards."""
        return poker.strength([*s.card[2 * player : 2 * player + 2], *s.table])

    def guess(self, s: State, player: int, dice: int) -> bool:
        """Any two cards that the player does not see may be the other player's, with equal probability."""
        other = 1 - player
        if s.dealt <= 2 * other:  # the other player has no card yet
            return True
        seen, top = self.known(s), self.top(s)
        unseen = [card for card in range(PACK) if seen >> card & 1 == 0]
        if 0 <= top < PACK:  # the rest of a hand or of the flop is not the other player's: lower cards must be left for it
            for _ in range(self.wanted(s)):
                lower = sum([card < top for card in unseen])
                if lower == 0:
                    return False
                place, dice = pick(dice, lower)
                unseen.pop(place)
        one, dice = pick(dice, len(unseen))
        two, dice = pick(dice, len(unseen) - 1)
        if two >= one:
            two += 1
        s.card[2 * other] = unseen[max(one, two)]
        if s.dealt > 2 * other + 1:
            s.card[2 * other + 1] = unseen[min(one, two)]
        return True

    # Display

    def show(self, s: State) -> str:
        hands, table = self._hands(s), self._table(s)
        lines = [f"cards {' '.join(hands[0])}, {' '.join(hands[1])}"]
        lines += [f"table {' '.join(table)}"] if table else []
        lines += [f"bets {', '.join(map(' '.join, self._bets(s)))}"] if s.made else []
        return "\n".join([*lines, self._pot(s), self._words(s)])

    def read(self, text: str) -> State:
        s = self.fresh()
        known: dict[str, str] = {}
        others = []
        for line in display.lines_of(text):
            first, _, rest = line.partition(" ")
            if first in ("cards", "table", "bets") and first not in known:
                known[first] = rest
            else:
                others.append(line)
        for word in known.get("bets", "").replace(",", " ").split():
            found = [] if self.folded(s) or s.rounds == ROUNDS else [bet for bet in self.moves(s) if self._bet(s, bet) == word]
            if not found:
                raise PositionError(f"`{word}` is not legal as move {s.made + 1} in the line `bets`")
            self.bet(s, found[0])
        self._read_cards(s, known.get("cards", ""), known.get("table", "").split())
        for line in others:
            right = self._pot(s) if line.startswith("pot") else self._words(s)
            if line != right or others.count(line) > 1:
                raise PositionError(f"write `{right}` in place of `{line}`, or leave it out")
        return s

    def name(self, s: State, move: int) -> str:
        return poker.NAMES[move] if self.to_move(s) == CHANCE else self._bet(s, move)

    def svg(self, s: State) -> str:
        rows = [["" if sign == "-" else sign.translate(PICTURES) for sign in hand] for hand in self._hands(s)]
        board = [sign.translate(PICTURES) for sign in self._table(s)]
        told = self._bets(s)[-1][-TOLD:] if s.made else []
        return cards.table(self, rows, ", ".join([*told, self._pot(s)]), self._words(s), board + [""] * (5 - len(board)))

    def _hands(self, s: State) -> list[list[str]]:
        """The cards of both players; ? is a hidden card, - none."""
        signs = ["?" if card == HIDDEN else poker.NAMES[card] for card in s.card]
        signs = [sign if place < s.dealt else "-" for place, sign in enumerate(signs)]
        return [signs[:2], signs[2:]]

    def _table(self, s: State) -> list[str]:
        return [poker.NAMES[card] for card in s.table[: max(s.dealt - 4, 0)]]

    def _bet(self, s: State, move: int) -> str:
        """What a move of the player who bets next is called."""
        checks = s.paid[0] == s.paid[1]
        return "fold" if move == FOLD else f"raise{move - 1}" if move != CALL else "check" if checks else "call"

    def _bets(self, s: State) -> list[list[str]]:
        """What was done in each round that has begun."""
        replayed, found = self.fresh(), [list[str]() for _ in range(ROUNDS)]
        for bet in s.bets[: s.made]:
            found[replayed.rounds].append(self._bet(replayed, bet))
            self.bet(replayed, bet)
        return [each for each in found if each]

    def _pot(self, s: State) -> str:
        missing = 0 if self.over(s) or self.to_move(s) == CHANCE else abs(s.paid[0] - s.paid[1])
        return f"pot {sum(s.paid)}" + (f", {missing} to call" if missing else "")

    def _words(self, s: State) -> str:
        if self.over(s):
            return "over"
        return "a card is dealt" if self.to_move(s) == CHANCE else f"{self.players[self.bettor(s)]} to move"

    def _read_cards(self, s: State, hands: str, table: list[str]) -> None:
        """Deal the cards that a text names; raise PositionError for cards that are there twice, or that do not fit the bets."""
        pairs = [hand.split() for hand in hands.split(",")]
        signs = [sign for pair in pairs for sign in pair]
        if [len(pair) for pair in pairs] != [2, 2] or any(sign not in ("?", "-", *poker.NAMES) for sign in signs):
            raise PositionError("a line must say two cards of each player, ? for hidden or - for none, as in `cards As Kd, ? ?`")
        if any(sign not in poker.NAMES for sign in table) or len(table) > 5:
            raise PositionError(f"`table {' '.join(table)}` must have at most five cards, as in `table Qh 7s 2c`")
        seen = [sign for sign in (*signs, *table) if sign in poker.NAMES]
        if len({*seen}) < len(seen):
            raise PositionError(f"{max(seen, key=seen.count)} is there twice; the pack has each card once")
        if any("?" in pair and {*pair} - {"?", "-"} for pair in pairs):
            raise PositionError("a player sees both cards of a hand, or none: write `? ?`")
        given = sum(sign != "-" for sign in signs)
        s.dealt = given + len(table)
        if "-" in signs[:given] or (table and given < 4):
            raise PositionError("the button gets two cards, then the big blind, and then come those on the table")
        begun = len(self._bets(s))
        least, most = DUE[begun - 1] if begun else 0, DUE[s.rounds]
        if s.dealt < least:
            raise PositionError(
                f"the last of these bets are made with both hands dealt and {least - 4} cards on the table; write them"
            )
        if s.dealt > most:
            raise PositionError(f"there are at most {most - 4} cards on the table until the bets of this round are made")
        numbers = [poker.NAMES.index(sign) if sign in poker.NAMES else HIDDEN for sign in signs]
        board = [poker.NAMES.index(sign) for sign in table]
        s.card = [*sorted(numbers[:2], reverse=True), *sorted(numbers[2:], reverse=True)]
        s.table = [*sorted(board[:3], reverse=True), *board[3:], *[HIDDEN] * (5 - len(board))]
        if not self.over(s) and self.to_move(s) == CHANCE and self.top(s) != HIDDEN and not any(True for _ in self.chances(s)):
            raise PositionError("cards of a hand, and of the flop, are dealt from high to low, and there is no lower one left")


def choose(things: int, number: int) -> int:
    """In how many ways up to three things can be chosen."""
    if number == 0:
        return 1
    if number == 1:
        return things
    return things * (things - 1) // 2 if number == 2 else things * (things - 1) * (things - 2) // 6
