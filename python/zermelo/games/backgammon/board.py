"""The board of backgammon: its places, and the board as text and as a picture.

Each player has 26 places, counted from the own side: 0 for men borne off, the points 1 to 24, and 25 for the bar. Point p of one player is
point 25 - p of the other. The first player's home is always at the lower right. The numbers at the edge are those of the player to
move, as in the names of moves. A point with more than five men shows four men and, further in, their number. `rules` shows a board.
"""

import re
from collections.abc import Iterator, Sequence

from zermelo.errors import PositionError
from zermelo.game import EMPTY, Game, State, display

MEN, BAR, ROW = 15, 25, 26
"""The number of men of each player, the number of the bar, and the number of places including bar and off."""
NOBODY = -1
"""The turn before the first roll."""
PLACES = (1 << 15, 1 << 10, 1 << 5, 1)
"""The factors of the four sources in the number of a move."""
DEPTH = 5
"""The number of men that fit on a point in a picture."""
TOP, BOTTOM = tuple(range(13, BAR)), tuple(range(12, 0, -1))
_FIRST_THROW = "first throw"
_PLACES = {"bar": BAR, "off": 0}
_CELL, _MAN, _BAR, _EDGE = 42, 36, 48, 26
_LEFT, _RIGHT = 14, 14 + 6 * _CELL + _BAR
_WIDTH, _HEIGHT = _RIGHT + 6 * _CELL + 52, 2 * _EDGE + 2 * DEPTH * _MAN + 60
_FRAME, _FIELD, _POINTS = "#5f4630", "#f3ead7", ("#d9c196", "#b4916a")
_CORNERS = ((-1, -1), (1, 1), (-1, 1), (1, -1))
_DOTS = ((), ((0, 0),), _CORNERS[:2], ((0, 0), *_CORNERS[:2]), _CORNERS, ((0, 0), *_CORNERS), (*_CORNERS, (0, -1), (0, 1)))


def show(players: Sequence[str], s: State) -> str:
    """The board, the men on the bar and borne off if there are any, who is to move, and the dice."""
    top, bottom = ([_column(players, s, point) for point in points] for points in (TOP, BOTTOM))
    lines = [_line(_numbers(TOP, s.turn)), *(_line([column[row] for column in top]) for row in range(DEPTH))]
    lines.append("-" * 18 + "+" + "-" * 18)
    lines += [_line([column[row] for column in bottom]) for row in reversed(range(DEPTH))]
    lines.append(_line(_numbers(BOTTOM, s.turn)))
    for name, place in _PLACES.items():
        counts = [f"{player} {s.men[ROW * at + place]}" for at, player in enumerate(players) if s.men[ROW * at + place]]
        lines += [f"{name}: {', '.join(counts)}"] if counts else []
    return "\n".join([*lines, _turn(players, s)])


def _line(cells: Sequence[str]) -> str:
    left, right = ("".join(f"{cell:>3}" for cell in cells[at : at + 6])[1:] for at in (0, 6))
    return f"{left} | {right}"


def _numbers(points: Sequence[int], turn: int) -> list[str]:
    return [str(BAR - point if turn == 1 else point) for point in points]


def _column(players: Sequence[str], s: State, point: int) -> list[str]:
    """The cells of a point, from the edge of the board inwards."""
    player = 0 if s.men[point] else 1
    count = s.men[point] or s.men[ROW + BAR - point]
    cells = [players[player]] * min(count, DEPTH) + [EMPTY] * (DEPTH - count)
    return cells if count <= DEPTH else [*cells[:-1], str(count)]


def _turn(players: Sequence[str], s: State) -> str:
    if s.turn == NOBODY:
        return _FIRST_THROW
    return f"{players[s.turn]} to throw" if s.dice == 0 else f"{players[s.turn]} to play {s.dice}"


def is_drawn(text: str) -> bool:
    """Whether a text is meant as a board and not as a position ID."""
    return "\n" in text.strip() or " to " in text.lower() or _FIRST_THROW in text.lower()


def read(s: State, text: str, players: Sequence[str]) -> None:
    """The inverse of `show`: writes the board to a state."""
    lines = [line for line in display.lines_of(text.lower()) if not re.fullmatch(r"[-+|]+", line)]
    s.dice, s.turn = _read_turn(lines.pop(), players) if lines else (0, 0)
    s.men = [0] * (2 * ROW)
    rows, told = [], set()
    for line in lines:
        if ":" in line:
            told |= set(_read_places(line, players, s.men))
        else:
            rows.append(line.replace("|", " ").split())
    edges = [_numbers(TOP, s.turn), _numbers(BOTTOM, s.turn)]
    if len(rows) == 2 * DEPTH + 2 and [rows.pop(0), rows.pop()] != edges:
        raise PositionError(f"the points must have the numbers of the player to move: {' '.join(edges[0])} on top")
    if len(rows) != 2 * DEPTH or any(len(row) != len(TOP) for row in rows):
        raise PositionError(f"a board of backgammon has {2 * DEPTH} rows with {len(TOP)} men or dots each")
    for points, half in ((TOP, rows[:DEPTH]), (BOTTOM, rows[: -DEPTH - 1 : -1])):
        for point, cells in zip(points, zip(*half, strict=True), strict=True):
            _read_column(point, cells, players, s.men)
    for at, player in enumerate(players):
        if ("off", player) not in told:
            s.men[ROW * at] = max(MEN - sum(s.men[ROW * at + 1 : ROW * at + ROW]), 0)


def _read_turn(line: str, players: Sequence[str]) -> tuple[int, int]:
    found = re.fullmatch(r"(\S+) to (?:throw|roll|play (\S+))", line)
    if line == _FIRST_THROW:
        return 0, NOBODY
    if found is None or found[1] not in players:
        example = f"`{players[0]} to play 31`, `{players[0]} to throw` or `{_FIRST_THROW}`"
        raise PositionError(f"the last line must say who is to move, such as {example}, not `{line}`")
    return read_dice(found[2]) if found[2] else 0, players.index(found[1])


def read_dice(text: str) -> int:
    """Two dice in either order, as the number that a state holds."""
    found = re.fullmatch(r"([1-6])[-,]?([1-6])", text)
    if found is None:
        raise PositionError(f"`{text}` must be two dice from 1 to 6, such as 31")
    return int(max(found[1], found[2]) + min(found[1], found[2]))


def _read_places(line: str, players: Sequence[str], men: list[int]) -> Iterator[tuple[str, str]]:
    """Read the men on the bar or borne off; yields the places and players of the line."""
    name, _, counts = line.partition(":")
    for word in counts.split(","):
        found = re.fullmatch(r"\s*(\S+)\s+([0-9]{1,2})\s*", word)
        if name.strip() not in _PLACES or found is None or found[1] not in players:
            raise PositionError(f"`{line}` must be like `bar: {players[0]} 1` or `off: {players[0]} 2, {players[1]} 3`")
        men[ROW * players.index(found[1]) + _PLACES[name.strip()]] = int(found[2])
        yield name.strip(), found[1]


def _read_column(point: int, cells: Sequence[str], players: Sequence[str], men: list[int]) -> None:
    """Read the men on a point from its cells, which go from the edge inwards."""
    filled = [cell for cell in cells if cell != EMPTY]
    letters = filled[:-1] if len(filled) == DEPTH and filled[-1].isdigit() else filled
    count = int(filled[-1]) if len(letters) < len(filled) else len(filled)
    told = " ".join(cells)
    if list(cells[: len(filled)]) != filled or len(set(letters)) > 1 or (len(letters) < len(filled) and count <= DEPTH):
        raise PositionError(
            f"point {point} is `{told}` from the edge; write men of one player, then dots, and a number only above {DEPTH}"
        )
    if filled and letters[0] not in players:
        raise PositionError(f"`{letters[0]}` is not a man of backgammon; use {' '.join(players)} and {EMPTY}")
    if filled:
        player = players.index(letters[0])
        men[ROW * player + (BAR - point if player else point)] = count


def check(s: State, players: Sequence[str]) -> None:
    """Raises PositionError if a position is impossible."""
    rows = s.men[:ROW], s.men[ROW:]
    for player, row in zip(players, rows, strict=True):
        if min(row) < 0 or sum(row) != MEN:
            raise PositionError(f"{player} has {sum(row[1:])} men on the board and {row[0]} off instead of {MEN} in all")
    for point in range(1, BAR):
        if rows[0][point] and rows[1][BAR - point]:
            raise PositionError(f"both players have men on point {point} of {players[0]}; only one may")
    if rows[0][0] == rows[1][0] == MEN:
        raise PositionError("both players have borne off all men, but the game ends with the first who does")


def svg(game: Game, s: State) -> str:
    """The board from above; men borne off lie at the right."""
    words = display.caption(game, s) if game.over(s) else _turn(game.players, s)
    picture = display.Picture(_WIDTH, _HEIGHT + 30, f"{game}: {words}")
    picture.rectangle(0, 0, _WIDTH, _HEIGHT, _FRAME, 8)
    for left in (_LEFT, _RIGHT):
        picture.rectangle(left, _EDGE, 6 * _CELL, _HEIGHT - 2 * _EDGE, _FIELD)
    for points, edge in ((TOP, _EDGE), (BOTTOM, _HEIGHT - _EDGE)):
        for at, (point, number) in enumerate(zip(points, _numbers(points, s.turn), strict=True)):
            _draw_point(picture, game.players, s, point, _x(at), edge)
            picture.text(_x(at), 18 if edge == _EDGE else _HEIGHT - 9, number, size=12, ink=_FIELD)
            half = _HEIGHT / 2 - _EDGE
            picture.spot(number, _x(at) - _CELL / 2, edge if edge == _EDGE else edge - half, _CELL, half)
    for player in range(2):
        _draw_aside(picture, game.players, s, player)
    if s.dice:
        _draw_dice(picture, s)
        _draw_ends(picture, s.turn)
    picture.text(_WIDTH / 2, _HEIGHT + 21, words)
    return str(picture)


def _x(at: int) -> float:
    """The middle of a column, counted from the left."""
    return (_LEFT if at < 6 else _RIGHT - 6 * _CELL) + (at + 0.5) * _CELL


def _draw_point(picture: display.Picture, players: Sequence[str], s: State, point: int, x: float, edge: float) -> None:
    inwards = 1 if edge == _EDGE else -1
    tip = (x, edge + inwards * (DEPTH + 0.2) * _MAN)
    picture.polygon([(x - _CELL / 2, edge), (x + _CELL / 2, edge), tip], _POINTS[point % 2])
    player = 0 if s.men[point] else 1
    _draw_men(picture, players[player], player, s.men[point] or s.men[ROW + BAR - point], x, edge, inwards)


def _draw_men(picture: display.Picture, name: str, player: int, count: int, x: float, edge: float, inwards: int) -> None:
    """Draw men in a row; if not all fit, the last one shows their number."""
    for at in range(min(count, DEPTH)):
        label = str(count) if count > DEPTH and at == DEPTH - 1 else name
        picture.disc(x, edge + inwards * (at + 0.5) * _MAN, 0.48 * _MAN, display.COLOURS[player], label)


def _draw_aside(picture: display.Picture, players: Sequence[str], s: State, player: int) -> None:
    """Draw a player's men on the bar, near the points where they enter, and the men borne off."""
    inwards = -1 if player == 0 else 1
    middle, count = _LEFT + 6 * _CELL + _BAR / 2, s.men[ROW * player + BAR]
    _draw_men(picture, players[player], player, count, middle, _HEIGHT / 2 + inwards * 16, inwards)
    for at in range(s.men[ROW * player]):
        y = _HEIGHT - _EDGE - 11 * (at + 1) if player == 0 else _EDGE + 11 * at
        picture.rectangle(_RIGHT + 6 * _CELL + 8, y, 36, 9, display.COLOURS[player], 2)


def _draw_ends(picture: display.Picture, player: int) -> None:
    """Mark the bar and the place for men borne off, for clicks."""
    half = _HEIGHT / 2 - _EDGE
    picture.spot("bar", _LEFT + 6 * _CELL, _EDGE if player == 0 else _HEIGHT / 2, _BAR, half)
    picture.spot("off", _RIGHT + 6 * _CELL + 4, _HEIGHT / 2 if player == 0 else _EDGE, 44, half)


def _draw_dice(picture: display.Picture, s: State) -> None:
    """Draw the dice in the half at the player's right hand."""
    middle = (_RIGHT if s.turn == 0 else _LEFT) + 3 * _CELL
    for die, x in zip(divmod(s.dice, 10), (middle - 20, middle + 20), strict=True):
        picture.rectangle(x - 15, _HEIGHT / 2 - 15, 30, 30, display.COLOURS[s.turn], 6)
        for row, column in _DOTS[die]:
            dot = f'cx="{x + 8 * column:g}" cy="{_HEIGHT / 2 + 8 * row:g}" r="2.8" fill="{display.PAPER}"'
            picture.shapes.append(f"<circle {dot}/>")
