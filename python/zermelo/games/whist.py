"""Whist: four players in two teams, each of whom sees only its own hand. The highest trump wins a trick, or else the highest card of the suit led.

    north  cT872 dT5 hJ84            a hand: the cards of each suit, clubs, diamonds, hearts and spades
    east   ? 9                       hidden: nine cards
    south  ? 8
    west   ? 8
    trick  south h6 west h5          the cards of the current trick
    played cAKQJ9543 h93 sAKQ974     the cards of earlier tricks
    void   north s                   suits that a player could not follow
    won    4 0                       tricks of north and south, of east and west
    north to move                    what north sees

Cards are dealt one at a time, from north on, until each player has `hand` of them, or all. A pack of fewer `ranks` or `suits` has the
highest of them. The result is the number of tricks that the own team has won minus those of the other.

    move, outcome   suit * ranks + rank: the card that is played, or dealt

Hands are sets of cards as bitboards, and only the owner sees its hand. Everything else is known to all: the cards that were played, and
which suits a player has shown not to have. So the number of cards that a player holds never depends on what is hidden. `guess`
deals the unseen cards, suits that the fewest players can have first, and then exchanges pairs of cards, so that deals are about equally likely.
"""

from collections.abc import Iterator, Mapping

from zermelo.errors import GameError, PositionError
from zermelo.game import CHANCE, Field, Game, State, display, i8, u64
from zermelo.game.dice import pick
from zermelo.games.shared import cards, parameters

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = "23456789TJQKA"
NO_TRUMPS = "notrump"
STOCK = 4
"""Who has the cards that are not dealt, where `guess` deals."""
EXCHANGES = 4
"""`guess` tries to exchange so many pairs for each unseen card; with fewer, some deals come more often than others."""
ATTEMPTS = 50
"""`guess` gives up after so many deals that did not work out."""
ODD, MASK = 0x9E37_79B9_7F4A_7C15, (1 << 64) - 1
_SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


class Whist(Game):
    """Four players in two teams: follow suit, win tricks; every trick more than the other team's is a point.

    Goal: Win more tricks than the other team. North and south are one team, east and west the other.

    Setup: Each of the four players gets 13 of 52 cards. Spades are trumps. North leads to the first trick.

    Moves: A trick has one card from each player, clockwise from the player who leads. You must play a card of the suit that
    was led, if you have one; otherwise you may play any card. The highest trump wins the trick or, without trumps, the
    highest card of the suit that was led. Aces are highest, twos lowest. The winner of a trick leads to the next.

    Hidden: You see only your own hand and the cards that were played.

    End: The game is over when all cards are played. A team gains one point for each trick more than the other team.

    Draws: With an odd number of tricks, such as 13, there are no draws.

    Variants: The pack may be smaller, some cards may stay out of the game, another suit may be trumps, or no suit.
    """

    players = ("north", "east", "south", "west")
    teams = (0, 1, 0, 1)
    secret = ("hand",)
    chance_first = True
    out_of_turn = False
    bounded_evaluation = True

    def __init__(self, ranks: int = 13, suits: int = 4, hand: int | None = None, trumps: str = "spades") -> None:
        parameters.whole("whist", "ranks", ranks, 1, len(RANKS))
        parameters.whole("whist", "suits", suits, 1, len(SUITS))
        self.ranks, self.suits, self.pack = ranks, suits, ranks * suits
        if hand is not None:
            parameters.whole("whist", "hand", hand, 1, max(self.pack // 4, 1))
        elif self.pack % 4 != 0:
            raise GameError(f"whist cannot deal {self.pack} cards to four players; set hand to the number of cards of each")
        parameters.choice("whist", "trumps", trumps, (NO_TRUMPS, *SUITS[-suits:]))
        self.tricks = self.pack // 4 if hand is None else hand
        if 4 * self.tricks > self.pack:
            raise GameError(
                f"whist has {self.pack} cards, too few for {self.tricks} in each of four hands; use more ranks or suits"
            )
        self.trumps = -1 if trumps == NO_TRUMPS else SUITS[-suits:].index(trumps)
        self.bounds = (-self.tricks, self.tricks)
        self.max_moves = self.move_numbers = self.pack
        self.letters = "".join(suit[0] for suit in SUITS[-suits:])
        self.names = tuple(suit + rank for suit in self.letters for rank in RANKS[-ranks:])
        self.whole_suit = tuple((1 << ranks) - 1 << suit * ranks for suit in range(suits))

    # Rules

    def state(self) -> Mapping[str, Field]:
        """`trick` has the cards of the current trick in order; the fourth one ends it. `void` has a bit for each suit that a player could not follow."""
        return dict(hand=u64[4], played=u64, trick=i8[3](-1), void=i8[4], won=i8[2], dealt=i8, leader=i8, laid=i8)

    def to_move(self, s: State) -> int:
        return CHANCE if s.dealt < 4 * self.tricks else int((s.leader + s.laid) % 4)

    def chances(self, s: State) -> Iterator[tuple[int, float]]:
        dealt = s.hand[0] | s.hand[1] | s.hand[2] | s.hand[3]
        for card in range(self.pack):
            if dealt >> card & 1 == 0:
                yield card, 1 / (self.pack - s.dealt)

    def moves(self, s: State) -> Iterator[int]:
        mine = s.hand[(s.leader + s.laid) % 4]
        if s.laid > 0:
            following = mine & self.whole_suit[s.trick[0] // self.ranks]
            if following != 0:
                mine = following
        for card in range(self.pack):
            if mine >> card & 1 == 1:
                yield card

    def play(self, s: State, card: int) -> None:
        if s.dealt < 4 * self.tricks:
            s.hand[s.dealt % 4] |= 1 << card
            s.dealt += 1
            return
        player, led = (s.leader + s.laid) % 4, s.trick[0] // self.ranks
        if s.laid > 0 and card // self.ranks != led:
            s.void[player] |= 1 << led
        s.hand[player] &= ~(1 << card)
        s.played |= 1 << card
        if s.laid < 3:
            s.trick[s.laid] = card
            s.laid += 1
        else:
            best = self.best(s)
            s.leader = player if self.beats(card, s.trick[best]) else (s.leader + best) % 4
            s.won[s.leader % 2] += 1
            s.laid = 0
            for place in range(3):
                s.trick[place] = -1

    def over(self, s: State) -> bool:
        return bool(s.won[0] + s.won[1] == self.tricks)

    def utility(self, s: State, player: int) -> float:
        return int(s.won[player % 2] - s.won[1 - player % 2])

    def guess(self, s: State, player: int, dice: int) -> bool:
        """Deal the cards that a player does not see to the others, so that nobody gets a suit that it could not follow."""
        unseen = [card for card in range(self.pack) if (s.hand[player] | s.played) >> card & 1 == 0]
        holder = [STOCK] * self.pack
        for _ in range(ATTEMPTS):
            worked, dice = self.deal(s, player, unseen, holder, dice)
            if worked:
                for _ in range(EXCHANGES * len(unseen)):
                    one, dice = pick(dice, len(unseen))
                    two, dice = pick(dice, len(unseen))
                    first, second = unseen[one], unseen[two]
                    if self.may_hold(s, holder[first], second) and self.may_hold(s, holder[second], first):
                        holder[first], holder[second] = holder[second], holder[first]
                for card in unseen:
                    if holder[card] != STOCK:
                        s.hand[holder[card]] |= 1 << card
                return True
        return False

    def deal(self, s: State, player: int, unseen: list[int], holder: list[int], dice: int) -> tuple[bool, int]:
        """Deal at random, from the suit that the fewest can have to the one that most can; False if a card is left over."""
        room = [self.held(s, other) if other != player else 0 for other in range(4)]
        room.append(len(unseen) - sum(room))
        needs = list(room)
        for number in range(5):
            for card in unseen:
                if sum([needs[other] > 0 and self.may_hold(s, other, card) for other in range(5)]) == number:
                    places = sum([room[other] if self.may_hold(s, other, card) else 0 for other in range(5)])
                    if places == 0:
                        return False, dice
                    place, dice = pick(dice, places)
                    other = 0
                    while not self.may_hold(s, other, card) or place >= room[other]:
                        place -= room[other] if self.may_hold(s, other, card) else 0
                        other += 1
                    holder[card] = other
                    room[other] -= 1
        return True, dice

    # Heuristics

    def evaluate(self, s: State, player: int) -> float:
        return int(s.won[player % 2] - s.won[1 - player % 2])

    def at_most(self, s: State, player: int) -> float:
        """All tricks that are left."""
        return int(self.tricks - 2 * s.won[1 - player % 2])

    def order(self, s: State, card: int) -> float:
        """High cards first where they may win; the lowest one that does for the last player; low cards, not trumps, where partner wins."""
        rank = card % self.ranks
        if s.laid == 0:
            return rank
        best = self.best(s)
        if (s.laid - best) % 2 == 1 and self.beats(card, s.trick[best]):
            return 2 * self.ranks - rank if s.laid == 3 else 2 * self.ranks + rank
        return -rank - self.ranks if card // self.ranks == self.trumps else -rank

    def key(self, s: State) -> int:
        """Who has the highest card of each suit that is not played yet, the next one and so on: the cards between them make no difference.

        Which cards were played, and which suits a player could not follow, matters only to players who do not see all hands.
        """
        code = ((4 * s.leader + s.laid) * 16 + s.won[0]) * 16 + s.won[1]
        for suit in range(self.suits):
            owners = 1
            for card in range(suit * self.ranks, (suit + 1) * self.ranks):
                if s.played >> card & 1 == 0:
                    for player in range(4):
                        if s.hand[player] >> card & 1 == 1:
                            owners = owners * 8 + player + 1
                else:
                    for place in range(s.laid):
                        if s.trick[place] == card:
                            owners = owners * 8 + 5 + place
            code = ((code ^ owners) * ODD) & MASK
            code ^= code >> 29
        return int(code)

    # Parts of the rules

    def beats(self, card: int, other: int) -> bool:
        """Whether a card takes a trick from one that was played before it and would win so far."""
        suit = card // self.ranks
        return (suit == other // self.ranks and card > other) or suit == self.trumps != other // self.ranks

    def may_hold(self, s: State, player: int, card: int) -> bool:
        """Whether nothing tells that a player, or the stock, does not have a card."""
        return player == STOCK or s.void[player] >> card // self.ranks & 1 == 0

    def best(self, s: State) -> int:
        """The place in the trick of the card that wins it so far."""
        found = 0
        for place in range(1, s.laid):
            if self.beats(s.trick[place], s.trick[found]):
                found = place
        return found

    def held(self, s: State, player: int) -> int:
        """How many cards a player has; it does not depend on what is hidden."""
        if s.dealt < 4 * self.tricks:
            return int((s.dealt + 3 - player) // 4)
        return int(self.tricks - s.won[0] - s.won[1] - ((player - s.leader) % 4 < s.laid))

    # Display

    def show(self, s: State) -> str:
        lines = [f"{name:6} {self._hand(s, player)}" for player, name in enumerate(self.players)]
        if s.laid:
            laid = (f"{self.players[(s.leader + place) % 4]} {self.names[s.trick[place]]}" for place in range(s.laid))
            lines.append(f"trick  {' '.join(laid)}")
        if sum(s.won):
            lines.append(f"played {self._cards(s.played & ~self._table(s))}")
        if any(s.void):
            suits = ("".join(letter for at, letter in enumerate(self.letters) if void >> at & 1) for void in s.void)
            lines.append("void   " + " ".join(f"{name} {each}" for name, each in zip(self.players, suits, strict=True) if each))
        if sum(s.won):
            lines.append(f"won    {s.won[0]} {s.won[1]}")
        return "\n".join([*lines, self._words(s)])

    def read(self, text: str) -> State:
        lines = [line.split() for line in display.lines_of(text)]
        known = {words[0]: words[1:] for words in lines[:-1]}
        if len(known) < len(lines) - 1 or not {*self.players} <= known.keys() <= {
            *self.players,
            "trick",
            "played",
            "void",
            "won",
        }:
            raise display.unreadable(
                self, "a text has a line for each player, lines with trick, played, void and won, and a last line"
            )
        s = self.fresh()
        won = known.get("won", ["0", "0"])
        if len(won) != 2 or not all(word.isdecimal() and int(word) <= self.tricks for word in won):
            raise PositionError(
                f"`won {' '.join(won)}` must have the tricks of north and south and of east and west, as in `won 2 1`"
            )
        s.won = [int(word) for word in won]
        counts = [self._read_hand(s, player, known[name]) for player, name in enumerate(self.players)]
        self._read_trick(s, known.get("trick", []), lines[-1])
        gone = self._read_cards(known.get("played", []))
        s.played = gone | self._table(s)
        self._check_cards(s, counts, gone)
        self._read_voids(s, known.get("void", []))
        if lines[-1] != self._words(s).split():
            raise PositionError(f"the last line must be `{self._words(s)}`, not `{' '.join(lines[-1])}`")
        return s

    def name(self, s: State, card: int) -> str:
        return self.names[card]

    def svg(self, s: State) -> str:
        rows = [self._symbols(hand) or ["?"] * self.held(s, player) for player, hand in enumerate(s.hand)]
        trick = [symbol for card in s.trick[: s.laid] for symbol in self._symbols(1 << card)]
        return cards.table(self, rows, f"tricks {s.won[0]} : {s.won[1]}", self._words(s), trick or [""])

    def _words(self, s: State) -> str:
        if s.dealt < 4 * self.tricks:
            return f"{self.players[s.dealt % 4]} is dealt a card"
        return (
            f"over, {self.players[s.leader]} won the last trick" if self.over(s) else f"{self.players[self.to_move(s)]} to move"
        )

    def _table(self, s: State) -> int:
        """The set of the cards in the current trick."""
        return sum(1 << card for card in s.trick[: s.laid])

    def _hand(self, s: State, player: int) -> str:
        held = self.held(s, player)
        return self._cards(s.hand[player]) if s.hand[player] else f"? {held}" if held else "-"

    def _cards(self, held: int) -> str:
        """A set of cards as text: for each suit its letter and the ranks, highest first."""
        found: dict[str, str] = {}
        for card, name in enumerate(self.names):
            if held >> card & 1:
                found[name[0]] = name[1] + found.get(name[0], "")
        return " ".join(suit + ranks for suit, ranks in found.items())

    def _symbols(self, held: int) -> list[str]:
        return [rank + _SYMBOLS[word[0]] for word in self._cards(held).split() for rank in word[1:]]

    def _read_cards(self, words: list[str]) -> int:
        """The inverse of `_cards`."""
        found = 0
        for word in words:
            for name in [word[:1] + rank for rank in word[1:]] or [word]:
                if name not in self.names:
                    raise PositionError(
                        f"`{word}` must be a suit, {' '.join(self.letters)}, and ranks from {self.names[0][1]} to A, such as sA"
                    )
                if found >> self.names.index(name) & 1:
                    raise PositionError(f"the card {name} is there twice")
                found |= 1 << self.names.index(name)
        return found

    def _read_hand(self, s: State, player: int, words: list[str]) -> int:
        """Read a hand, and tell how many cards it has."""
        if words[:1] == ["?"]:
            if len(words) != 2 or not words[1].isdecimal() or not 1 <= int(words[1]) <= self.tricks:
                raise PositionError(f"`{' '.join(words)}` must be ? and the number of hidden cards, from 1 to {self.tricks}")
            return int(words[1])
        s.hand[player] = self._read_cards(words) if words != ["-"] else 0
        return int(s.hand[player].bit_count())

    def _read_trick(self, s: State, words: list[str], last: list[str]) -> None:
        """Read the current trick, and who leads; the last line says it if the trick is empty."""
        names, s.laid = words[::2], len(words) // 2
        if len(words) % 2 or s.laid > 3 or any(name not in self.players for name in names):
            raise PositionError(
                f"`trick {' '.join(words)}` must have up to three players, each with a card, as in `trick north {self.names[0]}`"
            )
        s.leader = next((self.players.index(word) for word in [*names, *last] if word in self.players), 0)
        if names != [self.players[(s.leader + place) % 4] for place in range(s.laid)]:
            raise PositionError(f"the players of `trick {' '.join(words)}` must be in order: north, east, south, west, north")
        for place, word in enumerate(words[1::2]):
            s.trick[place] = self._read_cards([word]).bit_length() - 1

    def _read_voids(self, s: State, words: list[str]) -> None:
        """Read which suits players could not follow; the current trick shows some of them."""
        names, suits = words[::2], words[1::2]
        if len(words) % 2 or not {*names} <= {*self.players} or not {*"".join(suits)} <= {*self.letters}:
            raise PositionError(
                f"`void {' '.join(words)}` must have players, each with letters of suits, as in `void east {self.letters}`"
            )
        for name, letters in zip(names, suits, strict=True):
            s.void[self.players.index(name)] |= sum(1 << self.letters.index(letter) for letter in {*letters})
        for place in range(1, s.laid):
            if s.trick[place] // self.ranks != s.trick[0] // self.ranks:
                s.void[(s.leader + place) % 4] |= 1 << s.trick[0] // self.ranks
        for name, hand, void in zip(self.players, s.hand, s.void, strict=True):
            wrong = sum(whole & hand for suit, whole in enumerate(self.whole_suit) if void >> suit & 1)
            if wrong:
                raise PositionError(f"{name} has {self._cards(wrong)}, but could not follow this suit")

    def _check_cards(self, s: State, counts: list[int], gone: int) -> None:
        """Compute how many cards have been dealt; refuse cards that are there twice, and hands that cannot be so large."""
        total = 0
        for some in [*s.hand, *(1 << card for card in s.trick[: s.laid]), gone]:
            if total & some:
                raise PositionError(f"the text has {self._cards(total & some)} twice; there is one of each card")
            total |= some
        tricks = sum(s.won)
        s.dealt = min(sum(counts) + s.laid + 4 * tricks, 4 * self.tricks)
        if s.dealt < 4 * self.tricks:
            s.leader = 0
        begun = s.laid + tricks > 0
        if (
            counts != [self.held(s, player) for player in range(4)]
            or gone.bit_count() != 4 * tricks
            or (begun and s.dealt < 4 * self.tricks)
        ):
            told = f"hands of {', '.join(map(str, counts))} cards with {gone.bit_count()} played do not fit {tricks} tricks and {s.laid} more cards"
            raise PositionError(f"{told}; each player gets {self.tricks} cards in turn, and then plays one to each trick")
