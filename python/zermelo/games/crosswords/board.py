"""The board and the tiles of crosswords: premium squares, how often each letter is there, and what it is worth.

    = . . ' . . . = . . . ' . . =       = triple word      " triple letter
    . - . . . " . . . " . . . - .       - double word      ' double letter
    . . - . . . ' . ' . . . - . .
    ' . . - . . . ' . . . - . . '
    . . . . - . . . . . - . . . .
    . " . . . " . . . " . . . " .
    . . ' . . . ' . ' . . . ' . .
    = . . ' . . . - . . . ' . . =

This is the upper half of the large board; the lower one is its mirror image. A smaller board is the middle of the large one, with triple
words in its corners and in the middle of its edges. It has as many tiles for each square as the large one, 100 for 225, with the same share
of each letter, rounded.
"""

from fractions import Fraction

from zermelo.games.crosswords.lexicon import LETTERS

SIZES = (5, 7, 9, 11, 13, 15)
LARGE = 15
KINDS = 27
"""Kinds of tiles: the letters, and the blank as the last one."""
BLANK = 26
QUARTER = ("=..'...=", '.-..."..', "..-...'.", "'..-...'", "....-...", '."..."..', "..'...'.", "=..'...-")
"""The upper left quarter of the large board, with its middle row and column."""
LETTER_PREMIUMS = {"'": 2, '"': 3}
WORD_PREMIUMS = {"-": 2, "=": 3}
PREMIUMS = {"=": "3W", "-": "2W", '"': "3L", "'": "2L"}
"""How premium squares are drawn."""
COUNTS = (9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1, 2)
VALUES = (1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10, 0)
BONUS = 50
"""For using a full rack in one move."""
TILES = LETTERS.upper() + "_"
"""Each kind of tile as a character; lower-case letters are blanks on the board."""


def premiums(size: int) -> str:
    """The sign of every square of a board, row by row."""
    middle = size // 2
    return "".join(_premium(abs(row - middle), abs(column - middle), middle) for row in range(size) for column in range(size))


def _premium(down: int, right: int, middle: int) -> str:
    """The sign of a square by its distance from the middle of the board."""
    corner = {down, right} == {middle} or {down, right} == {0, middle}
    return "=" if corner else QUARTER[LARGE // 2 - down][LARGE // 2 - right]


def tile_counts(size: int) -> tuple[int, ...]:
    """How many tiles of each kind there are: parts of a tile are rounded down, and then the largest are rounded up until the sum is right.

    Of equal parts those of the blank come first, and then those of letters in alphabetical order.

    >>> sum(tile_counts(15)), sum(tile_counts(7)), sum(count * value for count, value in zip(tile_counts(15), VALUES))
    (100, 22, 187)
    """
    share = Fraction(size * size, LARGE * LARGE)
    wanted, found = round(share * sum(COUNTS)), [int(share * count) for count in COUNTS]
    by_rest = sorted(range(KINDS), key=lambda kind: (found[kind] - share * COUNTS[kind], kind != BLANK, kind))
    for kind in by_rest[: wanted - sum(found)]:
        found[kind] += 1
    return tuple(found)
