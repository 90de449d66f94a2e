"""Opening books: good moves for positions near the start, looked up instead of searched.

A book belongs to one game. For each of its positions it holds some moves with their weights, and what else is known of them. An
agent with a book plays from it while the book has the position, and searches afterwards.

Read the files in this order:

    entry.py   one position of a book: how it is found, its moves, and how it is written on a line of a file
    book.py    a book: look up and choose moves, save and load, merge; and the player that uses it
    build.py   build a book, by searching the positions near the start or from games of an agent against itself
    file.py    the file format: a header, one line for each position, and a checksum

When this package is imported, it registers with the engine how a book is opened, so that `alphabeta(book="my.book")` finds its
file.
"""

from zermelo.books.book import Book, BookMove, BookPlayer, merge
from zermelo.books.build import BuiltBook, from_play, from_search
from zermelo.books.entry import BookStatistics
from zermelo.books.file import BookError
from zermelo.engine.tablebases_and_books import register_openers

__all__ = ["Book", "BookError", "BookMove", "BookPlayer", "BookStatistics", "BuiltBook", "from_play", "from_search", "merge"]

register_openers(books=lambda path: BookPlayer(Book.load(path)))
