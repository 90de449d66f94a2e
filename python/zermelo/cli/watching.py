"""Agents play against each other, and a spectator watches.

On a terminal the board stays in its place, and a line below it shows what the thinking agent has found: depth, value, line and speed. Keys
pause the game, advance it move by move, and change its speed. Without a terminal every board and every report is printed.
"""

import time

from rich.console import Console
from rich.live import Live
from rich.text import Text

from zermelo.cli import board, keys, paint
from zermelo.cli.playing import Playing
from zermelo.cli.prompt import Prompt, Quit
from zermelo.cli.thinking import think
from zermelo.play.session import Session
from zermelo.report import Report, count
from zermelo.score import counted

PACES = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds between one move and the next."""
_ROOM = 5
_FASTER, _SLOWER, _PAUSE, _STEP = ("+", "="), ("-", "_"), (" ", "p"), ("n", keys.RIGHT, keys.ENTER)


class Watching(Playing):
    """Shows one session without people."""

    def __init__(self, session: Session, out: Console, prompt: Prompt, backend: str | None = None) -> None:
        super().__init__(session, out, prompt, backend)
        self.keyboard = prompt.keyboard
        self.pace, self.held, self.step = 2, False, False
        self.live: Live | None = None
        self.told = ""

    def play(self) -> None:
        for player, seat in zip(self.players, self.session.seats, strict=True):
            self.say(paint.paint(f"{player} is {seat.text}", self.players))
        self._tell_choices()
        if self._fits():
            self._play_live()
        while not self.session.over:
            self.out.print("\n", board.show(self.session.position, self.out), sep="")
            self._turn()
        self.out.print("\n", board.show(self.session.position, self.out), sep="")
        self.out.print(paint.paint(f"Game over: {self.session.result}, after {counted(self.session.at)}.", self.players))

    def _fits(self) -> bool:
        """Whether the terminal is large enough for the board to stay in its place."""
        position = self.session.position
        roomy = len(str(position).splitlines()) + _ROOM < self.out.height and board.width(position) <= self.out.width
        return self.out.is_terminal and not self.out.is_dumb_terminal and roomy

    def _play_live(self) -> None:
        with Live(
            console=self.out, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False
        ) as self.live:
            while not self.session.over:
                chance = self.session.waiting_for == "chance"
                self._tell("chance decides" if chance else f"{self.session.position.turn} is thinking")
                self._turn()
                self._wait()

    def think(self, session: Session) -> Report:
        return super().think(session) if self.live is None else think(session.position, session.thinker, hear=self._hear)

    # The screen

    @property
    def on_screen(self) -> bool:
        return self.live is not None

    def _hear(self, found: Report) -> None:
        told = found.move
        if found.value is not None:
            speed = f" · {count(found.nodes_per_second)} nodes/s" if found.seconds > 0 else ""
            told = f"{paint.depth(found)} · value {paint.value(found)} · line {' '.join(found.line[:8])}{speed}"
        self._tell(f"{found.player} · {told}")
        self._obey_key(0)

    def _tell(self, words: str) -> None:
        assert self.live is not None
        self.told = words
        self.live.update(self._picture(), refresh=True)

    def _picture(self) -> Text:
        state = "paused" if self.held else f"{PACES[self.pace]:g} s a move"
        keys_do = f"Space pauses, n one move, + - speed, q leaves · {state}" if self.keyboard is not None else state
        parts = [Text(), board.show(self.session.position, self.out), paint.paint(self.told, self.players), Text(keys_do, "dim")]
        return Text("\n").join(parts)

    # The keys

    def _wait(self) -> None:
        """Wait as long as the pace says, or until a paused game goes on."""
        self._tell(self.told)
        until = time.monotonic() + PACES[self.pace]
        while not self.step and (self.held or time.monotonic() < until):
            self._obey_key(None if self.held else max(0.0, until - time.monotonic()))
        self.step = False

    def _obey_key(self, seconds: float | None) -> None:
        """Wait for a key and obey it."""
        if self.keyboard is None:
            time.sleep(seconds or 0)
            return
        key = self.keyboard.press(seconds)
        if key in ("q", keys.END_OF_INPUT):
            raise Quit
        if key in _PAUSE:
            self.held = not self.held
        elif key in _STEP:
            self.held = self.step = True
        elif key in (*_FASTER, *_SLOWER):
            self.pace = min(max(self.pace + (1 if key in _SLOWER else -1), 0), len(PACES) - 1)
        if key:
            self._tell(self.told)
