"""What agents share that do not search, or not always."""

from collections.abc import Iterator
from typing import Any

from zermelo.game import Position
from zermelo.report import Report


class UnsearchedAgent:
    """An agent whose moves need no search."""

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        raise NotImplementedError

    def __call__(self, position: Position) -> Report:
        *_, last = self.reports(position)
        return last

    def told(self, position: Position, line: tuple[str, ...], **known: Any) -> dict[str, Any]:
        """The fields of a report of the first move of a line: those that are known, and no value unless it is among them."""
        unknown = {"backend": "python", "value": None, "values": None, "depth": 0, "nodes": 1, "seconds": 0.0}
        about = {"game": str(position.game), "agent": str(self), "player": position.turn, "move": line[0], "line": line}
        return about | unknown | known
