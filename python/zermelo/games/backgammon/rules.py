"""Backgammon: race fifteen men home by the throw of two dice, hit what stands alone, and bear off first.

    13 14 15 16 17 18 | 19 20 21 22 23 24      Each player counts the points from their own side: what is 24 to x is 1 to o.
     x  .  .  .  o  . |  o  .  .  .  .  x      Men go from 24 down to 1, and off; 25 is the bar, 0 is off. On the left is
     x  .  .  .  o  . |  o  .  .  .  .  x      the start, with x's numbers.
     x  .  .  .  o  . |  o  .  .  .  .  .
     x  .  .  .  .  . |  o  .  .  .  .  .      Each die moves a man that many points, to any where the opponent has fewer than
     x  .  .  .  .  . |  o  .  .  .  .  .      two men; a man who stands there alone is hit and goes to the bar. Who has men on
     ------------------------------------      the bar enters them first. With all men on 6 to 1 they may be borne off, by
     o  .  .  .  .  . |  x  .  .  .  .  .      the number of their point, or by a higher one if none is further back. A double
     o  .  .  .  .  . |  x  .  .  .  .  .      is played four times. As much of a throw must be played as can be: both dice in
     o  .  .  .  x  . |  x  .  .  .  .  .      either order, or else the higher one, or else the lower one, or else the player
     o  .  .  .  x  . |  x  .  .  .  .  o      must pass. Who has borne off all men wins 1; 2 if the loser has borne off none,
     o  .  .  .  x  . |  x  .  .  .  .  o      a gammon; 3 if there is then one on the bar or in the winner's home besides, a
    12 11 10  9  8  7 |  6  5  4  3  2  1      backgammon. With gammons=False every win is 1. There is no doubling cube.

At the start each throws a die, again if they are equal, and the higher begins with both: chance has 30 outcomes, two digits,
x's die first. From then on it has 21, the higher die first, of which doubles come once in 36 and all others twice.

A move is a whole play: up to four points to move from, five bits each, first the one for the higher die, then the one for the
lower; 0 for a die that cannot be used, so passing is 0. Plays that lead to the same position are one move. Where a man may
move is found by arithmetic on sets of points, one bit each. For a double it is enough to move men in order from the back,
and different men then make different positions. For two dice the order does not matter, but two pairs of points may mean
the same: one man who moves with both dice, unless it hits on the way, and two who are borne off. No throw can be played in more
than 3060 ways, for four steps can be given to 15 men in so many; 2226 is the most that hill climbing has found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from zermelo.errors import GameError
from zermelo.game.constants import CHANCE
from zermelo.game.protocol import Game
from zermelo.game.record import Field, State, i8
from zermelo.games.backgammon import board, plays, position_id
from zermelo.games.backgammon.board import BAR, MEN, NOBODY, PLACES, ROW
from zermelo.games.backgammon.evaluation import glance, outlook

START = {24: 2, 13: 5, 8: 3, 6: 5}
BIT = (0, *(1 << point for point in range(1, ROW)))
"""A set of one point; off is never in a set."""
OUTSIDE = BIT[7]
"""Sets below this are within 6 to 1."""
HIGHEST = tuple(1 << points.bit_length() >> 1 for points in range(OUTSIDE // 2))
BY_REMAINDER = tuple({(1 << point) % 37: point for point in range(ROW)}.get(rest, 0) for rest in range(37))


class Backgammon(Game):
    """Race fifteen men home by the throw of two dice, hit what stands alone, and bear off first."""

    players = ("x", "o")
    max_moves = 3060
    bounded_evaluation = True
    out_of_turn = False  # the dice are thrown for the player on turn

    def __init__(self, gammons: bool = True) -> None:
        if not isinstance(gammons, bool):
            raise GameError(f"backgammon takes gammons as True or False, not {gammons!r}")
        self.gammons = gammons
        self.bounds = (-3, 3) if gammons else (-1, 1)

    def state(self) -> Mapping[str, Field]:
        """`men` on each place of x, off first and bar last, then of o; `dice` as two digits, 0 before they are thrown."""
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
                    seconds[source] &= ~BIT[middle]  # the lower die first leads to the same
                if source <= low:
                    for point in range(1, source):
                        if seconds[point] & BIT[source]:
                            seconds[source] &= ~BIT[point]  # so does bearing off each man by the other die
            for source in range(ROW):
                rest = seconds[source]
                while rest != 0:
                    yield source * PLACES[0] + self.lowest(rest) * PLACES[1]
                    rest &= rest - 1

    def sets(self, s: State) -> tuple[int, int, int, int]:
        """Points where the player on turn has men, has several, may go, and may hit."""
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
        """Points from which a man may move by one die."""
        if mine & BIT[BAR]:
            return BIT[BAR] & free << die
        found = mine & free << die
        if mine < OUTSIDE:
            found |= mine & BIT[die]
            if mine < BIT[die]:
                found |= HIGHEST[mine]
        return found

    def pairs(self, mine: int, many: int, free: int, high: int, low: int) -> Any:
        """For each source of the higher die, the sources of the lower one; bit and entry 0 are for a die that is not used."""
        seconds = [0] * ROW
        by_high, by_low = self.sources(mine, free, high), self.sources(mine, free, low)
        found = 0
        rest = by_high
        while rest != 0:
            source = self.lowest(rest)
            seconds[source] = self.sources(self.moved(mine, many, source, high), free, low)
            found |= seconds[source]
            rest &= rest - 1
        rest = by_low
        while rest != 0:
            source = self.lowest(rest)
            firsts = self.sources(self.moved(mine, many, source, low), free, high)
            found |= firsts
            while firsts != 0:
                seconds[self.lowest(firsts)] |= BIT[source]
                firsts &= firsts - 1
            rest &= rest - 1
        if found == 0 and by_high == 0:
            seconds[0] = max(by_low, 1)
        elif found == 0:
            while by_high != 0:
                seconds[self.lowest(by_high)] = 1
                by_high &= by_high - 1
        return seconds

    def moved(self, mine: int, many: int, source: int, die: int) -> int:
        """Where there are men after one has moved."""
        return mine & ~(BIT[source] & ~many) | BIT[max(source - die, 0)]

    def doubles(self, s: State, mine: int, free: int, die: int) -> Iterator[int]:
        """As many steps as can be, by sources that never ascend, depth first; the path so far tells the way back."""
        men = [0] * ROW
        for place in range(ROW):
            men[place] = s.men[ROW * s.turn + place]
        for most in range(4, 0, -1):
            path = used = found = 0
            untried = self.sources(mine, free, die)
            while used > 0 or untried != 0:
                step = 1 if untried != 0 else -1
                source = self.lowest(untried) if untried != 0 else path & 31
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

    def lowest(self, points: int) -> int:
        """The lowest point of a set: powers of two leave different remainders when divided by 37."""
        return BY_REMAINDER[(points & -points) % 37]

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
            s.men[me + source] -= 1  # where a man is yet to arrive this is -1 for a while
            s.men[me + target] += 1
            if target > 0 and s.men[you + BAR - target] == 1:
                s.men[you + BAR - target] = 0
                s.men[you + BAR] += 1
        s.dice = 0
        s.turn = 1 - s.turn

    def step(self, s: State, move: int, step: int) -> tuple[int, int]:
        """From where to where one of the four steps of a play goes; from off to off when it is not used."""
        source = move >> 15 - 5 * step & 31
        return source, max(source - (s.dice // 10 if step == 0 else s.dice % 10), 0)

    def over(self, s: State) -> bool:
        return bool(s.men[0] == MEN or s.men[ROW] == MEN)

    def utility(self, s: State, player: int) -> float:
        winner = 0 if s.men[0] == MEN else 1
        stake = self.stake(s, ROW * (1 - winner))
        return stake if player == winner else -stake

    def stake(self, s: State, me: int) -> int:
        """What the loser loses."""
        if not self.gammons or s.men[me] > 0:
            return 1
        return 3 if any(s.men[me + point] > 0 for point in range(19, ROW)) else 2

    # Taste

    def evaluate(self, s: State, player: int) -> float:
        value = outlook(s, self.gammons)
        return value if player == 0 else -value

    def order(self, s: State, move: int) -> float:
        """By what a play does for the men who move and to those who are hit."""
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
        """How many men of the player on turn are on a place after the steps before this one."""
        count = int(s.men[ROW * s.turn + place])
        for before in range(step):
            source, target = self.step(s, move, before)
            if source > 0:
                count += (target == place) - (source == place)
        return count

    # Faces

    def show(self, s: State) -> str:
        return board.show(self.players, s)

    def read(self, text: str) -> State:
        """A drawn board, or a position ID of GNU Backgammon with, if need be, the player on turn and the dice."""
        read = board.read if board.is_drawn(text) else position_id.setting
        s = self.fresh()
        s.men, s.dice, s.turn = read(text, self.players)
        return s

    def position_id(self, s: State) -> str:
        """GNU Backgammon's ID of a position, which does not tell the dice, nor which player is on turn."""
        me = ROW * max(s.turn, 0)
        return position_id.write(s.men[ROW - me :][:ROW], s.men[me:][:ROW])

    def name(self, s: State, move: int) -> str:
        return str(move) if s.dice == 0 else plays.write(self, s, move)

    def parse(self, s: State, text: str) -> int:
        """24/18,13/11 in any order, with spaces or commas; 24/18/13, 8/5(2), bar/22* or 6/off. `*` may be left out."""
        return plays.read_throw(s, text) if s.dice == 0 else plays.read(self, s, text)

    def squares_of(self, s: State, move: int) -> tuple[str, ...]:
        """For each man from where and to where; men may be moved in any order."""
        return () if s.dice == 0 else plays.squares(self.name(s, move))

    def svg(self, s: State) -> str:
        return board.svg(self, s)
