"""Checkers, or English draughts: captures are forced, and men that reach the far side become kings.

     .   1   .   2   .   3   .   4
     5   .   6   .   7   .   8   .      Black has squares 1 to 12, moves towards 32 and begins; white has 21 to 32.
     .   9   .  10   .  11   .  12      Squares without a number are never used.
    13   .  14   .  15   .  16   .
     .  17   .  18   .  19   .  20      The game is drawn after `quiet` plies without a capture or a move of a man, and
    21   .  22   .  23   .  24   .      when a position occurs for the third time, with the same player to move.
     .  25   .  26   .  27   .  28
    29   .  30   .  31   .  32   .

Sets of squares are bitboards. A bit that is never set follows every second row (Samuel 1959), so the four neighbours of a square are always
5 and 4 bits lower and 4 and 5 bits higher, and no step leaves the board unnoticed:

    bits 5 6 7 8, 9 10 11 12, 14 15 16 17, 18 19 20 21, ... are squares 1 2 3 4, 5 6 7 8, 9 10 11 12, 13 14 15 16, ...

A move is one number: the bit of its first square, then up to nine directions of two bits each, the first one highest, then, in the lowest
four bits, the number of captured pieces. No complete capture is the beginning of another, so a depth-first search finds captures in
ascending order.

`evaluation` has the features and their weights. `checkers(start=study)` is the lecture's case study, with the lecture's evaluation, 5 * kings + men,
mine minus yours: black has men on 20 and 21 and a king on 31, red a man on 23 and a king on 22. Black is to move and goes up the page.
"""

from collections.abc import Iterator, Mapping

from zermelo.errors import MoveError, PositionError
from zermelo.game import DRAW, ONGOING, Field, Game, State, display, i8, i16, i64
from zermelo.games.checkers import pdn
from zermelo.games.checkers.evaluation import BOARD, BOTTOM, MATERIAL, PLACES, TOP, WEIGHTS, Features
from zermelo.games.shared import parameters
from zermelo.games.shared.bitboard import count, lowest, nth

STEPS = (-5, -4, 4, 5)
MOST = 9
"""No capture has more jumps: a piece can jump over nine squares at most."""
MAX_QUIET = 10_000
FACTOR, DICE = 0x27BB2EE687B0B0FD, (1 << 62) - 1
"""For the next random number: a factor (L'Ecuyer 1999), and the bits that are kept."""
_STARTS = {"usual": "B:W21-32:B1-12", "study": "B:W23,K22:B20,21,K31"}


class Checkers(Features, Game):
    """Captures are forced, men become kings on the far side; the player who cannot move loses.

    Goal: Leave your opponent without a legal move: capture all pieces, or block them.

    Setup: Each player has twelve men on the dark squares of the three nearest rows. Black begins at the top and moves down,
    white moves up.

    Moves: A man moves one square diagonally forward to an empty square, a king also backward. A piece captures by jumping
    diagonally over a piece of the opponent next to it to the empty square behind; men jump only forward. If you can capture,
    you must, and the same piece must go on jumping while it can. You may choose between captures. A man that reaches the far
    row becomes a king, and its move ends there.

    End: A player who cannot move loses.

    Draws: The game is drawn after 80 moves in a row, 40 of each player, without a capture or a move of a man, and when a
    position occurs for the third time.

    Variants: The number of moves before this draw may be changed. There is also a small ending from a lecture.
    """

    players = ("black", "white")
    weights = WEIGHTS
    counters = ("quiet",)
    repetitions = 3
    max_moves = 68
    """An upper bound: an exhaustive search found at most 34 captures for pieces on odd rows, and 34 for those on even rows."""

    def __init__(self, start: str = "usual", quiet: int = 80) -> None:
        parameters.choice("checkers", "start", start, _STARTS)
        parameters.whole("checkers", "quiet", quiet, 1, MAX_QUIET)
        self.quiet = quiet
        self.turned = start == "study"
        if self.turned:
            self.players = ("black", "red")
            self.weights = {name: MATERIAL.get(name, 0) for name in WEIGHTS}
        self.colours = tuple(pdn.FILLS[name] for name in self.players)
        self.opening = pdn.read_fen(_STARTS[start])

    def state(self) -> Mapping[str, Field]:
        pieces, kings = _sets(self.opening)
        return dict(pieces=i64(pieces), kings=i64(kings), quiet=i16, turn=i8(self.opening.turn))

    def moves(self, s: State) -> Iterator[int]:
        rising, falling, yours, empty = self.sides(s)
        sources = self.jumpers(rising, falling, yours, empty)
        captures = sources != 0
        if not captures:
            sources = self.steppers(rising, falling, empty)
        while sources != 0:
            place = lowest(sources)
            first = 0 if rising >> place & 1 else 2
            last = 4 if falling >> place & 1 else 2
            if captures:
                crown = 0 if s.kings >> place & 1 else TOP | BOTTOM
                yield from self.captures(place, first, last, yours, empty | 1 << place, crown)
            else:
                for direction in range(first, last):
                    if empty >> (place + STEPS[direction]) & 1:
                        yield (place << 2 | direction) << 20
            sources &= sources - 1

    def captures(self, place: int, first: int, last: int, yours: int, empty: int, crown: int) -> Iterator[int]:
        """Every complete capture by one piece, depth first; the path serves for going back."""
        path = place
        jumps = 0
        direction = first
        complete = False
        while direction < last or jumps > 0:
            if direction == last:
                if complete:
                    yield path << (2 * (MOST - jumps) + 4) | jumps
                complete = False
                step = STEPS[path & 3]
                place -= 2 * step
                yours |= 1 << (place + step)
                direction = (path & 3) + 1
                path >>= 2
                jumps -= 1
                continue
            step = STEPS[direction]
            if yours >> (place + step) & 1 and empty >> (place + 2 * step) & 1:
                yours ^= 1 << (place + step)
                place += 2 * step
                path = path << 2 | direction
                direction = last if crown >> place & 1 else first
                jumps += 1
                complete = True
            else:
                direction += 1

    def play(self, s: State, move: int) -> None:
        place = move >> 22
        jumps = move & 15
        start = 1 << place
        taken = 0
        for jump in range(max(jumps, 1)):
            step = STEPS[move >> (20 - 2 * jump) & 3]
            place += step
            if jumps > 0:
                taken |= 1 << place
                place += step
        target = 1 << place
        moved_king = s.kings & start != 0
        s.pieces[s.turn] = (s.pieces[s.turn] & ~start) | target
        s.pieces[1 - s.turn] &= ~taken
        s.kings &= ~(taken | start)
        if moved_king or target & (TOP | BOTTOM):
            s.kings |= target
        s.quiet = s.quiet + 1 if moved_king and jumps == 0 else 0
        s.turn = 1 - s.turn

    def winner(self, s: State) -> int:
        rising, falling, yours, empty = self.sides(s)
        if self.steppers(rising, falling, empty) == 0 and self.jumpers(rising, falling, yours, empty) == 0:
            return 1 - int(s.turn)
        return DRAW if s.quiet >= self.quiet else ONGOING

    def sides(self, s: State) -> tuple[int, int, int, int]:
        """The pieces that may move towards square 1, those that may move towards 32, the opponent's pieces, and the empty squares."""
        mine, yours = s.pieces[s.turn], s.pieces[1 - s.turn]
        kings = mine & s.kings
        empty = BOARD & ~(mine | yours)
        if (s.turn == 0) == self.turned:
            return mine, kings, yours, empty
        return kings, mine, yours, empty

    def jumpers(self, rising: int, falling: int, yours: int, empty: int) -> int:
        upwards = (yours << 4 & empty << 8) | (yours << 5 & empty << 10)
        downwards = (yours >> 4 & empty >> 8) | (yours >> 5 & empty >> 10)
        return (rising & upwards) | (falling & downwards)

    def steppers(self, rising: int, falling: int, empty: int) -> int:
        """Pieces that can step to an empty square."""
        return (rising & (empty << 4 | empty << 5)) | (falling & (empty >> 4 | empty >> 5))

    def playout(self, s: State, dice: int) -> int:
        """Any legal move, each as likely as any other. Steps are counted, which is faster than listing them."""
        rising, falling, yours, empty = self.sides(s)
        if self.jumpers(rising, falling, yours, empty) != 0:
            return self.any_capture(s, dice)
        ways = rising & empty << 5, rising & empty << 4, falling & empty >> 4, falling & empty >> 5
        one, two, three = count(ways[0]), count(ways[1]), count(ways[2])
        place = (dice & (1 << 32) - 1) * (one + two + three + count(ways[3])) >> 32
        sources, direction = ways[0], 0
        if place >= one + two + three:
            sources, direction, place = ways[3], 3, place - one - two - three
        elif place >= one + two:
            sources, direction, place = ways[2], 2, place - one - two
        elif place >= one:
            sources, direction, place = ways[1], 1, place - one
        return (nth(sources, place) << 2 | direction) << 20

    def any_capture(self, s: State, dice: int) -> int:
        """Any capture: the n-th one takes the place of those before it once in n times."""
        chosen = 0
        for found, move in enumerate(self.moves(s), 1):
            if (dice >> 31) * found >> 31 == 0:
                chosen = move
            dice = dice * FACTOR & DICE
        return chosen

    def noisy(self, s: State, move: int) -> bool:
        return move & 15 != 0

    def order(self, s: State, move: int) -> float:
        """Captures first, longer ones before shorter ones, then moves that make a king."""
        place = move >> 22
        target = place + STEPS[move >> 20 & 3]
        crowned = move & 15 == 0 and not s.kings >> place & 1 and (TOP | BOTTOM) >> target & 1
        return 1 if crowned else 2 * (move & 15)

    def show(self, s: State) -> str:
        return pdn.show(self, self.diagram(s))

    def read(self, text: str) -> State:
        """A drawn board, or a position in PDN such as B:W21,22,K31:B1,2."""
        diagram = pdn.read_fen(text) if pdn.is_fen(text) else pdn.read(self, text, self.quiet)
        self._check_diagram(diagram)
        s = self.fresh()
        s.pieces, s.kings = _sets(diagram)
        s.quiet, s.turn = diagram.quiet, diagram.turn
        return s

    def fen(self, s: State) -> str:
        return pdn.write_fen(self.diagram(s))

    def diagram(self, s: State) -> pdn.Diagram:
        cells = ["."] * 32
        for index, place in enumerate(PLACES):
            for player, letters in enumerate(("bB", "wW")):
                if s.pieces[player] >> place & 1:
                    cells[index] = letters[s.kings >> place & 1]
        return pdn.Diagram("".join(cells), s.turn, s.quiet)

    def name(self, s: State, move: int) -> str:
        squares = self.squares(move)
        if move & 15 == 0:
            return f"{squares[0]}-{squares[1]}"
        alike = [other for other in self.rules.choices(s) if _ends(self.squares(other)) == _ends(squares)]
        return "x".join(map(str, squares if len(alike) > 1 else _ends(squares)))

    def parse(self, s: State, text: str) -> int:
        """11-15, 22x15, or all squares of a capture, 22x15x8. A capture may also be written with -."""
        squares = pdn.read_move(text)
        choices = [move for move in self.rules.choices(s) if move & 15 or "x" not in text.lower()]
        exact = [move for move in choices if self.squares(move) == squares]
        found = exact or [move for move in choices if _ends(self.squares(move)) == squares]
        if len(found) > 1:
            raise MoveError(f"`{text}` may mean {len(found)} captures; write all squares of one")
        if not found:
            raise MoveError(f"`{text}` is not the name of a legal move here")
        return found[0]

    def squares(self, move: int) -> tuple[int, ...]:
        """The first square of a move and the squares on which it lands."""
        place, jumps = move >> 22, move & 15
        places = [place]
        for jump in range(max(jumps, 1)):
            place += STEPS[move >> (20 - 2 * jump) & 3] * (2 if jumps else 1)
            places.append(place)
        return tuple(PLACES.index(place) + 1 for place in places)

    def svg(self, s: State) -> str:
        return pdn.svg(self, self.diagram(s), display.caption(self, s))

    def _check_diagram(self, diagram: pdn.Diagram) -> None:
        far = (range(29, 33), range(1, 5))
        for player, letter in enumerate("bw"):
            name, crowned = self.players[player], far[player ^ self.turned]
            pieces = [number for number, sign in enumerate(diagram.cells, 1) if sign.lower() == letter]
            for number in pieces:
                if diagram.cells[number - 1] == letter and number in crowned:
                    raise PositionError(f"the man of {name} on {number} is on the far side; it must be a king")
            if len(pieces) > 12:
                raise PositionError(f"{name} has {len(pieces)} pieces, but at most 12 are possible")
            if not pieces and diagram.turn != player:
                raise PositionError(f"{name} has no pieces and has lost, so {name} must be to move")
        if diagram.quiet > self.quiet:
            raise PositionError(f"{diagram.quiet} quiet plies are impossible: {self} is drawn after {self.quiet}")


def _sets(diagram: pdn.Diagram) -> tuple[list[int], int]:
    """The squares of each player's pieces, and of all kings."""
    pieces, kings = [0, 0], 0
    for place, sign in zip(PLACES, diagram.cells, strict=True):
        if sign != ".":
            pieces["bw".index(sign.lower())] |= 1 << place
            kings |= sign.isupper() << place
    return pieces, kings


def _ends(squares: tuple[int, ...]) -> tuple[int, int]:
    return squares[0], squares[-1]
