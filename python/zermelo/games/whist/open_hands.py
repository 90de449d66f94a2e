"""What a search knows of whist: the tricks that a team cannot lose, and which cards are worth a try first.

What the players hold is taken to be known, as it is wherever a search looks ahead.
"""

from zermelo.game import State
from zermelo.games.whist.hands import Hands


class OpenHands(Hands):
    """Hands that all lie open."""

    playable = False

    def at_most(self, s: State, player: int) -> float:
        """All tricks that are left, but those that the other team takes for sure."""
        return int(self.tricks - 2 * (s.won[1 - player % 2] + self.sure_tricks(s, 1 - player % 2)))

    def order(self, s: State, card: int) -> float:
        """First cards with which the own team takes the trick for sure, then those with which the partner may still take it; low cards first."""
        rank, best, ours = card % self.ranks, card, True
        if s.laid > 0:
            place = self.best(s)
            if not self.beats(card, s.trick[place]):
                best, ours = s.trick[place], (s.laid - place) % 2 == 0
        led = s.trick[0] // self.ranks if s.laid > 0 else card // self.ranks
        threat = max(self.most_of(s, s.laid + 1, led), self.most_of(s, s.laid + 3, led))
        mine, partners = self.power(best, led), self.most_of(s, s.laid + 2, led)
        low = -rank - self.ranks if card // self.ranks == self.trumps else -rank
        if ours and mine > threat:
            return 4 * self.ranks + (rank if s.laid == 0 else low)
        if partners > threat and (ours or partners > mine):
            return 2 * self.ranks + low
        return low

    def power(self, card: int, led: int) -> int:
        """How high a card is in a trick: trumps above the suit that was led, other suits below."""
        suit = card // self.ranks
        return card % self.ranks + (2 * self.ranks if suit == self.trumps else self.ranks if suit == led else 0)

    def most_of(self, s: State, place: int, led: int) -> int:
        """The power of the highest card that the player at a place of the trick can play; -1 if the trick has no such place."""
        if place > 3:
            return -1
        player = (s.leader + place) % 4
        follows = self.suit_of(s, player, led)
        if follows != 0:
            return follows.bit_length() - 1 - led * self.ranks + (2 * self.ranks if led == self.trumps else self.ranks)
        trumps = self.suit_of(s, player, self.trumps) if self.trumps >= 0 else 0
        return trumps.bit_length() - 1 - self.trumps * self.ranks + 2 * self.ranks if trumps != 0 else 0

    def sure_tricks(self, s: State, team: int) -> int:
        """Tricks that a team can certainly take. It may be able to take more."""
        if s.dealt < 4 * self.tricks:
            return 0
        sure = 0
        if self.trumps >= 0:
            against = self.suit_of(s, 1 - team, self.trumps) | self.suit_of(s, 3 - team, self.trumps)
            for place in range(s.laid):
                if (s.leader + place) % 2 != team and s.trick[place] // self.ranks == self.trumps:
                    against |= 1 << s.trick[place]
            for player in (team, team + 2):
                sure = max(sure, (self.suit_of(s, player, self.trumps) >> against.bit_length()).bit_count())
        if s.laid == 0 and s.leader % 2 == team:
            sure = max(sure, self.cashed(s, s.leader))
            if self.reaches(s, s.leader, (s.leader + 2) % 4):
                sure = max(sure, self.cashed(s, (s.leader + 2) % 4))
        return sure

    def cashed(self, s: State, player: int) -> int:
        """How many tricks a player who leads wins in a row with the highest cards: first trumps, then cards that cannot be trumped."""
        drawn = 0 if self.trumps < 0 else self.winners(s, player, self.trumps)
        others = 0
        for suit in range(self.suits):
            if suit != self.trumps:
                rounds = self.winners(s, player, suit)
                for opponent in ((player + 1) % 4, (player + 3) % 4):
                    if self.trumps >= 0 and self.suit_of(s, opponent, self.trumps).bit_count() > drawn:
                        rounds = min(rounds, self.suit_of(s, opponent, suit).bit_count())
                others += rounds
        partner = (player + 2) % 4
        # A partner with trumps alone would take the lead.
        if self.trumps >= 0 and self.suit_of(s, partner, self.trumps).bit_count() > drawn:
            others = min(others, (s.hand[partner] & ~self.whole_suit[self.trumps]).bit_count())
        return drawn + others

    def winners(self, s: State, player: int, suit: int) -> int:
        """How many cards of a suit a player has above all others. If these exhaust the suit of all others, every card counts."""
        mine, others, longest = self.suit_of(s, player, suit), 0, 0
        for step in range(1, 4):
            theirs = self.suit_of(s, (player + step) % 4, suit)
            others |= theirs
            longest = max(longest, theirs.bit_count())
        highest = (mine >> others.bit_length()).bit_count()
        return mine.bit_count() if highest >= longest else highest

    def reaches(self, s: State, player: int, partner: int) -> bool:
        """Whether a player who leads has a card with which the partner wins the trick."""
        for suit in range(self.suits):
            theirs = self.suit_of(s, (player + 1) % 4, suit) | self.suit_of(s, (player + 3) % 4, suit)
            mine, own = self.suit_of(s, player, suit), self.suit_of(s, partner, suit)
            if mine != 0 and own > theirs and own > mine and not self.may_trump(s, player, suit):
                return True
        return False

    def may_trump(self, s: State, player: int, suit: int) -> bool:
        """Whether an opponent of a player has trumps, and no card of another suit that is led."""
        if self.trumps < 0 or suit == self.trumps:
            return False
        for opponent in ((player + 1) % 4, (player + 3) % 4):
            if self.suit_of(s, opponent, self.trumps) != 0 and self.suit_of(s, opponent, suit) == 0:
                return True
        return False
