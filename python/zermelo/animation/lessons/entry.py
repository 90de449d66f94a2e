"""What a lesson is: a short text, and either a search of a position or a function that makes the recording."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.agents.registry import agent
from zermelo.animation.search import record
from zermelo.game import Position
from zermelo.games import find
from zermelo.games.tree import TreeGame
from zermelo.trees.player.recording import Recording


@dataclass(frozen=True)
class Lesson:
    """Something to watch, with a text: an agent's search of a position, unless `make` makes the recording."""

    name: str
    title: str
    about: str
    game: str | list[Any]
    """As on the command line; a list is a tree for several players. Empty if the lesson has a game of its own."""
    agent: str
    """As on the command line; with `make` only a name for readers."""
    moves: str = ""
    """Moves before the lesson starts."""
    make: Callable[[], Recording] | None = None

    def position(self) -> Position:
        """The root of the search."""
        start = find(self.game).start() if isinstance(self.game, str) else TreeGame(self.game).start()
        return start.play(self.moves) if self.moves else start

    def record(self) -> Recording:
        """The lesson, step by step."""
        made = record(self.position(), agent(self.agent)) if self.make is None else self.make()
        made.title, made.about = self.title, self.about
        if not isinstance(self.game, str):
            made.rules = None  # it has no board
        return made
