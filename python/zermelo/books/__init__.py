"""Opening books: what they hold (`entry`), how they are asked (`store`), how they are made (`build`) and kept (`file`)."""

from zermelo.books.book import Book, BookMove, BookPlayer, merge
from zermelo.books.build import BuiltBook, from_play, from_search
from zermelo.books.entry import BookStatistics
from zermelo.books.file import BookError
from zermelo.engine.tablebases_and_books import register_openers

__all__ = ["Book", "BookError", "BookMove", "BookPlayer", "BookStatistics", "BuiltBook", "from_play", "from_search", "merge"]

register_openers(books=lambda path: BookPlayer(Book.load(path)))
