"""Reports of searches: the move, its value for each player, and the cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from zermelo import html
from zermelo.score import Score, counted

if TYPE_CHECKING:
    from zermelo.trees.tree import Tree

MOST_CHOICES = 20
"""The most moves that notebooks show."""


@dataclass(frozen=True)
class Line:
    """One of several moves, with its value for the player to move and its line."""

    move: str
    value: float | None
    plies: int | None
    """Plies to the end of the game, if a win or loss is proven."""
    line: tuple[str, ...]
    score: Score | None = None
    """The value, as a proven result or a guess."""

    def to_json(self) -> dict[str, Any]:
        score = None if self.score is None else self.score.to_json()
        return {"move": self.move, "value": plain(self.value), "plies": self.plies, "score": score, "line": list(self.line)}


@dataclass(frozen=True)
class Choice:
    """Monte-Carlo statistics of a move at the root."""

    move: str
    visits: int
    value: float | None
    """Mean utility for the player to move; None without a visit."""
    low: float | None
    high: float | None
    """The value's 95 % interval."""
    proven: bool = False

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "value": plain(self.value), "low": plain(self.low), "high": plain(self.high)}

    def cells(self) -> tuple[str, ...]:
        """A row of a table."""
        interval = "-" if self.low is None or self.high is None else f"{self.low:+.3f} to {self.high:+.3f}"
        value = "-" if self.value is None else f"{self.value:+.3f}"
        return self.move, count(self.visits), value, "proven" if self.proven else interval


@dataclass(frozen=True)
class Report:
    """The result of a search, final or intermediate.

    Values are absolute: `values[i]` is what the position is worth to player i; `value` is that of the player to move.
    """

    game: str
    agent: str
    backend: str
    player: str
    """Name of the player to move."""
    move: str
    value: float | None
    """None if the search was stopped before it finished a move."""
    values: tuple[float, ...] | None
    line: tuple[str, ...]
    """The principal variation: best play of all players, as far as the search looked ahead."""
    depth: int | None
    """Plies searched; None for a search to the end of the game, 0 if it was stopped before it finished a move."""
    nodes: int
    seconds: float
    plies: int | None = None
    """Plies to the end of the game, if a win or loss is proven."""
    exact: bool = False
    """Whether the value is final: no line was cut at the depth limit."""
    score: Score | None = None
    """The value of the player to move: a proven win, loss, draw or number of points, or a guess."""
    stopped: str | None = None
    """Why the search ended early: "nodes", "seconds", "stop" or "interrupt"; None if it finished."""
    tree: Tree | None = None
    lines: tuple[Line, ...] = ()
    """The best moves in order, the chosen one first, if several lines were requested."""
    playouts: int | None = None
    """Random games played; Monte-Carlo search only."""
    capped: int = 0
    """Random games that were given up because they were too long."""
    choices: tuple[Choice, ...] = ()
    """Every move, most visited first; Monte-Carlo search only."""
    why: str | None = None
    """Why this agent was chosen; None if it was named."""
    root: bytes | None = field(default=None, repr=False, compare=False)
    """The state of the position, packed; None if it is not known."""

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def to_json(self) -> dict[str, Any]:
        """Everything but the tree, as plain values."""
        known = vars(self) | {
            "value": plain(self.value),
            "values": None if self.values is None else [plain(value) for value in self.values],
            "line": list(self.line),
            "seconds": round(self.seconds, 6),
            "score": None if self.score is None else self.score.to_json(),
            "lines": [line.to_json() for line in self.lines],
            "choices": [choice.to_json() for choice in self.choices],
        }
        del known["tree"], known["root"]
        if not self.lines:
            del known["lines"]
        if self.playouts is None:
            del known["playouts"], known["capped"], known["choices"]
        return known

    def _repr_html_(self) -> str:
        """For notebooks: the move, its facts, and the other moves if the search reports them."""
        more = len(self.choices) - MOST_CHOICES
        lines = tuple((line.move, worth(line.value, line.score), " ".join(line.line)) for line in self.lines)
        choices = tuple(choice.cells() for choice in self.choices[:MOST_CHOICES])
        rows = {("move", "value", "line"): lines, ("move", "visits", "value", "95 % interval"): choices}
        tables = [html.HtmlTable(head, body)._repr_html_() for head, body in rows.items() if body]
        left = html.paragraphs(f"and {counted(more, 'more move')}") if more > 0 else ""
        return html.facts(f"{self.player} plays {self.move}", self._known()) + "".join(tables) + left

    def _known(self) -> dict[str, str]:
        """The facts about the move, by name."""
        mean = self.value is not None and self.playouts is not None and not self.exact
        known = {
            "value": f"{self.value:+.3f} (mean)" if mean else worth(self.value, self.score),
            "line": " ".join(self.line) or "-",
            "depth": "to the end" if self.depth is None else str(self.depth),
            "nodes": f"{count(self.nodes)} in {self.seconds:.2f} s, {count(self.nodes_per_second)} nodes/s",
            "agent": f"{self.agent}, {self.backend}" + (f": {self.why}" if self.why else ""),
            **({} if self.playouts is None else {"playouts": count(self.playouts)}),
            **({} if self.stopped is None else {"stopped": f"by {self.stopped}"}),
        }
        if self.values is not None and len(self.values) > 2:
            known["values"] = ", ".join(worth(value) for value in self.values)
        return known

    def __str__(self) -> str:
        value = worth(self.value, self.score)
        depth = "to the end" if self.depth is None else f"depth {self.depth}"
        speed = f"{count(self.nodes)} {'node' if self.nodes == 1 else 'nodes'} in {self.seconds:.2f} s, {count(self.nodes_per_second)} nodes/s"
        line = " ".join(self.line[:12]) + (" ..." if len(self.line) > 12 else "")
        if self.playouts is not None:
            speed = f"{count(self.playouts)} playouts, {speed}"
        stopped = f" · stopped by {self.stopped}" if self.stopped else ""
        return f"{self.player} plays {self.move} · value {value} · line {line} · {depth} · {speed}{stopped}"


def plain(value: float | None) -> float | None:
    """A whole number as an int, so that it is written 3 and not 3.0; no negative zero.

    >>> plain(3.0), plain(-0.0), plain(2.5)
    (3, 0, 2.5)
    """
    if value is None:
        return None
    return int(value) if float(value).is_integer() else value


def worth(value: float | None, score: Score | None = None) -> str:
    """A value as text; a proven one says so.

    >>> worth(2.5), worth(-1, Score.loss(4)), worth(0, Score.draw()), worth(4, Score.points(4)), worth(0, Score.guess(0))
    ('+2.5', '-1 (loss in 4 plies)', '0 (draw)', '+4 (proven)', '0')
    """
    text = "?" if value is None else f"{value:+g}" if value else "0"
    if score is None or not score.is_proven:
        return text
    return f"{text} ({'proven' if score.kind == 'points' else score})"


def count(number: float) -> str:
    """A large number with a unit.

    >>> count(999), count(15_300), count(41_250_000)
    ('999', '15.3 k', '41.2 M')
    """
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if number >= size:
            return f"{number / (1e3 if unit == 'k' else size):.1f} {unit}"
    return f"{number:.0f}"
