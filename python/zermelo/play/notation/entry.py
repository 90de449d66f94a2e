"""One game or position of a file, in the form that all formats share: the last position, which knows all moves, and what is told about the game.

A reader makes entries, a writer takes them. `whole` is the game as its file has it, with variations and all; a writer of the same format
writes that, so nothing is lost. A writer of another format has the main line and its comments.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from zermelo.errors import MoveError, PositionError, ZermeloError
from zermelo.game import Game, Position
from zermelo.outcome import Outcome


class NotationError(ZermeloError):
    """A file that cannot be read, or a game that cannot be written, in a notation."""


@dataclass(frozen=True)
class Told:
    """What is known about a game besides its moves."""

    seats: Sequence[str] = ()
    """Who played."""
    outcome: Outcome | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    """Tags of PGN and PDN; SGF takes Event and Round from them."""
    comments: Sequence[str] = ()
    """A comment for each move; empty for none."""
    remark: str = ""
    """A comment about the first position."""


@dataclass(frozen=True)
class Entry:
    """One game or position of a file."""

    position: Position
    """The last position of the main line."""
    told: Told = field(default_factory=Told)
    whole: object = None
    """The game as its file has it; see the readers."""
    variations: int = 0
    answers: int = 0
    """How many best moves or values are told about the position."""
    cube: int = 0
    """How many actions with the doubling cube the moves leave out."""

    @property
    def first(self) -> Position:
        return self.position.line()[0]

    @property
    def plies(self) -> int:
        return len(self.position.line()) - 1

    @property
    def comments(self) -> int:
        return sum(map(bool, self.told.comments)) + (bool(self.told.remark) and not self.answers)

    @property
    def tags(self) -> int:
        """How many tags say something."""
        return sum(value.strip("?. ") != "" for value in self.told.tags.values())


def begin(game: Game, text: str | None, where: str) -> Position:
    """The position that a text shows, or the start of the game; `where` is for errors."""
    try:
        return game.position(text)
    except (PositionError, MoveError) as error:
        raise NotationError(f"{where}: the first position is invalid: {error}") from None


def parsed(position: Position, move: str, where: str) -> Position:
    """The position after a move by name; an error says where it stands."""
    try:
        return position.advance(position.parse(move))
    except MoveError as error:
        raise NotationError(f"{where} is wrong: {error}") from None


def only(game: Game, wanted: type[Game], format_name: str) -> Game:
    """The game, if it is of the class that a format is for."""
    if not isinstance(game, wanted):
        raise NotationError(f"{format_name} is for {wanted.title()}, not for {game}")
    return game
