"""The laws of heuristics: what `evaluate` (or `features`), `noisy`, `order` and the others promise."""

import math
from contextlib import suppress
from functools import partial

from zermelo.game.constants import CHANCE
from zermelo.game.record import State, is_int
from zermelo.laws.law import Complaint, Law, needs
from zermelo.laws.samples import DICE, Sample
from zermelo.limit import Limit
from zermelo.report import plain
from zermelo.search import Control, Stop, score
from zermelo.search.alphabeta.search import AlphaBeta

_ROUNDING = 1e-9
"""Sums of fractions may differ by so much."""
_POSITIONS = 200
"""So many positions are searched at most to find out whether a player gets more than `at_most` says."""
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
    for rule in ("noisy", "order", "exchange"):
        if sample.game.defines(rule):
            for move in sample.moves:
                sample.ask(rule, move)
    if sample.game.defines("noisy"):
        for move in sample.moves:
            answer = sample.subject.rules.call("noisy", sample.game.noisy, sample.state(), move)
            if not _is_truth(answer):
                told = f"rule `noisy` of {sample.game} answered {answer!r:.60} for move {move}; it must be True or False"
                return Complaint(told, "noisy", (move,))
    return None


def threatened(sample: Sample) -> Complaint | None:
    if not sample.game.defines("threatened") or not sample.moves:
        return None
    answer = sample.subject.rules.call("threatened", sample.game.threatened, sample.state())
    if _is_truth(answer):
        return None
    return Complaint(f"rule `threatened` of {sample.game} answered {answer!r:.60}; it must be True or False", "threatened")


def _is_truth(answer: object) -> bool:
    return is_int(answer) or isinstance(answer, float) or type(answer).__name__ in ("bool_", "bool")


def forced(sample: Sample) -> Complaint | None:
    """No move that `forced` leaves out may be better than those it keeps; of several that it keeps, none may decide the game at once."""
    if not sample.game.defines("forced") or not sample.moves:
        return None
    kept = sample.ask("forced")
    worth = {move: _at_once(sample, move) for move in sample.moves}
    best = max(worth[move] for move in kept)
    called = partial(sample.game.name, sample.state())
    if best < _WINS:
        for move in sample.moves:
            if move not in kept and worth[move] > min(best, _LOSES):
                return _forced_complaint(
                    sample, f"leaves out {called(move)}, which does not lose as soon, and keeps no move that wins at once"
                )
    decided = [move for move in kept if worth[move] != _OPEN]
    if len(kept) > 1 and decided and sample.subject.rules.players == 2:
        word = "wins" if worth[decided[0]] == _WINS else "loses"
        return _forced_complaint(
            sample, f"keeps {len(kept)} moves, but {called(decided[0])} {word} at once; keep one move where the game is decided"
        )
    return None


def _forced_complaint(sample: Sample, what: str) -> Complaint:
    return Complaint(f"rule `forced` of {sample.game} {what}", "forced")


_WINS, _OPEN, _LOSES, _ENDS_LOST = 1, 0, -1, -2
"""What a move does at once: it wins, neither, it lets an opponent win, or it loses itself."""


def _at_once(sample: Sample, move: int) -> int:
    result = _result(sample, move)
    if result is None:
        return _LOSES if _lets_win(sample, move) else _OPEN
    return _WINS if result >= 1 else _ENDS_LOST if result <= -1 else _OPEN


def _result(sample: Sample, move: int) -> float | None:
    """What a move that ends the game is worth to its player, as part of a win; None if the game goes on."""
    utilities = sample.subject.rules.utilities(sample.game.layout.unpack(sample.after(move)))
    return None if utilities is None else utilities[sample.player] / score.bound(sample.subject.rules)


def _lets_win(sample: Sample, move: int) -> bool:
    """Whether an opponent can win with the reply to a move."""
    rules = sample.subject.rules
    s = sample.game.layout.unpack(sample.after(move))
    if rules.to_move(s) in (sample.player, CHANCE):
        return False
    ends = (rules.utilities(rules.play(s, reply)) for reply in rules.moves(s))
    return any(end is not None and end[sample.player] <= -score.bound(rules) for end in ends)


def at_most(sample: Sample) -> Complaint | None:
    """Near the end of the game, search what each player can get against all others: it must not be more than `at_most` says."""
    if not sample.game.defines("at_most") or sample.over:
        return None
    for player in range(sample.subject.rules.players):
        most = sample.ask("at_most", player)
        with suppress(_TooManyPositions):
            if _gets_more(sample, sample.state(), player, most, [_POSITIONS]):
                told = f"rule `at_most` of {sample.game} says {most:g} for {sample.game.players[player]}, who can get more with best play"
                return Complaint(told, "at_most", (player,))
    return None


def _gets_more(sample: Sample, s: State, player: int, most: float, left: list[int]) -> bool:
    """Whether a player, and the own team, can get more than `most` whatever the others and chance do."""
    rules, teams = sample.subject.rules, sample.game.teams
    if left[0] == 0:
        raise _TooManyPositions
    left[0] -= 1
    utilities = rules.utilities(s)
    if utilities is not None:
        return utilities[player] > most
    mover = rules.to_move(s)
    ours = mover == player or (mover != CHANCE and bool(teams) and teams[mover] == teams[player])
    found = (_gets_more(sample, rules.play(s, choice), player, most, left) for choice in rules.choices(s))
    return any(found) if ours else all(found)


class _TooManyPositions(Exception):
    """The end of the game is too far away."""


def plies_left(sample: Sample) -> Complaint | None:
    """Ask; `Rules` refuses what is not a whole number of at least 0."""
    if sample.game.defines("plies_left") and not sample.over:
        sample.ask("plies_left")
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
        "`features` yields as many numbers as there are weights, and `pattern_cells` a symbol for every cell.",
        evaluate,
        owns=("evaluate", "features", "pattern_cells", "pattern_stage"),
        exempt=needs("evaluate"),
    ),
    Law(
        "order",
        "`order` and `exchange` return a number for every move, and `noisy` True or False.",
        order,
        ("noisy", "order", "exchange"),
        needs("noisy", "order", "exchange"),
    ),
    Law("threatened", "`threatened` returns True or False.", threatened, ("threatened",), needs("threatened")),
    Law(
        "forced",
        "`forced` yields legal moves, ascending: one that wins at once, or all that do not lose at once, or one if all lose.",
        forced,
        ("forced",),
        needs("forced"),
    ),
    Law(
        "at_most",
        "No player can get more than `at_most` says, if the others play as well as they can.",
        at_most,
        ("at_most",),
        needs("at_most"),
    ),
    Law("plies_left", "`plies_left` returns a whole number of at least 0.", plies_left, ("plies_left",), needs("plies_left")),
    Law("playout", "`playout` returns a legal move for any dice.", playout, ("playout",), needs("playout")),
    Law("key", "Positions with the same `key` have the same value and the same number of moves.", key, ("key",), needs("key")),
)
