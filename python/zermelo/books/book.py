"""Opening books: moves that have proved themselves, looked up instead of searched for.

A book belongs to one game and holds, for each of its positions, some moves with their weights. An agent plays each as often as its
weight says: 3 to 1 is three times out of four. What else is known about a move, such as its value, is kept for people to read.

**Mirror images are one.** Positions are found by hashes of who is to move and of the game's `key`, which is the same for a
position and its images. A move in one image is another move in the next; what stays the same is where it leads. So moves are
stored as the key of the position that they lead to, and looking up means trying the legal moves. Several may lead to images of one
position, as the four corners do in tic-tac-toe: they are one move of the book, with several names and one weight, and which of
them is played is left to chance.

**Never a wrong move.** A move is only ever chosen among the legal ones, and a position whose legal moves have changed is no longer
found. A book of another game is refused, and so is one made with other rules: some of its positions are played again when it
first meets a game, and must be what they were.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from zermelo import html
from zermelo.books.entry import BookEntry, BookStatistics, key, outlook, text
from zermelo.books.file import BookError, damaged, read, write
from zermelo.errors import ZermeloError
from zermelo.game.position import Position
from zermelo.game.protocol import Game
from zermelo.game.random import Random
from zermelo.report import Report, plain

_SAMPLE = 64
"""So many positions of a book are played again when it first meets a game."""
_SHOWN = 10
"""Of a book's positions, notebooks show so many."""


@dataclass(frozen=True)
class BookMove:
    """A move that a book knows, under all the names it has in a position."""

    names: tuple[str, ...]
    worth: BookStatistics
    share: float
    """The weight as a part of all weights in the position."""

    @property
    def name(self) -> str:
        return self.names[0]

    @property
    def weight(self) -> int:
        return self.statistics.weight


class Book:
    """The moves that are known in some positions of a game.

    >>> from zermelo import TicTacToe
    >>> start = TicTacToe().start()
    >>> book = Book(start.game)
    >>> book.add(start, "a1", BookStatistics(weight=3))
    >>> book.add(start, "b2", BookStatistics(weight=1))
    >>> [(move.names, move.weight, move.share) for move in book.moves(start)]
    [(('a1', 'c1', 'a3', 'c3'), 3, 0.75), (('b2',), 1, 0.25)]
    """

    def __init__(self, game: Game | str, made: Iterable[str] = ()) -> None:
        self.game = str(game)
        """The printed name of the game."""
        self.made = tuple(made)
        """How it came about, in words."""
        self.entries: dict[bytes, BookEntry] = {}
        self.path: str | None = None
        """The file that it was read from, for messages."""
        self._proven: Game | None = None

    def add(self, position: Position, move: str | int, worth: BookStatistics) -> None:
        """Take a move in; what is known of it, or of one of its images, adds up."""
        self._check_name(position.game)
        child = key(position.advance(position.parse(move) if isinstance(move, str) else move))
        self.entries.setdefault(outlook(position)[0], BookEntry.of(position)).add(child, worth)

    def moves(self, position: Position) -> list[BookMove]:
        """What the book knows here, heaviest first; nothing where it ends."""
        self.check(position.game)
        known, moves = outlook(position)
        entry = self.entries.get(known)
        return [] if entry is None else self._named(position, moves, entry)

    def choose(self, position: Position, random: Random) -> BookMove | None:
        """One move, under one name, drawn by weight; None where the book ends."""
        moves = self.moves(position)
        if not moves:
            return None
        left = random.below(sum(move.weight for move in moves))
        for move in moves:
            left -= move.weight
            if left < 0:
                break
        return replace(move, names=(move.names[random.below(len(move.names))],))

    def positions(self, game: Game) -> Iterator[tuple[Position, list[BookMove]]]:
        """Every position with its moves, in the order in which they came in."""
        self._check_name(game)
        for known, entry in self.entries.items():
            yield self._prove(game, known, entry)

    def check(self, game: Game) -> None:
        """Refuse another game, and one whose rules are no longer the same, which some positions played again will show."""
        if game is self._proven:
            return
        self._check_name(game)
        for known, entry in islice(self.entries.items(), 0, None, max(1, len(self) // _SAMPLE)):
            self._prove(game, known, entry)
        self._proven = game

    def _check_name(self, game: Game) -> None:
        if str(game) != self.game:
            raise BookError(
                f"{self._called} is a book of {self.game}, not of {game}; `zermelo book build` makes one of each game"
            )

    def _prove(self, game: Game, known: bytes, entry: BookEntry) -> tuple[Position, list[BookMove]]:
        """A position played again; refused when it, or a move of it, is not what it was when the book was made."""
        try:
            position = entry.position(game)
            found, moves = outlook(position)
        except ZermeloError as error:
            raise self._outdated(str(error)) from error
        if found != known:
            raise self._outdated(f"{_where(entry)} the position is another")
        return position, self._named(position, moves, entry)

    def _named(self, position: Position, moves: Mapping[bytes, list[int]], entry: BookEntry) -> list[BookMove]:
        """The moves of an entry as they are called here, heaviest first."""
        if not entry.moves.keys() <= moves.keys():
            raise self._outdated(f"{_where(entry)} its moves are not legal")
        total = sum(worth.weight for worth in entry.moves.values())
        ranked = sorted(entry.moves.items(), key=lambda item: (-item[1].weight, moves[item[0]]))
        return [BookMove(tuple(map(position.name, moves[child])), worth, worth.weight / total) for child, worth in ranked]

    def _outdated(self, why: str) -> BookError:
        return BookError(f"{self._called} was made with other rules of {self.game}, so build it again: {why}")

    @property
    def _called(self) -> str:
        return "this book" if self.path is None else f"`{self.path}`"

    def __len__(self) -> int:
        """Number of positions, images counted once."""
        return len(self.entries)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Book):
            return NotImplemented
        return (self.game, self.made, self.entries) == (other.game, other.made, other.entries)

    __hash__ = None  # type: ignore[assignment]  # books grow

    def __repr__(self) -> str:
        return f"<book of {self.game}, {len(self)} {'position' if len(self) == 1 else 'positions'}>"

    def _repr_html_(self) -> str:
        """Where it knows something, and how many moves there; the moves themselves take the game's rules to be told."""
        shown = list(islice(self.entries.values(), _SHOWN))
        rows = tuple(
            (f"after {' '.join(entry.after)}" if entry.after else "at the start", str(len(entry.moves))) for entry in shown
        )
        more = len(self) - len(shown)
        made = [*self.made, *([f"and {more} more positions"] if more else [])]
        caption = f"book of {self.game}, {len(self)} {'position' if len(self) == 1 else 'positions'}"
        return html.Table(("position", "moves"), rows, caption)._repr_html_() + html.paragraphs(*made)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Book:
        """The book in a file, all of it; a BookError says what is wrong with the file otherwise."""
        head, *lines = read(path) or [""]
        try:
            told = json.loads(head)
            book = cls(text(told["game"]), map(text, told["made"]))
            entries = [BookEntry.from_line(line) for line in lines]
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError, BookError):
            raise damaged(path, "its lines are none of a book") from None
        book.entries = dict(entries)
        if len(book) != len(entries):
            raise damaged(path, "it has a position twice")
        book.path = str(path)
        return book

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the book to a file, all of it or nothing."""
        head = json.dumps({"game": self.game, "made": list(self.made)})
        write(path, [head, *(entry.to_line(known) for known, entry in self.entries.items())])


def _where(entry: BookEntry) -> str:
    return f"after {' '.join(entry.after)}" if entry.after else "at the start"


def merge(books: Iterable[Book]) -> Book:
    """All books in one: what they know of the same move adds up."""
    given = list(books)
    if not given:
        raise BookError("there are no books to merge: give one or more")
    merged = Book(given[0].game, dict.fromkeys(made for book in given for made in book.made))
    for book in given:
        if book.game != merged.game:
            names = f"{given[0]._called} is a book of {merged.game}, but {book._called} one of {book.game}"
            raise BookError(f"{names}: they cannot be merged, because a book belongs to one game")
        for known, entry in book.entries.items():
            mine = merged.entries.setdefault(known, BookEntry(entry.after, entry.start))
            for child, worth in entry.moves.items():
                mine.add(child, worth)
    return merged


class BookPlayer:
    """Plays from a book, at random by weight; the same moves again for the same seed."""

    def __init__(self, book: Book, seed: int = 1) -> None:
        self.book = book
        self.random = Random(seed)

    @property
    def path(self) -> str:
        return str(self.book.path)

    def check(self, game: Game) -> None:
        """Refuse another game than the book's."""
        self.book.check(game)

    def fresh(self, seed: int) -> BookPlayer:
        """One that is ready to begin another game, with a stream of its own."""
        return BookPlayer(self.book, seed)

    def report(self, position: Position, agent: str) -> Report | None:
        """The move, as an agent of this name reports it; None where the book ends."""
        started = time.perf_counter()
        chosen = self.book.choose(position, self.random)
        if chosen is None:
            return None
        value, values, players = plain(chosen.statistics.value), None, len(position.game.players)
        if value is not None and (players == 1 or (players == 2 and position.rules.zero_sum)):
            values = tuple(value if player == position.player else -value or 0 for player in range(players))
        return Report(
            game=str(position.game),
            agent=agent,
            backend="book",
            player=position.turn,
            move=chosen.name,
            value=value,
            values=values,
            line=(chosen.name,),
            depth=0,
            nodes=1,
            seconds=time.perf_counter() - started,
            plies=chosen.statistics.plies,
        )
