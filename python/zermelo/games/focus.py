"""Focus, by Sid Sackson: stacks move as far as they are high and cover each other. The last player who can move wins.

    8        48 49 50 51
    7     42 43 44 45 46 47         A move is 20 * square + 5 * direction + pieces - 1, with directions 0 to 3 for up, right,
    6  34 35 36 37 38 39 40 41      down and left. A piece from the reserve is 1040 + its square.
    5  26 27 28 29 30 31 32 33
    4  18 19 20 21 22 23 24 25      A player who is skipped plays again when one of the player's pieces comes to the top.
    3  10 11 12 13 14 15 16 17      The game need not end, so after `limit` plies it is a draw.
    2      4  5  6  7  8  9
    1         0  1  2  3
       a  b  c  d  e  f  g  h

A stack is a number with three bits for each piece, 1 + player, the top piece in the lowest bits. So lifting pieces takes the low bits, and
putting them down shifts the stack below up. The state also holds the number of pieces in each player's stacks, and who has captured how
many of whom. The value of a player is 1 for each of these pieces and 4 for each piece in reserve or captured; the 4 comes from matches
between two players against neighbouring numbers. The evaluation `relative`, for n players, is n times my value minus the sum of all,
divided by a power of two, so that it adds up to exactly zero and stays within the utilities. `own` is my value alone. Captures are noisy.

        . . . .            p b r b            . . . .        Left: two players, as published. Middle: four, 13 pieces
      b b r r b b        p b r g r b        b b r r g g      each, on all squares. A quarter turn changes every colour to
    . r r b b r r .    p b r g p g r b    . r r g g b b .    the next, so all players start alike, and neighbours differ.
    . b b r r b b .    b r g p b p g r    . g g b b r r .    Three players start like that without p or, with pieces=12,
    . r r b b r r .    p b r g r b p g    . b b r r g g .    as on the right. The numbers of pieces are published, with
    . b b r r b b .    g p b r b p g r    . r r g g b b .    both numbers for three players. The arrangements for three
      r r b b r r        g p b p g r        g g b b r r      and four are our choice.
        . . . .            g p g r            . . . .

A stack is written from the top down, so its first letter is the owner's. The lines below the board list the pieces off the board.
"""

import re
from collections.abc import Iterator, Mapping

from zermelo.errors import PositionError
from zermelo.game import DRAW, EMPTY, ONGOING, Field, Game, State, display, i8, i16, turn_line
from zermelo.games.shared import parameters

COLOURS = ("blue", "red", "green", "pink")
PLACES = tuple((x, y) for y in range(8) for x in range(8) if min(x, 7 - x) + min(y, 7 - y) > 1)
"""The column and the row of each square."""
PIECES = {2: (18,), 3: (13, 12), 4: (13,)}
"""The number of pieces of each player at the start, by the number of players; the default first."""
SHORT = {2: (6, 6), 3: (3, 10), 4: (2, 10)}
"""What wins the short game: so many captured pieces of every opponent, or so many in all."""
WON = 4
"""The value of a piece in reserve or captured; a piece in a stack counts 1."""
MAX_LIMIT = 4000
DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))
PLACING = 20 * len(PLACES)
POWERS = tuple(8**pieces for pieces in range(6))
FULL = POWERS[5] - 1
_LETTERS = "".join(name[0] for name in COLOURS)
_SUPPLY = re.compile(r"(?:reserve|captured by (\w+))\s*:(.*)")


class Focus(Game):
    """Stacks move as far as they are high and cover each other; the last player who can move wins.

    Goal: Be the last player who can move.

    Setup: The board has eight rows, without three squares at each corner. Two players have 18 single pieces each in the
    middle. Blue begins.

    Moves: A stack belongs to the player whose piece is on top. You lift any number of pieces from the top of one of your
    stacks and move them exactly as many squares up, down, left or right, over anything. They land on top of what is there. If
    a stack has more than five pieces, the lowest leave it: yours go to your reserve, others are captured for good. Or you put
    a piece from your reserve on any square.

    End: A player without a stack and without a reserve is skipped. If all other players are, you win.

    Draws: After 500 moves in all the game is a draw.

    Variants: Three or four players can play. In the short game captures also win: 6 pieces for two players; 3 of each
    opponent or 10 in all for three; 2 of each or 10 in all for four.
    """

    player_counts = tuple(PIECES)

    def __init__(
        self, players: int = 2, pieces: int | None = None, short: bool = False, limit: int = 500, evaluation: str = "relative"
    ) -> None:
        parameters.choice("focus", "players", players, self.player_counts)
        pieces = PIECES[players][0] if pieces is None else pieces
        parameters.choice("focus", "pieces", pieces, PIECES[players])
        parameters.flag("focus", "short", short)
        parameters.whole("focus", "limit", limit, 1, MAX_LIMIT)
        self.players = COLOURS[:players]
        self.seats, self.pieces, self.short, self.limit = players, pieces, short, limit
        self.max_moves = 4 * (players * pieces - 1) + len(PLACES)
        self.move_numbers = PLACING + len(PLACES)
        self.each, self.total = SHORT[players]
        self.targets = tuple(_target(*place, *step, far) for place in PLACES for step in DIRECTIONS for far in range(1, 6))
        self.room = tuple(5 - self.targets[start : start + 5].count(-1) for start in range(0, PLACING, 5))
        self.relative = self.bounded_evaluation = parameters.evaluation("focus", evaluation, players)
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
        """The target square of a move, the number of its pieces, and these pieces as a stack."""
        if move >= PLACING:
            return move - PLACING, 1, 1 + s.turn
        pieces = move % 5 + 1
        return self.targets[move], pieces, s.stacks[move // 20] & POWERS[pieces] - 1

    def put(self, s: State, square: int, stack: int) -> None:
        before = s.stacks[square]
        if before != 0:
            s.controlled[(before & 7) - 1] -= self.height(before)
        if stack != 0:
            s.controlled[(stack & 7) - 1] += self.height(stack)
        s.stacks[square] = stack

    def height(self, stack: int) -> int:
        return (stack > 0) + (stack > 7) + (stack > 63) + (stack > 511) + (stack > 4095)

    def pass_on(self, s: State, player: int) -> None:
        """Give the turn to the next player who can move; if there is none, the game is over."""
        s.plies += 1
        s.turn = (player + 1) % self.seats
        while s.controlled[s.turn] == 0 and s.reserve[s.turn] == 0:
            s.turn = (s.turn + 1) % self.seats
        if s.turn == player or (self.short and self.has_captured_enough(s, player)):
            s.result = player
        elif s.plies >= self.limit:
            s.result = DRAW

    def has_captured_enough(self, s: State, player: int) -> bool:
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
        captured = sum(s.captured[player * self.seats + other] for other in range(self.seats))
        return int(s.controlled[player] + WON * (s.reserve[player] + captured))

    def order(self, s: State, move: int) -> float:
        """By what a move adds to the value of its player."""
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
        """The number of pieces of a stack if it belongs to the player to move, else 0."""
        return self.height(stack) if stack & 7 == 1 + s.turn else 0

    def noisy(self, s: State, move: int) -> bool:
        target, pieces, lifted = self.lift(s, move)
        excess = lifted + s.stacks[target] * POWERS[pieces] >> 15
        while excess != 0:
            if excess & 7 != 1 + s.turn:
                return True
            excess >>= 3
        return False

    def show(self, s: State) -> str:
        words = dict(zip(PLACES, map(_letters, s.stacks), strict=True))
        width = max(map(len, words.values()))
        rows = [" ".join(words.get((x, y), "").ljust(width) for x in range(8)) for y in range(7, -1, -1)]
        edge = " ".join(letter.ljust(width) for letter in display.letters(8)).rstrip()
        lines = [*display.framed(rows, edge, range(8, 0, -1)), *self._supplies(s)]
        return "\n".join([*lines, turn_line.write_plies(self, s.turn, s.plies)])

    def _supplies(self, s: State) -> Iterator[str]:
        """A line for each reserve and each player's captures that are not empty."""
        rows = [("reserve", s.reserve)]
        rows += [(f"captured by {name}", s.captured[at * self.seats :][: self.seats]) for at, name in enumerate(self.players)]
        for what, counts in rows:
            if any(counts):
                told = [f"{name} {count}" for name, count in zip(self.players, counts, strict=True) if count]
                yield f"{what}: {', '.join(told)}"

    def read(self, text: str) -> State:
        """A drawn board, a line for each supply that is not empty, and who is to move."""
        s = self.fresh()
        lines, s.turn, s.plies = turn_line.split_plies(self, text, self.limit)
        for line in lines:
            if ":" in line:
                self._read_supply(s, line)
        rows = display.read_rows([line for line in lines if ":" not in line], display.letters(8), range(8, 0, -1))
        display.check_count(self, rows, 8)
        s.stacks = [stack for y in range(8) for stack in self._read_row(rows[7 - y], y)]
        self._settle(s)
        return s

    def _read_supply(self, s: State, line: str) -> None:
        told = _SUPPLY.fullmatch(line)
        for word in told[2].split(",") if told else [""]:
            found = re.fullmatch(r"\s*(\w+)\s+([0-9]{1,2})\s*", word)
            captor = told[1] if told else ""
            if found is None or found[1] not in self.players or captor not in (None, *self.players) or found[1] == captor:
                raise PositionError(f"`{line}` must be like `reserve: blue 2, red 1` or `captured by blue: red 3`")
            owner = self.players.index(found[1])
            if captor is None:
                s.reserve[owner] = int(found[2])
            else:
                s.captured[self.players.index(captor) * self.seats + owner] = int(found[2])

    def _read_row(self, line: str, y: int) -> list[int]:
        words, signs = line.split(), _LETTERS[: self.seats]
        width = sum(place[1] == y for place in PLACES)
        if len(words) != width:
            raise PositionError(f"row {y + 1} has {width} squares, but `{line}` has {len(words)}")
        for word in words:
            if word != EMPTY and not re.fullmatch(f"[{signs}]{{1,5}}", word):
                raise PositionError(
                    f"`{word}` is not a stack of {self}; write 1 to 5 of {' '.join(signs)} from the top down, or a dot"
                )
        return [sum((signs.find(letter) + 1) * 8**depth for depth, letter in enumerate(word)) for word in words]

    def name(self, s: State, move: int) -> str:
        if move >= PLACING:
            return f"*{_square(move - PLACING)}"
        return f"{_square(move // 20)}-{_square(self.targets[move])}"

    def parse(self, s: State, text: str) -> int:
        """b3-b5 or b3b5 moves the two top pieces of b3; *c4 puts a piece from the reserve on c4."""
        named = re.fullmatch("([a-h][1-8])([a-h][1-8])", text.strip().lower())
        return super().parse(s, f"{named[1]}-{named[2]}" if named else text)

    def svg(self, s: State) -> str:
        """The board from above, with its stacks seen from the side."""
        numbers = {8 * y + x: index for index, (x, y) in enumerate(PLACES)}
        picture = display.BoardPicture(self, "\n".join([*self._supplies(s), display.caption(self, s)]), 8, 8)
        for number, x, y in picture.squares(numbers):
            stack = _letters(s.stacks[numbers[number]]).strip(EMPTY)
            for level, letter in enumerate(reversed(stack)):
                owner, top = _LETTERS.index(letter), y + picture.size - 11 - 9 * level
                picture.rectangle(x + 5, top, picture.size - 10, 8, display.COLOURS[owner], rounded=3)
                ink = display.INK if owner == 3 else display.PAPER
                picture.text(x + picture.size / 2, top + 6.5, letter, size=9, ink=ink)
        return str(picture)

    def _settle(self, s: State) -> None:
        """Compute the other fields; raises PositionError if the position is impossible."""
        for player, name in enumerate(self.players):
            pieces = sum(_letters(stack).count(name[0]) for stack in s.stacks)
            pieces += s.reserve[player] + sum(s.captured[player :: self.seats])
            if pieces > self.pieces:
                raise PositionError(f"{name} has {pieces} pieces, but starts with {self.pieces}")
            s.controlled[player] = sum(self.height(stack) for stack in s.stacks if stack & 7 == 1 + player)
        movers = [player for player in range(self.seats) if s.controlled[player] or s.reserve[player]]
        if s.turn not in movers:
            name = self.players[s.turn]
            raise PositionError(f"{name} has neither a stack nor a reserve, so {name} cannot be to move")
        winners = [player for player in range(self.seats) if self.short and self.has_captured_enough(s, player)]
        if len(winners) > 1:
            raise PositionError("several players have captured enough to win, but the game ends with the first win")
        s.result = ONGOING if s.plies < self.limit else DRAW
        if winners or len(movers) == 1:
            s.result = (winners or movers)[0]


def _target(x: int, y: int, right: int, up: int, distance: int) -> int:
    """The square at a distance; -1 if off the board."""
    place = (x + distance * right, y + distance * up)
    return PLACES.index(place) if place in PLACES else -1


def _owner(players: int, pieces: int, x: int, y: int) -> int:
    """The owner of the piece on a square at the start, 1 + player; 0 for an empty square."""
    if pieces != 13:
        return 1 + ((x - 1) // 2 - y) % players if 0 < x < 7 and 0 < y < 7 else 0
    turns = 0
    while x > 3 or y > 3:  # turn the board until the square is in the lower left quarter
        x, y, turns = 7 - y, x, turns + 1
    owner = (x + y + turns) % 4
    return 1 + owner if owner < players else 0


def _square(index: int) -> str:
    x, y = PLACES[index]
    return display.square(8 * y + x, 8)


def _letters(stack: int) -> str:
    """A stack from the top down; a dot for an empty square."""
    found = ""
    while stack:
        found += _LETTERS[(stack & 7) - 1]
        stack >>= 3
    return found or EMPTY
