"""The laws of a game: what the rules of every game must keep, checked on many positions; and hints at what may be a mistake.

    result = laws.check(MyGame())
    print(result)

A search trusts the rules. If `moves` yields a move twice, or if a rule changes the state that it only reads, nothing crashes: the
search is just wrong sometimes, far from the cause. So each promise is a law, each law is a check of one position, and each broken
law is shown with a shortest list of moves that leads to a position where it breaks, and with the line of the rules that breaks it.

Other mistakes break no promise: a player who never wins, a line that is missing from a table. They are hints.

Read the files in this order:

    law.py         what a law is
    samples.py     positions, and what the rules answer there
    rules.py       the laws of `moves`, `play`, `winner` and the other rules that a game needs
    hiding.py      the laws of `secret`, `hide` and `guess`
    heuristics.py  the laws of `evaluate`, `noisy`, `order`, `playout` and `key`
    display.py     the laws of `show`, `read`, `name`, `parse` and `svg`
    backends.py    the law that native and compiled rules agree with the Python rules
    checker.py     how positions are found, and how examples are made short
    walks.py       random walks into a game
    trials.py      random games, recorded
    wins.py        the law of full boards
    worlds.py      the laws of hiding about the game as a whole
    effects.py     what rules write besides the state
    tracing.py     which line of a rule did it; blame.py knows what to look for
    evidence.py    what hints rest on, and what a hint is
    hints.py       all hints; they are in outcomes.py, symmetry.py, foresight.py, indices.py, sources.py, randomness.py and sight.py
    sight.py       what each player does not see
    printing.py    what rules print
    result.py      the result: one row for each law, a violation for each broken law, and the hints
"""

from collections.abc import Iterator, Sequence

import zermelo.laws.display as display
import zermelo.laws.heuristics as heuristics
import zermelo.laws.hiding as hiding
import zermelo.laws.rules as rules
import zermelo.laws.worlds as worlds
from zermelo.engine.backends import Backend, available
from zermelo.errors import LimitError, ZermeloError
from zermelo.game import HEURISTICS, HIDING, Game
from zermelo.laws.backends import agreement
from zermelo.laws.checker import Checker
from zermelo.laws.effects import Effect, Effects
from zermelo.laws.evidence import Evidence
from zermelo.laws.hints import HINTS, hints
from zermelo.laws.law import Complaint, Law
from zermelo.laws.printing import Printed, swallowed
from zermelo.laws.result import BROKEN, NOT_APPLICABLE, OK, CheckResult, Hint, LawResult, Sight, Violation
from zermelo.laws.samples import FEW, GameUnderTest, Sample
from zermelo.laws.sight import sights
from zermelo.laws.tracing import defined
from zermelo.laws.wins import overlooked

__all__ = [
    "BROKEN",
    "HINTS",
    "NOT_APPLICABLE",
    "OK",
    "CheckResult",
    "Hint",
    "LawResult",
    "Printed",
    "Sight",
    "Violation",
    "check",
    "swallowed",
]
_PLIES = 60
"""Plies that a hint may play for each requested example."""
_BASIC = {"turn", "moves", "chances", "play", "reading", "utilities", "playouts", "turns", "wins"}
"""Where one of these laws is broken, hints from games would only repeat it."""
_HIDING = {*_BASIC, "hide", "views", "own moves", "guess"}
"""Where one of these laws is broken, laws about hiding in the game as a whole are not checked."""
_UNDECIDED = "not decided, because rules depend on more than the state"


def check(
    game: Game, examples: int = 200, seed: int = 0, backends: Sequence[Backend] | None = None, printed: Printed | None = None
) -> CheckResult:
    """Check every law on a game, and look for what may be a mistake. More examples take longer and find more.

    `backends` must agree with the rules in Python; by default, all backends of the game are checked. What rules print is not shown, but
    told in a hint; `printed` is what was printed before, when the game was made.
    """
    if not isinstance(examples, int) or isinstance(examples, bool) or examples < 1:
        raise LimitError(f"invalid number of examples {examples!r}; give a whole number of at least 1")
    with swallowed(printed) as printed:
        try:
            _check_start(game)
            subject = GameUnderTest(game, max(FEW, examples // 4))
        except ZermeloError as error:
            return _undeclared(game, str(error))
        effects = Effects(game)
        asked = (*HEURISTICS, *HIDING) if game.hides else HEURISTICS
        laws = _laws(agreement(available(game, asked) if backends is None else backends))
        checker = Checker(subject, laws, examples, seed)
        checker.run()
        result = _result(checker, laws, effects.find(subject), printed)
        effects.restore()  # hints have asked the rules again
        return result


def _laws(last: Law) -> tuple[Law, ...]:
    """All laws but that of the declaration, in the order of the result."""
    return (*rules.LAWS, *hiding.LAWS, *heuristics.LAWS, *display.LAWS, last)


def _check_start(game: Game) -> None:
    """Refuse a `state` that is not always the same."""
    first, second = game.rules.call("state", game.state), game.rules.call("state", game.state)
    if first != second:
        raise ZermeloError(f"rule `state` of {game} returns another start each time; leave a random set-up to `chances`")


def _result(checker: Checker, laws: Sequence[Law], effects: Sequence[Effect], printed: Printed) -> CheckResult:
    """The laws about the game as a whole, the hints, and a row for each law."""
    subject, game = checker.subject, checker.subject.game
    evidence = Evidence(subject, checker.trials, checker.whole, printed, tuple(effects), checker.seed, _PLIES * checker.examples)
    _blame_effects(checker, effects)
    whole = ((rules.TURNS, _one_sided(checker, evidence)), (rules.WINS, _overlooked(checker, evidence)))
    for law, found in (*whole, *_of_hiding(checker, evidence)):
        if found is not None:
            sample, complaint = found
            sample.complaints[law.name] = complaint
            checker.broken[law.name] = sample
    undecided = _undecided(checker)
    told = hints(evidence, _BASIC.isdisjoint(checker.broken))
    rows = (
        LawResult(law.name, law.says, NOT_APPLICABLE, _UNDECIDED)
        if law.name in undecided
        else _row(game, law, checker.broken.get(law.name))
        for law in laws
    )
    return CheckResult(
        str(game), checker.checked, (LawResult(rules.DECLARATION.name, rules.DECLARATION.says, OK), *rows), told, sights(evidence)
    )


def _one_sided(checker: Checker, evidence: Evidence) -> tuple[Sample, Complaint] | None:
    """What is wrong if only one player ever moves; games that do not end, or where moves run out, are a consequence of it."""
    if not (_BASIC - {"moves", "playouts"}).isdisjoint(checker.broken):
        return None
    found = rules.one_sided(evidence)
    for name in ("moves", "playouts"):
        if found is not None and name in checker.broken and not _raised(checker, name):
            del checker.broken[name]
    return found


def _overlooked(checker: Checker, evidence: Evidence) -> tuple[Sample, Complaint] | None:
    return overlooked(evidence) if _BASIC.isdisjoint(checker.broken) else None


def _of_hiding(checker: Checker, evidence: Evidence) -> Iterator[tuple[Law, tuple[Sample, Complaint] | None]]:
    if evidence.game.hides and _HIDING.isdisjoint(checker.broken):
        nodes = worlds.whole_tree(evidence.subject.rules)
        yield hiding.LEAK, worlds.leak(evidence, nodes)
        yield hiding.WORLDS, worlds.misguessed(evidence, nodes)


def _blame_effects(checker: Checker, effects: Sequence[Effect]) -> None:
    """Break the law of the rule that keeps something besides the state."""
    effect = next((effect for effect in effects if effect.depends is not None), None)
    if effect is None or effect.depends is None:
        return
    for name in ("play", "reading"):
        if name in checker.broken and not _raised(checker, name):
            del checker.broken[name]
    sample, rule = effect.depends
    writer = f"rule `{effect.rule}` of {checker.subject.game} writes" if effect.rule else "a rule writes"
    told = f"{writer} to {effect.target}, and what `{rule}` answers depends on it; keep it in the state instead"
    law = "play" if effect.rule == "play" else "reading"
    sample.complaints[law] = Complaint(told, effect.rule or rule, where=lambda: effect.place)
    checker.broken[law] = sample


def _undecided(checker: Checker) -> set[str]:
    """The laws that cannot be judged: where rules depend on more than the state, or change it, answers mean little."""
    wavering = [name for name in ("play", "reading") if name in checker.broken and not _failed(checker, name)]
    return {name for name in checker.broken if wavering and name not in (*wavering, "turn") and not _raised(checker, name)}


def _failed(checker: Checker, law: str) -> bool:
    complaint = checker.broken[law].complaints[law]
    return complaint is not None and complaint.failed


def _raised(checker: Checker, law: str) -> bool:
    """Whether a law is broken by an exception in the rules."""
    complaint = checker.broken[law].complaints[law]
    return complaint is not None and complaint.failed and complaint.where() is not None


def _undeclared(game: Game, message: str) -> CheckResult:
    """The result for a game whose declaration is wrong, so that no other law can be checked."""
    first = rules.DECLARATION
    violation = Violation(first.name, message, (), "", "state", defined(game, "state"))
    broken = LawResult(first.name, first.says, BROKEN, violation=violation)
    why = "not checked, because the declaration is broken"
    rest = (LawResult(law.name, law.says, NOT_APPLICABLE, why) for law in _laws(agreement(())))
    return CheckResult(str(game), 0, (broken, *rest))


def _row(game: Game, law: Law, sample: Sample | None) -> LawResult:
    if sample is not None:
        complaint = sample.complaints[law.name]
        assert complaint is not None
        moves = sample.subject.names(sample.path)
        place = law.locate(sample, complaint)
        violation = Violation(law.name, complaint.message, moves, sample.text(), complaint.rule, place)
        return LawResult(law.name, law.says, BROKEN, violation=violation)
    reason = law.exempt(game)
    return LawResult(law.name, law.says, NOT_APPLICABLE if reason else OK, reason)
