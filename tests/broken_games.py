"""Games that break exactly one law each: `breaks` is the law, `blames` the word that the message must contain.

Most are `Strip` with one rule gone wrong, some only after a move or two.
"""

from __future__ import annotations

from games_for_tests import Harvest, Race, Strip, Thirds

from zermelo import TicTacToe
from zermelo.game.constants import CHANCE, DRAW, HIDDEN, ONGOING
from zermelo.game.dice import pick
from zermelo.game.protocol import Game
from zermelo.game.record import i8, i64


class ListState(Strip):
    breaks, blames = "declaration", "state"

    def state(self):
        return [i8, i8]


class FloatField(Strip):
    breaks, blames = "declaration", "field"

    def state(self):
        return dict(cells=0.5, turn=i8)


class NoEnd(Game):
    breaks, blames = "declaration", "winner"

    def state(self):
        return dict(turn=i8)

    def moves(self, s):
        yield 0

    def play(self, s, move):
        s.turn = 1 - s.turn


class WrongBoard(Strip):
    breaks, blames = "declaration", "board"

    def __init__(self):
        super().__init__()
        self.board = (2, 2)


class ThirdTurn(Strip):
    breaks, blames = "turn", "to_move"

    def play(self, s, cell):
        super().play(s, cell)
        s.turn = 2


class YieldsTwice(Strip):
    breaks, blames = "moves", "moves"

    def __init__(self):
        super().__init__()
        self.max_moves = 10

    def moves(self, s):
        for cell in range(self.size):
            if self.is_open(s, cell):
                yield cell
                if s.stones == 1:
                    yield cell


class YieldsUnsorted(Strip):
    breaks, blames = "moves", "moves"

    def moves(self, s):
        for cell in range(self.size - 1, -1, -1):
            if self.is_open(s, cell):
                yield cell


class YieldsNothing(Strip):
    breaks, blames = "moves", "moves"

    def moves(self, s):
        for cell in range(self.size):
            if self.is_open(s, cell) and s.stones < 2:
                yield cell


class YieldsTooMany(Strip):
    breaks, blames = "moves", "moves"

    def __init__(self):
        super().__init__()
        self.max_moves = 4


class YieldsForEver(Strip):
    breaks, blames = "moves", "moves"

    def moves(self, s):
        cell = 0
        while True:
            yield cell
            cell += 1


class YieldsFractions(Strip):
    breaks, blames = "moves", "moves"

    def moves(self, s):
        for cell in range(self.size):
            if self.is_open(s, cell):
                yield cell / 2


class YieldsNegative(Strip):
    breaks, blames = "moves", "moves"

    def moves(self, s):
        for cell in range(self.size):
            if self.is_open(s, cell):
                yield cell - 1


class MovesRaise(Strip):
    breaks, blames = "moves", "moves"

    def moves(self, s):
        for cell in range(self.size + 1):
            if s.cells[cell] == 0:
                yield cell


class MovesLoop(Strip):
    breaks, blames = "moves", "moves"

    def moves(self, s):
        while s.stones == 2:
            pass
        for cell in range(self.size):
            if self.is_open(s, cell):
                yield cell


class MovesRecurse(Strip):
    breaks, blames = "moves", "moves"

    def moves(self, s):
        return self.moves(s)


class PlayRaises(Strip):
    breaks, blames = "play", "play"

    def play(self, s, cell):
        super().play(s, cell)
        s.last = 3 // (2 - s.stones)


class PlayOverflows(Strip):
    breaks, blames = "play", "play"

    def play(self, s, cell):
        super().play(s, cell)
        s.last = 100 * s.stones


class PlayRemembers(Strip):
    """Its result depends on how often it was called."""

    breaks, blames = "play", "play"

    def __init__(self):
        super().__init__()
        self.calls = 0

    def play(self, s, cell):
        super().play(s, cell)
        self.calls += 1
        s.last = self.calls % 7


class PlayTouchesSource(Strip):
    """Keeps hold of the state that `moves` was shown, and writes to it in `play`."""

    breaks, blames = "reading", "moves"

    def moves(self, s):
        self.shown = s
        yield from super().moves(s)

    def play(self, s, cell):
        super().play(s, cell)
        self.shown.last = cell


class PlayLoops(Strip):
    breaks, blames = "play", "play"

    def play(self, s, cell):
        super().play(s, cell)
        while s.stones == 2:
            pass


class MovesWrite(Strip):
    breaks, blames = "reading", "moves"

    def moves(self, s):
        s.last = 7
        yield from super().moves(s)


class EvaluateWrites(Strip):
    breaks, blames = "reading", "evaluate"

    def evaluate(self, s, player):
        s.cells[0] = 1
        return 0


class ShowWrites(Strip):
    breaks, blames = "reading", "show"

    def show(self, s):
        text = super().show(s)
        s.turn = 1 - s.turn
        return text


class OrderForgets(Strip):
    """Answers differently each time."""

    breaks, blames = "reading", "order"

    def __init__(self):
        super().__init__()
        self.calls = 0

    def order(self, s, cell):
        self.calls += 1
        return self.calls


class StrangeWinner(Strip):
    breaks, blames = "utilities", "winner"

    def winner(self, s):
        return 7 if self.count_open(s) == 0 else ONGOING


class WinnerRaises(Strip):
    breaks, blames = "utilities", "winner"

    def winner(self, s):
        return s.cells[s.last + 3] if s.stones == 2 else super().winner(s)


class WinnerLoops(Strip):
    breaks, blames = "utilities", "winner"

    def winner(self, s):
        while s.stones == 2:
            pass
        return super().winner(s)


class OverMaybe(Harvest):
    breaks, blames = "utilities", "over"

    def over(self, s):
        return 2 if s.left > s.right else 0


class TooMuch(Harvest):
    breaks, blames = "utilities", "utility"

    def __init__(self):
        super().__init__()
        self.bounds = (0, 10)


class NotZeroSum(Harvest):
    breaks, blames = "utilities", "utility"
    zero_sum = True

    def evaluate(self, s, player):
        return 0


class UnlikelyDie(Race):
    breaks, blames = "chances", "chances"

    def __init__(self):
        super().__init__()
        self.odds = (0.25, 0.5, 0.2)


class ImpossibleSide(Race):
    breaks, blames = "chances", "chances"

    def __init__(self):
        super().__init__()
        self.odds = (0.5, 0.5, 0)


class NoDie(Strip):
    """Leaves a turn to chance but has no chances."""

    breaks, blames = "turn", "chances"

    def to_move(self, s):
        return CHANCE if s.stones == 1 else s.turn


class Endless(Game):
    breaks, blames = "playouts", "winner"
    max_moves = 2

    def state(self):
        return dict(place=i8, turn=i8)

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, move):
        s.place = (s.place + 1 + move) % 5
        s.turn = 1 - s.turn

    def winner(self, s):
        return ONGOING


class NeverPasses(Strip):
    breaks, blames = "turns", "play"

    def play(self, s, cell):
        super().play(s, cell)
        s.turn = 0

    def evaluate(self, s, player):
        return 0


class FullFirst(Game):
    """Two neighbours win on five squares; a full board is a draw, even if the last move made two neighbours."""

    breaks, blames = "wins", "winner"
    board = (1, 5)
    max_moves = 5

    def state(self):
        return dict(cells=i8[5], turn=i8)

    def moves(self, s):
        for cell in range(5):
            if s.cells[cell] == 0:
                yield cell

    def play(self, s, cell):
        s.cells[cell] = 1 + s.turn
        s.turn = 1 - s.turn

    def winner(self, s):
        if 0 not in s.cells:
            return DRAW
        for first in range(4):
            if s.cells[first] != 0 and s.cells[first] == s.cells[first + 1]:
                return s.cells[first] - 1
        return ONGOING


class OnlyInTurn(Strip):
    """Its moves make sense for the player on turn alone, which it does not say."""

    breaks, blames = "out of turn", "moves"

    def moves(self, s):
        for cell in range(self.size):
            if self.is_open(s, cell):
                yield cell // (1 - (s.stones + s.turn) % 2)


class CountsTurns(Strip):
    """Its field `turn` is not the number of a player."""

    breaks, blames = "out of turn", "to_move"

    def to_move(self, s):
        return s.stones % 2


class LastToMove(Thirds):
    """The winner is the player who moved last, which is wrong if another player is on turn."""

    breaks, blames = "ends", "winner"
    out_of_turn = True


class Trio(Game):
    """Three players spend one or two of what they have, in turn; a player who has nothing left is skipped."""

    players = ("ann", "bob", "cid")
    max_moves = 2

    def state(self):
        return dict(left=i8([2, 1, 3]), turn=i8)

    def moves(self, s):
        for spent in range(1, 3):
            if spent <= s.left[s.turn]:
                yield spent

    def play(self, s, spent):
        s.left[s.turn] -= spent
        for step in range(1, 4):
            if s.left[(s.turn + step) % 3] > 0:
                s.turn = (s.turn + step) % 3
                break

    def over(self, s):
        return sum(s.left) == 0

    def utility(self, s, player):
        return 0


class Stuck(Trio):
    """Over as soon as the player on turn has no move, though others may have some."""

    breaks, blames = "ends", "over"

    def over(self, s):
        return s.left[s.turn] == 0


class Poorer(Trio):
    """The end does not depend on the turn, but its value does: the player on turn pays for the others."""

    breaks, blames = "ends", "utility"

    def utility(self, s, player):
        return -1 if player == s.turn else 0.5


class PlaysOutside(Strip):
    """Its random games sometimes leave the strip."""

    breaks, blames = "playout", "playout"

    def playout(self, s, dice):
        return self.size if dice % 2 else next(iter(self.moves(s)))


class KeepsAll(TicTacToe):
    """Keeps all moves where one wins, and so promises that none does."""

    breaks, blames = "forced", "forced"

    def forced(self, s):
        return list(self.moves(s))


class NeverLast(TicTacToe):
    """Leaves out the last move, whatever it does."""

    breaks, blames = "forced", "forced"

    def forced(self, s):
        return list(self.moves(s))[:-1] or list(self.moves(s))


class NoNumber(Strip):
    breaks, blames = "evaluate", "evaluate"

    def evaluate(self, s, player):
        return float("nan")


class Boundless(Strip):
    breaks, blames = "evaluate", "evaluate"

    def evaluate(self, s, player):
        return float("inf") if player == 0 else -float("inf")


class Lopsided(Strip):
    breaks, blames = "evaluate", "evaluate"

    def evaluate(self, s, player):
        return s.stones


class EvaluateRaises(Strip):
    breaks, blames = "evaluate", "evaluate"

    def evaluate(self, s, player):
        return s.height[player]


class EvaluateLoops(Strip):
    breaks, blames = "evaluate", "evaluate"

    def evaluate(self, s, player):
        while s.stones == 1:
            pass
        return 0


class OrderIsText(Strip):
    breaks, blames = "order", "order"

    def order(self, s, cell):
        return "first"


class NoisyRaises(Strip):
    breaks, blames = "order", "noisy"

    def noisy(self, s, cell):
        return s.cells[cell + 1] == 0


class ExchangeRaises(Strip):
    breaks, blames = "order", "exchange"

    def exchange(self, s, cell):
        raise ValueError(cell)


class ThreatIsText(Strip):
    breaks, blames = "threatened", "threatened"

    def threatened(self, s):
        return "yes"


class ForcesNothing(Strip):
    breaks, blames = "forced", "forced"

    def forced(self, s):
        return []


class ForcesTheFirst(Strip):
    breaks, blames = "forced", "forced"

    def forced(self, s):
        return list(self.moves(s))[:1]


class ExpectsLoss(Strip):
    breaks, blames = "at_most", "at_most"

    def at_most(self, s, player):
        return -1


class LeavesLessThanNothing(Strip):
    breaks, blames = "plies_left", "plies_left"

    def plies_left(self, s):
        return -1


class CoarseKey(Strip):
    breaks, blames = "key", "key"

    def key(self, s):
        return s.stones


class ShallowKey(Strip):
    """Equal for positions with as many open cells: they offer as many moves, but are not worth the same."""

    breaks, blames = "key", "key"

    def evaluate(self, s, player):
        return 0

    def key(self, s):
        return self.count_open(s)


class KeyRaises(Strip):
    breaks, blames = "key", "key"

    def key(self, s):
        return self.table[s.last]


class HidesTurn(Strip):
    breaks, blames = "show", "read"

    def show(self, s):
        return "\n".join(line for line in super().show(s).splitlines() if "to move" not in line)

    def read(self, text):
        return super().read(text)


class ShowRaises(Strip):
    breaks, blames = "show", "show"

    def show(self, s):
        return super().show(s) + ("", "")[s.stones]


class ShowLoops(Strip):
    breaks, blames = "show", "show"

    def show(self, s):
        while s.stones == 1:
            pass
        return super().show(s)


class CannotRead(Strip):
    breaks, blames = "show", "read"

    def show(self, s):
        return super().show(s) + "\nhave fun"

    def read(self, text):
        return super().read(text)


class ReadsNothing(Strip):
    breaks, blames = "show", "read"

    def read(self, text):
        return None


class SameName(Strip):
    breaks, blames = "names", "name"

    def name(self, s, move):
        return "left" if move < 3 else "right"


class TwoWords(Strip):
    breaks, blames = "names", "name"

    def name(self, s, move):
        return f"cell {move}"


class ParsesAnother(Strip):
    breaks, blames = "names", "parse"

    def parse(self, s, text):
        return int(text) + 1


class CannotParse(Strip):
    breaks, blames = "names", "parse"

    def parse(self, s, text):
        return int(text, 2)


class TornPicture(Strip):
    breaks, blames = "svg", "svg"

    def svg(self, s):
        return "<svg><g></svg>"


class PictureWrites(Strip):
    breaks, blames = "svg", "svg"

    def svg(self, s):
        picture = super().svg(s)
        s.last = 3
        return picture


class NoPicture(Strip):
    breaks, blames = "svg", "svg"

    def svg(self, s):
        return "<p>look away</p>"


NO_COIN = 3


class Coins(Game):
    """Each player gets one of three coins, and says whether its own is the better one: a correct game that hides the coins."""

    players = ("ann", "bob")
    secret = ("coin",)
    out_of_turn = False

    def state(self):
        return dict(coin=i8[2](NO_COIN), dealt=i8, said=i8[2], spoken=i8)

    def to_move(self, s):
        return CHANCE if s.dealt < 2 else s.spoken % 2

    def chances(self, s):
        for coin in range(3):
            yield coin, 1 / 3

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, move):
        if s.dealt < 2:
            s.coin[s.dealt] = move
            s.dealt += 1
        else:
            s.said[s.spoken] = move
            s.spoken += 1

    def winner(self, s):
        if s.spoken < 2:
            return ONGOING
        return DRAW if s.said[0] == s.said[1] else 0 if s.said[0] == (s.coin[0] > s.coin[1]) else 1


class LateChance(Coins):
    """The second coin is dealt after the first player has spoken."""

    breaks, blames = "chance first", "chance_first"
    chance_first = True

    def to_move(self, s):
        return CHANCE if s.dealt < 1 or (s.dealt < 2 and s.spoken == 1) else s.spoken % 2

    def play(self, s, move):
        if self.to_move(s) == CHANCE:
            s.coin[s.dealt] = move
            s.dealt += 1
        else:
            s.said[s.spoken] = move
            s.spoken += 1


class GuessedCoins(Coins):
    def guess(self, s, player, dice):
        for other in range(2):
            if s.coin[other] == HIDDEN:
                s.coin[other] = NO_COIN
                if other < s.dealt:
                    s.coin[other], dice = pick(dice, 3)
        return True


class HidesMore(GuessedCoins):
    """Counts what it hides, and so hides more the second time."""

    breaks, blames = "hide", "hide"

    def hide(self, s, player):
        s.said[1 - player] -= 1


class HideRaises(Coins):
    breaks, blames = "hide", "hide"

    def hide(self, s, player):
        s.said[s.spoken + 1 - player] = s.said[s.spoken + 1 - player]


class HideOverflows(Coins):
    breaks, blames = "hide", "hide"

    def hide(self, s, player):
        s.said[1 - player] = 200


class DealsAgain(GuessedCoins):
    """Takes a hidden coin for one that is not dealt yet."""

    breaks, blames = "views", "to_move"

    def to_move(self, s):
        return CHANCE if s.dealt < 2 or s.coin[1 - s.spoken % 2] == HIDDEN else s.spoken % 2


class EndsWithCoins(Coins):
    """Over when all coins are known, which a player who does not see them cannot tell."""

    breaks, blames = "views", "winner"

    def winner(self, s):
        return super().winner(s) if HIDDEN not in s.coin else ONGOING


class TurnOfCoin(Coins):
    """Fails on a view, where a coin is hidden."""

    breaks, blames = "views", "to_move"

    def to_move(self, s):
        return CHANCE if s.dealt < 2 else s.spoken % 2 + 0 * (1 << s.coin[0]) + 0 * (1 << s.coin[1])


class OffersByCoin(GuessedCoins):
    """What a player may say depends on the coin of the other one."""

    breaks, blames = "own moves", "moves"

    def moves(self, s):
        yield 0
        if s.coin[1 - s.spoken % 2] != 0:
            yield 1


class TellsInNames(Coins):
    breaks, blames = "own moves", "name"

    def name(self, s, move):
        return f"{move}" if s.dealt < 2 else f"{move}against{s.coin[1 - s.spoken % 2]}"


class CannotShowHidden(Coins):
    breaks, blames = "shown views", "show"

    def show(self, s):
        signs = {0: "c", 1: "s", 2: "g", NO_COIN: "-"}
        return super().show(s) + "\n" + "".join(signs[coin] for coin in s.coin)

    def read(self, text):
        return super().read(text.rpartition("\n")[0])


class ReadsHiddenAsNone(Coins):
    breaks, blames = "shown views", "read"

    def read(self, text):
        s = super().read(text)
        s.coin = [NO_COIN if coin == HIDDEN else coin for coin in s.coin]
        return s


class GuessesOwnCoin(GuessedCoins):
    breaks, blames = "guess", "guess"

    def guess(self, s, player, dice):
        s.coin[player], dice = pick(dice, 3)
        return super().guess(s, player, dice)


class GuessRaises(GuessedCoins):
    breaks, blames = "guess", "guess"

    def guess(self, s, player, dice):
        return super().guess(s, player, dice) and s.coin[2] > 0


class NeverGuesses(GuessedCoins):
    breaks, blames = "guess", "guess"

    def guess(self, s, player, dice):
        return super().guess(s, player, dice) and s.dealt < 2


class ShowsLastCoin(Coins):
    """Keeps the last outcome of chance where all can see it, so bob's coin is known to ann."""

    breaks, blames = "leak", "hide"

    def state(self):
        return dict(**super().state(), last=i8)

    def play(self, s, move):
        if s.dealt < 2:
            s.last = move
        super().play(s, move)


class ForgetsAgain(Coins):
    """Shows both coins for one move, and then hides them: too late."""

    breaks, blames = "leak", "hide"
    secret = ()

    def hide(self, s, player):
        if s.spoken > 0:
            s.coin[1 - player] = HIDDEN


class GuessesNothing(GuessedCoins):
    """Leaves hidden what is hidden."""

    breaks, blames = "worlds", "guess"

    def guess(self, s, player, dice):
        return True


class GuessesTheBest(GuessedCoins):
    """Never expects the smallest coin."""

    breaks, blames = "worlds", "guess"

    def guess(self, s, player, dice):
        other = 1 - player
        if s.coin[other] == HIDDEN:
            s.coin[other] = 1 + pick(dice, 2)[0] if other < s.dealt else NO_COIN
        return True


BROKEN = tuple(value for value in list(globals().values()) if isinstance(value, type) and "breaks" in vars(value))


class Lock(Game):
    """Twenty digits from 0 to 5. A wrong `winner` answers after 4, 0, 2 as the first three digits."""

    max_moves = 6
    out_of_turn = False

    def state(self):
        return dict(code=i64, count=i8, fives=i8, turn=i8)

    def moves(self, s):
        yield from range(6)

    def play(self, s, digit):
        s.code = (s.code * 6 + digit) % (1 << 48)
        s.fives += 1 if digit == 5 else 0
        s.count += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        if s.count == 3 and s.code == (4 * 6 + 0) * 6 + 2:
            return 99
        return DRAW if s.count == 20 else ONGOING


class Fives(Lock):
    """A wrong `winner` answers once a six-fold 5 has been played, however long that takes."""

    def winner(self, s):
        if s.fives >= 6:
            return 99
        return DRAW if s.count == 20 else ONGOING
