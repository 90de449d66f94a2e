"""What each technique saves, and what it costs: the same positions, searched to the same depth with different techniques.

Three groups of rows. The first builds the *full search* step by step, from minimax to principal variation search with quiescence; these techniques keep the
value, or look beyond the depth limit. Then each other technique is added alone to the full search (`with null_move`). Last, each technique of
`selective`, the set for play, is taken out of it alone (`without null_move`).

A technique for play may find another move with fewer nodes, so nodes are not the whole truth about it. The full search, to the same depth, judges each move that it would not play
itself: `worse` counts the positions in which a row plays a move that is worth less.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from math import inf
from typing import Any

from zermelo.engine import SearchAgent, alphabeta, fits, minimal, minimax, selective
from zermelo.errors import LimitError
from zermelo.game import Game, Position, Random
from zermelo.html import HtmlTable
from zermelo.report import Report, plain, worth
from zermelo.search.alphabeta.options import FOR_PLAY, TECHNIQUES
from zermelo.search.options import EVERY_ORDERING, ORDERINGS

PATIENCE = 60.0
"""The most seconds for minimax, by estimate."""
MEANINGS = {
    "minimax": "plain minimax; left out if it would take more than a minute",
    "alphabeta": "alpha-beta, moves in the order in which the game lists them",
    "pv": "alpha-beta, last iteration's line first (iterative deepening; its nodes count)",
    "order": "alpha-beta with the game's own `order`",
    "killers": "alpha-beta with killer moves",
    "history": "alpha-beta with the history heuristic",
    "ordering": "alpha-beta with all four orderings (iterative deepening, as `pv`)",
    "table": "all four orderings and a transposition table",
    "pvs": "the same, and principal variation search",
    "forced": "the same, and only the moves that the game's `forced` keeps",
    "quiescence": "the same as pvs, and quiescence search, which goes deeper and may change the value",
    "minimal": "the minimal tree: the nodes of alpha-beta with perfect ordering and no table",
    "with ...": "the full search, which is the row `quiescence` or, in games without noisy moves, `pvs`; and this technique",
    "selective": "all techniques for play that fit the game",
    "without ...": "selective without this technique",
}
"""The techniques of each row."""
SHALLOW = 2
"""The `table_depth` of its row."""
_ADDED: dict[str, dict[str, Any]] = {
    **{f"ordering {name}": {"ordering": (*ORDERINGS, name)} for name in EVERY_ORDERING if name not in ORDERINGS},
    "table_depth": {"table_depth": SHALLOW},
    **{name: {name: True, "exact": not made.changes_value} for name, made in TECHNIQUES.items() if name not in MEANINGS},
}
"""What is added to the full search, one at a time."""
_TAKEN_OUT: dict[str, dict[str, Any]] = {
    **{f"ordering {name}": {"ordering": tuple(set(FOR_PLAY["ordering"]) - {name})} for name in FOR_PLAY["ordering"]},
    **{name: {name: False} for name, on in FOR_PLAY.items() if on is True and name != "deepening"},
}
"""What is taken out of `selective`, one at a time."""


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
    worse: int | None = None
    """In how many positions the move is worth less to the full search than its own; None in the rows that lead to it."""

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
    judges = [Judge(full_search(game, depth, backend), position) for position in samples]
    for name, agent in rows(game, depth, backend):
        if agent.row.plain == agent.algorithm and _estimate(samples, depth, backend) > PATIENCE:
            continue
        if not fits(agent, samples[0]):
            continue
        step(name)
        reports = [agent(position) for position in samples]
        nodes = sum(report.nodes for report in reports)
        seconds, branching = sum(report.seconds for report in reports), (nodes / len(reports)) ** (1 / depth)
        judged = name not in MEANINGS or name == selective.__name__
        worse = sum(judge.is_worse(report) for judge, report in zip(judges, reports, strict=True)) if judged else None
        yield Row(name, nodes, seconds, reports[0].value, reports[0].move, branching, worse)


class Judge:
    """The full search of one position, which says what other moves are worth there. It remembers its answers."""

    def __init__(self, agent: SearchAgent, position: Position) -> None:
        self.agent, self.position = agent, position
        self.known: dict[str, float] = {}
        self.best: Report | None = None

    def is_worse(self, report: Report) -> bool:
        """Whether the move of a report is worth less than the best one."""
        if self.best is None:
            self.best = self.agent(self.position)
        if report.move == self.best.move:
            return False
        if report.move not in self.known:
            *_, last = self.agent.search(self.position, among=(self.position.parse(report.move),))
            self.known[report.move] = rank(last)
        return self.known[report.move] < rank(self.best)


def rank(report: Report) -> float:
    """The value of a report on one scale, on which a win outranks every guess; how soon it comes does not matter."""
    value = report.value or 0.0
    return value if report.plies is None else inf if value > 0 else -inf


def table(found: Iterable[Row]) -> HtmlTable:
    """The rows with their share of plain alpha-beta's nodes, for notebooks."""
    found = list(found)
    least = next((row.nodes for row in found if row.name == alphabeta.row.name), None)
    share = {row.name: "-" if least is None else f"{row.nodes / least:.2%}" for row in found}
    cells = tuple(
        (
            row.name,
            f"{row.nodes:,}",
            share[row.name],
            f"{row.seconds:.2f}",
            f"{row.branching:.2f}",
            worth(row.value),
            row.move,
            counted(row),
        )
        for row in found
    )
    return HtmlTable(("", "nodes", "of alphabeta", "seconds", "branching", "value", "move", "worse"), cells)


def counted(row: Row) -> str:
    """In how many positions the move is worse, or nothing where that is not asked."""
    return "" if row.worse is None else str(row.worse)


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
    if game.defines("forced"):
        yield "forced", ordered(table=True, pvs=True, forced=True)
    if game.defines("noisy"):
        yield "quiescence", full_search(game, depth, backend)
    yield "minimal", minimal(depth=depth, backend=backend)
    full = full_search(game, depth, backend)
    for name, more in _ADDED.items():
        if _has(game, name):
            yield f"with {name}", full.changed(**more)
    play = selective(depth=depth, backend=backend, tables="none")
    yield "selective", play
    for name, less in _TAKEN_OUT.items():
        if _has(game, name) and (name not in TECHNIQUES or TECHNIQUES[name].pays(game)):
            yield f"without {name}", play.changed(**less)


def full_search(game: Game, depth: int, backend: str | None = None) -> SearchAgent:
    """The search to which techniques are added, and which judges the moves of others."""
    noisy = game.defines("noisy")
    return alphabeta(depth=depth, ordering="all", deepening=True, table=True, pvs=True, quiescence=noisy, backend=backend)


def _has(game: Game, name: str) -> bool:
    """Whether a game has what a technique or an ordering needs."""
    ordering = name.removeprefix("ordering ")
    if ordering != name:
        return ordering not in ("order", "exchange") or game.defines(ordering)
    return name not in TECHNIQUES or not TECHNIQUES[name].lacks(game)


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
