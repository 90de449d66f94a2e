"""What `match`, `tournament` and `records` share: the options of a contest, and its standings as text."""

from collections.abc import Callable
from typing import Annotated

from cyclopts import Parameter

from zermelo.arena.pool import jobs_for
from zermelo.arena.standings import Standings
from zermelo.cli.options import YEAR, count, seconds_up_to, whole, whole_from
from zermelo.cli.output import note
from zermelo.cli.progress import Step
from zermelo.engine.agent import Agent
from zermelo.errors import LimitError
from zermelo.limit import MAX_PLY
from zermelo.score import counted

Opening = Annotated[
    int | None,
    Parameter(
        converter=whole_from(0, MAX_PLY),
        help="Random plies, or plies of the book, at the start of a game: 4 by default, fewer in short games that hide something.",
    ),
]
OpeningsFile = Annotated[
    str | None,
    Parameter(
        name="--openings", help="A file with an opening on each line, moves by name or a position, instead of random plies."
    ),
]
BookFile = Annotated[str | None, Parameter(help="An opening book from which the first plies are drawn, instead of random ones.")]
Plies = Annotated[int, Parameter(converter=count, help="Longer games count as draws: 1000 plies by default.")]
Clock = Annotated[
    str, Parameter(help="Minutes for each player and seconds for each move, such as 1+0.5. Without time left, a game is lost.")
]
EqualSeconds = Annotated[
    float | None,
    Parameter(name="--seconds", converter=seconds_up_to(YEAR), help="Equal time: each agent has so many seconds for a move."),
]
EqualNodes = Annotated[int | None, Parameter(name="--nodes", converter=whole, help="Equal nodes for each move of each agent.")]
EqualPlayouts = Annotated[
    int | None, Parameter(name="--playouts", converter=whole, help="Equal playouts for each move of each agent.")
]
EqualDepth = Annotated[int | None, Parameter(name="--depth", converter=whole, help="Equal depth for each move of each agent.")]
Tables = Annotated[
    str | None, Parameter(help="Tablebases, by name or folder, or all: they decide a game as soon as they know its result.")
]
Jobs = Annotated[
    int | None,
    Parameter(converter=whole_from(1, 1024), help="Games that are played at once: by default as many as there are cores for."),
]
MoreJobs = Annotated[
    int | None,
    Parameter(name="--jobs", converter=whole_from(1, 1024), help="Play so many games at once, in processes of their own."),
]
ClusterAddress = Annotated[
    str | None,
    Parameter(name="--cluster", help="Play on a cluster: the address of a scheduler of Dask, such as tcp://192.168.1.5:8786."),
]
RecordFile = Annotated[
    str | None,
    Parameter(help="Store every game in this file as it ends; the same command goes on where an interrupted one was."),
]
Quiet = Annotated[bool, Parameter(help="Show no progress.")]


def workers(agents: tuple[Agent, ...], jobs: int | None, games: int, cluster: str | None = None) -> int:
    """How many worker processes are used."""
    if cluster is not None and jobs is not None:
        raise LimitError("use either --jobs or --cluster, not both: a cluster has as many workers as were started")
    return min(jobs_for(agents, jobs), games)


def more_workers(jobs: int | None, cluster: str | None) -> int | None:
    """The same for work that is done in this process unless users say otherwise."""
    return None if jobs is None else workers((), jobs, jobs, cluster)


def waiting(step: Step) -> Callable[[str], None]:
    """Shows on the bar what is waited for, or says it once if there is no bar."""
    told: set[str] = set()

    def tell(words: str) -> None:
        step(words)
        if step.bar is None and words not in told:
            told.add(words)
            note(words)

    return tell


def standings_text(standings: Standings) -> str:
    """Standings, crosstable and remarks."""
    names, lines = standings.agents, [str(standings), ""]
    order = [names.index(each.agent) for each in standings.ranked()]
    cells, width = standings.crosstable(), max(map(len, names))
    lines.append(" " * (width + 4) + "".join(f"{rank:>9}" for rank in range(1, len(order) + 1)))
    for rank, mine in enumerate(order, 1):
        row = [cells[mine][other] for other in order]
        shown = "".join(f"{'-' if cell is None else f'{cell[0]:g}/{cell[1]}':>9}" for cell in row)
        lines.append(f"{rank:>2}  {names[mine]:<{width}}{shown}")
    reasons: dict[str, list[str]] = {}
    for name, why in standings.forfeits:
        reasons.setdefault(name, []).append(why)
    lines += [f"{name} forfeited {counted(len(why), 'game')}, the first because: {why[0]}" for name, why in reasons.items()]
    if standings.known:
        lines.append(f"Games that were in the file before: {standings.known}.")
    if standings.stopped == "interrupt":
        lines.append(f"Interrupted after {len(standings.records)} of {standings.total} games.")
    return "\n".join(lines)
