"""What each technique saves: the same positions, searched to the same depth with different techniques."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from zermelo.engine import SearchAgent, alphabeta, minimal, minimax
from zermelo.errors import LimitError
from zermelo.game import Game, Position, Random
from zermelo.html import HtmlTable
from zermelo.report import plain, worth

PATIENCE = 60.0
"""The most seconds for minimax, by estimate."""
MEANINGS = {
    "minimax": "plain minimax; left out if it would take more than a minute",
    "alphabeta": "alpha-beta, moves in the order in which the game lists them",
    "pv": "alpha-beta, last iteration's line first (iterative deepening; its nodes count)",
    "order": "alpha-beta with the game's own `order`",
    "killers": "alpha-beta with killer moves",
    "history": "alpha-beta with the history heuristic",
    "ordering": "alpha-beta with all four orderings",
    "table": "all four orderings and a transposition table",
    "pvs": "the same, and principal variation search",
    "quiescence": "the same, and quiescence search, which goes deeper and may change the value",
    "minimal": "the minimal tree: the nodes of alpha-beta with perfect ordering and no table",
}
"""The techniques of each row."""


@dataclass(frozen=True)
class Row:
    """One row; nodes and seconds are sums over the positions, value and move are those of the first."""

    name: str
    nodes: int
    seconds: float
    value: float | None
    move: str
    branching: float
    """Effective branching factor: the depth-th root of the mean number of nodes."""

    def to_json(self) -> dict[str, Any]:
        rounded = {"seconds": round(self.seconds, 6), "value": plain(self.value), "branching": round(self.branching, 3)}
        return {**asdict(self), **rounded}


def ablate(
    game: Game,
    depth: int,
    start: Position | None = None,
    positions: int = 1,
    seed: int = 1,
    backend: str | None = None,
    step: Callable[[str], object] = str,
) -> Iterator[Row]:
    """Measure row by row; `step` is called with the name of each row before it starts."""
    samples = sample(start or game.start(), positions, depth, seed)
    for name, agent in rows(game, depth, backend):
        if agent.row.plain == agent.algorithm and _estimate(samples, depth, backend) > PATIENCE:
            continue
        step(name)
        reports = [agent(position) for position in samples]
        nodes = sum(report.nodes for report in reports)
        seconds, branching = sum(report.seconds for report in reports), (nodes / len(reports)) ** (1 / depth)
        yield Row(name, nodes, seconds, reports[0].value, reports[0].move, branching)


def table(found: Iterable[Row]) -> HtmlTable:
    """The rows with their share of plain alpha-beta's nodes, for notebooks."""
    found = list(found)
    least = next((row.nodes for row in found if row.name == alphabeta.row.name), None)
    share = {row.name: "-" if least is None else f"{row.nodes / least:.2%}" for row in found}
    cells = tuple(
        (row.name, f"{row.nodes:,}", share[row.name], f"{row.seconds:.2f}", f"{row.branching:.2f}", worth(row.value), row.move)
        for row in found
    )
    return HtmlTable(("", "nodes", "of alphabeta", "seconds", "branching", "value", "move"), cells)


def rows(game: Game, depth: int, backend: str | None = None) -> Iterator[tuple[str, SearchAgent]]:
    """The agents of all rows that fit a game."""
    yield "minimax", minimax(depth=depth, backend=backend)
    yield "alphabeta", alphabeta(depth=depth, backend=backend)
    yield "pv", alphabeta(depth=depth, ordering="pv", deepening=True, backend=backend)
    if game.defines("order"):
        yield "order", alphabeta(depth=depth, ordering="order", backend=backend)
    yield "killers", alphabeta(depth=depth, ordering="killers", backend=backend)
    yield "history", alphabeta(depth=depth, ordering="history", backend=backend)
    ordered = partial(alphabeta, depth=depth, ordering="all", deepening=True, backend=backend)
    yield "ordering", ordered()
    yield "table", ordered(table=True)
    yield "pvs", ordered(table=True, pvs=True)
    if game.defines("noisy"):
        yield "quiescence", ordered(table=True, pvs=True, quiescence=True)
    yield "minimal", minimal(depth=depth, backend=backend)


def sample(start: Position, number: int, depth: int, seed: int) -> list[Position]:
    """The start and random unfinished positions from it."""
    random, found, tries = Random(seed), [start], 0
    while len(found) < number:
        tries += 1
        if tries > 100 * number:
            raise LimitError(f"{start.game} has too few positions to sample {number} of them; ask for fewer")
        position = start
        for _ in range(1 + random.below(max(2, depth))):
            if position.over:
                break
            position = position.advance(position.choices[random.below(len(position.choices))])
        if not position.over:
            found.append(position)
    return found


def _estimate(samples: list[Position], depth: int, backend: str | None) -> float:
    """The seconds that minimax would take, extrapolated from small depths."""
    agent = minimax(depth=depth, seconds=0.5, backend=backend)
    reports = [report for report in agent.reports(samples[0]) if report.stopped is None]
    done = len(reports)
    if done in (0, depth):
        return 0.0 if done else float("inf")
    before = reports[-2].nodes if done > 1 else 1
    growth = max(2.0, reports[-1].nodes / before)
    return reports[-1].seconds * growth ** (depth - done) * len(samples)
