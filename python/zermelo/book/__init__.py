"""Opening books: what they hold (`entry`), how they are asked (`store`), how they are made (`build`) and kept (`file`)."""

from zermelo.book.build import Built, from_play, from_search
from zermelo.book.entry import Worth
from zermelo.book.file import BookError
from zermelo.book.store import Book, BookMove, BookPlayer, merge

__all__ = ["Book", "BookError", "BookMove", "BookPlayer", "Built", "Worth", "from_play", "from_search", "merge"]
