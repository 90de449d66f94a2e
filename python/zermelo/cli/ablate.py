"""`zermelo ablate`: measures what each technique of alpha-beta saves."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from zermelo.arena.ablation import Row, ablate as measure, counted
from zermelo.cli.options import BackendName, GameText, Json, MovesText, PositionText, Seed, count, open_position, prepare
from zermelo.cli.output import Answer, check_out
from zermelo.cli.paint import reply
from zermelo.cli.progress import status
from zermelo.engine.algorithms import alphabeta, minimal
from zermelo.errors import ZermeloError


def ablate(
    game: GameText,
    /,
    *,
    depth: Annotated[int, Parameter(converter=count, help="Depth of the searches, in plies.")],
    positions: Annotated[int, Parameter(converter=count, help="Number of positions: the given one, then random ones.")] = 1,
    seed: Seed = 1,
    plot: Annotated[Path | None, Parameter(help="Write a bar chart to a .png, .svg or .pdf file.")] = None,
    moves: MovesText = None,
    position: PositionText = None,
    backend: BackendName = None,
    json: Json = False,
) -> Answer | int:
    """Measure what each technique of alpha-beta saves, and what it costs.

    Searches the same positions to the same depth, with and without each technique, and counts nodes; for techniques that may change
    the value, also the positions in which they play a worse move.

        zermelo ablate connect4 --depth 8
        zermelo ablate tictactoe --depth 6 --positions 20 --json
    """
    start = open_position(game, position, moves)
    prepare(start, [alphabeta(depth=depth)], backend)
    if plot is not None:
        check_plot(plot)
    with status("measuring") as tell:
        found = list(measure(start.game, depth, start, positions, seed, backend, lambda name: tell(f"measuring {name}")))
    if plot is not None:
        draw(found, f"{start.game}, depth {depth}", plot)
    return reply(json, [row.to_json() for row in found], render(found))


def render(found: list[Row]) -> str:
    """The rows as a table, each with its share of the nodes of plain alpha-beta."""
    plain = next(row.nodes for row in found if row.name == alphabeta.row.name)
    width = max(len(row.name) for row in found)
    lines = [f"{'':<{width}}{'nodes':>14}{'of alphabeta':>14}{'seconds':>10}{'branching':>11}{'worse':>7}{'value':>10}  move"]
    for row in found:
        value = "?" if row.value is None else f"{row.value:+g}"
        share, worse = f"{row.nodes / plain:.2%}", counted(row)
        numbers = f"{row.nodes:>14,}{share:>14}{row.seconds:>10.2f}{row.branching:>11.2f}{worse:>7}"
        lines.append(f"{row.name:<{width}}{numbers}{value:>10}  {row.move}")
    return "\n".join(lines)


def check_plot(path: Path) -> None:
    check_out(path, (".png", ".svg", ".pdf"))
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise ZermeloError("--plot needs matplotlib; install it with the extra `plot` of zermelo") from None


def draw(found: list[Row], title: str, path: Path) -> None:
    """Nodes as bars, on a logarithmic scale."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 0.4 * len(found) + 1.2), layout="constrained")
    axes = figure.subplots()
    names, nodes = [row.name for row in found][::-1], [row.nodes for row in found][::-1]
    bars = axes.barh(names, nodes, color=["#b0b0b0" if name == minimal.row.name else "#0072b2" for name in names])
    axes.bar_label(bars, [f" {number:,}" for number in nodes], fontsize=9)
    axes.set_xscale("log")
    axes.set_xlabel("nodes")
    axes.set_title(title)
    axes.margins(x=0.15)
    try:
        figure.savefig(path)
    except OSError as error:
        raise ZermeloError(f"{path} cannot be written: {error.strerror}") from error
