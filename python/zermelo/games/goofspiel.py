"""Goofspiel, the game of pure strategy: all players bid a card for each prize at the same time. The highest card wins the prize.

    prizes 4 3 - -           the prizes that are turned up: the players bid for the 3 now
    won second               who has won the others; nobody if several bid the highest card
    first 1 4                the cards that each player has bid: what the first player sees, who bid 1 for the prize 4
    second ?
    second to move

All choose at the same time: the second player moves after the first, but does not see the card. The last cards are bid by themselves,
because no choice is left. The prizes come in an `order`: "descending", "ascending" or "random". In random order each prize is turned up before the bids for it.

With more than two players several may have the most points. They share a gain of 1, and the others share a loss of 1, as in OpenSpiel.

    move   1 to `cards`, the card          outcome   1 to `cards`, the prize that is turned up
"""

from collections.abc import Iterator, Mapping

from zermelo.errors import PositionError
from zermelo.game import CHANCE, DRAW, HIDDEN, ONGOING, Field, Game, State, display, i8
from zermelo.game.dice import pick
from zermelo.games.shared import cards as pictures, parameters
from zermelo.games.shared.bitboard import lowest, nth

NAMES = ("first", "second", "third", "fourth", "fifth")
OPEN = -1
"""In the row `won`: not decided yet."""
NOBODY = "nobody"
MAX_CARDS = 13


class Goofspiel(Game):
    """Bid a card for each prize at the same time; the highest card wins it. The cards of the others stay hidden.

    Goal: Win prizes that are worth more points than those of the other player.

    Setup: Each player holds the cards 1 to 4. The prizes are also worth 1 to 4 points; the highest comes first.

    Moves: For each prize both players choose one of their cards at the same time. The higher card wins the prize. If the
    cards are equal, neither player gets it. Each card is used once. The last cards are played without a choice.

    Hidden: You never see which cards the other player has chosen. You are only told who has won the prize.

    End: The game is over when all prizes are decided. The player with more points wins.

    Draws: Equal points are a draw.

    Variants: There may be 2 to 5 players. If several of them bid the highest card, no player gets the prize; if several have
    the most points, they share the win. There may be 2 to 13 cards. The prizes may also come from the lowest to the highest,
    or in random order; then each prize is shown before the players choose a card for it.
    """

    players: tuple[str, ...] = NAMES[:2]
    player_counts = tuple(range(2, len(NAMES) + 1))
    secret = ("bids",)
    out_of_turn = False

    def __init__(self, cards: int = 4, *, players: int = 2, order: str = "descending") -> None:
        parameters.whole("goofspiel", "cards", cards, 2, MAX_CARDS)
        parameters.whole("goofspiel", "players", players, 2, len(NAMES))
        parameters.choice("goofspiel", "order", order, ("descending", "ascending", "random"))
        self.players = NAMES[:players]
        self.seats = players
        self.nobody = players
        """In the row `won`: several players bid the highest card."""
        self.cards, self.is_random = cards, order == "random"
        up = tuple(range(1, cards + 1))
        self.sequence = {"descending": up[::-1], "ascending": up, "random": (0,) * cards}[order]
        self.move_numbers = cards + 1

    def defines(self, rule: str) -> bool:
        """Chance takes part only if the order of the prizes is random. Of more than two players several may win, so they have a `utility`."""
        unused = {"over", "utility"} if self.seats == 2 else {"winner"}
        return super().defines(rule) and rule not in unused and (self.is_random or rule != "chances")

    def state(self) -> Mapping[str, Field]:
        """`bids` has a share for each player, with a place for each prize, HIDDEN before the bid; `prizes` are 0 before they are turned up."""
        start = [self.sequence[0]] + [0] * (self.cards - 1)
        return dict(
            bids=i8[self.seats * self.cards](HIDDEN), prizes=i8[self.cards](start), won=i8[self.cards](OPEN), rounds=i8, turn=i8
        )

    def to_move(self, s: State) -> int:
        return CHANCE if s.rounds < self.cards and s.prizes[s.rounds] == 0 else int(s.turn)

    def chances(self, s: State) -> Iterator[tuple[int, float]]:
        for prize in range(1, self.cards + 1):
            if prize not in s.prizes:
                yield prize, 1 / (self.cards - s.rounds)

    def moves(self, s: State) -> Iterator[int]:
        for card in range(1, self.cards + 1):
            if not self.is_used(s, s.turn, card):
                yield card

    def is_used(self, s: State, player: int, card: int) -> bool:
        return any(s.bids[player * self.cards + place] == card for place in range(self.cards))

    def play(self, s: State, card: int) -> None:
        if s.prizes[s.rounds] == 0:
            s.prizes[s.rounds] = card
            return
        s.bids[s.turn * self.cards + s.rounds] = card
        if s.turn < self.seats - 1:
            s.turn += 1
            return
        s.turn = 0
        self.settle(s)
        if s.rounds == self.cards - 1:  # the last cards are bid by themselves
            for last in range(1, self.cards + 1):
                if last not in s.prizes:
                    s.prizes[s.rounds] = last
            for player in range(self.seats):
                for last in range(1, self.cards + 1):
                    if not self.is_used(s, player, last):
                        s.bids[player * self.cards + s.rounds] = last
            self.settle(s)

    def settle(self, s: State) -> None:
        """Give the prize to the only highest bid, and turn up the next one if the order is known."""
        highest, winner = 0, self.nobody
        for player in range(self.seats):
            bid = s.bids[player * self.cards + s.rounds]
            if bid >= highest:
                winner = player if bid > highest else self.nobody
                highest = bid
        s.won[s.rounds] = winner
        s.rounds += 1
        if s.rounds < self.cards:
            s.prizes[s.rounds] = self.sequence[s.rounds]

    def winner(self, s: State) -> int:
        if s.rounds < self.cards:
            return ONGOING
        ahead = self.points(s, 0) - self.points(s, 1)
        return DRAW if ahead == 0 else 0 if ahead > 0 else 1

    def over(self, s: State) -> bool:
        return bool(s.rounds == self.cards)

    def utility(self, s: State, player: int) -> float:
        """Those with the most points share a gain of 1, the others a loss of 1; nobody gains or loses if all are equal."""
        own, most, winners = self.points(s, player), 0, 0
        for other in range(self.seats):
            points = self.points(s, other)
            if points >= most:
                winners = winners + 1 if points == most else 1
                most = points
        if winners == self.seats:
            return 0.0
        return 1 / winners if own == most else -1 / (self.seats - winners)

    def points(self, s: State, player: int) -> int:
        total = 0
        for place in range(s.rounds):
            if s.won[place] == player:
                total += s.prizes[place]
        return total

    def guess(self, s: State, player: int, dice: int) -> bool:
        """Bids that fit who has won each prize. All of them may be guessed, though not with equal probability.

        With more than two players it may not work out: a bid may leave no bids for a later prize, for which two others had to be equal.
        """
        for place in range(s.rounds + (1 if s.turn > 0 else 0)):
            dice = self.guess_round(s, player, place, dice)
            if dice < 0:
                return False
        return True

    def guess_round(self, s: State, player: int, place: int, dice: int) -> int:
        """Guess the other players' bids for a prize, the highest first. Returns the dice for the next prize; -1 if no bids fit."""
        fitting = [0 if other == player else self.fitting(s, other, place) for other in range(self.seats)]
        winner, limit = s.won[place], self.cards
        if winner == self.nobody and self.seats > 2:
            limit, dice = self.guess_highest(s, player, place, fitting, dice)
        elif winner not in (OPEN, self.nobody, player):
            least = 0  # the least bid that leaves each of the others a lower one
            for other in range(self.seats):
                if other != winner and fitting[other] != 0:
                    least = max(least, lowest(fitting[other]) + 1)
            dice = self.bid(s, winner, place, fitting[winner] >> least << least, dice)
            limit = s.bids[winner * self.cards + place] - 1
        for other in range(self.seats):
            has_bid = place < s.rounds or other < s.turn
            if dice >= 0 and other != player and has_bid and s.bids[other * self.cards + place] == HIDDEN:
                dice = self.bid(s, other, place, fitting[other] & (2 << limit) - 1, dice)
        return dice

    def guess_highest(self, s: State, player: int, place: int, fitting: list[int], dice: int) -> tuple[int, int]:
        """Guess the highest bid for a prize that nobody won, which at least two players made. Returns it and the dice; -1 if none fits."""
        own, highest = int(s.bids[player * self.cards + place]), 0
        for card in range(own, self.cards + 1):
            bidders, is_highest = 1 if card == own else 0, True
            for other in range(self.seats):
                if other != player:
                    bidders += fitting[other] >> card & 1
                    is_highest = is_highest and fitting[other] & (2 << card) - 1 != 0
            if bidders >= 2 and is_highest:
                highest |= 1 << card
        if highest == 0:
            return 0, -1
        chosen, dice = pick(dice, highest.bit_count())
        highest = nth(highest, chosen)
        for _ in range(1 if highest == own else 2):
            able = 0
            for other in range(self.seats):
                if fitting[other] >> highest & 1 and s.bids[other * self.cards + place] == HIDDEN:
                    able |= 1 << other
            chosen, dice = pick(dice, able.bit_count())
            s.bids[nth(able, chosen) * self.cards + place] = highest
        return highest, dice

    def bid(self, s: State, player: int, place: int, fitting: int, dice: int) -> int:
        """Bid one of a set of cards at random. Returns the dice for the next bid; -1 if the set is empty."""
        if dice < 0 or fitting == 0:
            return -1
        chosen, dice = pick(dice, fitting.bit_count())
        s.bids[player * self.cards + place] = nth(fitting, chosen)
        return dice

    def fitting(self, s: State, player: int, place: int) -> int:
        """The cards that a player may have bid for a prize, by what is known of this prize and of all later ones."""
        ranges = [self.range_of(s, player, each) for each in range(s.rounds + (1 if player < s.turn else 0))]
        if place >= len(ranges):
            return 0
        used, found = 0, 0
        for card in range(1, self.cards + 1):
            if self.is_used(s, player, card):
                used |= 1 << card
        least, most = ranges[place]
        for card in range(least, most + 1):
            if not used >> card & 1 and self.is_possible(ranges, place + 1, used | 1 << card):
                found |= 1 << card
        return found

    def range_of(self, s: State, player: int, place: int) -> tuple[int, int]:
        """The least and the greatest card that a player may have bid for a prize, by who has won it and the bids that are known.

        This is exact if all other bids for the prize are known, as with two players. Otherwise it may be too wide, but never too narrow.
        """
        highest, bidders, hidden = 0, 0, 0
        for other in range(self.seats):
            bid = int(s.bids[other * self.cards + place])
            if other != player:
                hidden += bid == HIDDEN
                if bid >= highest:
                    bidders = bidders + 1 if bid == highest else 1
                    highest = bid
        won = int(s.won[place])
        if won == player:
            return highest + 1, self.cards
        if won == OPEN or (won == self.nobody and hidden > 0):
            return 1, self.cards
        if won == self.nobody:
            return 1 if bidders > 1 else highest, highest
        winner = int(s.bids[won * self.cards + place])
        return 1, (self.cards if winner == HIDDEN else winner) - 1

    def is_possible(self, ranges: list[tuple[int, int]], first: int, used: int) -> bool:
        """Whether bids in these ranges can be made from `first` on with unused cards: each card goes to the bid that must be lowest."""
        done, given = 0, first
        for card in range(1, self.cards + 1):
            chosen, limit = -1, self.cards + 1
            for place in range(first, len(ranges)):
                least, most = ranges[place]
                if not done >> place & 1 and least <= card <= most < limit:
                    chosen, limit = place, most
            if chosen >= 0 and not used >> card & 1:
                done |= 1 << chosen
                given += 1
        return given >= len(ranges)

    def show(self, s: State) -> str:
        lines = ["prizes " + " ".join(str(prize or "-") for prize in s.prizes)]
        if s.rounds > 0:
            lines.append("won " + " ".join((*self.players, NOBODY)[won] for won in s.won[: s.rounds]))
        rows = [(name, self._bids(s, player)) for player, name in enumerate(self.players)]
        return "\n".join([*lines, *(f"{name} {' '.join(row)}" for name, row in rows if row), self._words(s)])

    def read(self, text: str) -> State:
        s = self.fresh()
        known: dict[str, list[str]] = {}
        words = ""
        for line in display.lines_of(text):
            key, *signs = line.split()
            if line == "over" or signs[-1:] in (["move"], ["up"]):
                words = line
            elif key in ("prizes", "won", *self.players) and key not in known:
                known[key] = signs
            else:
                keys = ", ".join(f"`{each}`" for each in ("prizes", "won", *self.players[:-1]))
                raise PositionError(f"`{line}` must be a line of its own for {keys} or `{self.players[-1]}`, such as `first 4 2`")
        self._read_rounds(s, known.get("won", []), [len(known.get(name, [])) for name in self.players])
        self._read_prizes(s, known.get("prizes", []))
        for player, name in enumerate(self.players):
            self._read_bids(s, player, known.get(name, []))
        self._check(s)
        if words not in ("", self._words(s)):
            raise PositionError(f"the last line must be `{self._words(s)}`, not `{words}`")
        return s

    def name(self, s: State, card: int) -> str:
        return str(card)

    def svg(self, s: State) -> str:
        rows = [self._bids(s, player) or [""] for player in range(self.seats)]
        score = "points " + " : ".join(str(self.points(s, player)) for player in range(self.seats))
        return pictures.table(self, rows, score, self._words(s), [str(prize or "?") for prize in s.prizes])

    def _bids(self, s: State, player: int) -> list[str]:
        """The cards that a player has bid; ? is a hidden one."""
        row = s.bids[player * self.cards :][: s.rounds + (player < s.turn)]
        return ["?" if card == HIDDEN else str(card) for card in row]

    def _words(self, s: State) -> str:
        if s.rounds == self.cards:
            return "over"
        return "a prize is turned up" if self.to_move(s) == CHANCE else f"{self.players[s.turn]} to move"

    def _read_rounds(self, s: State, winners: list[str], bids: list[int]) -> None:
        known = (*self.players, NOBODY)
        s.rounds = len(winners)
        if any(winner not in known for winner in winners) or s.rounds not in (*range(self.cards - 1), self.cards):
            raise PositionError(
                f"`won` must list {', '.join(self.players)} or nobody for at most {self.cards - 2} prizes or for all {self.cards}: "
                "the last cards are bid by themselves"
            )
        s.turn = sum(number > s.rounds for number in bids)
        most = 0 if s.rounds == self.cards else self.seats - 1
        if s.turn > most or bids != [s.rounds + (player < s.turn) for player in range(self.seats)]:
            raise PositionError(
                "every player must have a card for each prize in `won`; those who have bid for the next prize, `first` before "
                "the others but not all of them, have one more"
            )
        s.won[: s.rounds] = [known.index(winner) for winner in winners]

    def _read_prizes(self, s: State, signs: list[str]) -> None:
        turned = [sign for sign in signs if sign != "-"]
        wanted = {s.rounds + (not self.is_random or s.turn > 0), s.rounds + 1} if s.rounds < self.cards else {self.cards}
        if len(signs) != self.cards or signs[: len(turned)] != turned or len(turned) not in wanted:
            raise PositionError(
                f"`prizes` must have {self.cards} signs: the prizes in `won`, that of this round, and - for each of the others"
            )
        s.prizes = [*self._numbers(turned), *(0 for _ in signs[len(turned) :])]
        if not self.is_random and s.prizes[: len(turned)] != list(self.sequence[: len(turned)]):
            raise PositionError(f"the prizes of {self} come in the order {' '.join(map(str, self.sequence))}")

    def _read_bids(self, s: State, player: int, signs: list[str]) -> None:
        if "?" not in signs or set(signs) != {"?"}:
            s.bids[player * self.cards : player * self.cards + len(signs)] = self._numbers(signs)

    def _numbers(self, signs: list[str]) -> list[int]:
        if len(set(signs)) < len(signs) or any(sign not in map(str, range(1, self.cards + 1)) for sign in signs):
            raise PositionError(
                f"`{' '.join(signs)}` must be different numbers from 1 to {self.cards}; cards may also be ?, all in a row"
            )
        return [int(sign) for sign in signs]

    def _check(self, s: State) -> None:
        """Raise PositionError if other players must have won than the text says."""
        bids = [s.bids[player * self.cards :][: s.rounds] for player in range(self.seats)]
        is_known = [HIDDEN not in own for own in bids]
        for player, own in enumerate(bids if any(is_known) else []):
            ranges = [self.range_of(s, player, place) for place in range(s.rounds)]
            fits = all(least <= bid <= most for bid, (least, most) in zip(own, ranges, strict=True))
            if not (fits if is_known[player] else self.is_possible(ranges, 0, 0)):
                raise PositionError("`won` must agree with the cards: the highest card wins, and nobody if several bid it")
