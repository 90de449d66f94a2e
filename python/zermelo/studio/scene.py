"""What the page shows of a position: the picture, its squares with their places, and the moves that can be made with them.

A game's picture marks its squares with invisible shapes (`Picture.spot`), and a position knows which squares each move touches
(`Position.legs`). One pass over the picture takes these shapes out and keeps them as values. The page draws them on top of the picture
and turns clicks into moves: one square to place a stone, two to move a piece, more to jump on. A move of several parts, such as a backgammon
play, has a leg for each part, and the parts may be made in any order. A move without squares, such as a pass, has a button.

A picture ends with a line of text: who is to move, or how the game ended. The page has its own line for that, so the text is removed.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import NamedTuple

from zermelo.game import CHANCE, Game, Position
from zermelo.game.board import EMPTY, Leg, owners
from zermelo.play import chance

_KINDS = {
    "chess": {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"},
    "checkers": {"b": "man", "w": "man", "r": "man", "B": "king", "W": "king", "R": "king"},
}
_SPOT = re.compile(
    r'\s*<rect data-square="([^"]*)" x="(-?\d+\.?\d*)" y="(-?\d+\.?\d*)" width="(\d+\.?\d*)" height="(\d+\.?\d*)" fill="none"/>'
)
_GROUP = re.compile(r'<g(?: transform="translate\((-?\d+\.?\d*) (-?\d+\.?\d*)\)")?[^>]*>|</g>')
_TEXT = re.compile(r'<text x="[-\d.]+" y="(\d+\.?\d*)" [^>]*?font-size="(\d+\.?\d*)"[^>]*>([^<]*)</text>\s*')
_TITLE = re.compile(r"<title>([^<]*)</title>")
_HEAD = re.compile(r'width="([\d.]+)" height="[\d.]+" viewBox="0 0 [\d.]+ [\d.]+"')


class Place(NamedTuple):
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Choice:
    """A legal move; `legs` is empty if it cannot be made by clicking squares."""

    name: str
    legs: tuple[Leg, ...] = ()

    @property
    def squares(self) -> tuple[str, ...]:
        return tuple(square for leg in self.legs for square in leg)


@dataclass(frozen=True)
class Scene:
    """A position as the page shows it."""

    position: Position
    svg: str
    """The picture without its squares and its last line."""
    caption: str
    squares: dict[str, Place]
    choices: tuple[Choice, ...] = ()
    contents: Mapping[str, str] = field(default_factory=dict)
    """What is on each square, in words, for screen readers."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """In games with dropped stones: the square to which a stone drops, for each square of a column."""
    last: tuple[str, ...] = ()
    rolls: tuple[str, ...] = ()
    """Outcomes of chance since the last move, the earliest first."""
    dice: str = ""
    """The digits of the last roll, if it was a roll of dice."""

    def touched(self, move: str | None) -> tuple[str, ...]:
        return next((choice.squares for choice in self.choices if choice.name == move), ())


def look(position: Position, asked: bool, captioned: bool = False) -> Scene:
    """The scene of a position. `asked`: whether the visitor may move; `captioned`: leave the last line in the picture.

    >>> from zermelo import find
    >>> scene = look(find("checkers").start(), asked=True)
    >>> scene.choices[0], scene.squares["9"], scene.contents["9"]
    (Choice(name='9-13', legs=(('9', '13'),)), Place(x=60.0, y=108.0, width=48.0, height=48.0), 'black man')
    """
    svg, squares = _squares(position.game.svg(position.state))
    svg, caption = (svg, "") if captioned else _caption(svg)
    choices = _choices(position, squares) if asked else ()
    rolls, dice = _rolls(position)
    last = _last_move(position, squares)
    return Scene(position, svg, caption, squares, choices, _contents(position), _columns(position, choices), last, rolls, dice)


def front(game: Game) -> int | None:
    """The player whose pieces are in front, if two sides face each other; None if the board need not be turned."""
    start = game.start()
    scene, board = look(start, asked=True), start.board
    moves = any(len(leg) > 1 for choice in scene.choices for leg in choice.legs)
    if board is None or not moves or len(game.players) != 2 or not _turnable(scene.squares.values()):
        return None
    whose = owners(game)
    depths = [[place.y for name, place in scene.squares.items() if whose.get(board.content(name)) == who] for who in game.players]
    return next((player for player in (0, 1) if min(depths[player], default=0) > max(depths[1 - player], default=0)), None)


# The picture


def _squares(svg: str) -> tuple[str, dict[str, Place]]:
    """A picture without its squares, and the squares; groups of shapes may be moved as a whole."""
    found: dict[str, Place] = {}
    groups, at = [(0.0, 0.0)], 0
    for spot in _SPOT.finditer(svg):
        for group in _GROUP.finditer(svg, at, spot.start()):
            if group[0] != "</g>":
                groups.append((groups[-1][0] + float(group[1] or 0), groups[-1][1] + float(group[2] or 0)))
            elif len(groups) > 1:
                groups.pop()
        x, y, width, height = map(float, spot.groups()[1:])
        found[unescape(spot[1])], at = Place(x + groups[-1][0], y + groups[-1][1], width, height), spot.end()
    return _SPOT.sub("", svg), found


def _caption(svg: str) -> tuple[str, str]:
    """A picture without its last line, and that line; the picture as it is if the line is not the one in its title."""
    title, head = _TITLE.search(svg), _HEAD.search(svg)
    words = title[1].partition(": ")[2] if title else ""
    last = max(_TEXT.finditer(svg), key=lambda text: float(text[1]), default=None)
    if last is None or head is None or not words or not last[3] or not (last[3].startswith(words) or words.endswith(last[3])):
        return svg, ""
    height = float(last[1]) - float(last[2])
    size = f'width="{head[1]}" height="{height:g}" viewBox="0 0 {head[1]} {height:g}"'
    return svg[: head.start()] + size + svg[head.end() : last.start()] + svg[last.end() :], unescape(last[3])


def _turnable(places: Collection[Place]) -> bool:
    """Whether a board looks the same from the other side: equal squares in rows and columns, at least half of them there."""
    corners = {(place.x, place.y) for place in places}
    columns, rows = {x for x, _ in corners}, {y for _, y in corners}
    if not corners or len({place[2:] for place in places}) > 1 or 2 * len(corners) < len(columns) * len(rows):
        return False
    right, low = min(columns) + max(columns), min(rows) + max(rows)
    return all((right - x, low - y) in corners for x, y in corners)


# The squares


def _choices(position: Position, squares: Mapping[str, Place]) -> tuple[Choice, ...]:
    """The legal moves; a move gets no legs if the picture lacks one of its squares."""
    found = [Choice(position.name(move), position.legs(move)) for move in position.choices]
    return tuple(choice if all(name in squares for name in choice.squares) else Choice(choice.name) for choice in found)


def _columns(position: Position, choices: Collection[Choice]) -> dict[str, str]:
    board = position.board
    if board is None or not board.dropping:
        return {}
    ends = {board.squares[name].column: name for choice in choices for name in choice.squares}
    return {name: ends[square.column] for name, square in board.squares.items() if square.column in ends}


def _contents(position: Position) -> dict[str, str]:
    """What is on each square: the player, and the kind of piece if a player has several."""
    board, game = position.board, position.game
    kinds = _KINDS.get(game.title(), {})
    words = {sign: f"{player} {kinds.get(sign) or kinds.get(sign.lower(), '')}".strip() for sign, player in owners(game).items()}
    words[EMPTY] = "empty"
    found = {} if board is None else {name: board.content(name) for name in board.squares}
    return {name: words.get(sign, sign) for name, sign in found.items()}


def _last_move(position: Position, squares: Mapping[str, Place]) -> tuple[str, ...]:
    """The squares of the last player's move and of the chance moves after it, by their names in this position."""
    found: set[str] = set()
    for before, move in _latest(position):
        found |= _renamed(before, {square for leg in before.legs(move) for square in leg}, squares)
    return tuple(name for name in squares if name in found)


def _renamed(before: Position, names: set[str], squares: Mapping[str, Place]) -> set[str]:
    """The names that squares of an earlier position have now: backgammon counts points from the side of the player to move."""
    if not names or not before.game.defines("squares_of"):
        return names
    then = _squares(before.game.svg(before.state))[1]
    now = {place: name for name, place in squares.items()}
    return {now[then[name]] for name in names if name in then and then[name] in now}


def _rolls(position: Position) -> tuple[tuple[str, ...], str]:
    """The outcomes of chance since a player moved, and the last of them as dice."""
    found = [(before.name(move), len(before.choices)) for before, move in _latest(position) if before.player == CHANCE]
    dice = next(filter(None, (chance.numbers(name, number) for name, number in found)), "")
    return tuple(name for name, _ in reversed(found)), dice


def _latest(position: Position) -> Iterator[tuple[Position, int]]:
    """The latest moves with the positions before them, the last first: the moves of chance since a player moved, and the player's."""
    before = position.parent
    while before is not None and position.move is not None:
        yield before, position.move
        if before.player != CHANCE:
            return
        position, before = before, before.parent
