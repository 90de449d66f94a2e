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

from zermelo.game import CHANCE, Field, State, i8, u64
from zermelo.game.dice import pick
from zermelo.games.whist.open_hands import OpenHands

STOCK = 4
"""Who has the cards that are not dealt, where `guess` deals."""
EXCHANGES = 4
"""`guess` tries to exchange so many pairs for each unseen card; with fewer, some deals come more often than others."""
ATTEMPTS = 50
"""`guess` gives up after so many deals that did not work out."""
ODD, MASK = 0x9E37_79B9_7F4A_7C15, (1 << 64) - 1


class Whist(OpenHands):
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

    playable = True
    secret = ("hand",)
    chance_first = True
    out_of_turn = False
    bounded_evaluation = True

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

    def may_hold(self, s: State, player: int, card: int) -> bool:
        """Whether nothing tells that a player, or the stock, does not have a card."""
        return player == STOCK or s.void[player] >> card // self.ranks & 1 == 0

    # Heuristics

    def evaluate(self, s: State, player: int) -> float:
        return int(s.won[player % 2] - s.won[1 - player % 2])

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
