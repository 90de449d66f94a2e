"""Replays a recorded game: every position with the move, the value that the agent gave and the seconds that it took.

On a terminal the board stays in its place and keys step through the game. Otherwise everything is printed at once.
"""

from collections.abc import Sequence

from rich.console import Console
from rich.live import Live
from rich.text import Text

from zermelo.arena.recorded import move_words
from zermelo.arena.records import GameRecord
from zermelo.cli import board, keys, paint
from zermelo.game import Position

_ROOM = 6
_NEXT, _BACK = ("n", " ", keys.RIGHT, keys.ENTER), ("p", keys.LEFT, keys.BACKSPACE)
_FIRST, _LAST, _LEAVE = ("f", keys.UP), ("l", keys.DOWN), ("q", keys.ESCAPE, keys.END_OF_INPUT)
_KEYS = "arrows: right next, left back, up first, down last · q leaves"


class Replaying:
    """One game on a console."""

    def __init__(self, line: Sequence[Position], record: GameRecord, seats: Sequence[str], title: str, out: Console) -> None:
        self.line, self.record, self.seats, self.title, self.out = line, record, seats, title, out
        self.players = line[0].game.players
        self.at = 0

    def show(self) -> None:
        paint.say(self.out, self.title)
        for player, name in zip(self.players, self.seats, strict=True):
            paint.say(self.out, paint.paint(f"{player} is {name}", self.players))
        if self._fits() and keys.can_listen(self.out):
            self._step_through()
        else:
            for at in range(len(self.line)):
                self.out.print("\n", board.show(self.line[at], self.out), "\n", self.words(at), sep="")

    def words(self, at: int) -> Text:
        """The move that led to a position, by whom, with its value and time."""
        return paint.paint(move_words(self.record, self.line, at), self.players)

    def _fits(self) -> bool:
        rows = max(len(str(position).splitlines()) for position in (self.line[0], self.line[-1]))
        return rows + _ROOM < self.out.height and board.width(self.line[0]) <= self.out.width

    def _step_through(self) -> None:
        with (
            keys.listening() as keyboard,
            Live(console=self.out, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False) as live,
        ):
            key = keys.NOTHING
            while key not in _LEAVE:
                live.update(self._picture(), refresh=True)
                key = keyboard.press()
                self._obey(key)
        self.out.print(board.show(self.line[self.at], self.out), "\n", self.words(self.at), sep="")

    def _obey(self, key: str) -> None:
        last = len(self.line) - 1
        if key in _NEXT:
            self.at = min(self.at + 1, last)
        elif key in _BACK:
            self.at = max(self.at - 1, 0)
        elif key in _FIRST:
            self.at = 0
        elif key in _LAST:
            self.at = last

    def _picture(self) -> Text:
        where = Text(f"move {self.at} of {len(self.line) - 1} · {_KEYS}", paint.QUIET)
        return Text("\n").join([Text(), board.show(self.line[self.at], self.out), self.words(self.at), where])
