"""Levels 1 to 10: opponents for people, from a beginner to the strongest play in a second or two.

A level is three numbers, one row of `LEVELS`:

* `nodes`, the limit of its search: ten at level 1, four times as many at each further level. So weak levels make human mistakes.
* `slips`, the probability that it plays a random move instead. Slips also keep a level from repeating the same game.
* `glance`, what even a slip takes into account. With 0, nothing: any legal move will do. With 1, it takes an immediate win and
  avoids an immediate loss. With 2, it also avoids moves after which the opponent can win at once.

If both sides slip often, the one that slips less wins: the ratio between neighbours counts. So the probabilities fall by about
the same factor at first, and faster from level 5 on, where deeper search gains less.

All limits are nodes, so a level plays the same on every machine with the same tablebases, which it uses if they are built; the limit on seconds is only for slow rules. Whether and how it
slips follows from its seed and the position alone, so a level makes the same move again after an undo.

Levels play every game, and choose their search as the default agent does (`choice`). If the game's `evaluate` tells moves apart, they
look ahead: as `strong` or `selective` does for two players, by paranoid search for more, by expectiminimax with chance. Otherwise they search for a proof
first, and then UCT plays random games, one for every few nodes.

Nothing here depends on a game or the scale of its `evaluate`. `zermelo calibrate` measures the levels: every level must win at
least 60 % of its decided games against the level below.
"""

import hashlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

from zermelo.agents.choice import Chosen, choose, plays_selectively
from zermelo.agents.unsearched import UnsearchedAgent
from zermelo.engine import ALGORITHMS, Search, SearchAgent, Task, check_minimax_game
from zermelo.engine.tablebases_and_books import BUILT, NONE, named_tables
from zermelo.errors import AgentError
from zermelo.game import Position, Random
from zermelo.game.evaluation import AnyEvaluation, Evaluation, evaluation
from zermelo.limit import Limit
from zermelo.report import Report
from zermelo.search.alphabeta.options import FOR_PLAY, KEEP_VALUE, AlphaBetaOptions
from zermelo.search.montecarlo.options import MonteCarloOptions
from zermelo.search.options import ORDERINGS, Options

SECONDS = 10.0
"""The time limit of a move, for slow rules."""
_TECHNIQUES = AlphaBetaOptions(**KEEP_VALUE)
_AHEAD = (
    SearchAgent("alphabeta", options=_TECHNIQUES, name="level"),
    SearchAgent("paranoid", options=_TECHNIQUES, name="level"),
    SearchAgent("expectiminimax", options=Options(ordering=ORDERINGS, deepening=True)),
)
"""The searches that look ahead, with everything that keeps the value; with a name, they adapt to the game as `strong` does."""
_SELECTIVE = SearchAgent("alphabeta", options=AlphaBetaOptions(**FOR_PLAY), name="level")
_ENTRY = 32
_LEAST_MEMORY, _MOST_MEMORY = 1 << 20, 64 << 20
"""Bytes of the transposition table: per node, at least and at most. A small one is faster to create."""


@dataclass(frozen=True)
class Level:
    """The numbers of a level; see the top of this file."""

    nodes: int
    slips: float
    glance: int


LEVELS = (
    Level(nodes=10, slips=0.8, glance=0),
    Level(nodes=40, slips=0.56, glance=1),
    Level(nodes=160, slips=0.4, glance=1),
    Level(nodes=640, slips=0.28, glance=1),
    Level(nodes=2_560, slips=0.2, glance=2),
    Level(nodes=10_240, slips=0.12, glance=2),
    Level(nodes=40_960, slips=0.075, glance=2),
    Level(nodes=163_840, slips=0.035, glance=2),
    Level(nodes=655_360, slips=0.015, glance=2),
    Level(nodes=2_621_440, slips=0.0, glance=2),
)
"""Level 1 first."""


class Glance(NamedTuple):
    """The result of a glance at a move, and its cost."""

    outlook: int = 0
    """1 if the move wins, -1 if it loses, 0 if unknown."""
    nodes: int = 0
    seconds: float = 0.0
    stopped: str | None = None


@dataclass(frozen=True)
class LevelAgent(UnsearchedAgent):
    """An opponent of one level."""

    number: int
    seed: int
    backend: str | None = None
    evaluation: Evaluation | None = None
    """In place of the game's own evaluation."""
    tables: str | None = BUILT
    """The name or folder of tablebases, or "built"."""

    @property
    def level(self) -> Level:
        return LEVELS[self.number - 1]

    def fresh(self, seed: int) -> "LevelAgent":
        """The same level for a new game, with other slips."""
        return replace(self, seed=Random(self.seed ^ Random(seed).bits()).bits())

    def chosen(self, position: Position) -> Chosen:
        """The search for a position; see the top of this file."""
        first = (_SELECTIVE,) if plays_selectively(position.game) else ()
        ahead = (*first, *_AHEAD) if position.rules.players > 2 else (*first, _AHEAD[0], _AHEAD[-1])
        found = choose(self._seen(position), self._limit(position), self.backend, ahead=ahead, tables=self.tables)
        if isinstance(found.agent.options, MonteCarloOptions):
            options = replace(found.agent.options, seed=self.seed & (1 << 62) - 1)
            found = replace(found, agent=replace(found.agent, options=options))
        return found

    def check(self, position: Position) -> None:
        self.chosen(position)

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        if tree:
            instead = f"strong(nodes={self.level.nodes}) searches as many nodes"
            raise AgentError(f"{self} does not always search, so it has no tree to show; {instead}")
        chosen = self.chosen(position)
        random = self._random(position)
        if len(position.choices) == 1:
            yield self._unsearched(position, position.choices[0], nodes=1, seconds=0.0)
        elif random.uniform() < self.level.slips:
            yield self._slip(position, random)
        else:
            yield from chosen.reports(self._seen(position), called=str(self))

    def _seen(self, position: Position) -> Position:
        return position if self.evaluation is None else position.evaluated_by(self.evaluation)

    def __str__(self) -> str:
        more = [] if self.seed == 1 else [f"seed={self.seed}"]
        more += [] if self.tables == BUILT else [f"tables={self.tables or NONE!r}"]
        more += [] if self.evaluation is None else [f"evaluate={self.evaluation}"]
        return f"level({', '.join([str(self.number), *more])})"

    def _random(self, position: Position) -> Random:
        """Random numbers for a position, always the same ones."""
        digest = hashlib.blake2b(position.rules.hide(position.state, position.player).pack(), digest_size=8).digest()
        return Random(self.seed ^ int.from_bytes(digest, "little"))

    def _limit(self, position: Position) -> Limit:
        """The limit of a search: at least two nodes for every move."""
        nodes = max(self.level.nodes, 1 + 2 * len(position.choices))
        memory = min(max(_ENTRY * nodes, _LEAST_MEMORY), _MOST_MEMORY)
        return Limit(nodes=nodes, seconds=SECONDS, memory=memory)

    def _slip(self, position: Position, random: Random) -> Report:
        """A random move among those that are best at a glance."""
        glances = [self._glance(position, move) for move in position.choices]
        best = max(glance.outlook for glance in glances)
        moves = [move for move, glance in zip(position.choices, glances, strict=True) if glance.outlook == best]
        nodes, seconds = 1 + sum(glance.nodes for glance in glances), sum(glance.seconds for glance in glances)
        report = self._unsearched(position, moves[random.below(len(moves))], nodes, seconds)
        interrupted = any(glance.stopped == "interrupt" for glance in glances)
        return replace(report, stopped="interrupt") if interrupted else report

    def _glance(self, position: Position, move: int) -> Glance:
        """What a slip of this level sees of a move."""
        if self.level.glance == 0 or position.game.hides:  # a look at the next position would see what is hidden
            return Glance()
        after = position.advance(move)
        if after.values is not None:
            alone = position.rules.players == 1  # a one-player game should not end by a slip
            return Glance(-1 if alone else _sign(after.values[position.player]), nodes=1)
        if self.level.glance == 1 or not _is_for_two(after):
            return Glance(nodes=1)
        found = Search(Task(after, ALGORITHMS["alphabeta"], Limit(depth=1), self.backend), str(self)).last()
        outlook = 0 if found.values is None or found.plies is None else _sign(found.values[position.player])
        return Glance(outlook, found.nodes, found.seconds, found.stopped)

    def _unsearched(self, position: Position, move: int, nodes: int, seconds: float) -> Report:
        known = {"backend": self.backend or "python", "nodes": nodes, "seconds": seconds}
        return Report(**self.report_fields(position, (position.name(move),), **known))


def level(
    number: int, seed: int = 1, backend: str | None = None, evaluate: AnyEvaluation | None = None, tables: str | None = BUILT
) -> LevelAgent:
    """An opponent for people: 1 is a beginner, 10 plays as well as it can in a second or two a move.

    `seed` decides when a level slips, and how; level 10 never does. `evaluate` takes the place of the game's own evaluation.
    Positions are looked up in the tablebases of the game that are built, unless `tables` names others or "none".

    >>> from zermelo import find
    >>> level(4)(find("tictactoe").position("x x . / o o . / . . .")).move
    'c3'
    """
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= len(LEVELS):
        raise AgentError(f"there is no level {number!r}: give a whole number from 1 to {len(LEVELS)}")
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise AgentError(f"seed={seed!r} must be a whole number")
    return LevelAgent(number, seed, backend, None if evaluate is None else evaluation(evaluate), named_tables(tables))


def _is_for_two(position: Position) -> bool:
    """Whether alpha-beta can play it."""
    with suppress(AgentError):
        check_minimax_game(position, "alphabeta")
        return True
    return False


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
