"""`zermelo tree`: a picture of what a search looked at, or of the solution it found."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from zermelo.cli.failures import INTERRUPTED
from zermelo.cli.options import (
    AgentText,
    BackendName,
    GameText,
    Json,
    MovesText,
    PositionText,
    command,
    open_agent,
    open_position,
    whole,
)
from zermelo.cli.output import Answer, check_out, save
from zermelo.errors import AgentError, LimitError

if TYPE_CHECKING:
    from zermelo.agents import Agent
    from zermelo.position import Position
    from zermelo.tree import Tree

_AGENT, _FOR_MANY = "alphabeta(depth=3)", "maxn(depth=3)"


def tree(
    game: GameText,
    /,
    *,
    position: PositionText = None,
    moves: MovesText = None,
    agent: AgentText = None,
    out: Annotated[Path | None, Parameter(name="--out", help="Write to this file: .svg, .dot, .json or .txt.")] = None,
    nodes: Annotated[
        int, Parameter(name="--nodes", converter=whole, help="Keep at most this many nodes: 1000 by default.")
    ] = 1000,
    solution: Annotated[
        bool, Parameter(name="--solution", help="The solution tree instead: one move for us, every reply for them.")
    ] = False,
    backend: BackendName = None,
    json: Json = False,
) -> Answer | int:
    """Show the tree that a search went through.

    Every node has its value and window, and why it was left early if it was.
    The agent is alphabeta(depth=3) unless you say otherwise, and maxn(depth=3) for more than two players.
    Without --out the tree is printed as an outline.
    """
    from zermelo.cli import paint

    if out is not None:
        check_out(out)
    if nodes < 1:
        raise LimitError(f"--nodes {nodes} is no limit: give a whole number of at least 1")
    here = open_position(game, position, moves)
    searcher = open_agent(agent, backend, default=_AGENT if here.rules.players <= 2 else _FOR_MANY)
    drawn, code = _solution(here, searcher, nodes) if solution else _searched(here, searcher, nodes)
    if out is not None:
        save(drawn, out)
    if json:
        return Answer(drawn.dumps(), code)
    if out is None:
        paint.console().print(str(drawn))
    return code


def _searched(here: Position, searcher: Agent, nodes: int) -> tuple[Tree, int]:
    from zermelo.cli.thinking import think

    found = think(here, searcher, tree=nodes)
    if found.tree is None:
        raise AgentError(f"{found.agent} does not search, so it has no tree; choose an agent such as {_AGENT}")
    return found.tree, INTERRUPTED if found.stopped == "interrupt" else 0


def _solution(here: Position, searcher: Agent, nodes: int) -> tuple[Tree, int]:
    from zermelo.cli.thinking import status
    from zermelo.solution import solution

    with status("solving"):
        return solution(here, searcher, nodes), 0


app = command(
    tree,
    """
    zermelo tree "tree([[3,12,8],[2,4,6],[14,5,2]])"
    zermelo tree tictactoe --agent "minimax(depth=2)" --out tree.svg
    zermelo tree "grundy(6)" --agent alphabeta --solution --out solution.svg
    zermelo tree "nim([1,2])" --agent alphabeta --json
    """,
)
