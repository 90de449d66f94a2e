"""Running searches of games that hide something: what the player to move may believe comes first, then the search."""

import warnings
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from zermelo import _core
from zermelo.engine.algorithm import SPECIFICATION
from zermelo.engine.backends import Backend, open_backend
from zermelo.engine.montecarlo import SampledSearch
from zermelo.errors import ZermeloWarning
from zermelo.game import HIDING, Position, Random
from zermelo.report import Report
from zermelo.search import Control
from zermelo.search.hidden.belief import MOST, Belief, believed
from zermelo.search.hidden.ismcts import InformationSetSearch, World
from zermelo.search.hidden.sequence_form import leaking

FEW = 0.01
"""Of all guesses; if fewer fit, there is a warning."""


def belief(position: Position, seed: int, backend: str | None = None, player: int | None = None, most: int = MOST) -> Belief:
    """What a player may believe, by default the one to move; with a warning if hardly any guess fits what the player sees.

    At most `most` worlds are carried along or guessed.
    """
    seat = position.player if player is None else player
    position = getattr(position, "_true", position)  # of a `SeenPosition`: what may be believed follows from all views
    core = open_backend(position.game, "interpreted" if backend == SPECIFICATION else backend, HIDING).core
    found = believed(position, seat, core, seed, most)
    if seat == position.player and not position.over:
        _check_moves(position, core, found)
    if found.accepted < FEW:
        told = f"only {found.accepted:.2%} of the worlds that `guess` of {position.game} makes fit what the player sees"
        warnings.warn(ZermeloWarning(f"{told}; the search uses {len(found.worlds)} of them"), stacklevel=3)
    return found


def drawn(worlds: tuple[tuple[bytes, float], ...], number: int, random: Random) -> Iterator[bytes]:
    """So many worlds, evenly spread over their weights."""
    step = sum(weight for _, weight in worlds) / number
    at, made = random.uniform() * step, 0
    for state, weight in worlds:
        while at < weight and made < number:
            yield state
            at += step
            made += 1
        at -= weight
    for _ in range(number - made):  # what rounding has left
        yield worlds[-1][0]


def _check_moves(position: Position, core: _core.Backend, found: Belief) -> None:
    """Refuse rules by which the player to move has other moves in another world: agents try the same moves in all of them."""
    moves = list(position.choices)
    for state, _ in found.worlds:
        if core.utilities(state) is not None or core.to_move(state) != position.player or core.moves(state) != moves:
            raise leaking(position.rules, position.state, position.player)


class HiddenSearch(SampledSearch):
    """ISMCTS; a report whenever the playouts have doubled, and at the end."""

    @cached_property
    def belief(self) -> Belief:
        return belief(self.task.position, self.options.seed, self.task.backend)

    def heuristics(self) -> tuple[str, ...]:
        return (*super().heuristics(), *HIDING)

    def _iterations(self) -> Iterator[Report]:
        rules, layout = self.task.position.rules, self.task.position.game.layout
        worlds = [World(layout.unpack(state), weight) for state, weight in self.belief.worlds]
        search = InformationSetSearch(rules, Control(self.task.limit, self._stop), self.options, worlds)
        try:
            for step in search.steps(self.task.limit.playouts):
                yield self._told(search, *step)
        except KeyboardInterrupt:
            self._stop.now("interrupt")
            yield self._told(search, search.deepest, search.found())

    def _root(self) -> bytes:
        """A world that fits; the true one stays unknown to the search."""
        return self.belief.worlds[0][0]

    def _kept(self, backend: Backend, memory: int, techniques: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG002
        return {"worlds": list(self.belief.worlds)}
