"""`zermelo tree`: shows the tree of a search, or the solution tree that it found."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from zermelo.agents.registry import agent as read_agent
from zermelo.animation import Recording, record, replay
from zermelo.cli import options, paint
from zermelo.cli.failures import INTERRUPTED
from zermelo.cli.output import PAGES, Answer, check_out, save, save_page
from zermelo.cli.progress import status
from zermelo.cli.thinking import think
from zermelo.engine.agent import Agent
from zermelo.engine.solution import solution
from zermelo.errors import AgentError
from zermelo.facade import SHOWN, shown
from zermelo.game import Position
from zermelo.trees.tree import Tree


def tree(
    game: options.GameText,
    /,
    *,
    position: options.PositionText = None,
    moves: options.MovesText = None,
    agent: options.AgentText = None,
    out: Annotated[Path | None, Parameter(help="Write the tree to a .svg, .html, .dot, .json or .txt file.")] = None,
    html: Annotated[Path | None, Parameter(help="Write an HTML page that plays the search step by step; it is one file.")] = None,
    nodes: Annotated[
        int, Parameter(converter=options.whole_from(1, options.MOST_NODES), help="Keep at most this many nodes: 1000 by default.")
    ] = 1000,
    solution: Annotated[
        bool, Parameter(help="Show the solution tree instead: one move for the winner, every reply of the opponent.")
    ] = False,
    backend: options.BackendName = None,
    json: options.Json = False,
) -> Answer | int:
    """Show the tree of a search.

    Every node has its value, its window, and the reason if it was cut off.
    The agent is alphabeta(depth=3) by default, maxn(depth=3) for more than two players, and expectiminimax(depth=3) with chance.
    The tree is printed as an outline, or written to a file with --out or --html.

        zermelo tree "tree([[3,12,8],[2,4,6],[14,5,2]])"
        zermelo tree tictactoe --agent "minimax(depth=2)" --out tree.svg
        zermelo tree "tree([[3,12,8],[2,4,6],[14,5,2]])" --agent "alphabeta()" --html tree.html
        zermelo tree "grundy(6)" --agent alphabeta --solution --out solution.svg
        zermelo tree "nim([1,2])" --agent alphabeta --json
    """
    if out is not None and out.suffix.lower() in PAGES and html is None:
        out, html = None, out
    if out is not None:
        check_out(out)
    if html is not None:
        check_out(html, PAGES)
    here = options.open_position(game, position, moves)
    searcher = read_agent(agent or shown(here), backend)
    stopped = None
    if html is not None:
        recording = _watched(here, searcher, nodes, solution, backend)
        save_page(recording, html)
        drawn, stopped = recording.tree, recording.stopped
    elif solution:
        drawn = _solution(here, searcher, nodes)
    else:
        found = think(here, searcher, tree=nodes)
        if found.tree is None:
            raise AgentError(f"{found.agent} does not search, so it has no tree; choose an agent such as {SHOWN[0]}")
        drawn, stopped = found.tree, found.stopped
    code = INTERRUPTED if stopped == "interrupt" else 0
    if out is not None:
        save(drawn, out)
    if json:
        return Answer(drawn.dumps(), code)
    if out is None and html is None:
        paint.console().print(str(drawn))
    return code


def _watched(here: Position, searcher: Agent, nodes: int, solution: bool, backend: str | None) -> Recording:
    """The search step by step, or a walk through the solution tree."""
    if solution:
        return replay(_solution(here, searcher, nodes))
    if backend not in (None, "python"):
        raise AgentError(f"--html shows the steps of the specification, which runs in Python; leave out --backend {backend}")
    with status("watching"):
        return record(here, searcher, nodes)


def _solution(here: Position, searcher: Agent, nodes: int) -> Tree:
    with status("solving"):
        return solution(here, searcher, nodes)
