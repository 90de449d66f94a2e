"""The rules of a game as the rest of the library calls them: every answer is checked, every failure is a RuleError.

This is the interpreted backend. The specification searches call it, positions call it, and Rust calls back into it
when rules cannot be compiled. What it accepts is the definition of a correct game; the other backends agree with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from inspect import isgenerator
from itertools import islice
from typing import TYPE_CHECKING, Any

import zermelo.game.watchdog as watchdog
from zermelo.errors import GameError, MoveError, Place, PositionError, RuleError, ZermeloError
from zermelo.game.constants import CHANCE, DRAW, HEURISTICS, HIDING, ONGOING
from zermelo.game.declarations import check_class, check_fields, is_number
from zermelo.game.evaluation import LARGEST as MAX_EVALUATION, evaluation_of, weighted
from zermelo.game.explanation import Explanation, Share
from zermelo.game.hiding import Hiding
from zermelo.game.pattern_reader import PatternReader
from zermelo.game.places import place_of
from zermelo.game.raw import RawRules
from zermelo.game.record import Layout, State, is_int

if TYPE_CHECKING:
    from zermelo.game.protocol import Game

MAX_MOVE = (1 << 31) - 1
_KEY_MASK = (1 << 64) - 1


class Rules(Hiding):
    """A game's rules, checked call by call. States passed in are never changed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = check_class(game)
        self.has_winner = game.defines("winner")
        if self.has_winner:  # a win takes 1 from each opponent
            self.bounds = (-1.0, float(max(1, self.players - 1)))
            self.zero_sum = self.players > 1
        else:
            self.bounds = (float(game.bounds[0]), float(game.bounds[1]))
            self.zero_sum = game.zero_sum and self.players > 1
        self.viewpoint: int | None = vars(game).get("_viewpoint")
        """The player for whom positions are always evaluated; None for every player."""
        self.evaluation = evaluation_of(game)
        self._asked: Callable[..., Any] = game.evaluate if self.evaluation is None else self.evaluation.asked_by(game)
        self.weights = () if self.evaluation is None else tuple(self.evaluation.numbers)
        weighted_patterns = None if self.evaluation is None else self.evaluation.patterns
        self.reader = None if weighted_patterns is None else PatternReader(self, weighted_patterns)
        """Evaluates by patterns; None for other evaluations."""
        self.layout = Layout(self.call("state", game.state))
        check_fields(game, self.layout.fields)
        spans = ((self.layout.offsets[name], self.layout.fields[name]) for name in game.counters)
        self._counted = [slice(at, at + field.size * (field.length or 1)) for at, field in spans]

    @property
    def two_sided(self) -> bool:
        """Whether the value for one player gives the value for all: one player, or two with opposite interests."""
        return self.players == 1 or (self.players == 2 and self.zero_sum)

    def facts(self, evaluated: bool = True) -> dict[str, Any]:
        """What Rust has to know about a game besides its rules: players, bounds, the layout of its state, and weights, if it is `evaluated`."""
        game, layout = self.game, self.layout
        return {
            "players": self.players,
            "low": self.bounds[0],
            "high": self.bounds[1],
            "zero_sum": self.zero_sum,
            "has_winner": self.has_winner,
            "max_moves": game.max_moves,
            "size": layout.size,
            "fields": [(name, layout.offsets[name], field.size, field.length or 1) for name, field in layout.fields.items()],
            "bounded": game.bounded_evaluation,
            "shared": game.bounded_evaluation or self.evaluation is None,
            "weights": list(self.weights),
            "patterns": self.reader.facts() if self.reader is not None and evaluated else None,
            "viewpoint": -1 if self.viewpoint is None else self.viewpoint,
            "teams": list(game.teams),
            "repetitions": game.repetitions,
            "counters": [(span.start, span.stop) for span in self._counted],
            "secret": self.secret_shares(),
            "defined": [rule for rule in (*HEURISTICS, *HIDING) if game.defines(rule)],
        }

    @cached_property
    def raw(self) -> RawRules:
        """The same rules without checks, for speed."""
        return RawRules(self)

    def method(self, rule: str) -> Callable[..., Any]:
        """The method behind a rule; the function, where an evaluation was given to the game."""
        return self._asked if self.is_given(rule) else getattr(self.game, rule)

    def is_given(self, rule: str) -> bool:
        """Whether a rule is not the game's own."""
        evaluation = self.evaluation
        return evaluation is not None and evaluation.function is not None and rule == evaluation.rule

    def identity(self, s: State) -> bytes:
        """Equal for positions that count as the same when they are repeated: the state without its counters."""
        packed = bytearray(s.pack())
        for span in self._counted:
            packed[span] = bytes(span.stop - span.start)
        return bytes(packed)

    # Rules

    def to_move(self, s: State) -> int:
        """The player on turn, or CHANCE."""
        player = self.call("to_move", self.game.to_move, s)
        if not is_int(player) or not (player == CHANCE or 0 <= player < self.players):
            raise self.broken("to_move", s, f"answered {player!r}, which is neither a player 0 to {self.players - 1} nor CHANCE")
        if player == CHANCE and not self.game.defines("chances"):
            raise self.broken("to_move", s, "answered CHANCE, but the game has no rule `chances`")
        return int(player)

    def moves(self, s: State) -> list[int]:
        """Legal moves of an unfinished position, ascending; never empty."""
        moves = self.list_moves(s)
        if not moves:
            raise self.broken(
                "moves", s, "yields nothing although the game is not over; yield a move for passing, or end the game"
            )
        return moves

    def list_moves(self, s: State) -> list[int]:
        """What `moves` yields, checked; may be empty."""
        limit = self.game.max_moves
        moves = self.call("moves", lambda: list(islice(self.game.moves(s), limit + 1)), state=s)
        if len(moves) > limit:
            raise self.broken("moves", s, f"yields more than max_moves = {limit} moves; set `max_moves` higher if that is right")
        previous = -1
        for move in moves:
            if (type(move) is not int and not is_int(move)) or not 0 <= move <= MAX_MOVE:
                raise self.broken("moves", s, f"yields {move!r}; moves are whole numbers from 0 to {MAX_MOVE}")
            if move <= previous:
                what = "twice" if move == previous else f"after {previous}"
                raise self.broken("moves", s, f"yields {move} {what}; moves must be distinct and ascending")
            previous = move
        return [int(move) for move in moves]

    def chances(self, s: State) -> list[tuple[int, float]]:
        """Outcomes with their probabilities, when CHANCE is to move."""
        limit = self.game.max_moves
        pairs = self.call("chances", lambda: list(islice(self.game.chances(s), limit + 1)), state=s)
        if not pairs:
            raise self.broken("chances", s, "yields nothing although chance is to move")
        if len(pairs) > limit:
            raise self.broken("chances", s, f"yields more than max_moves = {limit} outcomes")
        previous = -1
        for pair in pairs:
            if not isinstance(pair, tuple) or len(pair) != 2 or not is_int(pair[0]) or not is_number(pair[1]):
                raise self.broken("chances", s, f"yields {pair!r}; yield pairs of outcome and probability")
            if not previous < pair[0] <= MAX_MOVE:
                raise self.broken(
                    "chances", s, f"yields outcome {pair[0]} after {previous}; outcomes must be distinct and ascending from 0"
                )
            if not 0 < pair[1] <= 1:
                raise self.broken(
                    "chances", s, f"gives outcome {pair[0]} the probability {pair[1]}; it must be above 0 and at most 1"
                )
            previous = pair[0]
        total = math.fsum(probability for _, probability in pairs)
        if abs(total - 1) > 1e-9:
            raise self.broken("chances", s, f"yields probabilities that add up to {total!r}, not to 1")
        return [(int(outcome), float(probability)) for outcome, probability in pairs]

    def changed_chances(self, s: State, outcome: int) -> RuleError:
        """The error of `chances` that differ from what they were before in the same position."""
        reason = f"yields outcome {outcome}, but other outcomes in this state before; make it depend on the state alone"
        return self.broken("chances", s, reason)

    def unsteady(self, s: State) -> RuleError:
        """The error of rules that say of one state that the game goes on, and then that it is over."""
        reason = "says of the same state that the game goes on, and then that it is over; make it depend on the state alone"
        return self.broken("winner" if self.has_winner else "over", s, f"{reason}. `zermelo check` finds the line")

    def choices(self, s: State) -> list[int]:
        """Everything `play` accepts here: nothing when over, outcomes for chance, else the legal moves."""
        if self.utilities(s) is not None:
            return []
        if self.to_move(s) == CHANCE:
            return [outcome for outcome, _ in self.chances(s)]
        return self.moves(s)

    def play(self, s: State, move: int) -> State:
        """The state after a legal move."""
        after = s.copy()
        self.call("play", self.game.play, after, move, state=s)
        try:
            after.pack()
        except RuleError as error:
            raise self.broken("play", s, f"leaves a bad state after move {move}: {error}") from None
        return after

    def with_turn(self, s: State, player: int) -> State:
        """The same position with another player on turn, for searches that let a player pass or move out of turn."""
        after = s.copy()
        after.turn = player
        return after

    def moves_out_of_turn(self, s: State, player: int) -> list[int]:
        """Moves of a player who is not on turn; none if that player is out of the game."""
        turned = self.with_turn(s, player)
        return [] if self.utilities(turned) is not None else self.list_moves(turned)

    def credit(self, s: State, move: int) -> None:
        """A search found this move best, or good enough. Rules ignore it; a view of them may not."""

    def utilities(self, s: State) -> tuple[float, ...] | None:
        """What the finished game is worth to each player; None while it goes on."""
        if self.has_winner:
            return self._from_winner(s)
        over = self.call("over", self.game.over, s)
        if over not in (True, False):
            raise self.broken("over", s, f"answered {over!r}; it must be True or False")
        if not over:
            return None
        values = tuple(self._utility(s, player) for player in range(self.players))
        if self.zero_sum and abs(math.fsum(values)) > 1e-9:
            raise self.broken(
                "utility", s, f"gives {values}, which does not add up to zero; set zero_sum = False if that is right"
            )
        return values

    # Heuristics

    def evaluate(self, s: State, player: int) -> float:
        if self.evaluation is None:
            return 0.0
        if self.viewpoint is not None and player != self.viewpoint:
            return 0.0 - self.evaluate(s, self.viewpoint)
        if self.reader is not None:
            value = self.reader.value(s, player)
        elif self.evaluation.weights is None:
            value = self.call("evaluate", self._asked, s, player)
            if isgenerator(value):
                raise self.broken(
                    "evaluate", s, "yields numbers; a sum of features is `features` with `weights`, or zermelo.linear"
                )
        else:
            value = weighted(self.weights, self.features(s, player))
        if not is_number(value) or not -MAX_EVALUATION <= value <= MAX_EVALUATION:
            raise self.broken(self.evaluation.rule, s, f"answered {value!r}; it must be a number between -1e8 and 1e8")
        return float(value)

    def features(self, s: State, player: int) -> list[float]:
        """What `features` yields, as many numbers as there are weights."""
        names = () if self.evaluation is None else self.evaluation.weights or ()
        found = self.call("features", lambda: list(islice(self._asked(s, player), len(names) + 1)), state=s)
        if len(found) != len(names):
            yields = "more numbers" if len(found) > len(names) else "fewer numbers"
            told = f"yields {yields} than there are weights; these are {', '.join(name for name, _ in names)}"
            raise self.broken("features", s, told)
        for value, (name, _) in zip(found, names, strict=True):
            if not is_number(value) or not math.isfinite(value):
                raise self.broken("features", s, f"yields {value!r} for `{name}`; it must be a number")
        return [float(value) for value in found]

    def explain(self, s: State, player: int) -> Explanation:
        """The evaluation of a state as the sum of its features or patterns; PositionError if it has none."""
        if self.reader is not None and self.evaluation is not None:
            return Explanation(
                self.game.players[player], self.reader.shares(s, player), self.evaluate(s, player), self.evaluation.called
            )
        if self.evaluation is None or self.evaluation.weights is None:
            what = "has no `evaluate`" if self.evaluation is None else f"is evaluated by {self._called('evaluate')}"
            raise PositionError(f"{self.game} {what} and has no features to explain; declare `features` and `weights`")
        seen = player if self.viewpoint is None else self.viewpoint
        pairs = zip(self.evaluation.weights, self.features(s, seen), strict=True)
        shares = tuple(Share(name, weight, value) for (name, weight), value in pairs)
        return Explanation(self.game.players[seen], shares, self.evaluate(s, seen), self.evaluation.called)

    def noisy(self, s: State, move: int) -> bool:
        return bool(self.call("noisy", self.game.noisy, s, move))

    def order(self, s: State, move: int) -> float:
        return self._number_of("order", self.game.order, s, move)

    def exchange(self, s: State, move: int) -> float:
        return self._number_of("exchange", self.game.exchange, s, move) if self.game.defines("exchange") else 0.0

    def threatened(self, s: State) -> bool:
        return self.game.defines("threatened") and bool(self.call("threatened", self.game.threatened, s))

    def forced(self, s: State) -> list[int]:
        """The legal moves that are worth a search; all of them if the game does not say."""
        moves = self.moves(s)
        if not self._has_forced:
            return moves
        found = self.call("forced", lambda: list(islice(self.game.forced(s), len(moves) + 1)), state=s)
        legal, previous = set(moves), -1
        for move in found:
            if not is_int(move) or move not in legal or move <= previous:
                raise self.broken("forced", s, f"yields {move!r} after {previous}; it must yield legal moves, ascending")
            previous = move
        if not found:
            raise self.broken("forced", s, "yields nothing; if every move loses, yield one of them")
        return [int(move) for move in found]

    @cached_property
    def _has_forced(self) -> bool:
        return self.game.defines("forced")

    def at_most(self, s: State, player: int) -> float:
        """The most that the game can still be worth to a player; the upper bound if the game does not say."""
        return self._number_of("at_most", self.game.at_most, s, player) if self.game.defines("at_most") else self.bounds[1]

    def plies_left(self, s: State) -> int | None:
        """About how many plies an unfinished game still lasts; None if the game does not say."""
        if not self.game.defines("plies_left"):
            return None
        plies = self.call("plies_left", self.game.plies_left, s)
        if not is_int(plies) or not 0 <= plies <= MAX_MOVE:
            raise self.broken("plies_left", s, f"answered {plies!r}; it must be a whole number of at least 0")
        return int(plies)

    def long_plans(self, s: State) -> bool:
        return self.game.defines("long_plans") and bool(self.call("long_plans", self.game.long_plans, s))

    def _number_of(self, rule: str, function: Callable[..., Any], s: State, argument: int) -> float:
        value = self.call(rule, function, s, argument)
        if not is_number(value) or math.isnan(value):
            raise self.broken(rule, s, f"answered {value!r}; it must be a number")
        return float(value)

    def playout(self, s: State, dice: int) -> int:
        """The move that the game's own random games play."""
        return self.check_playout(s, self.call("playout", self.game.playout, s, dice))

    def check_playout(self, s: State, move: object) -> int:
        """What `playout` answered, if it is a legal move."""
        if not is_int(move) or move not in self.moves(s):
            raise self.broken("playout", s, f"answered {move!r}, which is not a legal move here")
        return int(move)

    def key(self, s: State) -> int | bytes:
        """Equal only for positions of equal value; the packed state if the game has no `key`."""
        if not self.game.defines("key"):
            return s.pack()
        key = self.call("key", self.game.key, s)
        if not is_int(key):
            raise self.broken("key", s, f"answered {key!r}; it must be a whole number")
        return int(key) & _KEY_MASK

    # How rules are called, and how failures are reported

    def _from_winner(self, s: State) -> tuple[float, ...] | None:
        winner = self.call("winner", self.game.winner, s)
        if not is_int(winner) or not ONGOING <= winner < self.players:
            raise self.broken(
                "winner", s, f"answered {winner!r}, which is neither a player 0 to {self.players - 1} nor DRAW nor ONGOING"
            )
        if winner == ONGOING:
            return None
        if winner == DRAW:
            return (0.0,) * self.players
        return tuple(self.bounds[1] if player == winner else -1.0 for player in range(self.players))

    def _utility(self, s: State, player: int) -> float:
        value = self.call("utility", self.game.utility, s, player)
        if not is_number(value) or not self.bounds[0] <= value <= self.bounds[1]:
            raise self.broken(
                "utility", s, f"answered {value!r} for {self.game.players[player]}, outside bounds = {self.game.bounds}"
            )
        return float(value)

    def call(self, rule: str, function: Callable[..., Any], *args: Any, state: State | None = None) -> Any:
        """Ask one rule, under the watchdog; every failure becomes a RuleError that names the rule."""
        try:
            return watchdog.call(function, *args)
        except watchdog.RuleTimeout as late:
            reason, place = f"did not return within {watchdog.PATIENCE:g} s; does it loop for ever?", place_of(late)
        except (MoveError, PositionError, GameError, RuleError):
            raise
        except RecursionError as error:
            reason, place = "calls itself too deeply; does it recurse for ever?", place_of(error)
        except Exception as error:
            words, place = f": {error}" if str(error) else "", place_of(error)
            reason = f"raised {type(error).__name__}{words}" + (f" ({place})" if place else "")
        s = state if state is not None else next((arg for arg in args if isinstance(arg, State)), None)
        raise self.broken(rule, s, reason, place)

    def broken(self, rule: str, s: State | None, reason: str, place: Place | None = None) -> RuleError:
        packed: bytes | None = None
        if s is not None:
            with suppress(ZermeloError):
                packed = s.pack()
        return RuleError(f"{self._called(rule)} of {self.game} {reason}", rule, packed, place)

    def _called(self, rule: str) -> str:
        """What people call a rule."""
        own = rule not in ("evaluate", "features") or self.evaluation is None or self.evaluation.function is None
        return f"rule `{rule}`" if own or self.evaluation is None else f"the evaluation {self.evaluation}"
