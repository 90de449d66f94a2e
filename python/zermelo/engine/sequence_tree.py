"""The tree of a game in which players do not see everything: its sequence form, by the specification or by its twin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from zermelo import _core
from zermelo.engine.algorithm import SPECIFICATION
from zermelo.engine.backends import diagnose, open_backend
from zermelo.engine.game_size import is_larger
from zermelo.engine.policy_file import Row
from zermelo.errors import AgentError, LimitError
from zermelo.game import HIDING, Position, Rules
from zermelo.search import Stop, Stopped
from zermelo.search.hidden.best_response import best_response, values
from zermelo.search.hidden.regret import RegretMinimiser
from zermelo.search.hidden.sequence_form import InformationSet, SequenceForm, sequence_form, too_large, too_long

MOST_POSITIONS = 20_000_000
"""A game with more is not solved: its sequence form would take gigabytes."""
_PART = 10_000
"""Information sets that are fetched at once: some milliseconds of work."""


@contextmanager
def ending(rules: Rules) -> Iterator[None]:
    """Say in the words of the specification that a game does not end within the plies that solvers look ahead."""
    try:
        yield
    except LimitError:
        raise too_long(rules) from None


def check_size(position: Position, backend: str | None, most: int, stop: Stop | None = None) -> None:
    """Refuse a game that is too large, before its tree takes time and memory; the specification finds it out as it goes.

    Raises `Stopped` when it is cancelled.
    """
    if backend != SPECIFICATION:
        opened = open_backend(position.game, backend, HIDING)
        if is_larger(position.game, opened, position.state.pack(), most, stop):
            raise too_large(position.rules, most)


class Tree:
    """The sequence form of a game, by the specification or by its twin; raises `Stopped` when it is cancelled."""

    def __init__(self, position: Position, backend: str | None, most: int, stop: Stop | None = None) -> None:
        rules, state = position.rules, position.state
        self.spec: SequenceForm | None = None
        check_size(position, backend, most, stop)
        if backend == SPECIFICATION:
            self.spec = sequence_form(rules, state, most)
            self.nodes = (self.spec.decisions, self.spec.chances, self.spec.terminals)
            self.sets: Sequence[InformationSet] = self.spec.sets
            return
        with diagnose(position.game), ending(rules):
            form = _sequence_form(open_backend(position.game, backend, HIDING).core, state.pack(), most, stop)
        if form is None:
            raise too_large(rules, most)
        self.form, self.nodes = form, form.counts()[:3]
        self.sets = list(_sets(form, stop))

    def values(self, policy: Sequence[float]) -> tuple[float, ...]:
        """What the game is worth to each player if all play by a policy."""
        return values(self.spec, policy) if self.spec is not None else tuple(self.form.values(policy))

    def best_responses(self, policy: Sequence[float]) -> list[float]:
        """The most that each player can get against the policy of the others."""
        spec = self.spec
        if spec is not None:
            return [best_response(spec, policy, player)[0] for player in range(spec.players)]
        return self.form.best_responses(policy)

    def minimiser(self, by: str) -> RegretMinimiser | _core.RegretMinimiser:
        return RegretMinimiser(self.spec, by) if self.spec is not None else _core.RegretMinimiser(self.form, by)

    def numbers(self, rows: Mapping[int, Row]) -> list[float]:
        """A policy as a probability for each sequence; even in information sets that it does not know."""
        size = max((here.first + len(here.moves) for here in self.sets), default=0)
        found = [1.0] * max(size, self.spec.size if self.spec is not None else self.form.counts()[3])
        for here in self.sets:
            row = rows.get(here.key)
            even = (1 / len(here.moves),) * len(here.moves)
            known = row is not None and row.moves == here.moves
            found[here.first : here.first + len(here.moves)] = row.probabilities if row is not None and known else even
        return found

    def check_fits(self, rows: Mapping[int, Row], position: Position) -> None:
        """Refuse a policy that has other moves."""
        for here in self.sets:
            if here.key in rows and rows[here.key].moves != here.moves:
                name = position.game.players[here.player]
                raise AgentError(f"the policy does not fit {position.game}: it has other moves for {name}")


def _sequence_form(core: _core.Backend, state: bytes, most: int, stop: Stop | None) -> _core.SequenceForm | None:
    """What the twin builds; raises `Stopped` if it is stopped, from any thread, before it is done."""
    stop, stopping = stop or Stop(), _core.Stopping()
    before, stop.tell = stop.tell, lambda _: stopping.now()
    try:
        _check(stop)
        form = core.sequence_form(state, most, stopping)
        _check(stop)
    finally:
        stop.tell = before
    return form


def _sets(form: _core.SequenceForm, stop: Stop | None) -> Iterator[InformationSet]:
    """The information sets, fetched by parts: there may be millions."""
    first = 0
    while rows := form.sets(first, _PART):
        if stop is not None:
            _check(stop)
        yield from (InformationSet(*row[:3], tuple(row[3]), *row[4:]) for row in rows)
        first += len(rows)


def _check(stop: Stop) -> None:
    if stop.reason is not None:
        raise Stopped
