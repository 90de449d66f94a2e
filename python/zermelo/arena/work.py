"""Work that can be done anywhere: in this process, by a pool of processes, or on a cluster.

A contest is such work: its items are games that are to be played, and the results are their records. So is an experiment. Work is pickled once for each
worker, items and results each time, so both should be small.
"""

from collections.abc import Generator, Iterable
from typing import Any, Generic, Protocol, TypeVar

from zermelo.engine.agent import Agent

Item = TypeVar("Item")
Result = TypeVar("Result")
ItemIn = TypeVar("ItemIn", contravariant=True)
ResultOut = TypeVar("ResultOut", covariant=True)


class Watcher:
    """Is told who is thinking; a worker notes it, so that its pool knows who it was if the worker dies."""

    def thinks(self, seat: int, agent: Agent) -> None:
        """An agent is about to be asked."""


SILENT = Watcher()


class Work(Protocol[ItemIn, ResultOut]):
    """Does items, one after another and in any order; the same item always gives the same result."""

    def do(self, task: ItemIn, watcher: Watcher = SILENT) -> ResultOut:
        """The result of an item."""

    def failed(self, task: ItemIn, seat: int, why: str) -> ResultOut | None:
        """The result of an item that ended its process again and again while this seat was thinking (-1 for none); None if there is none."""


class Doer(Protocol[ItemIn, ResultOut]):
    """What does the items of some work; `with` ends it."""

    def play(self, tasks: Iterable[ItemIn]) -> Generator[ResultOut]:
        """Do items; results come in the order in which they are finished."""

    def __enter__(self) -> Any: ...

    def __exit__(self, *error: object) -> None: ...


class Inline(Generic[Item, Result]):
    """Does everything in this process, in order."""

    def __init__(self, work: Work[Item, Result]) -> None:
        self.work = work

    def play(self, tasks: Iterable[Item]) -> Generator[Result]:
        for task in tasks:
            yield self.work.do(task)

    def __enter__(self) -> "Inline[Item, Result]":
        return self

    def __exit__(self, *error: object) -> None:
        return
