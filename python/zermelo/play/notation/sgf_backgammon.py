"""Backgammon in SGF (GM[6]), as GNU Backgammon writes and reads it.

    ;W[21mkxw]      White rolls 2 and 1, and moves a man from m to k and one from x to w
    ;B[66]          Black rolls double six and cannot move
    ;B[double]      the cube: double, take and drop

The points are letters: a is White's point 1 and x is White's point 24. So x is Black's point 1, because Black goes the other way; y is the bar and z is off. Our first player, x,
is Black. We have no doubling cube: `double` and `take` change the points, not the board, and are left out; after `drop` the game is over. A board may be set up before the
first move (AB, AW and AE, a letter for each man; PL and DI, the dice).
"""

import re
from collections.abc import Iterator, Sequence

from zermelo.errors import MoveError, PositionError
from zermelo.game import CHANCE, Position
from zermelo.games.backgammon import position_id
from zermelo.games.backgammon.board import BAR, MEN, NOBODY, ROW
from zermelo.games.backgammon.rules import Backgammon
from zermelo.games.shared import sgf
from zermelo.games.shared.sgf import SgfError, SgfNode, SgfTree

_LETTERS = "abcdefghijklmnopqrstuvwx"
_CUBE = ("double", "take", "drop")
_SET_UP = ("AB", "AW", "AE")


def replayed(game: Backgammon, tree: SgfTree) -> Position:
    """The position after the main line."""
    men: dict[str, list[str]] = {"B": [], "W": []}
    turn, dice, changed, line = None, "", False, 1
    position: Position | None = None
    for node in tree.main_line():
        if any(node.values(name) for name in _SET_UP):
            if position is not None:
                raise SgfError(f"line {node.line} of the SGF: men are set up in the middle of the game, so it cannot be replayed")
            men = _placed(men if changed else _usual(), node)
            changed, line = True, node.line
        turn = node.value("PL").upper()[:1] or turn
        dice = node.value("DI") or dice
        for name, values in node.properties:
            for value in values if sgf.capitals(name) in ("B", "W") else ():
                player = sgf.capitals(name)
                if position is None:
                    same = sorted(re.sub(r"\D", "", dice)) == sorted(value.strip()[:2])
                    position = _start(game, men if changed else None, turn or player, dice if same else "", line)
                position = _moved(position, "BW".index(player), sgf.plain(value).strip().lower(), node)
    return position or _start(game, men if changed else None, turn or "B", dice, line)


def _usual() -> dict[str, list[str]]:
    """The letters of all men at the start."""
    white = [letter for point, number in ((24, 2), (13, 5), (8, 3), (6, 5)) for letter in _LETTERS[point - 1] * number]
    return {"W": white, "B": [_LETTERS[23 - _LETTERS.index(letter)] for letter in white]}


def _placed(men: dict[str, list[str]], node: SgfNode) -> dict[str, list[str]]:
    """The men after a node that empties points (AE) and adds men (AB, AW)."""
    gone = {letter for value in node.values("AE") for letter in _range(value, node)}
    kept = {colour: [letter for letter in mine if letter not in gone] for colour, mine in men.items()}
    return {colour: kept[colour] + [x for value in node.values(f"A{colour}") for x in _range(value, node)] for colour in "BW"}


def _range(value: str, node: SgfNode) -> str:
    """The letters of a point or of a range of points, such as a:x."""
    match = re.fullmatch("([a-z])(?::([a-z]))?", value.strip())
    if match is None:
        raise SgfError(
            f"line {node.line} of the SGF: `{value[:20]}` is not a point; write a letter from a to x, y for the bar, z for off"
        )
    letters = _LETTERS + "yz"
    return letters[letters.index(match[1]) : letters.index(match[2] or match[1]) + 1]


def _start(game: Backgammon, men: dict[str, list[str]] | None, turn: str, dice: str, line: int) -> Position:
    """The first position: the usual start before the first roll, or the men that are set up."""
    if turn not in ("B", "W"):
        raise SgfError(f"line {line} of the SGF: PL[{turn}] is not a player; write B or W")
    if men is None:
        return game.start()
    rows = {colour: [0] * ROW for colour in "BW"}
    for colour, letters in men.items():
        for letter in letters:
            rows[colour][_point("BW".index(colour), letter)] += 1
        if sum(rows[colour]) > MEN:
            raise SgfError(f"line {line} of the SGF: {colour} has {sum(rows[colour])} men, but each player has {MEN}")
    other = "W" if turn == "B" else "B"
    told = position_id.write(rows[other], rows[turn])
    thrown = re.sub(r"\D", "", dice)
    try:
        return game.position(" ".join([told, game.players["BW".index(turn)], *([thrown] if thrown else [])]))
    except PositionError as error:
        raise SgfError(f"line {line} of the SGF: the position that is set up is invalid: {error}") from None


def _point(player: int, letter: str) -> int:
    """A point as the player counts it."""
    if letter in "yz":
        return BAR if letter == "y" else 0
    at = _LETTERS.index(letter)
    return 24 - at if player == 0 else at + 1


def _moved(position: Position, player: int, value: str, node: SgfNode) -> Position:
    """The position after a roll and a move."""
    game = position.game
    where = f"line {node.line} of the SGF: {'BW'[player]}[{value[:20]}]"
    if value in _CUBE:
        return position
    match = re.fullmatch("([1-6])([1-6])((?:[a-z]{2}){0,4})", value)
    if match is None:
        raise SgfError(f"{where} is not a move; write two dice and the points of each man, as in B[52lpab]")
    if position.over:
        raise SgfError(f"{where} comes after the end of the game ({position.result})")
    first, second = sorted(match[1] + match[2], reverse=True)
    s = position.state
    opens = s.turn == NOBODY
    if not opens and s.turn != player:
        raise SgfError(f"{where} is a move of {game.players[player]}, but {game.players[s.turn]} is to move")
    steps = [match[3][at : at + 2] for at in range(0, len(match[3]), 2)]
    parts = [f"{_name(_point(player, step[0]))}/{_name(_point(player, step[1]))}" for step in steps]
    try:
        if position.player == CHANCE:
            position = position.advance(position.parse(second + first if opens and player == 1 else first + second))
        return position.advance(position.parse(",".join(parts) or "pass"))
    except MoveError as error:
        raise SgfError(f"{where} is wrong: {error}") from None


def cube_actions(tree: SgfTree) -> int:
    """How often the main line uses the doubling cube, which our rules do not have."""
    values = (value for node in tree.main_line() for name in ("B", "W") for value in node.values(name))
    return sum(value.strip().lower() in _CUBE for value in values)


def _name(point: int) -> str:
    return {BAR: "bar", 0: "off"}.get(point, str(point))


def set_up(first: Position) -> dict[str, str | Sequence[str]]:
    """The properties that set up a position; none for the start of the game."""
    game, s = first.game, first.state
    if first == game.start():
        return {}
    told: dict[str, str | Sequence[str]] = {"AE": ["a:y"]}
    for player, name in enumerate(("AB", "AW")):
        row = s.men[ROW * player :][:ROW]
        places = [letter for point in range(ROW) for letter in [_letter(player, point)] * row[point]]
        told |= {name: places} if places else {}
    told["PL"] = "BW"[s.turn]
    return told | ({"DI": str(s.dice)} if s.dice else {})


def _letter(player: int, point: int) -> str:
    return {BAR: "y", 0: "z"}.get(point) or _LETTERS[24 - point if player == 0 else point - 1]


def nodes(position: Position, comments: Sequence[str]) -> Iterator[dict[str, str | Sequence[str]]]:
    """A node for each move of a player. The rolls are part of the moves; one without a move, at the end, is left out."""
    for at, reached in enumerate(position.line()[1:]):
        before = reached.parent
        assert before is not None
        if before.player == CHANCE:
            continue
        game, s, player = before.game, before.state, before.player
        assert isinstance(game, Backgammon)
        assert reached.move is not None
        steps = (game.step(s, reached.move, number) for number in range(4))
        ordered = sorted((step for step in steps if step[0] > 0), reverse=True)  # from the back, so that each step is possible
        letters = "".join(_letter(player, point) for step in ordered for point in step)
        node: dict[str, str | Sequence[str]] = {"BW"[player]: f"{s.dice}{letters}"}
        if at < len(comments) and comments[at]:
            node["C"] = comments[at]
        yield node
