"""Go: put stones, capture chains without liberties, and own more of the board than the opponent at the end.

    9  72 73 74 75 76 77 78 79 80     A move is the number of a point, or a pass, here move 81.
    8  63 64 65 66 67 68 69 70 71
    7  54 55 56 57 58 59 60 61 62     Suicide is illegal, and so is a board that has been there before, with either
    6  45 46 47 48 49 50 51 52 53     player to move (positional superko).
    5  36 37 38 39 40 41 42 43 44
    4  27 28 29 30 31 32 33 34 35     The game is over after two passes in a row, or after `limit` moves: three for
    3  18 19 20 21 22 23 24 25 26     each point, but at least 128. The state has room for no more.
    2   9 10 11 12 13 14 15 16 17
    1   0  1  2  3  4  5  6  7  8
        A  B  C  D  E  F  G  H  J

White gets `komi` points for moving second; with a whole number the game may be drawn.

The state holds what would be slow to compute again. A chain is a ring: `link` leads from stone to stone, and `head` from each stone to the
one that holds the chain's `length` and `liberties`; an empty point has the number of points there. A liberty counts once for each stone
that it touches, which is fast to update and
still tells whether any are left. `free` holds the empty points in no order, and their `link` is the place there. A board is a number, the
exclusive or of a random number for each stone (Zobrist 1970). `history` is a hash table of all boards so far: each is one more than its
number, at the first free place from the one that its number says; 0 is a free place. `past` is one number for all of them in any order.
`most` is the number of stones on the fullest board so far: a board with more stones is certainly new.
`record` holds the moves, and `origin` the stones before the first move, so that a position can be written down completely.

A random game puts a stone on a legal point that is not an own eye. It draws up to four points, then takes the first such point after the
last draw, and passes if there is none. An eye is an empty point with own stones or the edge on all four sides and with at most one
diagonal stone of the opponent, none at the edge. The evaluation is a rough area: an empty point counts for a colour if only stones of
that colour are next to it.
"""

from collections.abc import Iterator, Mapping

from zermelo.errors import GameError, MoveError, PositionError
from zermelo.game import DRAW, ONGOING, Field, Game, Random, State, display, i8, i16, i64, turn_line, u8, u16
from zermelo.games.go.board import Board
from zermelo.games.shared import parameters

MAX_SIZE, MOST_KOMI = 19, 19 * 19
FEWEST_MOVES = 128
"""The limit on small boards. It is more than the 57 boards of 2 by 2 points with a pass between any two of them."""
WALL = 4
"""The cell around the board: a bit that neither black, 1, nor white, 2, has."""
DRAWS = 4
"""How often a random game draws a point before it tries all of them in order."""
BYTE = 255
"""The largest number of 8 bits without a sign. Small states are faster, on a GPU by a tenth; and without a sign, no index counts from the end."""
ODD, MASK = 0x3C79AC492BA7B653, (1 << 62) - 1
"""For hashing: a factor, and the bits that are kept."""


class Go(Game):
    """Put stones, capture chains without liberties, and own more of the board at the end.

    Goal: Own more of the board than your opponent at the end.

    Setup: The board has nine lines each way and is empty. Black begins. White gets 7 points for moving second.

    Moves: You put a stone on an empty point where two lines cross, or you pass. Stones of one colour that are joined along
    the lines are a chain; the empty points next to it are its liberties. A new stone captures chains of the opponent without
    a liberty; they leave the board. Its own chain must then have a liberty, and the board must not look as it did at any time
    before.

    End: The game is over after two passes in a row, or after three moves for each point (at least 128). You own your stones,
    and empty points that border only on your stones. All stones count as alive, so capture dead ones before you pass. The
    larger area wins.

    Draws: Equal areas, with White's points, are a draw.

    Variants: The board may have 1 to 19 lines, and White may get other points.
    """

    players = ("black", "white")
    piece_symbols = ("X", "O")
    colours = ("#1d1d1d", "#f4f2ec")
    bounded_evaluation = True

    def __init__(self, size: int = 9, komi: float = 7) -> None:
        parameters.whole("go", "size", size, 1, MAX_SIZE)
        _check_komi(komi)
        self.size, self.points, self.twice_komi = size, size * size, int(2 * komi)
        self.limit = max(FEWEST_MOVES, 3 * self.points)
        self.max_moves = self.move_numbers = self.points + 1
        self.grid = Board(size)
        self.near, self.diagonal = self.grid.near, self.grid.diagonal
        self.harmless = tuple(0 if self.grid.at_edge(point) else 1 for point in range(self.points))
        self.height = tuple(min(divmod(point, size) + divmod(self.points - 1 - point, size)) for point in range(self.points))
        random = Random(self.points)
        self.zobrist = tuple(random.bits() >> 2 for _ in range(2 * self.points))
        self.places = self.limit + self.limit // 8 + 2

    def state(self) -> Mapping[str, Field]:
        points, number = self.points, u8 if self.points <= BYTE else u16
        neighbours = 2 * self.size * (self.size - 1)
        """Pairs of points next to each other; no chain has more liberties."""
        return dict(
            cells=u8([0] * points + [WALL]),
            head=number[points + 1](points),
            link=number(list(range(points))),
            length=number[points],
            liberties=(u8 if neighbours <= BYTE else u16)[points],
            free=number(list(range(points))),
            empty=number(points),
            most=number,
            board=i64,
            history=i64([1] + [0] * (self.places - 1)),
            past=i64(mixed(0)),
            record=number[self.limit],
            plies=i16,
            origin=i8[points],
            passes=u8,
            result=i8(ONGOING),
            turn=u8,
        )

    def moves(self, s: State) -> Iterator[int]:
        for point in range(self.points):
            if s.cells[point] == 0 and self.legal(s, point):
                yield point
        yield self.points

    def legal(self, s: State, point: int) -> bool:
        """Whether the player to move may put a stone on an empty point."""
        lives, takes, taken = False, False, 0
        for side in range(4):
            neighbour = self.near[4 * point + side]
            stone, head = s.cells[neighbour], s.head[neighbour]
            if stone == 0:
                lives = True
            elif stone == 1 + s.turn:
                lives = lives or s.liberties[head] > 4 or s.liberties[head] > self.touches(s, point, 0, head)
            elif stone != WALL and s.liberties[head] <= 4 and s.liberties[head] == self.touches(s, point, side, head):
                lives = takes = True
                taken ^= self.chain(s, head)
        is_larger = not takes and self.points - s.empty >= s.most
        return lives and (is_larger or not self.known(s, s.board ^ taken ^ self.zobrist[2 * point + s.turn]))

    def touches(self, s: State, point: int, first: int, head: int) -> int:
        """The number of neighbours of a point that belong to a chain, from the neighbour `first` on.

        From a second neighbour of the same chain on, this is less than the full number, so `legal` captures no chain twice.
        """
        total = 0
        for side in range(4):
            if side >= first and s.head[self.near[4 * point + side]] == head:
                total += 1
        return total

    def chain(self, s: State, head: int) -> int:
        """The exclusive or of the random numbers of a chain."""
        colour = s.cells[head] - 1
        total, stone = self.zobrist[2 * head + colour], s.link[head]
        while stone != head:
            total ^= self.zobrist[2 * stone + colour]
            stone = s.link[stone]
        return int(total)

    def known(self, s: State, board: int) -> bool:
        return bool(s.history[self.place(s, board)] != 0)

    def place(self, s: State, board: int) -> int:
        """Where a board is in the history, or would be."""
        place = (board >> 31) * self.places >> 31
        while s.history[place] not in (0, board + 1):
            place = place + 1 if place + 1 < self.places else 0
        return place

    def play(self, s: State, move: int) -> None:
        if move == self.points:
            s.passes += 1
        else:
            s.passes = 0
            self.put(s, move)
            self.remember(s)
        s.record[s.plies] = move
        s.plies += 1
        s.turn = 1 - s.turn
        if s.passes == 2 or s.plies == self.limit:
            lead = self.lead(s)
            s.result = DRAW if lead == 0 else 0 if lead > 0 else 1

    def remember(self, s: State) -> None:
        s.most = max(s.most, self.points - s.empty)
        s.history[self.place(s, s.board)] = s.board + 1
        s.past ^= mixed(s.board)

    def put(self, s: State, point: int) -> None:
        """Put a stone of the player to move, and capture chains without a liberty."""
        place, last = s.link[point], s.free[s.empty - 1]
        s.free[place] = last
        s.link[last] = place
        s.empty -= 1
        s.cells[point] = 1 + s.turn
        s.board ^= self.zobrist[2 * point + s.turn]
        s.head[point] = s.link[point] = point
        s.length[point] = 1
        s.liberties[point] = 0
        for side in range(4):
            neighbour = self.near[4 * point + side]
            if s.cells[neighbour] == 0:
                s.liberties[s.head[point]] += 1
            elif s.cells[neighbour] != WALL:
                s.liberties[s.head[neighbour]] -= 1
        for side in range(4):
            neighbour = self.near[4 * point + side]
            if s.cells[neighbour] == 1 + s.turn:
                self.join(s, s.head[neighbour], s.head[point])
            elif s.cells[neighbour] == 2 - s.turn and s.liberties[s.head[neighbour]] == 0:
                self.take(s, neighbour)

    def join(self, s: State, one: int, two: int) -> None:
        """Join two chains; the shorter one gets the head of the longer."""
        if one == two:
            return
        long, short = (one, two) if s.length[one] >= s.length[two] else (two, one)
        s.length[long] += s.length[short]
        s.liberties[long] += s.liberties[short]
        stone = short
        while s.head[stone] != long:
            s.head[stone] = long
            stone = s.link[stone]
        s.link[short], s.link[long] = s.link[long], s.link[short]

    def take(self, s: State, stone: int) -> None:
        """Remove the chain of a stone from the board."""
        colour = s.cells[stone] - 1
        while s.cells[stone] != 0:
            s.cells[stone] = 0
            s.head[stone] = self.points
            s.board ^= self.zobrist[2 * stone + colour]
            for side in range(4):
                head = s.head[self.near[4 * stone + side]]
                if head != self.points:
                    s.liberties[head] += 1
            following = s.link[stone]
            s.link[stone] = s.empty
            s.free[s.empty] = stone
            s.empty += 1
            stone = following

    def lead(self, s: State) -> int:
        """Twice the lead of black in points. This overwrites fields that only an unfinished game needs."""
        total = -self.twice_komi
        for place in range(s.empty):
            s.head[s.free[place]] = self.points
        for point in range(self.points):
            if s.cells[point] != 0:
                total += 2 if s.cells[point] == 1 else -2
            elif s.head[point] == self.points:
                total += 2 * self.region(s, point)
        return total

    def region(self, s: State, start: int) -> int:
        """The size of the empty region around a point: positive if it is black's, negative if white's, 0 if neither's.

        The points of the region get a head. Points still to be visited form a stack, each with a `link` to the next.
        """
        size, touched, top = 0, 0, start
        s.head[start], s.link[start] = start, self.points
        while top != self.points:
            point, top = top, s.link[top]
            size += 1
            for side in range(4):
                neighbour = self.near[4 * point + side]
                touched |= s.cells[neighbour]
                if s.cells[neighbour] == 0 and s.head[neighbour] == self.points:
                    s.head[neighbour], s.link[neighbour] = start, top
                    top = neighbour
        touched &= 3
        return size if touched == 1 else -size if touched == 2 else 0

    def winner(self, s: State) -> int:
        return int(s.result)

    def playout(self, s: State, dice: int) -> int:
        place, attempt, attempts = 0, 0, DRAWS + s.empty
        while True:
            point = -1
            while attempt < attempts and point < 0:
                if attempt < DRAWS:
                    place = (dice & 32767) * s.empty >> 15
                    dice >>= 15
                else:
                    place = place + 1 if place + 1 < s.empty else 0
                attempt += 1
                if not self.is_eye(s, s.free[place]):
                    point = s.free[place]
            if point < 0:
                return self.points
            if self.legal(s, point):
                return int(point)

    def is_eye(self, s: State, point: int) -> bool:
        """Whether an empty point is an eye of the player to move."""
        others = 0
        for side in range(4):
            stone = s.cells[self.near[4 * point + side]]
            others += stone == 0 or stone == 2 - s.turn
        if others:
            return False
        strangers = 0
        for side in range(4):
            strangers += s.cells[self.diagonal[4 * point + side]] == 2 - s.turn
        return strangers <= self.harmless[point]

    def evaluate(self, s: State, player: int) -> float:
        lead = -self.twice_komi
        for point in range(self.points):
            colours = s.cells[point]
            if colours == 0:
                for side in range(4):
                    colours |= s.cells[self.near[4 * point + side]]
                colours &= 3
            lead += 2 if colours == 1 else -2 if colours == 2 else 0
        if player == 1:
            lead = -lead
        return lead / (abs(lead) + 2 * self.size)

    def order(self, s: State, move: int) -> float:
        """Points far from the edge first, the pass last."""
        return -1 if move == self.points else self.height[move]

    def key(self, s: State) -> int:
        """Equal for the same board with the same boards before it in any order, because these decide which moves are legal."""
        return int(8 * s.plies + 4 * s.turn + s.passes ^ s.past ^ s.board)

    def score(self, s: State) -> float:
        """Black's area minus white's area and the komi, if the game ended here."""
        return self.lead(s.copy()) / 2

    def show(self, s: State) -> str:
        return self.grid.show(s.cells, s.origin, s.record[: s.plies], turn_line.write(self, s.turn))

    def read(self, text: str) -> State:
        """Set up the stones, then play the moves; they must lead to the drawn board."""
        told = self.grid.read(self, text)
        s = self._set_up(told.origin, (told.turn + len(told.moves)) % 2)
        for number, move in enumerate(told.moves, 1):
            if s.result != ONGOING:
                raise PositionError(f"the game was over before move {number}, {self.grid.name(move)}")
            if not self._allows(s, move):
                raise PositionError(f"move {number}, {self.grid.name(move)}, is not legal there")
            self.play(s, move)
        if s.cells[: self.points] != told.cells:
            raise PositionError("the moves do not lead to the drawn board; remove the moves or correct them")
        return s

    def name(self, s: State, move: int) -> str:
        return self.grid.name(move)

    def parse(self, s: State, text: str) -> int:
        """A point such as C3, or pass."""
        move = self.grid.point(text.strip())
        if not self._allows(s, move):
            raise MoveError(f"a stone on {self.grid.name(move)} is not legal now")
        return move

    def _allows(self, s: State, move: int) -> bool:
        return move == self.points or (s.cells[move] == 0 and self.legal(s, move))

    def svg(self, s: State) -> str:
        words = display.caption(self, s)
        if s.result not in (ONGOING, DRAW):
            words += f" by {abs(self.score(s)):g}"
        last = s.record[s.plies - 1] if s.plies else self.points
        return self.grid.svg(f"{self}: {words}", words, s.cells, last)

    def _set_up(self, origin: list[int], turn: int) -> State:
        """A state with these stones on the board and this player to move; every chain must have a liberty."""
        s = self.fresh()
        for point, stone in enumerate(origin):
            if stone:
                s.turn = stone - 1
                self.put(s, point)
        for point, stone in enumerate(origin):
            if stone and (s.cells[point] == 0 or s.liberties[s.head[point]] == 0):
                raise PositionError(f"the chain at {self.grid.name(point)} has no liberty; remove it")
        s.history, s.past, s.most = [0] * self.places, 0, 0
        self.remember(s)
        s.origin, s.turn = origin, turn
        return s


def mixed(board: int) -> int:
    """A board as it is joined with others."""
    return (board + 1 ^ board + 1 >> 29) * ODD & MASK


def _check_komi(komi: float) -> None:
    if type(komi) not in (int, float) or not -MOST_KOMI <= komi <= MOST_KOMI or 2 * komi != int(2 * komi):
        raise GameError(f"go takes komi as a multiple of 0.5 from -{MOST_KOMI} to {MOST_KOMI}, not {komi!r}")
