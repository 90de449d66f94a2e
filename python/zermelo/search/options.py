"""What a search may use besides alpha and beta: each technique switchable by name.

Three kinds. Most leave the value as it is and only find it faster. `quiescence` and `singular` look beyond the depth limit where that seems to
matter. `null_move`, `reductions` and `futility` are bets: they skip what is unlikely to matter, may be wrong, and need `exact=False`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from zermelo.errors import AgentError, nearest
from zermelo.game.protocol import Game
from zermelo.search.ads import rule_number
from zermelo.search.parameter import choice, declare, switch, threads, whole

ORDERINGS = ("pv", "order", "killers", "history")
"""Those of `ordering="all"`."""
EVERY_ORDERING = (*ORDERINGS, "ads")
PRUNINGS = ("none", "immediate", "shallow", "last_branch", "speculative")
"""Those of max^n."""
STARS = ("none", "star1", "star2", "star2.5")
"""Those of expectiminimax; each includes the ones before it."""
TIES = ("first", "paranoid", "average")
BETS = ("null_move", "reductions", "futility")
"""May change the value."""


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
    """Names of orderings, written as users write them."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "all" if self == ORDERINGS else repr("+".join(self))


def _rule(name: str, value: object) -> str:
    """A rule of an adaptive list, or nothing where Threat-ADS is off."""
    if not (value == "" and name == "threat"):
        rule_number(str(value))
    return str(value)


@dataclass(frozen=True)
class Options:
    """The techniques of one search; all off is plain alpha-beta."""

    ordering: tuple[str, ...] = declare(
        (), 'Which moves come first: "all", "none", or names of pv, order, killers, history, ads, such as "killers+history".',
        lambda _, value: Ordering(ordering_names(value)),
    )  # fmt: skip
    table: bool = switch("Remember positions in a transposition table.")
    deepening: bool = switch("Search depth 1, 2, 3 and so on, even when the depth is given.")
    inner_deepening: bool = switch("Search less deep first where the table has no move to begin with.")
    pvs: bool = switch("Ask later moves only whether they are better at all (principal variation search).")
    aspiration: bool = switch("Begin with a narrow window around the last value.")
    mtdf: bool = switch("Find the value by empty windows alone, MTD(f).")
    windows: bool = switch("For solving: settle win and loss by empty windows, near ends first.")
    quiescence: bool = switch("Search on at the depth limit while the position is noisy.")
    singular: bool = switch("Search a move deeper when all others look much worse.")
    null_move: bool = switch("Stop where even passing is too good. Needs exact=False.")
    reductions: bool = switch("Search late moves less deep. Needs exact=False.")
    futility: bool = switch("Skip quiet moves that cannot reach alpha before the depth limit. Needs exact=False.")
    exact: bool = switch("Keep the value that plain alpha-beta finds, with quiescence and extensions where they are on.", True)
    threat: str = declare("", "Threat-ADS, the rule by which best-reply search orders the opponents: move_to_front, transposition or move_ahead_k.", _rule)  # fmt: skip
    ads: str = declare("move_to_front", "History-ADS, the rule of the ordering `ads`.", _rule)
    pruning: str = choice("none", (*PRUNINGS, *STARS[1:]), "What may be pruned; each includes those before it.")
    ties: str = choice("first", TIES, "Which of several equal moves max^n takes.")
    lines: int = whole(1, "How many moves get a value and a line of their own.", least=1)
    threads: int = threads()

    def techniques(self) -> dict[str, Any]:
        """Every option by name, as Rust takes them."""
        return {**{each.name: getattr(self, each.name) for each in fields(self)}, "ordering": "+".join(self.ordering)}

    def heuristics(self) -> tuple[str, ...]:
        """What the search asks the game besides its rules."""
        asks_noisy = self.quiescence or self.reductions or self.futility
        asked = {"evaluate": True, "noisy": asks_noisy, "order": "order" in self.ordering, "key": self.table}
        return tuple(name for name, wanted in asked.items() if wanted)


def check_options(options: Options, game: Game, who: str) -> None:
    """Refuse, with the reason, what does not apply to a game or does not go together."""
    for name in ("quiescence", "futility"):
        if getattr(options, name) and not game.defines("noisy"):
            raise AgentError(f"{who}: {name} needs a method `noisy` that tells which moves upset the evaluation; {game} has none")
    for name in ("inner_deepening", "mtdf", "windows", "singular"):
        if getattr(options, name) and not options.table:
            raise AgentError(f"{who}: {name} needs table=True, because it relies on the transposition table")
    rivals = [name for name in ("mtdf", "aspiration", "windows") if getattr(options, name)]
    if len(rivals) > 1:
        raise AgentError(f"{who}: use only one of {' and '.join(rivals)}")
    for name in ("mtdf", "windows"):
        if getattr(options, name) and options.lines > 1:
            raise AgentError(f"{who}: {name} finds one value; leave out {name} or lines={options.lines}")
    for name in BETS:
        if getattr(options, name) and options.exact:
            raise AgentError(f"{who}: {name} may change the value; add exact=False to allow that")
    if options.null_move:
        _check_passing(game, who)
    if options.threads > 1 and not options.table:
        raise AgentError(f"{who}: threads share results through the transposition table; add table=True, or leave threads out")


def _check_passing(game: Game, who: str) -> None:
    """Whether a search may let a player pass."""
    why = None
    if not game.out_of_turn:
        why = "says out_of_turn = False"
    elif game.defines("to_move") or "turn" not in game.layout.fields:
        why = "decides by itself whose turn it is"
    elif game.rules.players != 2:
        why = "is not for two players"
    if why is not None:
        raise AgentError(f"{who}: null_move needs a game in which a search may let a player pass, but {game} {why}")
