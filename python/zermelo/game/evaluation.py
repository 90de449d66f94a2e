"""Evaluations: how good an unfinished position looks to a player.

A game has its own: a rule `evaluate`, or `features` with `weights`, whose sum it is, as the lecture has it: E = w1 f1 + ... + wn fn.
Any other can take its place without a change to the rules:

    def mobility(game, s, player): ...               a function of your own; it may leave out `game`
    "my_evaluations.py:mobility"                     the same, by the name of its file
    linear(features, {"discs": 1, "corners": 20})    features of your own, with weights
    {"corners": 30} or "corners=30"                  other weights for the game's own features
    "weights.toml"                                   the same, from a file with lines such as `corners = 30`
    "othello.patterns"                               weights for the patterns of the game (`zermelo.game.patterns`)
    {} or "features"                                 the game's own features, also where it has patterns

In a game of two players with zero sum, an evaluation is always asked for the player for whom the search began, and what is good for that player
is bad for the other. So an evaluation that counts only one side, such as "the number of my moves", means what it says.
"""

from __future__ import annotations

import ast
import inspect
import math
import tomllib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any

import zermelo.game.loading as loading
from zermelo import files
from zermelo.errors import AgentError, GameError, ZermeloError, nearest
from zermelo.game.pattern_file import SUFFIX, PatternWeights, own_weights, read_weights_file

if TYPE_CHECKING:
    from zermelo.game.protocol import Game

MOST_FEATURES = 256
LARGEST = 1e8
"""Evaluations beyond this are refused, because a proven win must outrank every guess; so are weights."""
_MOST_BYTES = 1 << 20
_WANTED = (
    'a function f(s, player) or f(game, s, player), its place such as "my_evaluations.py:mobility", linear(features, weights), '
    'weights such as {"corners": 30}, or a file of weights such as "weights.toml" or "othello.patterns"'
)


@dataclass(frozen=True)
class Evaluation:
    """An evaluation: a function, features with weights, or other weights for the features of the game."""

    function: Callable[..., Any] | None = None
    """Is asked about a state and a player; None for the game's own rule."""
    weights: tuple[tuple[str, float], ...] | None = None
    """For each feature its name and weight; None if the function answers with the whole value."""
    bounded: bool = False
    """Whether its values keep to the game's `bounds` and add up to zero; see `bounded_evaluation`."""
    called: str = ""
    """What people call it: as it is written in an agent."""
    own: bool = False
    """Whether it is the game's own."""
    patterns: PatternWeights | None = None
    """Weights for the patterns of the game."""

    @property
    def rule(self) -> str:
        """The kind of rule that it is for the compiler."""
        return "pattern_cells" if self.patterns is not None else "evaluate" if self.weights is None else "features"

    @property
    def numbers(self) -> list[float]:
        """The weights, without their names."""
        return [weight for _, weight in self.weights or ()]

    def asked_by(self, game: Game) -> Callable[..., Any]:
        """The function, as it is asked with a state and a player."""
        if self.function is None:
            return getattr(game, self.rule)  # type: ignore[no-any-return]
        known = isinstance(self.function, FunctionType | MethodType)
        plain: Any = self.function if known else self.function.__call__  # type: ignore[operator]
        return MethodType(plain, game) if _takes_game(self.function) else plain

    def completed(self, game: Game) -> Evaluation:
        """The same for one game: weights that are not given are those of the game."""
        if self.function is not None:
            return self
        if self.patterns is not None:
            return replace(self, patterns=self.patterns.fitting(game), bounded=game.bounded_evaluation)
        own = evaluation_of(game)
        if own is None or own.weights is None:
            own = features_of(game) or own
        if own is None or own.weights is None:
            has = "has no `evaluate`" if own is None else "evaluates by a rule `evaluate` and has no features"
            raise AgentError(f"{game} {has}, so no weights can be changed; give an evaluation of your own instead")
        known, given = dict(own.weights), dict(self.weights or ())
        for name in given:
            if name not in known:
                raise AgentError(f"{game} has no feature `{name}`; its features are {', '.join(known)}.{nearest(name, known)}")
        bounded = game.bounded_evaluation and game.rules.two_sided
        return replace(self, weights=tuple((known | given).items()), bounded=bounded)

    def __str__(self) -> str:
        return self.called

    def __reduce__(self) -> tuple[Any, ...]:
        """A function in a user's file is found there again."""
        source = None if self.function is None else loading.origin(self.function)
        function = None if source is not None else self.function
        return _restored, (source, function, self.weights, self.bounded, self.called, self.patterns)


def _restored(
    source: tuple[str, str, str] | None,
    function: Callable[..., Any] | None,
    weights: tuple[tuple[str, float], ...] | None,
    bounded: bool,
    called: str,
    patterns: PatternWeights | None = None,
) -> Evaluation:
    """The inverse of `Evaluation.__reduce__`."""
    return Evaluation(function if source is None else loading.found(*source), weights, bounded, called, patterns=patterns)


AnyEvaluation = Evaluation | str | Mapping[str, float] | Callable[..., Any]
"""What users may give as an evaluation."""


def evaluation_of(game: Game) -> Evaluation | None:
    """How a game's positions are evaluated: as `with_evaluation` says, or by the game's own rule; None if it has none.

    Of `evaluate`, patterns with weights, and `features`, the one counts that is declared further down in the game's classes; in one class, the first.
    """
    if "_evaluation" in vars(game):
        given: Evaluation = vars(game)["_evaluation"]
        return given
    return _declared(game, patterns=bool(game.patterns) and game.pattern_weights is not None)


def features_of(game: Game) -> Evaluation | None:
    """The evaluation that a game has besides its patterns."""
    return _declared(game, patterns=False)


def _declared(game: Game, patterns: bool) -> Evaluation | None:
    base: Any = next(cls for cls in type(game).__mro__ if "with_evaluation" in vars(cls))  # Game itself, which has the defaults
    for cls in type(game).__mro__[: type(game).__mro__.index(base)]:
        if "evaluate" in vars(cls):
            return None if vars(cls)["evaluate"] is base.evaluate else Evaluation(own=True)
        if patterns and "pattern_cells" in vars(cls):
            return Evaluation(own=True, patterns=own_weights(game))
        if "features" in vars(cls):
            return Evaluation(None, read_weights(game.weights, f"{cls.__name__}.weights", 1, GameError), own=True)
    return None


def linear(features: Callable[..., Any] | str, weights: Mapping[str, float], bounded: bool = False) -> Evaluation:
    """The evaluation w1 f1 + ... + wn fn. `features(s, player)`, or `features(game, s, player)`, yields f1 to fn in the order of the weights.

    `bounded` says that its values keep to the game's `bounds` and add up to zero over all players, which chance nodes need.

    >>> from zermelo import Isolation, alphabeta
    >>> def moves(game, s, player):
    ...     yield game.mobility(s, player)
    ...     yield game.mobility(s, 1 - player)
    >>> careful = alphabeta(depth=2, evaluate=linear(moves, {"mine": 1, "yours": -2}))
    >>> careful(Isolation(4, 4).start()).value is None
    False
    """
    function = _named(features)[0] if isinstance(features, str) else features
    _check_function(function, "linear")
    return Evaluation(
        function, read_weights(weights, "the weights of linear", 1), bounded, f"linear({_name(features)}, {dict(weights)!r})"
    )


def evaluation(what: Any) -> Evaluation:
    """The evaluation that users give: a function, a text, weights, or an evaluation; AgentError says what it may be."""
    if isinstance(what, Evaluation):
        return what
    if isinstance(what, str | Path):
        return _from_text(str(what))
    if isinstance(what, Mapping):
        return Evaluation(None, read_weights(what, "evaluate"), called=repr(dict(what)))
    _check_function(what, "evaluate")
    return Evaluation(what, bounded=bool(getattr(what, "bounded", False)), called=_name(what))


def weighted(weights: Iterable[float], features: Iterable[float]) -> float:
    """w1 f1 + ... + wn fn, added from left to right, so that every backend rounds alike."""
    total = 0.0
    for weight, feature in zip(weights, features, strict=True):
        total = total + weight * feature
    return total


def read_weights(given: Any, who: str, least: int = 0, error: type[ZermeloError] = AgentError) -> tuple[tuple[str, float], ...]:
    """Weights by name, checked."""
    if not isinstance(given, Mapping) or not least <= len(given) <= MOST_FEATURES:
        raise error(f"{who} must be a dictionary of names and numbers, such as {{'corners': 30}}, not {given!r:.60}")
    for name, weight in given.items():
        if not isinstance(name, str) or not name.isprintable() or not name:
            raise error(f"{who} must have the names of features, such as 'corners', not {name!r:.60}")
        number = isinstance(weight, int | float) and not isinstance(weight, bool)
        if not number or not math.isfinite(weight) or abs(weight) > LARGEST:
            raise error(f"the weight of `{name}` must be a number between -1e8 and 1e8, not {weight!r:.60}")
    return tuple((name, float(weight)) for name, weight in given.items())


def _from_text(text: str) -> Evaluation:
    """The evaluation in a file."""
    if text == "features":
        return Evaluation(None, (), called=repr(text))
    if text.endswith(SUFFIX):
        return Evaluation(called=repr(text), patterns=read_weights_file(text))
    if text.endswith(".toml"):
        return Evaluation(None, _weights_of(text), called=repr(text))
    if text.startswith("{"):
        with suppress(ValueError, SyntaxError, MemoryError, RecursionError):
            return evaluation(ast.literal_eval(text))
    if "=" in text and loading.split_name(text) is None:
        return Evaluation(None, _weights_in(text), called=repr(text))
    found, called = _named(text)
    if isinstance(found, Evaluation | Mapping):
        return replace(evaluation(found), called=repr(called))
    _check_function(found, called)
    return replace(evaluation(found), called=repr(called))


def _weights_in(text: str) -> tuple[tuple[str, float], ...]:
    """The weights in a text such as "corners=30,edges=2"."""
    found: dict[str, float] = {}
    for part in text.split(","):
        name, _, number = (each.strip() for each in part.partition("="))
        if name in found:
            raise AgentError(f"evaluate={text!r} gives `{name}` twice; give each weight once")
        try:
            found[name] = float(number)
        except ValueError:
            name = ""
        if not name:
            raise AgentError(
                f"`{part.strip()}` in evaluate={text!r} is not a weight; write names and numbers, such as corners=30,edges=2"
            )
    return read_weights(found, "evaluate")


def _weights_of(text: str) -> tuple[tuple[str, float], ...]:
    """The weights in a file of TOML: lines such as `corners = 30`, with or without a heading [weights]."""
    data = files.read_bytes(text, AgentError, _MOST_BYTES)
    try:
        read = tomllib.loads(data.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise AgentError(f"{text} cannot be read as TOML ({error}); write lines such as `corners = 30`") from None
    return read_weights(read.get("weights", read), text)


def _named(text: str) -> tuple[Any, str]:
    """What a text such as "my_evaluations.py:mobility" names in a file, and its full name; without a name, the only function in it."""
    place = loading.split_name(text)
    if place is None:
        raise AgentError(f"evaluate={text!r} must be {_WANTED}")
    path, name = place
    try:
        module = loading.load(path)
    except GameError as error:
        raise AgentError(str(error)) from error
    known = {
        each: value
        for each, value in vars(module).items()
        if not each.startswith("_") and (isinstance(value, Evaluation) or getattr(value, "__module__", "") == module.__name__)
        if isinstance(value, Evaluation | FunctionType)
    }
    if not name and len(known) != 1:
        has = f"several evaluations; choose one: {', '.join(f'{path}:{each}' for each in known)}" if known else "no evaluation"
        raise AgentError(f"{path} has {has}")
    name = name or next(iter(known))
    found = vars(module).get(name)
    if found is None:
        has = f"it has {', '.join(known)}" if known else "it defines no function"
        raise AgentError(f"{path} has no evaluation `{name}`; {has}.{nearest(name, known)}")
    return found, f"{path}:{name}"


def _check_function(function: Any, who: str) -> None:
    if not callable(function) or isinstance(function, type):
        raise AgentError(f"{who} takes {_WANTED}, not {function!r:.60}")
    _takes_game(function)


def _takes_game(function: Callable[..., Any]) -> bool:
    """Whether a function is asked with the game besides the state and the player."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    places = [each for each in parameters if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    needed = [each for each in places if each.default is each.empty]
    more = [each for each in parameters if each.kind is each.KEYWORD_ONLY and each.default is each.empty]
    spread = any(each.kind is each.VAR_POSITIONAL for each in parameters)
    if more or not (2 <= len(needed) <= 3 or (len(needed) < 2 and (len(places) >= 2 or spread))):
        raise AgentError(
            f"`{_name(function)}` takes ({', '.join(map(str, parameters))}), but an evaluation is called as f(s, player) or f(game, s, player)"
        )
    return len(needed) == 3


def _name(target: Any) -> str:
    if isinstance(target, str):
        return repr(target)
    found = getattr(target, "__name__", type(target).__name__)
    return "lambda" if found == "<lambda>" else str(found)
