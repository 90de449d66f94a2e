"""`zermelo best`: finds the best move of a position."""

from typing import Annotated

from cyclopts import Parameter

from zermelo.agents.auto import AutoAgent
from zermelo.cli import options, paint
from zermelo.cli.failures import INTERRUPTED
from zermelo.cli.output import Answer
from zermelo.cli.thinking import think
from zermelo.engine.agent import Agent, SearchAgent
from zermelo.errors import AgentError
from zermelo.facade import agent_of
from zermelo.play.explain import explain as explain_line

_REASONS = 4
"""Moves that --why explains by default."""


def best(
    game: options.GameText,
    /,
    *,
    position: options.PositionText = None,
    moves: options.MovesText = None,
    agent: options.AgentText = None,
    depth: options.Depth = None,
    seconds: options.Seconds = None,
    nodes: options.Nodes = None,
    lines: Annotated[
        int | None, Parameter(converter=options.count, help="Show this many of the best moves: 1 by default.")
    ] = None,
    why: Annotated[
        bool, Parameter(help="Explain the move: the best reply to it, and the reply that refutes each of the next best moves.")
    ] = False,
    evaluate: Annotated[
        str | None,
        Parameter(
            help="Evaluate positions in another way: by a function in a file, my_evaluations.py:mobility, or by other weights for the game's "
            "features, weights.toml or corners=30,edges=2."
        ),
    ] = None,
    explain: Annotated[
        bool, Parameter(help="Show the share of each feature in the evaluation, now and at the end of the line.")
    ] = False,
    backend: options.BackendName = None,
    json: options.Json = False,
) -> Answer | int:
    """Find the best move of a position.

    Prints the move, its value for the player to move (above 0 is good), the line of best play, and the cost of the search.
    The agent is auto(seconds=1) by default: the one that fits the game, and the answer says which and why.
    An agent of your own is a function in a file, my_agents.py:center; it gets --depth, --nodes and --seconds if it asks for them.
    Ctrl-C stops the search and prints what was found so far.

        zermelo best connect4
        zermelo best connect4 --moves "4 4 5" --depth 10
        zermelo best tictactoe --position "x . o / . x . / . . o"
        zermelo best "isolation(4,4,moves=knight)" --agent "minimax(depth=4)"
        zermelo best connect4 --lines 3 --why
        zermelo best connect4 --seconds 0.1 --json
        zermelo best tictactoe --agent my_agents.py:center
        zermelo best othello --depth 6 --evaluate corners=50 --explain
    """
    here = options.open_position(game, position, moves)
    options.refuse_chance(here)
    searcher = agent_of(agent, here, {"depth": depth, "nodes": nodes, "seconds": seconds, "evaluate": evaluate}, backend)
    if lines is not None or why:
        searcher = with_lines(searcher, (_REASONS if why else 1) if lines is None else lines)
    options.prepare(here, [searcher], backend)
    by = getattr(searcher, "evaluation", None)
    if explain:
        (here if by is None else here.evaluated_by(by)).explain()  # refuse before anything is searched
    if not json:
        paint.console().print(paint.board(here))
    found = think(here, searcher)
    code = INTERRUPTED if found.stopped == "interrupt" else 0
    if json:
        shares = {"explanation": explain_line(here, found, by).to_json()} if explain else {}
        return Answer({**found.to_json(), **shares}, code)
    paint.console().print(paint.report(found, here.game.players))
    if found.choices:
        paint.console().print(paint.choices(found))
    if found.lines and (why or not found.choices):
        paint.console().print(paint.reasons(here, found) if why else paint.lines(found))
    if explain:
        paint.console().print(paint.explanation(here, found, by))
    return code


def with_lines(agent: Agent, lines: int) -> Agent:
    """The same agent, searching for several lines."""
    if not isinstance(agent, SearchAgent | AutoAgent) or not agent.takes("lines"):
        raise AgentError(f"{agent} finds one move only; --lines and --why need the agent alphabeta or strong, or none")
    return agent.changed(lines=lines)
