"""Hex, by Piet Hein and John Nash: join your two edges of the board with a chain of stones.

      a  b  c  d  e            Players put a stone each by turns on any empty cell, and nothing ever moves. x joins top and
    1  0  1  2  3  4           bottom, o joins left and right. Each cell has six neighbours, two of them in each row next
     2  5  6  7  8  9          to its own: 7, c2, touches 2 and 3 above, 6 and 8 beside, 11 and 12 below.
      3 10 11 12 13 14
       4 15 16 17 18 19        On a full board exactly one player has joined the edges, so nobody draws; and as a stone more
        5 20 21 22 23 24       never hurts, whoever moves first can win on every board (Nash, by stealing strategies).

With `swap` the second player may begin by taking over the first stone instead of putting one: it becomes an o, mirrored in the
long diagonal, so that it is to the edges of o what it was to those of x. That is move 25 here.

The state knows at once who has won. A cell is 0 while empty, else 1 for x or 2 for o, and 4 more if the stone's chain touches
the first edge of its player, top or left, 8 more if it touches the other one. Beyond the board lie four stones for ever, one for
each edge, so that a new stone finds the edges where it finds its neighbours. What it brings to its chain spreads from
stone to stone; as each learns of an edge twice at most, that takes little time in all. The cells from which it has yet to
spread are a stack: on top of its number each has 16 times that of the next one. Between moves there are none.

A random game puts a stone on any empty cell: four draws, and if all of them hit stones, cells in steps of a random width from
the last one on. The evaluation is how many stones fewer than the opponent a player needs to join the edges, if the other one
stood still; to be on turn is worth half a stone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import cos, gcd, pi, sin, sqrt

from zermelo.errors import GameError, PositionError
from zermelo.game import display
from zermelo.game.constants import ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import Field, State, i8, i16

MAX_SIZE = 19
AROUND = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
"""Rows and columns to go to each neighbour."""
COLOUR, FIRST, SECOND, ONE = 3, 4, 8, 16
"""What a cell is made of: the bits of the colour, each edge, and what one step of the stack is counted in."""
BOTH = FIRST + SECOND
_SIGNS = ".xo"
_TO_MOVE = " to move"
_RADIUS, _RIM, _EDGE = 20, 27, 44
_SIDES = ((3, 4), (4, 5), (2, 3), (5, 0), (1, 2), (0, 1))
"""The corners between which a cell touches each neighbour."""


class Hex(Game):
    """Join your two edges with a chain of stones: x top and bottom, o left and right."""

    players = ("x", "o")
    bounded_evaluation = True

    def __init__(self, size: int = 11, swap: bool = False) -> None:
        if type(size) is not int or not 1 <= size <= MAX_SIZE:
            raise GameError(f"hex takes size as a whole number from 1 to {MAX_SIZE}, not {size!r}")
        if not isinstance(swap, bool):
            raise GameError(f"hex takes swap as True or False, not {swap!r}")
        self.size, self.swap, self.area = size, swap, size * size
        self.max_moves = self.area + swap
        places = [(row, column) for row in range(size) for column in range(size)]
        self.near = tuple(self._cell(row + down, column + right) for row, column in places for down, right in AROUND)
        edges = (range(size), range(self.area - size, self.area), range(0, self.area, size), range(size - 1, self.area, size))
        self.around = (*(self.near[6 * cell : 6 * cell + 6] for cell in range(self.area)), *map(tuple, edges))
        self.mirrored = tuple(column * size + row for row, column in places)
        middle = [(2 * row + 1 - size, 2 * column + 1 - size) for row, column in places]
        self.outward = tuple(max(abs(down), abs(right), abs(down + right)) for down, right in middle)
        self.steps = tuple(step for step in range(1, self.area + 1) if gcd(step, self.area) == 1)

    def _cell(self, row: int, column: int) -> int:
        """The number of a cell; beyond the board those of the edges follow: top, bottom, left, right."""
        if not 0 <= row < self.size:
            return self.area + (row > 0)
        return row * self.size + column if 0 <= column < self.size else self.area + 2 + (column > 0)

    def state(self) -> Mapping[str, Field]:
        edges = [1 + FIRST, 1 + SECOND, 2 + FIRST, 2 + SECOND]
        return dict(cells=i16([0] * self.area + edges), stones=i16, result=i8(ONGOING), turn=i8)

    def moves(self, s: State) -> Iterator[int]:
        for cell in range(self.area):
            if s.cells[cell] == 0:
                yield cell
        if self.swap and s.stones == 1 and s.turn == 1:
            yield self.area

    def play(self, s: State, move: int) -> None:
        if move == self.area:
            move = self.mirrored[self.lift(s)]
        self.put(s, move)
        s.turn = 1 - s.turn

    def lift(self, s: State) -> int:
        """Take the only stone off the board."""
        cell = 0
        while s.cells[cell] == 0:
            cell += 1
        s.cells[cell] = 0
        s.stones = 0
        return cell

    def put(self, s: State, cell: int) -> None:
        """Put a stone of the player on turn."""
        stone = 1 + s.turn
        for way in range(6):
            neighbour = s.cells[self.near[6 * cell + way]]
            if neighbour & COLOUR == 1 + s.turn:
                stone |= neighbour
        s.cells[cell] = stone
        s.stones += 1
        if stone >= FIRST:
            self.spread(s, cell, stone)
        if stone >= BOTH:
            s.result = s.turn

    def spread(self, s: State, start: int, stone: int) -> None:
        """Tell the whole chain of a stone which edges it touches."""
        top = start
        while top >= 0:
            cell, top = top, s.cells[top] // ONE - 1
            s.cells[cell] = stone
            for way in range(6):
                other = self.near[6 * cell + way]
                neighbour = s.cells[other] % ONE
                if neighbour & COLOUR == stone & COLOUR and neighbour != stone and other < self.area:
                    s.cells[other] = stone + ONE * (top + 1)
                    top = other

    def winner(self, s: State) -> int:
        return int(s.result)

    # Taste

    def playout(self, s: State, dice: int) -> int:
        cell = 0
        for draw in range(4):
            cell = (dice >> 15 * draw & 32767) * self.area >> 15
            if s.cells[cell] == 0:
                return cell
        step = self.steps[(dice >> 15) % len(self.steps)]
        while s.cells[cell] != 0:
            cell = cell + step if cell + step < self.area else cell + step - self.area
        return cell

    def evaluate(self, s: State, player: int) -> float:
        lead = 2 * (self.needed(s, 1) - self.needed(s, 0)) + 1 - 2 * s.turn
        if player == 1:
            lead = -lead
        return float(lead / (abs(lead) + 4))

    def needed(self, s: State, player: int) -> int:
        """The fewest stones with which a player could join the edges at once; one more than there are cells if none could.

        From the first edge on, each place is met once, in the order of the stones that it takes to get there, its own
        included: `here` are those for the number that is counted, `beyond` those for one more.
        """
        places = self.area + 4
        met, here, beyond = [0] * places, [0] * places, [0] * places
        here[0] = self.area + 2 * player
        now, later, stones = 1, 0, 0
        while now > 0:
            while now > 0:
                now -= 1
                for place in self.around[here[now]]:
                    if place == self.area + 2 * player + 1:
                        return stones
                    if met[place] == 0 and s.cells[place] & COLOUR == 1 + player:
                        here[now] = place
                        now += 1
                    elif met[place] == 0 and s.cells[place] == 0:
                        beyond[later] = place
                        later += 1
                    met[place] = 1
            here, beyond = beyond, here
            now, later, stones = later, 0, stones + 1
        return self.area + 1

    def order(self, s: State, move: int) -> float:
        """By the steps from the middle: cells near it first, taking over last."""
        return -4 * self.size if move == self.area else -self.outward[move]

    # Faces

    def show(self, s: State) -> str:
        """Each row is half a cell further right than the one above."""
        width = len(str(self.size))
        letters = " ".join(display.letters(self.size))
        lines = [" " * (width + 1) + letters]
        for row in range(self.size):
            signs = " ".join(_SIGNS[cell & COLOUR] for cell in s.cells[row * self.size : (row + 1) * self.size])
            lines.append(" " * row + f"{row + 1:{width}} {signs} {row + 1}")
        return "\n".join([*lines, " " * (self.size + width + 1) + letters, self.players[s.turn] + _TO_MOVE])

    def read(self, text: str) -> State:
        """The inverse of `show`; without the last line, x is on turn if there are as many x as o."""
        rows: list[str] = []
        turns: list[str] = []
        for line in filter(None, map(str.strip, text.lower().replace("/", "\n").splitlines())):
            if line.endswith(_TO_MOVE):
                turns.append(line.removesuffix(_TO_MOVE))
            elif "".join(line.split()) != display.letters(self.size):
                rows.append(_unnumbered(line, str(len(rows) + 1)))
        signs = "".join(display.checked_rows(self, rows, self.size, self.size, _SIGNS))
        s = self.fresh()
        for cell, sign in enumerate(signs):
            if sign != _SIGNS[0]:
                s.turn = _SIGNS.index(sign) - 1
                self.put(s, cell)
        s.turn = self._turn(signs.count("x"), signs.count("o"), turns)
        if s.result == s.turn:
            name = self.players[s.turn]
            raise PositionError(f"{name} has joined the edges, so the last move was {name}'s and the turn is the opponent's")
        return s

    def _turn(self, first: int, second: int, told: list[str]) -> int:
        """Whose turn it is: x begins, and after a swap o has one stone more than before."""
        ways = {(0, "x"), (1, "o")} | ({(-1, "x"), (0, "o")} if self.swap and second else set())
        turn = told[0] if told else "o" if first > second else "x"
        if len(told) > 1 or turn not in self.players:
            raise PositionError("one line may say whose turn it is: x to move, or o to move")
        if (first - second, turn) not in ways:
            raise PositionError(f"{first} x and {second} o with {turn} to move cannot be: x begins, and each puts one by turns")
        return self.players.index(turn)

    def name(self, s: State, move: int) -> str:
        return "swap" if move == self.area else display.square(move, self.size)

    def svg(self, s: State) -> str:
        words = display.caption(self, s)
        across, down = sqrt(3) * _RADIUS, 1.5 * _RADIUS
        width = max((1.5 * self.size - 0.5) * across + 2 * _EDGE, 16 + 10 * len(words))
        height = (self.size - 1) * down + 2 * (_RADIUS + _EDGE)
        picture = display.Picture(width, height + 12, f"{self}: {words}")
        places = [
            (_EDGE + across * (column + row / 2 + 0.5), _EDGE + _RADIUS + down * row)
            for row in range(self.size)
            for column in range(self.size)
        ]
        for cell, (x, y) in enumerate(places):
            _draw_edges(picture, x, y, [self.near[6 * cell + way] - self.area for way in range(6)])
        for cell, (x, y) in enumerate(places):
            _draw_cell(picture, x, y)
            if s.cells[cell]:
                colour = (s.cells[cell] & COLOUR) - 1
                picture.disc(x, y, 0.66 * _RADIUS, display.COLOURS[colour], self.players[colour])
            picture.spot(display.square(cell, self.size), x - across / 2, y - down / 2, across, down)
        for number, letter in enumerate(display.letters(self.size)):
            x, y = places[number]
            picture.text(x - across / 4, y - 1.45 * _RADIUS, letter, size=14)
            x, y = places[number * self.size]
            picture.text(x - across / 2 - 10, y + 5, str(number + 1), size=14, anchor="end")
        picture.text(width / 2, height - 4, words)
        return str(picture)


def _corner(x: float, y: float, number: int, radius: float) -> str:
    """A corner of a hexagon that stands on its tip; 0 is at the right, below the middle, and they go round clockwise."""
    angle = pi / 6 + number * pi / 3
    return f"{x + radius * cos(angle):.5g},{y + radius * sin(angle):.5g}"


def _draw_cell(picture: display.Picture, x: float, y: float) -> None:
    points = " ".join(_corner(x, y, number, _RADIUS) for number in range(6))
    picture.shapes.append(f'<polygon points="{points}" fill="{display.SQUARES[0]}" stroke="{display.BLOCK}" stroke-width="1"/>')


def _draw_edges(picture: display.Picture, x: float, y: float, edges: list[int]) -> None:
    """A rim in the player's colour on each side that is an edge of the board: 0 or 1 belong to x, 2 or 3 to o."""
    for (start, end), edge in zip(_SIDES, edges, strict=True):
        if edge >= 0:
            inner = f"{_corner(x, y, start, _RADIUS)} {_corner(x, y, end, _RADIUS)}"
            outer = f"{_corner(x, y, end, _RIM)} {_corner(x, y, start, _RIM)}"
            picture.shapes.append(f'<polygon points="{inner} {outer}" fill="{display.COLOURS[edge // 2]}"/>')


def _unnumbered(row: str, number: str) -> str:
    """A row without its number, which may stand at both ends."""
    match = re.fullmatch(r"(\d*)\s*(.*?)\s*(\d*)", row)
    assert match is not None
    if match[1] not in ("", number) or match[3] not in ("", number):
        raise PositionError(f"row `{row}` should bear the number {number}: row 1 is on top")
    return match[2]
