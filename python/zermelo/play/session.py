"""A session: one game in progress, with the people and agents who play it and everything that has happened so far.

`session.waiting_for` says what has to happen next:

    person      a person has to choose a move: `play`
    agent       an agent has to choose one: `answer` with the agent's report
    chance      dice or the like have to be rolled: `roll`
    resume      an agent or chance would be next, but the game is paused: `resume`
    nothing     the game is over, by the rules, by resigning or on time

Undone moves can be redone. If another move is made instead, they stay as a variation, which can be put in place of the game. Clocks, reports and evaluations belong to a ply and survive undo
and redo.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from zermelo.agents.own import OwnAgent
from zermelo.agents.programs.agent import ProgramAgent
from zermelo.engine.agent import Agent
from zermelo.errors import ZermeloError
from zermelo.game import CHANCE, Game, Position, Random
from zermelo.outcome import Outcome
from zermelo.play import chance
from zermelo.play.clock import Clocks, TimeControl
from zermelo.play.seats import Seat
from zermelo.play.transcript import Transcript
from zermelo.report import Report

MOST_VARIATIONS = 100
MOVES = 20
"""The share of the time on a clock that an agent is told to use for a move."""
Waiting = Literal["person", "agent", "chance", "resume", "nothing"]


class SessionError(ZermeloError):
    """An action that is not possible in the game now."""


@dataclass
class Ply:
    """A position of the game, with what is known about it."""

    position: Position
    report: Report | None = None
    """What the agent to move reported about its move from here."""
    left: tuple[float, ...] = ()
    """What the clocks showed when the position was reached."""
    values: tuple[float, ...] | None = None
    """The evaluation for each player, if the position was evaluated."""
    proven: bool = False
    """Whether the evaluation is exact."""

    @cached_property
    def move(self) -> str:
        """The name of the move that led here; empty for the first position."""
        before, move = self.position.parent, self.position.move
        return "" if before is None or move is None else before.name(move)

    @property
    def by(self) -> int | None:
        """The player who made it, or CHANCE; None for the first position."""
        return None if self.position.parent is None else self.position.parent.player

    def evaluate(self, report: Report | None) -> None:
        """Keep the values of a report; those of a finished game come from the rules."""
        if self.position.values is not None:
            self.values, self.proven = self.position.values, True
        elif report is not None and report.values is not None:
            self.values, self.proven = report.values, report.score is not None and report.score.is_proven


@dataclass
class Session:
    """One game in progress. See the top of this file."""

    start: Position
    """Where the session begins; the moves that led there belong to it and can be undone."""
    seats: Sequence[Seat]
    control: TimeControl | None = None
    seed: int = 0
    ended: Outcome | None = None
    """The outcome if the game did not end by the rules."""
    renew: Callable[[Agent, int], Agent] | None = None
    """Makes an agent ready for a new game, with a seed of its own."""
    now: Callable[[], float] = time.monotonic
    plies: list[Ply] = field(init=False)
    at: int = field(init=False)
    """The ply on the board; later ones were undone."""
    paused: bool = field(init=False, default=False)
    variations: list[list[Ply]] = field(init=False, default_factory=list)
    """Lines that were left; the first ply of each follows one of the game or of another line."""

    def __post_init__(self) -> None:
        if len(self.seats) != len(self.game.players):
            raise SessionError(f"{self.game} has {len(self.game.players)} players, but {len(self.seats)} seats were given")
        self.random = Random(self.seed)
        if self.renew is not None:
            self.seats = [self._renewed(seat, self.renew) for seat in self.seats]
        self.clocks = None if self.control is None else Clocks(self.control, len(self.seats))
        self.plies = [Ply(position, left=self.left()) for position in self.start.line()]
        self.at = len(self.plies) - 1
        self._set_clock()

    # What a door shows

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
    def waiting_for(self) -> Waiting:
        """What has to happen next."""
        if self.over:
            return "nothing"
        if self._chooses(self.position):
            return "person"
        if self.paused:
            return "resume"
        return "chance" if self.position.player == CHANCE else "agent"

    @property
    def over(self) -> bool:
        return self.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        repeated = Outcome(None, "repetition") if self.position.is_repeated else None
        return self.position.outcome or repeated or (self.ended if self.at == len(self.plies) - 1 else None)

    @property
    def result(self) -> str:
        """How the game ended, or who is to move."""
        outcome = self.outcome
        return self.position.result if outcome is None else outcome.text(self.game.players)

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(number for number, seat in enumerate(self.seats) if seat.is_person)

    @property
    def has_secrets(self) -> bool:
        """Whether something is hidden from the people who play, until the game is over."""
        return self.game.hides and not self.over and bool(self.people)

    @property
    def agent(self) -> Agent:
        found = self.seats[self.position.player].agent if self.position.player != CHANCE else None
        if found is None:
            raise SessionError("no agent is to move here")
        return found

    @property
    def thinker(self) -> Agent:
        """The agent to move; one of the user's own that asks for a limit gets a share of the time on its clock, a program sees all clocks."""
        made, left = self.agent, self.left()
        if left and isinstance(made, ProgramAgent):
            return made.timed(left, 0.0 if self.control is None else self.control.increment)
        return made.within(left[self.position.player] / MOVES) if left and isinstance(made, OwnAgent) else made

    def left(self) -> tuple[float, ...]:
        """What the clocks show now; empty without clocks."""
        clocks = self.clocks
        return () if clocks is None else tuple(clocks.read(player, self.now()) for player in range(len(self.seats)))

    def last_agent_move(self) -> tuple[Ply, Ply]:
        """The plies before and after the last move of an agent."""
        for at in range(self.at, 0, -1):
            by = self.plies[at].by
            if by is not None and by != CHANCE and not self.seats[by].is_person:
                return self.plies[at - 1], self.plies[at]
        raise SessionError("no agent has moved yet; a hint says what you could play, and why")

    def transcript(self) -> Transcript:
        """The game up to the position on the board."""
        return Transcript.of(self.position, [seat.text for seat in self.seats], self.outcome)

    # Moves

    def play(self, move: str) -> None:
        """Play a person's move by name. A move after the time is up does not count."""
        if self.over:
            raise SessionError(f"the game is over ({self.result}); undo a move to go on from there")
        player = self.position.player
        if not self._chooses(self.position):
            who = "chance" if player == CHANCE else f"{self.position.turn} ({self.seats[player].text})"
            raise SessionError(f"`{move}` cannot be played now: {who} is to move")
        if not self.check_time():
            self._advance(self.position.parse(move), None)

    def answer(self, position: Position, report: Report) -> None:
        """Play the move that an agent found for a position; ignored if that position is not on the board any more."""
        if position is not self.position or self.waiting_for != "agent":
            return
        self.here.report = report
        self._advance(position.parse(report.move), report.seconds)
        self.check_time()

    def roll(self) -> int:
        """Let chance decide. Returns its outcome."""
        if self.waiting_for != "chance":
            raise SessionError("chance is not to move now")
        outcome = chance.roll(self.position, self.random)
        self._advance(outcome, None)
        return outcome

    def resign(self) -> None:
        """The player to move resigns, or the only person if an agent is to move."""
        if self.over:
            raise SessionError(f"it is too late to resign: the game is over ({self.result})")
        player = self.position.player if self._chooses(self.position) else self.people[0] if len(self.people) == 1 else None
        if player is None:
            raise SessionError("only a person who is to move can resign")
        self._end(player, "resignation")

    def resign_for(self, player: int) -> None:
        """A player resigns, whoever is to move."""
        if self.over:
            raise SessionError(f"it is too late to resign: the game is over ({self.result})")
        self._end(player, "resignation")

    def give_up(self, position: Position) -> None:
        """The agent to move in a position resigns; ignored if that position is not on the board any more."""
        if position is self.position and self.waiting_for == "agent":
            self._end(position.player, "resignation")

    def check_time(self) -> bool:
        """End the game if a player has no time left. Returns whether that happened."""
        late = None if self.clocks is None or self.over else self.clocks.expired(self.now())
        if late is not None:
            self._end(late, "time")
        return late is not None

    def swap(self) -> None:
        """Move each person and agent to the next seat; the game goes on."""
        self.seats = (*self.seats[-1:], *self.seats[:-1])
        self._set_clock()

    def rematch(self, seed: int) -> "Session":
        """A new game with the same seats and clocks from the same first position."""
        return Session(self.plies[0].position, self.seats, self.control, seed, None, self.renew, self.now)

    def load(self, played: Transcript) -> None:
        """Go on with a saved game, with the same seats as now."""
        self.start = played.replay(self.game)
        self.ended, self.paused = None if self.start.over else played.outcome, False
        self.plies = [Ply(position) for position in self.start.line()]
        self.show(len(self.plies) - 1)

    # Undo and redo

    @property
    def can_undo(self) -> bool:
        return not self._shows_too_much and ((self.ended is not None and self.over) or self._previous() is not None)

    @property
    def can_redo(self) -> bool:
        return self.at < len(self.plies) - 1

    def undo(self) -> None:
        """Back to where a person last chose a move, or by one move if no person plays. First takes back a resignation."""
        if self._shows_too_much:
            raise SessionError(
                f"no move can be taken back in {self.game}: it hides something, and what a move has shown stays known"
            )
        if self.ended is not None and self.over:
            self.ended = None
            self.show(self.at)
            return
        previous = self._previous()
        if previous is None:
            raise SessionError("you have no move to take back" if self.people else "there is no move to take back")
        self.show(previous)

    def redo(self) -> None:
        """Forward to where a person chooses next, or by one move if no person plays."""
        if not self.can_redo:
            raise SessionError("there is nothing to redo: no move was undone, or another move was made since")
        later = range(self.at + 1, len(self.plies))
        stops = (at for at in later if not self.people or self.plies[at].position.over or self._chooses(self.plies[at].position))
        self.show(next(stops, later[-1]))

    def show(self, at: int) -> None:
        """Put any ply on the board. Agents wait as long as there are later moves."""
        if not 0 <= at < len(self.plies):
            raise SessionError(f"there is no move {at}; the game has {len(self.plies) - 1}")
        self.at = at
        self.paused = self.paused or self.can_redo
        if self.clocks is not None and self.here.left:
            self.clocks.stop(self.now())
            self.clocks.left = list(self.here.left)
        self._set_clock()

    def branches(self, at: int) -> list[int]:
        """The numbers of the variations that begin after a ply of the game."""
        here = self.plies[at].position
        return [number for number, line in enumerate(self.variations) if line[0].position.parent is here]

    def enter(self, number: int, ply: int = 0) -> None:
        """Put a variation in place of the game from where it begins, and show one of its plies; what it replaces becomes a variation."""
        if not 0 <= number < len(self.variations) or not 0 <= ply < len(self.variations[number]):
            raise SessionError(f"there is no variation {number} with a move {ply}")
        line = self.variations.pop(number)
        at = next((at for at, each in enumerate(self.plies) if each.position is line[0].position.parent), None)
        if at is None:
            self.variations.insert(number, line)
            raise SessionError("the variation begins in another one; choose that one first")
        self._leave(at + 1)
        self.plies += line
        self.ended = None
        self.show(at + 1 + ply)

    def pause(self) -> None:
        """Agents and chance wait."""
        self.paused = True
        self._set_clock()

    def resume(self) -> None:
        """Go on from the position on the board."""
        self.paused = False
        self._set_clock()

    # Helpers

    @property
    def _shows_too_much(self) -> bool:
        """Whether a person could go back to a position and know more than then, such as the result of a shot, or all cards after the end."""
        return self.game.hides and bool(self.people)

    def _renewed(self, seat: Seat, renew: Callable[[Agent, int], Agent]) -> Seat:
        return seat if seat.agent is None else replace(seat, agent=renew(seat.agent, self.random.bits()))

    def _chooses(self, position: Position) -> bool:
        """Whether a person is to move in a position."""
        return not position.over and position.player != CHANCE and self.seats[position.player].is_person

    def _previous(self) -> int | None:
        """The ply that undo leads to."""
        earlier = range(self.at - 1, -1, -1)
        return next((at for at in earlier if not self.people or self._chooses(self.plies[at].position)), None)

    def _advance(self, move: int, used: float | None) -> None:
        """Make a move and forget the undone ones."""
        player = self.position.player
        if self.clocks is not None and player != CHANCE:
            self.clocks.press(player, self.now(), used)
        self._forget(unless=move)
        self.plies.append(Ply(self.position.advance(move), left=self.left()))
        self.at, self.paused = self.at + 1, False
        self._set_clock()

    def _forget(self, unless: int | None = None) -> None:
        """Leave the line after the ply on the board; it is kept as a variation unless it begins with the move that is made again."""
        again = self.can_redo and self.plies[self.at + 1].position.move == unless
        self._leave(self.at + 1, kept=not again)
        self.ended = None

    def _leave(self, at: int, kept: bool = True) -> None:
        """Take out the plies from `at` on, and keep them as a variation, if the game has no secrets."""
        rest = self.plies[at:]
        del self.plies[at:]
        if rest and kept and not self.game.hides:
            self.variations.append(rest)
            del self.variations[:-MOST_VARIATIONS]

    def _end(self, loser: int, reason: str) -> None:
        self._forget()
        self.ended = Outcome.lost(loser, len(self.seats), reason)
        self._set_clock()

    def _set_clock(self) -> None:
        """Run the clock of a person who is to move; agents report the time they used."""
        if self.clocks is None:
            return
        if self.waiting_for == "person":
            self.clocks.start(self.position.player, self.now())
        else:
            self.clocks.stop(self.now())
