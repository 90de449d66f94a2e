"""The base class of agents that do not search, or not always."""

from typing import Any

from zermelo.engine import Agent
from zermelo.game import Position


class UnsearchedAgent(Agent):
    """An agent whose moves need no search."""

    def report_fields(self, position: Position, line: tuple[str, ...], **known: Any) -> dict[str, Any]:
        """The fields of a report on the first move of a line. There is no value unless `known` has one."""
        unknown = {"backend": "python", "value": None, "values": None, "depth": 0, "nodes": 1, "seconds": 0.0}
        about = {
            "game": str(position.game),
            "agent": str(self),
            "player": position.turn,
            "move": line[0],
            "line": line,
            "root": position.state.pack(),
        }
        return about | unknown | known

    def __repr__(self) -> str:
        return f"<agent {self}>"
