"""`zermelo demo`: two agents play a game while you watch."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from zermelo.cli.options import BackendName, GameText, command, prepare
from zermelo.cli.output import program
from zermelo.errors import AgentError
from zermelo.game import CHANCE

if TYPE_CHECKING:
    from zermelo.agents import Agent
    from zermelo.position import Position

_AGENTS = ("alphabeta(seconds=0.3, table=True)", "alphabeta(depth=6)")


def demo(
    game: GameText = "connect4",
    /,
    *,
    agent: Annotated[
        list[str] | None,
        Parameter(name="--agent", help="Who plays, once for each player, in order.", consume_multiple=False),
    ] = None,
    backend: BackendName = None,
) -> int:
    """Watch two agents play.

    Connect Four unless you name another game, with the report of every move.
    x has 0.3 seconds a move and a table; o looks 6 plies deep. No keyboard is needed.
    """
    from zermelo.agents import agent as make_agent
    from zermelo.games import find

    position = find(game).start()
    players = position.game.players
    texts = agent or list(_AGENTS[: len(players)])
    if len(texts) != len(players):
        raise AgentError(f"{position.game} has {len(players)} players, so give --agent {len(players)} times, not {len(texts)}")
    agents = [make_agent(text, backend) for text in texts]
    prepare(position, agents, backend)
    _watch(position, agents)
    print(f"\nNow play yourself: {program()} {shlex.join(['play', game])}")
    print(f"Other games: {program()} games")
    return 0


def _watch(position: Position, agents: list[Agent]) -> None:
    """Show a game from its start to its end."""
    from zermelo.cli import paint
    from zermelo.cli.thinking import think

    players, out = position.game.players, paint.console()
    for player, agent in zip(players, agents, strict=True):
        out.print(paint.paint(f"{player} is {agent}", players))
    while not position.over:
        out.print("\n", paint.board(position), sep="")
        if position.player == CHANCE:
            raise AgentError(f"{position.game} has dice or the like in it, which the demo does not throw; `zermelo play` does")
        found = think(position, agents[position.player], f"{position.turn} is thinking")
        if found.stopped == "interrupt":
            raise KeyboardInterrupt
        out.print(paint.summary(found, players))
        position = position.play(found.move)
    out.print("\n", paint.board(position), sep="")
    out.print(paint.paint(f"Game over: {position.result}, after {paint.plies(len(position.history))}.", players))


app = command(
    demo,
    """
    zermelo demo
    zermelo demo tictactoe --agent alphabeta --agent random
    zermelo demo isolation --agent "alphabeta(depth=4)" --agent "minimax(depth=3)"
    """,
)
