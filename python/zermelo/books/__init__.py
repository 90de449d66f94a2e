"""Opening books: what they hold (`entry`), how they are asked (`store`), how they are made (`build`) and kept (`file`)."""

from zermelo.books.build import Built, from_play, from_search
from zermelo.books.entry import Worth
from zermelo.books.file import BookError
from zermelo.books.store import Book, BookMove, BookPlayer, merge
from zermelo.engine.knowledge import announce

__all__ = ["Book", "BookError", "BookMove", "BookPlayer", "Built", "Worth", "from_play", "from_search", "merge"]

announce(books=lambda path: BookPlayer(Book.load(path)))
