"""The laws of rules: what `state`, `moves`, `play`, `winner`, `over`, `utility`, `to_move` and `chances` promise."""

from functools import partial
from itertools import islice

from zermelo.errors import RuleError
from zermelo.game import CHANCE, Game, Rules, State
from zermelo.laws.law import Law, needs
from zermelo.laws.samples import DISPLAY_RULES, Question, Sample, Unanswered
from zermelo.report import plain


def choices(sample: Sample) -> str | None:
    """Ask for the legal moves; `Rules` checks the answer."""
    _ = sample.choices
    return None


def ends(sample: Sample) -> str | None:
    """Ask for the utilities; `Rules` checks the answer."""
    _ = sample.utilities
    return None


def play(sample: Sample) -> str | None:
    if sample.over:
        return None
    s = sample.state()
    # Ask in the order of a search, to detect a rule that keeps a reference to an earlier state.
    sample.ask(sample.source, state=s)
    if sample.difference(s) is not None:  # the law `reading` reports this
        return None
    first = {move: sample.ask("play", move, state=s).pack() for move in sample.choices}
    again = {move: sample.ask("play", move, state=s).pack() for move in reversed(sample.choices)}
    difference = sample.difference(s)
    if difference is not None:
        return f"rule `play` of {sample.game} changes the state it plays from: {difference}; it must change only its copy"
    for move, packed in first.items():
        if packed != again[move]:
            gap = Sample(sample.subject, packed).difference(sample.game.layout.unpack(again[move]))
            return (
                f"rule `play` of {sample.game} plays move {move} differently the second time: {gap}; "
                "it must depend only on the state and the move"
            )
    return None


def reading(sample: Sample) -> str | None:
    display: list[Question] = [("show", [()]), ("name", [(choice,) for choice in sample.choices])]
    labels = {"utilities": "winner" if sample.subject.rules.has_winner else "over` or `utility"}
    for rule, arguments in (*sample.questions(), *display):
        s, label = sample.state(), labels.get(rule, rule)
        try:
            first = [sample.ask(rule, *each, state=s) for each in arguments]
            difference = sample.difference(s)
            if difference is not None:
                return f"rule `{label}` of {sample.game} changes the state: {difference}; only `play` may do so"
            again = first if rule in DISPLAY_RULES else [sample.ask(rule, *each, state=s) for each in arguments]
        except RuleError:  # the law of that rule reports this
            continue
        for before, after in zip(first, again, strict=True):
            if before != after:
                return (
                    f"rule `{label}` of {sample.game} returns {before!r}, and {after!r} the second time; "
                    "it must depend only on the state"
                )
    return None


def out_of_turn(sample: Sample) -> str | None:
    if stays_in_turn(sample.game) or sample.player == CHANCE or not sample.choices:
        return None
    for other in range(sample.subject.rules.players):
        if other == sample.player:
            continue
        s = sample.state()
        s.turn = other
        try:
            if sample.ask("to_move", state=s) != other:
                return _refusal(sample, other, "rule `to_move` still returns another player")
            sample.subject.ask("moves out of turn", sample.packed, partial(_moves_or_none, sample.subject.rules, s))
        except Unanswered:
            return None
        except RuleError as error:
            return _refusal(sample, other, str(error))
    return None


def _moves_or_none(rules: Rules, s: State) -> list[int]:
    """Legal moves; a player who is not to move need not have any."""
    some = rules.call("moves", lambda: list(islice(rules.game.moves(s), 1)), state=s)
    return rules.moves(s) if some else []


def _refusal(sample: Sample, other: int, reason: str) -> str:
    advice = "set out_of_turn = False if moves make no sense out of turn"
    return f"with `turn` set to {sample.game.players[other]}, {reason}; {advice}"


def stays_in_turn(game: Game) -> str:
    """Why moves cannot be asked for out of turn; empty if they can."""
    turn = game.layout.fields.get("turn")
    if len(game.players) == 1:
        return "there is only one player"
    if not game.out_of_turn:
        return "the game has out_of_turn = False"
    if turn is None or turn.length is not None:
        return "the state has no field `turn`"
    return ""


_ADVICE = "make the result depend on the board alone, or set out_of_turn = False"


def ends_out_of_turn(sample: Sample) -> str | None:
    """Best-reply search skips players, so it asks whether the game is over with `turn` set to another player."""
    if ends_in_turn(sample.game) or sample.player == CHANCE:
        return None
    here = sample.utilities
    for other in range(sample.subject.rules.players):
        s = sample.state()
        s.turn = other
        try:
            there = sample.subject.ask("ends out of turn", sample.packed, partial(sample.subject.rules.utilities, s))
        except Unanswered:
            return None
        except RuleError as error:
            return f"with `turn` set to {sample.game.players[other]}, {error}; {_ADVICE}"
        if there != here:
            scores = "over" if there is None or here is None else "utility"
            rule = "winner" if sample.subject.rules.has_winner else scores
            return (
                f"with `turn` set to {sample.game.players[other]}, rule `{rule}` of {sample.game} says that {_ending(there)}, "
                f"but with {sample.game.players[sample.player]} to move that {_ending(here)}; {_ADVICE}"
            )
    return None


def _ending(utilities: tuple[float, ...] | None) -> str:
    return "the game goes on" if utilities is None else f"it is over with {tuple(map(plain, utilities))}"


def ends_in_turn(game: Game) -> str:
    """Why the end is not asked for out of turn; empty if it is."""
    reason = stays_in_turn(game)
    if not reason and len(game.players) == 2:
        return "with two players, no player is skipped"
    return reason or ("the game defines `to_move`" if game.defines("to_move") else "")


DECLARATION = Law("declaration", "The game has the rules that it needs, and `state` declares its fields.")
PLAYOUTS = Law("playouts", "Random games from the start end.")
LAWS = (
    Law("turn", "`to_move` returns a player or CHANCE, even when the game is over.", owns=("to_move",)),
    Law(
        "moves",
        "`moves` yields whole numbers from 0 in ascending order, at most `max_moves` of them, at least one unless the game is over.",
        choices,
        owns=("moves",),
    ),
    Law(
        "chances",
        "`chances` yields outcomes in ascending order, whose probabilities add up to 1.",
        choices,
        ("chances",),
        needs("chances"),
    ),
    Law(
        "play",
        "`play` does not change the state it plays from, and returns the same valid state every time.",
        play,
        owns=("play",),
    ),
    Law("reading", "All other rules only read: they do not change the state, and return the same every time.", reading),
    Law(
        "utilities",
        "`winner`, or `over` and `utility`, return valid values, and utilities add up to 0 in a zero-sum game.",
        ends,
        owns=("winner", "over", "utility"),
    ),
    PLAYOUTS,
    Law("out of turn", "`moves` works for every player when `turn` is set to that player.", out_of_turn, exempt=stays_in_turn),
    Law(
        "ends",
        "With more than two players, the end of the game does not depend on `turn`.",
        ends_out_of_turn,
        exempt=ends_in_turn,
    ),
)
