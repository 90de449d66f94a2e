"""A list of words as a graph, in which the words that begin with given letters are found letter by letter.

Words that begin alike share the beginning, and words that end alike share the end. The words cat, cats, dog and dogs have two ways from
the root, c-a-t and d-o-g, which lead to the same node: a word ends there, and s may follow.

A node is one number: a bit for each letter that may follow, the bit `WORD` if a word ends here, and above these the place of its first
edge. Its edges lie one after the other, in alphabetical order. `edges` has the node at which each edge ends, and `skips` how many words
of the node come before those of the edge. So the sum of all skips on the way of a word is its number in the alphabetical order of the
list (Lucchesi and Kowaltowski 1993), and equal ends of words, which are equal nodes, are stored once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from zermelo.errors import GameError
from zermelo.games.shared import parameters

LETTERS = "abcdefghijklmnopqrstuvwxyz"
ANY = (1 << 26) - 1
"""The bits of all letters."""
WORD, FIRST = 26, 27
"""The bit of a node at which a word ends, and where the place of its first edge begins."""
LISTS = ("basic", "english")
LEAST_WORDS, MOST_WORDS = 2, 400_000
BASIC = Path(__file__).with_name("basic.txt")


class Lexicon:
    """The words of a game, in alphabetical order, and their graph."""

    def __init__(self, words: Iterable[str], made_by: tuple[Callable[..., Any], tuple[Any, ...]]) -> None:
        """`made_by` is a function and its arguments, which make the same lexicon in another process."""
        self.words = tuple(sorted({*words}))
        self.made_by = made_by
        edges, skips = [0], [0]
        self.root = _Builder(self.words, edges, skips).node(0, len(self.words), 0)
        self.edges, self.skips = tuple(edges), tuple(skips)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Lexicon) and self.words == other.words)

    def __hash__(self) -> int:
        return hash((len(self.words), self.words[0], self.words[-1]))

    def __reduce__(self) -> tuple[Any, ...]:
        return self.made_by

    def __repr__(self) -> str:
        return f"<lexicon of {len(self.words)} words>"


class _Builder:
    """Builds the graph from its ends, so that equal nodes are found; `words` are sorted."""

    def __init__(self, words: tuple[str, ...], edges: list[int], skips: list[int]) -> None:
        self.words, self.edges, self.skips = words, edges, skips
        self.known: dict[tuple[int, ...], int] = {}

    def node(self, low: int, high: int, depth: int) -> int:
        """The node of the words from `low` to `high`, which have their first `depth` letters in common."""
        ends = len(self.words[low]) == depth
        at, bits, told = low + ends, int(ends) << WORD, [int(ends)]
        while at < high:
            letter, after = ord(self.words[at][depth]) - ord("a"), self.end(at, high, depth)
            bits |= 1 << letter
            told += (letter, at - low, self.node(at, after, depth + 1))
            at = after
        return self.known.get(tuple(told)) or self.added(bits, told)

    def end(self, at: int, high: int, depth: int) -> int:
        """The first word that differs from the word `at` in a letter, by steps that double and are halved again."""
        letter, step = self.words[at][depth], 1
        while at + step < high and self.words[at + step][depth] == letter:
            at += step
            step *= 2
        while step > 1:
            step //= 2
            if at + step < high and self.words[at + step][depth] == letter:
                at += step
        return at + 1

    def added(self, bits: int, told: list[int]) -> int:
        made = len(self.edges) << FIRST | bits if len(told) > 1 else bits
        self.skips += told[2::3]
        self.edges += told[3::3]
        self.known[tuple(told)] = made
        return made


# Lists of words


def lexicon_of(words: object, size: int) -> Lexicon:
    """The lexicon that the parameter `words` names, with the words that fit on a board; refuses anything else with one sentence."""
    if isinstance(words, str):
        _check_name(words)
        return named(words, size)
    if isinstance(words, tuple | list) and all(isinstance(word, str) for word in words):
        return listed(tuple(dict.fromkeys(map(str.lower, words))), size)
    raise GameError(f"crosswords takes words as basic, english or a list of words such as ['cat', 'dog'], not {words!r:.60}")


def _check_name(words: str) -> None:
    """Refuse a name of no list. It is never read as the name of a file."""
    try:
        parameters.choice("crosswords", "words", words, LISTS)
    except GameError as error:
        raise GameError(str(error).replace("basic or english, not", "basic, english or a list of words, not")) from None


@cache
def named(words: str, size: int) -> Lexicon:
    """A list that has a name, kept for all games that use it."""
    found = _basic() if words == "basic" else _english()
    return Lexicon((word for word in found if 2 <= len(word) <= size), (named, (words, size)))


def _basic() -> list[str]:
    return BASIC.read_text(encoding="ascii").split()


def _english() -> Iterable[str]:
    """The words of Webster's Second International Dictionary of 1934 without names and hyphens, as the package `english-words` has them."""
    try:
        from english_words import get_english_words_set
    except ImportError:
        raise GameError("crosswords(words=english) needs a list of words: pip install 'zermelo[words]'") from None
    return (word for word in get_english_words_set(["web2"]) if word.isascii() and word.isalpha() and word.islower())


@lru_cache(maxsize=8)
def listed(words: tuple[str, ...], size: int) -> Lexicon:
    """A list of a user's own; a few are kept."""
    for word in words:
        if not (word.isascii() and word.isalpha()):
            raise GameError(f"crosswords takes words of the letters a to z, but {word!r:.60} has others; leave it out")
        if not 2 <= len(word) <= size:
            told = "is longer than the board" if len(word) > size else "is too short"
            raise GameError(
                f"crosswords with size={size} takes words of 2 to {size} letters, but `{word:.60}` {told}; leave it out"
            )
    if not LEAST_WORDS <= len(words) <= MOST_WORDS:
        raise GameError(f"crosswords takes a list of {LEAST_WORDS} to {MOST_WORDS} different words, not of {len(words)}")
    return Lexicon(words, (listed, (words, size)))
