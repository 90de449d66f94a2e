"""A contest whose games are stored in a file of records, as the page that follows it shows it.

All visitors share one `Contest` for each file, so the file is asked once for all of them, and only new games are read. The owner names
the files when the studio starts; a visitor chooses one of them by its number. Names of agents and notes come from the file and are
escaped here or by the elements that show them.
"""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from zermelo.arena.recorded import Recorded, move_words
from zermelo.arena.records import GameRecord
from zermelo.arena.standings import Standings, signed
from zermelo.arena.store import Archive, RecordError
from zermelo.errors import ZermeloError
from zermelo.game import CHANCE, Game
from zermelo.play.seats import Seat
from zermelo.play.session import Ply, Session
from zermelo.studio.bars import Interval, intervals

_PAUSE = 1.0
"""Seconds between two looks into the file, however many visitors there are."""
PAGE = 50
"""Games in one page of the list."""


@dataclass(frozen=True)
class View:
    """What is known of a contest at one moment, ready to be shown."""

    recorded: Recorded
    standings: str
    crosstable: str
    chart: str
    progress: str
    share: float | None
    """The part of the games that is over; None if it is not known."""


class Contest:
    """One file of records, shared by all visitors."""

    def __init__(self, path: str | Path, rules: Sequence[Game] = ()) -> None:
        self._archive, self._rules = Archive(path), tuple(rules)
        self.name = self._archive.path.name
        self._lock = threading.Lock()
        self._known: dict[int, GameRecord] = {}
        self._looked = 0.0
        self._view = self._read()

    def view(self) -> View:
        """What is known now; the same object as before as long as nothing is new. An error says why the file cannot be read any more."""
        with self._lock:
            if time.monotonic() - self._looked >= _PAUSE:
                there = len(self._archive)
                if there < len(self._known):  # another contest has begun under the same name
                    self._known.clear()
                if there != len(self._known):
                    self._view = self._read()
                self._looked = time.monotonic()
            return self._view

    def _read(self) -> View:
        self._known |= {record.number: record for record in self._archive.records(self._known.keys())}
        found = Recorded.of(self._archive, [record for _, record in sorted(self._known.items())], self._rules)
        standings = found.standings
        total = found.total
        share = None if total is None else min(1.0, len(found.records) / total)
        return View(found, _standings(standings), _crosstable(standings), _chart(standings), standings.progress, share)


class Replay:
    """One game on the board of one visitor."""

    def __init__(self, found: Recorded, number: int) -> None:
        self.record, self.last = found.record(number), found.replay(number)
        self.line = self.last.line()
        seats = [Seat(name) for name in found.seats(self.record)]
        ended = None if self.last.over else self.record.outcome
        self.session = Session(self.last, seats, ended=ended)
        self.title = f"Game {number}: {found.result(self.record)}{f' ({self.record.note})' if self.record.note else ''}"
        for ply, value in zip(self.session.plies[len(self.record.before) :], self.record.scores, strict=False):
            _evaluate(ply, value)
        self.session.plies[-1].evaluate(None)
        self.session.show(0)

    @property
    def words(self) -> str:
        """The move that led to the position on the board, with its value and time."""
        return move_words(self.record, self.line, self.session.at)


def _evaluate(ply: Ply, value: float | None) -> None:
    """Keep what the player to move thought of a position, where that says what it is worth to all players."""
    player, game = ply.position.player, ply.position.game
    if value is None or player == CHANCE:
        return
    if game.rules.two_sided:
        ply.values = (value, -value) if player == 0 else (-value, value)
    elif len(game.players) == 1:
        ply.values = (value,)


def listed(found: Recorded, agent: str, page: int) -> tuple[list[GameRecord], int, int]:
    """A page of the games of an agent, or of all for an empty name, the latest first; its number, and how many pages there are."""
    chosen = found.agents.index(agent) if agent in found.agents else None
    games = [record for record in reversed(found.records) if chosen is None or chosen in record.seats]
    pages = max(1, -(-len(games) // PAGE))
    page = min(max(0, page), pages - 1)
    return games[page * PAGE : (page + 1) * PAGE], page, pages


def line(found: Recorded, record: GameRecord) -> str:
    """A game in one line."""
    several = f"{found.games[record.game]} · " if len(found.games) > 1 else ""
    points = ":".join(f"{each:g}" for each in record.points)
    return f"{several}{' – '.join(found.seats(record))} · {points} · {found.result(record)}, {record.plies} plies"


def chosen_contest(contests: Sequence[Contest], text: str) -> Contest:
    """The contest with the number that an address or a list gives, counted from 1."""
    if not contests:
        raise RecordError("this studio has no files of records; start it with `zermelo studio --records FILE`")
    number = int(text[:6]) if text.isdecimal() else 1
    if not 1 <= number <= len(contests):
        raise ZermeloError(f"there is no tournament {number}; there are {len(contests)}")
    return contests[number - 1]


# As HTML


def _standings(standings: Standings) -> str:
    head = ("", "agent", "Elo", "95 % interval", "points", "won, drawn, lost", "ms a move")
    rows = "".join(
        f'<tr><td>{each.rank}</td><th scope="row">{_name(each.agent)}</th><td>{signed(each.elo)}</td>'
        f"<td>{signed(each.low)} to {signed(each.high)}</td><td>{each.points:g} of {each.games}</td>"
        f"<td>{each.wins}, {each.draws}, {each.losses}</td><td>{each.milliseconds:.3g}</td></tr>"
        for each in standings.ranked()
    )
    return _table("".join(f"<th>{name}</th>" for name in head), rows)


def _crosstable(standings: Standings) -> str:
    ranked = standings.ranked()
    order, cells = [standings.agents.index(each.agent) for each in ranked], standings.crosstable()
    head = "<th></th><th>against</th>" + "".join(f"<th>{each.rank}</th>" for each in ranked)
    rows = "".join(
        f'<tr><td>{each.rank}</td><th scope="row">{_name(each.agent)}</th>'
        + "".join(_cell(cells[mine][other], mine == other) for other in order)
        + "</tr>"
        for each, mine in zip(ranked, order, strict=True)
    )
    return _table(head, rows)


def _name(agent: str) -> str:
    """The name of an agent, which may be broken after brackets and commas."""
    return escape(agent).replace("(", "(<wbr>").replace(",", ",<wbr>")


def _table(head: str, rows: str) -> str:
    return f'<table class="ranks"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'


def _cell(cell: tuple[float, int] | None, self: bool) -> str:
    shown = "" if self else "–" if cell is None else f"{cell[0]:g}/{cell[1]}"
    return f"<td{' class=self' if self else ''}>{shown}</td>"


def _chart(standings: Standings) -> str:
    return intervals("Elo", [Interval(each.agent, each.elo, each.low, each.high) for each in standings.ranked()])
