"""The table of formats: the ending of a file's name, the games that it is for, what it holds, its reader and its writer.

    .pgn .pdn .sgf      whole games with comments and variations
    .ggf .json          the main lines of games
    .epd .obf           positions with best moves or values
    .txt                moves or a position on each line, for every game

Commands and functions ask this table, never the ending itself. A new format is a reader, a writer, and a row.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from zermelo.errors import ZermeloError, nearest
from zermelo.files import read_old_text
from zermelo.game import Game
from zermelo.games.checkers.rules import Checkers
from zermelo.games.chess.rules import Chess
from zermelo.games.othello import Othello
from zermelo.play.notation.entry import Entry, NotationError
from zermelo.play.notation.movetext_games import read_pdn, read_pgn, write_pdn, write_pgn
from zermelo.play.notation.othello_files import read_ggf, read_obf, write_ggf, write_obf
from zermelo.play.notation.positions import read_epd, read_lines, write_epd, write_line
from zermelo.play.notation.sgf_games import GAMES, read_sgf, write_sgf
from zermelo.play.notation.transcripts import read_transcript, write_transcript


@dataclass(frozen=True)
class Format:
    """A row of the table."""

    ending: str
    name: str
    games: str
    """The games that have it, in words."""
    fits: Callable[[Game], bool]
    holds: frozenset[str]
    """Some of moves, comments, variations, tags, answers."""
    read: Callable[[str, Game | None], Iterator[Entry]]
    write: Callable[[Entry], str]
    several: bool = True
    """Whether a file may hold several entries."""
    between: str = ""
    """What stands between two entries."""
    others: tuple[str, ...] = ()
    """Other endings with the same meaning."""


def _is_checkers(game: Game) -> bool:
    return isinstance(game, Checkers) and not game.turned


def _has_sgf(game: Game) -> bool:
    return type(game) in GAMES


def _is_chess(game: Game) -> bool:
    return isinstance(game, Chess)


def _is_othello(game: Game) -> bool:
    return isinstance(game, Othello)


def _any_game(_: Game) -> bool:
    return True


_WHOLE = frozenset({"moves", "comments", "variations", "tags"})
_LINES, _ANSWERS = frozenset({"moves"}), frozenset({"answers"})
_CHECKERS, _SGF = "checkers from the usual start", "go, othello, hex and backgammon"
FORMATS = (
    Format(".pgn", "PGN", "chess", _is_chess, _WHOLE, read_pgn, write_pgn, between="\n"),
    Format(".pdn", "PDN", _CHECKERS, _is_checkers, _WHOLE, read_pdn, write_pdn, between="\n"),
    Format(".sgf", "SGF", _SGF, _has_sgf, _WHOLE, read_sgf, write_sgf, between="\n"),
    Format(".ggf", "GGF", "othello", _is_othello, _LINES, read_ggf, write_ggf),
    Format(".epd", "EPD", "chess", _is_chess, _ANSWERS, read_epd, write_epd, others=(".fen",)),
    Format(".obf", "OBF", "othello", _is_othello, _ANSWERS, read_obf, write_obf, others=(".scr", ".ffo")),
    Format(".json", "a saved game", "every game", _any_game, _LINES, read_transcript, write_transcript, several=False),
    Format(".txt", "a plain list", "every game", _any_game, _LINES, read_lines, write_line),
)
ENDINGS = {ending: row for row in FORMATS for ending in (row.ending, *row.others)}


def format_of(path: str | Path) -> Format:
    """The format that the ending of a file's name means."""
    suffix = Path(path).suffix.lower()
    if suffix not in ENDINGS:
        hint = nearest(suffix, ENDINGS) if suffix else ""
        raise NotationError(
            f"`{path}` has no known ending; the name must end in {', '.join(row.ending for row in FORMATS)}.{hint}"
        )
    return ENDINGS[suffix]


def read_file(path: str | Path, game: Game | None = None) -> Iterator[Entry]:
    """The entries of a file, one by one; an error names the file and the line. A file without any is an error."""
    row = format_of(path)
    text = read_old_text(path, NotationError)
    empty = True
    try:
        for entry in row.read(text, game):
            empty = False
            yield entry
    except ZermeloError as error:
        raise NotationError(f"`{path}` cannot be read: {error}") from None
    if empty:
        what = "games" if "moves" in row.holds and row.ending != ".txt" else "positions"
        raise NotationError(f"`{path}` has no {what} in {row.name}")


def endings(game: Game) -> tuple[str, ...]:
    """The endings of all formats that a game has.

    >>> from zermelo import find
    >>> endings(find("othello")), endings(find("nim"))
    (('.sgf', '.ggf', '.obf', '.json', '.txt'), ('.json', '.txt'))
    """
    return tuple(row.ending for row in FORMATS if row.fits(game))
