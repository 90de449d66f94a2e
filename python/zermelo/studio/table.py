"""A table: one game, whoever sits at it, and everything that has happened so far. Pages are views of it; it knows of no page.

People and agents may share the seats in any way, one player or many. Whose turn it is to do something is always one of these:

    person      somebody has to choose a move
    agent       an agent has to be asked; the table does not think, it is told what the agent has found
    chance      dice or the like have to be thrown
    held        an agent or chance would be next, but somebody is looking at an earlier move, or has stopped the game
    over        by the rules, or because somebody resigned or ran out of time

Moves are kept when they are taken back, so that they can be played again; a new move from there forgets them. Clocks, opinions of agents
and evaluations belong to a ply, the number of moves before them, and survive going back and forth.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from zermelo.engine.agent import Agent
from zermelo.errors import ZermeloError
from zermelo.game.constants import CHANCE
from zermelo.game.position import Position
from zermelo.game.protocol import Game
from zermelo.game.random import Random
from zermelo.play.dice import throw
from zermelo.play.transcript import PERSON, Transcript
from zermelo.report import Report
from zermelo.studio.limits import renewed
from zermelo.studio.timing import Clocks, Pace

Doing = Literal["person", "agent", "chance", "held", "over"]


class TableError(ZermeloError):
    """Something that cannot be done at the table now."""


@dataclass(frozen=True)
class Seat:
    """Who plays for one player."""

    text: str
    """As somebody wrote it: PERSON, or an agent."""
    agent: Agent | None = None
    """None for people."""

    @property
    def is_person(self) -> bool:
        return self.agent is None


@dataclass
class Ply:
    """A moment of the game, with what belongs to it."""

    position: Position
    move: str = ""
    """The name of the move that led here; empty where the game began."""
    by: int | None = None
    """Who made it; CHANCE for what chance brought."""
    report: Report | None = None
    """What the agent on turn had to say of its move from here."""
    left: tuple[float, ...] = ()
    """What the clocks showed when it came about."""
    values: tuple[float, ...] | None = None
    """What it is worth to each player, as far as somebody has looked."""
    proven: bool = False
    """Whether the values are certain."""

    @classmethod
    def of(cls, position: Position, left: tuple[float, ...] = ()) -> Ply:
        """The moment in which a position comes about."""
        before, move = position.parent, position.move
        if before is None or move is None:
            return cls(position, left=left)
        return cls(position, before.name(move), before.player, left=left)


@dataclass
class Table:
    """One game; see the top of this file."""

    start: Position
    seats: Sequence[Seat]
    pace: Pace | None = None
    seed: int = 0
    now: Callable[[], float] = time.monotonic
    plies: list[Ply] = field(init=False)
    at: int = field(init=False, default=0)
    """Which ply is on the board; those behind it were taken back."""
    held: bool = field(init=False, default=False)
    ended: str | None = field(init=False, default=None)
    """How it ended otherwise than by the rules, in words."""

    def __post_init__(self) -> None:
        if len(self.seats) != len(self.game.players):
            raise TableError(f"{self.game} has {len(self.game.players)} players, but {len(self.seats)} seats were given")
        lots = Random(self.seed)
        self.seats = tuple(Seat(seat.text, seat.agent and renewed(seat.agent, lots.bits())) for seat in self.seats)
        self.random = Random(lots.bits())
        self.clocks = None if self.pace is None else Clocks(self.pace, len(self.seats))
        self.plies = _trail(self.start)
        self.at = len(self.plies) - 1
        for ply in self.plies:
            ply.left = self.left()
        self._wind()

    # What there is to see

    @property
    def game(self) -> Game:
        return self.start.game

    @property
    def here(self) -> Ply:
        return self.plies[self.at]

    @property
    def position(self) -> Position:
        return self.here.position

    @property
    def doing(self) -> Doing:
        """What has to happen next."""
        if self.over:
            return "over"
        player = self.position.player
        if player != CHANCE and self.seats[player].is_person:
            return "person"
        if self.held:
            return "held"
        return "chance" if player == CHANCE else "agent"

    @property
    def over(self) -> bool:
        return self.position.over or (self.ended is not None and self.at == len(self.plies) - 1)

    @property
    def result(self) -> str:
        """How it ended, or who is to move."""
        return self.ended if self.ended is not None and self.over else self.position.result

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(number for number, seat in enumerate(self.seats) if seat.is_person)

    @property
    def agent(self) -> Agent:
        """The agent that is on turn."""
        found = self.seats[self.position.player].agent if self.position.player != CHANCE else None
        if found is None:
            raise TableError("no agent is on turn here")
        return found

    def left(self) -> tuple[float, ...]:
        """What the clocks show now; empty where there are none."""
        clocks = self.clocks
        return () if clocks is None else tuple(clocks.read(player, self.now()) for player in range(len(self.seats)))

    # What can be done

    def play(self, move: str) -> None:
        """Somebody's move, by name."""
        if self.over:
            raise TableError(f"the game is over ({self.result}); take a move back to go on from there")
        player = self.position.player
        if player == CHANCE or not self.seats[player].is_person:
            who = "chance decides" if player == CHANCE else f"{self.position.turn} is {self.seats[player].text}, who"
            raise TableError(f"`{move}` cannot be played now: {who} is to move")
        if not self.flag():
            self._advance(self.position.parse(move), None)

    def answer(self, position: Position, report: Report) -> None:
        """What an agent has found for a position; a finding for one that is no longer on the board is dropped."""
        if position is not self.position or self.doing != "agent":
            return
        self.here.report = report
        self._advance(position.parse(report.move), report.seconds)
        self.flag()

    def throw(self) -> None:
        """Let chance decide."""
        if self.doing != "chance":
            raise TableError("there is nothing for chance to decide now")
        self._advance(throw(self.position, self.random), None)

    def resign(self) -> None:
        """Whoever is on turn gives up; where an agent is, the one person there is."""
        if self.over:
            raise TableError(f"it is too late to resign: the game is over ({self.result})")
        player = self.position.player
        if (player == CHANCE or not self.seats[player].is_person) and len(self.people) == 1:
            player = self.people[0]
        if player == CHANCE or not self.seats[player].is_person:
            raise TableError("only people resign, and only when they are on turn")
        self._forget()
        self._end(f"{self.game.players[player]} resigned")

    def swap(self) -> None:
        """Everybody takes the next seat, with the game as it is."""
        self.seats = (*self.seats[-1:], *self.seats[:-1])
        self._wind()

    def again(self, seed: int) -> Table:
        """The same people and agents, clocks and first position, for another game."""
        return Table(self.plies[0].position, self.seats, self.pace, seed, self.now)

    def flag(self) -> bool:
        """End the game for somebody who has run out of time; whether that has happened."""
        if self.clocks is None or self.over:
            return False
        fallen = self.clocks.fallen(self.now())
        if fallen is None:
            return False
        self._forget()
        self._end(f"{self.game.players[fallen]} ran out of time")
        return True

    # Back and forth

    @property
    def can_undo(self) -> bool:
        return self.at > 0 or (self.ended is not None and self.over)

    @property
    def can_redo(self) -> bool:
        return self.at < len(self.plies) - 1

    def undo(self) -> None:
        """Back to where somebody chose last; a move at a time where nobody but agents plays."""
        if self.ended is not None and self.over:
            self.ended = None
            self._show(self.at)
            return
        if self.at == 0:
            raise TableError("there is no move to take back")
        self._show(self._nearest(range(self.at - 1, -1, -1)))

    def redo(self) -> None:
        """Forth again, to where somebody chose next."""
        if not self.can_redo:
            raise TableError("there is nothing to play again: nothing was taken back, or there was another move since")
        self._show(self._nearest(range(self.at + 1, len(self.plies))))

    def show(self, at: int) -> None:
        """Look at any moment of the game; agents wait until somebody lets it go on."""
        if not 0 <= at < len(self.plies):
            raise TableError(f"there is no move {at}; the game has {len(self.plies) - 1}")
        self._show(at)

    def hold(self) -> None:
        """Agents and chance wait."""
        self.held = True
        self._wind()

    def go_on(self) -> None:
        """From what is on the board."""
        self.held = False
        self._wind()

    def _show(self, at: int) -> None:
        self.at = at
        self.held = self.held or self.can_redo
        if self.clocks is not None and self.here.left:
            self.clocks.pause(self.now())
            self.clocks.left = list(self.here.left)
        self._wind()

    def _nearest(self, places: range) -> int:
        """The first place where somebody chose, else the last place, or the very next one where nobody does."""
        for at in places if self.people else places[:1]:
            position = self.plies[at].position
            if position.over or (position.player != CHANCE and self.seats[position.player].is_person):
                return at
        return places[0] if not self.people else places[-1]

    # On paper

    def transcript(self) -> Transcript:
        """The game up to what is on the board."""
        return Transcript.of(self.position, [seat.text for seat in self.seats], self.result if self.over else None)

    # Inside

    def _advance(self, move: int, used: float | None) -> None:
        """Make a move; whatever had been taken back is forgotten."""
        player, now = self.position.player, self.now()
        if self.clocks is not None and player != CHANCE:
            self.clocks.press(player, now, used)
        self._forget()
        self.plies.append(Ply.of(self.position.advance(move), self.left()))
        self.at, self.held = self.at + 1, False
        self._wind()

    def _forget(self) -> None:
        del self.plies[self.at + 1 :]
        self.ended = None

    def _end(self, words: str) -> None:
        self.ended = words
        self._wind()

    def _wind(self) -> None:
        """Let the clock run for a person on turn; that of an agent is told what it used."""
        if self.clocks is None:
            return
        if self.doing == "person":
            self.clocks.start(self.position.player, self.now())
        else:
            self.clocks.pause(self.now())


def seated(texts: Sequence[str], make: Callable[[str], Agent]) -> tuple[Seat, ...]:
    """Seats from what people wrote: `person`, or an agent."""
    return tuple(
        Seat(PERSON) if text.strip().lower() in ("", PERSON) else Seat(text.strip(), make(text.strip())) for text in texts
    )


def _trail(last: Position) -> list[Ply]:
    """All moments that led to a position."""
    found: list[Ply] = []
    position: Position | None = last
    while position is not None:
        found.append(Ply.of(position))
        position = position.parent
    return found[::-1]
