"""A person at the board: asks for moves, lets the agents answer, and says how it ended.

Everything typed is either the name of a legal move or a word that is not one: help, undo, hint, why, quit. A move that happens
to be called like one of these words wins over it.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from zermelo.cli import paint
from zermelo.cli.options import DEFAULT_AGENT, default_agent
from zermelo.cli.thinking import think
from zermelo.errors import AgentError, GameError, MoveError
from zermelo.game import CHANCE

if TYPE_CHECKING:
    from zermelo.agents import Agent
    from zermelo.position import Position
    from zermelo.search.playout import Random

_SHORT = {"q": "quit", "exit": "quit", "?": "help", "h": "help", "u": "undo"}
_WORDS = ("help", "undo", "hint", "why", "quit")
_HELP = """Type the name of a move, or one of these words:
  undo   take back your last move (and the answer to it)
  hint   ask what a strong player would do
  why    ask for the reasons, and what is wrong with the next best moves
  help   read this again (or ?)
  quit   leave the game (or q, Ctrl-C, end of input)"""


class Quit(Exception):
    """Raised when the person wants to leave."""


class Sitting:
    """One game between a person and agents."""

    def __init__(self, position: Position, opponents: list[Agent], backend: str | None, random: Random) -> None:
        self.position, self.opponents, self.backend, self.random = position, opponents, backend, random
        self.game = position.game
        self.human: int | None = None
        self.out = paint.console()

    def take_seat(self, human: int | None) -> None:
        """Sit down where told, or ask."""
        self.human = self._ask_seat() if human is None else human
        against = " and ".join(dict.fromkeys(str(opponent) for opponent in self.opponents))
        you = f"You are {self.game.players[self.human]} against {against}." if against else "You play alone."
        self.out.print(paint.paint(f"{you} Type a move, or help.", self.game.players))

    def play(self) -> None:
        """To the end of the game."""
        while not self.position.over:
            player = self.position.player
            if player == CHANCE:
                self._let_chance_decide()
            elif player == self.human:
                self._let_person_move()
            else:
                self._let_agent_move(player)
        self.out.print()
        self.out.print(paint.board(self.position))
        self._tell_result()

    def farewell(self, again: str) -> None:
        """Say goodbye, and how to take the game up again."""
        self.out.print(f"\nGoodbye. To go on from here: {again}")

    # Moves

    def _let_person_move(self) -> None:
        """Ask until the position changes."""
        self.out.print()
        self.out.print(paint.board(self.position))
        before = self.position
        while self.position is before:
            text = self._ask(f"your move ({self.position.turn}): ")
            word = _SHORT.get(text.lower(), text.lower())
            if not text:
                self.out.print(f"Legal moves: {' '.join(self.position.moves)}")
            elif word in _WORDS and not self._is_move(text):
                self._obey(word)
            else:
                self._try(text)

    def _is_move(self, text: str) -> bool:
        """Whether a word is a move here, which then it is rather than a command."""
        with suppress(MoveError):
            self.position.parse(text)
            return True
        return False

    def _try(self, text: str) -> None:
        try:
            self.position = self.position.advance(self.position.parse(text))
        except MoveError as error:
            self.out.print(str(error))

    def _let_agent_move(self, player: int) -> None:
        assert self.human is not None
        opponent = self.opponents[player if player < self.human else player - 1]
        found = think(self.position, opponent, f"{self.position.turn} is thinking")
        if found.stopped == "interrupt":
            raise KeyboardInterrupt
        self.out.print(paint.summary(found, self.game.players))
        self.position = self.position.play(found.move)

    def _let_chance_decide(self) -> None:
        from zermelo.search.playout import draw

        outcome = draw(self.position.rules.chances(self.position.state), self.random)
        self.out.print(f"Chance decides: {self.position.name(outcome)}")
        self.position = self.position.advance(outcome)

    # Words

    def _obey(self, word: str) -> None:
        if word == "quit":
            raise Quit
        if word == "help":
            self.out.print(_HELP)
            self.out.print(f"Legal moves: {' '.join(self.position.moves)}")
        elif word == "undo":
            self._undo()
        else:
            self._hint(why=word == "why")

    def _undo(self) -> None:
        """Back to the person's previous turn."""
        earlier = self.position.parent
        while earlier is not None and earlier.player != self.human:
            earlier = earlier.parent
        if earlier is None:
            self.out.print("There is no move of yours to take back.")
        else:
            self.position = earlier

    def _hint(self, why: bool) -> None:
        from zermelo.agents import agent

        text = default_agent(self.position)
        if why and text == DEFAULT_AGENT:
            text = text.replace(")", ",lines=4)")
        try:
            found = think(self.position, agent(text, self.backend))
        except AgentError as error:
            self.out.print(f"There is no hint for this game: {error}.")
        else:
            self.out.print(f"Hint: {found.move} · value {paint.value(found)} · line {' '.join(found.line[:10])}")
            if found.lines:
                self.out.print(paint.reasons(self.position, found))

    # Words with the person

    def _ask_seat(self) -> int:
        from zermelo.cli.play import find_seat

        players = self.game.players
        if len(players) == 1:
            return 0
        question = f"{', '.join(players[:-1])} or {players[-1]}? "
        while True:
            text = self._ask(question)
            if text.lower() in ("quit", "q", "exit") and text not in players:
                raise Quit
            try:
                return find_seat(self.game, text)
            except GameError:
                self.out.print(f"Please answer with one of these names: {', '.join(players)}.")

    def _ask(self, prompt: str) -> str:
        """One line from the person; the end of input is a way to leave."""
        if sys.stdin is None:
            raise Quit
        if sys.stdin.isatty():
            with suppress(ImportError):  # not on every system
                import readline  # noqa: F401  # makes input() remember and edit lines
            try:
                return input(prompt).strip()
            except EOFError:
                raise Quit from None
        self.out.print(prompt, end="")
        line = sys.stdin.readline()
        self.out.print(line.strip())  # a pipe does not echo, so that the transcript would lack the moves
        if not line:
            raise Quit
        return line.strip()

    def _tell_result(self) -> None:
        values = self.position.values
        assert values is not None
        assert self.human is not None
        result = self.position.result
        won = len(values) > 1 and values[self.human] == max(values) > min(values)
        self.out.print(paint.paint(f"Game over: {result}{' - congratulations!' if won else ''}", self.game.players))
