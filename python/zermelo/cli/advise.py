"""`zermelo advise`: asks an advice table about a position."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from zermelo.cli.blame import shown_in_its_file
from zermelo.cli.options import Json, MovesText, Nodes, Seconds, command
from zermelo.cli.output import Answer, check_out, note
from zermelo.errors import ZermeloError
from zermelo.files import write_whole

if TYPE_CHECKING:
    from zermelo.advice.explanation import Explanation
    from zermelo.advice.table import AdviceTable
    from zermelo.game import Position


def advise(
    table: Annotated[
        str | None,
        Parameter(name="TABLE", help="An advice table by name, or a file: tictactoe, my.advice. --list lists the names."),
    ] = None,
    position: Annotated[
        str | None,
        Parameter(
            name="POSITION",
            help="The position, written as boards are shown, with / for a new line; by default one that the table is for.",
            allow_leading_hyphen=True,
        ),
    ] = None,
    /,
    *,
    game: Annotated[
        str | None, Parameter(help='Use this game instead of the one that the table is for: "connect(rows=5,cols=5)".')
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
    """
    if listing:
        return _list(json)
    if table is None:
        raise ZermeloError(
            "TABLE is missing: write for example `zermelo advise tictactoe`; `zermelo advise --list` lists the tables"
        )
    if svg is not None:
        check_out(svg, (".svg",))
    with shown_in_its_file():
        from zermelo.advice.catalog import find

        found = find(table)
        if check:
            return _check(found, json)
        return _advise(found, _position(found, game, position, moves), nodes, seconds, every, svg, json)


def _advise(
    table: AdviceTable, here: Position, nodes: int | None, seconds: float | None, every: bool, svg: Path | None, json: bool
) -> Answer | int:
    from zermelo.advice.expert import Expert
    from zermelo.advice.explanation import Explanation
    from zermelo.advice.inference import consult
    from zermelo.cli.thinking import status
    from zermelo.limit import Limit

    expert = Expert(table, here.game)
    with status("asking"):
        asked = consult(expert, here, Limit(nodes=nodes, seconds=seconds), every=every)
    if svg is not None and asked.tree is not None:
        write_whole(svg, asked.tree.to_svg())
        note(f"drew the plan to {svg}")
    code = 0 if asked.tree is not None else 1
    told = Explanation(asked)
    if json:
        return Answer(told.to_json(), code)
    _print(here, told)
    return code


def _print(here: Position, told: Explanation) -> None:
    from rich.text import Text

    from zermelo.cli import paint

    out, tree = paint.console(), told.consultation.tree
    out.print(paint.board(here))
    head, *rest = str(told).splitlines()
    out.print(Text(head, style="bold"))
    for line in rest:
        out.print(line)
    if tree is not None:
        out.print("")
        for line in str(tree).splitlines():
            out.print(f"  {line}")


def _position(table: AdviceTable, game: str | None, position: str | None, moves: str | None) -> Position:
    from zermelo.advice.expert import Expert
    from zermelo.advice.verification.positions import domain, example
    from zermelo.cli.options import open_position

    here = open_position(table.game if game is None else game, position, moves)
    if position is not None or moves is not None or domain(expert := Expert(table, here.game)).everything:
        return here
    return example(expert, Random(1))  # the start of the game is not what the table is for


def _check(table: AdviceTable, json: bool) -> Answer | int:
    from zermelo.advice.check import ERROR, check
    from zermelo.cli import paint

    findings = check(table)
    errors = sum(finding.severity == ERROR for finding in findings)
    code = 1 if errors else 0
    if json:
        told = {"table": table.name, "game": table.game, "rules": len(table.rules), "advice": len(table.advice), "ok": not errors}
        return Answer({**told, "findings": [finding.to_json() for finding in findings]}, code)
    out = paint.console()
    for finding in findings:
        out.print(str(finding))
        if finding.place is not None:
            out.print(finding.place.snippet)
    words = [_count(errors, "error"), _count(len(findings) - errors, "warning")]
    parts = [_count(len(table.rules), "rule"), _count(len(table.advice), "piece of advice", "pieces of advice"), *words]
    out.print(f"table {table.name} for {table.game}: {', '.join(parts)}")
    return code


def _count(number: int, one: str, many: str | None = None) -> str:
    return f"{number or 'no'} {one if number == 1 else many or one + 's'}"


def _list(json: bool) -> Answer | int:
    from rich.text import Text

    from zermelo.advice.catalog import about, find, names
    from zermelo.cli.paint import QUIET, console

    rows: list[dict[str, Any]] = []
    for name in names():
        table = find(name)
        rows.append(
            {"name": name, "game": table.game, "rules": len(table.rules), "advice": len(table.advice), "about": about(table)}
        )
    if json:
        return Answer({"tables": rows})
    width = max(len(row["name"]) for row in rows)
    for row in rows:
        parts = [_count(row["rules"], "rule"), _count(row["advice"], "piece of advice", "pieces of advice")]
        console().print(Text.assemble((f"{row['name']:<{width}}", "bold cyan"), f"  {row['about']}"))
        console().print(Text(f"{'':<{width}}  for {row['game']}: {', '.join(parts)}", style=QUIET))
    return 0


app = command(
    advise,
    """
    zermelo advise tictactoe "x . . / . o . / . . x"
    zermelo advise connect4 --moves "4 4 5" --all
    zermelo advise tictactoe --moves "b2 b1" --svg plan.svg
    zermelo advise my.advice --check
    zermelo advise --list --json
    """,
)
