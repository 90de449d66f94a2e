"""An expert: a table bound to its knowledge and to the rules of one game. It says which facts hold and which moves are meant.

Facts are asked in order, and no further than needed. What comes back is not just yes or no, but the part that did not hold, which
is what explanations are made of. Kinds of moves only ever filter legal moves, so that nothing illegal can be advised.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from zermelo.advice.catalog import find
from zermelo.advice.check import check, found_class, handovers
from zermelo.advice.errors import AdviceError
from zermelo.advice.knowledge import Word, game_class, vocabulary
from zermelo.advice.table import And, Depth, Fact, Facts, Filter, Kind, Moves, Not, Or, Table, Then, is_about_depth
from zermelo.engine.requirements import check_no_chance, check_unfinished
from zermelo.errors import AgentError, PositionError, RuleError
from zermelo.game.position import Position
from zermelo.game.protocol import Game
from zermelo.game.record import State
from zermelo.game.rules import Rules


@dataclass(frozen=True, eq=False)
class Scene:
    """One position of a tree, as facts see it."""

    rules: Rules
    state: State
    root: State
    us: int
    depth: int

    @cached_property
    def values(self) -> tuple[float, ...] | None:
        """What a finished game is worth to each player."""
        return self.rules.utilities(self.state)

    @cached_property
    def legal(self) -> list[int]:
        return [] if self.values is not None else self.rules.moves(self.state)

    @property
    def ours(self) -> bool:
        """Whether it is our turn."""
        return self.rules.to_move(self.state) == self.us

    @property
    def edge(self) -> float | None:
        """How much more than they we have of a finished game; None while it goes on."""
        return None if self.values is None else self.values[self.us] - self.values[1 - self.us]

    def after(self, move: int) -> Scene:
        return Scene(self.rules, self.rules.play(self.state, move), self.root, self.us, self.depth + 1)


_BUILT_IN: dict[str, Callable[[Scene], bool]] = {
    "true": lambda _: True,
    "false": lambda _: False,
    "won": lambda scene: scene.edge is not None and scene.edge > 0,
    "lost": lambda scene: scene.edge is not None and scene.edge < 0,
    "drawn": lambda scene: scene.edge == 0,
    "over": lambda scene: scene.values is not None,
    "us_to_move": lambda scene: scene.ours,
    "them_to_move": lambda scene: not scene.ours,
}


class Expert:
    """A table that is ready to be asked about positions of a game."""

    def __init__(self, table: Table, game: Game) -> None:
        """Refuses a table with errors, and a game that it is not for."""
        for finding in check(table):
            finding.raise_if_error()
        self.table, self.game, self.rules = table, game, game.rules
        knowledge = found_class(table)
        self.words: dict[str, Word] = vocabulary(knowledge)
        self.knowledge = None if knowledge is None else _about(table, knowledge, game)
        self.others = {name: Expert(other, game) for name, other in handovers(table).items()}
        """Experts for the tables that it hands over to."""

    @classmethod
    def find(cls, table: str | Table, game: Game) -> Expert:
        """The expert for a table, or for one that is asked for by name or file."""
        return cls(table if isinstance(table, Table) else find(table), game)

    def check(self, position: Position) -> None:
        """Refuse, with the reason, a position about which nothing can be advised."""
        who = f"advice({self.table.name})"
        check_unfinished(position)
        check_no_chance(position, who)
        if position.rules.players != 2:
            raise AgentError(f"{who} is for games of two players, but {position.game} has {position.rules.players}")
        if position.rules.layout != self.rules.layout:
            raise PositionError(f"{who} was made for {self.game}, not for {position.game}")

    def scene(self, position: Position) -> Scene:
        """A position as the root of a tree."""
        return Scene(self.rules, position.state, position.state, position.player, 0)

    # Facts

    def missing(self, facts: Facts, scene: Scene) -> Facts | None:
        """The first part that does not hold, as small as possible; None where all of it holds."""
        match facts:
            case Fact(name):
                return None if self._ask(name, scene) else facts
            case Not(part):
                return facts if self.missing(part, scene) is None else None
            case And(parts):
                return next((lacking for part in parts if (lacking := self.missing(part, scene)) is not None), None)
            case Or(parts):
                return None if any(self.missing(part, scene) is None for part in parts) else facts

    def holds(self, facts: Facts, scene: Scene) -> bool:
        return self.missing(facts, scene) is None

    def _ask(self, name: str, scene: Scene) -> bool:
        if name in _BUILT_IN:
            return _BUILT_IN[name](scene)
        assert self.knowledge is not None
        arguments = (scene.state, scene.root) if self.words[name].needs_root else (scene.state,)
        answer = self.knowledge.rules.call(name, getattr(self.knowledge, name), *arguments)
        if answer not in (True, False):
            raise RuleError(f"fact `{name}` of {self.knowledge} answered {answer!r}; it must be True or False", name)
        return bool(answer)

    # Moves

    def moves(self, moves: Moves, scene: Scene) -> list[int]:
        """The legal moves that are meant, those to be tried first in front."""
        match moves:
            case Depth():
                return scene.legal if moves.allows(scene.depth) else []
            case Kind(name):
                return self._of_kind(name, scene)
            case Then(parts):
                return list(dict.fromkeys(move for part in parts for move in self.moves(part, scene)))
            case Filter(parts):
                return self._filtered(parts, scene)

    def _filtered(self, parts: tuple[Moves, ...], scene: Scene) -> list[int]:
        if not all(self.moves(part, scene) for part in parts if is_about_depth(part)):
            return []
        first, *others = [part for part in parts if not is_about_depth(part)] or [parts[0]]
        found = self.moves(first, scene)
        for part in others:
            among = set(self.moves(part, scene))
            found = [move for move in found if move in among]
        return found

    def _of_kind(self, name: str, scene: Scene) -> list[int]:
        if name in ("legal", "none"):
            return scene.legal if name == "legal" else []
        ranks = {move: self._rank(name, scene.state, move) for move in scene.legal}
        return sorted((move for move in scene.legal if ranks[move] > 0), key=lambda move: -ranks[move])

    def _rank(self, name: str, s: State, move: int) -> int:
        assert self.knowledge is not None
        answer = self.knowledge.rules.call(name, getattr(self.knowledge, name), s, move)
        if not hasattr(answer, "__index__") or answer < 0:
            what = "a whole number, 0 for moves of another kind and more for those to be tried sooner"
            raise RuleError(f"kind `{name}` of {self.knowledge} answered {answer!r}; it must be {what}", name)
        return int(answer)


def _about(table: Table, knowledge: type, game: Game) -> Game:
    """The knowledge about this very game, with its parameters."""
    about = game_class(knowledge)
    misfit = f"table {table.name} is for {table.game}, and its knowledge is about {about.title()}, so it cannot advise on {game}"
    if about.title() not in {cls.title() for cls in type(game).__mro__ if issubclass(cls, Game)}:
        raise AdviceError(misfit)
    arguments, named = game._arguments
    try:
        made: Game = knowledge(*arguments, **named)
    except TypeError as error:
        raise AdviceError(f"{knowledge.__name__} cannot be made like {game}, so it needs the same parameters: {error}") from error
    if made.layout != game.layout:
        raise AdviceError(misfit)
    return made
