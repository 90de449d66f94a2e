"""An expert: an advice table bound to a game. It decides which facts hold and which moves a constraint allows.

Facts are evaluated in order, and only as far as needed. The result is not just yes or no, but the part that did not hold;
explanations are made from it. Kinds of moves only filter the legal moves, so an illegal move can never be advised.
"""

from dataclasses import dataclass
from functools import cached_property

from zermelo.advice.catalog import find
from zermelo.advice.check import check, found_class, handovers
from zermelo.advice.errors import AdviceError
from zermelo.advice.knowledge import Word, game_class, vocabulary
from zermelo.advice.table import AdviceTable, And, Depth, Fact, Facts, Filter, Kind, Moves, Not, Or, Then, is_about_depth
from zermelo.engine.requirements import check_no_chance, check_unfinished
from zermelo.errors import AgentError, PositionError, RuleError
from zermelo.game import Game, Position, Rules, State


@dataclass(frozen=True, eq=False)
class Situation:
    """A position in a forcing tree, with the root of the tree, the player we advise, and the depth in plies."""

    rules: Rules
    state: State
    root: State
    us: int
    depth: int

    @cached_property
    def values(self) -> tuple[float, ...] | None:
        """The utilities of a finished game; None if it is not over."""
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
        """Our utility minus theirs if the game is over, otherwise None."""
        return None if self.values is None else self.values[self.us] - self.values[1 - self.us]

    def after(self, move: int) -> "Situation":
        return Situation(self.rules, self.rules.play(self.state, move), self.root, self.us, self.depth + 1)


class Expert:
    """A checked table that can be asked about positions of a game."""

    def __init__(self, table: AdviceTable, game: Game) -> None:
        """Raises an AdviceError if the table has errors or is not for this game."""
        for finding in check(table):
            finding.raise_if_error()
        self.table, self.game, self.rules = table, game, game.rules
        knowledge = found_class(table)
        self.words: dict[str, Word] = vocabulary(knowledge)
        self.knowledge = None if knowledge is None else _about(table, knowledge, game)
        self.others = {name: Expert(other, game) for name, other in handovers(table).items()}
        """Experts for the tables that this one hands over to."""

    @classmethod
    def find(cls, table: str | AdviceTable, game: Game) -> "Expert":
        """The expert for a table, which may be given by name or file."""
        return cls(table if isinstance(table, AdviceTable) else find(table), game)

    def __reduce__(self) -> "tuple[type[Expert], tuple[AdviceTable, Game]]":
        """Copy and pickle the table and the game only; the rest is made from them."""
        return Expert, (self.table, self.game)

    def check(self, position: Position) -> None:
        """Raise an error, with the reason, if no advice can be given for this position."""
        who = f"advice({self.table.name})"
        check_unfinished(position)
        check_no_chance(position, who)
        if position.rules.players != 2:
            raise AgentError(f"{who} needs a game of two players; {position.game} has {position.rules.players}")
        if position.rules.layout != self.rules.layout:
            raise PositionError(f"{who} was made for {self.game}, not for {position.game}")

    def situation(self, position: Position) -> Situation:
        """A position as the root of a tree."""
        return Situation(self.rules, position.state, position.state, position.player, 0)

    # Facts

    def missing(self, facts: Facts, situation: Situation) -> Facts | None:
        """The smallest part that does not hold, the first in order; None if everything holds."""
        match facts:
            case Fact(name):
                return None if self._ask(name, situation) else facts
            case Not(part):
                return facts if self.missing(part, situation) is None else None
            case And(parts):
                return next((lacking for part in parts if (lacking := self.missing(part, situation)) is not None), None)
            case Or(parts):
                return None if any(self.missing(part, situation) is None for part in parts) else facts

    def holds(self, facts: Facts, situation: Situation) -> bool:
        return self.missing(facts, situation) is None

    def _ask(self, name: str, situation: Situation) -> bool:
        word = self.words[name]
        if word.holds is not None:
            return word.holds(situation)
        assert self.knowledge is not None
        arguments = (situation.state, situation.root) if word.needs_root else (situation.state,)
        answer = self.knowledge.rules.call(name, getattr(self.knowledge, name), *arguments)
        if answer not in (True, False):
            raise RuleError(f"fact `{name}` of {self.knowledge} returned {answer!r}; it must return True or False", name)
        return bool(answer)

    # Moves

    def moves(self, moves: Moves, situation: Situation) -> list[int]:
        """The legal moves that a constraint allows, in the order in which to try them."""
        match moves:
            case Depth():
                return situation.legal if moves.allows(situation.depth) else []
            case Kind(name):
                return self._of_kind(name, situation)
            case Then(parts):
                return list(dict.fromkeys(move for part in parts for move in self.moves(part, situation)))
            case Filter(parts):
                return self._filtered(parts, situation)

    def _filtered(self, parts: tuple[Moves, ...], situation: Situation) -> list[int]:
        if not all(self.moves(part, situation) for part in parts if is_about_depth(part)):
            return []
        first, *others = [part for part in parts if not is_about_depth(part)] or [parts[0]]
        found = self.moves(first, situation)
        for part in others:
            among = set(self.moves(part, situation))
            found = [move for move in found if move in among]
        return found

    def _of_kind(self, name: str, situation: Situation) -> list[int]:
        if name in ("legal", "none"):
            return situation.legal if name == "legal" else []
        ranks = {move: self._rank(name, situation.state, move) for move in situation.legal}
        return sorted((move for move in situation.legal if ranks[move] > 0), key=lambda move: -ranks[move])

    def _rank(self, name: str, s: State, move: int) -> int:
        assert self.knowledge is not None
        answer = self.knowledge.rules.call(name, getattr(self.knowledge, name), s, move)
        if not hasattr(answer, "__index__") or answer < 0:
            what = "a whole number: 0 for moves of another kind, and the greater, the earlier the move is tried"
            raise RuleError(f"kind `{name}` of {self.knowledge} returned {answer!r}; it must return {what}", name)
        return int(answer)


def _about(table: AdviceTable, knowledge: type, game: Game) -> Game:
    """The knowledge for this game, with the same parameters."""
    about = game_class(knowledge)
    misfit = f"table {table.name} is for {table.game}, and its knowledge is about {about.title()}, so it cannot advise on {game}"
    if about.title() not in {cls.title() for cls in type(game).__mro__ if issubclass(cls, Game)}:
        raise AdviceError(misfit)
    arguments, named = game._arguments
    try:
        made: Game = knowledge(*arguments, **named)
    except TypeError as error:
        raise AdviceError(
            f"{knowledge.__name__} cannot be made with the parameters of {game}; give its __init__ the same ones: {error}"
        ) from error
    if made.layout != game.layout:
        raise AdviceError(misfit)
    return made
