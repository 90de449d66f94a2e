"""`zermelo tablebase probe` looks up one position; `zermelo tablebase stats` counts all positions."""

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.text import Text

from zermelo.cli import paint
from zermelo.cli.options import GameText, Json, MovesText, open_position, position_argument
from zermelo.cli.output import Answer
from zermelo.errors import TablebaseError
from zermelo.game import Game
from zermelo.games import find
from zermelo.score import counted
from zermelo.search.known import Verdict
from zermelo.tablebases.endings import EndingTablebase, hint, names
from zermelo.tablebases.open import open_in, open_tablebase
from zermelo.tablebases.tablebase import Tablebase, rank

From = Annotated[Path | None, Parameter(name="--from", help="Folder of the tablebases, instead of the default one.")]
TableName = Annotated[
    str | None,
    Parameter(name="NAME", help="One tablebase: pieces such as KRK or KKvK, a number of pieces, or the name you chose."),
]
_OUTCOMES = {1: "win", 0: "draw", -1: "loss"}


def probe(
    game: GameText,
    position: Annotated[str | None, position_argument("the start by default")] = None,
    /,
    *,
    moves: MovesText = None,
    folder: From = None,
    json: Json = False,
) -> Answer | int:
    """Look up the value of a position and of every move.

    Values are for the player to move: win, draw or loss, and the plies to the end with best play.

        zermelo tablebase probe tictactoe
        zermelo tablebase probe tictactoe "x . . / . o . / . . ."
        zermelo tablebase probe checkers "B:WK1:BK32,K31" --json
    """
    here = open_position(game, position, moves)
    tables = _open(here.game, None, folder)
    found = tables.probe(here)
    if found is None:
        raise tables.outside(here)
    choices = sorted(tables.moves(here), key=lambda move: rank(move.verdict), reverse=True)
    told = {"game": str(here.game), "position": str(here), "player": here.turn, **_told(found)}
    told["moves"] = [{"move": each.name, **_told(each.verdict)} for each in choices]
    value = f"A {_OUTCOMES[found.outcome]} for {here.turn}{_distance(found)}."
    width = max((len(each.name) for each in choices), default=0)
    lines = (f"  {each.name:<{width}}  {_words(each.verdict)}" for each in choices)
    return paint.reply(json, told, paint.board(here), f"The game is over: {here.result}." if here.over else value, *lines)


def stats(game: GameText, name: TableName = None, /, *, folder: From = None, json: Json = False) -> Answer | int:
    """Count wins, draws and losses, and show the longest win.

    They are counted for each player to move. Without NAME all tablebases of the game are counted.

        zermelo tablebase stats tictactoe
        zermelo tablebase stats checkers 4 --json
    """
    tables, chosen = place_of(game, name, folder)
    results = [_counted(tables, each) for each in chosen]
    sides = [side for table in results for side in table["sides"]]
    total = {key: sum(side[key] for side in sides) for key in ("win", "draw", "loss")}
    longest = max(table["longest_win"] for table in results)
    told = {"game": str(tables.game), "positions": sum(total.values()), **total, "longest_win": longest, "tables": results}
    lines: list[Text | str] = [f"{tables.game} · {sum(total.values()):,} positions", *_rows(results, total)]
    if longest:
        first = next(table for table in results if table["longest_win"] == longest)
        lines.append(f"The longest win takes {counted(longest)}" + (":" if first["example"] else f", in {first['table']}."))
        lines += [paint.paint(first["example"], tables.game.players)] if first["example"] else []
    return paint.reply(json, told, *lines)


def _rows(results: list[dict[str, Any]], total: dict[str, int]) -> list[str]:
    """One row for each tablebase and player to move, and their sum."""
    rows = [
        (table["table"], f"{side['to_move']} to move", *(side[key] for key in ("win", "draw", "loss", "longest_win")))
        for table in results
        for side in table["sides"]
    ]
    if len(rows) > 1:
        rows.append(("", "all", total["win"], total["draw"], total["loss"], max(row[5] for row in rows)))
    first, second = (max(len(str(row[at])) for row in rows) for at in (0, 1))
    head = f"  {'':<{first}}  {'':<{second}}{'win':>13}{'draw':>13}{'loss':>13}{'longest win':>13}"
    return [head] + [f"  {row[0]:<{first}}  {row[1]:<{second}}" + "".join(f"{number:>13,}" for number in row[2:]) for row in rows]


def _counted(tables: Tablebase, name: str) -> dict[str, Any]:
    """The counts of one tablebase, with the board of its longest win."""
    facts = tables.facts(name)
    keys = ("to_move", "win", "draw", "loss", "longest_win", "longest_loss")
    sides = [{key: side[key] for key in keys} for side in facts["sides"]]
    example = facts.get("example")
    board = tables.game.show(tables.game.layout.unpack(bytes.fromhex(example))) if example else None
    return {"table": name, "sides": sides, "longest_win": facts["longest_win"], "example": board}


def place_of(text: str, name: str | None, folder: Path | None) -> tuple[Tablebase, list[str]]:
    """The tablebases of a game, and the names of those that were asked for."""
    game = find(text)
    tables = _open(game, None if name is not None and name.isdecimal() else name, folder)
    if name is None:
        return tables, list(tables.names)
    if not isinstance(tables, EndingTablebase):
        return tables, [name]
    wanted = names(tables.kind, name)
    missing = [each for each in wanted if each not in tables.names]
    if missing:
        which = f"{missing[0]} of {tables.kind} in `{tables.folder}`"
        raise TablebaseError(f"there is no tablebase {which}; {hint(tables.kind, name)}")
    return tables, wanted


def _open(game: Game, name: str | None, folder: Path | None) -> Tablebase:
    return open_tablebase(game, name or "all") if folder is None else open_in(game, folder, name or "all")


def _told(verdict: Verdict | None) -> dict[str, Any]:
    if verdict is None:
        return {"outcome": None, "plies": None}
    return {"outcome": _OUTCOMES[verdict.outcome], "plies": verdict.plies if verdict.outcome else None}


def _words(verdict: Verdict | None) -> str:
    return "unknown" if verdict is None else f"{_OUTCOMES[verdict.outcome]}{_distance(verdict)}"


def _distance(verdict: Verdict) -> str:
    return f" in {counted(verdict.plies)}" if verdict.outcome else ""
