"""What is in a file of records at one moment: the games, the standings, and each game to be replayed.

The rules of built-in games are found by their names. Nothing that a file names is ever run: rules in a file of the user's own are given by the
caller, as `rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from zermelo import files
from zermelo.arena.frames import Frames
from zermelo.arena.records import GameRecord
from zermelo.arena.standings import Standings, distinct
from zermelo.arena.store import Archive, RecordError
from zermelo.errors import ZermeloError, nearest
from zermelo.game import CHANCE, Game, Position
from zermelo.games import catalog, find
from zermelo.play.transcript import Transcript

_MOST_SEATS = 64


@dataclass(frozen=True)
class Recorded(Frames):
    """The games in a file of records; `zermelo.records` reads them."""

    path: str
    about: dict[str, Any]
    """What the file says about its contest."""
    records: tuple[GameRecord, ...]
    rules: tuple[Game, ...] = ()
    """Games that are not built in."""
    total: int | None = None
    """How many games are planned; None if that is not known, or if these are not all games of the file."""

    @classmethod
    def read(cls, path: str | Path, rules: Sequence[str | Game] = ()) -> Recorded:
        """The games so far in a file of records."""
        own = tuple(find(each) if isinstance(each, str) else each for each in rules)
        archive = Archive(path)
        return cls.of(archive, archive.records(), own)

    @classmethod
    def of(cls, archive: Archive, records: Sequence[GameRecord], rules: Sequence[Game] = ()) -> Recorded:
        """Games of a file that is read already, checked."""
        agents, games = len(archive.agents), len(archive.games)
        if not agents or not games:
            raise RecordError(f"`{archive.path}` is damaged: it does not name its games and agents; give another file")
        for record in records:
            seats = len(record.seats)
            named = 0 < seats <= _MOST_SEATS and all(type(each) is int and 0 <= each < agents for each in record.seats)
            named = named and type(record.game) is int and 0 <= record.game < games
            rows = {len(record.scores), len(record.times)} == {len(record.moves)}
            rows = rows and {len(record.nodes), len(record.seconds), len(record.turns)} == {seats}
            if not named or not rows or not all(isinstance(each, str) for each in (*record.before, *record.moves)):
                raise RecordError(f"`{archive.path}` is damaged at game {record.number}; give another file")
        return cls(str(archive.path), archive.about, tuple(records), tuple(rules), archive.total)

    @property
    def games(self) -> tuple[str, ...]:
        return tuple(map(str, self.about["games"]))

    @cached_property
    def agents(self) -> tuple[str, ...]:
        """The names of the agents; equal ones are numbered."""
        return distinct([str(each) for each in self.about["agents"]])

    @cached_property
    def _by_number(self) -> dict[int, GameRecord]:
        return {record.number: record for record in self.records}

    @cached_property
    def _rules(self) -> dict[str, Game]:
        return {str(each): each for each in self.rules}

    @cached_property
    def standings(self) -> Standings:
        return Standings(self.agents, self.games, self.records, total=self.total)

    def record(self, number: int) -> GameRecord:
        """The record of the game with this number; the first is 0."""
        found = self._by_number.get(number)
        if found is not None:
            return found
        numbers = self._by_number
        there = f"games from {min(numbers)} to {max(numbers)}" if numbers else "no games"
        raise RecordError(f"there is no game {number} among these records; there are {there}")

    def game(self, number: int) -> Transcript:
        """The game with this number, to be replayed, saved, or loaded into a session."""
        record = self.record(number)
        rules = self.rules_of(record)
        if len(rules.players) != len(record.seats):
            raise RecordError(f"game {number} has {len(record.seats)} players, but {rules} has {len(rules.players)}")
        return Transcript(
            game=str(rules),
            players=rules.players,
            seats=self.seats(record),
            start=record.start,
            moves=(*record.before, *record.moves),
            outcome=record.outcome,
        )

    def replay(self, number: int) -> Position:
        """The last position of a game, which knows all positions before; its moves are checked by the rules."""
        played = self.game(number)
        try:
            return played.replay(self.rules_of(self.record(number)))
        except ZermeloError as error:
            raise RecordError(f"`{self.path}` is damaged at game {number}: {error}") from None

    def seats(self, record: GameRecord) -> tuple[str, ...]:
        """The names of the agents of a game, by seat."""
        return tuple(self.agents[each] for each in record.seats)

    def rules_of(self, record: GameRecord) -> Game:
        """The rules by which a game was played."""
        text = self.games[record.game]
        if text not in self._rules:
            self._rules[text] = self._find(text)
        return self._rules[text]

    def _find(self, text: str) -> Game:
        if text.partition("(")[0].strip().lower() not in catalog():
            given = f"; {', '.join(map(str, self.rules))} is another game" if self.rules else ""
            raise RecordError(
                f"the records are of {text}, which is not built in; name the file with its rules, as in --rules my_game.py{given}"
            )
        with files.programs_off("rules that a file of records names are not run; give them as --rules"):
            return find(text)

    def result(self, record: GameRecord) -> str:
        """How a game ended, in words; seats have numbers if the rules are not available."""
        try:
            players = self.rules_of(record).players
        except ZermeloError:
            players = ()
        if len(players) != len(record.seats):
            players = tuple(f"seat {seat}" for seat in range(1, len(record.seats) + 1))
        return record.result(players)

    def selected(self, agent: str = "", game: str = "", results: Sequence[str] = (), number: int | None = None) -> Recorded:
        """The games of agents whose names contain a text, of one game, with certain results ("won", "lost", "drawn") of those agents, or one game."""
        chosen: list[Callable[[GameRecord], bool]] = []
        if number is not None:
            only = self.record(number)
            chosen.append(lambda record: record is only)
        if game:
            places = {at for at, text in enumerate(self.games) if game.lower() in (text.lower(), text.partition("(")[0].lower())}
            if not places:
                hint = nearest(game, self.games)
                raise RecordError(
                    f"there are no games of `{game}` among these records; they are of {', '.join(self.games)}.{hint}"
                )
            chosen.append(lambda record: record.game in places)
        whom = {at for at, name in enumerate(self.agents) if agent.lower() in name.lower()}
        if not whom:
            raise RecordError(f"no agent of these records is called `{agent}`; they are {', '.join(self.agents)}")
        if agent:
            chosen.append(lambda record: not whom.isdisjoint(record.seats))
        if results:
            if not agent and set(results) != {"drawn"}:
                raise RecordError("to select won or lost games, name the agent who won or lost, as in --agent uct")
            chosen.append(
                lambda record: any(_kind(record, seat) in results for seat, each in enumerate(record.seats) if each in whom)
            )
        if not chosen:
            return self
        return replace(self, records=tuple(each for each in self.records if all(test(each) for test in chosen)), total=None)

    def rows(self) -> list[dict[str, Any]]:
        """One row for each game; where games have different numbers of seats, the columns of missing ones are empty."""
        most = max((len(record.seats) for record in self.records), default=0)
        return [self._row(record, most) for record in self.records]

    def _row(self, record: GameRecord, most: int) -> dict[str, Any]:
        missing = [None] * (most - len(record.seats))
        return {
            "number": record.number,
            "game": self.games[record.game],
            "round": record.round,
            "opening": record.opening,
            **{f"agent_{seat}": name for seat, name in enumerate((*self.seats(record), *missing), 1)},
            **{f"points_{seat}": points for seat, points in enumerate((*record.points, *missing), 1)},
            "result": self.result(record),
            "reason": record.outcome.reason,
            "note": record.note,
            "plies": record.plies,
            "seconds": round(sum(record.seconds), 6),
            "nodes": sum(record.nodes),
            "moves": " ".join((*record.before, *record.moves)),
        }

    def to_json(self) -> dict[str, Any]:
        """All games as plain values."""
        return {"about": self.about, "agents": list(self.agents), "games": [each.to_json() for each in self.records]}

    def __str__(self) -> str:
        return str(self.standings)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return self.standings._repr_html_()


def move_words(record: GameRecord, line: Sequence[Position], at: int) -> str:
    """The move that led to a position of a replayed game: who made it, the value that was given and the seconds that it took."""
    if at == 0:
        return "the first position"
    before, opening = line[at - 1], len(record.before)
    name = (*record.before, *record.moves)[at - 1]
    if before.player == CHANCE:
        return f"{at}. chance: {name}"
    told = f"{at}. {before.game.players[before.player]} plays {name}"
    if at <= opening:
        return f"{told} · opening"
    value, took = record.scores[at - 1 - opening], record.times[at - 1 - opening]
    return f"{told}{'' if value is None else f' · value {value:+.3g}'} · {took:.3f} s"


def _kind(record: GameRecord, seat: int) -> str:
    if not record.outcome.winners:
        return "drawn" if record.outcome.is_draw else "lost"
    return "won" if seat in record.outcome.winners else "lost"
