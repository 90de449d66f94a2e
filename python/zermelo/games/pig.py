"""Pig: roll the die as often as you dare. A one loses the pot, holding banks it. The first player to reach the goal wins.

    ann   47  ###########+++...........      47 points in the bank and 12 in the pot; the bar is as long as the goal
    bob   60  ###############..........
    ann to move, 12 in the pot

    move   0 roll, 1 hold         outcome   1 to `sides`, the face of the die

When bank and pot together reach the goal, the pot is banked at once, because no decision is left.

A one at the first roll changes only the turn, so positions repeat. Games end with probability one, but there is no last ply to count
back from. A search looks some moves ahead and then uses the evaluation.

The evaluation estimates each player's chance of winning. Holding at 20, or in general at 2 + 3 + ... + `sides`, gains most points per
turn: there a roll gains on average what it risks. With six sides that is 8.14 points a turn. The player to move is credited with the
expected points of this turn, the others with part of a full turn, more if their turn comes sooner: with two players half a turn.
Otherwise holding, which gives the turn away, would look worse than it is. With t turns left after that, a player's weight is
exp(-1.7 * sqrt(t + 1)); the square root is there because luck spreads like the root of the number of turns. The chance of winning is the
player's share of all weights. Within 20 points of the goal, however, the player to move keeps rolling. That wins with a known
probability, and the weights share the rest. The constants were fitted to the true chances of two players; for goal 100 the
root mean square error is below 0.03. Shares are rounded to multiples of 2 to the power of -20, so evaluations add up to exactly zero.
"""

import math
import re
from collections.abc import Iterator, Mapping

from zermelo.errors import PositionError
from zermelo.game import CHANCE, ONGOING, Field, Game, State, display, i8, i16
from zermelo.games.shared import parameters

ROLL, HOLD = 0, 1
NAMES = ("ann", "bob", "cleo", "dan", "eve", "fay", "gus", "hal", "ida", "jon")
MAX_GOAL, MAX_SIDES = 500, 12
FINE = 16
"""The points left to the goal are counted in sixteenths."""
GRAIN = 1 << 20
STEEPNESS, SOFTNESS = 1.7, 1.0
BAR = 25
_LAST_LINE = re.compile(r"(\w+) (to move|rolls|won)(?:, ([0-9]{1,3}) in the pot)?")
_PLAYER_LINE = re.compile(r"(\w+) +([0-9]{1,3})(?: +[#+.]+)?")


class Pig(Game):
    """Roll or hold; a one loses the pot, holding banks it; the first player to reach the goal wins.

    Goal: Be the first player with 100 points.

    Setup: Every player begins with no points. Ann begins.

    Moves: On your turn you roll a die as often as you like, but at least once. A one ends your turn, and you lose what you
    collected in this turn. Any other number of the die goes into the pot. After each such roll you choose: roll again, or
    hold. If you hold, the pot is added to your points, and the next player is on turn.

    End: As soon as your points and the pot together reach 100, you win.

    Draws: There are no draws.

    Variants: The goal may be 2 to 500 points, there may be 2 to 10 players, and the die may have 2 to 12 sides.
    """

    players: tuple[str, ...] = NAMES[:2]
    player_counts = tuple(range(2, len(NAMES) + 1))
    out_of_turn = False  # the pot belongs to the player to move
    move_numbers = 2
    bounded_evaluation = True

    def __init__(self, goal: int = 100, *, players: int = 2, sides: int = 6) -> None:
        parameters.whole("pig", "goal", goal, 2, MAX_GOAL)
        parameters.whole("pig", "players", players, 2, len(NAMES))
        parameters.whole("pig", "sides", sides, 2, MAX_SIDES)
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
        self.bank_weights = tuple(math.exp(-STEEPNESS * math.sqrt(left / turn + SOFTNESS)) for left in range(FINE * goal + 1))

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
        if s.rolling:  # `choice` is the face of the die
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

    def evaluate(self, s: State, player: int) -> float:
        """The chance of winning on the scale of utilities: for n players, n times the chance minus one."""
        need = self.goal - s.banks[s.turn]
        rest = GRAIN - self.sure[need][s.pot] if need <= self.enough else GRAIN
        total = 0.0
        for other in range(self.seats):  # one by one, because a compiled `sum` would round differently
            total += self.weight(s, other)
        each = (rest - self.seats) / total
        if player != s.turn:
            mine = self.parts(s, player, each)
        else:  # the rest, so that rounding loses nothing
            mine = GRAIN - sum(self.parts(s, other, each) for other in range(self.seats) if other != player)
        return (self.seats * mine - GRAIN) / GRAIN

    def parts(self, s: State, player: int, each: float) -> int:
        """A player's share in parts of GRAIN; at least one, because no player has lost yet."""
        return 1 + int(each * self.weight(s, player))

    def weight(self, s: State, player: int) -> float:
        """Greater for players nearer to the goal. If this turn may win, the weight is for the case that it does not."""
        wait = (player - s.turn) % self.seats
        if self.goal - s.banks[s.turn] <= self.enough:
            gain = self.credit[(wait - 1) % self.seats]
        elif wait > 0:
            gain = self.credit[wait]
        elif s.pot < self.enough:
            gain = self.gains[s.pot]
        elif s.rolling:  # one face of all loses a pot above the usual
            gain = FINE * ((self.sides - 1) * s.pot + self.enough) // self.sides
        else:
            gain = FINE * s.pot
        return float(self.bank_weights[max(FINE * (self.goal - s.banks[player]) - gain, 0)])

    def playout(self, s: State, dice: int) -> int:
        """Hold at the usual pot, 20 with six sides."""
        return HOLD if s.pot >= self.enough else ROLL

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
        lines = display.lines_of(text.lower())
        last = _LAST_LINE.fullmatch(lines[-1]) if lines else None
        if last is None or last[1] not in self.players:
            raise PositionError("the last line must say who is to move: `ann to move` or `ann rolls, 12 in the pot`")
        banks: dict[str, int] = {}
        for line in lines[:-1]:
            match = _PLAYER_LINE.fullmatch(line)
            if match is None or match[1] not in self.players or match[1] in banks:
                raise PositionError(
                    f"`{line}` must be a player of {self} and the points in the bank, once for each player: ann 47"
                )
            banks[match[1]] = int(match[2])
        if len(banks) != self.seats:
            missing = " and ".join(name for name in self.players if name not in banks)
            raise PositionError(f"the line for {missing} is missing; write one for each player, such as `ann 47`")
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
        what = "won" if self.winner(s) != ONGOING else "rolls" if s.rolling else "to move"
        return f"{self.players[s.turn]} {what}" + (f", {s.pot} in the pot" if s.pot else "")

    def _check(self, s: State, what: str) -> None:
        """Raise PositionError for players past the goal, and for a last line that contradicts the points."""
        for player, name in enumerate(self.players):
            if s.banks[player] >= self.goal and (player != s.turn or what != "won"):
                raise PositionError(f"{name} has {s.banks[player]} points and has won, so the last line must be `{name} won`")
        name, bank = self.players[s.turn], s.banks[s.turn]
        if what == "won" and (bank < self.goal or s.pot):
            raise PositionError(f"{name} has not won: a win needs {self.goal} points in the bank and an empty pot")
        if what != "won" and bank + s.pot >= self.goal:
            raise PositionError(
                f"{name} has {bank + s.pot} points in bank and pot and has won: bank them, and write `{name} won`"
            )


def _expected(ends: list[float], enough: int, sides: int) -> list[float]:
    """The expected value of rolling until the pot is enough, for each smaller pot; `ends` are the values of the final pots."""
    for pot in range(enough - 1, -1, -1):
        ends[pot] = sum(ends[pot + face] for face in range(2, sides + 1)) / sides
    return ends[:enough]


def _paler(colour: str) -> str:
    """Half way to white."""
    return "#" + "".join(f"{(int(colour[at : at + 2], 16) + 255) // 2:02x}" for at in (1, 3, 5))
