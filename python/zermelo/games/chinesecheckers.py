"""Chinese Checkers: step or jump across a six-pointed star; the first player whose goal, the arm opposite, is full wins.

       abcdefghijklmnopqrstuvwxy
    17             p             17      The start for six: clockwise from the bottom sit blue, red, green,
    16            p p            16      pink, orange and sky, and so the turn goes round. Two players sit at
    15           p p p           15      the bottom and at the top; three at the bottom, upper left and upper
    14          p p p p          14      right; four at the bottom, lower left, top and upper right. The first
    13 g g g g . . . . . o o o o 13      is always blue, the second red, and so on.
    12  g g g . . . . . . o o o  12
    11   g g . . . . . . . o o   11      A move is source * holes + target, with the holes numbered row by row
    10    g . . . . . . . . o    10      from the tip at the bottom, 0 to 120; people call it j4-k5. It is a
     9     . . . . . . . . .     9       step to one of the six holes around, or a chain of jumps, each over
     8    r . . . . . . . . s    8       one piece of anybody's right next to it, straight on into the empty
     7   r r . . . . . . . s s   7       hole behind. Only the two ends of a chain count, not the way. Nothing
     6  r r r . . . . . . s s s  6       is ever captured.
     5 r r r r . . . . . s s s s 5
     4          b b b b          4       With 73 holes an arm has six holes and a player six pieces, with 37
     3           b b b           3       holes three, where it is ten otherwise.
     2            b b            2
     1             b             1
       abcdefghijklmnopqrstuvwxy

Where published rules differ, this is what is played. A piece may stop in any hole: in the arms of others too, and it may
leave its goal again. A goal is full as soon as there is a piece in each of its holes, whoever moved last, and wins for its
owner if at least one of these pieces is the owner's: so nobody can keep others from winning by staying at home. Who cannot
move passes, and nobody else does. The game is drawn when everybody has had `turns` turns; with `turns=0` it never is, and states do not count plies. Alone, the
bottom is left for the top, and the question is in how few moves.

A chain of jumps keeps to every other hole of every other row. So it never comes next to the hole where it began, and whether
that one counts as empty makes no difference; and no jump ends where a step could. The holes that a piece can reach are two
sets with one bit for each hole, for 121 bits are too many for one compiled number.

The state carries, for each player, the distance that its pieces still have to go until its goal is full of them. The
evaluation `own`, the only one for a single player, is that distance, in steps, counted against me. `relative` compares it with everybody's: it is the sum, over all
other players, of what they have to go minus what I have, times a power of two that keeps it between -1 and 1. Whole numbers
times a power of two are exact, so these add up to zero, and do not merely come close.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from zermelo.errors import GameError, MoveError, PositionError, nearest
from zermelo.game import display, turn_line
from zermelo.game.constants import DRAW, ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import Field, State, i8, i16
from zermelo.games.shared.star_board import ARMS, FINE, Star

COLOURS = ("blue", "red", "green", "pink", "orange", "sky")
SEATS = {1: (0,), 2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 6: (0, 1, 2, 3, 4, 5)}
"""For each number of players the arms where they begin."""
SIZES = {121: 4, 73: 3, 37: 2}
"""Rows of an arm for each number of holes."""
HALF, PRIME = 61, 67
"""Holes in the first of two sets; the powers of two up to there leave different remainders when divided by the prime."""
EVALUATIONS = ("relative", "own")
MAX_TURNS = 5000
_SIGNS = "." + "".join(colour[0] for colour in COLOURS)


class ChineseCheckers(Game):
    """Step or jump across a six-pointed star; who fills the arm opposite first wins."""

    def __init__(self, players: int = 6, holes: int = 121, turns: int = 100, evaluation: str = "relative") -> None:
        _check(players, holes, turns, evaluation)
        self.players = COLOURS[:players]
        self.seats, self.holes, self.limit = players, holes, turns * players
        self.star = star = Star(SIZES[holes])
        self.homes = tuple(star.arms[arm] for arm in SEATS[players])
        self.goals = tuple(star.arms[(arm + 3) % ARMS] for arm in SEATS[players])
        self.goal_of = tuple(next((seat for seat in range(players) if hole in self.goals[seat]), -1) for hole in range(holes))
        self.pieces, self.passing = len(self.homes[0]), holes * holes
        self.next_to, self.beyond = star.ahead(1), star.ahead(2)
        self.first = tuple(1 << hole if hole < HALF else 0 for hole in range(holes))
        self.second = tuple(1 << (hole - HALF) if hole >= HALF else 0 for hole in range(holes))
        self.by_remainder = tuple({(1 << bit) % PRIME: bit for bit in range(HALF)}.get(rest, 0) for rest in range(PRIME))
        self.far = tuple(star.distances((arm + 3) % ARMS) for arm in SEATS[players])
        self.filled = sum(self.far[0][hole] for hole in self.goals[0])
        self.bounded_evaluation = self.relative = evaluation == "relative" and players > 1
        self.scale = 0.5 ** ((players - 1) * self.pieces * max(self.far[0])).bit_length()
        # Each piece has six steps at most, and its jumps keep to one of four kinds of holes.
        jumps = Counter((row % 2, (column - row) // 2 % 2) for column, row in star.places)
        self.max_moves = self.pieces * (ARMS + max(jumps.values()) - 1)

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
                    yield source * self.holes + self.lowest(first)
                    first &= first - 1
                while second != 0:
                    yield source * self.holes + HALF + self.lowest(second)
                    second &= second - 1
        if stuck:
            yield self.passing

    def reach(self, s: State, source: int) -> tuple[int, int]:
        """Where a piece can get to, as two sets: first by a step or a jump, then by more jumps from wherever one ended.

        At the edge, `next_to` is the hole itself and `beyond` the last hole before it: neither a step nor a jump comes of them.
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
                hole = self.lowest(from_first)
                from_first &= from_first - 1
            else:
                hole = HALF + self.lowest(from_second)
                from_second &= from_second - 1
            for way in range(ARMS):
                target = self.beyond[hole][way]
                if s.cells[target] == 0 and s.cells[self.next_to[hole][way]] != 0:
                    from_first |= self.first[target] & ~first
                    from_second |= self.second[target] & ~second
                    first |= self.first[target]
                    second |= self.second[target]
        return first, second

    def lowest(self, holes: int) -> int:
        """The lowest bit of a set."""
        return self.by_remainder[(holes & -holes) % PRIME]

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
        """Whether a player's goal is full, with at least one piece of that player's."""
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
        """By what a move gains on the way to the goal."""
        if move == self.passing:
            return 0
        return int(self.far[s.turn][move // self.holes] - self.far[s.turn][move % self.holes])

    # Faces

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
                raise PositionError(f"{colour} has {s.cells.count(1 + seat)} pieces, but everybody has {self.pieces}")
        s.distance = self._distances(s.cells)
        winners = [seat for seat in range(self.seats) if self.fills(s, seat)]
        if len(winners) > 1:
            names = " and ".join(self.players[seat] for seat in winners)
            raise PositionError(f"the goals of {names} are full, but the game ends with the first")
        s.result = winners[0] if winners else DRAW if self.limit and s.plies == self.limit else ONGOING
        return s

    def name(self, s: State, move: int) -> str:
        if move == self.passing:
            return "pass"
        return "-".join(map(self.star.name, divmod(move, self.holes)))

    def parse(self, s: State, text: str) -> int:
        """e13-g11, e13g11, or every hole of a chain, of which the first and the last count."""
        if text.strip().lower() == "pass":
            return self.passing
        if not re.fullmatch("[a-z][0-9]+(-?[a-z][0-9]+)+", text.strip().lower()):
            raise MoveError(f"`{text}` is no move; one looks like {self.name(s, self.rules.choices(s)[0])}")
        names = re.findall("[a-z][0-9]+", text.lower())
        return self.star.hole(names[0]) * self.holes + self.star.hole(names[-1])

    def svg(self, s: State) -> str:
        words = display.caption(self, s)
        return self.star.svg(f"{self}: {words}", words, s.cells, _SIGNS, SEATS[self.seats])

    def _distances(self, cells: Sequence[int]) -> list[int]:
        """What each player's pieces have still to go."""
        return [
            sum(far[hole] for hole, cell in enumerate(cells) if cell == 1 + seat) - self.filled
            for seat, far in enumerate(self.far)
        ]


def _check(players: int, holes: int, turns: int, evaluation: str) -> None:
    for name, number, known in (("players", players, SEATS), ("holes", holes, SIZES)):
        if not isinstance(number, int) or isinstance(number, bool) or number not in known:
            choices = ", ".join(map(str, list(known)[:-1])) + f" or {list(known)[-1]}"
            raise GameError(f"chinesecheckers takes {name} as {choices}, not {number!r}")
    if not isinstance(turns, int) or isinstance(turns, bool) or not 0 <= turns <= MAX_TURNS:
        raise GameError(f"chinesecheckers takes turns as a whole number from 0, for no end, to {MAX_TURNS}, not {turns!r}")
    if evaluation not in EVALUATIONS:
        raise GameError(
            f"chinesecheckers takes evaluation as {' or '.join(EVALUATIONS)}, not {evaluation!r}.{nearest(str(evaluation), EVALUATIONS)}"
        )
    if evaluation == "own" and players == 2:
        raise GameError(
            "chinesecheckers takes evaluation as own for three players or more: for two, one's gain is the other's loss"
        )
