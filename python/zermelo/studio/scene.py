"""What the page shows of a position: the picture, its squares with their places, and the moves that can be made with them.

A game's picture marks its squares with invisible shapes (`Picture.spot`), and a position knows which squares each move touches
(`Position.legs`). One pass over the picture takes these shapes out and keeps them as values. The page draws them on top of the picture
and turns clicks into moves: one square to place a stone, two to move a piece, more to jump on. A move of several parts, such as a backgammon
play, has a leg for each part, and the parts may be made in any order. A move without squares, such as a pass, has a button.

A picture ends with a line of text: who is to move, or how the game ended. The page has its own line for that, so the text is removed.

A game may say which squares deserve a sign, such as those of the line that won (`Game.highlights`). If several moves touch the same squares, as
promotions in chess, each has a picture of what it puts on its last square; the page offers these pictures.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import unescape
from typing import NamedTuple
from xml.etree import ElementTree

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
_CORNER = re.compile(r'translate\((-?[\d.]+) (-?[\d.]+)\)|\bc?x="(-?[\d.]+)" c?y="(-?[\d.]+)"')
_MOST_PICTURES = 64
"""Moves in one position that get a picture of their own."""
_LONGEST_SIGN = 40
"""Characters of the words for a sign on a square."""


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
    picture: str = field(default="", repr=False)
    """What the move puts on its last square, as SVG; only if other moves touch the same squares."""

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
    path: tuple[Leg, ...] = ()
    """The parts of the last player's move, by the names that squares have now."""
    highlights: Mapping[str, str] = field(default_factory=dict)
    """Squares with a sign, and the reason in words."""
    start: Position | None = None
    """The first known position: scenes of one game have the same."""
    ply: int = 0
    """How many moves players have made since then."""
    rolls: tuple[str, ...] = ()
    """Outcomes of chance since the last move, the earliest first."""
    dice: str = ""
    """The digits of the last roll, if it was a roll of dice."""

    @property
    def signs(self) -> dict[str, int]:
        """The number of the player for each character that stands for any piece of this player, as x and o do.

        >>> from zermelo import find
        >>> look(find("rolit").start(), asked=True).signs["g"], look(find("chess").start(), asked=True).signs
        (2, {})
        """
        game, whose = self.position.game, owners(self.position.game)
        kinds = Counter(player for _, player in {(sign.lower(), player) for sign, player in whose.items()})
        return {sign: game.players.index(player) for sign, player in whose.items() if kinds[player] == 1}

    def touched(self, move: str | None) -> tuple[str, ...]:
        return next((choice.squares for choice in self.choices if choice.name == move), ())


def look(position: Position, asked: bool, captioned: bool = False, history: Position | None = None) -> Scene:
    """The scene of a position. `asked`: whether the visitor may move; `captioned`: leave the last line in the picture.

    The last moves are those of `history`, if it is given: `position` may be what a player sees, which has no past.

    >>> from zermelo import find
    >>> scene = look(find("checkers").start(), asked=True)
    >>> scene.choices[0], scene.squares["9"], scene.contents["9"]
    (Choice(name='9-13', legs=(('9', '13'),)), Place(x=60.0, y=108.0, width=48.0, height=48.0), 'black man')
    """
    svg, squares = _squares(position.game.svg(position.state))
    svg, caption = (svg, "") if captioned else _caption(svg)
    choices = _choices(position, squares) if asked else ()
    past = history or position
    line, (last, path), (rolls, dice) = past.line(), _last_move(past, squares), _rolls(past)
    return Scene(
        position,
        svg,
        caption,
        squares,
        _with_pictures(position, choices, squares) if asked else (),
        _contents(position),
        _columns(position, choices),
        last,
        path,
        _highlights(position, squares),
        line[0],
        sum(before.player != CHANCE for before in line[:-1]),
        rolls,
        dice,
    )


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


def _with_pictures(position: Position, choices: Sequence[Choice], squares: Mapping[str, Place]) -> tuple[Choice, ...]:
    """The choices; those that share all their squares with others get pictures, if these tell them apart."""
    alike: dict[tuple[Leg, ...], list[int]] = {}
    for at, choice in enumerate(choices):
        alike.setdefault(choice.legs, []).append(at)
    found = list(choices)
    groups = [(legs[-1][-1], group) for legs, group in alike.items() if legs and len(group) > 1 and not position.game.hides]
    if sum(len(group) for _, group in groups) <= _MOST_PICTURES:
        for square, group in groups:
            after = [position.advance(position.choices[at]) for at in group]
            for at, picture in zip(group, _details(after, square, squares[square]), strict=False):
                found[at] = replace(found[at], picture=picture)
    return tuple(found)


def _details(positions: Sequence[Position], square: str, place: Place) -> list[str]:
    """What each picture alone shows on a square; nothing if the pictures are alike there, or are not drawn line by line."""
    drawn = [position.game.svg(position.state) for position in positions]
    if any(_squares(svg)[1].get(square) != place for svg in drawn):
        return []
    shapes = [[line for line in svg.splitlines() if _is_on(line, place)] for svg in drawn]
    common = set(shapes[0]).intersection(*shapes)
    own = ["".join(line for line in lines if line not in common) for lines in shapes]
    if len(set(own)) < len(own) or not all(own):
        return []
    box = " ".join(f"{number:g}" for number in place)
    found = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" aria-hidden="true">{lines}</svg>' for lines in own]
    try:
        for svg in found:
            ElementTree.fromstring(svg)
    except ElementTree.ParseError:
        return []
    return found


def _is_on(line: str, place: Place) -> bool:
    """Whether a line of a picture is a shape that begins on a square."""
    corner = None if "data-square" in line else _CORNER.search(line)
    if corner is None:
        return False
    x, y = (float(number) for number in corner.groups() if number is not None)
    return place.x <= x < place.x + place.width and place.y <= y < place.y + place.height


def _highlights(position: Position, squares: Mapping[str, Place]) -> dict[str, str]:
    game = position.game
    told = position.rules.call("highlights", game.highlights, position.state.copy(), state=position.state)
    found = told if isinstance(told, Mapping) else {}
    return {name: str(words)[:_LONGEST_SIGN] for name, words in found.items() if name in squares}


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


def _last_move(position: Position, squares: Mapping[str, Place]) -> tuple[tuple[str, ...], tuple[Leg, ...]]:
    """The squares of the last player's move and of the chance moves after it, and the parts of the player's move, by their names here."""
    found: set[str] = set()
    path: tuple[Leg, ...] = ()
    for before, move in _latest(position):
        legs = _renamed(before, move, squares)
        found.update(name for leg in legs for name in leg)
        path = () if before.player == CHANCE else legs
    return tuple(name for name in squares if name in found), path if all(name in squares for leg in path for name in leg) else ()


def _renamed(before: Position, move: int, squares: Mapping[str, Place]) -> tuple[Leg, ...]:
    """The parts of an earlier move by the names that squares have now: backgammon counts points from the side of the player to move."""
    legs = before.legs(move)
    if not legs or not before.game.defines("squares_of"):
        return legs
    then = _squares(before.game.svg(before.state))[1]
    names = {place: name for name, place in squares.items()}
    now = {name: names[place] for name, place in then.items() if place in names}
    return tuple(tuple(now[name] for name in leg if name in now) for leg in legs)


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
