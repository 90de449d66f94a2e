"""The laws of a game: what every game promises, checked on positions of yours.

    verdict = laws.check(MyGame())
    print(verdict)

A search trusts the rules it is given. If `moves` yields a move twice, if `key` takes two positions for one, or if asking
a rule changes the state, nothing crashes: the search is just wrong, now and then, far from the cause. So each promise is
a law, each law a property that is tried on many positions, and each broken law is shown with the shortest list of moves
that leads to where it breaks.

    verdict.py      what comes out: a ruling for each law, a violation for each broken one
    subject.py      positions, and what the rules answer there
    law.py          what a law is
    rules.py     the laws of `moves play winner ...`
    heuristics.py     the laws of `evaluate noisy order key`
    display.py     the laws of `show read name parse svg`
    backends.py  the law that compiled and native rules agree with the Python ones
    trial.py        how positions are found, and examples made short
    walks.py        random walks into a game
"""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.engine.backends import Backend, available
from zermelo.errors import GameError, LimitError, ZermeloError
from zermelo.game import grid
from zermelo.game.protocol import Game
from zermelo.laws import display, heuristics, rules
from zermelo.laws.backends import agreement
from zermelo.laws.checker import Checker
from zermelo.laws.law import Law
from zermelo.laws.result import BROKEN, NOT_APPLICABLE, OK, CheckResult, LawResult, Violation
from zermelo.laws.samples import GameUnderTest, Sample

__all__ = ["BROKEN", "NOT_APPLICABLE", "OK", "CheckResult", "LawResult", "Violation", "check"]


def check(game: Game, examples: int = 200, seed: int = 0, backends: Sequence[Backend] | None = None) -> CheckResult:
    """Try every law on a game; more examples take longer and find more.

    `backends` are the ones that have to agree with the rules; all that the game has when none are given.
    """
    if not isinstance(examples, int) or isinstance(examples, bool) or examples < 1:
        raise LimitError(f"examples={examples!r} is no number of examples: give a whole number of at least 1")
    try:
        subject = _declared(game)
    except ZermeloError as error:
        return _undeclared(game, str(error))
    laws = (*rules.LAWS, *heuristics.LAWS, *display.LAWS, agreement(available(game) if backends is None else backends))
    trial = Checker(subject, laws, examples, seed)
    trial.run()
    rulings = (_ruling(game, law, trial.broken.get(law.name)) for law in laws)
    return CheckResult(str(game), trial.judged, (LawResult(rules.DECLARATION.name, rules.DECLARATION.says, OK), *rulings))


def _declared(game: Game) -> GameUnderTest:
    """A subject for a game that has all it needs; raises the reason otherwise."""
    subject = GameUnderTest(game)
    if game.board is not None and not grid.has_grid(game):
        raise GameError(f"{game} has board = {game.board!r}, but no field `cells` with one number for each square of it")
    return subject


def _undeclared(game: Game, message: str) -> CheckResult:
    """The verdict on a game whose declaration is so wrong that nothing else can be tried."""
    first = rules.DECLARATION
    broken = LawResult(first.name, first.says, BROKEN, violation=Violation(first.name, message, (), ""))
    others = (*rules.LAWS, *heuristics.LAWS, *display.LAWS, agreement(()))
    rest = (LawResult(law.name, law.says, NOT_APPLICABLE, "not tried, for the declaration is broken") for law in others)
    return CheckResult(str(game), 0, (broken, *rest))


def _ruling(game: Game, law: Law, sample: Sample | None) -> LawResult:
    if sample is not None:
        message = sample.complaints[law.name]
        assert message is not None
        moves = sample.subject.names(sample.path)
        return LawResult(law.name, law.says, BROKEN, violation=Violation(law.name, message, moves, sample.text()))
    reason = law.exempt(game)
    return LawResult(law.name, law.says, NOT_APPLICABLE if reason else OK, reason)
