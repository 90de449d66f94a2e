"""Pig: roll as often as you dare; a one loses the pot, holding banks it; the first to reach the goal wins.

    ann   47  ###########+++...........      47 points in the bank and 12 in the pot; the bar is as long as the goal
    bob   60  ###############..........
    ann to move, 12 in the pot

Who is on turn rolls the die, at least once. Any face but a one adds its points to the pot, and the same player may roll again
or hold, which banks the pot and ends the turn. A one ends the turn as well, and the pot is gone. Whoever has the goal in
bank and pot together need not hold: the pot is banked at once and the game is won, for there is nothing left to decide.

    move   0 roll, 1 hold         outcome   1 to `sides`, what the die shows

A one at the first roll gives the turn over with nothing changed, so positions come again. Games end with probability one, but
there is no last ply from which to count backwards; a search looks a number of moves ahead and then asks for an opinion.

The opinion is a chance of winning for each player. Holding at 20 gains most points a turn, or generally at 2 + 3 + ... up to
`sides`: there, what a roll is expected to add is just what it puts at risk. Who plays like that gains 8.14 points a turn with
six sides. So whoever is on turn is given what the turn is expected to end with, and the others part of a full turn, the more the
sooner they come: half a turn if there are two, or else holding, which hands over the turn, would look worse than it is.
With t turns left to go after that, a player's weight is e to the power of -1.7 times the root of t + 1, and the chance of
winning is the weight's share of all weights. The root is there because luck spreads like the root of the number of turns. Within
20 points of the goal, though, whoever is on turn rolls on: that wins with a probability that can be worked out, and the weights
share the rest. The two numbers were fitted to the true chances of two players; for goal 100 the opinion is off by less than 0.03
(root mean square). Shares are rounded to parts of 2 to the power of 20, so that evaluations add up to zero exactly.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping

from zermelo.errors import GameError, PositionError
from zermelo.game import display
from zermelo.game.constants import CHANCE, ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import Field, State, i8, i16

ROLL, HOLD = 0, 1
NAMES = ("ann", "bob", "cleo", "dan", "eve", "fay", "gus", "hal", "ida", "jon")
MAX_GOAL, MAX_SIDES = 500, 12
FINE = 16
"""What is left to go is told in sixteenths of a point."""
GRAIN = 1 << 20
STEEPNESS, SOFTNESS = 1.7, 1.0
BAR = 25
_LAST_LINE = re.compile(r"(\w+) (to move|rolls|won)(?:, ([0-9]{1,3}) in the pot)?")
_PLAYER_LINE = re.compile(r"(\w+) +([0-9]{1,3})(?: +[#+.]+)?")


class Pig(Game):
    """Roll or hold; a one loses the pot, holding banks it; first to reach the goal wins."""

    players: tuple[str, ...] = NAMES[:2]
    out_of_turn = False  # the pot belongs to the player on turn
    bounded_evaluation = True

    def __init__(self, goal: int = 100, *, players: int = 2, sides: int = 6) -> None:
        ranges = (("goal", goal, 2, MAX_GOAL), ("players", players, 2, len(NAMES)), ("sides", sides, 2, MAX_SIDES))
        for name, number, least, most in ranges:
            if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
                raise GameError(f"pig takes {name} as a whole number from {least} to {most}, not {number!r}")
        self.goal, self.seats, self.sides = goal, players, sides
        self.players = NAMES[:players]
        self.max_moves = sides
        self.enough = sides * (sides + 1) // 2 - 1
        gains = _expected([float(pot) for pot in range(self.enough + sides)], self.enough, sides)
        self.gains = tuple(round(FINE * gain) for gain in gains)
        chances = [_expected([float(pot >= need) for pot in range(need + sides)], need, sides) for need in range(self.enough + 1)]
        self.sure = tuple(tuple(round(GRAIN * chance) for chance in row) for row in chances)
        turn = FINE * gains[0]
        self.credit = tuple(round(turn * (players - wait) / players) for wait in range(players))
        self.weights = tuple(math.exp(-STEEPNESS * math.sqrt(left / turn + SOFTNESS)) for left in range(FINE * goal + 1))

    def state(self) -> Mapping[str, Field]:
        return dict(banks=i16[self.seats], pot=i16, rolling=i8, turn=i8)

    def to_move(self, s: State) -> int:
        return CHANCE if s.rolling else int(s.turn)

    def chances(self, s: State) -> Iterator[tuple[int, float]]:
        for face in range(1, self.sides + 1):
            yield face, 1 / self.sides

    def moves(self, s: State) -> Iterator[int]:
        yield ROLL
        if s.pot > 0:
            yield HOLD

    def play(self, s: State, choice: int) -> None:
        if s.rolling:  # `choice` is what the die shows
            s.rolling = 0
            s.pot = s.pot + choice if choice > 1 else 0
            if choice == 1:
                s.turn = (s.turn + 1) % self.seats
            elif s.banks[s.turn] + s.pot >= self.goal:
                s.banks[s.turn] += s.pot
                s.pot = 0
        elif choice == ROLL:
            s.rolling = 1
        else:
            s.banks[s.turn] += s.pot
            s.pot = 0
            s.turn = (s.turn + 1) % self.seats

    def winner(self, s: State) -> int:
        return int(s.turn) if s.banks[s.turn] >= self.goal else ONGOING

    # Taste

    def evaluate(self, s: State, player: int) -> float:
        """The chance of winning on the scale of what winning is worth: n times the chance, for n players, minus one."""
        need = self.goal - s.banks[s.turn]
        rest = GRAIN - self.sure[need][s.pot] if need <= self.enough else GRAIN
        total = 0.0
        for other in range(self.seats):  # one by one: `sum` would round differently when compiled
            total += self.weight(s, other)
        each = (rest - self.seats) / total
        if player != s.turn:
            mine = self.parts(s, player, each)
        else:  # all that the others leave, so that nothing is lost by rounding
            mine = GRAIN - sum(self.parts(s, other, each) for other in range(self.seats) if other != player)
        return (self.seats * mine - GRAIN) / GRAIN

    def parts(self, s: State, player: int, each: float) -> int:
        """A player's share in parts of GRAIN, so many for each unit of weight; at least one, for nobody has lost yet."""
        return 1 + int(each * self.weight(s, player))

    def weight(self, s: State, player: int) -> float:
        """More for those who are nearer to the goal; where a turn may win, the weight is for the case that it does not."""
        wait = (player - s.turn) % self.seats
        if self.goal - s.banks[s.turn] <= self.enough:
            gain = self.credit[(wait - 1) % self.seats]
        elif wait > 0:
            gain = self.credit[wait]
        elif s.pot < self.enough:
            gain = self.gains[s.pot]
        elif s.rolling:  # more than the usual risk: one face of all loses the pot
            gain = FINE * ((self.sides - 1) * s.pot + self.enough) // self.sides
        else:
            gain = FINE * s.pot
        return float(self.weights[max(FINE * (self.goal - s.banks[player]) - gain, 0)])

    def playout(self, s: State, dice: int) -> int:
        """Hold at the usual place, which is 20 with six sides."""
        return HOLD if s.pot >= self.enough else ROLL

    # Faces

    def show(self, s: State) -> str:
        lines = []
        for player, name in enumerate(self.players):
            bank = s.banks[player]
            solid = min(bank, self.goal) * BAR // self.goal
            both = (bank + s.pot) * BAR // self.goal - solid if player == s.turn else 0
            bar = ("#" * solid + "+" * both).ljust(BAR, ".")[:BAR]
            lines.append(f"{name:4} {bank:4}  {bar}")
        return "\n".join([*lines, self._words(s)])

    def read(self, text: str) -> State:
        lines = [line.strip() for line in text.lower().replace("/", "\n").splitlines() if line.strip()]
        last = _LAST_LINE.fullmatch(lines[-1]) if lines else None
        if last is None or last[1] not in self.players:
            raise PositionError("the last line must say who is on turn: `ann to move`, or `ann rolls, 12 in the pot`")
        banks: dict[str, int] = {}
        for line in lines[:-1]:
            match = _PLAYER_LINE.fullmatch(line)
            if match is None or match[1] not in self.players or match[1] in banks:
                raise PositionError(f"`{line}` should name a player of {self} and what is in the bank, once each: ann 47")
            banks[match[1]] = int(match[2])
        if len(banks) != self.seats:
            missing = " and ".join(name for name in self.players if name not in banks)
            raise PositionError(f"there is no line for {missing}; each player has one, such as `ann 47`")
        s = self.fresh()
        s.banks, s.turn = [banks[name] for name in self.players], self.players.index(last[1])
        s.pot, s.rolling = int(last[3] or 0), int(last[2] == "rolls")
        self._check(s, last[2])
        return s

    def name(self, s: State, choice: int) -> str:
        return str(choice) if s.rolling else ("roll", "hold")[choice]

    def svg(self, s: State) -> str:
        row, left, length, words = 40, 96, 300, self._words(s)
        picture = display.Picture(left + length + 124, row * self.seats + 76, f"{self}: {words}")
        picture.text(left + length, 20, str(self.goal), size=13)
        for player, name in enumerate(self.players):
            y, bank, fill = 30 + row * player, s.banks[player], display.COLOURS[player % len(display.COLOURS)]
            pot = s.pot if player == s.turn else 0
            wide, both = (length * min(points, self.goal) / self.goal for points in (bank, bank + pot))
            if player == s.turn:
                picture.rectangle(4, y - 4, picture.width - 8, row - 4, "#f3efe6", rounded=8)
            picture.text(16, y + 19, name, anchor="start")
            picture.rectangle(left, y + 4, length, 20, "#dddddd")
            picture.rectangle(left, y + 4, both, 20, _paler(fill))
            picture.rectangle(left, y + 4, wide, 20, fill)
            picture.text(left + length + 12, y + 20, f"{bank}" + (f" + {pot}" if pot else ""), anchor="start")
        picture.text(picture.width / 2, picture.height - 18, words)
        return str(picture)

    def _words(self, s: State) -> str:
        """Who is on turn, and what is at stake."""
        what = "won" if self.winner(s) != ONGOING else "rolls" if s.rolling else "to move"
        return f"{self.players[s.turn]} {what}" + (f", {s.pot} in the pot" if s.pot else "")

    def _check(self, s: State, what: str) -> None:
        """Refuse what cannot be: players past the goal, and words that do not fit the numbers."""
        for player, name in enumerate(self.players):
            if s.banks[player] >= self.goal and (player != s.turn or what != "won"):
                raise PositionError(f"{name} has {s.banks[player]} points and has won, so the last line must be `{name} won`")
        name, bank = self.players[s.turn], s.banks[s.turn]
        if what == "won" and (bank < self.goal or s.pot):
            raise PositionError(f"{name} has not won: that takes {self.goal} points in the bank and none in the pot")
        if what != "won" and bank + s.pot >= self.goal:
            raise PositionError(
                f"{name} has {bank + s.pot} points in bank and pot, which are banked at {self.goal}: `{name} won`"
            )


def _expected(ends: list[float], enough: int, sides: int) -> list[float]:
    """For each pot below enough, what comes of rolling until it is enough, given what each pot is worth that a turn ends with."""
    for pot in range(enough - 1, -1, -1):
        ends[pot] = sum(ends[pot + face] for face in range(2, sides + 1)) / sides
    return ends[:enough]


def _paler(colour: str) -> str:
    """Half way to white."""
    return "#" + "".join(f"{(int(colour[at : at + 2], 16) + 255) // 2:02x}" for at in (1, 3, 5))
