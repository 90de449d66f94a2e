"""`zermelo demo`: watch two agents play."""

import secrets
import shlex
from typing import Annotated

from cyclopts import Parameter

from zermelo.agents.registry import agent as make_agent
from zermelo.cli.options import BackendName, GameText, prepare
from zermelo.cli.output import program
from zermelo.cli.paint import console
from zermelo.cli.prompt import Quit, prompting
from zermelo.cli.seats import take_seats
from zermelo.cli.watching import Watching
from zermelo.errors import AgentError
from zermelo.games import find
from zermelo.play.session import Session

_AGENTS = ("alphabeta(seconds=0.3, table=True)", "alphabeta(depth=6)")


def demo(
    game: GameText = "connect4",
    /,
    *,
    agent: Annotated[
        list[str] | None, Parameter(help="An agent; give it once for each player, in order.", consume_multiple=False)
    ] = None,
    backend: BackendName = None,
) -> int:
    """Watch two agents play.

    Plays Connect Four by default and prints a report of every move.
    By default x has 0.3 seconds a move and a transposition table; o searches 6 plies deep.

        zermelo demo
        zermelo demo tictactoe --agent alphabeta --agent random
        zermelo demo isolation --agent "alphabeta(depth=4)" --agent "minimax(depth=3)"
    """
    position = find(game).start()
    players = position.game.players
    texts = agent or list(_AGENTS[: len(players)])
    if len(texts) != len(players):
        raise AgentError(f"{position.game} has {len(players)} players, so give --agent {len(players)} times, not {len(texts)}")
    agents = [make_agent(text, backend) for text in texts]
    prepare(position, agents, backend)
    session, out = Session(position, take_seats(len(players), (), agents), seed=secrets.randbits(64)), console()
    with prompting(out) as prompt:
        try:
            Watching(session, out, prompt).play()
        except Quit:
            return 0
    out.print(f"\nNow play yourself: {program()} {shlex.join(['play', game])}")
    print(f"Other games: {program()} games")
    return 0
