"""`zermelo advise`: asks an advice table about a position."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from textwrap import indent
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from zermelo.advice import AdviceError, AdviceTable, Expert, Explanation, consult
from zermelo.advice.catalog import about, find, names
from zermelo.advice.check import ERROR, check
from zermelo.advice.verification.positions import domain, example
from zermelo.cli import paint
from zermelo.cli.options import Json, MovesText, Nodes, Seconds, open_position, position_argument
from zermelo.cli.output import Answer, check_out, harmless, note
from zermelo.cli.progress import status
from zermelo.errors import ZermeloError
from zermelo.files import write_whole
from zermelo.game import Position
from zermelo.limit import Limit
from zermelo.score import counted


def advise(
    table: Annotated[
        str | None,
        Parameter(name="TABLE", help="An advice table: its name (tictactoe) or a file (my.advice). --list lists the names."),
    ] = None,
    position: Annotated[str | None, position_argument("by default, one that the table covers")] = None,
    /,
    *,
    game: Annotated[
        str | None, Parameter(help='Use this game instead of the one in the table: "connect(rows=5,cols=5)".')
    ] = None,
    moves: MovesText = None,
    every: Annotated[
        bool, Parameter(name="--all", help="Show every rule and all advice, also after the one that applied.")
    ] = False,
    svg: Annotated[Path | None, Parameter(help="Draw the plan to a .svg file.")] = None,
    nodes: Nodes = None,
    seconds: Seconds = None,
    check: Annotated[bool, Parameter(help="Only check the table for mistakes.")] = False,
    listing: Annotated[bool, Parameter(name="--list", help="List the advice tables that come with Zermelo.")] = False,
    json: Json = False,
) -> Answer | int:
    """Ask an advice table for a move and its reasons.

    Prints the move, the rule and the advice it comes from, why other advice did not apply, and the plan:
    one move for us, every reply of the opponent that the advice considers.
    The exit code is 1 if the table has no advice here, or if --check finds an error.

        zermelo advise tictactoe "x . . / . o . / . . x"
        zermelo advise connect4 --moves "4 4 5" --all
        zermelo advise tictactoe --moves "b2 b1" --svg plan.svg
        zermelo advise my.advice --check
        zermelo advise --list --json
    """
    if listing:
        return _list(json)
    if table is None:
        raise ZermeloError(
            "TABLE is missing: write for example `zermelo advise tictactoe`; `zermelo advise --list` lists the tables"
        )
    if svg is not None:
        check_out(svg, (".svg",))
    with errors_with_source():
        found = find(table)
        if check:
            return _check(found, json)
        here = _position(found, game, position, moves)
        with status("asking"):
            asked = consult(Expert(found, here.game), here, Limit(nodes=nodes, seconds=seconds), every=every)
        if svg is not None and asked.tree is not None:
            write_whole(svg, asked.tree.to_svg())
            note(f"drew the plan to {svg}")
        told = Explanation(asked)
        head, *rest = str(told).splitlines()
        plan = [] if asked.tree is None else ["", indent(str(asked.tree), "  ")]
        code = 0 if asked.tree is not None else 1
        return paint.reply(json, told.to_json(), paint.board(here), Text(head, style="bold"), *rest, *plan, code=code)


@contextmanager
def errors_with_source() -> Iterator[None]:
    """If an advice table has an error, print its faulty line before the error is reported."""
    try:
        yield
    except AdviceError as error:
        if error.snippet:
            print(harmless(error.snippet[:1000]), file=sys.stderr)
        raise


def _position(table: AdviceTable, game: str | None, position: str | None, moves: str | None) -> Position:
    here = open_position(table.game if game is None else game, position, moves)
    if position is not None or moves is not None or domain(expert := Expert(table, here.game)).everything:
        return here
    return example(expert, Random(1))  # the table does not cover the start of the game


def _check(table: AdviceTable, json: bool) -> Answer | int:
    findings = check(table)
    errors = sum(finding.severity == ERROR for finding in findings)
    told = {"table": table.name, "game": table.game, "rules": len(table.rules), "advice": len(table.advice), "ok": not errors}
    lines = [str(each) if each.place is None else f"{each}\n{each.place.snippet}" for each in findings]
    words = [_size(table), counted(errors, "error"), counted(len(findings) - errors, "warning")]
    summary = f"table {table.name} for {table.game}: {', '.join(words)}"
    told["findings"] = [each.to_json() for each in findings]
    return paint.reply(json, told, *lines, summary, code=1 if errors else 0)


def _size(table: AdviceTable) -> str:
    return f"{counted(len(table.rules), 'rule')}, {counted(len(table.advice), 'piece of advice', 'pieces of advice')}"


def _list(json: bool) -> Answer | int:
    rows, lines, width = [], [], max(map(len, names()))
    for name in names():
        table = find(name)
        counts = {"rules": len(table.rules), "advice": len(table.advice)}
        rows.append({"name": name, "game": table.game, **counts, "about": about(table)})
        lines.append(paint.entry(name, width, about(table)))
        lines.append(Text(f"{'':<{width}}  for {table.game}: {_size(table)}", style=paint.QUIET))
    return paint.reply(json, {"tables": rows}, *lines)
