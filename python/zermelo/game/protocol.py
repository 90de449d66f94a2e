"""What a game is: an ordinary class with ordinary methods.

Required are the rules `state`, `moves`, `play`, and either `winner` or both `over` and `utility`. All else is optional.

    class TwentyOne(Game):
        '''Count up by 1, 2 or 3; the player who reaches 21 wins.'''
        players = ("ann", "bob")

        def state(self):
            return dict(count=i8, turn=i8)

        def moves(self, s):
            for step in range(1, 4):
                if s.count + step <= 21:
                    yield step

        def play(self, s, step):
            s.count += step
            s.turn = 1 - s.turn

        def winner(self, s):
            return 1 - s.turn if s.count == 21 else ONGOING

Four kinds of methods:

* rules: `state moves play winner|over+utility to_move chances`. Pure functions of the state (only `play` writes, to a
  copy it is given). They are compiled when they can be; parameters kept on `self` are constants.
* hiding, for cards and the like: the attribute `secret`, or `hide`; and `guess`. Rules about what a player does not see.
* heuristics: `evaluate` (or `features` with `weights`), `noisy order exchange threatened forced at_most plies_left key
  playout`. They guide the search, and are also compiled.
* display: `show read name parse squares_of svg`. What people see; plain Python, never compiled.

Games are values: two games of one class with equal parameters are equal, and games can be pickled and copied.
"""

import copyreg
from collections.abc import Iterable, Mapping, Sequence
from inspect import getattr_static
from typing import Any, ClassVar, Self

import zermelo.game.display as display
import zermelo.game.loading as loading
from zermelo.errors import GameError, MoveError
from zermelo.game.constants import HEURISTICS, NOT_RULES
from zermelo.game.evaluation import evaluation, evaluation_of, weighted
from zermelo.game.position import Position
from zermelo.game.record import Field, Layout, State
from zermelo.game.rules import Rules
from zermelo.game.value import KEPT, changed, value_of

_MOST_VARIANTS = 16
"""Games with other evaluations that a game remembers, with their compiled rules."""


class Game:
    """Base class of all games; the module's docstring shows what one looks like."""

    players: tuple[str, ...] = ("x", "o")
    """Names of the players, in order of play."""
    bounds: tuple[float, float] = (-1, 1)
    """Least and greatest `utility`; one that reaches a bound is a win or a loss, and searches prefer sooner wins. Make them wider if
    results are only points: then every utility is its own score, and no search looks for the soonest of the greatest.
    Games with `winner` need no bounds: a win is worth 1 for each opponent, a loss -1, a draw 0."""
    zero_sum: bool = True
    """Whether utilities of all players add up to zero at every end."""
    bounded_evaluation: bool = False
    """Whether `evaluate` stays within `bounds` and adds up to zero over all players, as utilities do. Then max^n can prune, and
    expectiminimax can average evaluations with utilities. In one-player games only `bounds` matter."""
    weights: Mapping[str, float] = {}
    """For each number that `features` yields its name and its weight, in the same order; other weights can take their place."""
    patterns: Mapping[str, Sequence[Any]] = {}
    """Rows of cells that are evaluated by tables of weights: a name, and a row of cells or several; see `zermelo.game.patterns`."""
    pattern_symbols: int = 3
    """How many different symbols `pattern_cells` yields."""
    pattern_stages: int = 1
    """How many stages `pattern_stage` tells apart."""
    pattern_symmetries: Sequence[Sequence[int]] = ()
    """For each symmetry of the board the cell that every cell goes to. A pattern stands for all its images."""
    pattern_weights: str | None = None
    """The file with the weights of the patterns, beside the file of the class; without it, patterns are used only where an agent has such a file."""
    teams: tuple[int, ...] = ()
    """The number of each player's team; empty if there are no teams. Team-mates get the same utility."""
    max_moves: int = 256
    """No position has more legal moves than this."""
    move_numbers: int | None = None
    """Every move is less than this number; None if the game does not say. Libraries that learn want to know all moves beforehand."""
    counters: tuple[str, ...] = ()
    """Fields that only count, such as the number of moves. An enumeration of all positions of a game treats positions that differ
    only in them as one."""
    repetitions: int = 0
    """A position that occurs so often in one game makes the game a draw, as the third time does in chess; 0 if repetition means nothing.
    Fields in `counters` may differ. Sessions and matches end such a game, and a search can be told of it (`repetition`)."""
    chance_first: bool = False
    """Whether chance only deals at the beginning, before any player moves; from then on searches without chance take the game."""
    secret: tuple[str, ...] = ()
    """Rows of the state with an equal share for each player, in order; only the owner sees its share. For all else there is `hide`."""
    shows_all: bool = False
    """Whether everything is shown although the game hides something, for agents that see all; see `opened`."""
    out_of_turn: bool = True
    """Whether `moves` makes sense for a player who is not on turn, once `turn` is set to that player."""
    board: tuple[int, int] | None = None
    """(rows, columns) when the field `cells` is a grid with 0 for empty and 1 + player; `show`, `read` and `svg` then need no code."""
    piece_symbols: tuple[str, ...] = ()
    """For each player the characters of their pieces in `show`, such as ("KQRBNP", "kqrbnp"), which get the player's colour. By default a
    player's name if it is one character, else its first letter. `men` is an older name for it."""
    colours: tuple[str, ...] = display.COLOURS
    """For each player the colour of their pieces in `svg`, such as "#0072b2"; they repeat if there are more players."""
    native: str | None = None
    """Name of the rules in Rust that play the same game; used only if a subclass overrides nothing that they cover."""
    interpreted: bool = False
    """Whether the rules are always asked in Python and never compiled, because another program answers them."""
    reserved: ClassVar[tuple[str, ...]] = ()
    """Names of all methods below; a parameter must not have one of these names."""
    playable: bool = True
    """False for classes that only hold knowledge about a game, and derive from it."""

    _arguments: tuple[tuple[Any, ...], dict[str, Any]]
    __original__: ClassVar[dict[str, Any]]
    """The attributes of the class when it was made."""

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        cls.__original__ = {
            name: getattr_static(cls, name) for name in dir(cls) if name == "__getattribute__" or name[:2] != "__"
        }
        for name in Game.reserved:
            own = getattr_static(cls, name)
            if not (callable(own) or hasattr(own, "__get__")):
                raise GameError(f"{cls.__name__}.{name} must be a method, as in every game; choose another name for a value")

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        game = super().__new__(cls)
        game._arguments = (args, kwargs)  # for its printed name, and to compare it with other games
        return game

    def __init__(self) -> None:
        """Games with parameters take them here and keep them on `self`."""

    # Rules

    def state(self) -> Mapping[str, Field]:
        """Fields of the state with their start values, such as dict(cells=i8[9], turn=i8)."""
        raise GameError(f"{type(self).__name__} has no rule `state`")

    def moves(self, s: State, /) -> Iterable[int]:
        """Legal moves of the player on turn: whole numbers from 0, ascending; at least one unless the game is over."""
        raise GameError(f"{type(self).__name__} has no rule `moves`")

    def play(self, s: State, move: int, /) -> None:
        """Carry out a move. `s` is a copy: write to it."""
        raise GameError(f"{type(self).__name__} has no rule `play`")

    def winner(self, s: State, /) -> int:
        """The player who has won, DRAW, or ONGOING."""
        raise GameError(f"{type(self).__name__} has no rule `winner`")

    def over(self, s: State, /) -> bool:
        """Whether the game has ended; for games that score with `utility`."""
        raise GameError(f"{type(self).__name__} has no rule `over`")

    def utility(self, s: State, player: int, /) -> float:
        """What a finished game is worth to a player, within `bounds`."""
        raise GameError(f"{type(self).__name__} has no rule `utility`")

    def to_move(self, s: State, /) -> int:
        """The player on turn, or CHANCE."""
        return int(s.turn)

    def chances(self, s: State, /) -> Iterable[tuple[int, float]]:
        """When CHANCE is to move: every outcome with its probability; `play` carries the outcome out."""
        raise GameError(f"{type(self).__name__} has no rule `chances`")

    # Hiding

    def hide(self, s: State, player: int, /) -> None:
        """Blot out what a player does not see. `s` is a copy: write to it. The shares of other players in `secret` are gone already."""

    def guess(self, s: State, player: int, dice: int, /) -> bool:
        """Fill in at random what `hide` has blotted out for a player; False if it did not work out. `s` is a copy: write to it.

        `dice` is a random whole number of 62 bits; `zermelo.pick` draws several numbers from it.
        """
        raise GameError(f"{type(self).__name__} has no `guess`")

    # Heuristics

    def evaluate(self, s: State, player: int, /) -> float:
        """How promising an unfinished position looks to a player; greater is better, 0 is even.

        By default the sum of the weights of `patterns`, or of `features`, each multiplied by its weight; 0 for a game that has neither.
        """
        own = evaluation_of(self)
        if own is not None and own.patterns is not None:
            return self.rules.evaluate(s, player)
        return weighted(tuple(self.weights.values()), tuple(self.features(s, player))) if self.defines("features") else 0

    def features(self, s: State, player: int, /) -> Iterable[float]:
        """Numbers that say what is good or bad for a player, in the order of `weights`; in place of `evaluate`."""
        raise GameError(f"{type(self).__name__} has no `features`")

    def pattern_cells(self, s: State, player: int, /) -> Iterable[int]:
        """For each cell what stands there as this player sees it, who is to move: a number less than `pattern_symbols`."""
        raise GameError(f"{type(self).__name__} has `patterns`, but no `pattern_cells`")

    def pattern_stage(self, s: State, /) -> int:
        """How far the game is, as a number less than `pattern_stages`."""
        return 0

    def noisy(self, s: State, move: int, /) -> bool:
        """Whether a move may upset the evaluation, so that quiescence search must look at it."""
        return False

    def order(self, s: State, move: int, /) -> float:
        """Moves with a greater number are searched first."""
        return 0

    def exchange(self, s: State, move: int, /) -> float:
        """What a move gains or loses by the captures that follow on its square, in the units of `evaluate`; below 0 it loses."""
        return 0

    def threatened(self, s: State, /) -> bool:
        """Whether the player to move must answer a threat, as in check. Searches do not stop or prune here."""
        return False

    def forced(self, s: State, /) -> Iterable[int]:
        """The moves that are worth a search, ascending: one that wins at once; else all that do not lose at once; else one that loses.

        So several moves promise that neither this move nor the reply decides the game. A subclass that changes other rules does not inherit it.
        """
        return self.moves(s)

    def at_most(self, s: State, player: int, /) -> float:
        """The most that an unfinished game can still be worth to a player if all others play well; a search stops where that is too little."""
        return self.bounds[1]

    def plies_left(self, s: State, /) -> int:
        """About how many plies an unfinished game still lasts, as free squares tell in Othello; searches to the end use it to save effort."""
        raise GameError(f"{type(self).__name__} has no `plies_left`")

    def long_plans(self, s: State, /) -> bool:
        """Whether a quiet plan decides that is longer than a search, as the mate with bishop and knight in chess. `selective` takes no bets here."""
        return False

    def key(self, s: State, /) -> int:
        """A number whose lowest 64 bits are equal only for positions of equal value with equally many moves, as of mirror images."""
        raise GameError(f"{type(self).__name__} has no `key`")

    def playout(self, s: State, dice: int, /) -> int:
        """The legal move that a random game plays here, by default any; `dice` is a random whole number of 62 bits."""
        raise GameError(f"{type(self).__name__} has no `playout`")

    def native_parameters(self) -> dict[str, int]:
        """Arguments of the class that names the native rules, for a game that they play; they know no other parameters."""
        return {}

    # Display

    def show(self, s: State, /) -> str:
        """The state as text, complete: `read` gets the same state back."""
        return display.show(self, s)

    def read(self, text: str) -> State:
        """The state that a text shows; raises PositionError with the reason when there is none."""
        return display.read(self, text)

    def name(self, s: State, move: int, /) -> str:
        """What people call a move in this position."""
        return str(move)

    def parse(self, s: State, text: str, /) -> int:
        """The legal move that a text names; the default looks among the legal moves' names."""
        wanted = text.strip().lower()
        for move in self.rules.choices(s):
            if self.name(s, move).lower() == wanted:
                return move
        raise MoveError(f"`{text}` is not the name of a legal move here")

    def squares_of(self, s: State, move: int, /) -> tuple[str, ...]:
        """The squares that a move touches, by their names on the board of `show`, in the order in which a person points at them.

        Not needed if the name of a move contains them, as in b2 or a1b2, or if squares have no names. If a move has parts
        that may be made in any order, an empty name separates them.
        """
        return ()

    def svg(self, s: State, /) -> str:
        """The state as a picture."""
        return display.svg(self, s)

    def highlights(self, s: State, /) -> Mapping[str, str]:
        """Squares to mark on a board, each with the reason in words, such as those of a winning line."""
        return {}

    # Provided for every game

    @property
    def rules(self) -> Rules:
        """The rules, with every answer checked."""
        rules: Rules | None = self.__dict__.get("_rules")
        if rules is None:
            rules = self.__dict__["_rules"] = Rules(self)
        return rules

    @property
    def layout(self) -> Layout:
        return self.rules.layout

    def fresh(self) -> State:
        """A start state to write to, for `read`."""
        return self.layout.start()

    def start(self) -> Position:
        """The start position."""
        return self.position()

    def position(self, text: str | None = None) -> Position:
        """The start position, or the one that a text shows."""
        return Position(self, self.fresh()) if text is None else Position.read(self, text)

    @property
    def hides(self) -> bool:
        """Whether there is something that a player does not see."""
        return not self.shows_all and (bool(self.secret) or self.defines("hide"))

    @property
    def opened(self) -> Self:
        """The same game with nothing hidden."""
        made: Self | None = vars(self).get("_opened")
        if made is None:
            made = object.__new__(type(self))
            vars(made).update({name: value for name, value in vars(self).items() if name not in KEPT}, shows_all=True)
            vars(self)["_opened"] = made
        return made

    def defines(self, rule: str) -> bool:
        """Whether this game has its own version of a rule; `features` are an `evaluate`."""
        if rule == "evaluate":
            return evaluation_of(self) is not None
        if rule == "key" and "_evaluation" in vars(self) and vars(self)["_evaluation"].function is not None:
            return False  # positions that the game's `key` takes for one may differ for an evaluation that it does not know
        if getattr(type(self), rule) is getattr(Game, rule):
            return False
        return rule != "forced" or self._keeps_rules_of("forced")

    def _keeps_rules_of(self, heuristic: str) -> bool:
        """Whether the class that has a heuristic also has all that it may rely on; a subclass that plays by other rules does not inherit it."""
        owner = next(cls for cls in type(self).__mro__ if heuristic in vars(cls))
        return changed(self, owner, {*NOT_RULES, *HEURISTICS, "native", "native_parameters"}) is None

    def with_evaluation(self, what: Any, viewpoint: int | None = None) -> Self:
        """The same game with another evaluation: a function, the name of one in a file, `linear(...)`, or other weights.

        With a `viewpoint`, the evaluation is always asked for that player, and the other player's value is its negative.

        >>> from zermelo import Othello
        >>> dict(Othello().with_evaluation({"corners": 50}).rules.evaluation.weights)["corners"]
        50.0
        """
        chosen = evaluation(what).completed(self)
        variants: list[Self] = vars(self).setdefault("_variants", [])
        for made in variants:
            if vars(made)["_evaluation"] == chosen and made.rules.viewpoint == viewpoint:
                return made
        made = object.__new__(type(self))
        vars(made).update({name: value for name, value in vars(self).items() if name not in KEPT})
        vars(made).update(_evaluation=chosen, _viewpoint=viewpoint, bounded_evaluation=chosen.bounded)
        variants[:] = [*variants[1 - _MOST_VARIANTS :], made]
        return made

    @classmethod
    def title(cls) -> str:
        """The name that users type: the name of the class in small letters."""
        return cls.__name__.lower()

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Game) and value_of(self) == value_of(other))

    def __hash__(self) -> int:
        return hash(type(self))  # arguments and parameters may have no hash

    def __reduce__(self) -> tuple[Any, ...]:
        state = {name: value for name, value in vars(self).items() if name not in KEPT}
        origin = loading.origin(type(self))
        return (copyreg.__newobj__, (type(self),), state) if origin is None else (loading.instance, origin, state)  # type: ignore[attr-defined]

    def __str__(self) -> str:
        args, kwargs = self._arguments
        given = [repr(value) for value in args] + [f"{name}={value!r}" for name, value in kwargs.items()]
        return self.title() + (f"({', '.join(given)})" if given else "")

    def __repr__(self) -> str:
        return f"<game {self}>"


Game.reserved = tuple(
    name for name, value in vars(Game).items() if not name.startswith("_") and (callable(value) or hasattr(value, "__get__"))
)
