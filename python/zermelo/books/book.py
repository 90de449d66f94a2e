"""A book: an agent plays each of its moves as often as its weight says. With weights 3 and 1, the first is played three times out
of four. Values and results are kept for people to read.

**Mirror images are one position.** A position is found by a hash of the player to move and the game's `key`, which is the same
for mirror images. A move has another number in each image, but leads to the same position. So a move is stored as the key of the
position after it, and looking it up means trying the legal moves. Several moves may lead to images of one position, such as the
four corners in tic-tac-toe: they are one move of the book, with several names and one weight, and one of them is played at
random.

**Never a wrong move.** Only legal moves are chosen, and a position whose legal moves have changed is not found. A book of another
game is refused. So is a book made with other rules: when it is first used with a game, some of its positions are played again and
must be the same.
"""

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
from zermelo.game import Game, Position, Random
from zermelo.report import Report, plain
from zermelo.score import counted

_SAMPLE = 64
"""The number of positions that are played again when a book is first used with a game."""
_SHOWN = 10
"""The number of positions that notebooks show."""


@dataclass(frozen=True)
class BookMove:
    """A move of a book, with all its names in a position."""

    names: tuple[str, ...]
    statistics: BookStatistics
    share: float
    """The weight divided by all weights in the position."""

    @property
    def name(self) -> str:
        return self.names[0]

    @property
    def weight(self) -> int:
        return self.statistics.weight


class Book:
    """Moves for some positions of a game.

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
        """The name of the game, as text."""
        self.made = tuple(made)
        """How it was made, as text."""
        self.entries: dict[bytes, BookEntry] = {}
        self.path: str | None = None
        """The file that it was read from."""
        self._proven: Game | None = None

    def add(self, position: Position, move: str | int, statistics: BookStatistics) -> None:
        """Add a move, or add to what is known of it or of a mirror image."""
        self._check_name(position.game)
        child = key(position.advance(position.parse(move) if isinstance(move, str) else move))
        self.entries.setdefault(outlook(position)[0], BookEntry.of(position)).add(child, statistics)

    def moves(self, position: Position) -> list[BookMove]:
        """The moves of the book in a position, greatest weight first; empty if it does not have the position."""
        self.check(position.game)
        known, moves = outlook(position)
        entry = self.entries.get(known)
        return [] if entry is None else self._named(position, moves, entry)

    def choose(self, position: Position, random: Random) -> BookMove | None:
        """A random move, drawn by weight, with one name; None if the book does not have the position."""
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
        """Every position with its moves, in the order in which they were added."""
        self._check_name(game)
        for known, entry in self.entries.items():
            yield self._prove(game, known, entry)

    def check(self, game: Game) -> None:
        """Raise an error if the book is for another game, or was made with other rules: some positions are played again."""
        if game is self._proven:
            return
        self._check_name(game)
        for known, entry in islice(self.entries.items(), 0, None, max(1, len(self) // _SAMPLE)):
            self._prove(game, known, entry)
        self._proven = game

    def _check_name(self, game: Game) -> None:
        if str(game) != self.game:
            raise BookError(f"{self._called} is a book of {self.game}, not of {game}; build one with `zermelo book build`")

    def _prove(self, game: Game, known: bytes, entry: BookEntry) -> tuple[Position, list[BookMove]]:
        """Play to a position again; an error if it or one of its moves has changed since the book was made."""
        try:
            position = entry.position(game)
            found, moves = outlook(position)
        except ZermeloError as error:
            raise self._outdated(str(error)) from error
        if found != known:
            raise self._outdated(f"{_where(entry)} the position has changed")
        return position, self._named(position, moves, entry)

    def _named(self, position: Position, moves: Mapping[bytes, list[int]], entry: BookEntry) -> list[BookMove]:
        """The moves of an entry with their names in a position, greatest weight first."""
        if not entry.moves.keys() <= moves.keys():
            raise self._outdated(f"{_where(entry)} its moves are not legal")
        total = sum(known.weight for known in entry.moves.values())
        ranked = sorted(entry.moves.items(), key=lambda item: (-item[1].weight, moves[item[0]]))
        return [BookMove(tuple(map(position.name, moves[child])), known, known.weight / total) for child, known in ranked]

    def _outdated(self, why: str) -> BookError:
        return BookError(f"{self._called} was made with other rules of {self.game} ({why}); build it again")

    @property
    def _called(self) -> str:
        return "this book" if self.path is None else f"`{self.path}`"

    def __len__(self) -> int:
        """The number of positions, with mirror images counted once."""
        return len(self.entries)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Book):
            return NotImplemented
        return (self.game, self.made, self.entries) == (other.game, other.made, other.entries)

    __hash__ = None  # type: ignore[assignment]  # books can change

    def __repr__(self) -> str:
        return f"<{self._caption}>"

    @property
    def _caption(self) -> str:
        return f"book of {self.game}, {counted(len(self), 'position')}"

    def _repr_html_(self) -> str:
        """The positions, and how many moves each has. The names of these moves would need the rules of the game."""
        shown = list(islice(self.entries.values(), _SHOWN))
        rows = tuple((_where(entry), str(len(entry.moves))) for entry in shown)
        more = [f"and {len(self) - len(shown)} more positions"] if len(self) > len(shown) else []
        return html.HtmlTable(("position", "moves"), rows, self._caption)._repr_html_() + html.paragraphs(*self.made, *more)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Book":
        """Read a book from a file; a BookError if anything is wrong with it."""
        head, *lines = read(path) or [""]
        try:
            told = json.loads(head)
            book = cls(text(told["game"]), map(text, told["made"]))
            entries = [BookEntry.from_line(line) for line in lines]
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError, BookError):
            raise damaged(path, "a line is not a valid entry") from None
        book.entries = dict(entries)
        if len(book) != len(entries):
            raise damaged(path, "a position occurs twice")
        book.path = str(path)
        return book

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the book to a file, completely or not at all."""
        head = json.dumps({"game": self.game, "made": list(self.made)})
        write(path, [head, *(entry.to_line(known) for known, entry in self.entries.items())])


def _where(entry: BookEntry) -> str:
    return f"after {' '.join(entry.after)}" if entry.after else "at the start"


def merge(books: Iterable[Book]) -> Book:
    """Combine books into one; what they know of the same move is added up."""
    given = list(books)
    if not given:
        raise BookError("no books to merge; give at least one")
    merged = Book(given[0].game, dict.fromkeys(made for book in given for made in book.made))
    for book in given:
        if book.game != merged.game:
            names = f"{given[0]._called} is a book of {merged.game}, but {book._called} is one of {book.game}"
            raise BookError(f"{names}; merge only books of the same game")
        for known, entry in book.entries.items():
            mine = merged.entries.setdefault(known, BookEntry(entry.after, entry.start))
            for child, statistics in entry.moves.items():
                mine.add(child, statistics)
    return merged


class BookPlayer:
    """Plays from a book, at random by weight. The same seed gives the same moves."""

    def __init__(self, book: Book, seed: int = 1) -> None:
        self.book = book
        self.random = Random(seed)

    @property
    def path(self) -> str:
        return str(self.book.path)

    def check(self, game: Game) -> None:
        """Raise an error if the book is not of this game."""
        self.book.check(game)

    def fresh(self, seed: int) -> "BookPlayer":
        """The same book with its own random numbers, for a new game."""
        return BookPlayer(self.book, seed)

    def report(self, position: Position, agent: str) -> Report | None:
        """The chosen move, reported by an agent of this name; None if the book does not have the position."""
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
            score=chosen.statistics.score,
        )
