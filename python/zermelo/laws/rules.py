"""The laws of rules: what `state moves play winner over utility to_move chances` promise to every search."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

from zermelo.errors import RuleError
from zermelo.game.constants import CHANCE
from zermelo.game.protocol import Game
from zermelo.game.record import State
from zermelo.game.rules import Rules
from zermelo.laws.law import Law, needs
from zermelo.laws.samples import DICE, DISPLAY_RULES, Sample, Unanswered
from zermelo.report import plain


def choices(sample: Sample) -> str | None:
    """Ask for what may be played; `Rules` does the judging."""
    _ = sample.choices
    return None


def ends(sample: Sample) -> str | None:
    """Ask for the end; `Rules` does the judging."""
    _ = sample.utilities
    return None


def play(sample: Sample) -> str | None:
    if sample.over:
        return None
    s = sample.state()
    # The order in which a search asks: a rule that keeps hold of the state it was shown gives itself away.
    sample.ask(sample.source, state=s)
    if sample.difference(s) is not None:  # the law of reading tells
        return None
    first = {move: sample.ask("play", move, state=s).pack() for move in sample.choices}
    again = {move: sample.ask("play", move, state=s).pack() for move in reversed(sample.choices)}
    difference = sample.difference(s)
    if difference is not None:
        return f"rule `play` of {sample.game} changes the state it plays from: {difference}; it may write only to its copy"
    for move, packed in first.items():
        if packed != again[move]:
            gap = Sample(sample.subject, packed).difference(sample.game.layout.unpack(again[move]))
            return (
                f"rule `play` of {sample.game} carries out move {move} differently when asked again: {gap}; "
                "it must depend on nothing but the state and the move"
            )
    return None


def reading(sample: Sample) -> str | None:
    for rule, label, arguments in _questions(sample):
        s = sample.state()
        try:
            first = [sample.ask(rule, *each, state=s) for each in arguments]
            difference = sample.difference(s)
            if difference is not None:
                return f"rule `{label}` of {sample.game} writes to the state: {difference}; only `play` may write"
            again = first if rule in DISPLAY_RULES else [sample.ask(rule, *each, state=s) for each in arguments]
        except RuleError:  # the law of that rule tells
            continue
        for before, after in zip(first, again, strict=True):
            if before != after:
                return (
                    f"rule `{label}` of {sample.game} answers {before!r} and, asked again, {after!r}; "
                    "it must depend on nothing but the state"
                )
    return None


def _questions(sample: Sample) -> Iterator[tuple[str, str, list[tuple[Any, ...]]]]:
    """Everything that only reads: what to ask, the rule behind it, and the arguments to ask it with."""
    game, nothing = sample.game, [()]
    players = [(player,) for player in range(len(game.players))]
    moves = [(move,) for move in sample.moves]
    yield "to_move", "to_move", nothing
    yield "utilities", "winner" if sample.subject.rules.has_winner else "over` or `utility", nothing
    if not sample.over:
        yield sample.source, sample.source, nothing
    dice = [(number,) for number in DICE] if sample.moves else []
    taste = (("evaluate", players), ("noisy", moves), ("order", moves), ("playout", dice), ("key", nothing))
    for rule, arguments in taste:
        if game.defines(rule) and not (sample.over and rule != "key"):
            yield rule, rule, arguments
    yield "show", "show", nothing
    yield "name", "name", [(choice,) for choice in sample.choices]


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
                return _refusal(sample, other, "rule `to_move` does not make it that player's turn")
            sample.subject.ask("moves out of turn", sample.packed, partial(_moves_or_none, sample.subject.rules, s))
        except Unanswered:
            return None
        except RuleError as error:
            return _refusal(sample, other, str(error))
    return None


def _moves_or_none(rules: Rules, s: State) -> list[int]:
    """Legal moves, of which there need not be any for a player who is not on turn."""
    some = rules.call("moves", lambda: list(islice(rules.game.moves(s), 1)), state=s)
    return rules.moves(s) if some else []


def _refusal(sample: Sample, other: int, reason: str) -> str:
    return (
        f"with `turn` set to {sample.game.players[other]}, {reason}; say out_of_turn = False if moves make no sense out of turn"
    )


def stays_in_turn(game: Game) -> str:
    """Why nobody can be asked for moves out of turn; empty if they can."""
    turn = game.layout.fields.get("turn")
    if len(game.players) == 1:
        return "there is only one player"
    if not game.out_of_turn:
        return "the game says out_of_turn = False"
    if turn is None or turn.length is not None:
        return "the state has no field `turn`"
    return ""


def ends_out_of_turn(sample: Sample) -> str | None:
    """Best-reply search skips players, so it asks for the end with another player on turn than the one whose turn it is."""
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
            return f"with `turn` set to {sample.game.players[other]}, {error}; {_LET_IT_BE}"
        if there != here:
            scores = "over" if there is None or here is None else "utility"
            rule = "winner" if sample.subject.rules.has_winner else scores
            return (
                f"with `turn` set to {sample.game.players[other]}, rule `{rule}` of {sample.game} says that {_ending(there)}, "
                f"and with {sample.game.players[sample.player]} on turn that {_ending(here)}; {_LET_IT_BE}"
            )
    return None


_LET_IT_BE = "let the end depend on the board alone, or say out_of_turn = False"


def _ending(utilities: tuple[float, ...] | None) -> str:
    return "the game goes on" if utilities is None else f"it is over with {tuple(map(plain, utilities))}"


def ends_in_turn(game: Game) -> str:
    """Why nobody is asked for the end out of turn; empty if they are."""
    reason = stays_in_turn(game)
    if not reason and len(game.players) == 2:
        return "two players have nobody to skip"
    return reason or ("the game decides by itself whose turn it is" if game.defines("to_move") else "")


DECLARATION = Law("declaration", "The game has the rules it needs, and `state` declares its fields.")
PLAYOUTS = Law("playouts", "Random games from the start come to an end.")
LAWS = (
    Law("turn", "`to_move` answers a player or CHANCE, also when the game is over.", owns=("to_move",)),
    Law(
        "moves",
        "`moves` yields distinct whole numbers, ascending from 0, at least one unless the game is over, at most `max_moves`.",
        choices,
        owns=("moves",),
    ),
    Law(
        "chances",
        "`chances` yields ascending outcomes whose probabilities add up to one.",
        choices,
        ("chances",),
        needs("chances"),
    ),
    Law(
        "play", "`play` leaves the state it plays from alone, and gives the same fitting state every time.", play, owns=("play",)
    ),
    Law("reading", "All other rules only read: they write nothing, and answer the same when asked again.", reading),
    Law(
        "utilities",
        "`winner`, or `over` and `utility`, answer within bounds, and utilities add up to zero where that is promised.",
        ends,
        owns=("winner", "over", "utility"),
    ),
    PLAYOUTS,
    Law("out of turn", "`moves` can be asked for every player, once `turn` is set.", out_of_turn, exempt=stays_in_turn),
    Law(
        "ends",
        "With more than two players, whether and how the game has ended is the same whoever is on turn.",
        ends_out_of_turn,
        exempt=ends_in_turn,
    ),
)
