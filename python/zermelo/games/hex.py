"""Hex (Piet Hein 1942, John Nash 1948): join your two edges of the board with a chain of stones.

      a  b  c  d  e
    1  0  1  2  3  4           Each cell has six neighbours, two of them in each row next to its own: 7, c2, touches 2 and 3
     2  5  6  7  8  9          above, 6 and 8 beside, 11 and 12 below.
      3 10 11 12 13 14
       4 15 16 17 18 19        On a full board exactly one player has joined the edges, so there are no draws. An extra stone
        5 20 21 22 23 24       never hurts, so the first player can win on every board (Nash's strategy stealing).

With `swap` the first stone can become an o, mirrored in the long diagonal, so that it is as far from the edges of o as it was from those
of x. On this board that is move 25.

The state always holds the result. A cell is 0 if empty, else 1 for x or 2 for o, plus 4 if the stone's chain touches the first edge of
its player, top or left, plus 8 if it touches the other one. Four permanent stones beyond the board stand for the edges, so a new stone
finds the edges as it finds its neighbours. If a new stone connects its chain to an edge, this spreads from stone to stone. It
reaches each stone at most twice, so it takes little time in all. The cells from which it still has to spread form a stack: each holds,
besides its own number, 16 times 1 + the next cell of the stack. Between moves the stack is empty.

A random game puts a stone on a random empty cell: four draws, and if all hit stones, it steps from the last one by a random width.
The evaluation is the number of stones that the opponent needs to join the edges alone, minus the number that the player needs. The
move itself is worth half a stone.
"""

from collections.abc import Iterator, Mapping
from math import cos, gcd, pi, sin, sqrt

from zermelo.errors import PositionError
from zermelo.game import ONGOING, Field, Game, State, display, i8, i16, turn_line
from zermelo.games.shared import parameters

MAX_SIZE = 19
AROUND = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
"""The steps in rows and columns to each neighbour."""
COLOUR, FIRST, SECOND, ONE = 3, 4, 8, 16
"""The parts of a cell: the bits of the colour, the two edges, and the unit of the stack."""
BOTH = FIRST + SECOND
_SIGNS = ".xo"
_RADIUS, _RIM, _EDGE = 20, 27, 44
_SIDES = ((3, 4), (4, 5), (2, 3), (5, 0), (1, 2), (0, 1))
"""The two corners of the side at which a cell touches each neighbour."""


class Hex(Game):
    """Join your two edges with a chain of stones: x top and bottom, o left and right.

    Goal: Join your two edges of the board with an unbroken chain of your stones. x joins top and bottom, o joins left and
    right.

    Setup: The board has eleven rows of eleven six-sided cells and is empty. x begins.

    Moves: The players take turns. On your turn you put one stone on any empty cell. Stones are never moved or captured. Each
    cell touches up to six others, and stones on cells that touch are joined.

    End: The first player whose chain reaches from one of their edges to the other wins. The four corner cells belong to two
    edges each.

    Draws: There are no draws: a full board always joins the edges of exactly one player.

    Variants: The board may have 1 to 19 rows. With the swap rule the second player may take over the first stone instead of
    putting one: it is replaced by a stone of o in the mirrored place.
    """

    bounded_evaluation = True

    def __init__(self, size: int = 11, swap: bool = False) -> None:
        parameters.whole("hex", "size", size, 1, MAX_SIZE)
        parameters.flag("hex", "swap", swap)
        self.size, self.swap, self.area = size, swap, size * size
        self.max_moves = self.move_numbers = self.area + swap
        places = [(row, column) for row in range(size) for column in range(size)]
        self.near = tuple(self._cell(row + down, column + right) for row, column in places for down, right in AROUND)
        edges = (range(size), range(self.area - size, self.area), range(0, self.area, size), range(size - 1, self.area, size))
        self.around = (*(self.near[6 * cell : 6 * cell + 6] for cell in range(self.area)), *map(tuple, edges))
        self.mirrored = tuple(column * size + row for row, column in places)
        middle = [(2 * row + 1 - size, 2 * column + 1 - size) for row, column in places]
        self.outward = tuple(max(abs(down), abs(right), abs(down + right)) for down, right in middle)
        self.steps = tuple(step for step in range(1, self.area + 1) if gcd(step, self.area) == 1)

    def _cell(self, row: int, column: int) -> int:
        """The number of a cell. The numbers of the edges follow: top, bottom, left, right."""
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
        """Remove the only stone from the board and return its cell."""
        cell = 0
        while s.cells[cell] == 0:
            cell += 1
        s.cells[cell] = 0
        s.stones = 0
        return cell

    def put(self, s: State, cell: int) -> None:
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
        """Write to the whole chain of a stone which edges it touches."""
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
        """The fewest stones with which a player could join the edges; one more than there are cells if that is impossible.

        The search starts at the first edge and meets each place once, in the order of the number of stones needed to get there. `here`
        are the places for the current number, `beyond` those for one stone more.
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
        """By the distance from the middle: near cells first, the swap last."""
        return -4 * self.size if move == self.area else -self.outward[move]

    def show(self, s: State) -> str:
        """Each row is shifted half a cell to the right of the row above."""
        width = len(str(self.size))
        letters = " ".join(display.letters(self.size))
        lines = [" " * (width + 1) + letters]
        for row in range(self.size):
            signs = " ".join(_SIGNS[cell & COLOUR] for cell in s.cells[row * self.size : (row + 1) * self.size])
            lines.append(" " * row + f"{row + 1:{width}} {signs} {row + 1}")
        return "\n".join([*lines, " " * (self.size + width + 1) + letters, turn_line.write(self, s.turn)])

    def read(self, text: str) -> State:
        """The inverse of `show`. Without the last line, x is to move if there are as many x as o."""
        lines, turn = turn_line.split_turn(self, text)
        rows = display.read_rows(lines, display.letters(self.size), range(1, self.size + 1))
        signs = "".join(display.checked_rows(self, rows, self.size, self.size, _SIGNS))
        s = self.fresh()
        for cell, sign in enumerate(signs):
            if sign != _SIGNS[0]:
                s.turn = _SIGNS.index(sign) - 1
                self.put(s, cell)
        s.turn = self._turn(signs.count("x"), signs.count("o"), turn)
        if s.result == s.turn:
            raise PositionError(f"{self.players[s.turn]} has joined the edges, so {self.players[1 - s.turn]} must be to move")
        return s

    def _turn(self, first: int, second: int, told: int | None) -> int:
        """Whose turn it is: x begins. After a swap x has one stone less than otherwise."""
        turn = int(first > second) if told is None else told
        if first - second != turn and not (self.swap and second and first - second == turn - 1):
            name = self.players[turn]
            raise PositionError(f"{first} x and {second} o with {name} to move are impossible: x begins, then both take turns")
        return turn

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
            corners = [_corner(x, y, number, _RADIUS) for number in range(6)]
            picture.polygon(corners, display.SQUARES[0], f'stroke="{display.BLOCK}"')
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

    def highlights(self, s: State) -> dict[str, str]:
        """A shortest chain of stones that joins the edges."""
        if s.result == ONGOING:
            return {}
        first = self.area + 2 * s.result
        came: dict[int, int] = {first: first}
        queue = [first]
        for place in queue:  # it grows
            stones = [cell for cell in self.around[place] if cell < self.area and s.cells[cell] & COLOUR == 1 + s.result]
            for cell in stones:
                if cell not in came:
                    came[cell] = place
                    queue.append(cell)
        cell = next(cell for cell in queue if cell in self.around[first + 1])
        chain = []
        while cell != first:
            chain.append(cell)
            cell = came[cell]
        return {display.square(cell, self.size): "winning line" for cell in reversed(chain)}


def _corner(x: float, y: float, number: int, radius: float) -> tuple[float, float]:
    """A corner of a hexagon that stands on its tip. Corner 0 is at the lower right; the others follow clockwise."""
    angle = pi / 6 + number * pi / 3
    return x + radius * cos(angle), y + radius * sin(angle)


def _draw_edges(picture: display.Picture, x: float, y: float, edges: list[int]) -> None:
    """Draw a rim on each side that is an edge of the board, in the player's colour: edges 0 and 1 are x's, 2 and 3 o's."""
    for (start, end), edge in zip(_SIDES, edges, strict=True):
        if edge >= 0:
            corners = ((start, _RADIUS), (end, _RADIUS), (end, _RIM), (start, _RIM))
            picture.polygon([_corner(x, y, *corner) for corner in corners], display.COLOURS[edge // 2])
