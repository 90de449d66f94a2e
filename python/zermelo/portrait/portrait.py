"""A portrait: summaries of several ways of playing one game, as a table; and portraits of variants side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.html import HtmlTable
from zermelo.portrait.summary import Seat, Summary

NONE = "-"


@dataclass(frozen=True)
class Portrait:
    """What a game is like to play."""

    game: str
    players: tuple[str, ...]
    backend: str
    summaries: tuple[Summary, ...]
    """One for each way of playing that finished a game: random first, then levels."""
    seconds: float
    cut: tuple[str, ...] = ()
    """What was left out, and why, one sentence each."""
    stopped: str | None = None
    """ "interrupt" if it was interrupted."""

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "players": list(self.players),
            "backend": self.backend,
            "plays": [each.to_json() for each in self.summaries],
            "cut": list(self.cut),
            "seconds": round(self.seconds, 6),
            "stopped": self.stopped,
        }

    def table(self, full: bool = True) -> HtmlTable:
        """One column for each way of playing; without `full` only what fits at the end of a check."""
        caption = f"portrait of {self.game} · {self.backend} · {self.seconds:.1f} s"
        return side_by_side([(each.name, each, self.players) for each in self.summaries], caption, full)

    def text(self, full: bool = True) -> str:
        """The table, and what was left out."""
        head = str(self.table(full)) if self.summaries else f"portrait of {self.game}: no game was finished"
        return "\n".join([head, *self.cut])

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


@dataclass(frozen=True)
class Comparison:
    """Portraits of several games, side by side."""

    portraits: tuple[Portrait, ...]

    @property
    def stopped(self) -> str | None:
        return next((each.stopped for each in self.portraits if each.stopped), None)

    def to_json(self) -> dict[str, Any]:
        return {"portraits": [each.to_json() for each in self.portraits]}

    def table(self) -> HtmlTable:
        """For each way of playing one column a game, so that equal ways stand together."""
        names = list(dict.fromkeys(each.name for portrait in self.portraits for each in portrait.summaries))
        columns = [
            (f"{name}: {portrait.game}", each, portrait.players)
            for name in names
            for portrait in self.portraits
            for each in portrait.summaries
            if each.name == name
        ]
        seconds = sum(portrait.seconds for portrait in self.portraits)
        return side_by_side(columns, f"{' and '.join(portrait.game for portrait in self.portraits)} · {seconds:.1f} s")

    def __str__(self) -> str:
        cut = [f"{portrait.game}: {sentence}" for portrait in self.portraits for sentence in portrait.cut]
        return "\n".join([str(self.table()), *cut])

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


Column = tuple[str, Summary, tuple[str, ...]]


def side_by_side(columns: Sequence[Column], caption: str, full: bool = True) -> HtmlTable:
    """A table with a row for each measure; seats are told by the names of the players if these are the same everywhere."""
    same = len({players for _, _, players in columns}) == 1
    rows: dict[str, list[str]] = {}
    for at, (_, summary, players) in enumerate(columns):
        for label, told in _measures(summary, players if same else tuple(f"seat {n + 1}" for n in range(len(players))), full):
            rows.setdefault(label, [NONE] * len(columns))[at] = told
    head = ("", *(title for title, _, _ in columns))
    return HtmlTable(head, tuple((label, *cells) for label, cells in rows.items()), caption)


def _measures(summary: Summary, names: Sequence[str], full: bool) -> Iterator[tuple[str, str]]:
    """The rows of one column: label and text."""
    yield "games", f"{summary.games:,}" + (f" (+{summary.unfinished} too long)" if summary.unfinished else "")
    yield from _seats(summary, list(zip(names, summary.seats, strict=True)), full)
    plies = summary.plies
    yield "plies", f"{plies.mean:.1f} ({plies.least:g} to {plies.most:g})"
    if full:
        yield "middle half of plies", f"{plies.lower:.0f} to {plies.upper:.0f}"
    yield "branching factor", f"{summary.branching:.1f} (at most {summary.most_choices})"
    yield "forced moves", f"{summary.forced:.1%}"
    if summary.states is not None:
        yield "different states", f"{summary.states:,} of {summary.positions:,}"
    if summary.drama is not None:
        drama = summary.drama
        yield "lead changes", f"{drama.changes:.1f}"
        yield "comebacks", NONE if drama.comebacks is None else f"{drama.comebacks:.0%}"
        yield "decided after", NONE if drama.decided is None else f"{drama.decided:.0%} of the game"


def _seats(summary: Summary, seats: Sequence[tuple[str, Seat]], full: bool) -> Iterator[tuple[str, str]]:
    """The rows about seats: results first, then values and moves."""
    if len(seats) == 1:
        yield f"{seats[0][0]} got", f"{seats[0][1].value:,.4g}"
    elif summary.shared:
        yield "each player got", f"{seats[0][1].value:,.4g}"
    else:
        yield from ((f"{name} won", f"{seat.wins / summary.games:.1%}") for name, seat in seats)
        yield "draws", f"{summary.draws / summary.games:.1%}"
    if full and len(seats) > 1 and not summary.shared:
        yield from ((f"points of {name}", f"{seat.share:.1%} ({seat.low:.1%} to {seat.high:.1%})") for name, seat in seats)
        yield from ((f"value for {name}", f"{seat.value:+.3f}") for name, seat in seats)
    yield from ((f"{name} moved", f"{seat.moves:.1f} times") for name, seat in seats if seat.moves is not None)
