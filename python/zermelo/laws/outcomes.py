"""Hints from random games: who never moves, who never wins, what never changes, where there is nothing to choose."""

import dis
from collections.abc import Iterable
from types import CodeType

from zermelo.errors import Place, RuleError
from zermelo.game import CHANCE, DRAW
from zermelo.game.places import place
from zermelo.laws.evidence import Evidence, Suspicion, hint
from zermelo.laws.result import Hint
from zermelo.laws.samples import Sample
from zermelo.laws.trials import Trial
from zermelo.report import count
from zermelo.score import counted

_FEW, _MANY = 10, 20
"""Games that suffice for a hint: about every game, and about one of several results."""
_PLIES = 100


def player(evidence: Evidence) -> Hint | None:
    """A player who never moves, though others take turns."""
    trials, names = evidence.trials, evidence.game.players
    idle = [name for number, name in enumerate(names) if not trials.moves[number]]
    if not idle or len(names) == 1 or len(trials) < _FEW or trials.longest == 0 or evidence.subject.start().over:
        return None
    told = f"{_and(idle)} never moved in {len(trials)} random games; does the turn come round to every player?"
    return hint(evidence, "player", told, "to_move" if evidence.game.defines("to_move") else "play")


def winner(evidence: Evidence) -> Hint | None:
    """A player who never wins, or a game that nobody wins."""
    trials, names = evidence.trials, evidence.game.players
    if len(names) == 1 or len(trials.finished) < _MANY or _has_points(evidence):
        return None
    rule = evidence.outcome_rule if evidence.outcome_rule == "winner" else "utility"
    wins = [sum(number in trial.winners for trial in trials.decided) for number in range(len(names))]
    if not trials.decided:
        if len({trial.utilities for trial in trials.finished}) > 1:  # all win or lose together
            return None
        told = f"all {len(trials.finished)} random games were drawn; can a player win at all?"
        return hint(evidence, "winner", told, rule, _ending(evidence, trials.finished[:1]))
    losers = [name for number, name in enumerate(names) if not wins[number]]
    if not losers or len(trials.decided) < _MANY:
        return None
    others = ", ".join(f"{name} won {wins[number]}" for number, name in enumerate(names) if wins[number])
    told = f"{_and(losers)} never won in {len(trials.finished)} random games ({others}); is that right?"
    return hint(evidence, "winner", told, rule, _ending(evidence, trials.decided[:1]))


def last_move(evidence: Evidence) -> Hint | None:
    """The player who just moved never wins: `winner` names the wrong player, or sees a win one move too late."""
    decided = [trial for trial in evidence.trials.decided if trial.last_mover != CHANCE]
    if len(decided) < _FEW or _has_points(evidence) or any(trial.last_mover in trial.winners for trial in decided):
        return None
    told = (
        f"the player who made the last move lost in all {len(decided)} decided games; "
        "if a move can win, name the player who made it, who is no longer the player to move"
    )
    first = min(decided, key=lambda trial: len(trial.path))
    sample = Sample(evidence.subject, first.states[-1], first.path)
    return hint(evidence, "last move", told, evidence.outcome_rule, _ending(evidence, [first]), sample)


def start(evidence: Evidence) -> Hint | None:
    """A game that is over before it begins, or always after one move."""
    first, trials, rule = evidence.subject.start(), evidence.trials, evidence.outcome_rule
    if first.over:
        told = f"the game is over at the start: rule `{rule}` says that {_result(evidence, first)}"
        return hint(evidence, "start", told, rule, evidence.ending(first.packed), first)
    if len(trials.finished) < _FEW or trials.longest != 1:
        return None
    told = f"all {len(trials.finished)} random games ended with the first move"
    return hint(evidence, "start", told, rule, _ending(evidence, trials.finished[:1]))


def early_draw(evidence: Evidence) -> Hint | None:
    """A board that is called full one square too early."""
    drawn = [trial for trial in evidence.trials.finished if trial.drawn]
    if len(drawn) < _FEW or len(evidence.game.players) == 1:
        return None
    for name, declared in evidence.game.layout.fields.items():
        start = declared.values()
        if not isinstance(start, list) or len(set(start)) > 1:
            continue
        ends = [evidence.game.layout.unpack(trial.states[-1]) for trial in drawn]
        empty = {getattr(s, name).count(start[0]) for s in ends}
        number = min(empty)
        if len(empty) == 1 and 0 < number <= max(2, len(start) // 8) and len(start) > 4 * number:
            told = f"all {len(drawn)} drawn games ended with {counted(number, 'entry', 'entries')} of `{name}` empty; is the board full then?"
            at = Sample(evidence.subject, drawn[0].states[-1], drawn[0].path)
            return hint(evidence, "early draw", told, evidence.outcome_rule, _ending(evidence, drawn[:1]), at)
    return None


def choice(evidence: Evidence) -> Hint | None:
    """A game in which there is never anything to choose."""
    if evidence.trials.longest < 2:
        return None
    asked = 0
    for sample in evidence.subject.samples.values():
        try:
            if sample.player != CHANCE and not sample.over:
                asked += 1
                if len(sample.choices) > 1:
                    return None
        except RuleError:
            return None
    told = f"no position has more than one move, in {asked} positions; does `moves` return too early?"
    return hint(evidence, "choice", told, "moves") if asked >= 2 else None


def same_move(evidence: Evidence) -> Hint | None:
    """Moves that make no difference."""
    notes = evidence.subject.notes
    if notes.equal is not None:
        sample, one, other = notes.equal
        told = f"moves {sample.name(one)} and {sample.name(other)} lead to the same state; should one of them be illegal?"
        return hint(evidence, "same move", told, "play", at=sample)
    if notes.idle is not None:
        sample, one = notes.idle
        told = f"move {sample.name(one)} changes nothing, not even the turn; searches will repeat it"
        return hint(evidence, "same move", told, "play", at=sample)
    return None


def field(evidence: Evidence) -> Hint | None:
    """A field that never changes, or an entry of a row that never changes where all others do."""
    trials, fields = evidence.trials, evidence.game.layout.fields
    if sum(trials.moves.values()) < _PLIES or len(trials.finished) < _FEW:
        return None
    least = min(evidence.subject.start().choices, default=0)  # rows may be counted from 1, as moves are
    for name, declared in fields.items():
        changed = trials.changed[name]
        if name == "turn" and len(evidence.game.players) == 1:
            continue
        if not changed:
            told = f"field `{name}` never changed in {count(sum(trials.moves.values()))} moves; does `play` forget it?"
            return hint(evidence, "field", told, "play")
        values = declared.values()
        if isinstance(values, list) and min(changed.values()) >= len(trials) * 0.3:
            usual = values[next(iter(changed))]
            never = [at for at, value in enumerate(values) if at not in changed and value == usual and at >= least]
            if 0 < len(never) <= len(changed) / 2:
                told = f"{_entries(name, never)} never changed, though each other entry did in many games; does `moves` leave it out?"
                return hint(evidence, "field", told, "moves")
    return None


def chances(evidence: Evidence) -> Hint | None:
    """Rules for dice that are never rolled."""
    if not evidence.game.defines("chances") or evidence.trials.moves[CHANCE] or len(evidence.trials.finished) < _FEW:
        return None
    told = f"chance never moved in {len(evidence.trials)} random games; `to_move` must return CHANCE where `chances` decides"
    return hint(evidence, "chances", told, "to_move")


def bounds(evidence: Evidence) -> Hint | None:
    """Bounds that utilities never come near, so that no search knows a win when it sees one."""
    rules, finished = evidence.subject.rules, evidence.trials.finished
    if rules.has_winner or not rules.zero_sum or len(finished) < _FEW:
        return None
    most = max(abs(value) for trial in finished for value in trial.utilities or ())
    widest = max(-rules.bounds[0], rules.bounds[1])
    if most > widest / 4:
        return None
    told = (
        f"utilities stayed between {-most:g} and {most:g} in {len(finished)} random games, far from bounds = {evidence.game.bounds}; "
        "only a utility at a bound counts as a win or a loss"
    )
    return hint(evidence, "bounds", told, "utility")


def draw(evidence: Evidence) -> Hint | None:
    """A draw that no game can reach. Told only if all positions were seen."""
    line = _line_of(evidence, "DRAW") if evidence.whole and evidence.subject.rules.has_winner else None
    if line is None or any(
        sample.utilities == (0.0,) * len(evidence.game.players) for sample in evidence.subject.samples.values()
    ):
        return None
    told = f"rule `winner` can return DRAW, but none of the {len(evidence.subject.samples)} positions of the game is drawn"
    return hint(evidence, "draw", told, "winner", line)


def _has_points(evidence: Evidence) -> bool:
    """Whether the game has more results than wins and draws."""
    return len({trial.utilities for trial in evidence.trials.finished}) > len(evidence.game.players) + 1


def _line_of(evidence: Evidence, name: str) -> Place | None:
    """The line of `winner` that uses a name."""
    code: CodeType | None = getattr(evidence.game.winner, "__code__", None)
    if code is None:
        return None
    line = 0
    for step in dis.get_instructions(code):
        line = step.starts_line or line
        if step.argval == name:
            return place(code.co_filename, line)
    return None


def _ending(evidence: Evidence, trials: Iterable[Trial]) -> Place | None:
    """The line that decides the first of some games."""
    return next((evidence.ending(trial.states[-1]) for trial in trials), None)


def _result(evidence: Evidence, sample: Sample) -> str:
    utilities = sample.utilities or ()
    best = [name for name, value in zip(evidence.game.players, utilities, strict=True) if value == max(utilities)]
    return (
        f"{best[0]} has won"
        if len(best) == 1 < len(utilities)
        else f"it is a draw (DRAW is {DRAW})"
        if len(best) > 1
        else "it ended"
    )


def _entries(name: str, numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:4])) + (" and others" if len(numbers) > 4 else "")
    return f"entr{'ies' if len(numbers) > 1 else 'y'} {shown} of `{name}`"


def _and(names: list[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


SUSPICIONS = (
    Suspicion("start", "The game is over at the start, or always after one move.", start, explains=True),
    Suspicion("choice", "No position has more than one move.", choice, explains=True),
    Suspicion("player", "A player never moves.", player),
    Suspicion("winner", "A player never wins, or all games are drawn.", winner),
    Suspicion("last move", "The player who makes the last move never wins.", last_move),
    Suspicion("draw", "`winner` can return DRAW, but no position of the game is drawn.", draw),
    Suspicion("same move", "Two moves of one position lead to the same state, or a move changes nothing.", same_move),
    Suspicion("early draw", "Drawn games leave a square or two of the board empty.", early_draw),
    Suspicion("field", "A field, or an entry of a row, never changes.", field),
    Suspicion("chances", "The game has `chances`, but chance never moves.", chances),
    Suspicion("bounds", "Utilities stay far from `bounds`, so that nothing counts as a win.", bounds),
)
