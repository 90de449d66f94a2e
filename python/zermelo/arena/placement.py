"""Placement: how strong an agent is, measured against the levels.

The agent plays a match against each level, the weakest first, from random openings with sides swapped. Draws do not show who is better, so what
counts is the share of decided games, as in a calibration. The agent stands at the highest level up to which it won at least half of them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from zermelo.agents.levels import LEVELS, level
from zermelo.agents.registry import AnyAgent, agent as make_agent
from zermelo.arena.calibration import Step, seconds_per_move
from zermelo.arena.match import Match
from zermelo.arena.result import Record, collected
from zermelo.errors import LimitError
from zermelo.game import Game
from zermelo.html import HtmlTable

HALF = 0.5


@dataclass(frozen=True)
class Standing:
    """The result of a placement: one step for each level, with the result of the agent."""

    agent: str
    steps: tuple[Step, ...]
    seconds: float
    stopped: str | None = None
    """ "interrupt" if it was interrupted."""

    @property
    def level(self) -> int | None:
        """The highest level up to which the agent won at least half of its decided games; None if it did not even against the first."""
        reached = None
        for step in self.steps:
            if step.share is not None and step.share < HALF:
                break
            reached = step.level
        return reached

    def _repr_html_(self) -> str:
        head = ("against level", "wins", "draws", "losses", "decided", "95 % interval", "ms a move")
        rows = tuple((str(step.level), *step.cells()[1:7]) for step in self.steps)
        return HtmlTable(head, rows, self.agent)._repr_html_()


class Placement:
    """An agent against neighbouring levels of a game, the weakest first.

    >>> from zermelo import find
    >>> standing = Placement(find("tictactoe"), "alphabeta(backend=python)", highest=2, games=2, backend="python").play()
    >>> standing.agent, len(standing.steps), standing.level
    ('alphabeta()', 2, 2)
    """

    def __init__(
        self,
        game: Game,
        agent: AnyAgent,
        lowest: int = 1,
        highest: int = len(LEVELS),
        games: int = 100,
        seed: int = 1,
        backend: str | None = None,
    ) -> None:
        if not 1 <= lowest <= highest <= len(LEVELS):
            raise LimitError(
                f"there are no levels {lowest} to {highest}: give a lower and a higher level from 1 to {len(LEVELS)}"
            )
        self.game, self.agent = game, make_agent(agent, backend)
        self.lowest, self.highest, self.games, self.seed, self.backend = lowest, highest, games, seed, backend
        self._match(lowest)

    @property
    def total(self) -> int:
        """The number of games."""
        return self.games * (self.highest - self.lowest + 1)

    def play(
        self,
        on_game: Callable[[int, Record], object] = lambda *_: None,
        *,
        jobs: int | None = None,
        cluster: str | None = None,
        tell: Callable[[str], object] = lambda _: None,
    ) -> Standing:
        """Play all matches; `on_game` is called with the level and the record after each game. Ctrl-C ends it; finished steps count.

        `jobs`, `cluster` and `tell` are those of `Match.play`.
        """
        return Standing(str(self.agent), *collected(self._steps(on_game, {"jobs": jobs, "cluster": cluster, "tell": tell})))

    def _steps(self, on_game: Callable[[int, Record], object], where: dict[str, Any]) -> Iterator[Step]:
        for number in range(self.lowest, self.highest + 1):
            result = self._match(number).play(partial(on_game, number), **where)
            if result.stopped is not None:
                raise KeyboardInterrupt
            yield Step(number, result, seconds_per_move(result))

    def _match(self, number: int) -> Match:
        return Match(self.game, self.agent, level(number, backend=self.backend, tables="none"), self.games, self.seed)
