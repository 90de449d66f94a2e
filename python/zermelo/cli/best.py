"""`zermelo best`: the best move of a position, and why."""

from __future__ import annotations

from zermelo.cli.failures import INTERRUPTED
from zermelo.cli.options import (
    AgentText,
    BackendName,
    Depth,
    GameText,
    Json,
    MovesText,
    Nodes,
    PositionText,
    Seconds,
    command,
    open_agent,
    open_position,
    prepare,
)
from zermelo.cli.output import Answer


def best(
    game: GameText,
    /,
    *,
    position: PositionText = None,
    moves: MovesText = None,
    agent: AgentText = None,
    depth: Depth = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    backend: BackendName = None,
    json: Json = False,
) -> Answer | int:
    """Find the best move of a position.

    Shown with its value, the line of best play, and what the search took.
    The agent is strong(seconds=1) unless you say otherwise.
    Values are for the player to move: above 0 is good.
    Ctrl-C stops the search and prints what it has found so far.
    """
    from zermelo.cli import paint
    from zermelo.cli.thinking import think

    here = open_position(game, position, moves)
    searcher = open_agent(agent, backend, depth=depth, nodes=nodes, seconds=seconds)
    prepare(here, [searcher], backend)
    if not json:
        paint.console().print(paint.board(here))
    found = think(here, searcher)
    code = INTERRUPTED if found.stopped == "interrupt" else 0
    if json:
        return Answer(found.to_json(), code)
    paint.console().print(paint.report(found, here.game.players))
    return code


app = command(
    best,
    """
    zermelo best connect4
    zermelo best connect4 --moves "4 4 5" --depth 10
    zermelo best tictactoe --position "x . o / . x . / . . o"
    zermelo best "isolation(4,4,moves=knight)" --agent "minimax(depth=4)"
    zermelo best connect4 --seconds 0.1 --json
    """,
)
