"""Plays the items of a tuning: those that the state does not have, in this process or by workers, each stored as soon as it is over."""

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from zermelo.arena.running import doer_for
from zermelo.arena.tuning.plan import TuningError
from zermelo.arena.tuning.state import TuningState
from zermelo.arena.work import Doer, Work


class Numbered(Protocol):
    """An item or a result with its number."""

    @property
    def number(self) -> int: ...


class Standing(NamedTuple):
    """How far a tuning is."""

    done: int
    total: int
    loss: float | None = None
    """Of the weights so far on held-out games; None where it is not known."""


class Where(NamedTuple):
    """Where games are played: in this process, by so many worker processes, or on the cluster at an address."""

    jobs: int | None = None
    cluster: str | None = None
    tell: Callable[[str], object] = lambda _: None
    """Called with a few words when there is something to wait for."""


ItemOf = TypeVar("ItemOf", bound=Numbered)
ResultOf = TypeVar("ResultOf", bound=Numbered)


class Playing(Generic[ItemOf, ResultOf]):
    """Does items; `with` ends its workers."""

    def __init__(
        self,
        work: Work[ItemOf, ResultOf],
        read: Callable[[int, list[Any]], ResultOf],
        state: TuningState,
        where: Where,
        total: int,
        hear: Callable[[Standing], object],
    ) -> None:
        self.work, self.read, self.state, self.where, self.total, self.hear = work, read, state, where, total, hear
        self.loss: float | None = None
        self.done = 0
        self._doer: Doer[ItemOf, ResultOf] | None = None

    def play(self, stage: str, items: Sequence[ItemOf]) -> list[ResultOf]:
        """The results of items, in the order of their numbers."""
        found = self._known(stage)
        wanted = {item.number for item in items}
        self.done += len(wanted & found.keys())
        self._tell()
        missing = [item for item in items if item.number not in found]
        if missing:
            if self._doer is None:
                self._doer = doer_for(self.work, self.total, self.where.jobs, self.where.cluster, self.where.tell)
            with closing(self._doer.play(missing)) as results:
                for result in results:
                    self.state.add(stage, result.number, list(result))  # type: ignore[call-overload]
                    found[result.number] = result
                    self.done += 1
                    self._tell()
        return [found[number] for number in sorted(wanted)]

    def _known(self, stage: str) -> dict[int, ResultOf]:
        found: dict[int, ResultOf] = {}
        for number, data in self.state.results(stage).items():
            try:
                found[number] = self.read(number, data)
            except (TypeError, ValueError) as error:
                raise TuningError(
                    f"`{self.state.path}` is damaged at number {number}; delete it, or give another name"
                ) from error
        return found

    def _tell(self) -> None:
        self.hear(Standing(self.done, self.total, self.loss))

    def __enter__(self) -> "Playing[ItemOf, ResultOf]":
        return self

    def __exit__(self, *error: Any) -> None:
        if self._doer is not None:
            self._doer.__exit__(*error)
