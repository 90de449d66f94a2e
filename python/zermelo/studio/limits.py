"""What a visitor may ask of the machine: so much time and memory for a search, and nothing that runs or reads files of theirs.

The studio answers many people at once, on a machine that belongs to one of them. So everything that a visitor types is looked at before
it is done. An agent's time and memory are kept within bounds, a game's size too, and whatever would run a file or read one, such as rules
of one's own or an opening book, is refused unless the owner has said `--allow-files`.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from zermelo import games
from zermelo.agents.advice import AdviceAgent
from zermelo.agents.levels import LevelAgent
from zermelo.agents.registry import agent
from zermelo.arena.match import fresh
from zermelo.engine.agent import Agent, SearchAgent, check_agent
from zermelo.engine.search import DEFAULT_MEMORY, SPECIFICATION
from zermelo.errors import AgentError, GameError, PositionError, ZermeloError
from zermelo.game import watchdog
from zermelo.game.position import Position
from zermelo.game.protocol import Game
from zermelo.report import count

Made = TypeVar("Made")
FILES_ARE_OFF = (
    "Rules in files of your own are off, because a file of rules is a program and would run on this machine; "
    "its owner can allow them with `zermelo studio --allow-files`."
)
MOST_TEXT = 20_000
"""Characters of anything that is typed: longer ones are no games, agents or positions."""
KNOWN = 64
"""Games whose rules are kept at hand."""
MOST_STATE = 16_384
"""Bytes of a state, as many as compiled rules can have."""
BRIEF_NODES, BRIEF_PLAYOUTS, BRIEF_SECONDS = 100_000, 1000, 1.0
"""What a search takes at most that is over in a moment."""
_FILE = re.compile(r"\.\s*[a-z]|[/\\~]|\bbook\s*=|\btables\s*=\s*(?![\"']?all\b)", re.IGNORECASE)
"""Signs of a file in an agent's text: names with endings, paths, and options that take them."""
_GAME_FILE = re.compile(r"\.\s*(py|json)|\\", re.IGNORECASE)
"""Signs of a file in a game's text: rules, trees, and backslashes, with which endings can be written so that nobody sees them."""


@dataclass(frozen=True)
class Limits:
    """What the owner of the machine allows."""

    seconds: float = 20.0
    """For one search."""
    memory: int = DEFAULT_MEMORY
    """Bytes, for one search."""
    searches: int = os.cpu_count() or 1
    """Searches that run at the same time; others wait for their turn."""
    waiting: int = 200
    """Searches that may wait; more are refused."""
    visitors: int = 200
    """Pages that may be open at the same time."""
    files: bool = False
    """Whether visitors may run files of their own."""

    def game(self, text: str) -> Game:
        """The game that a visitor asks for."""
        self._check_text(text, GameError)
        if not self.files and _GAME_FILE.search(_plain(text)):
            raise GameError(FILES_ARE_OFF)
        return _checked_size(_own(text) if ".py" in text else _built_in(text))

    def position(self, game: Game, text: str | None) -> Position:
        """The position that a visitor has typed, or the start of the game."""
        self._check_text(text or "", PositionError)
        return game.position(text if text and text.strip() else None)

    def agent(self, text: str, position: Position) -> Agent:
        """The agent that a visitor asks for, kept within limits; says why not where it cannot play."""
        made = self.any_agent(text)
        self._check(made)
        if not position.over:
            check_agent(made, position)
        return made

    def any_agent(self, text: str) -> Agent:
        """The agent that a visitor asks for, however much time and memory it wants; files are refused here, too."""
        self._check_text(text, AgentError)
        if not self.files and _FILE.search(_plain(text)):
            raise AgentError(
                "agents that read files, such as opening books, are off; the owner can allow them with --allow-files"
            )
        return patiently(lambda: agent(text), f"`{text}`")

    def _check(self, made: Agent) -> None:
        """Refuse what asks for more than there is. Time is no matter: whoever takes too long is stopped."""
        if isinstance(made, AdviceAgent):
            self._check(made.otherwise)
        if not isinstance(made, SearchAgent):
            return
        limit = made.limit
        if limit.memory is not None and limit.memory > self.memory:
            raise AgentError(f"memory={limit.memory >> 20}MB is more than this studio gives to one search: {self.memory >> 20}MB")
        if made.options.threads > 1:
            raise AgentError(f"threads={made.options.threads} is too many here: every search in the studio has one thread")
        if made.backend == SPECIFICATION:
            raise AgentError(
                "the specification keeps all that it has seen, so it does not play here; Watch shows it step by step"
            )

    @staticmethod
    def _check_text(text: str, kind: type[ZermeloError]) -> None:
        if len(text) > MOST_TEXT:
            raise kind(f"a text of {count(len(text))} characters is too long; at most {MOST_TEXT} are read")


def is_brief(made: Agent) -> bool:
    """Whether an agent moves in a moment, whatever the position: it looks at little, or at nothing."""
    if isinstance(made, LevelAgent):
        return made.level.nodes <= BRIEF_NODES
    if isinstance(made, AdviceAgent):
        return False
    if not isinstance(made, SearchAgent):
        return True
    limit = made.limit
    few = [
        most is not None and most <= enough
        for most, enough in ((limit.nodes, BRIEF_NODES), (limit.playouts, BRIEF_PLAYOUTS), (limit.seconds, BRIEF_SECONDS))
    ]
    return any(few)


def renewed(made: Agent, seed: int) -> Agent:
    """The same agent at the beginning of a game, with lots of its own where it draws any; nothing is kept from move to move.

    Tables that are kept would be as many as there are games, and the machine's memory has an end.
    """
    again = fresh(made, seed)
    return replace(again, memory=None) if isinstance(again, SearchAgent) else again


def patiently(make: Callable[[], Made], what: str) -> Made:
    """Make something; whatever that does, it comes back."""
    try:
        return watchdog.call(make)
    except watchdog.OutOfPatience:
        raise GameError(f"{what} takes too long to be made; try smaller numbers") from None
    except (MemoryError, OverflowError, RecursionError):
        raise GameError(f"{what} is too large; try smaller numbers") from None


@lru_cache(maxsize=KNOWN)
def _built_in(text: str) -> Game:
    """A game without files. Rules keep nothing of a game that is played, so everybody plays by the same: they are compiled once."""
    return _own(text)


def _plain(text: str) -> str:
    """A text as Python reads its names: letters that only look different are the same."""
    return unicodedata.normalize("NFKC", text)


def _own(text: str) -> Game:
    return patiently(lambda: games.find(text), f"`{text}`")


def _checked_size(game: Game) -> Game:
    if game.layout.size > MOST_STATE:
        raise GameError(
            f"{game} is too large for the studio: a state of it has {game.layout.size} bytes, and at most are {MOST_STATE}"
        )
    return game
