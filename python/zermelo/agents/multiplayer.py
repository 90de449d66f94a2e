"""Agents for games of any number of players: max^n, paranoid, best-reply and BRS+.

Paranoid, best-reply and BRS+ are alpha-beta with another view of the game, so they take its techniques; by default those that
keep the value as it is and pay most.
"""

from __future__ import annotations

from zermelo.engine.agent import SearchAgent
from zermelo.errors import AgentError, nearest
from zermelo.limit import Limit, memory_size
from zermelo.search.ads import rule_number
from zermelo.search.options import PRUNINGS, TIES, Options, ordering_names


def maxn(
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    pruning: str = "none",
    ties: str = "first",
    ordering: str | bool | tuple[str, ...] = "none",
    ads: str = "move_to_front",
    deepening: bool = False,
    backend: str | None = None,
) -> SearchAgent:
    """Max^n: every player maximises their own value.

    `pruning`: none, immediate, shallow, last_branch or speculative, each with those before it; all but none need a game with
    bounded_evaluation. `ties`: first, paranoid or average. `ordering` as for alphabeta; `ads` is the rule of its `ads`.
    """
    if not isinstance(deepening, bool):
        raise AgentError(f"deepening={deepening!r} must be True or False")
    options = Options(
        ordering=ordering_names(ordering),
        pruning=one_of("pruning", pruning, PRUNINGS),
        ties=one_of("ties", ties, TIES),
        ads=_rule(ads),
        deepening=deepening,
    )
    return SearchAgent("maxn", Limit(depth=depth, nodes=nodes, seconds=seconds), backend, options)


def paranoid(
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    ordering: str | bool | tuple[str, ...] = "none",
    ads: str = "move_to_front",
    table: bool = False,
    memory: str | int | None = None,
    deepening: bool = False,
    pvs: bool = False,
    quiescence: bool = False,
    backend: str | None = None,
) -> SearchAgent:
    """Paranoid search: all opponents are taken to be in league against us."""
    options, size = _techniques(ordering, ads, table, memory, deepening, pvs, quiescence)
    return SearchAgent("paranoid", Limit(depth=depth, nodes=nodes, seconds=seconds, memory=size), backend, options)


def bestreply(
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    threat: str = "",
    ordering: str | bool | tuple[str, ...] = "none",
    ads: str = "move_to_front",
    table: bool = False,
    memory: str | int | None = None,
    deepening: bool = False,
    pvs: bool = False,
    quiescence: bool = False,
    backend: str | None = None,
) -> SearchAgent:
    """Best-reply search: of all opponents only the one with the strongest reply moves.

    `threat="move_to_front"` (or transposition, move_ahead_k) is Threat-ADS: it tries the opponents first who hurt most of late.
    """
    options, size = _techniques(ordering, ads, table, memory, deepening, pvs, quiescence, threat)
    return SearchAgent("bestreply", Limit(depth=depth, nodes=nodes, seconds=seconds, memory=size), backend, options)


def bestreplyplus(
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    ordering: str | bool | tuple[str, ...] = "none",
    ads: str = "move_to_front",
    table: bool = False,
    memory: str | int | None = None,
    deepening: bool = False,
    pvs: bool = False,
    quiescence: bool = False,
    backend: str | None = None,
) -> SearchAgent:
    """BRS+: all opponents move in turn, but only one of them is searched; the others do what the game's order likes most."""
    options, size = _techniques(ordering, ads, table, memory, deepening, pvs, quiescence)
    return SearchAgent("bestreplyplus", Limit(depth=depth, nodes=nodes, seconds=seconds, memory=size), backend, options)


def _techniques(
    ordering: str | bool | tuple[str, ...],
    ads: str,
    table: bool,
    memory: str | int | None,
    deepening: bool,
    pvs: bool,
    quiescence: bool,
    threat: str = "",
) -> tuple[Options, int | None]:
    """What the three have in common, checked."""
    for name, value in {"table": table, "deepening": deepening, "pvs": pvs, "quiescence": quiescence}.items():
        if not isinstance(value, bool):
            raise AgentError(f"{name}={value!r} must be True or False")
    size = None if memory is None else memory_size(memory)
    return Options(
        ordering=ordering_names(ordering),
        table=table or size is not None,
        deepening=deepening,
        pvs=pvs,
        quiescence=quiescence,
        ads=_rule(ads),
        threat=_rule(threat) if threat else "",
    ), size


def _rule(text: str) -> str:
    rule_number(str(text))
    return text


def one_of(name: str, value: str, known: tuple[str, ...]) -> str:
    """A word, if it is one of those that are known."""
    if value not in known:
        raise AgentError(f"{name}={value!r} is none of {', '.join(known)}.{nearest(str(value), known)}")
    return value
