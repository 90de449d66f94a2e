"""Games as other programs read them: PGN for chess, PDN for checkers, SGF for Go, Hex and Othello.

`write` takes the last position of a game, which knows all moves, and what is told about the game: who played, how it ended, tags, and a comment for
each move. The ending of a file's name says which notation is meant.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from zermelo.errors import ZermeloError
from zermelo.game import Game, Position
from zermelo.games.checkers.rules import Checkers
from zermelo.games.chess import pgn
from zermelo.games.go.rules import Go
from zermelo.games.hex import Hex
from zermelo.games.othello import PASS, Othello
from zermelo.games.shared import sgf
from zermelo.games.shared.bitboard import count
from zermelo.outcome import Outcome
from zermelo.play.transcript import Transcript, pgn_result

_SGF_GAMES: dict[type[Game], str] = {Go: "1", Othello: "2", Hex: "11"}
"""The number of each game in SGF."""
_SGF_REASONS = {"resignation": "R", "time": "T", "forfeit": "F"}


class NotationError(ZermeloError):
    """A game that cannot be written in a notation."""


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


def write(suffix: str, position: Position, told: Told) -> str:
    """The game that led to a position, in the notation that belongs to an ending such as .pgn."""
    check(suffix, position.game)
    return _WRITERS[suffix](position, told)


def check(suffix: str, game: Game) -> None:
    """Refuse a game that has no such notation; the error names what it has."""
    if suffix not in notations(game):
        what = {".pgn": "chess", ".pdn": "checkers from the usual start", ".sgf": "go, othello and hex"}[suffix]
        others = ", ".join([*notations(game), ".json"])
        raise NotationError(f"{suffix[1:].upper()} is for {what}, not for {game}; it can be written as {others}")


def notations(game: Game) -> tuple[str, ...]:
    """The endings of the notations that a game has.

    >>> from zermelo import find
    >>> notations(find("go")), notations(find("nim"))
    (('.sgf',), ())
    """
    if game.title() == "chess":
        return (".pgn",)
    if isinstance(game, Checkers) and not game.turned:
        return (".pdn",)
    return (".sgf",) if type(game) in _SGF_GAMES else ()


def _pgn(position: Position, told: Told) -> str:
    return Transcript.of(position, told.seats, told.outcome).to_pgn(told.tags, told.comments)


def _pdn(position: Position, told: Told) -> str:
    """PDN (see `zermelo.games.checkers.pdn`): the form of PGN, but Black begins; 1-0 is a win of White."""
    game, first = position.game, position.line()[0]
    assert isinstance(game, Checkers)
    result, termination = pgn_result(position.outcome or told.outcome)
    tags = {"GameType": "21"} | dict(zip(("Black", "White"), told.seats, strict=False)) | dict(told.tags)
    if first != game.start():
        tags |= {"SetUp": "1", "FEN": game.fen(first.state)}
    result = {"1-0": "0-1", "0-1": "1-0"}.get(result, result)
    whole = pgn.Pgn(tags | {"Termination": termination}, position.history, result, tuple(told.comments))
    return pgn.write(whole, black=first.player == 1)


def _sgf(position: Position, told: Told) -> str:
    """SGF (see `zermelo.games.shared.sgf`). The first player is Black."""
    game, first, *after = position.game, *position.line()
    root: dict[str, str | Sequence[str]] = {"FF": "4", "CA": "UTF-8", "AP": "Zermelo", "GM": _SGF_GAMES[type(game)]}
    root["SZ"] = str(game.size)  # type: ignore[attr-defined]
    if isinstance(game, Go):
        root["KM"] = f"{game.twice_komi / 2:g}"
    root |= dict(zip(("PB", "PW"), told.seats, strict=False))
    root |= {name: told.tags[tag] for name, tag in (("EV", "Event"), ("RO", "Round")) if tag in told.tags}
    root["RE"] = _sgf_result(position, position.outcome or told.outcome)
    if first != game.start() or isinstance(game, Othello):
        root |= {name: stones for name, stones in zip(("AB", "AW"), _stones(first), strict=True) if stones}
        root["PL"] = "BW"[first.player]
    nodes = [root]
    for at, reached in enumerate(after):
        assert reached.parent is not None
        assert reached.move is not None
        node: dict[str, str | Sequence[str]] = {"BW"[reached.parent.player]: _sgf_move(game, reached.move)}
        if at < len(told.comments) and told.comments[at]:
            node["C"] = told.comments[at]
        nodes.append(node)
    return sgf.write(nodes)


def _sgf_move(game: Game, move: int) -> str:
    """A move or a point; empty for a pass. Hex has letters and numbers, the other games two letters."""
    if isinstance(game, Hex):
        return "swap-pieces" if move == game.area else f"{chr(ord('a') + move % game.size)}{move // game.size + 1}"
    if isinstance(game, Go):
        return "" if move == game.points else sgf.point(move % game.size, game.size - 1 - move // game.size)
    assert isinstance(game, Othello)
    edge = 4 - game.size // 2  # smaller boards are the middle of the usual one
    return "" if move == PASS else sgf.point(move % 8 - edge, move // 8 - edge)


def _stones(position: Position) -> tuple[list[str], list[str]]:
    """The points with stones of Black and of White."""
    game, s = position.game, position.state
    if isinstance(game, Othello):
        owned = [[cell for cell in range(64) if s.discs[player] >> cell & 1] for player in (0, 1)]
    else:
        cells = range(game.size**2)  # type: ignore[attr-defined]
        owned = [[cell for cell in cells if s.cells[cell] & 3 == 1 + player] for player in (0, 1)]
    black, white = ([_sgf_move(game, cell) for cell in mine] for mine in owned)
    return black, white


def _sgf_result(position: Position, outcome: Outcome | None) -> str:
    """Such as B+3.5, W+R for a resignation, 0 for a draw, ? for a game that goes on."""
    if outcome is None:
        return "?"
    if outcome.winner is None:
        return "Void" if outcome.reason == "length" else "0"
    game, s, by = position.game, position.state, _SGF_REASONS.get(outcome.reason, "")
    if outcome.reason == "rules" and isinstance(game, Go):
        by = f"{abs(game.score(s)):g}"
    elif outcome.reason == "rules" and isinstance(game, Othello):
        by = str(abs(count(s.discs[0]) - count(s.discs[1])))
    return f"{'BW'[outcome.winner]}+{by}"


_WRITERS: dict[str, Callable[[Position, Told], str]] = {".pgn": _pgn, ".pdn": _pdn, ".sgf": _sgf}
NOTATIONS = tuple(_WRITERS)
"""The endings of files with games in a notation of other programs."""
