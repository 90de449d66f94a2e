"""Runs an agent: on a terminal, a line on stderr shows its progress.

Ctrl-C ends the search, not the program: the last report is the answer, marked `stopped="interrupt"`.
"""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace

from zermelo.cli.paint import depth
from zermelo.cli.progress import status
from zermelo.engine.agent import Agent
from zermelo.game import Position
from zermelo.report import Report, count


def think(
    position: Position,
    agent: Agent,
    label: str = "thinking",
    tree: int = 0,
    enough: Callable[[Report], bool] | None = None,
    hear: Callable[[Report], object] | None = None,
    secret: bool = False,
) -> Report:
    """The agent's last report, or the first one that is `enough`. With `hear`, reports go there and not to the line on stderr.

    With `secret` the line says only that the agent is thinking: its move, its depth and its speed may tell what is hidden.
    """
    last: Report | None = None
    try:
        with nullcontext() if hear else status(label) as tell:
            for last in agent.reports(position, tree):
                if enough is not None and enough(last):
                    break
                if hear is not None:
                    hear(last)
                elif tell is not None and not secret:
                    tell(f"{label} · {depth(last)} · {last.move} · {count(last.nodes)} nodes")
    except KeyboardInterrupt:
        if last is None:
            raise
        last = replace(last, stopped="interrupt")
    assert last is not None
    return last
