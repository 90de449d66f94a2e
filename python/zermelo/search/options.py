"""The options that several families of searches share. `alphabeta` and `montecarlo` have options of their own besides."""

from dataclasses import dataclass, fields
from typing import Any

from zermelo.errors import AgentError, nearest
from zermelo.search.ads import RULES, rule_number
from zermelo.search.parameter import choice, declare, switch, threads, whole

ORDERINGS = ("pv", "order", "killers", "history")
"""The orderings of `ordering="all"`."""
EVERY_ORDERING = ("pv", "exchange", "order", "killers", "replies", "history", "ads")
PRUNINGS = ("none", "immediate", "shallow", "last_branch", "speculative")
"""The prunings of max^n; each includes the ones before it."""
STARS = ("star1", "star2", "star2.5")
"""The prunings of expectiminimax; each includes the ones before it."""
TIES = ("first", "paranoid", "average")


def ordering_names(text: str | bool | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """Orderings from what users write: "all", "none", or names such as "killers+history".

    >>> ordering_names("killers + pv")
    ('pv', 'killers')
    """
    if text is True or text == "all":
        return ORDERINGS
    if text is False or text == "none":
        return ()
    if not isinstance(text, str | tuple | list):
        raise AgentError(f'ordering={text!r} must be "all", "none" or names such as "killers+history"')
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
    """The shared options of one search."""

    ordering: tuple[str, ...] = declare(
        (), 'Which moves come first: "all", "none", or names of pv, exchange, order, killers, replies, history, ads, such as "killers+history".',
        lambda _, value: Ordering(ordering_names(value)), ("none", "all", *EVERY_ORDERING),
    )  # fmt: skip
    table: bool = switch("Remember positions in a transposition table.")
    deepening: bool = switch("Search depth 1, 2, 3 and so on, even when the depth is given.")
    pvs: bool = switch("Test later moves with an empty window first (principal variation search).")
    exact: bool = switch("Keep the value that plain alpha-beta finds (with quiescence and extensions, if they are on).", True)
    threat: str = declare("", "Threat-ADS, the rule by which best-reply search orders the opponents: move_to_front, transposition or move_ahead_k.", _rule, ("", *RULES))  # fmt: skip
    keep_threat: bool = switch("Threat-ADS: begin with the list that the agent's last search of the game left, not with the order of turns.")  # fmt: skip
    ads: str = declare("move_to_front", "History-ADS, the rule of the ordering `ads`.", _rule, RULES)
    pruning: str = choice("none", (*PRUNINGS, *STARS), "Which branches are pruned; each kind includes those before it.")
    ties: str = choice("first", TIES, "How max^n breaks ties.")
    lines: int = whole(1, "How many moves get a value and a line of their own.", least=1)
    threads: int = threads()

    @property
    def deepens_within_limits(self) -> bool:
        """Whether a limit of nodes or seconds makes the search deepen."""
        return True

    def techniques(self) -> dict[str, Any]:
        """Every option by name, for Rust."""
        return {**{each.name: getattr(self, each.name) for each in fields(self)}, "ordering": "+".join(self.ordering)}

    def heuristics(self) -> tuple[str, ...]:
        """The game's heuristics that the search calls."""
        by = self.ordering
        asked = {
            "evaluate": True,
            "order": "order" in by,
            "noisy": "exchange" in by,
            "exchange": "exchange" in by,
            "key": self.table,
        }
        return tuple(name for name, wanted in asked.items() if wanted)
