"""The techniques of alpha-beta and its relatives, each switched on by name.

There are three kinds. Most keep the value and only find it faster. `quiescence` and `singular` search beyond the depth limit.
`null_move`, `reductions` and `futility` skip what is unlikely to matter; they may change the value, and need `exact=False`.
"""

from dataclasses import dataclass, fields
from typing import Any

from zermelo.errors import AgentError, nearest
from zermelo.game import Game
from zermelo.search.ads import RULES, rule_number
from zermelo.search.parameter import choice, declare, switch, threads, whole

ORDERINGS = ("pv", "order", "killers", "history")
"""The orderings of `ordering="all"`."""
EVERY_ORDERING = (*ORDERINGS, "ads")
PRUNINGS = ("none", "immediate", "shallow", "last_branch", "speculative")
"""The prunings of max^n; each includes the ones before it."""
STARS = ("star1", "star2", "star2.5")
"""The prunings of expectiminimax; each includes the ones before it."""
TIES = ("first", "paranoid", "average")
BETS = ("null_move", "reductions", "futility")
"""Techniques that may change the value."""


def ordering_names(text: str | bool | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """Orderings from what users write: "all", "none", or names such as "killers+history".

    >>> ordering_names("killers + pv")
    ('pv', 'killers')
    """
    if text is True or text == "all":
        return ORDERINGS
    if text is False or text == "none":
        return ()
    names = [name.strip() for name in text.replace(",", "+").split("+")] if isinstance(text, str) else list(text)
    for name in names:
        if name not in EVERY_ORDERING:
            known = ", ".join(EVERY_ORDERING)
            raise AgentError(
                f"there is no ordering `{name}`; there are {known}, all and none.{nearest(str(name), EVERY_ORDERING)}"
            )
    return tuple(name for name in EVERY_ORDERING if name in names)


class Ordering(tuple[str, ...]):
    """Names of orderings; its repr is what users write."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "all" if self == ORDERINGS else repr("+".join(self))


def _rule(name: str, value: object) -> str:
    """A rule of an adaptive list; empty if Threat-ADS is off."""
    if not (value == "" and name == "threat"):
        rule_number(str(value))
    return str(value)


@dataclass(frozen=True)
class Options:
    """The techniques of one search; all off is plain alpha-beta."""

    ordering: tuple[str, ...] = declare(
        (), 'Which moves come first: "all", "none", or names of pv, order, killers, history, ads, such as "killers+history".',
        lambda _, value: Ordering(ordering_names(value)), ("none", "all", *EVERY_ORDERING),
    )  # fmt: skip
    table: bool = switch("Remember positions in a transposition table.")
    deepening: bool = switch("Search depth 1, 2, 3 and so on, even when the depth is given.")
    inner_deepening: bool = switch("Find the first move by a shallower search if the table has none.")
    pvs: bool = switch("Test later moves with an empty window first (principal variation search).")
    aspiration: bool = switch("Start with a narrow window around the last value.")
    mtdf: bool = switch("Find the value with empty windows only (MTD(f)).")
    windows: bool = switch("For solving: find wins and losses with empty windows, short ones first.")
    quiescence: bool = switch("Search noisy moves beyond the depth limit.")
    singular: bool = switch("Search a move deeper if all others look much worse.")
    null_move: bool = switch("Cut off if even passing reaches beta. Needs exact=False.")
    reductions: bool = switch("Search late moves less deep. Needs exact=False.")
    futility: bool = switch(
        "Skip quiet moves that are unlikely to reach alpha, one ply before the depth limit. Needs exact=False."
    )
    exact: bool = switch("Keep the value that plain alpha-beta finds (with quiescence and extensions, if they are on).", True)
    threat: str = declare("", "Threat-ADS, the rule by which best-reply search orders the opponents: move_to_front, transposition or move_ahead_k.", _rule, ("", *RULES))  # fmt: skip
    ads: str = declare("move_to_front", "History-ADS, the rule of the ordering `ads`.", _rule, RULES)
    pruning: str = choice("none", (*PRUNINGS, *STARS), "Which branches are pruned; each kind includes those before it.")
    ties: str = choice("first", TIES, "How max^n breaks ties.")
    lines: int = whole(1, "How many moves get a value and a line of their own.", least=1)
    threads: int = threads()

    def techniques(self) -> dict[str, Any]:
        """Every option by name, for Rust."""
        return {**{each.name: getattr(self, each.name) for each in fields(self)}, "ordering": "+".join(self.ordering)}

    def heuristics(self) -> tuple[str, ...]:
        """The game's heuristics that the search calls."""
        asks_noisy = self.quiescence or self.reductions or self.futility
        asked = {"evaluate": True, "noisy": asks_noisy, "order": "order" in self.ordering, "key": self.table}
        return tuple(name for name, wanted in asked.items() if wanted)


def check_options(options: Options, game: Game, who: str) -> None:
    """Raise AgentError if an option does not fit the game or another option."""
    for name in ("quiescence", "futility"):
        if getattr(options, name) and not game.defines("noisy"):
            raise AgentError(
                f"{who}: {name} needs a method `noisy` that says which moves may change the evaluation a lot; {game} has none"
            )
    for name in ("inner_deepening", "mtdf", "windows", "singular"):
        if getattr(options, name) and not options.table:
            raise AgentError(f"{who}: {name} needs table=True, because it relies on the transposition table")
    rivals = [name for name in ("mtdf", "aspiration", "windows") if getattr(options, name)]
    if len(rivals) > 1:
        raise AgentError(f"{who}: use only one of {' and '.join(rivals)}")
    for name in ("mtdf", "windows"):
        if getattr(options, name) and options.lines > 1:
            raise AgentError(f"{who}: {name} finds only one line; leave out {name} or lines={options.lines}")
    for name in BETS:
        if getattr(options, name) and options.exact:
            raise AgentError(f"{who}: {name} may change the value; add exact=False to allow that")
    if options.null_move:
        _check_passing(game, who)
    if options.threads > 1 and not options.table:
        raise AgentError(f"{who}: threads share results through the transposition table; add table=True, or leave threads out")


def _check_passing(game: Game, who: str) -> None:
    """Raise AgentError if a search cannot let a player pass."""
    why = None
    if not game.out_of_turn:
        why = "says out_of_turn = False"
    elif game.defines("to_move") or "turn" not in game.layout.fields:
        why = "has its own `to_move` or no field `turn`"
    elif game.rules.players != 2:
        why = "is not for two players"
    if why is not None:
        raise AgentError(f"{who}: null_move needs a game in which a search may let a player pass, but {game} {why}")
