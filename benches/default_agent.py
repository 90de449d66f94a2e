"""The default agent against alpha-beta, which was the default for two players before, at equal time on games without `evaluate`.

    python benches/default_agent.py                          0.1 s a move, 40 games of each
    python benches/default_agent.py --seconds 1 --games 20   as the default agent plays
    python benches/default_agent.py --only chance            expectiminimax against UCT on games with dice, which have an evaluation

Openings are drawn at random and played twice with seats swapped; the interval is at 95 %.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import zermelo
from zermelo import DRAW, ONGOING, Game, State, i8
from zermelo.arena.match import Match
from zermelo.games import find
from zermelo.games.breakthrough import Breakthrough
from zermelo.games.connect import Connect4
from zermelo.games.hex import Hex
from zermelo.games.othello import Othello

DOMINEERING = type(find(str(Path(__file__).parent.parent / "examples" / "domineering.py")))


class Gomoku(Game):
    """Five in a row, as a beginner writes it."""

    board = (9, 9)

    def state(self) -> dict[str, zermelo.Field]:
        return dict(cells=i8[81], turn=i8, last=i8(-1), filled=i8)

    def moves(self, s: State) -> list[int]:
        return [cell for cell in range(81) if s.cells[cell] == 0]

    def play(self, s: State, cell: int) -> None:
        s.cells[cell] = 1 + s.turn
        s.last = cell
        s.filled += 1
        s.turn = 1 - s.turn

    def winner(self, s: State) -> int:
        if s.last < 0:
            return ONGOING
        if self.length(s, 0, 1) >= 5 or self.length(s, 1, 0) >= 5 or self.length(s, 1, 1) >= 5 or self.length(s, 1, -1) >= 5:
            return int(s.cells[s.last] - 1)
        return DRAW if s.filled == 81 else ONGOING

    def length(self, s: State, down: int, right: int) -> int:
        """The length of the row through the last stone."""
        return 1 + self.reach(s, down, right) + self.reach(s, -down, -right)

    def reach(self, s: State, down: int, right: int) -> int:
        row, col, count = s.last // 9 + down, s.last % 9 + right, 0
        while 0 <= row < 9 and 0 <= col < 9 and s.cells[9 * row + col] == s.cells[s.last]:
            row, col, count = row + down, col + right, count + 1
        return count


class PlainHex(Hex):
    """Hex without its evaluation."""

    evaluate = Game.evaluate


class PlainDomineering(DOMINEERING):  # type: ignore[misc,valid-type]
    """Domineering without its evaluation."""

    evaluate = Game.evaluate


class PlainBreakthrough(Breakthrough):
    """Breakthrough without its evaluation; `order` and `noisy` stay."""

    evaluate = Game.evaluate


class BareBreakthrough(Breakthrough):
    """Breakthrough without heuristics."""

    evaluate, order, noisy = Game.evaluate, Game.order, Game.noisy


class BareOthello(Othello):
    """Othello without heuristics."""

    evaluate, order, noisy = Game.evaluate, Game.order, Game.noisy


class OrderedOthello(Othello):
    """Othello without its evaluation; `order` stays, which is a good guide there."""

    evaluate = Game.evaluate


class BareConnect4(Connect4):
    """Connect Four without heuristics."""

    evaluate, order = Game.evaluate, Game.order


WITHOUT: dict[str, Game] = {
    "gomoku 9x9": Gomoku(),
    "hex 7x7": PlainHex(7),
    "domineering 8x8": PlainDomineering(8, 8),
    "breakthrough": PlainBreakthrough(),
    "breakthrough, no order": BareBreakthrough(),
    "othello, no order": BareOthello(),
    "othello": OrderedOthello(),
    "connect4, no order": BareConnect4(),
}
CHANCE = ("backgammon", "einstein", "pig")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=0.1, help="time for each move")
    parser.add_argument("--games", type=int, default=40, help="how many games, an even number")
    parser.add_argument("--only", choices=[*WITHOUT, "chance"], help="one game, or those with dice")
    given = parser.parse_args()
    games = {name: find(name) for name in CHANCE} if given.only == "chance" else WITHOUT
    rival = f"{'uct' if given.only == 'chance' else 'strong'}(seconds={given.seconds})"
    print(f"score of auto(seconds={given.seconds}) in percent against {rival}")
    for name, game in games.items():
        if given.only in (None, "chance", name):
            began = time.perf_counter()
            result = Match(game, f"auto(seconds={given.seconds})", rival, games=given.games).play()
            low, high = result.interval
            figure = f"{100 * result.score:5.1f}  ({100 * low:.1f} to {100 * high:.1f})"
            print(f"  {name:<24} {figure}  {given.games} games in {time.perf_counter() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
