"""The cards of whist: parameters, hands and the trick, and how they are written, read and drawn. `rules` says how the game goes on."""

from zermelo.errors import GameError, PositionError
from zermelo.game import Game, State, display
from zermelo.games.shared import cards, parameters

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = "23456789TJQKA"
NO_TRUMPS = "notrump"
_SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


class Hands(Game):
    """Four hands, and the trick in the middle."""

    playable = False
    players = ("north", "east", "south", "west")
    teams = (0, 1, 0, 1)

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

    # Cards

    def suit_of(self, s: State, player: int, suit: int) -> int:
        """The cards of a suit that a player has, as a set."""
        return int(s.hand[player] & self.whole_suit[suit])

    def beats(self, card: int, other: int) -> bool:
        """Whether a card takes a trick from one that was played before it and would win so far."""
        suit = card // self.ranks
        return (suit == other // self.ranks and card > other) or suit == self.trumps != other // self.ranks

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
