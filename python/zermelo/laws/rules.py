"""The laws of rules: what `state`, `moves`, `play`, `winner`, `over`, `utility`, `to_move` and `chances` promise."""

from functools import partial
from itertools import combinations, islice
from typing import Any

from zermelo.errors import Place, RuleError
from zermelo.game import CHANCE, Game, Rules, State
from zermelo.laws.evidence import Evidence
from zermelo.laws.law import Complaint, Law, needs
from zermelo.laws.randomness import first_use
from zermelo.laws.samples import DISPLAY_RULES, Question, Sample, Unanswered
from zermelo.laws.tracing import answering, changing, defined
from zermelo.report import plain


def choices(sample: Sample) -> Complaint | None:
    """Ask for the legal moves; `Rules` checks the answer."""
    _ = sample.choices
    return None


def ends(sample: Sample) -> Complaint | None:
    """Ask for the utilities; `Rules` checks the answer, but takes True and False for numbers."""
    utilities, rules, game = sample.utilities, sample.subject.rules, sample.game
    if rules.has_winner:
        answer = rules.call("winner", game.winner, sample.state())
        if isinstance(answer, bool):
            told = f"rule `winner` of {game} answered {answer}; return the number of the player who has won, DRAW or ONGOING"
            return Complaint(told, "winner", where=lambda: answering(lambda: game.winner(sample.state())))
    for one, other in combinations(range(rules.players if game.teams and utilities else 0), 2):
        if utilities is not None and game.teams[one] == game.teams[other] and utilities[one] != utilities[other]:
            told = (
                f"rule `utility` of {game} gives {utilities[one]:g} to {game.players[one]} and {utilities[other]:g} to "
                f"{game.players[other]}, who are a team; team-mates must get the same"
            )
            return Complaint(told, "winner" if rules.has_winner else "utility", (one,))
    return None


def play(sample: Sample) -> Complaint | None:
    if sample.over:
        return None
    s = sample.state()
    # Ask in the order of a search, to detect a rule that keeps a reference to an earlier state.
    sample.ask(sample.source, state=s)
    if sample.difference(s) is not None:  # the law `reading` reports this
        return None
    first = {move: sample.ask("play", move, state=s).pack() for move in sample.some}
    again = {move: sample.ask("play", move, state=s).pack() for move in reversed(sample.some)}
    difference = sample.difference(s)
    if difference is not None:
        told = f"rule `play` of {sample.game} changes the state it plays from: {difference}; it must change only its copy"
        return Complaint(told, "play", where=lambda: defined(sample.game, "play"))
    for move, packed in first.items():
        if packed != again[move]:
            gap = Sample(sample.subject, packed).difference(sample.game.layout.unpack(again[move]))
            told = (
                f"rule `play` of {sample.game} plays move {move} differently the second time: {gap}; "
                "it must depend only on the state and the move"
            )
            return Complaint(told, "play", where=lambda: first_use(sample.game, "play"))
    sample.subject.notes.add_plays(sample, first)
    return _stuck(sample) if all(packed == sample.packed for packed in first.values()) else None


def _stuck(sample: Sample) -> Complaint | None:
    """The complaint about a `play` that changes nothing, whatever is played."""
    game, move = sample.game, sample.choices[0]
    returned = sample.subject.rules.call("play", game.play, sample.state(), move)
    if returned is not None:
        told = f"rule `play` of {game} returns {_named(returned)} and leaves `s` as it was; change `s` itself and return nothing"
        return Complaint(told, "play", (move,))
    told = f"rule `play` of {game} changes nothing, whatever is played; write the move to `s`, and pass the turn"
    return Complaint(told, "play", where=lambda: defined(game, "play"))


def _named(value: object) -> str:
    return "another state" if isinstance(value, State) else f"a {type(value).__name__}"


def reading(sample: Sample) -> Complaint | None:
    game = sample.game
    display: list[Question] = [("show", [()]), ("name", [(choice,) for choice in sample.some])]
    for rule, arguments in (*sample.questions(), *display):
        s, label = sample.state(), sample.label(rule)
        ask = partial(_ask_all, sample, rule, arguments, s)
        try:
            first = ask()
            difference = sample.difference(s)
            if difference is not None:
                told = f"rule `{label}` of {game} changes the state: {difference}; only `play` may do so"
                return Complaint(told, label, where=partial(_changing, sample, rule, arguments))
            again = first if rule in DISPLAY_RULES else ask()
        except RuleError:  # the law of that rule reports this
            continue
        for before, after, each in zip(first, again, arguments, strict=True):
            if before != after:
                told = f"rule `{label}` of {game} returns {before!r}, and {after!r} the second time; it must depend only on the state"
                return Complaint(told, label.partition("`")[0], each, where=partial(first_use, game, label.partition("`")[0]))
    return None


def _ask_all(sample: Sample, rule: str, arguments: list[tuple[int, ...]], s: State) -> list[Any]:
    return [sample.ask(rule, *each, state=s) for each in arguments]


def _changing(sample: Sample, rule: str, arguments: list[tuple[int, ...]]) -> Place | None:
    """The line of a rule that changes the state."""
    s = sample.state()
    return changing(lambda: _ask_all(sample, rule, arguments, s), lambda: sample.difference(s) is not None)


def out_of_turn(sample: Sample) -> Complaint | None:
    if stays_in_turn(sample.game) or sample.player == CHANCE or not sample.choices:
        return None
    for other in range(sample.subject.rules.players):
        if other == sample.player:
            continue
        s = sample.state()
        s.turn = other
        try:
            if sample.ask("to_move", state=s) != other:
                return _refusal(sample, other, "rule `to_move` still returns another player", "to_move")
            sample.subject.ask("moves out of turn", sample.packed, partial(_moves_or_none, sample.subject.rules, s))
        except Unanswered:
            return None
        except RuleError as error:
            return _refusal(sample, other, str(error), error.rule, error.place)
    return None


def _moves_or_none(rules: Rules, s: State) -> list[int]:
    """Legal moves; a player who is not to move need not have any."""
    some = rules.call("moves", lambda: list(islice(rules.game.moves(s), 1)), state=s)
    return rules.moves(s) if some else []


def _refusal(sample: Sample, other: int, reason: str, rule: str, place: Place | None = None) -> Complaint:
    advice = "set out_of_turn = False if moves make no sense out of turn"
    told = f"with `turn` set to {sample.game.players[other]}, {reason}; {advice}"
    return Complaint(told, rule, where=lambda: place or defined(sample.game, rule))


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


def deals_first(sample: Sample) -> Complaint | None:
    """Searches without chance take a game whose chance only deals first; they would not know what to do with chance later."""
    if not sample.game.chance_first:
        return None
    for move in sample.moves:
        after = sample.subject.game.layout.unpack(sample.after(move))
        if sample.ask("utilities", state=after) is None and sample.ask("to_move", state=after) == CHANCE:
            told = (
                f"`chance_first` of {sample.game} is True, but chance moves after {sample.name(move)} of "
                f"{sample.game.players[sample.player]}; set it to False"
            )
            return Complaint(told, "to_move", where=lambda: defined(sample.game, "to_move"))
    return None


_ADVICE = "make the result depend on the board alone, or set out_of_turn = False"


def ends_out_of_turn(sample: Sample) -> Complaint | None:
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
            found = error.place
            return Complaint(
                f"with `turn` set to {sample.game.players[other]}, {error}; {_ADVICE}",
                error.rule,
                where=lambda: found,  # noqa: B023
            )
        if there != here:
            scores = "over" if there is None or here is None else "utility"
            rule = "winner" if sample.subject.rules.has_winner else scores
            told = (
                f"with `turn` set to {sample.game.players[other]}, rule `{rule}` of {sample.game} says that {_ending(there)}, "
                f"but with {sample.game.players[sample.player]} to move that {_ending(here)}; {_ADVICE}"
            )
            return Complaint(told, rule, where=partial(answering, partial(sample.subject.rules.utilities, s)))
    return None


def _ending(utilities: tuple[float, ...] | None) -> str:
    return "the game goes on" if utilities is None else f"it is over with {tuple(map(plain, utilities))}"


def ends_in_turn(game: Game) -> str:
    """Why the end is not asked for out of turn; empty if it is."""
    reason = stays_in_turn(game)
    if not reason and len(game.players) == 2:
        return "with two players, no player is skipped"
    return reason or ("the game defines `to_move`" if game.defines("to_move") else "")


def one_sided(evidence: Evidence) -> tuple[Sample, Complaint] | None:
    """The start of a game in which only one player ever moves."""
    trials, game = evidence.trials, evidence.game
    movers = [player for player in trials.moves if player != CHANCE]
    if len(game.players) == 1 or len(movers) != 1 or trials.longest < 2:
        return None
    rule = "to_move" if game.defines("to_move") and trials.changed.get("turn", True) else "play"
    name = game.players[movers[0]]
    told = (
        f"only {name} ever moves: after each of {trials.moves[movers[0]]} moves in random games of {game} it is {name}'s turn again; "
        f"pass the turn in `play`, or name only one player in `players`"
    )
    return evidence.subject.start(), Complaint(told, rule, where=lambda: defined(game, rule))


DECLARATION = Law("declaration", "The game has the rules that it needs, and `state` declares its fields.")
PLAYOUTS = Law("playouts", "Random games from the start end.")
TURNS = Law(
    "turns",
    "The turn passes: unless every game ends with its first move, more than one player moves.",
    exempt=lambda game: "there is only one player" if len(game.players) == 1 else "",
)
WINS = Law(
    "wins",
    "A move that wins also wins as the last one on a full board.",
    exempt=lambda game: (
        "there is only one player" if len(game.players) == 1 else "chance moves" if game.defines("chances") else ""
    ),
)
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
        "chance first",
        "With `chance_first`, chance moves before all players and never again.",
        deals_first,
        exempt=lambda game: "" if game.chance_first else "the game has chance_first = False",
    ),
    Law(
        "play",
        "`play` changes its copy of the state and nothing else, to the same valid state every time.",
        play,
        owns=("play",),
    ),
    Law(
        "reading", "All other rules only read: they change neither the state nor `self`, and return the same every time.", reading
    ),
    Law(
        "utilities",
        "`winner`, or `over` and `utility`, return valid values, and utilities add up to 0 in a zero-sum game.",
        ends,
        owns=("winner", "over", "utility"),
    ),
    PLAYOUTS,
    TURNS,
    WINS,
    Law("out of turn", "`moves` works for every player when `turn` is set to that player.", out_of_turn, exempt=stays_in_turn),
    Law(
        "ends",
        "With more than two players, the end of the game does not depend on `turn`.",
        ends_out_of_turn,
        exempt=ends_in_turn,
    ),
)
