"""Focus, by Sid Sackson: stacks move as far as they are high, and bury each other; the last one who can move wins.

    8        48 49 50 51            A stack belongs to the player whose piece is on top. Its owner lifts any number of pieces
    7     42 43 44 45 46 47         off the top and sets them down exactly as many squares away, up, right, down or left,
    6  34 35 36 37 38 39 40 41      passing over anything. Where that makes more than five, pieces leave from the bottom:
    5  26 27 28 29 30 31 32 33      the mover's go to the mover's reserve, all others are captured for good. Instead, a
    4  18 19 20 21 22 23 24 25      player may set a piece from the reserve on any square, by the same rule of five.
    3  10 11 12 13 14 15 16 17
    2      4  5  6  7  8  9         A move is 20 * square + 5 * direction + pieces - 1, the directions being 0 to 3 as
    1         0  1  2  3            above; a piece from the reserve is 1040 + its square.
       a  b  c  d  e  f  g  h

A player who has neither a stack nor a reserve is passed over, and comes back when one of their pieces is laid bare; when only
the mover is left, the mover has won. The short game is also won by capturing 6 pieces of one opponent; 3 of each of two, or
10 in all; 2 of each of three, or 10 in all. Neither need ever end, so after `limit` plies it is a draw.

        . . . .            p b r b            . . . .        Left: two players, as published. Middle: four, 13 pieces
      b b r r b b        p b r g r b        b b r r g g      each, on all squares. A quarter turn makes every colour the
    . r r b b r r .    p b r g p g r b    . r r g g b b .    next, so all start alike, and neighbours differ. Three
    . b b r r b b .    b r g p b p g r    . g g b b r r .    players begin like that without p or, with pieces=12, as
    . r r b b r r .    p b r g r b p g    . b b r r g g .    on the right. How many pieces they have is published, with
    . b b r r b b .    g p b r b p g r    . r r g g b b .    both numbers for three; how these lie is not known, and is
      r r b b r r        g p b p g r        g g b b r r      our choice.
        . . . .            g p g r            . . . .

A stack is a number with three bits for each piece, 1 + player, the top one lowest: to lift pieces is to cut off low bits, and
to set them down is to shift up what lies there. The state also carries how many pieces lie in each player's stacks, and who
has captured how many of whom. What a player has is worth 1 for each of these pieces, and 4 for each in reserve or captured,
settled by matches of two against neighbouring numbers. The evaluation, for n players, is `relative`: n times mine minus the
sum of all, divided by a power of two, so that it adds up to zero exactly and stays within what winning and losing are
worth. Or it is my `own` alone; two players must gain what the other loses, so that takes three. Captures are noisy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from zermelo.errors import GameError, MoveError, PositionError
from zermelo.game import display, grid, turn_line
from zermelo.game.constants import DRAW, ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import Field, State, i8, i16

COLOURS = ("blue", "red", "green", "pink")
PIECES = {2: (18,), 3: (13, 12), 4: (13,)}
"""Pieces that each player begins with, by the number of players, the usual number first."""
SHORT = {2: (6, 6), 3: (3, 10), 4: (2, 10)}
"""What wins the short game: captured pieces of every opponent, or in all."""
WON = 4
"""What a piece in reserve or captured is worth, against one in a stack."""
MAX_LIMIT = 4000
PLACES = tuple((x, y) for y in range(8) for x in range(8) if min(x, 7 - x) + min(y, 7 - y) > 1)
"""Column and row of each square."""
DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))
PLACING = 20 * len(PLACES)
POWERS = tuple(8**pieces for pieces in range(6))
FULL = POWERS[5] - 1
_SYMBOLS = "".join(name[0] for name in COLOURS)
_HOARD = re.compile(r"(?:reserve|captured by (\w+))\s*:(.*)")


class Focus(Game):
    """Stacks move as far as they are high and bury each other; the last one who can move wins."""

    def __init__(
        self, players: int = 2, pieces: int | None = None, short: bool = False, limit: int = 500, evaluation: str = "relative"
    ) -> None:
        pieces = _checked(players, pieces, short, limit, evaluation)
        self.players = COLOURS[:players]
        self.seats, self.pieces, self.short, self.limit = players, pieces, short, limit
        self.max_moves = 4 * (players * pieces - 1) + len(PLACES)
        self.each, self.total = SHORT[players]
        self.targets = tuple(_target(*place, *step, far) for place in PLACES for step in DIRECTIONS for far in range(1, 6))
        self.room = tuple(5 - self.targets[start : start + 5].count(-1) for start in range(0, PLACING, 5))
        self.relative = self.bounded_evaluation = evaluation == "relative"
        self.scale = 0.5 ** (players * pieces * WON).bit_length()

    def state(self) -> Mapping[str, Field]:
        n = self.seats
        return dict(
            stacks=i16([_owner(n, self.pieces, *place) for place in PLACES]),
            controlled=i8[n](self.pieces),
            reserve=i8[n],
            captured=i8[n * n],
            plies=i16,
            result=i8(ONGOING),
            turn=i8,
        )

    def moves(self, s: State) -> Iterator[int]:
        for square in range(len(PLACES)):
            stack = s.stacks[square]
            if stack & 7 == 1 + s.turn:
                height = self.height(stack)
                for way in range(4 * square, 4 * square + 4):
                    for pieces in range(min(height, self.room[way])):
                        yield 5 * way + pieces
        if s.reserve[s.turn] > 0:
            for square in range(len(PLACES)):
                yield PLACING + square

    def play(self, s: State, move: int) -> None:
        player = s.turn
        target, pieces, lifted = self.lift(s, move)
        if move >= PLACING:
            s.reserve[player] -= 1
        else:
            self.put(s, move // 20, s.stacks[move // 20] >> 3 * pieces)
        stack = lifted + s.stacks[target] * POWERS[pieces]
        self.put(s, target, stack & FULL)
        excess = stack >> 15
        while excess != 0:
            owner = (excess & 7) - 1
            if owner == player:
                s.reserve[player] += 1
            else:
                s.captured[player * self.seats + owner] += 1
            excess >>= 3
        self.pass_on(s, player)

    def lift(self, s: State, move: int) -> tuple[int, int, int]:
        """Where a move goes, with how many pieces, and these as a stack."""
        if move >= PLACING:
            return move - PLACING, 1, 1 + s.turn
        pieces = move % 5 + 1
        return self.targets[move], pieces, s.stacks[move // 20] & POWERS[pieces] - 1

    def put(self, s: State, square: int, stack: int) -> None:
        """Exchange the stack on a square for another."""
        before = s.stacks[square]
        if before != 0:
            s.controlled[(before & 7) - 1] -= self.height(before)
        if stack != 0:
            s.controlled[(stack & 7) - 1] += self.height(stack)
        s.stacks[square] = stack

    def height(self, stack: int) -> int:
        return (stack > 0) + (stack > 7) + (stack > 63) + (stack > 511) + (stack > 4095)

    def pass_on(self, s: State, player: int) -> None:
        """The turn goes to the next player who can move; without one the game is over."""
        s.plies += 1
        s.turn = (player + 1) % self.seats
        while s.controlled[s.turn] == 0 and s.reserve[s.turn] == 0:
            s.turn = (s.turn + 1) % self.seats
        if s.turn == player or (self.short and self.has_captured_enough(s, player)):
            s.result = player
        elif s.plies >= self.limit:
            s.result = DRAW

    def has_captured_enough(self, s: State, player: int) -> bool:
        """Whether a player has won the short game."""
        total, enough = 0, 1
        for owner in range(self.seats):
            captured = s.captured[player * self.seats + owner]
            total += captured
            enough += captured >= self.each
        return bool(total >= self.total or enough == self.seats)

    def winner(self, s: State) -> int:
        return int(s.result)

    def evaluate(self, s: State, player: int) -> float:
        if not self.relative:
            return self.worth(s, player)
        return (self.seats * self.worth(s, player) - sum(self.worth(s, other) for other in range(self.seats))) * self.scale

    def worth(self, s: State, player: int) -> int:
        """What a player has to show."""
        captured = sum(s.captured[player * self.seats + other] for other in range(self.seats))
        return int(s.controlled[player] + WON * (s.reserve[player] + captured))

    def order(self, s: State, move: int) -> float:
        """By what a move adds to the worth of its player."""
        target, pieces, lifted = self.lift(s, move)
        below = s.stacks[target]
        gain = min(5, pieces + self.height(below)) - self.owned(s, below)
        if move >= PLACING:
            gain -= WON
        else:
            stack = s.stacks[move // 20]
            gain -= self.height(stack) - self.owned(s, stack >> 3 * pieces)
        return gain + WON * self.height(lifted + below * POWERS[pieces] >> 15)

    def owned(self, s: State, stack: int) -> int:
        """How many pieces a stack gives the player on turn."""
        return self.height(stack) if stack & 7 == 1 + s.turn else 0

    def noisy(self, s: State, move: int) -> bool:
        """Captures are."""
        target, pieces, lifted = self.lift(s, move)
        excess = lifted + s.stacks[target] * POWERS[pieces] >> 15
        while excess != 0:
            if excess & 7 != 1 + s.turn:
                return True
            excess >>= 3
        return False

    # Faces

    def show(self, s: State) -> str:
        """Stacks are written from the top down, so the first letter is the owner's."""
        words = [self._letters(stack) for stack in s.stacks]
        width = max(map(len, words))
        lines = [f"  {' '.join(letter.ljust(width) for letter in display.letters(8)).rstrip()}"]
        for y in range(7, -1, -1):
            row = [words[PLACES.index((x, y))] if (x, y) in PLACES else "" for x in range(8)]
            lines.append(f"{y + 1} {' '.join(word.ljust(width) for word in row)} {y + 1}")
        lines.append(lines[0])
        lines += [f"{what}: {counts}" for what, counts in self._hoards(s)]
        return "\n".join([*lines, turn_line.write_plies(self, s.turn, s.plies)])

    def read(self, text: str) -> State:
        """A drawn board, a line for each hoard off the board that is not empty, and whose turn it is."""
        s = self.fresh()
        lines, s.turn, s.plies = turn_line.split_plies(self, text, self.limit)
        rows = []
        for line in lines:
            if ":" in line:
                self._read_hoard(s, line)
            elif "".join(line.split()) != display.letters(8):
                rows.append(line)
        if len(rows) != 8:
            raise PositionError(f"a board of {self} has 8 rows, but the text has {len(rows)}")
        s.stacks = [stack for y in range(8) for stack in self._read_row(rows[7 - y], y)]
        self._settle(s)
        return s

    def name(self, s: State, move: int) -> str:
        if move >= PLACING:
            return f"*{_square(move - PLACING)}"
        return f"{_square(move // 20)}-{_square(self.targets[move])}"

    def parse(self, s: State, text: str) -> int:
        """b3-b5, or b3b5, moves the two topmost pieces of b3; *c4 sets one from the reserve on c4."""
        wanted = text.strip().lower().replace("-", "")
        for move in self.rules.choices(s):
            if self.name(s, move).replace("-", "") == wanted:
                return move
        raise MoveError(f"`{text}` is not the name of a legal move here")

    def svg(self, s: State) -> str:
        """Stacks are seen from the side."""
        size, edge, words = 56, 28, display.caption(self, s)
        hoards = [f"{what}: {counts}" for what, counts in self._hoards(s)]
        side = 8 * size + 2 * edge
        picture = display.Picture(side, side + 20 + 20 * len(hoards), f"{self}: {words}")
        for index, (x, y) in enumerate(PLACES):
            left, bottom = edge + x * size, edge + (8 - y) * size
            picture.rectangle(left, bottom - size, size, size, display.SQUARES[(x + y) % 2])
            for level, letter in enumerate(reversed(self._letters(s.stacks[index]).strip("."))):
                _draw_piece(picture, left + 6, bottom - 13 - 10 * level, size - 12, _SYMBOLS.index(letter))
            picture.spot(f"{display.letters(8)[x]}{y + 1}", left, bottom - size, size, size)
        for number, letter in enumerate(display.letters(8)):
            picture.text(edge / 2, edge + (7.6 - number) * size, str(number + 1), size=14)
            picture.text(edge + (number + 0.5) * size, side - 10, letter, size=14)
        for number, line in enumerate([*hoards, words]):
            picture.text(side / 2, side + 10 + 20 * number, line)
        return str(picture)

    def _letters(self, stack: int) -> str:
        """A stack from the top down; a dot for none."""
        return "".join(_SYMBOLS[(stack >> 3 * depth & 7) - 1] for depth in range(self.height(stack))) or grid.EMPTY

    def _hoards(self, s: State) -> Iterator[tuple[str, str]]:
        """What is off the board, if anything, in words."""
        rows = [("reserve", s.reserve)]
        rows += [(f"captured by {name}", s.captured[at * self.seats :][: self.seats]) for at, name in enumerate(self.players)]
        for what, counts in rows:
            if any(counts):
                yield what, ", ".join(f"{name} {count}" for name, count in zip(self.players, counts, strict=True) if count)

    def _read_hoard(self, s: State, line: str) -> None:
        """The inverse of `_hoards`, a line at a time."""
        told = _HOARD.fullmatch(line)
        for word in told[2].split(",") if told else [""]:
            found = re.fullmatch(r"\s*(\w+)\s+([0-9]{1,2})\s*", word)
            captor = told[1] if told else ""
            if found is None or found[1] not in self.players or captor not in (None, *self.players) or found[1] == captor:
                raise PositionError(f"`{line}` should be like `reserve: blue 2, red 1` or `captured by blue: red 3`")
            owner = self.players.index(found[1])
            if captor is None:
                s.reserve[owner] = int(found[2])
            else:
                s.captured[self.players.index(captor) * self.seats + owner] = int(found[2])

    def _read_row(self, line: str, y: int) -> list[int]:
        """The stacks of a row, which may bear its number at both ends."""
        words = [word for word in line.split() if word != str(y + 1)]
        width = sum(place[1] == y for place in PLACES)
        if len(words) != width:
            raise PositionError(f"row {y + 1} has {width} squares, but `{line}` has {len(words)}")
        signs = _SYMBOLS[: self.seats]
        for word in words:
            if word != grid.EMPTY and not re.fullmatch(f"[{signs}]{{1,5}}", word):
                raise PositionError(f"`{word}` is no stack of {self}: write 1 to 5 of {' '.join(signs)} from the top, or a dot")
        return [sum((signs.find(letter) + 1) * 8**depth for depth, letter in enumerate(word)) for word in words]

    def _settle(self, s: State) -> None:
        """Fill in what follows from the rest, or say why it cannot be."""
        for player, name in enumerate(self.players):
            pieces = sum(self._letters(stack).count(_SYMBOLS[player]) for stack in s.stacks)
            pieces += s.reserve[player] + sum(s.captured[player :: self.seats])
            if pieces > self.pieces:
                raise PositionError(f"{name} has {pieces} pieces, but begins with {self.pieces}")
            s.controlled[player] = sum(self.height(stack) for stack in s.stacks if stack & 7 == 1 + player)
        movers = [player for player in range(self.seats) if s.controlled[player] or s.reserve[player]]
        if s.turn not in movers:
            name = self.players[s.turn]
            raise PositionError(f"{name} has neither a stack nor a reserve, so it cannot be {name} to move")
        winners = [player for player in range(self.seats) if self.short and self.has_captured_enough(s, player)]
        if len(winners) > 1:
            raise PositionError("several players have captured enough to win, but the game ends with the first")
        s.result = ONGOING if s.plies < self.limit else DRAW
        if winners or len(movers) == 1:
            s.result = (winners or movers)[0]


def _square(index: int) -> str:
    x, y = PLACES[index]
    return display.square(8 * y + x, 8)


def _draw_piece(picture: display.Picture, x: float, y: float, width: float, owner: int) -> None:
    """A piece from the side, with its letter."""
    picture.rectangle(x, y, width, 9, display.COLOURS[owner], rounded=3)
    picture.text(x + width / 2, y + 7, _SYMBOLS[owner], size=9.5, ink=display.INK if owner == 3 else display.PAPER)


def _target(x: int, y: int, right: int, up: int, distance: int) -> int:
    """The square so far away, -1 off the board."""
    place = (x + distance * right, y + distance * up)
    return PLACES.index(place) if place in PLACES else -1


def _owner(players: int, pieces: int, x: int, y: int) -> int:
    """Whose piece a square bears at the start, 1 + player; 0 for none."""
    if pieces != 13:
        return 1 + ((x - 1) // 2 - y) % players if 0 < x < 7 and 0 < y < 7 else 0
    turns = 0
    while x > 3 or y > 3:  # turn the board until the square is in its lower left quarter
        x, y, turns = 7 - y, x, turns + 1
    owner = (x + y + turns) % 4
    return 1 + owner if owner < players else 0


def _checked(players: int, pieces: int | None, short: bool, limit: int, evaluation: str) -> int:
    """The number of pieces each; says what is wrong with a parameter, if anything is."""
    if type(players) is not int or players not in PIECES:
        raise GameError(f"focus takes players as 2, 3 or 4, not {players!r}")
    usual = PIECES[players]
    if pieces is not None and (type(pieces) is not int or pieces not in usual):
        raise GameError(f"focus takes pieces as {' or '.join(map(str, usual))} for {players} players, not {pieces!r}")
    if not isinstance(short, bool):
        raise GameError(f"focus takes short as True or False, not {short!r}")
    if type(limit) is not int or not 1 <= limit <= MAX_LIMIT:
        raise GameError(f"focus takes limit as a whole number of plies from 1 to {MAX_LIMIT}, not {limit!r}")
    if evaluation not in ("relative", "own"):
        raise GameError(f"focus takes evaluation as relative or own, not {evaluation!r}")
    if evaluation == "own" and players == 2:
        raise GameError("focus takes evaluation=own with three players or more: of two, what one gains the other must lose")
    return usual[0] if pieces is None else pieces
