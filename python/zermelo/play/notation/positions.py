"""Lists of positions: chess in EPD, and every game as plain lines, which contests read as openings.

e4 e5 Nf3                   moves by name from the start of the game, with or without numbers,
B:W21,22,K31:B1,2           or a position as the game writes it, with / for a new line
# a comment
"""

from collections.abc import Iterator

from zermelo.errors import MoveError, ZermeloError
from zermelo.game import Game, Position
from zermelo.games.checkers.rules import Checkers
from zermelo.games.chess import epd
from zermelo.games.chess.epd import Epd
from zermelo.games.chess.rules import Chess
from zermelo.games.othello import Othello
from zermelo.play.notation.entry import Entry, NotationError, Told, only
from zermelo.play.notation.othello_files import obf_squares


def read_epd(text: str, game: Game | None = None) -> Iterator[Entry]:
    """The positions of an EPD file, one by one."""
    chess = only(Chess() if game is None else game, Chess, "EPD")
    for number, found in epd.read_all(text):
        try:
            position = found.position(chess)
        except ZermeloError as error:
            raise NotationError(f"line {number} of the EPD: {error}") from None
        name = " ".join(found.operands("id"))
        yield Entry(
            position, Told(tags={"Event": name} if name else {}, remark=found.told()), found, answers=len(found.operations)
        )


def write_epd(entry: Entry) -> str:
    """A line of EPD: the last position, with the operations that its file has."""
    if isinstance(entry.whole, Epd):
        return f"{entry.whole}\n"
    game = entry.position.game
    assert isinstance(game, Chess)
    *fields, clock, number = game.fen(entry.position.state).split()
    return f"{' '.join(fields)} hmvc {clock}; fmvn {number};\n"


def read_lines(text: str, game: Game | None = None) -> Iterator[Entry]:
    """The positions of a plain list; an error names the first line that is wrong."""
    if game is None:
        raise NotationError("a plain list does not say which game it is of; name it with --game")
    for number, line in enumerate(text.splitlines(), 1):
        told = line.partition("#")[0].strip()
        if told:
            try:
                yield Entry(read_line(game, told))
            except ZermeloError as error:
                raise NotationError(f"line {number} is neither moves nor a position of {game}: {error}") from None


def read_line(game: Game, text: str) -> Position:
    """Moves by name, with or without numbers such as `1.`, or a position."""
    words = [word.rpartition(".")[2] if word.partition(".")[0].isdigit() else word for word in text.split()]
    try:
        return game.start().play(*[word for word in words if word])
    except MoveError as error:
        try:
            return game.position(text.partition(";")[0].strip())
        except (ZermeloError, ValueError):
            raise error from None


def write_line(entry: Entry) -> str:
    """Moves from the start of the game or, for a game that begins elsewhere, its last position."""
    first, position = entry.first, entry.position
    history = " ".join(position.history).replace("#", "")  # the sign for mate would begin a comment
    if history and first == first.game.start() and _read_back(position, history):
        return history + "\n"
    return position_line(position) + "\n"


def _read_back(position: Position, line: str) -> bool:
    """Whether a line is read as this position."""
    try:
        return read_line(position.game, line) == position
    except ZermeloError:
        return False


def position_line(position: Position) -> str:
    """A position on one line, as its game reads it."""
    game, s = position.game, position.state
    if isinstance(game, Chess | Checkers):
        line = game.fen(s)
    elif isinstance(game, Othello):
        line = obf_squares(position)
    else:
        line = " / ".join(text.strip() for text in str(position).splitlines() if text.strip())
    if "#" in line or not _read_back(position, line):
        raise NotationError(f"a position of {game} cannot be written on one line here; write a .json file instead")
    return line
