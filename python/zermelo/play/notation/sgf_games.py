"""Games of Go, Othello and Hex in SGF, against the rules; `sgf_backgammon` has backgammon. `zermelo.games.shared.sgf` has the form of the text.

The first player is Black. Points of Go and Othello are two letters from the upper left corner; a pass is empty or, up to 19 by 19, tt. Hex has letters and
numbers, a1; two letters are read, too. Before the first move stones may be set up (AB, AW, AE, PL); afterwards the main line must be moves alone. A pass of Othello may be
left out, because it is forced.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase

from zermelo.errors import GameError, MoveError, PositionError
from zermelo.game import Game, Position, turn_line
from zermelo.games.backgammon.rules import Backgammon
from zermelo.games.go.rules import Go
from zermelo.games.hex import Hex
from zermelo.games.othello import PASS, Othello
from zermelo.games.shared import sgf
from zermelo.games.shared.bitboard import count
from zermelo.games.shared.sgf import SgfError, SgfNode, SgfTree
from zermelo.outcome import Outcome
from zermelo.play.notation.entry import Entry, Told
from zermelo.play.notation.sgf_backgammon import (
    cube_actions,
    nodes as backgammon_nodes,
    replayed as backgammon_replayed,
    set_up as backgammon_set_up,
)

GAMES: dict[type[Game], str] = {Go: "1", Othello: "2", Backgammon: "6", Hex: "11"}
"""The number of each game in SGF."""
_SIZES = {Go: "19", Othello: "8", Hex: "11"}
_REASONS = {"resignation": "R", "time": "T", "forfeit": "F"}
_TAGS = {"Event": "EV", "Round": "RO", "Site": "PC", "Date": "DT"}
_SIGNS = {Go: ".XO", Othello: ".xo", Hex: ".xo"}


def read_sgf(text: str, game: Game | None = None) -> Iterator[Entry]:
    """The games of an SGF file, one by one. A game that is given decides about komi and the like; its size must be that of the file."""
    for tree in sgf.read_all(text):
        root = tree.nodes[0]
        found = _game(root, game, tree)
        if isinstance(found, Backgammon):
            position = backgammon_replayed(found, tree)
        else:
            position = _replayed(found, tree)
        line = tree.main_line()
        comments = [" ".join(node.value("C").split()) for node in line if node.values("B") or node.values("W")]
        remark = " ".join(
            " ".join(node.value("C").split()) for node in line if not (node.values("B") or node.values("W"))
        ).strip()
        tags = {tag: value for tag, name in _TAGS.items() if (value := root.value(name))}
        seats = (root.value("PB", "?"), root.value("PW", "?"))
        told = Told(seats, _outcome(root), tags, _fitted(comments, position), remark)
        cube = cube_actions(tree) if isinstance(found, Backgammon) else 0
        yield Entry(position, told, tree, tree.variations, cube=cube)


def _fitted(comments: Sequence[str], position: Position) -> list[str]:
    """Comments for the moves of players; outcomes of chance and passes that the file leaves out have none."""
    line, left = position.line(), list(comments)
    if len(left) != len(line) - 1:
        left.reverse()
        left = [left.pop() if left and before.player >= 0 else "" for before in line[:-1]]
    return left


def _game(root: SgfNode, game: Game | None, tree: SgfTree) -> Game:
    """The game of a tree: the one that is given, if it is the same with the same size, or else one with the size and the komi of the file."""
    number = root.value("GM", "1")
    cls = next((cls for cls, known in GAMES.items() if known == number), None)
    if cls is None:
        raise SgfError(
            f"line {root.line} of the SGF: GM[{number[:20]}] is not a game that can be read; 1 is Go, 2 Othello, 6 backgammon, 11 Hex"
        )
    if game is not None and type(game) is not cls:
        raise SgfError(f"line {root.line} of the SGF: the game is {cls.title()}, not {game}")
    if cls is Backgammon:
        return game or Backgammon()
    told = re.fullmatch(r"([0-9]{1,3})(?::([0-9]{1,3}))?", root.value("SZ", _SIZES[cls]))
    if told is None or int(told[2] or told[1]) != int(told[1]):
        raise SgfError(f"line {root.line} of the SGF: SZ[{root.value('SZ')[:20]}] is not the size of a square board")
    size = int(told[1])
    if game is not None:
        if game.size != size:  # type: ignore[attr-defined]
            raise SgfError(
                f"line {root.line} of the SGF: the board has size {size}, but {game} has not; give the game with that size"
            )
        return game
    try:
        return _made(cls, size, root, tree)
    except GameError as error:
        raise SgfError(f"line {root.line} of the SGF: {error}") from None


def _made(cls: type[Game], size: int, root: SgfNode, tree: SgfTree) -> Game:
    if cls is Othello:
        return Othello(size)
    if cls is Hex:
        swaps = any(value.startswith("swap") for node in tree.main_line() for name in ("B", "W") for value in node.values(name))
        return Hex(size, swap=swaps)
    komi = root.value("KM")
    if not komi:
        return Go(size)
    if not re.fullmatch(r"[-+]?[0-9]{1,4}(\.[0-9]{0,6})?", komi):
        raise SgfError(f"line {root.line} of the SGF: KM[{komi[:20]}] is not a number of points")
    return Go(size, float(komi))


@dataclass
class _SetUp:
    """Stones that are set up before the first move."""

    stones: dict[str, int] = field(default_factory=dict)
    turn: int | None = None
    line: int = 0

    def add(self, node: SgfNode) -> bool:
        """Take in a node; the answer is whether it has anything to set up."""
        for name, colour in (("AB", 0), ("AW", 1), ("AE", None)):
            for place in sgf.points(node.values(name)):
                self.stones.pop(place, None)
                if colour is not None:
                    self.stones[place] = colour
                self.line = node.line
        if player := node.value("PL").upper()[:1]:
            if player not in "BW12":
                raise SgfError(f"line {node.line} of the SGF: PL[{player}] is not a player; write B or W")
            self.turn = "BW12".index(player) % 2
        return any(node.values(name) for name in ("AB", "AW", "AE"))


def _replayed(game: Game, tree: SgfTree) -> Position:
    """The position after the main line."""
    set_up, position = _SetUp(), None
    for node in tree.main_line():
        moves = [(sgf.capitals(name), value) for name, values in node.properties for value in values]
        if position is None:
            set_up.add(node)
        elif any(node.values(name) for name in ("AB", "AW", "AE")):
            raise SgfError(f"line {node.line} of the SGF: stones are set up in the middle of the game, so it cannot be replayed")
        for name, value in (each for each in moves if each[0] in ("B", "W")):
            position = position or _start(game, set_up, "BW".index(name))
            position = _moved(position, "BW".index(name), sgf.plain(value).strip(), node)
    return position or _start(game, set_up, None)


def _start(game: Game, set_up: _SetUp, mover: int | None) -> Position:
    """The first position. Who is to move is what the file says or, if it does not, whoever moves first."""
    turn = set_up.turn if set_up.turn is not None else mover or 0
    if not set_up.stones and turn == 0:
        return game.start()
    if not set_up.stones and isinstance(game, Othello):
        set_up.stones = {place: colour for colour, stones in enumerate(_stones(game.start())) for place in stones}
    size, signs = game.size, _SIGNS[type(game)]  # type: ignore[attr-defined]
    cells = [signs[0]] * size**2
    for place, colour in set_up.stones.items():
        row, column = _row_and_column(game, place, set_up.line)
        cells[row * size + column] = signs[1 + colour]
    rows = [" ".join(cells[start : start + size]) for start in range(0, size**2, size)]
    try:
        return game.position("\n".join([*rows, turn_line.write(game, turn)]))
    except (PositionError, MoveError) as error:
        raise SgfError(f"line {set_up.line or 1} of the SGF: the position that is set up is invalid: {error}") from None


def _row_and_column(game: Game, place: str, line: int) -> tuple[int, int]:
    """A point counted from the upper left corner."""
    size = game.size  # type: ignore[attr-defined]
    pair = re.fullmatch("([a-zA-Z])([a-zA-Z])", place)
    named = re.fullmatch("([a-zA-Z])([0-9]{1,2})", place) if isinstance(game, Hex) else None
    column = ascii_lowercase.index((pair or named)[1].lower()) if pair or named else size  # type: ignore[index]
    row = ascii_lowercase.index(pair[2].lower()) if pair else int(named[2]) - 1 if named else size
    if not (0 <= row < size and column < size):
        raise SgfError(f"line {line} of the SGF: `{place[:20]}` is not a point of a board of size {size}")
    return row, column


def _moved(position: Position, player: int, value: str, node: SgfNode) -> Position:
    """The position after a move of the file."""
    game, number = position.game, len(position.line())
    where = f"line {node.line} of the SGF: move {number}, {'BW'[player]}[{value[:20]}],"
    if position.over and isinstance(game, Go) and _is_pass(game, value):
        return position  # some servers write a third pass
    if isinstance(game, Hex) and value in ("resign", "forfeit"):
        return position  # RE says who won
    if isinstance(game, Othello) and position.player != player and position.choices == (PASS,):
        position = position.advance(PASS)
    if position.over:
        raise SgfError(f"{where} comes after the end of the game ({position.result})")
    if position.player != player:
        raise SgfError(f"{where} is a move of {game.players[player]}, but {position.turn} is to move")
    move = _number(game, value, node.line)
    try:
        if isinstance(game, Go):  # asking for all legal moves would be slow on large boards
            game.parse(position.state, game.name(position.state, move))
            return Position(game, game.rules.play(position.state, move), position, move)
        return position.advance(move)
    except MoveError:
        raise SgfError(f"{where} is not legal there") from None


def _is_pass(game: Game, value: str) -> bool:
    return value == "" or (value == "tt" and game.size <= 19)  # type: ignore[attr-defined]


def _number(game: Game, value: str, line: int) -> int:
    """The number of a move."""
    if isinstance(game, Hex):
        if value.startswith("swap"):
            return game.area
    elif _is_pass(game, value):
        return game.points if isinstance(game, Go) else PASS
    row, column = _row_and_column(game, value, line)
    if isinstance(game, Go):
        return (game.size - 1 - row) * game.size + column
    if isinstance(game, Hex):
        return row * game.size + column
    assert isinstance(game, Othello)
    edge = 4 - game.size // 2
    return (row + edge) * 8 + column + edge


def _outcome(root: SgfNode) -> Outcome | None:
    """The end of the game, as RE tells it."""
    result = root.value("RE")
    if result.lower() in ("0", "draw", "jigo"):
        return Outcome(None, "record")
    match = re.match(r"([BWbw])\+(.*)", result, re.DOTALL)
    if match is None:
        return None
    how = re.sub(r"[0-9.]", "", match[2]).strip().upper()[:1]
    reason = next((reason for reason, letter in _REASONS.items() if letter == how), "record")
    return Outcome("BW".index(match[1].upper()), reason)


def write_sgf(entry: Entry) -> str:
    """The game as SGF. The first player is Black."""
    if isinstance(entry.whole, SgfTree):
        return entry.whole.written()
    position, told = entry.position, entry.told
    game, first, *after = position.game, *position.line()
    root: dict[str, str | Sequence[str]] = {"FF": "4", "CA": "UTF-8", "AP": "Zermelo", "GM": GAMES[type(game)]}
    if not isinstance(game, Backgammon):
        root["SZ"] = str(game.size)  # type: ignore[attr-defined]
    if isinstance(game, Go):
        root["KM"] = f"{game.twice_komi / 2:g}"
    root |= dict(zip(("PB", "PW"), told.seats, strict=False))
    root |= {name: told.tags[tag] for tag, name in _TAGS.items() if tag in told.tags}
    root["RE"] = _result(position, position.outcome or told.outcome)
    if told.remark:
        root["C"] = told.remark
    if isinstance(game, Backgammon):
        return sgf.write([root | backgammon_set_up(first), *backgammon_nodes(position, told.comments)])
    if first != game.start() or isinstance(game, Othello):
        root |= {name: stones for name, stones in zip(("AB", "AW"), _stones(first), strict=True) if stones}
        root["PL"] = "BW"[first.player]
    nodes = [root]
    for at, reached in enumerate(after):
        assert reached.parent is not None
        assert reached.move is not None
        node: dict[str, str | Sequence[str]] = {"BW"[reached.parent.player]: _written(game, reached.move)}
        if at < len(told.comments) and told.comments[at]:
            node["C"] = told.comments[at]
        nodes.append(node)
    return sgf.write(nodes)


def _written(game: Game, move: int) -> str:
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
    black, white = ([_written(game, cell) for cell in mine] for mine in owned)
    return black, white


def _result(position: Position, outcome: Outcome | None) -> str:
    """Such as B+3.5, W+R for a resignation, 0 for a draw, ? for a game that goes on."""
    if outcome is None:
        return "?"
    if outcome.winner is None:
        return "Void" if outcome.reason == "length" else "0"
    game, s, by = position.game, position.state, _REASONS.get(outcome.reason, "")
    if outcome.reason == "rules" and isinstance(game, Go):
        by = f"{abs(game.score(s)):g}"
    elif outcome.reason == "rules" and isinstance(game, Othello):
        by = str(abs(count(s.discs[0]) - count(s.discs[1])))
    elif outcome.reason == "rules" and isinstance(game, Backgammon):
        by = f"{max(outcome.values or (1,)):g}"
    return f"{'BW'[outcome.winner]}+{by}"
