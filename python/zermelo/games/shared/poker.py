"""Which poker hand is the better one: the best five cards of up to seven, as one number.

A card is 4 * rank + suit: ranks from 0, the two, to 12, the ace; suits 0 clubs, 1 diamonds, 2 hearts, 3 spades.
"""

RANKS, SUITS = "23456789TJQKA", "cdhs"
NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
CLASSES = (
    "high card",
    "one pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
HIGH_CARD, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)
CLASS = 13**5
"""A strength divided by this is the class of the hand; the remainder has the ranks that decide between hands of one class."""


def strength(hand: list[int]) -> int:
    """Greater for better hands, equal for hands that split the pot. Cards below 0 are hidden and do not count."""
    counts, ranks_of, every = [0] * 13, [0] * 4, 0
    for card in hand:
        if card >= 0:
            rank = card // 4
            counts[rank] += 1
            ranks_of[card % 4] |= 1 << rank
            every |= 1 << rank
    suited = 0
    for suit in range(4):
        if ranks_of[suit].bit_count() >= 5:
            suited = ranks_of[suit]
    top, suited_top = straight(every), straight(suited)
    kind, ranks = grouped(counts)
    if suited_top > 0:
        kind, ranks = STRAIGHT_FLUSH, suited_top
    elif suited > 0 and kind < FLUSH:
        kind, ranks = FLUSH, highest(suited)
    elif top > 0 and kind < STRAIGHT:
        kind, ranks = STRAIGHT, top
    return kind * CLASS + ranks


def straight(ranks: int) -> int:
    """The highest rank of the best five in a row; 0 if there are none. An ace may be below the two, and the five is highest then."""
    with_low_ace = ranks << 1 | ranks >> 12
    rows = with_low_ace & with_low_ace >> 1 & with_low_ace >> 2 & with_low_ace >> 3 & with_low_ace >> 4
    for rank in range(12, 2, -1):
        if rows >> rank - 3 & 1 == 1:
            return rank
    return 0


def highest(ranks: int) -> int:
    """The five highest ranks of a set, as one number."""
    found, number = 0, 0
    for rank in range(12, -1, -1):
        if ranks >> rank & 1 == 1 and number < 5:
            found, number = 13 * found + rank, number + 1
    return found


def grouped(counts: list[int]) -> tuple[int, int]:
    """The class of five cards by equal ranks alone, and their ranks as one number: the largest groups first, high before low.

    A group that does not fit into the five cards counts as far as it does: three kings and three tens are a full house.
    """
    left, taken, found, first, second = 5, 0, 0, 0, 0
    while left > 0:
        best, best_count = -1, 0
        for rank in range(13):
            count = min(counts[rank], left)
            if count > 0 and count >= best_count and taken >> rank & 1 == 0:
                best, best_count = rank, count
        if best < 0:  # there are fewer than five cards
            break
        if first == 0:
            first = best_count
        elif second == 0:
            second = best_count
        taken |= 1 << best
        found = 13 * found + best
        left -= best_count
    if first == 4:
        return FOUR, found
    if first == 3:
        return (FULL_HOUSE if second == 2 else THREE), found
    if first == 2:
        return (TWO_PAIRS if second == 2 else PAIR), found
    return HIGH_CARD, found
