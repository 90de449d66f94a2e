"""The laws of hiding: what `secret`, `hide` and `guess` promise, position by position; `worlds.py` has those about the game as a whole.

Searches for games with hidden information ask the rules about views, so views must answer as states do: who is to move, whether the game is
over, and what the player to move may do. Then positions that a player cannot tell apart have the same legal moves, because they have the same
view; no law of its own is needed for that.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from xml.etree import ElementTree
from zlib import crc32

from zermelo.errors import Place, RuleError
from zermelo.game import CHANCE, ONGOING, Game, Random, State
from zermelo.laws.display import unread
from zermelo.laws.law import Complaint, Law, needs
from zermelo.laws.samples import Sample, Unanswered
from zermelo.laws.tracing import answering, defined
from zermelo.score import counted

TRIES = 100
"""`guess` must work out at least once in so many tries."""
_FEW = 2
"""Guesses for each player in each position; positions have different dice."""
_PICTURES = 8
"""Views are drawn in one position of so many."""


def hide(sample: Sample) -> Complaint | None:
    """Hide twice. `Rules` refuses a state that cannot be packed."""
    for player, view in _views(sample):
        gap = _hidden_again(view, player)
        if gap is not None:
            told = (
                f"rule `hide` of {sample.game}, asked for {_name(sample, player)} about its own answer, changes it again: {gap}"
            )
            return Complaint(f"{told}; write the same value, whatever was there", "hide", (player,))
    return None


def _hidden_again(view: Sample, player: int) -> str | None:
    """What hiding changes in a view."""
    return view.difference(view.ask("hide", player))


def views(sample: Sample) -> Complaint | None:
    ending = "winner" if sample.subject.rules.has_winner else "over"
    for player, view in _views(sample):
        for rule, here in (("to_move", sample.player), (ending, sample.over)):
            try:
                there = _answer(view, rule)
            except Unanswered:
                return None
            except RuleError as error:
                return _failing(sample, player, error, rule, _advice(sample, rule))
            if there != here:
                seen = f"{_told(rule, there)} on the view of {_name(sample, player)}, but {_told(rule, here)} on the state"
                told = f"rule `{rule}` of {sample.game} says {seen}; {_advice(sample, rule)}"
                return Complaint(told, rule, where=partial(_line, view, rule))
    return None


def _advice(sample: Sample, rule: str) -> str:
    """What to do about a rule that answers otherwise on a view."""
    if sample.game.defines(rule):
        return "do not derive it from what is hidden, keep a counter such as `dealt`"
    return "leave `turn` as it is in `hide`"


def _answer(view: Sample, rule: str) -> int | bool:
    """Who is to move, or whether the game is over; what it is worth may be hidden."""
    if rule == "to_move":
        return view.player
    rules, s = view.subject.rules, view.state()
    answer = view.subject.ask(rule + view.where, view.packed, lambda: rules.call(rule, getattr(view.game, rule), s))
    return bool(answer != ONGOING if rule == "winner" else answer)


def _told(rule: str, answer: int | bool) -> str:
    if rule == "to_move":
        return "CHANCE" if answer == CHANCE else str(answer)
    return "over" if answer else "not over"


def own_moves(sample: Sample) -> Complaint | None:
    if not sample.game.hides or not sample.moves:
        return None
    view, player, game = sample.view(sample.player), sample.player, sample.game
    try:
        there = tuple(view.ask("moves"))
    except Unanswered:
        return None
    except RuleError as error:
        return _failing(sample, player, error, "moves", "it may use only what the player to move sees")
    odd = sorted(set(there) ^ set(sample.choices))
    if odd:
        places = ("on the view of {}, but not on the state", "on the state, but not on the view of {}")
        where = places[odd[0] in sample.choices].format(_name(sample, player))
        told = f"rule `moves` of {game} yields {odd[0]} {where}; it may use only what the player to move sees"
        return Complaint(told, "moves", where=partial(_line, view, "moves"))
    return _names(sample, view)


def _names(sample: Sample, view: Sample) -> Complaint | None:
    """A player types what its view calls a move."""
    for move in sample.moves:
        here = sample.ask("name", move)
        try:
            there = view.ask("name", move)
        except Unanswered:
            return None
        except RuleError as error:
            return _failing(sample, sample.player, error, "name", "it may use only what the player to move sees")
        if here != there:
            told = (
                f"rule `name` of {sample.game} calls move {move} `{there}` on the view of {_name(sample, sample.player)}, "
                f"but `{here}` on the state; a name may use only what the player to move sees"
            )
            return Complaint(told, "name", (move,), where=lambda: answering(lambda: sample.game.name(view.state(), move)))  # noqa: B023
    return None


def shown(sample: Sample) -> Complaint | None:
    """While chance moves, nobody has to choose, and half of what will be hidden is not there yet."""
    if sample.player == CHANCE and not sample.over:
        return None
    for player, view in _views(sample):
        try:
            found = _unread(sample, player, view) or _undrawn(sample, player, view)
        except Unanswered:
            return None
        except RuleError as error:
            rule = error.rule.removesuffix(view.where)
            own = rule in ("show", "read", "svg")  # other rules have their own laws
            return _failing(sample, player, error, rule, "write what is hidden as `?`") if own else None
        if found is not None:
            return found
    return None


def _unread(sample: Sample, player: int, view: Sample) -> Complaint | None:
    text = view.ask("show")
    if unread(sample.game) or not isinstance(text, str):
        return None
    gap = view.difference(view.read(text))
    if gap is None:
        return None
    told = f"rule `read` of {sample.game} reads another state from the text of the view of {_name(sample, player)}: {gap}"
    return Complaint(f"{told}; write what is hidden as `?`", "read", where=lambda: answering(lambda: sample.game.read(text)))


def _undrawn(sample: Sample, player: int, view: Sample) -> Complaint | None:
    if sample.path and crc32(sample.packed) % _PICTURES:
        return None
    try:
        ElementTree.fromstring(view.ask("svg"))
    except (ElementTree.ParseError, TypeError) as error:
        told = f"rule `svg` of {sample.game} returned no well-formed picture for the view of {_name(sample, player)}: {error}"
        return Complaint(told, "svg")
    return None


def guess(sample: Sample) -> Complaint | None:
    """Guess for every player; for the player to move, it must work out at least once in a while."""
    if unguessed(sample.game) or sample.over:
        return None
    for player, view in _views(sample):
        if _hidden_again(view, player) is not None:  # the law `hide` reports this
            return None
        for dice in islice(_dice(sample), _FEW):
            guessed = _guessed(sample, player, dice)
            wrong = None if guessed is None else _misfit(sample, player, view, guessed)
            if wrong is not None:
                return Complaint(f"rule `guess` of {sample.game} makes a state {wrong}", "guess", (player, dice))
    return None if sample.player == CHANCE else _hopeless(sample)


def _dice(sample: Sample) -> Iterator[int]:
    """Other dice in each position."""
    random = Random(crc32(sample.packed))
    while True:
        yield random.dice()


def _guessed(sample: Sample, player: int, dice: int) -> State | None:
    guessed: State | None = sample.ask("guess", player, dice)
    sample.subject.notes.guesses += 1
    sample.subject.notes.guessed += guessed is not None
    return guessed


def _misfit(sample: Sample, player: int, view: Sample, guessed: State) -> str | None:
    """Why a guessed state does not fit the view that it was made of; None if it does."""
    name = _name(sample, player)
    try:
        seen = Sample(sample.subject, guessed.pack(), where=" on guessed states").ask("hide", player)
    except Unanswered:
        return None
    except RuleError as error:
        return f"of the view of {name} that cannot be hidden again: {error}; fill in all that is hidden"
    gap = view.difference(seen)
    return None if gap is None else f"that looks different to {name}: {gap}; fill in only what is hidden, and all of it"


def _hopeless(sample: Sample) -> Complaint | None:
    """What is wrong if nothing works out for the player to move."""
    notes = sample.subject.notes
    if any(_guessed(sample, sample.player, dice) is not None for dice in islice(_dice(sample), TRIES)):
        return None
    told = (
        f"rule `guess` of {sample.game} finds no state for the view of {_name(sample, sample.player)} in {TRIES} tries; "
        f"in all positions so far it worked in {notes.guessed / notes.guesses:.1%} of {counted(notes.guesses, 'try', 'tries')}. "
        "Fill in first what has the fewest possibilities"
    )
    return Complaint(told, "guess", (sample.player, 0))


def _views(sample: Sample) -> Iterator[tuple[int, Sample]]:
    """What each player sees; nothing in a game that does not hide."""
    for player in range(sample.subject.rules.players if sample.game.hides else 0):
        yield player, sample.view(player)


def _name(sample: Sample, player: int) -> str:
    return sample.game.players[player]


def _failing(sample: Sample, player: int, error: RuleError, rule: str, advice: str) -> Complaint:
    """The complaint about a rule that fails on a view."""
    place = error.place
    told = f"on the view of {_name(sample, player)}, {error}; {advice}"
    return Complaint(told, rule, where=lambda: place or defined(sample.game, rule))


def _line(view: Sample, rule: str) -> Place | None:
    """The line at which a rule answers on a view."""
    function = getattr(view.game, rule)
    ask = (lambda: list(function(view.state()))) if rule == "moves" else (lambda: function(view.state()))
    return answering(ask) or defined(view.game, rule)


def all_shown(game: Game) -> str:
    """Why laws about hiding do not apply; empty if they do."""
    return "" if game.hides else "the game hides nothing"


def unguessed(game: Game) -> str:
    """Why laws about `guess` do not apply; empty if they do."""
    return all_shown(game) or needs("guess")(game)


LEAK = Law(
    "leak",
    "What is hidden from a player cannot always be told from the rest: in a small game, some positions look the same to the player.",
    exempt=all_shown,
)
WORLDS = Law(
    "worlds",
    "`guess` makes states that can occur, and in a small game all of them that look the same to the player to move.",
    exempt=unguessed,
)
LAWS = (
    Law("hide", "`hide` does not fail, and hiding twice is hiding once.", hide, ("hide",), all_shown),
    Law(
        "views",
        "`to_move`, and whether the game is over, are the same on every player's view as on the state.",
        views,
        exempt=all_shown,
    ),
    Law(
        "own moves",
        "The player to move has the same legal moves on its view as on the state, with the same names.",
        own_moves,
        exempt=all_shown,
    ),
    Law(
        "shown views",
        "`read` gives every view back from the text of `show`, and `svg` draws it, unless chance is to move.",
        shown,
        exempt=all_shown,
    ),
    Law(
        "guess",
        "`guess` makes states that look the same to the player, for any dice, and works out at least once in 100 tries.",
        guess,
        ("guess",),
        unguessed,
    ),
    LEAK,
    WORLDS,
)
