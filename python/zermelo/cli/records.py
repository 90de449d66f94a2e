"""`zermelo records`: what is in a file of records, also while a run is writing to it. `replaying` shows a game."""

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from zermelo.arena.export import export as write
from zermelo.arena.recorded import Recorded
from zermelo.arena.records import GameRecord
from zermelo.cli.contest import standings_text
from zermelo.cli.options import Json, whole
from zermelo.cli.output import Answer
from zermelo.cli.paint import console, reply
from zermelo.cli.replaying import Replaying
from zermelo.errors import ZermeloError
from zermelo.score import counted


def records(
    file: Annotated[Path, Parameter(name="FILE", help="The file that a match or a tournament wrote with --record.")],
    /,
    *,
    list: Annotated[bool, Parameter(name="--list", help="Print one line for each game.")] = False,
    show: Annotated[int | None, Parameter(converter=whole, help="Replay the game with this number; the first is 0.")] = None,
    export: Annotated[
        Path | None,
        Parameter(
            help="Write the games to this file: .pgn for chess, .pdn for checkers, .sgf for Go, Othello, Hex and backgammon, .ggf for Othello, .json, .csv or .parquet."
        ),
    ] = None,
    game_number: Annotated[int | None, Parameter(converter=whole, help="Only the game with this number.")] = None,
    agent: Annotated[str, Parameter(help="Only games of agents whose names contain this text.")] = "",
    game: Annotated[str, Parameter(help="Only this game, where a tournament has several.")] = "",
    won: Annotated[bool, Parameter(help="Only games that the agent of --agent won.")] = False,
    lost: Annotated[bool, Parameter(help="Only games that the agent of --agent lost.")] = False,
    drawn: Annotated[bool, Parameter(help="Only games that nobody won.")] = False,
    rules: Annotated[
        str | None, Parameter(help="The game that was played, if it is not built in: my_game.py or my_game.py:MyGame.")
    ] = None,
    json: Json = False,
) -> Answer | int:
    """Standings, games and exports from a file of records.

    Without options it prints the standings so far, also while the games are being played. Options that select games can be combined
    with all others.

        zermelo records cup.sqlite
        zermelo records cup.sqlite --list --agent uct --lost
        zermelo records cup.sqlite --show 3
        zermelo records cup.sqlite --export cup.csv
        zermelo records match.sqlite --export games.pgn
    """
    if sum((list, show is not None, export is not None)) > 1:
        raise ZermeloError("use one of --list, --show and --export at a time")
    found = Recorded.read(file, () if rules is None else (rules,))
    results = [name for name, wanted in {"won": won, "lost": lost, "drawn": drawn}.items() if wanted]
    found = found.selected(agent, game, results, game_number)
    if export is not None:
        target = write(found, export)
        told = f"wrote {counted(len(found.records), 'game')} to {target}"
        return reply(json, {"games": len(found.records), "file": str(target)}, told)
    if show is not None:
        return _show(found, show, json)
    if list:
        return reply(json, {"records": found.rows()}, *(_lines(found) or ["no games"]))
    standings = found.standings
    head = {
        "game": found.games[0],
        "format": found.about.get("kind"),
        "seed": _conditions(found).get("seed"),
        "total": found.total,
    }
    return reply(json, head | standings.to_json(), standings_text(standings))


def _conditions(found: Recorded) -> dict[str, Any]:
    told = found.about.get("conditions")
    return told if isinstance(told, dict) else {}


def _show(found: Recorded, number: int, json: bool) -> Answer | int:
    record, position = found.record(number), found.replay(number)
    if json:
        return Answer({"seats": [*found.seats(record)], **record.to_json()})
    title = f"game {number} · {position.game} · {found.result(record)}{f' · {record.note}' if record.note else ''}"
    Replaying(position.line(), record, found.seats(record), title, console()).show()
    return 0


def _lines(found: Recorded) -> list[str]:
    """One line for each game: number, agents by seat, result, plies, reason."""
    rows = [_cells(found, record) for record in found.records]
    widths = [max(len(row[at]) for row in rows) for at in range(4)] if rows else []
    return ["  ".join([row[0].rjust(widths[0]), *map(str.ljust, row[1:4], widths[1:]), *row[4:]]).rstrip() for row in rows]


def _cells(found: Recorded, record: GameRecord) -> tuple[str, ...]:
    several = f"{found.games[record.game]}: " if len(found.games) > 1 else ""
    reason = "" if record.outcome.reason == "rules" else record.outcome.reason
    points = ":".join(f"{each:g}" for each in record.points)
    agents = several + " - ".join(found.seats(record))
    return str(record.number), agents, points, counted(record.plies), found.result(record), record.note or reason
