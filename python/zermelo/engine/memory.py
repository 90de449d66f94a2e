"""What an agent keeps from one search to the next: its transposition table or tree, and the list of Threat-ADS.

Entries count distances from the position itself and answer only for their depth, so they are valid in the next search. They are
not valid for another game or other techniques, because scores then mean something else. So a memory holds one table together with
its purpose, and starts a new table when the purpose changes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from zermelo.engine.algorithm import Task
    from zermelo.game import Position

Kind = TypeVar("Kind")
_ANY_SEARCH = ("table", "deepening", "lines", "threads")


@dataclass(eq=False, repr=False)
class Memory:
    """A table and its purpose."""

    purpose: tuple[Any, ...] = ()
    table: Any = None
    position: Position | None = None
    """The root of the last search, for UCT trees."""
    threats: dict[tuple[Any, ...], Any] = field(default_factory=dict)
    """The lists of Threat-ADS, one for each game, backend, rule and player."""

    def __reduce__(self) -> tuple[type[Memory], tuple[()]]:
        """Copied and pickled as an empty one: a table belongs to one agent in one process."""
        return Memory, ()


def recall_tree(task: Task, backend: str, make: Callable[[], Kind]) -> tuple[Kind, tuple[int, ...] | None]:
    """The tree for a Monte-Carlo search, and the moves from its root to the new root; None for a new tree."""
    memory, kept = _fitting(task, (backend, task.limit.memory), make)
    since = moves_between(memory.position, task.position) if kept and memory.position is not None else None
    memory.position = task.position
    tree: Kind = memory.table
    return tree, since


def moves_between(old: Position, new: Position) -> tuple[int, ...] | None:
    """The moves from one position to a later one of the same game; None if there are none."""
    moves: list[int] = []
    position: Position | None = new
    while position is not None and position.state != old.state:
        moves.append(-1 if position.move is None else position.move)
        position = position.parent
    return None if position is None else tuple(reversed(moves))


def recall(task: Task, backend: str, make: Callable[[int], Kind]) -> Kind | None:
    """The table for a search: the kept one if it fits, else a new one; None if the search uses none."""
    if not task.table_size:
        return None
    memory, _ = _fitting(task, (backend, task.table_size, task.tables), lambda: make(task.table_size))
    table: Kind = memory.table
    return table


def recall_threats(task: Task, backend: str, make: Callable[[], Kind]) -> Kind | None:
    """The list of Threat-ADS for a search: the player's own of earlier searches, else a new one; None if it is not kept."""
    if task.memory is None or not task.techniques.keep_threat:
        return None
    key = (task.position.game, backend, task.techniques.threat, task.position.player)
    found: Kind = task.memory.threats.setdefault(key, make())
    return found


def _fitting(task: Task, setting: tuple[Any, ...], make: Callable[[], Any]) -> tuple[Memory, bool]:
    """The memory of a search, and whether its table was kept because it fits; options that scores do not depend on may change."""
    memory = Memory() if task.memory is None else task.memory
    techniques = {name: value for name, value in task.options.techniques().items() if name not in _ANY_SEARCH}
    purpose = (task.position.game, techniques, *setting)
    kept = memory.purpose == purpose
    if not kept:
        memory.purpose, memory.table = purpose, make()
    return memory, kept
