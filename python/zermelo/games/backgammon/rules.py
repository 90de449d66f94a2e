"""Backgammon: move fifteen men home by the roll of two dice, hit single men of the opponent, and bear off all men first.

    13 14 15 16 17 18 | 19 20 21 22 23 24      Each player counts the points from the own side: 24 for x is 1 for o. Men go
     x  .  .  .  o  . |  o  .  .  .  .  x      from 24 down to 1, and off. 25 is the bar, 0 is off. On the left is the start,
     x  .  .  .  o  . |  o  .  .  .  .  x      with the numbers of x.
     x  .  .  .  o  . |  o  .  .  .  .  .
     x  .  .  .  .  . |  o  .  .  .  .  .
     x  .  .  .  .  . |  o  .  .  .  .  .      A roll is used as far as possible: both dice in either order, or else the higher
     ------------------------------------      one, or else the lower one, or else the player passes.
     o  .  .  .  .  . |  x  .  .  .  .  .
     o  .  .  .  .  . |  x  .  .  .  .  .      A win is worth 1, a gammon 2 and a backgammon 3; with gammons=False every win
     o  .  .  .  x  . |  x  .  .  .  .  .      is worth 1.
     o  .  .  .  x  . |  x  .  .  .  .  o
     o  .  .  .  x  . |  x  .  .  .  .  o
    12 11 10  9  8  7 |  6  5  4  3  2  1

The first roll has 30 outcomes of two digits, x's die first. Later rolls have 21 outcomes, the higher die first; a double has probability 1/36, every other outcome 2/36.

A move is a whole play: up to four sources of five bits each, first the one for the higher die, then the one for the lower; 0 for a die that
cannot be used, so a pass is 0. Plays that lead to the same position are one move. Legal sources are found with bitboards of points. For a
double it is enough to move men in order from the back; then different men give different positions. For two dice the order does not
matter, but two pairs of sources may mean the same: one man who moves with both dice, unless it hits on the way, and two men who are borne
off. A roll has at most 3060 plays, because four steps of 15 men can be chosen in so many ways; the most found by hill climbing is 2226.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from zermelo.game import CHANCE, Field, Game, State, i8
from zermelo.games.backgammon import board, match_id, plays, position_id
from zermelo.games.backgammon.board import BAR, MEN, NOBODY, PLACES, ROW
from zermelo.games.backgammon.evaluation import glance, outlook
from zermelo.games.shared import parameters
from zermelo.games.shared.bitboard import lowest

START = {24: 2, 13: 5, 8: 3, 6: 5}
BIT = (0, *(1 << point for point in range(1, ROW)))
"""The set of one point. Off is never in a set."""
OUTSIDE = BIT[7]
"""Sets below this contain only the points 6 to 1."""
HIGHEST = tuple(1 << points.bit_length() >> 1 for points in range(OUTSIDE // 2))


class Backgammon(Game):
    """Move fifteen men home by the roll of two dice, hit single men, and bear off all men first.

    Goal: Be the first to take your fifteen men off the board.

    Setup: Your men go from your point 24 to your point 1, the opponent's go the other way. Each player rolls one die, again
    if they are equal; the higher number begins with both.

    Moves: Each die moves one man by its number, to a point with at most one man of the opponent. A single man is hit and goes
    to the bar. Men on the bar must enter first, on the points 24 to 19. When all your men are on the points 6 to 1, you may
    take them off: by the exact number, or a higher one if no man is further back. Doubles are played four times. Use as many
    dice as possible, and the higher one if only one can be used.

    End: The winner gets 1 point; 2 if the loser has no man off; 3 if, besides, one is on the bar or on the winner's points 6
    to 1.

    Draws: There are no draws, and no doubling cube.

    Variants: Every win may count 1 point.
    """

    max_moves = 3060
    bounded_evaluation = True
    out_of_turn = False  # the dice belong to the player to move

    def __init__(self, gammons: bool = True) -> None:
        parameters.flag("backgammon", "gammons", gammons)
        self.gammons = gammons
        self.bounds = (-3, 3) if gammons else (-1, 1)

    def state(self) -> Mapping[str, Field]:
        """`men` on each place of x, off first and bar last, then of o; `dice` as two digits, 0 before the roll."""
        return dict(men=i8([START.get(place, 0) for place in range(ROW)] * 2), dice=i8, turn=i8(NOBODY))

    def to_move(self, s: State) -> int:
        return CHANCE if s.dice == 0 else int(s.turn)

    def chances(self, s: State) -> Iterator[tuple[int, float]]:
        for first in range(1, 7):
            for second in range(1, 7):
                if s.turn == NOBODY:
                    if first != second:
                        yield 10 * first + second, 1 / 30
                elif first >= second:
                    yield 10 * first + second, (1 if first == second else 2) / 36

    def moves(self, s: State) -> Iterator[int]:
        mine, many, free, blots = self.sets(s)
        high, low = s.dice // 10, s.dice % 10
        if high == low:
            yield from self.doubles(s, mine, free, high)
        else:
            seconds = self.pairs(mine, many, free, high, low)
            for source in range(1, ROW):
                middle, other = source - high, source - low
                if middle > 0 and seconds[other] & BIT[source] and not blots & (BIT[middle] | BIT[other]):
                    seconds[source] &= ~BIT[middle]  # the lower die first leads to the same position
                if source <= low:
                    for point in range(1, source):
                        if seconds[point] & BIT[source]:
                            seconds[source] &= ~BIT[point]  # so does bearing off each man with the other die
            for source in range(ROW):
                rest = seconds[source]
                while rest != 0:
                    yield source * PLACES[0] + lowest(rest) * PLACES[1]
                    rest &= rest - 1

    def sets(self, s: State) -> tuple[int, int, int, int]:
        """The points where the player to move has men, has several men, may go, and may hit."""
        me, you = ROW * s.turn, ROW * (1 - s.turn)
        mine = many = free = blots = 0
        for point in range(1, ROW):
            count = s.men[me + point]
            if count > 0:
                mine |= BIT[point]
                if count > 1:
                    many |= BIT[point]
            if point < BAR and s.men[you + BAR - point] < 2:
                free |= BIT[point]
                if s.men[you + BAR - point] == 1:
                    blots |= BIT[point]
        return mine, many, free, blots

    def sources(self, mine: int, free: int, die: int) -> int:
        """The points from which a man may move by one die."""
        if mine & BIT[BAR]:
            return BIT[BAR] & free << die
        found = mine & free << die
        if mine < OUTSIDE:
            found |= mine & BIT[die]
            if mine < BIT[die]:
                found |= HIGHEST[mine]
        return found

    def pairs(self, mine: int, many: int, free: int, high: int, low: int) -> Any:
        """For each source of the higher die the sources of the lower one. Bit 0 and entry 0 mean that a die is not used."""
        seconds = [0] * ROW
        by_high, by_low = self.sources(mine, free, high), self.sources(mine, free, low)
        found = 0
        rest = by_high
        while rest != 0:
            source = lowest(rest)
            seconds[source] = self.sources(self.moved(mine, many, source, high), free, low)
            found |= seconds[source]
            rest &= rest - 1
        rest = by_low
        while rest != 0:
            source = lowest(rest)
            firsts = self.sources(self.moved(mine, many, source, low), free, high)
            found |= firsts
            while firsts != 0:
                seconds[lowest(firsts)] |= BIT[source]
                firsts &= firsts - 1
            rest &= rest - 1
        if found == 0 and by_high == 0:
            seconds[0] = max(by_low, 1)
        elif found == 0:
            while by_high != 0:
                seconds[lowest(by_high)] = 1
                by_high &= by_high - 1
        return seconds

    def moved(self, mine: int, many: int, source: int, die: int) -> int:
        """The points with men after one man has moved."""
        return mine & ~(BIT[source] & ~many) | BIT[max(source - die, 0)]

    def doubles(self, s: State, mine: int, free: int, die: int) -> Iterator[int]:
        """Plays with as many steps as possible and sources that never ascend, depth first; the path serves for going back."""
        men = [0] * ROW
        for place in range(ROW):
            men[place] = s.men[ROW * s.turn + place]
        for most in range(4, 0, -1):
            path = used = found = 0
            untried = self.sources(mine, free, die)
            while used > 0 or untried != 0:
                step = 1 if untried != 0 else -1
                source = lowest(untried) if untried != 0 else path & 31
                if step > 0 and used + 1 == most:
                    yield (path * 32 + source) * PLACES[used]
                    found = 1
                    untried &= untried - 1
                    continue
                target = max(source - die, 0)
                men[source] -= step
                men[target] += step
                mine = mine | BIT[source] if men[source] > 0 else mine & ~BIT[source]
                mine = mine | BIT[target] if men[target] > 0 else mine & ~BIT[target]
                path = path * 32 + source if step > 0 else path >> 5
                used += step
                untried = self.sources(mine, free, die) & 2 * BIT[path & 31] - 1
                if step < 0:
                    untried &= ~(2 * BIT[source] - 1)
            if found:
                return
        yield 0

    def play(self, s: State, move: int) -> None:
        if s.dice == 0:
            first, second = move // 10, move % 10
            s.dice = 10 * max(first, second) + min(first, second)
            if s.turn == NOBODY:
                s.turn = 0 if first > second else 1
            return
        me, you = ROW * s.turn, ROW * (1 - s.turn)
        for step in range(4):
            source, target = self.step(s, move, step)
            s.men[me + source] -= 1  # may be -1 until another man arrives
            s.men[me + target] += 1
            if target > 0 and s.men[you + BAR - target] == 1:
                s.men[you + BAR - target] = 0
                s.men[you + BAR] += 1
        s.dice = 0
        s.turn = 1 - s.turn

    def step(self, s: State, move: int, step: int) -> tuple[int, int]:
        """The source and the target of one of the four steps of a play; both are off if the step is not used."""
        source = move >> 15 - 5 * step & 31
        return source, max(source - (s.dice // 10 if step == 0 else s.dice % 10), 0)

    def over(self, s: State) -> bool:
        return bool(s.men[0] == MEN or s.men[ROW] == MEN)

    def utility(self, s: State, player: int) -> float:
        winner = 0 if s.men[0] == MEN else 1
        stake = self.stake(s, ROW * (1 - winner))
        return stake if player == winner else -stake

    def stake(self, s: State, me: int) -> int:
        """The number of points that the loser loses."""
        if not self.gammons or s.men[me] > 0:
            return 1
        return 3 if any(s.men[me + point] > 0 for point in range(19, ROW)) else 2

    def evaluate(self, s: State, player: int) -> float:
        value = outlook(s, self.gammons)
        return value if player == 0 else -value

    def order(self, s: State, move: int) -> float:
        """By what a play gains for the men who move, and by hits."""
        total = 0
        for step in range(4):
            source, target = self.step(s, move, step)
            if source > 0:
                here, there = self.count(s, move, step, source), self.count(s, move, step, target)
                total += glance(source, here - 1) - glance(source, here) + glance(target, there + 1) - glance(target, there)
                if target > 0 and s.men[ROW * (1 - s.turn) + BAR - target] == 1:
                    total += 4 + target
        return total

    def count(self, s: State, move: int, step: int, place: int) -> int:
        """The number of men of the player to move on a place before this step."""
        count = int(s.men[ROW * s.turn + place])
        for before in range(step):
            source, target = self.step(s, move, before)
            if source > 0:
                count += (target == place) - (source == place)
        return count

    def show(self, s: State) -> str:
        return board.show(self.players, s)

    def read(self, text: str) -> State:
        """A drawn board, or a position ID of GNU Backgammon, optionally with the player to move and the dice, or with a match ID."""
        s = self.fresh()
        read = board.read if board.is_drawn(text) else position_id.read
        read(s, text, self.players)
        board.check(s, self.players)
        return s

    def position_id(self, s: State) -> str:
        """The position ID of GNU Backgammon, which contains neither the dice nor the player to move."""
        me = ROW * max(s.turn, 0)
        return position_id.write(s.men[ROW - me :][:ROW], s.men[me:][:ROW])

    def match_id(self, s: State) -> str:
        """The match ID of GNU Backgammon, which contains the player to move and the dice; it follows a position ID and a colon."""
        return match_id.write(s, self.gammons, self.over(s))

    def name(self, s: State, move: int) -> str:
        return str(move) if s.dice == 0 else plays.write(self, s, move)

    def parse(self, s: State, text: str) -> int:
        """24/18,13/11 in any order, with spaces or commas; 24/18/13, 8/5(2), bar/22* or 6/off. `*` is optional."""
        return plays.read_throw(s, text) if s.dice == 0 else plays.read(self, s, text)

    def squares_of(self, s: State, move: int) -> tuple[str, ...]:
        """The source and the target of each man. Men may be moved in any order."""
        return () if s.dice == 0 else plays.squares(self.name(s, move))

    def svg(self, s: State) -> str:
        return board.svg(self, s)
