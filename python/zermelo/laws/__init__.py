"""The laws of a game: what the rules of every game must keep, checked on many positions.

    result = laws.check(MyGame())
    print(result)

A search trusts the rules. If `moves` yields a move twice, or if a rule changes the state that it only reads, nothing crashes: the
search is just wrong sometimes, far from the cause. So each promise is a law, each law is a check of one position, and each broken
law is shown with a shortest list of moves that leads to a position where it breaks.

Read the files in this order:

    law.py         what a law is
    samples.py     positions, and what the rules answer there
    rules.py       the laws of `moves`, `play`, `winner` and the other rules that a game needs
    heuristics.py  the laws of `evaluate`, `noisy`, `order`, `playout` and `key`
    display.py     the laws of `show`, `read`, `name`, `parse` and `svg`
    backends.py    the law that native and compiled rules agree with the Python rules
    checker.py     how positions are found, and how examples are made short
    walks.py       random walks into a game
    result.py      the result: one row for each law, and a violation for each broken law
"""

from collections.abc import Sequence

from zermelo.engine.backends import Backend, available
from zermelo.errors import LimitError, ZermeloError
from zermelo.game import Game
from zermelo.laws import display, heuristics, rules
from zermelo.laws.backends import agreement
from zermelo.laws.checker import Checker
from zermelo.laws.law import Law
from zermelo.laws.result import BROKEN, NOT_APPLICABLE, OK, CheckResult, LawResult, Violation
from zermelo.laws.samples import GameUnderTest, Sample

__all__ = ["BROKEN", "NOT_APPLICABLE", "OK", "CheckResult", "LawResult", "Violation", "check"]


def check(game: Game, examples: int = 200, seed: int = 0, backends: Sequence[Backend] | None = None) -> CheckResult:
    """Check every law on a game. More examples take longer and find more.

    `backends` must agree with the rules in Python; by default, all backends of the game are checked.
    """
    if not isinstance(examples, int) or isinstance(examples, bool) or examples < 1:
        raise LimitError(f"invalid number of examples {examples!r}; give a whole number of at least 1")
    try:
        subject = GameUnderTest(game)
    except ZermeloError as error:
        return _undeclared(game, str(error))
    laws = (*rules.LAWS, *heuristics.LAWS, *display.LAWS, agreement(available(game) if backends is None else backends))
    checker = Checker(subject, laws, examples, seed)
    checker.run()
    results = (_row(game, law, checker.broken.get(law.name)) for law in laws)
    return CheckResult(str(game), checker.checked, (LawResult(rules.DECLARATION.name, rules.DECLARATION.says, OK), *results))


def _undeclared(game: Game, message: str) -> CheckResult:
    """The result for a game whose declaration is wrong, so that no other law can be checked."""
    first = rules.DECLARATION
    broken = LawResult(first.name, first.says, BROKEN, violation=Violation(first.name, message, (), ""))
    others = (*rules.LAWS, *heuristics.LAWS, *display.LAWS, agreement(()))
    rest = (LawResult(law.name, law.says, NOT_APPLICABLE, "not checked, because the declaration is broken") for law in others)
    return CheckResult(str(game), 0, (broken, *rest))


def _row(game: Game, law: Law, sample: Sample | None) -> LawResult:
    if sample is not None:
        message = sample.complaints[law.name]
        assert message is not None
        moves = sample.subject.names(sample.path)
        return LawResult(law.name, law.says, BROKEN, violation=Violation(law.name, message, moves, sample.text()))
    reason = law.exempt(game)
    return LawResult(law.name, law.says, NOT_APPLICABLE if reason else OK, reason)
