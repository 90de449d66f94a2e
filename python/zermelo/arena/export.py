"""Records as files for other programs; the ending of the name decides.

    .pgn .pdn .sgf     chess; checkers; Go, Othello, Hex and backgammon, with the value and the time of each move as a comment
    .ggf               Othello, the moves alone
    .json              everything
    .csv .parquet      a table with one row for each game; .parquet needs pandas with pyarrow, or Polars

A file is written completely or not at all.
"""

import csv
import io
import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from zermelo.arena.recorded import Recorded
from zermelo.arena.records import GameRecord
from zermelo.arena.store import RecordError
from zermelo.errors import nearest
from zermelo.files import check_allowed, check_place, expanded, write_whole
from zermelo.play import notation
from zermelo.play.notation import NOTATIONS, Told

SUFFIXES = (*NOTATIONS, ".json", ".csv", ".parquet")


def export(recorded: Recorded, target: str | Path) -> Path:
    """Write records to a file, and return its path."""
    check_allowed()
    place = expanded(target)
    suffix = place.suffix.lower()
    if suffix not in SUFFIXES:
        hint = nearest(suffix, SUFFIXES) if suffix else ""
        raise RecordError(
            f"`{target}` cannot be written: its name must end in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}.{hint}"
        )
    if place.exists() and place.resolve() == Path(recorded.path).resolve():
        raise RecordError(f"`{target}` is the file of records itself; give another name")
    check_place(place, RecordError)
    if not recorded.records:
        raise RecordError("there are no games to write")
    write_whole(place, _data(recorded, suffix), RecordError)
    return place


def _data(recorded: Recorded, suffix: str) -> str | bytes:
    if suffix == ".json":
        return json.dumps(recorded.to_json(), ensure_ascii=False) + "\n"
    if suffix == ".csv":
        return table(recorded.rows())
    if suffix == ".parquet":
        return _parquet(recorded.rows())
    for record in recorded.records:
        notation.check(suffix, recorded.rules_of(record))
    return "\n".join(_written(recorded, suffix))


def _written(recorded: Recorded, suffix: str) -> Iterator[str]:
    event = str(recorded.about.get("kind", "contest"))
    for record in recorded.records:
        tags = {"Event": event, "Round": str(record.number)}
        comments = ["opening"] * len(record.before) + [comment(record, at) for at in range(len(record.moves))]
        told = Told(recorded.seats(record), record.outcome, tags, comments)
        yield notation.write(suffix, recorded.replay(record.number), told)


def comment(record: GameRecord, at: int) -> str:
    """The value that a player gave the position when it made a move, and its time, such as `+0.32 0.15s`."""
    value, took = record.scores[at], record.times[at]
    return f"{took:.3f}s" if value is None else f"{value:+.2f} {took:.3f}s"


def table(rows: list[dict[str, Any]]) -> str:
    """Rows as CSV. A text that a spreadsheet would take for a formula gets a quote in front."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _harmless(value) for name, value in row.items()} for row in rows)
    return out.getvalue()


def _harmless(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value


def _parquet(rows: list[dict[str, Any]]) -> bytes:
    out = io.BytesIO()
    for library in ("pandas", "polars"):
        try:
            frames = import_module(library)
            if library == "pandas":
                import_module("pyarrow")
        except ImportError:
            continue
        frame = frames.DataFrame(rows)
        frame.to_parquet(out, index=False) if library == "pandas" else frame.write_parquet(out)
        return out.getvalue()
    raise RecordError("a .parquet file needs pandas and pyarrow, or Polars, which are not installed; write a .csv file instead")
