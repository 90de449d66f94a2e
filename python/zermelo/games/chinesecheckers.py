"""Chinese Checkers: step or jump across a six-pointed star. The first player whose goal, the arm opposite, is full wins.

       abcdefghijklmnopqrstuvwxy
    17             p             17      The start for six: clockwise from the bottom blue, red, green, pink,
    16            p p            16      orange and sky. Turns go clockwise. Two players start at the bottom
    15           p p p           15      and the top; three at the bottom, upper left and upper right; four at
    14          p p p p          14      the bottom, lower left, top and upper right. The first player is always
    13 g g g g . . . . . o o o o 13      blue, the second red, and so on.
    12  g g g . . . . . . o o o  12
    11   g g . . . . . . . o o   11      A move is source * holes + target. Holes are numbered row by row from
    10    g . . . . . . . . o    10      the tip at the bottom, 0 to 120. Its name is like j4-k5. Only the two
     9     . . . . . . . . .     9       ends of a chain of jumps count.
     8    r . . . . . . . . s    8
     7   r r . . . . . . . s s   7
     6  r r r . . . . . . s s s  6
     5 r r r r . . . . . s s s s 5       An arm has ten holes and each player ten pieces; with holes=73 six of
     4          b b b b          4       each, with holes=37 three.
     3           b b b           3
     2            b b            2
     1             b             1
       abcdefghijklmnopqrstuvwxy

Published rules differ; these are ours. A goal is full as soon as each of its holes has a piece, at least one of them the owner's, so a player
cannot stop others from winning by staying at home. With `turns=0` there is no limit of turns, and states do not count plies. A position
that occurs for the third time, with the same player to move, is a draw. Published rules do not say what happens then; this is the rule of checkers
and chess, and without it two players who step to and fro, each unwilling to make way, would never end.

A chain of jumps reaches only every second hole of every second row. So it never comes next to the hole where it began, and no jump ends
where a step could. The set of holes that a piece can reach is two bitboards, because 121 bits do not fit into one compiled number.

The state holds for each player the distance that the pieces still have to go until the goal is full of them. The evaluation `own`, the
only one for a single player, is minus my distance in steps. `relative` is the sum of (their distance - my distance) over all other
players, times a power of two that keeps it between -1 and 1. Whole numbers times a power of two are exact, so the evaluations of all
players add up to exactly zero.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from zermelo.errors import MoveError, PositionError
from zermelo.game import DRAW, ONGOING, Field, Game, State, display, i8, i16, turn_line
from zermelo.games.shared import parameters
from zermelo.games.shared.bitboard import lowest
from zermelo.games.shared.star_board import ARMS, FINE, Star

COLOURS = ("blue", "red", "green", "pink", "orange", "sky")
SEATS = {1: (0,), 2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 6: (0, 1, 2, 3, 4, 5)}
"""For each number of players the arms where they start."""
SIZES = {121: 4, 73: 3, 37: 2}
"""The rows of an arm by the number of holes."""
HALF = 61
"""The number of holes in the first of the two bitboards."""
MAX_TURNS = 5000
_SIGNS = "." + "".join(colour[0] for colour in COLOURS)


class ChineseCheckers(Game):
    """Step or jump across a six-pointed star; the first player who fills the arm opposite wins.

    Goal: Fill the arm of the star opposite your own with pieces before the others fill theirs.

    Setup: The board is a star with six arms and 121 holes. Each of six players has ten pieces in one arm. Blue begins at the
    bottom, and turns go clockwise.

    Moves: You move one piece: a step to one of the six holes around it, or a jump straight over one piece next to it, of any
    player, to the empty hole behind. It may jump on from there. Nothing is captured. Pieces may stop in any arm and leave
    their goal again. You pass only if you cannot move.

    End: When each hole of a goal has a piece, at least one of them the owner's, the owner wins, even if another player moved
    last.

    Draws: The game is drawn after 100 turns of each player, and when a position occurs for the third time.

    Variants: One to four players can play, on smaller stars, with more or fewer turns. A single player tries to need few
    moves and may repeat positions.
    """

    player_counts = tuple(SEATS)
    counters = ("plies",)
    repetitions = 3

    def __init__(self, players: int = 6, holes: int = 121, turns: int = 100, evaluation: str = "relative") -> None:
        parameters.choice("chinesecheckers", "players", players, self.player_counts)
        parameters.choice("chinesecheckers", "holes", holes, SIZES)
        parameters.whole("chinesecheckers", "turns", turns, 0, MAX_TURNS)
        relative = parameters.evaluation("chinesecheckers", evaluation, players)
        self.players = COLOURS[:players]
        self.seats, self.holes, self.limit = players, holes, turns * players
        if players == 1:
            self.repetitions = 0
        self.star = star = Star(SIZES[holes])
        self.homes = tuple(star.arms[arm] for arm in SEATS[players])
        self.goals = tuple(star.arms[(arm + 3) % ARMS] for arm in SEATS[players])
        self.goal_of = tuple(next((seat for seat in range(players) if hole in self.goals[seat]), -1) for hole in range(holes))
        self.pieces, self.passing = len(self.homes[0]), holes * holes
        self.next_to, self.beyond = star.ahead(1), star.ahead(2)
        self.first = tuple(1 << hole if hole < HALF else 0 for hole in range(holes))
        self.second = tuple(1 << (hole - HALF) if hole >= HALF else 0 for hole in range(holes))
        self.far = tuple(star.distances((arm + 3) % ARMS) for arm in SEATS[players])
        self.filled = sum(self.far[0][hole] for hole in self.goals[0])
        self.bounded_evaluation = self.relative = relative and players > 1
        self.scale = 0.5 ** ((players - 1) * self.pieces * max(self.far[0])).bit_length()
        # A piece has at most six steps, and its jumps reach only one of four classes of holes.
        jumps = Counter((row % 2, (column - row) // 2 % 2) for column, row in star.places)
        self.max_moves = self.pieces * (ARMS + max(jumps.values()) - 1)
        self.move_numbers = self.passing + 1

    def state(self) -> Mapping[str, Field]:
        cells = [0] * self.holes
        for seat, home in enumerate(self.homes):
            for hole in home:
                cells[hole] = 1 + seat
        return dict(cells=i8(cells), distance=i16(self._distances(cells)), plies=i16, result=i8(ONGOING), turn=i8)

    def moves(self, s: State) -> Iterator[int]:
        stuck = True
        for source in range(self.holes):
            if s.cells[source] == 1 + s.turn:
                first, second = self.reach(s, source)
                stuck = stuck and first | second == 0
                while first != 0:
                    yield source * self.holes + lowest(first)
                    first &= first - 1
                while second != 0:
                    yield source * self.holes + HALF + lowest(second)
                    second &= second - 1
        if stuck:
            yield self.passing

    def reach(self, s: State, source: int) -> tuple[int, int]:
        """The holes that a piece can reach, as two bitboards: first by a step or a jump, then by more jumps from where one ended.

        At the edge `next_to` is the hole itself and `beyond` the last hole before the edge; neither allows a step or a jump.
        """
        first, second, from_first, from_second = 0, 0, 0, 0
        for way in range(ARMS):
            target = self.next_to[source][way]
            if s.cells[target] == 0:
                first |= self.first[target]
                second |= self.second[target]
            elif s.cells[self.beyond[source][way]] == 0:
                from_first |= self.first[self.beyond[source][way]]
                from_second |= self.second[self.beyond[source][way]]
        first |= from_first
        second |= from_second
        while from_first | from_second != 0:
            if from_first != 0:
                hole = lowest(from_first)
                from_first &= from_first - 1
            else:
                hole = HALF + lowest(from_second)
                from_second &= from_second - 1
            for way in range(ARMS):
                target = self.beyond[hole][way]
                if s.cells[target] == 0 and s.cells[self.next_to[hole][way]] != 0:
                    from_first |= self.first[target] & ~first
                    from_second |= self.second[target] & ~second
                    first |= self.first[target]
                    second |= self.second[target]
        return first, second

    def play(self, s: State, move: int) -> None:
        if move != self.passing:
            source, target = move // self.holes, move % self.holes
            s.cells[source] = 0
            s.cells[target] = 1 + s.turn
            s.distance[s.turn] += self.far[s.turn][target] - self.far[s.turn][source]
            owner = self.goal_of[target]
            if owner >= 0 and self.fills(s, owner):
                s.result = owner
        if self.limit > 0:
            s.plies += 1
            if s.plies == self.limit and s.result == ONGOING:
                s.result = DRAW
        s.turn = (s.turn + 1) % self.seats

    def fills(self, s: State, player: int) -> bool:
        """Whether a player's goal is full and has at least one piece of that player."""
        own = False
        for place in range(self.pieces):
            cell = s.cells[self.goals[player][place]]
            if cell == 0:
                return False
            own = own or cell == 1 + player
        return own

    def winner(self, s: State) -> int:
        return int(s.result)

    def evaluate(self, s: State, player: int) -> float:
        if self.relative:
            return float((sum(s.distance) - self.seats * s.distance[player]) * self.scale)
        return float(-s.distance[player] / FINE)

    def order(self, s: State, move: int) -> float:
        """By how much nearer to the goal a move comes."""
        if move == self.passing:
            return 0
        return int(self.far[s.turn][move // self.holes] - self.far[s.turn][move % self.holes])

    def show(self, s: State) -> str:
        return f"{self.star.show([_SIGNS[cell] for cell in s.cells])}\n{turn_line.write_plies(self, s.turn, s.plies)}"

    def read(self, text: str) -> State:
        s = self.fresh()
        lines, s.turn, plies = turn_line.split_plies(self, text, self.limit or MAX_TURNS)
        s.plies = plies if self.limit else 0
        signs = _SIGNS[: 1 + self.seats]
        s.cells = [signs.index(sign) for sign in self.star.read(self, lines, signs)]
        for seat, colour in enumerate(self.players):
            if s.cells.count(1 + seat) != self.pieces:
                raise PositionError(f"{colour} has {s.cells.count(1 + seat)} pieces instead of {self.pieces}")
        s.distance = self._distances(s.cells)
        winners = [seat for seat in range(self.seats) if self.fills(s, seat)]
        if len(winners) > 1:
            names = " and ".join(self.players[seat] for seat in winners)
            raise PositionError(f"the goals of {names} are full, but the game ends with the first full goal")
        s.result = winners[0] if winners else DRAW if self.limit and s.plies == self.limit else ONGOING
        return s

    def name(self, s: State, move: int) -> str:
        if move == self.passing:
            return "pass"
        return "-".join(map(self.star.name, divmod(move, self.holes)))

    def parse(self, s: State, text: str) -> int:
        """e13-g11, e13g11, or every hole of a chain; the first and the last count."""
        if text.strip().lower() == "pass":
            return self.passing
        if not re.fullmatch("[a-z][0-9]+(-?[a-z][0-9]+)+", text.strip().lower()):
            raise MoveError(f"`{text}` is not a move; write it like {self.name(s, self.rules.choices(s)[0])}")
        names = re.findall("[a-z][0-9]+", text.lower())
        return self.star.hole(names[0]) * self.holes + self.star.hole(names[-1])

    def svg(self, s: State) -> str:
        words = display.caption(self, s)
        return self.star.svg(f"{self}: {words}", words, s.cells, _SIGNS, SEATS[self.seats])

    def _distances(self, cells: Sequence[int]) -> list[int]:
        """The distance that the pieces of each player still have to go."""
        return [
            sum(far[hole] for hole, cell in enumerate(cells) if cell == 1 + seat) - self.filled
            for seat, far in enumerate(self.far)
        ]
