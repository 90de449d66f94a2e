"""Where a rule goes wrong: the `yield` of a wrong move, the line of `play` that spoils the state or the turn."""

from typing import Any

from zermelo.errors import Place, RuleError
from zermelo.game import State
from zermelo.game.record import is_int
from zermelo.game.rules import MAX_MOVE
from zermelo.laws.samples import Sample
from zermelo.laws.tracing import changing, defined, yielding


def wrong_line(sample: Sample, rule: str) -> Place | None:
    """The line of a rule that does what it must not do in a position; None if it is not to be seen line by line."""
    game = sample.game
    if rule in ("moves", "chances"):
        items = game.moves if rule == "moves" else game.chances
        found = yielding(
            lambda: items(sample.state()), lambda found: _misplaced([_number(each) for each in found], game.max_moves)
        )
        return found or defined(game, rule)
    if rule == "play":
        return next((line for choice in sample.some if (line := _spoiling(sample, choice)) is not None), None)
    if rule == "to_move" and not game.defines(rule) and sample.path:
        return _misturning(sample)
    return None


def _spoiling(sample: Sample, choice: int) -> Place | None:
    """The line of `play` after which the state cannot be packed."""
    s = sample.state()
    return changing(lambda: sample.subject.rules.call("play", sample.game.play, s, choice), lambda: _is_unfit(s))


def _misturning(sample: Sample) -> Place | None:
    """The line of the last `play` after which the turn is that of no player."""
    rules, last = sample.subject.rules, sample.path[-1]
    s = sample.subject.follow(sample.path[:-1]).state()
    return changing(lambda: rules.call("play", sample.game.play, s, last), lambda: not 0 <= s.turn < rules.players)


def _is_unfit(s: State) -> bool:
    try:
        s.pack()
    except RuleError:
        return True
    return False


def _misplaced(found: list[Any], most: int) -> bool:
    """Whether the last of some moves is one too many, not a move, or not greater than the one before."""
    *before, last = found
    return len(found) > most or not is_int(last) or not (before[-1] if before else -1) < last <= MAX_MOVE


def _number(item: Any) -> Any:
    """A move, or the outcome of a pair of outcome and probability."""
    return item[0] if isinstance(item, tuple) and item else item
