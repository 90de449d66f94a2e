"""Othello in the formats of Othello programs: games in GGF, and positions with the values of moves in OBF and in the FFO sets.

    (;GM[Othello]PC[GGS/os]PB[ann]PW[bob]TY[8]RE[+4]BO[8 -------- ... *]B[f5//0.1]W[d6]...;)      GGF: the form of SGF without a tree. BO is the size,
                                                                                                 the rows, and * or O for the player to move

    O--OOOOX-OOOOOOX...-------- X; A2:+38; C7:+36;     OBF: the squares in reading order, the player to move, and moves with the final
                                                       number of discs more than the opponent
    O--OOOOX-OOOOOOX...-------- Black % 40. A2:+38     an FFO set: the player in words, on the same line or below, and a remark

GGF is from the Generic Game Server by Michael Buro, OBF from Edax by Richard Delorme, the FFO sets from the Fédération Française d'Othello.
"""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from zermelo.errors import GameError, MoveError, PositionError
from zermelo.game import Game, Position
from zermelo.games.othello import PASS, Othello
from zermelo.games.shared import sgf
from zermelo.games.shared.bitboard import count
from zermelo.outcome import Outcome
from zermelo.play.notation.entry import Entry, NotationError, Told, begin, only

_PROPERTY = re.compile(r"\s*+;?\s*+([A-Za-z]++)\s*+\[((?:[^\]\\]++|\\.)*+)\]", re.DOTALL)
_GGF_START, _GGF_END = re.compile(r"\(\s*+;"), re.compile(r"\s*+;?\s*+\)")
_TAGS = {"Site": "PC", "Date": "DT"}
_ENDS = {"resignation": ":r", "time": ":t"}
_POSITION = re.compile(
    r"\s*([-.XOxo*]{16,64})(?:\s+(?:(X|O|\*|Black|White)\b|(\*))(?:\s+to\s+(?:move|play))?)?\s*(.*)", re.IGNORECASE
)
_ANSWER = re.compile(r"\s*([A-Ha-h][1-8]|pa(?:ss)?|ps|--)\s*:\s*([-+]?[0-9]{1,3}(?:\.[0-9]{1,4})?)\s*", re.IGNORECASE)


# Games in GGF


@dataclass(frozen=True)
class GgfGame:
    """A game as its file has it: all properties in their order, with values as they are written."""

    properties: tuple[tuple[str, str], ...]
    line: int = field(default=1, compare=False)

    def value(self, name: str) -> str:
        return next((sgf.plain(value).strip() for known, value in self.properties if known == name), "")

    def written(self) -> str:
        return "(;" + "".join(f"{name}[{value}]" for name, value in self.properties) + ";)\n"


def read_ggf(text: str, game: Game | None = None) -> Iterator[Entry]:
    """The games of a GGF file, one by one; what stands between them does not count."""
    text = text.replace("\r", "")
    at, line = 0, 1
    while (begin_at := _GGF_START.search(text, at)) is not None:
        line += text.count("\n", at, begin_at.start())
        found, end = _ggf_game(text, begin_at.end(), line)
        yield _ggf_entry(found, game)
        line += text.count("\n", begin_at.start(), end)
        at = end


def _ggf_game(text: str, at: int, line: int) -> tuple[GgfGame, int]:
    properties, first = [], at
    while (match := _PROPERTY.match(text, at)) is not None:
        properties.append((match[1].upper(), match[2]))
        at = match.end()
    end = _GGF_END.match(text, at)
    if end is None:
        where = line + text.count("\n", first, at)
        told = text[at : at + 20].strip().partition("\n")[0]
        raise NotationError(
            f"line {where} of the GGF cannot be read" + (f" at `{told}`" if told else ": the game does not end with ;)")
        )
    return GgfGame(tuple(properties), line), end.end()


def _ggf_entry(found: GgfGame, game: Game | None) -> Entry:
    where = f"the game on line {found.line} of the GGF"
    if found.value("GM").lower() not in ("othello", ""):
        raise NotationError(f"{where} is {found.value('GM')[:20]}, not Othello")
    position = _ggf_board(found.value("BO"), game, where)
    comments: list[str] = []
    for name, value in found.properties:
        if name in ("B", "W"):
            before = len(position.line())
            position = _ggf_move(position, "BW".index(name), sgf.plain(value), where)
            comments += [""] * (len(position.line()) - before - 1) + [_ggf_comment(sgf.plain(value))]
    tags = {tag: value for tag, name in _TAGS.items() if (value := found.value(name))}
    seats = (found.value("PB") or "?", found.value("PW") or "?")
    return Entry(position, Told(seats, _ggf_outcome(found.value("RE")), tags, comments), found)


def _ggf_board(text: str, game: Game | None, where: str) -> Position:
    """The first position: the size, the squares, and the player to move."""
    squares = "".join(text.split())
    match = re.fullmatch(r"([0-9]{1,2})([-*O]+)([*O])", squares)
    if match is None:
        raise NotationError(f"{where} has no board; BO must be the size, the rows, and * or O for the player to move")
    try:
        found = only(Othello(int(match[1])) if game is None else game, Othello, "GGF")
    except GameError as error:
        raise NotationError(f"{where}: {error}") from None
    signs = str.maketrans("*O-", "xo.")
    return begin(found, f"{match[2].translate(signs)} {match[3].translate(signs)}", where)


def _ggf_move(position: Position, player: int, value: str, where: str) -> Position:
    """The position after a move such as d3/0.5/12.3; a forced pass may be left out."""
    move = value.partition("/")[0].strip().lower()
    where = f"{where}: move {len(position.line())}, {'BW'[player]}[{value.strip()[:20]}],"
    if position.player != player and not position.over and position.choices == (PASS,):
        position = position.advance(PASS)
    if position.over:
        raise NotationError(f"{where} comes after the end of the game ({position.result})")
    if position.player != player:
        raise NotationError(f"{where} is a move of {position.game.players[player]}, but {position.turn} is to move")
    try:
        return position.advance(position.parse("pass" if move in ("pa", "pass", "ps") else move))
    except MoveError as error:
        raise NotationError(f"{where} is wrong: {error}") from None


def _ggf_comment(value: str) -> str:
    """The value and the time of a move, as a comment."""
    told = [part.strip() for part in value.split("/")[1:3]]
    return " ".join([*told[:1], *(f"{seconds}s" for seconds in told[1:] if seconds)]).strip()


def _ggf_outcome(text: str) -> Outcome | None:
    match = re.match(r"([-+]?[0-9]+(?:\.[0-9]+)?)(?::([rtls]))?", text)
    if match is None:
        return None
    discs = float(match[1])
    reason = {"r": "resignation", "t": "time"}.get(match[2] or "", "record")
    return Outcome(None, "record") if discs == 0 else Outcome(0 if discs > 0 else 1, reason)


def write_ggf(entry: Entry) -> str:
    """The game as GGF."""
    if isinstance(entry.whole, GgfGame):
        return entry.whole.written()
    position, told = entry.position, entry.told
    first = entry.first
    game = first.game
    assert isinstance(game, Othello)
    squares, turn = obf_squares(first).upper().split()
    rows = [squares[start : start + game.size] for start in range(0, len(squares), game.size)]
    board = " ".join([str(game.size), *rows, turn]).replace("X", "*")
    names = dict(zip(("PB", "PW"), told.seats, strict=False)) | {
        name: told.tags[tag] for tag, name in _TAGS.items() if tag in told.tags
    }
    pairs = [("GM", "Othello"), *names.items(), ("TY", str(game.size)), ("RE", _ggf_result(position, told)), ("BO", board)]
    for before, after in zip(position.line(), position.line()[1:], strict=False):
        assert after.move is not None
        pairs.append(("BW"[before.player], "PA" if after.move == PASS else before.name(after.move).upper()))
    return GgfGame(tuple((name, sgf.escaped(value)) for name, value in pairs)).written()


def _ggf_result(position: Position, told: Told) -> str:
    outcome, s = position.outcome or told.outcome, position.state
    if outcome is None:
        return "?"
    discs = count(s.discs[0]) - count(s.discs[1])
    if outcome.winner is not None and (discs > 0) != (outcome.winner == 0):
        discs = 64 if outcome.winner == 0 else -64  # the winner of a game that was resigned may be behind
    return f"{discs:+d}{_ENDS.get(outcome.reason, '')}"


# Positions with values


@dataclass(frozen=True)
class Solved:
    """A position of a set: squares, player to move, moves with their values, and a remark."""

    answers: tuple[tuple[str, str], ...] = ()
    remark: str = ""


def read_obf(text: str, game: Game | None = None) -> Iterator[Entry]:
    """The positions of an OBF file or an FFO set; lines that begin with % or # are comments."""
    lines = deque(enumerate(text.split("\n"), 1))
    while lines:
        number, line = lines.popleft()
        if not line.strip() or line.lstrip()[0] in "%#;":
            continue
        match = _POSITION.fullmatch(line.rstrip())
        if match is None:
            raise NotationError(
                f"line {number} is not a position; write its squares and the player to move, as in `---XO--- ... X;`"
            )
        turn, rest = match[2] or match[3], match[4]
        if (
            turn is None
            and lines
            and (below := re.fullmatch(r"\s*(black|white|[xo])\b(?:\s+to\s+\w+)?\s*(.*)", lines[0][1], re.IGNORECASE))
        ):
            turn, rest = below[1], below[2]
            lines.popleft()
        if turn is None:
            raise NotationError(f"line {number} does not say who is to move; write X or O, or Black or White, after the squares")
        yield _solved(match[1], turn.lower(), rest, game, number)


def _solved(squares: str, turn: str, rest: str, game: Game | None, number: int) -> Entry:
    where = f"line {number}"
    size = {16: 4, 36: 6}.get(len(squares), 8)
    found = only(Othello(size) if game is None else game, Othello, "OBF")
    player = "x" if turn in ("x", "*", "black") else "o"
    position = begin(found, f"{squares.lower().replace('*', 'x').replace('-', '.')} {player}", where)
    rest, _, remark = rest.partition("%")
    answers = []
    for part in filter(None, (part.strip() for part in rest.split(";"))):
        match = _ANSWER.fullmatch(part)
        if match is None:
            raise NotationError(f"{where}: `{part[:20]}` is not a move with its value; write it like A2:+38")
        answers.append((match[1], match[2]))
        _check_answer(position, match[1], where)
    solved = Solved(tuple(answers), remark.strip())
    told = "; ".join([*(f"{move}:{value}" for move, value in answers), *([solved.remark] if solved.remark else [])])
    return Entry(position, Told(remark=told), solved, answers=len(answers))


def _check_answer(position: Position, move: str, where: str) -> None:
    try:
        position.parse("pass" if move.lower() in ("pa", "pass", "ps", "--") else move.lower())
    except (MoveError, PositionError) as error:
        raise NotationError(f"{where}: {error}") from None


def write_obf(entry: Entry) -> str:
    """A line of OBF: the last position, with the values that its file has."""
    squares, turn = obf_squares(entry.position).split()
    solved = entry.whole if isinstance(entry.whole, Solved) else Solved()
    told = "".join(f" {move}:{value};" for move, value in solved.answers)
    return f"{squares.upper()} {turn.upper()};{told}{f' % {solved.remark}' if solved.remark else ''}\n"


def obf_squares(position: Position) -> str:
    """The squares in reading order, and the player to move."""
    game, s = position.game, position.state
    assert isinstance(game, Othello)
    rows = [line.split()[1:-1] for line in game.show(s).splitlines()[1 : game.size + 1]]
    squares = "".join("".join(row) for row in rows).replace(".", "-")
    return f"{squares} {game.players[s.turn]}"
