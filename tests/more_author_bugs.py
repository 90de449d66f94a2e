"""More typical mistakes, in games with heaps, dice and points, in heuristics and in display; author_bugs.py says how they are marked."""

from __future__ import annotations

import random
import time
from random import randint

from author_bugs import LINES, Oxo

from zermelo import CHANCE, DRAW, HIDDEN, ONGOING, Game, i8, i16


class Heap(Game):
    """Take one, two or three from a heap of eleven; the player who takes the last one wins."""

    def state(self):
        return dict(left=i8(11), turn=i8)

    def moves(self, s):
        for take in range(1, 4):
            if take <= s.left:
                yield take

    def play(self, s, take):
        s.left -= take
        s.turn = 1 - s.turn

    def winner(self, s):
        return 1 - s.turn if s.left == 0 else ONGOING


class Farm(Game):
    """Pick one or two of nine apples in turn; the difference is what counts."""

    bounds = (-9, 9)

    def state(self):
        return dict(left=i8(9), picked=i8[2], turn=i8)

    def moves(self, s):
        yield from range(1, min(2, s.left) + 1)

    def play(self, s, apples):
        s.left -= apples
        s.picked[s.turn] += apples
        s.turn = 1 - s.turn

    def over(self, s):
        return s.left == 0

    def utility(self, s, player):
        return s.picked[player] - s.picked[1 - player]


class Dice(Game):
    """Roll a die in turn, or stop; who has more after three turns each wins."""

    max_moves = 6

    def state(self):
        return dict(sum=i8[2], rolling=i8, turns=i8, turn=i8)

    def to_move(self, s):
        return CHANCE if s.rolling else s.turn

    def moves(self, s):
        yield 0
        yield 1

    def chances(self, s):
        for face in range(6):
            yield face, 1 / 6

    def play(self, s, move):
        if not s.rolling and move == 1:
            s.rolling = 1
        else:
            s.sum[s.turn] += move + 1 if s.rolling else 3
            s.rolling = 0
            s.turns += 1
            s.turn = 1 - s.turn

    def winner(self, s):
        if s.turns < 6:
            return ONGOING
        return DRAW if s.sum[0] == s.sum[1] else 0 if s.sum[0] > s.sum[1] else 1


# The end of the game


class WrongWinner(Heap):
    finds, rule = "last move", "winner"

    def winner(self, s):
        return s.turn if s.left == 0 else ONGOING  # BUG


class EndsAtOnce(Heap):
    finds, rule = "start", "winner"

    def winner(self, s):
        return 1 - s.turn if s.left != 11 else ONGOING  # BUG


class NeverEnds(Heap):
    finds, rule = "playouts", "winner"

    def play(self, s, take):
        s.left = (s.left + take) % 11 + 1
        s.turn = 1 - s.turn

    def winner(self, s):  # BUG
        return 1 - s.turn if s.left == 0 else ONGOING


class OnlyOneWins(Heap):
    finds, rule = "winner", "winner"

    def winner(self, s):
        return 0 if s.left == 0 else ONGOING  # BUG


class NobodyWins(Heap):
    finds, rule = "winner", "winner"

    def winner(self, s):
        return DRAW if s.left == 0 else ONGOING  # BUG


class UselessDraw(Heap):
    finds, rule = "draw", "winner"

    def winner(self, s):
        if s.left < 0:
            return DRAW  # BUG
        return super().winner(s)


class ForgottenCounter(Heap):
    """A field for the number of moves, which `play` does not count."""

    finds, rule = "field", "play"

    def state(self):
        return dict(left=i8(11), plies=i8, turn=i8)

    def play(self, s, take):  # BUG
        s.left -= take
        s.turn = 1 - s.turn


# Points


class SameForBoth(Farm):
    finds, rule = "utilities", "utility"

    def utility(self, s, player):
        return s.picked[0] - s.picked[1]  # BUG


class OutOfBounds(Farm):
    finds, rule = "utilities", "utility"
    bounds = (-1, 1)

    def utility(self, s, player):
        return s.picked[player] - s.picked[1 - player]  # BUG


class FarBounds(Farm):
    finds, rule = "bounds", "utility"
    bounds = (-1000, 1000)

    def utility(self, s, player):  # BUG
        return s.picked[player] - s.picked[1 - player]


class OverIsText(Farm):
    finds, rule = "utilities", "over"

    def over(self, s):
        return "yes" if s.left == 0 else ""  # BUG


# Chance and luck


class LoadedDie(Dice):
    finds, rule = "chances", "chances"

    def chances(self, s):  # BUG
        for face in range(6):
            yield face, 1 / 5


class DieInMoves(Heap):
    """Chance is to move, but its outcomes are in `moves`."""

    finds, rule = "turn", "to_move"
    out_of_turn = False

    def to_move(self, s):
        return CHANCE if s.left == 5 else s.turn  # BUG


class NeverRolls(Dice):
    finds, rule = "chances", "to_move"

    def to_move(self, s):  # BUG
        return s.turn


class RollsInPlay(Heap):
    finds, rule = "play", "play"

    def play(self, s, take):
        s.left = max(0, s.left - randint(1, 3))  # BUG
        s.turn = 1 - s.turn


class ShufflesTheStart(Heap):
    finds, rule = "declaration", "state"

    def state(self):  # BUG
        return dict(left=i8(random.randrange(5, 120)), turn=i8)


class SeldomLucky(Heap):
    """Wavers so seldom that asking twice does not show it."""

    finds, rule = "random", "order"

    def order(self, s, take):
        return 1 if random.random() < 1e-9 else take  # BUG


class LooksAtTheClock(Heap):
    finds, rule = "reading", "evaluate"

    def evaluate(self, s, player):
        sign = 1 if player == s.turn else -1
        return sign * (time.perf_counter() % 1)  # BUG


# Heuristics


class ForgetsThePlayer(Oxo):
    finds, rule = "evaluate", "evaluate"

    def evaluate(self, s, player):
        return s.cells.count(1) - s.cells.count(2) + s.cells[4]  # BUG


class WrongSign(Oxo):
    finds, rule = "evaluate", "evaluate"

    def evaluate(self, s, player):  # BUG
        mine, theirs = 1 + player, 2 - player
        value = 0
        for line in LINES:
            has = [s.cells[cell] for cell in line]
            value += (mine in has and theirs not in has) * has.count(mine) ** 2
            value -= (theirs in has and mine not in has) * has.count(theirs) ** 2
        return -value


class AlwaysEven(Oxo):
    finds, rule = "evaluate", "evaluate"

    def evaluate(self, s, player):  # BUG
        return self.start().state.cells.count(1 + player)


class BeyondTheBounds(Oxo):
    finds, rule = "evaluate", "evaluate"
    bounded_evaluation = True

    def evaluate(self, s, player):
        return 3 * (s.cells[4] == 1 + player) - 3 * (s.cells[4] == 2 - player)  # BUG


class NoisySaysNothing(Oxo):
    finds, rule = "order", "noisy"

    def noisy(self, s, cell):
        s.cells[cell] == 4  # noqa: B015  # BUG


class AllMovesAreNoisy(Oxo):
    finds, rule = "noisy", "noisy"

    def noisy(self, s, cell):  # BUG
        return s.cells[cell] == 0


class OrderByName(Oxo):
    finds, rule = "order", "order"

    def order(self, s, cell):
        return "corner" if cell % 2 == 0 else "edge"  # BUG


class KeyWithoutTurn(Heap):
    """Positions with the same heap share a key, whatever else is in the state."""

    finds, rule = "key", "key"

    def state(self):
        return dict(left=i8(11), doubled=i8, turn=i8)

    def play(self, s, take):
        s.doubled = 1 if take == 2 else 0
        super().play(s, take)

    def moves(self, s):
        for take in range(1, 3 if s.doubled else 4):
            if take <= s.left:
                yield take

    def key(self, s):
        return s.left  # BUG


class IllegalPlayout(Heap):
    finds, rule = "playout", "playout"

    def playout(self, s, dice):
        return 1 + dice % 3  # BUG


# Display


class LeftInPrint(Heap):
    finds, rule = "print", "play"

    def play(self, s, take):
        print("taking", take)  # BUG
        super().play(s, take)


class CannotBeRead(Heap):
    finds, rule = "read", "show"

    def show(self, s):  # BUG
        return "o" * s.left + f" {self.players[s.turn]}"


class ReadsAnother(Heap):
    finds, rule = "show", "read"

    def show(self, s):
        return "o" * s.left + f" {self.players[s.turn]}"

    def read(self, text):
        s = self.fresh()
        s.left = text.count("o") - text.endswith("o")
        return s  # BUG


class SameNames(Oxo):
    finds, rule = "names", "name"

    def name(self, s, cell):
        return "abc"[cell % 3]  # BUG


class ParsesFromOne(Heap):
    finds, rule = "names", "parse"

    def parse(self, s, text):
        return int(text) - 1  # BUG


class MorePieces(Oxo):
    """Kings are 3 and 4."""

    finds, rule = "pieces", "state"

    def state(self):  # BUG
        return dict(cells=i8[9], stones=i16, turn=i8)

    def play(self, s, cell):
        s.cells[cell] = 1 + s.turn + 2 * (cell == 4)
        s.stones += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        return ONGOING if 0 in s.cells else s.turn


# Hiding


class Cards(Game):
    """Each player gets one of five cards, and says whether it is the higher one; nothing is wrong with it."""

    players = ("ann", "bob")
    out_of_turn = False

    def state(self):
        return dict(card=i8[2](HIDDEN), said=i8[2](HIDDEN), dealt=i8, made=i8)

    def to_move(self, s):
        return CHANCE if s.dealt < 2 else s.made % 2

    def chances(self, s):
        for card in range(5):
            if s.dealt == 0 or card != s.card[0]:
                yield card, 1 / (5 - s.dealt)

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, move):
        if s.dealt < 2:
            s.card[s.dealt] = move
            s.dealt += 1
        else:
            s.said[s.made] = move
            s.made += 1

    def winner(self, s):
        if s.made < 2 or s.said[0] == s.said[1]:
            return ONGOING if s.made < 2 else DRAW
        return 0 if (s.said[0] == 1) == (s.card[0] > s.card[1]) else 1

    def hide(self, s, player):
        s.card[1 - player] = HIDDEN


class HidesNothing(Cards):
    finds, rule = "hidden", "hide"

    def hide(self, s, player):  # BUG
        pass


class HidesInACopy(Cards):
    finds, rule = "return", "hide"

    def hide(self, s, player):  # BUG
        view = s.copy()
        view.card[1 - player] = HIDDEN
        return view


class ForgetsBob(Cards):
    finds, rule = "hidden", "hide"

    def hide(self, s, player):  # BUG
        if player == 0:
            s.card[1] = HIDDEN


class HideTakesNoPlayer(Cards):
    finds, rule = "hide", "hide"

    def hide(self, s):  # BUG
        s.card[0] = HIDDEN


class GuessTakesNoDice(Cards):
    finds, rule = "guess", "guess"

    def guess(self, s, player):  # BUG
        return True


class ForgetsToReturn(Cards):
    finds, rule = "guess", "guess"

    def guess(self, s, player, dice):
        s.card[1 - player] = 4 if s.card[player] < 4 else 3  # BUG


class RepeatsAloud(Cards):
    """What ann says is hidden from bob, but `heard` is not."""

    finds, rule = "told", "hide"

    def state(self):
        return dict(card=i8[2](HIDDEN), said=i8[2](HIDDEN), heard=i8, dealt=i8, made=i8)

    def play(self, s, move):
        if s.dealt == 2:
            s.heard += move
        super().play(s, move)

    def hide(self, s, player):  # BUG
        s.card[1 - player] = HIDDEN
        s.said[1 - player] = HIDDEN


class GuessesInVain(Heap):
    finds, rule = "needless", "guess"

    def guess(self, s, player, dice):  # BUG
        return True
