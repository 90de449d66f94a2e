"""Sets that are bits: what their other entries need, those that have no bit. Ordinary Python, compiled like rules.

Such entries are in a second set, an ordinary one. It is made when the first of them comes, so most sets have none.
"""

from typing import Any

from zermelo.compile.prelude import Entries


def spilled(made: set[Any]) -> set[Any]:
    """The second set of a set, to add entries to. The compiler has its own version."""
    return made


def others(made: set[Any]) -> set[Any]:
    """The second set of a set, to read; empty if there is none. The compiler has its own version."""
    return made


def rest_add(made: set[Any], entry: Any) -> None:
    spilled(made).add(entry)


def rest_has(made: set[Any], entry: Any) -> bool:
    return entry in others(made)


def rest_discard(made: set[Any], entry: Any) -> None:
    others(made).discard(entry)


def rest_size(made: set[Any]) -> int:
    return len(others(made))


def rest_list(made: set[Any], out: Entries) -> None:
    for entry in others(made):
        out.append(entry)


def rest_merge(made: set[Any], other: set[Any]) -> None:
    """Add the entries of a second set to a first; both may be the same."""
    for entry in list(others(other)):
        spilled(made).add(entry)


def rest_from(ordered: set[Any], made: set[Any]) -> None:
    """A set that has the bits of one that keeps its order gets the entries that have no bit."""
    for entry in ordered:
        if entry not in made:
            spilled(made).add(entry)


def rest_remove(made: set[Any], other: set[Any]) -> None:
    """Remove the entries of a second set from a first; both may be the same."""
    for entry in list(others(other)):
        others(made).discard(entry)


def rest_toggle(made: set[Any], other: set[Any]) -> None:
    """Remove the entries of a second set that are in a first, and add the others; both may be the same."""
    for entry in list(others(other)):
        if entry in others(made):
            others(made).discard(entry)
        else:
            spilled(made).add(entry)


def rest_both(one: set[Any], other: set[Any], made: set[Any]) -> None:
    """A third set, which is new, gets what is in both others."""
    for entry in others(one):
        if entry in others(other):
            spilled(made).add(entry)


def rest_without(one: set[Any], other: set[Any], made: set[Any]) -> None:
    """A third set, which is new, gets what is in the first only."""
    for entry in others(one):
        if entry not in others(other):
            spilled(made).add(entry)


def rest_equal(one: set[Any], other: set[Any]) -> bool:
    return len(others(one)) == len(others(other)) and rest_within(one, other)


def rest_within(one: set[Any], other: set[Any]) -> bool:
    for entry in others(one):  # noqa: SIM110
        if entry not in others(other):
            return False
    return True


def rest_apart(one: set[Any], other: set[Any]) -> bool:
    for entry in others(one):  # noqa: SIM110
        if entry in others(other):
            return False
    return True
