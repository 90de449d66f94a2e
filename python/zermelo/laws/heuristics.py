"""The laws of heuristics: what `evaluate` (or `features`), `noisy`, `order`, `playout` and `key` promise."""

import math
from functools import partial

from zermelo.game.record import is_int
from zermelo.laws.law import Complaint, Law, needs
from zermelo.laws.samples import DICE, Sample
from zermelo.limit import Limit
from zermelo.report import plain
from zermelo.search import Control, Stop, score
from zermelo.search.alphabeta.search import AlphaBeta

_ROUNDING = 1e-9
"""Sums of fractions may differ by so much."""
_DEPTHS = (1, 2)
"""The depths to which positions with the same key are searched. A transposition table shares their scores."""


def evaluate(sample: Sample) -> Complaint | None:
    if sample.over or not sample.game.defines("evaluate"):
        return None
    rules, game, rule = sample.subject.rules, sample.game, sample.label("evaluate")
    values = [sample.ask("evaluate", player) for player in range(rules.players)]
    if rules.zero_sum and rules.players == 2 and abs(values[0] + values[1]) > _ROUNDING * max(1.0, abs(values[0])):
        first, second = game.players
        told = f"rule `{rule}` of {game} gives {values[0]:g} for {first} and {values[1]:g} for {second}; the two must add up to 0"
        return Complaint(told, rule, (0,))
    low, high = rules.bounds
    for player, value in enumerate(values if game.bounded_evaluation else ()):
        if not low <= value <= high:
            told = f"rule `{rule}` of {game} gives {value:g} for {game.players[player]}, outside bounds = ({low:g}, {high:g})"
            return Complaint(f"{told}; keep it within them, or set bounded_evaluation = False", rule, (player,))
    if game.bounded_evaluation and rules.zero_sum and abs(math.fsum(values)) > 1e-9 * max(1.0, high - low):
        told = f"rule `{rule}` of {game} gives {tuple(map(plain, values))}, which does not add up to zero over all players"
        return Complaint(f"{told}; scale it, or set bounded_evaluation = False", rule, (0,))
    return None


def order(sample: Sample) -> Complaint | None:
    for rule in ("noisy", "order"):
        if sample.game.defines(rule):
            for move in sample.moves:
                sample.ask(rule, move)
    if sample.game.defines("noisy"):
        for move in sample.moves:
            answer = sample.subject.rules.call("noisy", sample.game.noisy, sample.state(), move)
            if not is_int(answer) and not isinstance(answer, float) and type(answer).__name__ not in ("bool_", "bool"):
                told = f"rule `noisy` of {sample.game} answered {answer!r:.60} for move {move}; it must be True or False"
                return Complaint(told, "noisy", (move,))
    return None


def playout(sample: Sample) -> Complaint | None:
    """Ask for moves; `Rules` refuses an illegal one."""
    if sample.game.defines("playout") and sample.moves:
        for dice in DICE:
            sample.ask("playout", dice)
    return None


def key(sample: Sample) -> Complaint | None:
    """Compare a position with the first one that had the same key."""
    if not sample.game.defines("key"):
        return None
    number = sample.ask("key")
    twin = sample.subject.keys.setdefault(number, sample)
    if twin is sample:
        return None
    here, there = _worth(sample), _worth(twin)
    for what, value in here.items():
        if value != there[what]:
            way = " ".join(sample.subject.names(twin.path))
            told = (
                f"rule `key` of {sample.game} returns {number} here and {f'after {way}' if way else 'at the start'}, "
                f"but {what} is {value} here and {there[what]} there; positions with equal keys must have equal values"
            )
            return Complaint(told, "key")
    return None


def _worth(sample: Sample) -> dict[str, object]:
    """What must be the same in positions with the same key.

    In two-player zero-sum games a key may also stand for a position with the players swapped, if its value for the player to move
    is the same.
    """
    rules, utilities = sample.subject.rules, sample.utilities
    duel = rules.players == 2 and rules.zero_sum and not sample.game.defines("chances")
    worth: dict[str, object] = {"the number of moves": len(sample.choices)}
    if duel:
        worth["the result for the player to move"] = None if utilities is None else utilities[sample.player]
    else:
        worth["the player to move"] = sample.player
        worth["the result"] = utilities
    if utilities is None:
        players = [sample.player] if duel else range(rules.players)
        worth["the evaluation"] = [plain(sample.ask("evaluate", player)) for player in players]
        if rules.weights:  # with other weights, equal sums may differ
            worth["what `features` yields"] = [sample.ask("features", player) for player in players]
        for depth in _DEPTHS if duel else ():
            worth[f"the value {depth} deep"] = sample.subject.ask("search", sample.packed, partial(_search, sample, depth))
    return worth


def _search(sample: Sample, depth: int) -> str:
    """The value of a position by alpha-beta in Python, as text."""
    search = AlphaBeta(sample.subject.rules, Control(Limit(), Stop()))
    found = search.decide(sample.state(), depth)
    assert found.score is not None
    value, plies = score.split(found.score, search.bound)
    return f"{plain(value)}" if plies is None else f"a {'win' if value > 0 else 'loss'} in {plies}"


LAWS = (
    Law(
        "evaluate",
        "`evaluate` returns a finite number, within `bounds` if it says so; in two-player zero-sum games, the two values add up to 0. "
        "`features` yields as many numbers as there are weights.",
        evaluate,
        owns=("evaluate", "features"),
        exempt=needs("evaluate"),
    ),
    Law(
        "order",
        "`order` returns a number for every move, and `noisy` True or False.",
        order,
        ("noisy", "order"),
        needs("noisy", "order"),
    ),
    Law("playout", "`playout` returns a legal move for any dice.", playout, ("playout",), needs("playout")),
    Law("key", "Positions with the same `key` have the same value and the same number of moves.", key, ("key",), needs("key")),
)
