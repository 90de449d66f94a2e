"""A position: a game, a state and the moves that led to it. It is immutable, so copies are the position itself."""

from __future__ import annotations

import operator
import random as standard
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from zermelo.errors import MoveError, PositionError, nearest
from zermelo.game.board import Board, Leg, legs_of, read_board
from zermelo.game.constants import CHANCE
from zermelo.game.explanation import Explanation
from zermelo.game.information import Information, View
from zermelo.game.random import Random, draw
from zermelo.game.record import State
from zermelo.outcome import Outcome

if TYPE_CHECKING:
    from zermelo.game.protocol import Game
    from zermelo.game.rules import Rules


WON = 1e9
"""What `evaluate` answers for a game that is won; evaluations are at most 1e8."""


@dataclass(frozen=True, eq=False, repr=False)
class Position:
    """A moment of a game.

    >>> from zermelo import TicTacToe
    >>> position = TicTacToe().start().play("b2", "a1")
    >>> print(position)
      a b c
    3 . . . 3
    2 . x . 2
    1 o . . 1
      a b c
    >>> position.turn, position.over, len(position.moves)
    ('x', False, 7)
    >>> position.history
    ('b2', 'a1')
    """

    game: Game
    _state: State
    parent: Position | None = None
    move: int | None = None
    """The move that led here from the parent."""
    _legs: dict[int, tuple[Leg, ...]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        _ = self.values  # rules that fail here do so at once

    @classmethod
    def read(cls, game: Game, text: str) -> Position:
        """The position that a text shows."""
        if not isinstance(text, str):
            raise PositionError(f"a position of {game} must be given as text, not as {type(text).__name__}")
        try:
            state = game.read(text)
        except (PositionError, MoveError):
            raise
        except (ValueError, IndexError, KeyError) as error:
            raise PositionError(f"the text is not a position of {game}: {error}") from error
        return cls(game, state)

    @property
    def rules(self) -> Rules:
        return self.game.rules

    @property
    def state(self) -> State:
        """The state as the rules see it (a copy: writing to it changes nothing here)."""
        return self._state.copy()

    @cached_property
    def player(self) -> int:
        """Number of the player on turn, or CHANCE."""
        return self.rules.to_move(self._state)

    @property
    def turn(self) -> str:
        """Name of the player on turn; "chance" when dice or the like are to decide."""
        player = self.player
        return "chance" if player == CHANCE else self.game.players[player]

    @property
    def over(self) -> bool:
        return self.values is not None

    @cached_property
    def values(self) -> tuple[float, ...] | None:
        """The value of the finished game for each player; None while it goes on."""
        return self.rules.utilities(self._state)

    @cached_property
    def choices(self) -> tuple[int, ...]:
        """The legal moves as numbers, for programs; people see `moves`."""
        found = tuple(self.rules.choices(self._state))
        if not found and self.values is None:
            raise self.rules.unsteady(self._state)
        return found

    @property
    def children(self) -> tuple[Position, ...]:
        """The positions after each of `choices`, in their order; none when the game is over. Each has its `move`.

        >>> from zermelo import TicTacToe
        >>> position = TicTacToe().position("x x . / o o . / . . .")
        >>> [position.name(child.move) for child in position.children if child.over]
        ['c3']
        """
        return tuple(Position(self.game, self.rules.play(self._state, move), self, move) for move in self.choices)

    @property
    def chances(self) -> tuple[tuple[int, float], ...]:
        """The outcomes of chance with their probabilities, in the order of `choices`; none when a player is to move."""
        if self.over or self.player != CHANCE:
            return ()
        return tuple(self.rules.chances(self._state))

    @property
    def moves(self) -> tuple[str, ...]:
        """Names of the legal moves; empty when the game is over."""
        return tuple(self.name(move) for move in self.choices)

    @property
    def history(self) -> tuple[str, ...]:
        """Names of the moves that led here from the first known position."""
        return tuple(before.name(after.move) for before, after in pairwise(self.line()) if after.move is not None)

    def name(self, move: int) -> str:
        return self.game.name(self._state, move)

    @cached_property
    def board(self) -> Board | None:
        """The board that the text of the position shows; None if it has no squares."""
        return read_board(self.game, str(self))

    def legs(self, move: int) -> tuple[Leg, ...]:
        """The squares that a legal move touches, part by part; none if no squares stand for it. Computed once."""
        if move not in self._legs:
            self._legs[move] = legs_of(self, move)
        return self._legs[move]

    def play(self, *moves: str | int) -> Position:
        """The position after moves. A text names one or more moves; a number is one of `choices`.

        >>> from zermelo import find
        >>> start = find("connect4").start()
        >>> start.play("4 4") == start.play("4", "4") == start.play(3, 3)
        True
        """
        position = self
        for move in moves:
            if isinstance(move, str):
                for text in move.split():
                    position = position.advance(position.parse(text))
            else:
                position = position.advance(move)
        return position

    def parse(self, text: str) -> int:
        """The legal move that a text names; says what would be legal otherwise."""
        if self.over:
            raise MoveError(f"`{text}` cannot be played: the game is over ({self.result})")
        try:
            move = self.game.parse(self._state, text)
        except (MoveError, ValueError, IndexError, KeyError):
            move = None
        if move is None or move not in self.choices:
            names = self.moves
            legal = " ".join(names[:40]) + (f" and {len(names) - 40} more" if len(names) > 40 else "")
            raise MoveError(f"`{text}` is not a legal move here; legal are: {legal}.{nearest(text, names)}")
        return move

    def advance(self, move: int) -> Position:
        """The position after a legal move given by number."""
        try:
            number = operator.index(move)
        except TypeError:
            raise MoveError(f"{move!r} is not a move: give its name as text, or its number from `choices`") from None
        if isinstance(move, bool) or number not in self.choices:
            raise MoveError(f"move number {move} is not legal here; the legal numbers are in `choices`")
        return Position(self.game, self.rules.play(self._state, number), self, number)

    def roll(self, seed: int | standard.Random | Random) -> Position:
        """The position after an outcome of chance, drawn with its probability; an error when chance is not to move.

        The same number draws the same outcome in the same position after the same number of plies, and independent ones elsewhere.
        A `random.Random` draws a new outcome in each call.

        >>> from zermelo import Pig
        >>> position = Pig().start().play("roll")
        >>> position.turn, position.roll(1) == position.roll(1), position.roll(1).parent == position
        ('chance', True, True)
        """
        if self.over or self.player != CHANCE:
            raise PositionError(f"chance is not to move in this position of {self.game} ({self.result}); play a move instead")
        if isinstance(seed, bool) or not isinstance(seed, int | standard.Random | Random):
            raise PositionError(f"roll({seed!r:.60}) needs a seed: a whole number, or a random.Random")
        source = Random(seed ^ self.stamp) if isinstance(seed, int) else seed
        return self.advance(draw(list(self.chances), source))

    def view(self, player: int | None = None) -> View:
        """What a player sees, by default the one to move.

        >>> from zermelo import find
        >>> deal = find("kuhn").start().play("J", "K")
        >>> print(deal.view(1))
        cards ? K
        first to move
        """
        seat = self._seat(player)
        mine = not self.over and self.player == seat
        return View(self.game, seat, self.rules.hide(self._state, seat), self.choices if mine else ())

    def seen(self, player: int | None = None) -> Position:
        """The position as a player sees it, by default the one to move, for boards and pictures; the position itself if nothing is hidden
        or the game is over.
        """
        if not self.game.hides or self.over or (player is None and self.player == CHANCE):
            return self
        return Position(self.game.opened, self.rules.hide(self._state, self._seat(player)))

    def information(self, player: int | None = None) -> int:
        """The number of the information set of a player, by default the one to move: equal for all that the player cannot tell apart.

        It follows from what the player has seen and done since the first known position.
        """
        seat, line = self._seat(player), self.line()
        known = Information.of(self.rules, line[0]._state, seat)
        for before, after in pairwise(line):
            known = known.after(self.rules, after._state, after.move if before.player == seat else None)
        return known.key

    @property
    def stamp(self) -> int:
        """A number of 64 bits that follows from the state and the number of plies before it: for random numbers that can be repeated."""
        digest = blake2b(self._state.pack(), digest_size=8, key=len(self.line()).to_bytes(8, "little")).digest()
        return int.from_bytes(digest, "little")

    def evaluate(self, player: int | None = None) -> float:
        """How good the position looks to a player, by default the one to move: the game's `evaluate`.

        A finished game is worth 1e9 if the player has won and -1e9 if the player has lost, which outranks every evaluation; a result in
        between, such as a draw or a number of points, is worth its utility.

        >>> from zermelo import Connect4
        >>> Connect4().start().evaluate(), Connect4().start().play("1 2 1 2 1 2 1").evaluate(0)
        (0.0, 1000000000.0)
        """
        seat = self._seat(player)
        if self.values is None:
            return self.rules.evaluate(self._state, seat)
        low, high = self.rules.bounds
        return WON if self.values[seat] >= high else -WON if self.values[seat] <= low else self.values[seat]

    def _seat(self, player: int | None) -> int:
        """A player by number, by default the one to move."""
        seat, seats = self.player if player is None else player, range(self.rules.players)
        if type(seat) is not int or seat not in seats:
            whose = "chance is to move" if player is None else f"{player!r} is none of them"
            raise PositionError(f"the players of {self.game} are numbered 0 to {seats[-1]}, but {whose}; name a player")
        return seat

    def explain(self, player: int | None = None) -> Explanation:
        """The evaluation for a player, by default the one to move, as the sum of its features; an error if the game declares none.

        >>> from zermelo import Isolation
        >>> print(Isolation(4, 4).start().play("b2").explain(1))
        feature  weight  value  share
        mine          1      7     +7
        yours        -1      9     -9
        total                      -2
        """
        seat = self._seat(player)
        if self.values is not None:
            raise PositionError(f"the game is over ({self.result}), so there is nothing to evaluate")
        return self.rules.explain(self._state, seat)

    def evaluated_by(self, evaluation: Any) -> Position:
        """The same position of the same game with another evaluation, seen from the player to move; see `Game.with_evaluation`."""
        viewpoint = self.player if self.rules.players == 2 and self.rules.zero_sum and self.player != CHANCE else None
        return replace(self, game=self.game.with_evaluation(evaluation, viewpoint))

    @property
    def occurrences(self) -> int:
        """How often the position has occurred in its game, this time included; positions that differ only in counters are the same.

        >>> from zermelo import Chess
        >>> Chess().start().play("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8").occurrences
        3
        """
        found, position = 1, self.parent
        while position is not None:
            found += position.identity == self.identity
            position = position.parent
        return found

    @cached_property
    def identity(self) -> bytes:
        """Equal for positions that count as the same when they are repeated; kept, because every later position of a game asks for it."""
        return self.rules.identity(self._state)

    @property
    def is_repeated(self) -> bool:
        """Whether the rules call it a draw because it has occurred too often (`Game.repetitions`)."""
        return self.game.repetitions > 0 and self.values is None and self.occurrences >= self.game.repetitions

    def line(self) -> list[Position]:
        """All positions from the first known one to this one."""
        positions, position = [self], self.parent
        while position is not None:
            positions.append(position)
            position = position.parent
        return positions[::-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return None if self.values is None else Outcome.by_rules(self.values, points=not self.rules.has_winner)

    @property
    def result(self) -> str:
        """How the game ended, in words; who is to move while it goes on."""
        outcome = self.outcome
        return f"{self.turn} to move" if outcome is None else outcome.text(self.game.players)

    def __str__(self) -> str:
        return self.game.show(self._state)

    def __repr__(self) -> str:
        return f"<position of {self.game}, {self.result}>\n{self}"

    def _repr_svg_(self) -> str:
        """For notebooks: the board as the player to move sees it, the first player if chance is to move."""
        shown = self.seen(0 if not self.over and self.player == CHANCE else None)
        return self.game.svg(shown.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.game == other.game and self._state == other._state

    def __hash__(self) -> int:
        return hash((type(self.game), self._state.pack()))

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """The game, the first state and the moves: a long game is not a deep pickle."""
        line = self.line()
        return _replayed, (self.game, line[0]._state.pack(), tuple(after.move for after in line[1:]))


def _replayed(game: Game, first: bytes, moves: tuple[int, ...]) -> Position:
    """The inverse of `Position.__reduce__`."""
    position = Position(game, game.layout.unpack(first))
    for move in moves:
        position = Position(game, game.rules.play(position._state, move), position, move)
    return position
