"""People at the board: asks them for moves, lets the agents answer, and says how it ended.

Everything typed is either the name of a legal move or one of the `words`, such as help, undo and hint. A move that happens
to be called like one of these wins over it. When the game is over, the words still are there: to take back, to ask why, to save.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from zermelo.cli import board, dice, paint, words
from zermelo.cli.choosing import Listing, Pointing, chooser
from zermelo.cli.games import about
from zermelo.cli.prompt import Prompt, Quit
from zermelo.cli.seats import EVERYBODY, find_seats
from zermelo.cli.thinking import think
from zermelo.errors import GameError, MoveError, nearest
from zermelo.game.constants import CHANCE

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from zermelo.cli.choosing import Chooser
    from zermelo.engine.agent import Agent
    from zermelo.game.position import Position
    from zermelo.game.random import Random
    from zermelo.report import Report

_AFTERWARDS = "undo, why, save FILE, or Enter to leave: "


class Sitting:
    """One game between people and agents."""

    def __init__(
        self,
        position: Position,
        people: frozenset[int] | None,
        opponents: list[Agent],
        backend: str | None,
        random: Random,
        out: Console,
        prompt: Prompt,
    ) -> None:
        self.position, self.people, self.opponents, self.backend, self.random = position, people, opponents, backend, random
        self.out, self.prompt = out, prompt
        self.game = position.game
        self.agents: dict[int, Agent] = {}
        self.resigned: str | None = None
        """The name of whoever gave up."""
        self.future: list[Position] = []
        """Positions that were taken back, the next one last."""
        self.reports: dict[int, Report] = {}
        """What agents had to say of their moves, by ply."""
        self.choose: Chooser | None = None
        """What keys choose from, while somebody is asked."""
        self.cursor: str | None = None

    def _take_seats(self) -> None:
        """Sit down where told, or ask."""
        self.people = self._ask_seats() if self.people is None else self.people
        free = [seat for seat in range(len(self.game.players)) if seat not in self.people]
        self.agents = dict(zip(free, self.opponents, strict=False))
        from rich.text import Text

        against = " and ".join(dict.fromkeys(map(str, self.agents.values())))
        you = " and ".join(self.game.players[seat] for seat in sorted(self.people))
        alone = "You play alone." if len(self.game.players) == 1 else f"You are {you}, everybody."
        greeting = f"You are {you} against {against}." if against else alone
        if self.out.is_terminal and (rules := about(type(self.game))):
            self.say(Text(rules, paint.QUIET))
        self.say(paint.paint(f"{greeting} Type a move, or help.", self.game.players))

    def play(self) -> None:
        """To the end of the game, and as long after it as there is something to ask."""
        self._take_seats()
        while True:
            while not self.ended:
                self._turn()
            self.out.print()
            self.out.print(board.show(self.position, self.out))
            self._tell_result()
            if not self._goes_on():
                return

    def _goes_on(self) -> bool:
        """Whether somebody has something to say after the end, such as `undo`, that makes the game go on."""
        with suppress(Quit):
            while self.ended:
                text = self.prompt.may_ask(_AFTERWARDS)
                if not text:
                    return False
                if not words.obey(self, text):
                    self.say(f"The game is over, so `{text}` cannot be played; the words are {', '.join(words.WORDS)}.")
            return True
        return False

    def say(self, told: Text | str) -> None:
        """Tell the people something."""
        paint.say(self.out, told)

    @property
    def ended(self) -> bool:
        return self.position.over or self.resigned is not None

    @property
    def result(self) -> str:
        """How the game ended, in words."""
        return self.position.result if self.resigned is None else f"{self.resigned} resigned"

    @property
    def on_screen(self) -> bool:
        """Whether boards are drawn on a screen while somebody is asked."""
        return self.choose is not None

    def _turn(self) -> None:
        player = self.position.player
        if player == CHANCE:
            self._let_chance_decide()
        elif player in self.agents:
            self._let_agent_move(player)
        else:
            self._let_person_move()

    # Moves

    def go(self, move: int) -> None:
        """Make a move; what had been taken back is forgotten."""
        self.position = self.position.advance(move)
        self.future.clear()

    def _let_person_move(self) -> None:
        """Ask until the position changes."""
        before = self.position
        choose = self.choose = self._chooser()
        self.out.print()
        if choose is None:
            self.out.print(board.show(self.position, self.out))
        while self.position is before and not self.ended:
            question = f"your move ({before.turn}): "
            text = self.prompt.ask(question, choose)
            moves = self._is_move(text)
            if choose is not None and moves:
                self.out.print(board.show(before, self.out))
            if self.prompt.keyboard is not None:
                self.out.print(f"{question}{text}")
            if moves or not words.obey(self, text or "moves"):
                self._try(text)
            elif choose is not None:
                choose.escape()
        if isinstance(choose, Pointing):
            self.cursor = choose.cursor
        self.choose = None

    def _chooser(self) -> Chooser | None:
        """What keys choose from, where there are keys and room for it."""
        if self.prompt.keyboard is None:
            return None
        choose = chooser(self.position, self.out, self.cursor)
        choose.names = [*choose.names, *words.WORDS]
        return choose if self.prompt.fits(choose) else None

    def _is_move(self, text: str) -> bool:
        """Whether a word is a move here, which then it is rather than a command."""
        with suppress(MoveError):
            self.position.parse(text)
            return True
        return False

    def _try(self, text: str) -> None:
        try:
            self.go(self.position.parse(text))
        except MoveError as error:
            meant = nearest(text.partition(" ")[0], words.WORDS)
            self.say(f"{str(error).partition(' Did you mean')[0]}{meant}" if meant else str(error))

    def _let_agent_move(self, player: int) -> None:
        found = think(self.position, self.agents[player], f"{self.position.turn} is thinking")
        if found.stopped == "interrupt":
            raise KeyboardInterrupt
        self.say(paint.summary(found, self.game.players))
        self.reports[words.ply(self.position)] = found
        self.go(self.position.parse(found.move))

    def _let_chance_decide(self) -> None:
        outcome = dice.throw(self.position, self.random)
        self.out.print(dice.tell(self.position, outcome, self.out))
        self.go(outcome)

    # Words with the people

    def _ask_seats(self) -> frozenset[int]:
        players = self.game.players
        if len(players) == 1:
            return frozenset([0])
        question = f"{', '.join(players[:-1])} or {players[-1]}? "
        choose = Listing([*players, EVERYBODY], self.out) if self.prompt.keyboard is not None else None
        while True:
            text = self.prompt.ask(question, choose)
            if text.lower() in ("quit", "q", "exit") and text not in players:
                raise Quit
            try:
                return find_seats(self.game, [text] if text in players else text.replace(",", " ").split() or [text])
            except GameError:
                self.say(f"Please answer with one of these names: {', '.join(players)}; or {EVERYBODY}.")

    def _tell_result(self) -> None:
        values, people = self.position.values, self.people or frozenset()
        won = values is not None and len(values) > 1 and any(values[seat] == max(values) > min(values) for seat in people)
        self.say(paint.paint(f"Game over: {self.result}{' - congratulations!' if won else ''}", self.game.players))
