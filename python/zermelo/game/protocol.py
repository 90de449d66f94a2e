"""What a game is: an ordinary class with ordinary methods.

Required are the rules `state`, `moves`, `play`, and either `winner` or both `over` and `utility`. All else is optional.

    class TwentyOne(Game):
        '''Count up by 1, 2 or 3; whoever says 21 wins.'''
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

Three kinds of methods:

* rules: `state moves play winner|over+utility to_move chances`. Pure functions of the state (only `play` writes, to a
  copy it is given). They are compiled when they can be; parameters kept on `self` are constants.
* taste: `evaluate noisy order key playout`. Advice to the search, compiled too.
* faces: `show read name parse squares_of svg`. What people see; plain Python, never compiled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Self

import zermelo.game.display as display
from zermelo.errors import GameError, MoveError
from zermelo.game.position import Position
from zermelo.game.record import Field, Layout, State
from zermelo.game.rules import Rules


class Game:
    """Base class of all games; see the module's text for the shape of one."""

    players: tuple[str, ...] = ("x", "o")
    """Names of the seats, in order; their number is the number of players."""
    bounds: tuple[float, float] = (-1, 1)
    """Least and greatest `utility`; one that reaches a bound is a win or a loss, and sooner wins are preferred.
    Games with `winner` need not say: a win is worth 1 for each opponent, a loss -1, a draw 0."""
    zero_sum: bool = True
    """Whether utilities of all players add up to zero at every end."""
    bounded_evaluation: bool = False
    """Whether `evaluate` keeps to `bounds` and adds up to zero over all players, as utilities do; max^n can then prune, and
    expectiminimax average the two. Alone there is nothing to add up."""
    teams: tuple[int, ...] = ()
    """The number of each player's team; without it everybody plays for themselves. Team-mates get the same utility."""
    max_moves: int = 256
    """No position has more legal moves than this."""
    counters: tuple[str, ...] = ()
    """Fields that only count what has happened, as the number of moves does; positions that differ in nothing else are taken
    for one where all positions are gone through."""
    out_of_turn: bool = True
    """Whether `moves` makes sense for a player who is not on turn, once `turn` is set to that player."""
    board: tuple[int, int] | None = None
    """(rows, columns) when the field `cells` is a grid with 0 for empty and 1 + player: gives boards for free."""
    piece_symbols: tuple[str, ...] = ()
    """For each player the characters of the player's pieces in `show`, such as ("KQRBNP", "kqrbnp"). They get the player's colour. By
    default the character is the player's name if it is one character, else its first letter. `men` is an older name for it."""
    colours: tuple[str, ...] = display.COLOURS
    """For each player the colour of their pieces in `svg`, as in "#0072b2"; where there are more players they repeat."""
    native: str | None = None
    """Name of the Rust rules that play the same game, if there are any."""
    reserved: ClassVar[tuple[str, ...]] = ()
    """Names of all methods below; a parameter must not be called like one of them."""
    playable: bool = True
    """Whether this is a game rather than knowledge about one, which is written as a class derived from it."""

    _arguments: tuple[tuple[Any, ...], dict[str, Any]]

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        game = super().__new__(cls)
        game._arguments = (args, kwargs)  # what the game was called with, for its printed name
        return game

    # Rules

    def state(self) -> Mapping[str, Field]:
        """Fields of the state with their start values, such as dict(cells=i8[9], turn=i8)."""
        raise GameError(f"{type(self).__name__} has no rule `state`")

    def moves(self, s: State) -> Iterator[int]:
        """Legal moves of the player on turn: whole numbers from 0, ascending; at least one unless the game is over."""
        raise GameError(f"{type(self).__name__} has no rule `moves`")

    def play(self, s: State, move: int) -> None:
        """Carry out a move. `s` is a copy: write to it."""
        raise GameError(f"{type(self).__name__} has no rule `play`")

    def winner(self, s: State) -> int:
        """The player who has won, DRAW, or ONGOING."""
        raise GameError(f"{type(self).__name__} has no rule `winner`")

    def over(self, s: State) -> bool:
        """Whether the game has ended; for games that score with `utility`."""
        raise GameError(f"{type(self).__name__} has no rule `over`")

    def utility(self, s: State, player: int) -> float:
        """What a finished game is worth to a player, within `bounds`."""
        raise GameError(f"{type(self).__name__} has no rule `utility`")

    def to_move(self, s: State) -> int:
        """The player on turn, or CHANCE."""
        return int(s.turn)

    def chances(self, s: State) -> Iterator[tuple[int, float]]:
        """When CHANCE is to move: every outcome with its probability; `play` carries the outcome out."""
        raise GameError(f"{type(self).__name__} has no rule `chances`")

    # Taste

    def evaluate(self, s: State, player: int) -> float:
        """How promising an unfinished position looks to a player; greater is better, 0 is even."""
        return 0

    def noisy(self, s: State, move: int) -> bool:
        """Whether a move may upset the evaluation, so that quiescence search must look at it."""
        return False

    def order(self, s: State, move: int) -> float:
        """Moves with a greater number are searched first."""
        return 0

    def key(self, s: State) -> int:
        """A number that is equal only for positions of equal value with equally many moves, such as mirror images.

        The lowest 64 bits count.
        """
        raise GameError(f"{type(self).__name__} has no `key`")

    def playout(self, s: State, dice: int) -> int:
        """The legal move that a random game plays here; `dice` is a random whole number, of 62 bits, to choose with.

        Random games choose evenly among all legal moves unless a game knows better, or faster.
        """
        raise GameError(f"{type(self).__name__} has no `playout`")

    def native_parameters(self) -> dict[str, int]:
        """What the native rules have to know, where there are any."""
        return {}

    # Faces

    def show(self, s: State) -> str:
        """The state as text, complete: `read` gets the same state back."""
        return display.show(self, s)

    def read(self, text: str) -> State:
        """The state that a text shows; raises PositionError with the reason when there is none."""
        return display.read(self, text)

    def name(self, s: State, move: int) -> str:
        """What people call a move in this position."""
        return str(move)

    def parse(self, s: State, text: str) -> int:
        """The legal move that a text names; the default looks among the legal moves' names."""
        wanted = text.strip().lower()
        for move in self.rules.choices(s):
            if self.name(s, move).lower() == wanted:
                return move
        raise MoveError(f"`{text}` is not the name of a legal move here")

    def squares_of(self, s: State, move: int) -> tuple[str, ...]:
        """The squares that a move touches, in the order in which a person points at them, by their names on the board of `show`.

        None is needed where the name of a move tells, as in b2 or a1b2, or where squares have no names. Where a move has parts
        that may be made in any order, an empty name stands between one part and the next.
        """
        return ()

    def svg(self, s: State) -> str:
        """The state as a picture."""
        return display.svg(self, s)

    # Ready-made

    @property
    def rules(self) -> Rules:
        """The rules, every answer checked."""
        rules: Rules | None = self.__dict__.get("_rules")
        if rules is None:
            rules = self.__dict__["_rules"] = Rules(self)
        return rules

    @property
    def layout(self) -> Layout:
        return self.rules.layout

    def fresh(self) -> State:
        """A start state to write on, for `read`."""
        return self.layout.start()

    def start(self) -> Position:
        """The start position."""
        return self.position()

    def position(self, text: str | None = None) -> Position:
        """The start position, or the one that a text shows."""
        return Position.start(self) if text is None else Position.read(self, text)

    def defines(self, rule: str) -> bool:
        """Whether this game has its own version of a rule."""
        return getattr(type(self), rule) is not getattr(Game, rule)

    @classmethod
    def title(cls) -> str:
        """The name by which the game is asked for: its class's, in small letters."""
        return cls.__name__.lower()

    def __str__(self) -> str:
        args, kwargs = self._arguments
        given = [repr(value) for value in args] + [f"{name}={value!r}" for name, value in kwargs.items()]
        return self.title() + (f"({', '.join(given)})" if given else "")

    def __repr__(self) -> str:
        return f"<game {self}>"


Game.reserved = tuple(name for name, value in vars(Game).items() if callable(value) and not name.startswith("_"))
