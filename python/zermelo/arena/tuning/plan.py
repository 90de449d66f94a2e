"""The plan of a tuning: what is changed, how many games are played, and under which limits. Everything is checked before the first game."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from zermelo.arena.conditions import Conditions
from zermelo.arena.sprt import Sprt
from zermelo.engine.agent import SearchAgent, check_agent, fits
from zermelo.engine.algorithms import alphabeta, expectiminimax
from zermelo.engine.tablebases_and_books import named_tables
from zermelo.errors import LimitError, ZermeloError, nearest
from zermelo.game import Game
from zermelo.game.evaluation import Evaluation, evaluation, features_of

METHODS = {"texel": 1000, "td": 400, "spsa": 2000}
"""The methods for features, each with the number of games that it plays by default."""
ALL_METHODS = {**METHODS, "patterns": 10000}
DIGITS = 4
"""Significant digits of tuned weights."""
MOST_GAMES = 1_000_000


class TuningError(ZermeloError):
    """A tuning that cannot be done: no features, wrong options, or a state file that cannot be used."""


@dataclass(frozen=True)
class TuningPlan:
    """How weights are tuned; the seed decides every game."""

    by: str = "texel"
    games: int | None = None
    """Games of each round; None for the usual number of the method."""
    nodes: int = 400
    """Nodes of each move, in all games."""
    rounds: int = 1
    """How often games are played with the weights found so far; `texel` fits the games of all rounds together."""
    seed: int = 1
    opening: int = 8
    """Games begin with at least half as many random plies, and at most so many."""
    plies: int = 400
    """Longer games count as draws."""
    freeze: tuple[str, ...] = ()
    """Features whose weights stay as they are."""
    limit_change: float | None = None
    """The greatest change of a weight, as a part of its size: 0.5 for half of it. A weight of 0 is free."""
    sprt: tuple[float, float] = (0.0, 20.0)
    """The Elo differences of the test against the old weights."""
    match: int = 1000
    """The most games of that test."""
    depth: int = 4
    """Of the searches to whose values patterns are fitted."""
    solve: int = 12
    """Patterns are fitted to results where at most so many plies are left."""
    tables: str | None = None
    """Tablebases in which all searches look positions up. They end games that weak searches would draw, so results say more."""

    def __post_init__(self) -> None:
        if self.by not in ALL_METHODS:
            told = f"unknown method {self.by!r:.60}; expected {', '.join(ALL_METHODS)}"
            raise TuningError(f"{told}.{nearest(str(self.by), ALL_METHODS)}")
        least = {"games": 10, "nodes": 1, "rounds": 1, "opening": 1, "plies": 2, "match": 2, "depth": 1, "solve": 0}
        for name in ("games", "nodes", "rounds", "seed", "opening", "plies", "match", "depth", "solve"):
            number = getattr(self, name)
            if name == "games" and number is None:
                continue
            if not isinstance(number, int) or isinstance(number, bool):
                raise TuningError(f"{name}={number!r:.60} must be a whole number")
            if name in least and not least[name] <= number <= MOST_GAMES:
                raise TuningError(f"{name}={number} must be a whole number from {least[name]} to {MOST_GAMES}")
        if self.match % 2:
            raise TuningError(f"match={self.match} must be an even number: every opening is played twice")
        if self.rounds > 1 and self.by not in ("texel", "patterns"):
            raise TuningError(
                f"rounds={self.rounds} is for texel and patterns; {self.by} uses its new weights all the time, so give it more games"
            )
        limit = self.limit_change
        if limit is not None and (
            isinstance(limit, bool) or not isinstance(limit, int | float) or not math.isfinite(limit) or limit <= 0
        ):
            raise TuningError(f"limit_change={limit!r:.60} must be a number above 0, such as 0.5 for half of a weight")
        named_tables(self.tables)
        self.test  # noqa: B018  (refuses wrong numbers)
        Conditions(self.seed, self.opening, self.plies)

    @property
    def played(self) -> int:
        """Games of each round."""
        return ALL_METHODS[self.by] if self.games is None else self.games

    @property
    def test(self) -> Sprt:
        try:
            low, high = self.sprt
        except (TypeError, ValueError):
            raise LimitError(f"sprt={self.sprt!r:.60} must be two Elo differences, such as (0, 20)") from None
        return Sprt(low, high)

    def to_json(self) -> dict[str, Any]:
        """What decides the games, as plain values."""
        tables = {} if self.tables is None else {"tables": self.tables}
        others = ("tables",) if self.by == "patterns" else ("tables", "depth", "solve")
        decided = {name: value for name, value in vars(self).items() if name not in others} | tables
        return {**decided, "games": self.played, "freeze": sorted(self.freeze), "sprt": list(self.sprt)}


def tunable(game: Game, start: Any = None) -> Evaluation:
    """The evaluation whose weights are tuned, with the weights to start from; TuningError if there is none."""
    players = len(game.players)
    if players != 2:
        raise TuningError(f"tuning is for games of two players, but {game} has {players}")
    if start is not None:
        given = evaluation(start)
        if given.function is not None:
            raise TuningError(
                f"evaluate={given} must give weights for the features of {game}, such as corners=30 or weights.toml"
            )
        game = game.with_evaluation(given)
    own = features_of(game) if start is None else game.rules.evaluation
    if own is None or own.weights is None:
        has = "has no `evaluate`" if own is None else "evaluates by a rule `evaluate`"
        raise TuningError(f"{game} {has} and has no features to tune; declare `features` and `weights`")
    return own


def free_weights(own: Evaluation, freeze: Sequence[str]) -> list[bool]:
    """For each weight whether it may change."""
    names = [name for name, _ in own.weights or ()]
    for name in freeze:
        if name not in names:
            raise TuningError(
                f"there is no feature `{name}` to freeze; the features are {', '.join(names)}.{nearest(name, names)}"
            )
    found = [name not in freeze for name in names]
    if not any(found):
        raise TuningError("all weights are frozen, so there is nothing to tune; freeze fewer")
    return found


def weighed(own: Evaluation, numbers: Sequence[float]) -> Evaluation:
    """The same evaluation with other weights."""
    weights = tuple((name, float(number)) for (name, _), number in zip(own.weights or (), numbers, strict=True))
    return replace(own, weights=weights, called=repr({name: plain(number) for name, number in weights}), own=False)


def limited(numbers: Sequence[float], old: Sequence[float], limit_change: float | None) -> list[float]:
    """Weights that differ from the old ones by no more than the limit.

    >>> limited([2, -3, 7], [1, -4, 0], 0.5)
    [1.5, -3, 7]
    """
    if limit_change is None:
        return list(numbers)
    pairs = zip(numbers, old, strict=True)
    return [min(max(new, was - limit_change * abs(was)), was + limit_change * abs(was)) if was else new for new, was in pairs]


def plain(number: float) -> float:
    """A weight as people write it."""
    return int(number) if number == int(number) else number


def rounded(number: float) -> float:
    """A weight with few digits.

    >>> rounded(3.14159265), rounded(-1234.56)
    (3.142, -1235.0)
    """
    return float(f"{number:.{DIGITS}g}")


def searcher(game: Game, nodes: int, tables: str | None = None) -> SearchAgent:
    """The search that plays all games; AgentError if none fits the game."""
    noisy = game.defines("noisy")
    plain_search = alphabeta(nodes=nodes, ordering="all", table=True, deepening=True, quiescence=noisy, tables=tables)
    if fits(plain_search, game.start()):
        return plain_search
    found = expectiminimax(nodes=nodes, ordering="all", deepening=True)
    check_agent(found, game.start())
    return found
