"""A saved game: the game, who played, the moves, and how it ended.

    {"zermelo": "transcript", "version": 2,
     "game": "connect4",                                the game, as `find` reads it
     "players": ["x", "o"], "seats": ["person", "level(3)"],
     "start": null,                                     the first position, unless it is the start of the game
     "moves": ["4", "4", "5"],                          by name, outcomes of chance included
     "outcome": null,                                   how it ended (`zermelo.outcome`); null while it goes on
     "position": "..."}                                 the board when the game was saved

Version 1 had a text `result` in place of `outcome`; it is still read.

Loading replays all moves by the rules of the game, so a file that is damaged or belongs to another game is refused with the first error in
it. Nothing in a file is ever run: a game with rules in a file of the user's own has to be given by the caller.

Chess is also written and read as PGN; the ending of the file's name decides.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo import html
from zermelo.errors import GameError, MoveError, PositionError, ZermeloError, nearest
from zermelo.files import read_old_text, read_text, write_whole
from zermelo.game import Game, Position
from zermelo.games import catalog, find
from zermelo.games.chess import pgn
from zermelo.outcome import Outcome

PERSON = "person"
VERSION = 2
SUFFIXES = (".json", ".pgn")
MOST_BYTES = 16 << 20
"""Longer than any real game."""
_CHESS = "chess"
_PGN_WINNERS = {"1-0": 0, "0-1": 1, "1/2-1/2": None}


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
    """Who played: PERSON, or the text of an agent; empty if unknown."""
    start: str | None
    """The first position; None for the start of the game."""
    moves: tuple[str, ...]
    outcome: Outcome | None = None
    """How it ended; None while it goes on."""
    position: str | None = None
    """The board after the moves; None if the file does not show it."""

    @classmethod
    def of(cls, position: Position, seats: Sequence[str] = (), outcome: Outcome | None = None) -> Transcript:
        """The game that led to a position; `outcome` is for games that did not end by the rules."""
        first = position.line()[0]
        return cls(
            game=str(position.game),
            players=position.game.players,
            seats=tuple(seats),
            start=None if first == position.game.start() else str(first),
            moves=position.history,
            outcome=position.outcome or outcome,
            position=str(position),
        )

    @property
    def result(self) -> str | None:
        """How it ended, in words; None while it goes on."""
        return None if self.outcome is None else self.outcome.text(self.players)

    def replay(self, game: Game | None = None) -> Position:
        """The position after all moves; `game` must be given if it is not built in."""
        game = self._find() if game is None else game
        self.check(game)
        try:
            position = game.position(self.start)
        except PositionError as error:
            raise TranscriptError(f"the saved game of {self.game} begins with an invalid position: {error}") from None
        for number, move in enumerate(self.moves, 1):
            try:
                position = position.advance(position.parse(move))
            except MoveError as error:
                raise TranscriptError(f"move {number} of the saved game of {self.game} is wrong: {error}") from None
        if self.position is not None and self.position != str(position):
            raise TranscriptError(f"the moves of the saved game of {self.game} do not lead to its board; the file was changed")
        if self.outcome is not None and self.outcome.reason == "rules" and self.outcome != position.outcome:
            raise TranscriptError(f"the moves of the saved game of {self.game} do not lead to its outcome; the file was changed")
        return position

    def check(self, game: Game) -> None:
        """Raise an error if `game` is not the game that was saved."""
        built_in = type(game) is catalog().get(_title(self.game))
        if not (game == self._find() if built_in else str(game) == self.game):
            raise TranscriptError(f"the saved game is of {self.game}, not of {game}; load it as {self.game}")
        if self.players != game.players:
            raise TranscriptError(f"the saved game has the players {', '.join(self.players)}, not {', '.join(game.players)}")

    def _find(self) -> Game:
        if _title(self.game) not in catalog():
            raise TranscriptError(f"the saved game is of {self.game}, which is not built in; name the file with its rules")
        try:
            return find(self.game)
        except GameError as error:
            raise TranscriptError(f"the game {self.game} of the saved game cannot be found: {error}") from None

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
            "outcome": None if self.outcome is None else self.outcome.to_json(),
            "position": self.position,
        }

    def _repr_html_(self) -> str:
        """The board at the end, who played, and the moves."""
        try:
            board = self.replay()._repr_svg_()
        except ZermeloError:  # the rules of this game are not available
            board = html.written(self.position or "")
        seats = dict(zip(self.players, self.seats, strict=False))
        told = {"moves": " ".join(self.moves) or "none yet", "result": self.result or "not finished"}
        return html.facts(self.game, seats | told) + board

    @classmethod
    def from_json(cls, data: object) -> Transcript:
        """The inverse of `to_json`; reads versions 1 and 2 and says what is wrong with anything else."""
        if not isinstance(data, dict) or data.get("zermelo") != "transcript":
            raise TranscriptError('this is not a saved game: it does not say "zermelo": "transcript"')
        version = data.get("version")
        if version not in (1, VERSION) or isinstance(version, bool):
            raise TranscriptError(f"the saved game is of version {version!r}, but this Zermelo reads versions 1 and {VERSION}")
        fields = {name: data.get(name) for name in ("game", "start", "position")}
        for name, value in {**fields, "result": data.get("result") if version == 1 else None}.items():
            if not isinstance(value, str) and (value is not None or name == "game"):
                raise TranscriptError(f"the saved game is damaged: `{name}` should be a text")
        rows = {name: _texts(name, data.get(name)) for name in ("players", "seats", "moves")}
        if len(rows["seats"]) not in (0, len(rows["players"])):
            raise TranscriptError("the saved game is damaged: `seats` and `players` should have the same length")
        if version == 1:
            outcome = _outcome_of_version_1(data.get("result"), rows["players"])
        else:
            outcome = _outcome(data.get("outcome"), len(rows["players"]))
        return cls(**fields, **rows, outcome=outcome)  # type: ignore[arg-type]

    def dumps(self) -> str:
        """The transcript as JSON."""
        return json.dumps(self.to_json(), indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def loads(cls, text: str) -> Transcript:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise TranscriptError("this is not a saved game, or it is damaged: it is not JSON") from None
        return cls.from_json(data)

    def to_pgn(self, tags: Mapping[str, str] | None = None, comments: Sequence[str] = (), remark: str = "") -> str:
        """The transcript as PGN, for chess; with further tags, a comment for each move, and one before the first."""
        if _title(self.game) != _CHESS:
            raise TranscriptError(f"PGN is for chess, not for {self.game}; end the name in .json")
        told = dict(zip(("White", "Black"), self.seats, strict=False)) | dict(tags or {})
        first, black = 1, False
        if self.start is not None:
            fen = self.start.splitlines()[-1]
            told |= {"SetUp": "1", "FEN": fen}
            first, black = int(fen.split()[5]), fen.split()[1] == "b"
        result, told["Termination"] = pgn_result(self.outcome)
        return pgn.write(pgn.Pgn(told, self.moves, result, tuple(comments), remark), first, black)

    @classmethod
    def from_pgn(cls, text: str) -> Transcript:
        """The first game of a PGN; its tags name the players."""
        found = pgn.read(text)
        variant = found.tags.get("Variant", "Standard").lower()
        if variant not in ("standard", "chess", "normal", "from position"):
            raise TranscriptError(f"the PGN is of the variant {found.tags['Variant']}; only standard chess can be read")
        seats = tuple(found.tags.get(color, "?") for color in ("White", "Black"))
        outcome = None
        if found.result in _PGN_WINNERS:
            winner, on_time = _PGN_WINNERS[found.result], found.tags.get("Termination", "").lower() == "time forfeit"
            outcome = Outcome(winner, "time" if on_time and winner is not None else "record")
        return cls(_CHESS, ("white", "black"), seats, found.tags.get("FEN"), found.moves, outcome)

    # On disk

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the transcript to a .json file or, for chess, a .pgn file, and return its path.

        An existing file is replaced only if it is a saved game.
        """
        target = _with_suffix(Path(path))
        text = self.to_pgn() if target.suffix.lower() == ".pgn" else self.dumps()
        if target.exists():
            try:
                Transcript.load(target)
            except ZermeloError:
                raise TranscriptError(f"`{target}` already exists and is not a saved game; choose another name") from None
        write_whole(target, text)
        return target

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Transcript:
        """The transcript in a file; `replay` checks whether its moves are legal."""
        target = _with_suffix(Path(path))
        read = read_old_text if target.suffix.lower() == ".pgn" else read_text
        text = read(target, TranscriptError, MOST_BYTES)
        try:
            return cls.from_pgn(text) if target.suffix.lower() == ".pgn" else cls.loads(text)
        except ZermeloError as error:
            raise TranscriptError(f"`{target}` cannot be loaded: {error}") from None


def _with_suffix(path: Path) -> Path:
    """The path with a known ending; .json if it has none."""
    with suppress(RuntimeError):  # no user of that name
        path = path.expanduser()
    if not path.name or path.is_dir():
        raise TranscriptError(f"`{path}` cannot be read or written: it is a folder; give the name of a file")
    if not path.suffix:
        return path.with_name(f"{path.name}.json")
    if path.suffix.lower() not in SUFFIXES:
        hint = nearest(path.suffix, SUFFIXES)
        raise TranscriptError(f"`{path}` is not a name for a saved game: end it in .json, or .pgn for chess.{hint}")
    return path


def _title(text: str) -> str:
    """The name of a game without its parameters."""
    return text.partition("(")[0].strip().lower()


def _texts(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise TranscriptError(f"the saved game is damaged: `{name}` should be a list of texts")
    return tuple(value)


def _outcome(data: object, players: int) -> Outcome | None:
    try:
        return None if data is None else Outcome.from_json(data, players)
    except ZermeloError as error:
        raise TranscriptError(f"the saved game is damaged: {error}") from None


_TERMINATIONS = {"time": "time forfeit", "forfeit": "rules infraction", "adjudication": "adjudication"}


def pgn_result(outcome: Outcome | None) -> tuple[str, str]:
    """The result of a game that White begins, and the standard Termination tag."""
    if outcome is None or outcome.reason == "length":
        return "*", "unterminated"
    result = next(text for text, winner in _PGN_WINNERS.items() if winner == outcome.winner)
    return result, _TERMINATIONS.get(outcome.reason, "normal")


def _outcome_of_version_1(result: str | None, players: Sequence[str]) -> Outcome | None:
    """The outcome for a text that version 1 wrote; None for points, which replaying the moves gives again."""
    known = {"draw": Outcome(None, "record")}
    for number, player in enumerate(players):
        known[f"{player} won"] = Outcome(number, "record")
        known[f"{player} resigned"] = Outcome.lost(number, len(players), "resignation")
        known[f"{player} ran out of time"] = known[f"{player} lost on time"] = Outcome.lost(number, len(players), "time")
    return known.get(result or "")
