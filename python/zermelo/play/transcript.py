"""A game on paper: what was played, by whom, from where, and how it ended. Saved games are this.

    {"zermelo": "transcript", "version": 1,
     "game": "connect4",                                the game, as one asks for it
     "players": ["x", "o"], "seats": ["person", "level(3)"],
     "start": null,                                     the position it began with, where that was not the start
     "moves": ["4", "4", "5"],                          by name, outcomes of chance included
     "result": null,                                    how it ended, in words; null while it goes on
     "position": "..."}                                 what the board looked like when it was saved

Whoever loads a transcript plays it through, move by move, with the rules of the game: a file that is damaged, of other rules
or of another game is refused with the first thing that is wrong. Nothing of a file is ever run. A game whose rules are in a
file of the user's own is therefore not looked for: whoever loads it says which game it is.

Chess can be written and read as PGN too, which other programs know (`pgn`): the file's ending decides.
"""

from __future__ import annotations

import inspect
import json
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo import html
from zermelo.errors import GameError, MoveError, PositionError, ZermeloError, nearest
from zermelo.files import read_text, write_whole
from zermelo.game.position import Position
from zermelo.game.protocol import Game
from zermelo.games import catalog, find
from zermelo.games.chess import pgn

PERSON = "person"
VERSION = 1
SUFFIXES = (".json", ".pgn")
MOST_BYTES = 16 << 20
"""No game that anybody played is longer."""
_CHESS = "chess"


class TranscriptError(ZermeloError):
    """A saved game that is damaged, missing, or of another game; or one that cannot be written."""


@dataclass(frozen=True)
class Transcript:
    """One game.

    >>> from zermelo import find
    >>> played = Transcript.of(find("connect4").start().play("4 4"), seats=("person", "level(3)"))
    >>> Transcript.loads(played.dumps()) == played, played.replay().history
    (True, ('4', '4'))
    """

    game: str
    players: tuple[str, ...]
    seats: tuple[str, ...]
    """Who sat where: PERSON, or an agent as one writes it; empty where that is not known."""
    start: str | None
    """The position that it began with; None for the start of the game."""
    moves: tuple[str, ...]
    result: str | None = None
    """How it ended, in words; None while it goes on."""
    position: str | None = None
    """What the board looked like at the end of the moves; None where the file does not tell."""

    @classmethod
    def of(cls, position: Position, seats: Sequence[str] = (), result: str | None = None) -> Transcript:
        """What led to a position; `result` is for games that ended otherwise than by the rules."""
        first = position
        while first.parent is not None:
            first = first.parent
        return cls(
            game=str(position.game),
            players=position.game.players,
            seats=tuple(seats),
            start=None if first == position.game.start() else str(first),
            moves=position.history,
            result=result or (position.result if position.over else None),
            position=str(position),
        )

    def replay(self, game: Game | None = None) -> Position:
        """The position at the end of the moves, with all of them behind it; `game` has to be given where its rules are in a file."""
        game = self._find() if game is None else game
        self.check(game)
        try:
            position = game.position(self.start)
        except PositionError as error:
            raise TranscriptError(f"the saved game of {self.game} begins with no position of it: {error}") from None
        for number, move in enumerate(self.moves, 1):
            try:
                position = position.advance(position.parse(move))
            except MoveError as error:
                raise TranscriptError(f"move {number} of the saved game of {self.game} is wrong: {error}") from None
        if self.position is not None and self.position != str(position):
            raise TranscriptError(f"the moves of the saved game of {self.game} do not lead to its board; the file was changed")
        return position

    def check(self, game: Game) -> None:
        """Refuse another game than the one that was saved."""
        built_in = type(game) is catalog().get(_title(self.game))
        if not (_parameters(game) == _parameters(self._find()) if built_in else str(game) == self.game):
            raise TranscriptError(f"the saved game is of {self.game}, not of {game}; ask for that game instead")
        if self.players != game.players:
            raise TranscriptError(f"the saved game has the players {', '.join(self.players)}, not {', '.join(game.players)}")

    def _find(self) -> Game:
        if _title(self.game) not in catalog():
            raise TranscriptError(f"the saved game is of {self.game}, which is not built in; say which game it is, and its file")
        try:
            return find(self.game)
        except GameError as error:
            raise TranscriptError(f"the saved game is of a game that cannot be found: {error}") from None

    # As text

    def to_json(self) -> dict[str, Any]:
        return {
            "zermelo": "transcript",
            "version": VERSION,
            "game": self.game,
            "players": list(self.players),
            "seats": list(self.seats),
            "start": self.start,
            "moves": list(self.moves),
            "result": self.result,
            "position": self.position,
        }

    def _repr_html_(self) -> str:
        """The board at the end, as a picture where the game's rules are at hand, who sat there, and the moves."""
        try:
            board = self.replay()._repr_svg_()
        except ZermeloError:  # of a game in somebody's file, the text is all there is
            board = html.written(self.position or "")
        seats = dict(zip(self.players, self.seats, strict=False))
        told = {"moves": " ".join(self.moves) or "none yet", "result": self.result or "it goes on"}
        return html.facts(self.game, seats | told) + board

    @classmethod
    def from_json(cls, data: object) -> Transcript:
        """The inverse of `to_json`; says what is wrong with anything else."""
        if not isinstance(data, dict) or data.get("zermelo") != "transcript":
            raise TranscriptError('this is no saved game: it does not say "zermelo": "transcript"')
        if data.get("version") != VERSION:
            version = data.get("version")
            raise TranscriptError(f"the saved game is of version {version!r}, but this Zermelo reads version {VERSION}")
        fields = {name: data.get(name) for name in ("game", "start", "result", "position")}
        for name, value in fields.items():
            if not isinstance(value, str) and (value is not None or name == "game"):
                raise TranscriptError(f"the saved game is damaged: `{name}` should be a text")
        rows = {name: _texts(name, data.get(name)) for name in ("players", "seats", "moves")}
        if len(rows["seats"]) not in (0, len(rows["players"])):
            raise TranscriptError("the saved game is damaged: `seats` should be as many as `players`")
        return cls(**fields, **rows)  # type: ignore[arg-type]

    def dumps(self) -> str:
        """The transcript as JSON."""
        return json.dumps(self.to_json(), indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def loads(cls, text: str) -> Transcript:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise TranscriptError("this is no saved game, or a damaged one: it is not JSON") from None
        return cls.from_json(data)

    def to_pgn(self) -> str:
        """The transcript as PGN, for chess."""
        if _title(self.game) != _CHESS:
            raise TranscriptError(f"PGN is for chess, not for {self.game}; end the name in .json")
        tags = dict(zip(("White", "Black"), self.seats, strict=False))
        first, black = 1, False
        if self.start is not None:
            fen = self.start.splitlines()[-1]
            tags |= {"SetUp": "1", "FEN": fen}
            first, black = int(fen.split()[5]), fen.split()[1] == "b"
        return pgn.write(pgn.Pgn(tags, self.moves, _pgn_result(self)), first, black)

    @classmethod
    def from_pgn(cls, text: str) -> Transcript:
        """The first game of a PGN; who sat there is taken from its tags."""
        found = pgn.read(text)
        variant = found.tags.get("Variant", "Standard").lower()
        if variant not in ("standard", "chess", "normal", "from position"):
            raise TranscriptError(
                f"the PGN is of the variant {found.tags['Variant']}, which is not the chess that is played here"
            )
        seats = tuple(found.tags.get(color, "?") for color in ("White", "Black"))
        result = {"1-0": "white won", "0-1": "black won", "1/2-1/2": "draw", "*": None}[found.result]
        return cls(_CHESS, ("white", "black"), seats, found.tags.get("FEN"), found.moves, result)

    # On disk

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the transcript to a .json or, for chess, a .pgn file, whole or not at all; the answer is where it is.

        A file that is there already is replaced only if it is a saved game, too.
        """
        target = _with_suffix(Path(path))
        text = self.to_pgn() if target.suffix.lower() == ".pgn" else self.dumps()
        if target.exists():
            try:
                Transcript.load(target)
            except ZermeloError:
                raise TranscriptError(f"`{target}` is there already and is no saved game; choose another name") from None
        write_whole(target, text)
        return target

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Transcript:
        """The transcript in a file; it is not known to be of legal moves until it is replayed."""
        target = _with_suffix(Path(path))
        text = read_text(target, TranscriptError, MOST_BYTES)
        try:
            return cls.from_pgn(text) if target.suffix.lower() == ".pgn" else cls.loads(text)
        except ZermeloError as error:
            raise TranscriptError(f"`{target}` cannot be loaded: {error}") from None


def _with_suffix(path: Path) -> Path:
    """The file's name with an ending that we know; .json where there is none."""
    with suppress(RuntimeError):  # nobody of that name lives here
        path = path.expanduser()
    if not path.name or path.is_dir():
        raise TranscriptError(f"`{path}` cannot be read or written: it is a folder; give the name of a file")
    if not path.suffix:
        return path.with_name(f"{path.name}.json")
    if path.suffix.lower() not in SUFFIXES:
        hint = nearest(path.suffix, SUFFIXES)
        raise TranscriptError(f"`{path}` has no name for a saved game: end it in .json, or .pgn for chess.{hint}")
    return path


def _title(text: str) -> str:
    """The name of a game without its parameters."""
    return text.partition("(")[0].strip().lower()


def _parameters(game: Game) -> str:
    """What a game was made with, defaults included, in one way of writing it; of lists and tuples it does not matter which."""
    args, kwargs = game._arguments
    bound = inspect.signature(type(game)).bind(*args, **kwargs)
    bound.apply_defaults()
    return str(bound.arguments).replace("[", "(").replace("]", ")").replace(",)", ")")


def _texts(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise TranscriptError(f"the saved game is damaged: `{name}` should be a list of texts")
    return tuple(value)


def _pgn_result(played: Transcript) -> str:
    words = {"white won": "1-0", "black resigned": "1-0", "black won": "0-1", "white resigned": "0-1", "draw": "1/2-1/2"}
    return words.get(played.result or "", "*")
