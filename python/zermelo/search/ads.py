"""Adaptive data structures: lists that reorder themselves so that what is asked for often comes to stand in front.

Three classical rules (Rivest 1976; Sleator and Tarjan 1985). When an item is asked for,

* `move_to_front` puts it at the head;
* `transposition` swaps it with the one before it;
* `move_ahead_k` moves it k places forward, as in `move_ahead_3`.

Polk and Oommen use such lists in game trees: Threat-ADS keeps the opponents of best-reply search in the order of how recently they
threatened us, History-ADS the moves that cut off most recently. They cost next to nothing and know nothing of any game.
"""

from __future__ import annotations

import re
from typing import TypeVar

from zermelo.errors import AgentError

FRONT, TRANSPOSE = 0, 1
"""A rule as a number: the places that an item moves forward; 0 for all the way."""
Item = TypeVar("Item")


def rule_number(text: str) -> int:
    """The number of a rule, by name.

    >>> [rule_number(name) for name in ("move_to_front", "transposition", "move_ahead_3")]
    [0, 1, 3]
    """
    known = {"move_to_front": FRONT, "transposition": TRANSPOSE}
    match = re.fullmatch(r"move_ahead_(\d{1,2})", text)
    if text not in known and (match is None or int(match[1]) < 1):
        raise AgentError(
            f"there is no rule `{text}`; there are move_to_front, transposition and move_ahead_k with k from 1 to 99"
        )
    return known[text] if match is None else int(match[1])


def ask(items: list[Item], item: Item, rule: int) -> None:
    """Reorder a list after one of its items was asked for.

    >>> for rule in (0, 1, 2):
    ...     letters = list("abcd")
    ...     ask(letters, "d", rule)
    ...     print(*letters)
    d a b c
    a b d c
    a d b c
    """
    place = items.index(item)
    items.insert(0 if rule == FRONT else max(0, place - rule), items.pop(place))
