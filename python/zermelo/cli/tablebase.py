"""`zermelo tablebase`: builds, asks, verifies, counts and lists endgame tablebases. `zermelo table` is its old name."""

import os
import sys
import time
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from zermelo import _core
from zermelo.arena.building import build_apart
from zermelo.cli import paint
from zermelo.cli.contest import ClusterAddress, waiting
from zermelo.cli.failures import INTERRUPTED
from zermelo.cli.options import GameText, Json, MovesText, PositionText, Threads, command_group, open_position
from zermelo.cli.output import Answer, one_line
from zermelo.cli.progress import Step, progress
from zermelo.cli.tablebase_answers import From, TableName, place_of, probe, stats
from zermelo.errors import TablebaseError
from zermelo.tablebases import build as make, file_names, verify as check
from zermelo.tablebases.build import Progress
from zermelo.tablebases.endings import FAMILIES, EndingTablebase, build_endings, family, verify_endings
from zermelo.tablebases.tablebase import StateTablebase

Memory = Annotated[str, Parameter(help="Memory limit: 1GB by default.")]
RulesName = Annotated[
    Literal["native", "compiled", "interpreted"] | None, Parameter(help="How the rules run; the fastest available by default.")
]


def build(
    game: GameText,
    name: TableName = None,
    /,
    *,
    to: Annotated[Path | None, Parameter(help="Folder to write to, instead of the default one.")] = None,
    position: PositionText = None,
    moves: MovesText = None,
    memory: Memory = "1GB",
    threads: Threads = None,
    backend: RulesName = None,
    cluster: ClusterAddress = None,
    json: Json = False,
) -> Answer | int:
    """Build the tablebase of a small game, or of an endgame.

    Solves every reachable state by retrograde analysis: win, draw or loss, and the distance to the end.
    With --position or --moves only the states reachable from there; the tablebase then needs a NAME of your choice.
    For chess and checkers NAME is the pieces of an endgame, such as KRK or KKvK, or a number for all endgames with that many
    pieces. The endgames that these lead to are built first. Skips tablebases that are already built.
    Ctrl-C stops and keeps what was found; the same command continues from there.

        zermelo tablebase build "isolation(4,4)"
        zermelo tablebase build "connect(rows=4,cols=5)" --memory 2GB --threads 2
        zermelo tablebase build tictactoe centre --moves b2
        zermelo tablebase build checkers 4
        zermelo tablebase build chess KRK --to my-tables --json
        zermelo tablebase build chess 4 --cluster tcp://192.168.1.5:8786
    """
    start, started = open_position(game, position, moves), time.perf_counter()
    kind, anywhere = family(start.game), position is None and moves is None
    ending = None if kind is None else _ending(kind, name, anywhere, backend)
    if cluster is not None and ending is None:
        raise TablebaseError(f"a cluster builds endgames of {' and '.join(FAMILIES)}, each on one worker; leave out --cluster")
    told: dict[str, Any] = {"game": kind or str(start.game)}
    try:
        with progress("starting") as step:
            if ending is not None and cluster is not None:
                endings, made = build_apart(start.game, ending, memory, to, _shown_by(step), None, cluster, waiting(step))
                told |= {"tables": made, "folder": str(endings.folder)}
            elif ending is not None:
                endings, made = build_endings(start.game, ending, memory, thread_count(threads), to, _shown_by(step))
                told |= {"tables": made, "folder": str(endings.folder)}
            else:
                begins = None if anywhere else start
                table = make(start.game, name or "all", begins, memory, thread_count(threads), to, _shown_by(step), backend)
                told |= {"tables": list(table.names), "folder": str(table.folder)}
                told |= {"states": table.facts(table.names[0])["states"], "bytes": table.files[0].size}
    except KeyboardInterrupt:
        print("zermelo: interrupted; what was found is kept, and the same command continues from there", file=sys.stderr)
        return INTERRUPTED
    told["seconds"] = round(time.perf_counter() - started, 6)
    return paint.reply(json, told, f"{_built(told)} · {told['seconds']:.1f} s", f"in {told['folder']}")


def _ending(kind: str, name: str | None, anywhere: bool, backend: str | None) -> str:
    """The name of an endgame; refuses options that are for other games."""
    if name is None:
        example = FAMILIES[kind]
        raise TablebaseError(
            f"NAME is missing: give the pieces of an endgame of {kind}, such as {example}, or the number of pieces"
        )
    if not anywhere:
        raise TablebaseError(f"a tablebase of {kind} has all positions with its pieces; leave out --position and --moves")
    if backend not in (None, "native"):
        raise TablebaseError(f"endgames of {kind} are built in Rust; leave out --backend {backend}")
    return name


def _built(told: dict[str, Any]) -> str:
    if "states" in told:
        return f"{told['game']} · {told['states']:,} states · {size(told['bytes'])}"
    return f"{told['game']} · {' '.join(told['tables']) or 'already built'}"


def thread_count(threads: int | None) -> int:
    """The number of threads: one for each core by default."""
    return (os.cpu_count() or 1) if threads is None else threads


def verify(
    game: GameText,
    name: TableName = None,
    /,
    *,
    folder: From = None,
    memory: Memory = "1GB",
    threads: Threads = None,
    backend: RulesName = None,
    json: Json = False,
) -> Answer | int:
    """Verify a tablebase: check each value against the values of its successors.

    If all of them agree, the whole tablebase is right. The exit code is 1 if a value is wrong or the file is damaged.
    Without NAME all tablebases of the game are verified.

        zermelo tablebase verify tictactoe
        zermelo tablebase verify checkers KKvK --json
    """
    tables, chosen = place_of(game, name, folder)
    started, states, wrong = time.perf_counter(), 0, None
    try:
        with progress("starting") as step:
            show = _shown_by(step)
            if isinstance(tables, EndingTablebase):
                verify_endings(tables, chosen, thread_count(threads), show)
                states = sum(
                    side[key] for each in chosen for side in tables.facts(each)["sides"] for key in ("win", "draw", "loss")
                )
            elif isinstance(tables, StateTablebase):
                states = sum(check(tables.game, tables, each, memory, thread_count(threads), show, backend) for each in chosen)
    except TablebaseError as error:
        wrong = one_line(str(error))
    seconds = time.perf_counter() - started
    told = {"game": str(tables.game), "tables": chosen, "right": wrong is None, "why": wrong, "states": states}
    told["seconds"] = round(seconds, 6)
    result = f"all {states:,} values agree with their successors" if wrong is None else wrong
    line = f"{tables.game} · {' '.join(chosen)} · {result} · {seconds:.1f} s"
    return paint.reply(json, told, line, code=0 if wrong is None else 1)


def list_(*, folder: From = None, json: Json = False) -> Answer | int:
    """List the tablebases and the folder that they are in.

    zermelo tablebase list
    zermelo tablebase list --from my-tables --json
    """
    where = file_names.folder() if folder is None else folder
    file_names.check_folder(where)
    found = [_summary(path) for path in sorted(where.glob(f"*{file_names.SUFFIX}"))]
    begun = [path.name for path in sorted(where.glob(f"*{file_names.SUFFIX}.partial"))]
    lines = [str(where)]
    for each in found:
        told = each["why"] or f"{each['positions']:,} positions, {size(each['bytes'])}"
        name = f"{each['game'] or each['file']} · {each['table']}" if each["table"] else each["file"]
        lines.append(f"  {name} · {told}")
    lines += [f"  {file.removesuffix('.partial')} · not finished; building it again continues from there" for file in begun]
    if not found and not begun:
        lines = [f"There are no tablebases in {where}; `zermelo tablebase build GAME` builds one."]
    return paint.reply(json, {"folder": str(where), "tables": found, "unfinished": begun}, *lines)


def _summary(path: Path) -> dict[str, Any]:
    """What the header of a file says, or why it cannot be read."""
    import json

    told: dict[str, Any] = dict.fromkeys(("file", "game", "table", "positions", "bytes", "why"))
    told |= {"file": path.name, "bytes": path.stat().st_size}
    try:
        file = _core.TableFile(path)
    except TablebaseError as error:
        return told | {"why": one_line(str(error))}
    sides = json.loads(file.facts)["sides"]
    positions = sum(side[key] for side in sides for key in ("win", "draw", "loss"))
    return told | {"game": file.game, "table": file.name, "positions": positions}


def size(number: int) -> str:
    """Bytes in a readable unit.

    >>> size(900), size(46_942), size(4_571_401)
    ('900 bytes', '45 KB', '4.4 MB')
    """
    if number < 1 << 10:
        return f"{number} bytes"
    return f"{number / (1 << 20):.1f} MB" if number >= 1 << 20 else f"{number >> 10} KB"


def _shown_by(step: Step) -> Progress:
    """A function that shows the progress of a build or a check on the bar; each phase has its own time."""
    doing = ""

    def show(phase: str, done: int, total: int | None) -> None:
        nonlocal doing
        fresh = phase.partition(",")[0] != doing.partition(",")[0] and (total is None or done == 0)
        doing = phase
        step(phase, done=done, total=total, fresh=fresh)

    return show


app = command_group(
    ("tablebase", "table"),
    """Build, probe, verify and list endgame tablebases.

    A tablebase has every position of a small game or of an endgame: who wins, and in how many plies.
    The agent 'alphabeta(depth=8, tables="all")' looks positions up in it; the agent "table()" plays from it alone.

        zermelo tablebase build "isolation(4,4)"
        zermelo tablebase probe "isolation(4,4)"
        zermelo tablebase build checkers 3
        zermelo tablebase list
    """,
    build,
    probe,
    verify,
    stats,
    list_,
)
