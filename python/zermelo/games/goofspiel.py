"""Goofspiel, the game of pure strategy: both players bid a card for each prize at the same time. The higher card wins the prize.

    prizes 4 3 - -           the prizes that are turned up: the players bid for the 3 now
    won second               who has won the others; nobody if both cards were equal
    first 1 4                the cards that each player has bid: what the first player sees, who bid 1 for the prize 4
    second ?
    second to move

Both choose at the same time: the second player moves after the first, but does not see the card. The last cards are bid by themselves,
because no choice is left. The prizes come in an `order`: "descending", "ascending" or "random". In random order each prize is turned up before the bids for it.

    move   1 to `cards`, the card          outcome   1 to `cards`, the prize that is turned up
"""

from collections.abc import Iterator, Mapping

from zermelo.errors import PositionError
from zermelo.game import CHANCE, DRAW, HIDDEN, ONGOING, Field, Game, State, display, i8
from zermelo.game.dice import pick
from zermelo.games.shared import cards as pictures, parameters

NOBODY, OPEN = 2, -1
"""In the row `won`: both cards were equal; not decided yet."""
WINNERS = ("first", "second", "nobody")
MAX_CARDS = 13


class Goofspiel(Game):
    """Bid a card for each prize at the same time; the higher card wins it. No player sees the other's cards.

    Goal: Win prizes that are worth more points than those of the other player.

    Setup: Each player holds the cards 1 to 4. The prizes are also worth 1 to 4 points; the highest comes first.

    Moves: For each prize both players choose one of their cards at the same time. The higher card wins the prize. If the
    cards are equal, neither player gets it. Each card is used once. The last cards are played without a choice.

    Hidden: You never see which cards the other player has chosen. You are only told who has won the prize.

    End: The game is over when all prizes are decided. The player with more points wins.

    Draws: Equal points are a draw.

    Variants: There may be 2 to 13 cards. The prizes may also come from the lowest to the highest, or in random order; then
    each prize is shown before the players choose a card for it.
    """

    players = ("first", "second")
    secret = ("bids",)
    out_of_turn = False

    def __init__(self, cards: int = 4, *, order: str = "descending") -> None:
        parameters.whole("goofspiel", "cards", cards, 2, MAX_CARDS)
        parameters.choice("goofspiel", "order", order, ("descending", "ascending", "random"))
        self.cards, self.is_random = cards, order == "random"
        up = tuple(range(1, cards + 1))
        self.sequence = {"descending": up[::-1], "ascending": up, "random": (0,) * cards}[order]
        self.move_numbers = cards + 1

    def defines(self, rule: str) -> bool:
        """Chance takes part only if the order of the prizes is random."""
        return super().defines(rule) and (self.is_random or rule != "chances")

    def state(self) -> Mapping[str, Field]:
        """`bids` has a share for each player, with a place for each prize, HIDDEN before the bid; `prizes` are 0 before they are turned up."""
        start = [self.sequence[0]] + [0] * (self.cards - 1)
        return dict(bids=i8[2 * self.cards](HIDDEN), prizes=i8[self.cards](start), won=i8[self.cards](OPEN), rounds=i8, turn=i8)

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
        if s.turn == 0:
            s.turn = 1
            return
        s.turn = 0
        self.settle(s)
        if s.rounds == self.cards - 1:  # the last cards are bid by themselves
            for last in range(1, self.cards + 1):
                if last not in s.prizes:
                    s.prizes[s.rounds] = last
            for player in range(2):
                for last in range(1, self.cards + 1):
                    if not self.is_used(s, player, last):
                        s.bids[player * self.cards + s.rounds] = last
            self.settle(s)

    def settle(self, s: State) -> None:
        """Give the prize to the higher bid, and turn up the next one if the order is known."""
        first, second = s.bids[s.rounds], s.bids[self.cards + s.rounds]
        s.won[s.rounds] = NOBODY if first == second else 0 if first > second else 1
        s.rounds += 1
        if s.rounds < self.cards:
            s.prizes[s.rounds] = self.sequence[s.rounds]

    def winner(self, s: State) -> int:
        if s.rounds < self.cards:
            return ONGOING
        ahead = self.points(s, 0) - self.points(s, 1)
        return DRAW if ahead == 0 else 0 if ahead > 0 else 1

    def points(self, s: State, player: int) -> int:
        total = 0
        for place in range(s.rounds):
            if s.won[place] == player:
                total += s.prizes[place]
        return total

    def guess(self, s: State, player: int, dice: int) -> bool:
        """Bids that fit who has won each prize. All of them may be guessed, though not with equal probability."""
        other, used = 1 - player, 0
        bids = s.rounds + (1 if other < s.turn else 0)
        for place in range(bids):
            fitting = 0
            for card in range(self.least(s, player, place), self.most(s, player, place) + 1):
                if not used >> card & 1 and self.is_possible(s, player, place + 1, bids, used | 1 << card):
                    fitting |= 1 << card
            if fitting == 0:
                return False
            chosen, dice = pick(dice, fitting.bit_count())
            for card in range(1, self.cards + 1):
                if fitting >> card & 1:
                    if chosen == 0:
                        s.bids[other * self.cards + place] = card
                        used |= 1 << card
                    chosen -= 1
        return True

    def least(self, s: State, player: int, place: int) -> int:
        """The least card that the other player may have bid for a prize."""
        own = int(s.bids[player * self.cards + place])
        return 1 if s.won[place] == player or s.won[place] == OPEN else own if s.won[place] == NOBODY else own + 1

    def most(self, s: State, player: int, place: int) -> int:
        """The greatest card that the other player may have bid for a prize."""
        own = int(s.bids[player * self.cards + place])
        return own - 1 if s.won[place] == player else own if s.won[place] == NOBODY else self.cards

    def is_possible(self, s: State, player: int, first: int, bids: int, used: int) -> bool:
        """Whether the other player's bids from `first` on can be made with unused cards: each card goes to the bid that must be lowest."""
        done, given = 0, first
        for card in range(1, self.cards + 1):
            chosen, limit = -1, self.cards + 1
            for place in range(first, bids):
                most = self.most(s, player, place)
                if not done >> place & 1 and self.least(s, player, place) <= card <= most < limit:
                    chosen, limit = place, most
            if chosen >= 0 and not used >> card & 1:
                done |= 1 << chosen
                given += 1
        return given >= bids

    def show(self, s: State) -> str:
        lines = ["prizes " + " ".join(str(prize or "-") for prize in s.prizes)]
        if s.rounds > 0:
            lines.append("won " + " ".join(WINNERS[won] for won in s.won[: s.rounds]))
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
                raise PositionError(
                    f"`{line}` must be a line of its own for `prizes`, `won`, `first` or `second`, such as `first 4 2`"
                )
        self._read_rounds(s, known.get("won", []), len(known.get("first", [])), len(known.get("second", [])))
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
        rows = [self._bids(s, player) or [""] for player in range(2)]
        score = f"points {self.points(s, 0)} : {self.points(s, 1)}"
        return pictures.table(self, rows, score, self._words(s), [str(prize or "?") for prize in s.prizes])

    def _bids(self, s: State, player: int) -> list[str]:
        """The cards that a player has bid; ? is a hidden one."""
        row = s.bids[player * self.cards :][: s.rounds + (player < s.turn)]
        return ["?" if card == HIDDEN else str(card) for card in row]

    def _words(self, s: State) -> str:
        if s.rounds == self.cards:
            return "over"
        return "a prize is turned up" if self.to_move(s) == CHANCE else f"{self.players[s.turn]} to move"

    def _read_rounds(self, s: State, winners: list[str], first: int, second: int) -> None:
        s.rounds, s.turn = len(winners), first - len(winners)
        if any(winner not in WINNERS for winner in winners) or s.rounds not in (*range(self.cards - 1), self.cards):
            raise PositionError(
                f"`won` must list first, second or nobody for at most {self.cards - 2} prizes or for all {self.cards}: "
                "the last cards are bid by themselves"
            )
        if second != s.rounds or s.turn not in ((0,) if s.rounds == self.cards else (0, 1)):
            raise PositionError("`first` and `second` must have a card for each prize in `won`, and `first` may have one more")
        s.won[: s.rounds] = [WINNERS.index(winner) for winner in winners]

    def _read_prizes(self, s: State, signs: list[str]) -> None:
        turned = [sign for sign in signs if sign != "-"]
        wanted = {s.rounds + s.turn if self.is_random else s.rounds + 1, s.rounds + 1} if s.rounds < self.cards else {self.cards}
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
        for player in range(2):
            own = s.bids[player * self.cards :][: s.rounds]
            other = s.bids[(1 - player) * self.cards :][: s.rounds]
            if HIDDEN not in own:
                fits = [self.least(s, player, place) <= other[place] <= self.most(s, player, place) for place in range(s.rounds)]
                if not (self.is_possible(s, player, 0, s.rounds, 0) if HIDDEN in other else all(fits)):
                    raise PositionError("`won` must agree with the cards: the higher card wins, and nobody if both are equal")
