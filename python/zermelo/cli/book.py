"""`zermelo book`: builds, merges and shows opening books."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from zermelo.agents.registry import agent as read_agent
from zermelo.books import Book, BookMove, BuiltBook, from_play, from_search, merge as combine
from zermelo.books.entry import BookEntry
from zermelo.books.file import check_place
from zermelo.cli import options, paint
from zermelo.cli.failures import INTERRUPTED
from zermelo.cli.output import Answer, one_line
from zermelo.cli.progress import progress
from zermelo.errors import GameError, LimitError
from zermelo.game import Game, Position
from zermelo.games import find
from zermelo.limit import MAX_PLY
from zermelo.report import worth

_SEARCHER, _PLAYER = "strong(depth=8)", "strong(depth=4)"
_SEARCH_PLIES, _PLAY_PLIES = 4, 12
_LEAST = 2

BookFile = Annotated[Path, Parameter(name="BOOK", help="The file of the book.")]
Out = Annotated[Path, Parameter(help="The file to write: c4.book.")]


def build(
    game: options.GameText,
    /,
    *,
    out: Out,
    plies: Annotated[
        int | None,
        Parameter(
            converter=options.whole_from(1, MAX_PLY), help="Depth of the book: 4 plies from search, 12 from games by default."
        ),
    ] = None,
    games: Annotated[int | None, Parameter(converter=options.count, help="Build from this many games, not from search.")] = None,
    agent: options.AgentText = None,
    margin: Annotated[
        float | None, Parameter(help="From search: also keep moves with a value this close to the best one: 0 by default.")
    ] = None,
    widest: Annotated[
        int | None,
        Parameter(
            converter=options.count,
            help="From search: follow only so many moves of each position, the best ones; all by default.",
        ),
    ] = None,
    least: Annotated[
        int | None,
        Parameter(converter=options.count, help="From games: leave out moves played fewer times than this: 2 by default."),
    ] = None,
    seed: options.Seed = 1,
    position: options.PositionText = None,
    moves: options.MovesText = None,
    backend: options.BackendName = None,
    json: options.Json = False,
) -> Answer | int:
    """Build a book from search or from games.

    From search: every position within --plies is searched, symmetric ones once, by default with strong(depth=8).
    The best moves are kept, and with less weight those within --margin of them.
    With --games the agent plays itself, by default strong(depth=4); one move in four is random.
    The weight of a move is then 2 for each win and 1 for each draw; moves that did badly are left out.
    Ctrl-C writes what is complete so far.

        zermelo book build connect4 --out c4.book
        zermelo book build connect4 --out c4.book --plies 5 --margin 2
        zermelo book build tictactoe --out ttt.book --plies 9 --agent "alphabeta()"
        zermelo book build chess --out chess.book --plies 6 --widest 3 --margin 0.3 --agent "selective(nodes=20000)"
        zermelo book build othello --out othello.book --games 200 --seed 7
        zermelo book build connect4 --moves "4 4" --out centre.book --json
    """
    if games is None and least is not None:
        raise LimitError("--least needs --games")
    if games is not None and margin is not None:
        raise LimitError("--margin is for books from search; leave out --margin or --games")
    if games is not None and widest is not None:
        raise LimitError("--widest is for books from search; leave out --widest or --games")
    check_place(out)
    start = options.open_position(game, position, moves)
    player = read_agent(agent or (_SEARCHER if games is None else _PLAYER), backend)
    options.prepare(start, [player], backend)
    started = time.perf_counter()
    with progress("searching" if games is None else "playing") as step:

        def hear(done: int, total: int) -> None:
            step(done=done, total=total)

        if games is None:
            built = from_search(start, player, _SEARCH_PLIES if plies is None else plies, margin or 0.0, hear, widest)
        else:
            known = _PLAY_PLIES if plies is None else plies, _LEAST if least is None else least
            built = from_play(start, player, games, *known, seed, hear)
    if not built.book:
        raise LimitError(
            f"the book would be empty: no move did well in {built.done} games; give more --games or a smaller --least"
        )
    built.book.save(out)
    return _tell_build(out, built, time.perf_counter() - started, json)


def _tell_build(out: Path, built: BuiltBook, seconds: float, json: bool) -> Answer | int:
    work = {"done": built.done, "total": built.total, "seconds": round(seconds, 6), "stopped": built.stopped}
    text = f"{headline(out, built.book)} · {seconds:.1f} s"
    if built.stopped:
        text += f"\nInterrupted after {built.done} of {built.total}; the book has what was complete by then."
    return paint.reply(json, summary(out, built.book) | work, text, code=INTERRUPTED if built.stopped else 0)


def merge(
    *books: Annotated[Path, Parameter(name="BOOKS", help="The files of books of the same game.")],
    out: Out,
    json: options.Json = False,
) -> Answer | int:
    """Merge several books into one.

    Weights and games of the same move are added; if values differ, the value of the first book is kept.
    --out may be one of the books.

        zermelo book merge searched.book played.book --out c4.book
        zermelo book merge c4.book centre.book --out c4.book --json
    """
    check_place(out)
    merged = combine(map(Book.load, books))
    merged.save(out)
    return paint.reply(json, summary(out, merged) | {"books": [str(path) for path in books]}, headline(out, merged))


def dump(
    book: BookFile,
    /,
    *,
    game: Annotated[
        str | None, Parameter(help="The file of your own game: my_game.py. Other games are found by the name in the book.")
    ] = None,
    position: options.PositionText = None,
    moves: options.MovesText = None,
    json: options.Json = False,
) -> Answer | int:
    """Show what is in a book.

    Prints for each position the moves that lead there, and its book moves with weight, share and value.
    Symmetric positions are shown once; moves that lead to symmetric positions are listed together, as in a1,c1.
    With --moves or --position only that position is shown; the exit code is 1 if the book does not have it.

        zermelo book dump c4.book
        zermelo book dump c4.book --moves "4 4"
        zermelo book dump mine.book --game my_game.py --json
    """
    told = Book.load(book)
    rules = _find(book, told, game)
    if position is None and moves is None:
        return _tell_all(book, told, rules, json)
    start = rules.position(position)
    return _tell_one(book, told, start.play(moves) if moves else start, json)


def _find(path: Path, book: Book, game: str | None) -> Game:
    try:
        return find(game or book.game)
    except GameError as error:
        if game is not None:
            raise
        raise GameError(
            f"`{path}` is a book of {book.game}, which does not come with Zermelo; give its file, as in --game my_game.py"
        ) from error


def _tell_all(path: Path, book: Book, game: Game, json: bool) -> Answer | int:
    known = list(book.positions(game))
    rows = [row for position, moves in known for row in _rows(_where(position), moves)]
    told = summary(path, book) | {"entries": [_entry(*each) for each in known]}
    return paint.reply(json, told, headline(path, book), *(f"made from {made}" for made in book.made), *table(rows))


def _tell_one(path: Path, book: Book, position: Position, json: bool) -> Answer | int:
    moves = book.moves(position)
    told = summary(path, book) | {"entries": [_entry(position, moves)] if moves else []}
    lines = table(list(_rows("here", moves))) if moves else [f"{path} does not have this position."]
    return paint.reply(json, told, paint.board(position), *lines, code=0 if moves else 1)


def headline(path: Path, book: Book) -> str:
    """A book on one line."""
    told = summary(path, book)
    counts = (f"{told[each]} {each if told[each] != 1 else each[:-1]}" for each in ("positions", "moves"))
    return f"{path} · {book.game} · {', '.join(counts)}"


def summary(path: Path, book: Book) -> dict[str, Any]:
    """The same as JSON."""
    moves = sum(len(entry.moves) for entry in book.entries.values())
    return {"file": str(path), "game": book.game, "made": list(book.made), "positions": len(book), "moves": moves}


def _entry(position: Position, moves: list[BookMove]) -> dict[str, Any]:
    entry = BookEntry.of(position)
    told = [{"names": list(move.names), "share": round(move.share, 6), **move.statistics.to_json()} for move in moves]
    return {"start": entry.start, "after": list(entry.after), "player": position.turn, "moves": told}


def _where(position: Position) -> str:
    """The moves that lead to a position; the board that they begin with comes first, unless it is the start."""
    entry = BookEntry.of(position)
    board = [] if entry.start is None else [f"[{one_line(entry.start)}]"]
    return " ".join([*board, *entry.after]) or "start"


def _rows(where: str, moves: list[BookMove]) -> Iterator[dict[str, str]]:
    """One row for each move; unknown values are left out."""
    for number, move in enumerate(moves):
        row = {"after": "" if number else where, "move": ",".join(move.names), "weight": str(move.weight)}
        row["share"] = f"{move.share:.0%}"
        if move.statistics.value is not None:
            row["value"] = worth(move.statistics.value, move.statistics.score)
        if move.statistics.games:
            row |= {"games": str(move.statistics.games), "score": f"{move.statistics.points / move.statistics.games / 2:.0%}"}
        yield row


def table(rows: list[dict[str, str]]) -> Iterator[str]:
    """Rows under their headings; empty columns are left out."""
    names = [name for name in ("after", "move", "weight", "share", "games", "score", "value") if any(name in row for row in rows)]
    widths = {name: max(len(name), *(len(row.get(name, "")) for row in rows)) for name in names}
    for row in ({name: name for name in names}, *rows) if rows else ():
        cells = (_cell(name, row.get(name, ""), widths[name]) for name in names)
        yield "  ".join(cells).rstrip()


def _cell(name: str, text: str, width: int) -> str:
    return text.rjust(width) if name in ("weight", "share", "games", "score") else text.ljust(width)


app = options.command_group(
    "book",
    """Build, merge and show opening books.

    A book has good moves for the positions at the beginning of a game.
    An agent with a book, such as 'alphabeta(depth=8, book="c4.book")', plays from it and searches where it ends.

        zermelo book build connect4 --out c4.book
        zermelo book dump c4.book
        zermelo best connect4 --agent 'alphabeta(depth=8, book="c4.book")'
    """,
    build,
    merge,
    dump,
)
