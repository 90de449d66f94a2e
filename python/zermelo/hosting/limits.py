"""What a visitor may ask for: how much time and memory one search gets, how large a game may be, and no files.

A server answers many people on a machine that belongs to one of them. Everything that a visitor types becomes a game, a position or
an agent here. The checks look at the resulting value, not at the text. Files are refused where they would be
opened (`zermelo.files`), so it does not matter how their names are written. The owner of a studio allows files with `--allow-files`.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from zermelo import games
from zermelo.agents.auto import AutoAgent
from zermelo.agents.levels import LevelAgent
from zermelo.agents.own import OwnAgent
from zermelo.agents.policy import PolicyAgent
from zermelo.agents.programs.agent import ProgramAgent
from zermelo.agents.registry import agent
from zermelo.arena.match import fresh
from zermelo.engine import DEFAULT_MEMORY, SPECIFICATION, Agent, SearchAgent, check_agent
from zermelo.errors import AgentError, GameError, PositionError, ZermeloError
from zermelo.files import files_off
from zermelo.game import Game, Position, watchdog
from zermelo.report import count

Made = TypeVar("Made")
FILES_ARE_OFF = (
    "This studio does not open files, because rules or agents in a file are a program that would run on this machine; "
    "start it with `zermelo studio --allow-files` to allow them."
)
MOST_TEXT = 20_000
"""Most characters of a text that a visitor types."""
KNOWN = 64
"""Number of games in the cache; the rules of a cached game are compiled once."""
MOST_STATE = 16_384
"""Most bytes of a state; compiled rules allow no more."""
BRIEF_NODES, BRIEF_PLAYOUTS, BRIEF_SECONDS = 100_000, 1000, 1.0


@dataclass(frozen=True)
class Limits:
    """What the owner of the machine allows."""

    seconds: float = 20.0
    memory: int = DEFAULT_MEMORY
    """Memory limit of one search, in bytes."""
    searches: int = os.cpu_count() or 1
    """Searches that run at the same time; others wait for their turn."""
    waiting: int = 200
    """Searches that may wait; more are refused."""
    visitors: int = 200
    """Pages that may be open at the same time."""
    files: bool = False
    """Whether visitors may open files, and run rules of their own."""
    server: str = "studio"
    """What messages call the server."""
    why_no_files: str = FILES_ARE_OFF
    """The answer to visitors who name a file."""

    def file_guard(self) -> AbstractContextManager[None]:
        """A context in which no file that a visitor names is opened, unless files are allowed."""
        return nullcontext() if self.files else files_off(self.why_no_files)

    def game(self, text: str) -> Game:
        self._check_text(text, GameError)
        with self.file_guard():
            found = _make_game(text) if ".py" in text or ".pl" in text else _kept_game(text, self.files)
        self.check_size(found)
        return found

    def check_size(self, game: Game) -> None:
        """Refuse a game whose states are too large."""
        if (size := game.layout.size) > MOST_STATE:
            raise GameError(f"{game} is too large for the {self.server}: its state has {size} bytes, more than {MOST_STATE}")

    def position(self, game: Game, text: str, moves: str = "") -> Position:
        """The position that a visitor has typed, or the start of the game, after these moves."""
        self._check_text(text, PositionError)
        with self.file_guard():
            start = game.position(text if text.strip() else None)
        return start.play(moves) if moves.strip() else start

    def agent(self, text: str, position: Position) -> Agent:
        """The agent that a visitor asks for, if it can play here within the limits."""
        made = self.checked_agent(text)
        if not position.over:
            with self.file_guard():
                check_agent(made, position)
        return made

    def checked_agent(self, text: str) -> Agent:
        """The agent that a visitor asks for, if it keeps within the limits of memory and threads."""
        made = self.any_agent(text)
        for part in _parts(made):
            self._check(part)
        return made

    def any_agent(self, text: str) -> Agent:
        """The agent that a visitor asks for, without the check of its limits."""
        self._check_text(text, AgentError)
        with self.file_guard():
            return make_within_limits(lambda: agent(text), f"`{text}`")

    def _check(self, made: Agent) -> None:
        """Refuse a search that needs too much memory or too many threads. Its time is not checked: a search that takes too long is stopped."""
        if getattr(made, "backend", None) == SPECIFICATION:
            watch = "; the page Watch shows it step by step" if self.server == "studio" else ""
            raise AgentError(f"the specification has no memory limit, so it cannot play here{watch}")
        if not isinstance(made, SearchAgent | AutoAgent):
            return
        memory = made.limit.memory
        if memory is not None and memory > self.memory:
            raise AgentError(
                f"memory={memory >> 20}MB is more than this {self.server} gives to one search: {self.memory >> 20}MB"
            )
        if isinstance(made, SearchAgent) and made.options.threads > 1:
            raise AgentError(f"threads={made.options.threads} is too many: a search in the {self.server} has one thread")

    @staticmethod
    def _check_text(text: str, kind: type[ZermeloError]) -> None:
        if len(text) > MOST_TEXT:
            raise kind(f"the text is too long: it has {count(len(text))} characters; give at most {MOST_TEXT}")


def is_brief(made: Agent) -> bool:
    """Whether an agent moves within a moment in every position."""
    if isinstance(made, LevelAgent):
        return made.level.nodes <= BRIEF_NODES
    if len(list(_parts(made))) > 1:
        return False
    if not isinstance(made, SearchAgent | AutoAgent):
        slow = isinstance(made, PolicyAgent) and made.solves
        return not slow and not isinstance(made, OwnAgent | ProgramAgent)  # which may take as long as they like
    limit = made.limit
    few = ((limit.nodes, BRIEF_NODES), (limit.playouts, BRIEF_PLAYOUTS), (limit.seconds, BRIEF_SECONDS))
    return any(most is not None and most <= enough for most, enough in few)


def renewed(made: Agent, seed: int) -> Agent:
    """The same agent for a new game, with its own random numbers; it keeps no transposition table from move to move.

    Otherwise every open game would have such a table in memory.
    """
    return forgetful(fresh(made, seed))


def forgetful(made: Agent) -> Agent:
    """The same agent; it keeps no transposition table from move to move."""
    if isinstance(made, AutoAgent):
        return replace(made, memories=None)
    return replace(made, memory=None) if isinstance(made, SearchAgent) else made


def make_within_limits(make: Callable[[], Made], what: str) -> Made:
    """Call `make`; a GameError about `what` if that takes too long or too much memory."""
    try:
        return watchdog.call(make)
    except watchdog.RuleTimeout:
        raise GameError(f"{what} takes too long to set up; try smaller numbers") from None
    except (MemoryError, OverflowError, RecursionError):
        raise GameError(f"{what} is too large; try smaller numbers") from None


def _parts(made: Agent | None) -> Iterator[Agent]:
    """An agent and all agents that it asks, such as the one that moves where advice or tables end."""
    while made is not None:
        yield made
        made = getattr(made, "otherwise", None) or getattr(made, "searcher", None)


@lru_cache(maxsize=KNOWN)
def _kept_game(text: str, files: bool) -> Game:  # noqa: ARG001 (separate caches with and without files)
    return _make_game(text)


def _make_game(text: str) -> Game:
    return make_within_limits(lambda: games.find(text), f"`{text}`")
