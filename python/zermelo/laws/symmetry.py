"""A hint about boards that are almost symmetric: a won game, mirrored or turned, should be won as well.

Typical causes are a line that is missing from a table, and a loop that ends one row too early. The moves of won games are
mapped, not their states, so the rules see only positions that can be reached. A symmetry under which a move becomes illegal, or most won
games are not won, is none of this game.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from zermelo.errors import RuleError
from zermelo.laws.evidence import Evidence, Suspicion, hint
from zermelo.laws.result import Hint
from zermelo.laws.samples import Sample
from zermelo.laws.trials import Trial

_FEWEST = 8
"""Won games that a symmetry must be tried on."""
_MOST_MISSED = 0.4
"""If more than this share of the won games is not won after mapping, the game is not meant to be symmetric."""
_SIZES = (("rows", "cols"), ("rows", "columns"), ("height", "width"))


@dataclass(frozen=True)
class Symmetry:
    """What a move becomes under one symmetry of the board."""

    words: str
    image: Callable[[int], int]


def symmetry(evidence: Evidence) -> Hint | None:
    won = sorted(evidence.trials.decided, key=lambda trial: len(trial.path))
    if len(won) < _FEWEST or evidence.game.defines("chances") or len(evidence.game.players) < 2:
        return None
    known = list(symmetries(evidence))
    plies = evidence.plies // max(1, len(known))
    if sum(len(trial.path) for trial in won[:_FEWEST]) > plies:  # too long to try them on enough games
        return None
    for each in known:
        tried = _try(evidence, won, each, plies)
        missed = [(trial, mirrored) for trial, mirrored in tried if mirrored.utilities != trial.utilities]
        if len(tried) >= _FEWEST and 0 < len(missed) <= _MOST_MISSED * len(tried):
            return _told(evidence, each, *missed[0])
    return None


def _try(evidence: Evidence, won: list[Trial], each: Symmetry, plies: int) -> list[tuple[Trial, Sample]]:
    """Won games with their mapped last positions; none if a move becomes illegal."""
    tried: list[tuple[Trial, Sample]] = []
    for trial in won:
        plies -= len(trial.path)
        if plies < 0:
            break
        mirrored = _follow(evidence, trial, each)
        if mirrored is None:
            return []
        tried.append((trial, mirrored))
    return tried


def _told(evidence: Evidence, each: Symmetry, trial: Trial, mirrored: Sample) -> Hint:
    names, subject = evidence.game.players, evidence.subject
    who = " and ".join(names[player] for player in trial.winners)
    told = (
        f"after {' '.join(subject.names(trial.path))} {who} has won, but not after the same moves {each.words}; "
        f"is a line missing, or one too many?"
    )
    return hint(evidence, "symmetry", told, evidence.outcome_rule, evidence.ending(mirrored.packed), mirrored)


def _follow(evidence: Evidence, trial: Trial, each: Symmetry) -> Sample | None:
    """The last position of a game whose moves are mapped; None if one of them is illegal.

    If the mapped game ends sooner, its last position is the one where it ends.
    """
    sample = evidence.subject.start()
    path: tuple[int, ...] = ()
    with suppress(RuleError):
        for move in trial.path:
            if sample.over:
                return sample
            if each.image(move) not in sample.choices:
                return None
            path = (*path, each.image(move))
            sample = Sample(evidence.subject, sample.after(path[-1]), path)
        _ = sample.over
        return sample
    return None


def symmetries(evidence: Evidence) -> Iterator[Symmetry]:
    """The symmetries of a board whose squares are the moves, or of a row of moves."""
    choices = evidence.subject.start().choices
    if choices != tuple(range(len(choices))) or len(choices) < 2:
        return
    size = _size(evidence, len(choices))
    if size is None:
        last = len(choices) - 1
        yield Symmetry("counted from the other end", lambda move: last - move)
        return
    rows, columns = size
    yield Symmetry("mirrored left to right", lambda move: move // columns * columns + columns - 1 - move % columns)
    yield Symmetry("mirrored top to bottom", lambda move: (rows - 1 - move // columns) * columns + move % columns)
    yield Symmetry("turned by half", lambda move: rows * columns - 1 - move)
    if rows == columns:
        yield Symmetry("mirrored at the diagonal", lambda move: move % columns * columns + move // columns)
        yield Symmetry("turned by a quarter", lambda move: move % columns * columns + columns - 1 - move // columns)


def _size(evidence: Evidence, squares: int) -> tuple[int, int] | None:
    """Rows and columns of a board with so many squares: as declared, as named on `self`, or as a square."""
    game = evidence.game
    if not any(field.length == squares for field in game.layout.fields.values()):
        return None
    if game.board is not None and game.board[0] * game.board[1] == squares:
        return game.board
    for names in _SIZES:
        rows, columns = (getattr(game, name, None) for name in names)
        if isinstance(rows, int) and isinstance(columns, int) and rows * columns == squares:
            return rows, columns
    side = math.isqrt(squares)
    return (side, side) if side * side == squares else None


SUSPICIONS = (Suspicion("symmetry", "A won game is not won if its moves are mirrored or turned.", symmetry),)
