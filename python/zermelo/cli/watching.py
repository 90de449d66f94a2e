"""Agents against agents, with somebody watching.

On a terminal the board stays in its place while a line below it tells what the one who is thinking has found: depth, value,
line and speed. Keys hold the game, let it go on move by move, and change its pace. Without a terminal every board and every
report is printed, one after the other.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from zermelo.cli import board, dice, keys, paint
from zermelo.cli.prompt import Quit
from zermelo.cli.thinking import think
from zermelo.game.constants import CHANCE
from zermelo.report import count

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    from zermelo.engine.agent import Agent
    from zermelo.game.position import Position
    from zermelo.game.random import Random
    from zermelo.report import Report

PACES = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds between one move and the next."""
_ROOM = 5
_FASTER, _SLOWER, _HOLD, _STEP = ("+", "="), ("-", "_"), (" ", "p"), ("n", keys.RIGHT, keys.ENTER)


class Watching:
    """One game."""

    people: frozenset[int] = frozenset()

    def __init__(
        self, position: Position, agents: Sequence[Agent], random: Random, out: Console, keyboard: keys.Keyboard | None
    ) -> None:
        self.position, self.agents, self.random, self.out, self.keyboard = position, agents, random, out, keyboard
        self.players = position.game.players
        self.pace, self.held, self.step = 2, False, False
        self.live: Live | None = None
        self.told = ""

    def play(self) -> None:
        """To the end of the game."""
        for player, agent in zip(self.players, self.agents, strict=True):
            paint.say(self.out, paint.paint(f"{player} is {agent}", self.players))
        if self._fits():
            self._play_live()
        else:
            self._play_printed()
        self.out.print("\n", board.show(self.position, self.out), sep="")
        length = paint.plies(len(self.position.history))
        self.out.print(paint.paint(f"Game over: {self.position.result}, after {length}.", self.players))

    def _fits(self) -> bool:
        """Whether there is a screen on which the board can stay in its place."""
        lines = len(str(self.position).splitlines()) + _ROOM
        roomy = lines < self.out.height and board.width(self.position) <= self.out.width
        return self.out.is_terminal and not self.out.is_dumb_terminal and roomy

    def _play_printed(self) -> None:
        while not self.position.over:
            self.out.print("\n", board.show(self.position, self.out), sep="")
            label = f"{self.position.turn} is thinking"
            self._move(None if self.position.player == CHANCE else think(self.position, self.agents[self.position.player], label))

    def _play_live(self) -> None:
        from rich.live import Live

        with Live(
            console=self.out, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False
        ) as self.live:
            while not self.position.over:
                player = self.position.player
                self._tell("chance decides" if player == CHANCE else f"{self.position.turn} is thinking")
                self._move(None if player == CHANCE else think(self.position, self.agents[player], hear=self._hear))
                self._wait()

    def _move(self, found: Report | None) -> None:
        """Carry out what an agent has found, or what chance brings, and tell of it."""
        if found is None:
            outcome = dice.throw(self.position, self.random)
            self.out.print(dice.tell(self.position, outcome, self.out))
            self.position = self.position.advance(outcome)
            return
        if found.stopped == "interrupt":
            raise KeyboardInterrupt
        paint.say(self.out, paint.summary(found, self.players))
        self.position = self.position.play(found.move)

    # The screen

    @property
    def on_screen(self) -> bool:
        return self.live is not None

    def _hear(self, found: Report) -> None:
        if found.value is None:  # an agent that does not search has nothing to tell but its move
            self._tell(f"{found.player} · {found.move}")
            self._heed(0)
            return
        speed = f" · {count(found.nodes_per_second)} nodes/s" if found.seconds > 0 else ""
        line = " ".join(found.line[:8])
        self._tell(f"{found.player} · {paint.depth(found)} · value {paint.value(found)} · line {line}{speed}")
        self._heed(0)

    def _tell(self, words: str) -> None:
        assert self.live is not None
        self.told = words
        self.live.update(self._picture(), refresh=True)

    def _picture(self) -> Text:
        from rich.text import Text

        state = "held" if self.held else f"{PACES[self.pace]:g} s a move"
        keys_do = f"Space holds, n one move, + - pace, q leaves · {state}" if self.keyboard is not None else state
        parts = [Text(), board.show(self.position, self.out), paint.paint(self.told, self.players), Text(keys_do, "dim")]
        return Text("\n").join(parts)

    # The keys

    def _wait(self) -> None:
        """Leave time to look: as long as the pace says, or until a held game may go on."""
        self._tell(self.told)
        until = time.monotonic() + PACES[self.pace]
        while not self.step and (self.held or time.monotonic() < until):
            self._heed(None if self.held else max(0.0, until - time.monotonic()))
        self.step = False

    def _heed(self, seconds: float | None) -> None:
        """Wait for a key, and do what it says."""
        if self.keyboard is None:
            time.sleep(seconds or 0)
            return
        key = self.keyboard.press(seconds)
        if key in ("q", keys.END_OF_INPUT):
            raise Quit
        if key in _HOLD:
            self.held = not self.held
        elif key in _STEP:
            self.held = self.step = True
        elif key in (*_FASTER, *_SLOWER):
            self.pace = min(max(self.pace + (1 if key in _SLOWER else -1), 0), len(PACES) - 1)
        if key:
            self._tell(self.told)
