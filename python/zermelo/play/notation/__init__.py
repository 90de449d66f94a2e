"""Games and positions as other programs read and write them.

`formats` is the table: for each ending of a file's name the games that have it, what it holds, a reader and a writer. `entry` is the form that all of them
share. Each family has a file: `movetext_games` (PGN and PDN), `sgf_games` and `sgf_backgammon` (SGF), `othello_files` (GGF, OBF and FFO sets), `positions`
(EPD and plain lists), `transcripts` (saved games). What a notation looks like as text, without rules, is in `zermelo.games`: `shared.movetext`, `shared.sgf`,
`chess.epd`. `zermelo.play.conversion` turns one format into another.

`write` takes the last position of a game, which knows all moves, and what is told about the game: who played, how it ended, tags, and a comment for each move.
"""

from zermelo.game import Game, Position
from zermelo.play.notation.entry import Entry, NotationError, Told
from zermelo.play.notation.formats import ENDINGS, FORMATS

__all__ = ["NOTATIONS", "Entry", "NotationError", "Told", "check", "notations", "write"]

NOTATIONS = tuple(row.ending for row in FORMATS if "moves" in row.holds and row.ending not in (".json", ".txt"))
"""The endings of files with games in a notation of other programs."""


def write(suffix: str, position: Position, told: Told) -> str:
    """The game that led to a position, in the notation that belongs to an ending such as .pgn."""
    check(suffix, position.game)
    return ENDINGS[suffix].write(Entry(position, told))


def check(suffix: str, game: Game) -> None:
    """Refuse a game that has no such notation; the error names what it has."""
    if suffix not in notations(game):
        row = ENDINGS[suffix]
        others = ", ".join([*notations(game), ".json"])
        raise NotationError(f"{row.name} is for {row.games}, not for {game}; it can be written as {others}")


def notations(game: Game) -> tuple[str, ...]:
    """The endings of the notations that a game has.

    >>> from zermelo import find
    >>> notations(find("go")), notations(find("othello")), notations(find("nim"))
    (('.sgf',), ('.sgf', '.ggf'), ())
    """
    return tuple(ending for ending in NOTATIONS if ENDINGS[ending].fits(game))
