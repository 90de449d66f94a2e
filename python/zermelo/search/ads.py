"""Adaptive data structures: lists that reorder themselves so that items that are often accessed move to the front.

Three classical rules (Rivest 1976; Sleator and Tarjan 1985). When an item is accessed,

* `move_to_front` moves it to the head;
* `transposition` swaps it with the item before it;
* `move_ahead_k` moves it k places forward, as in `move_ahead_3`.

Polk and Oommen use such lists in game trees: Threat-ADS orders the opponents of best-reply search, History-ADS orders moves.
"""

import re
from typing import TypeVar

from zermelo.errors import AgentError

FRONT, TRANSPOSE = 0, 1
"""A rule as a number: how many places an item moves forward; 0 means to the front."""
RULES = ("move_to_front", "transposition", "move_ahead_3")
"""Names of rules; the number at the end may be any from 1 to 99."""
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
    """Reorder a list after an access to one of its items.

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
