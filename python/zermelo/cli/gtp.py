"""`zermelo gtp`: a player of Go, Othello and Hex for programs that speak GTP."""

from typing import Annotated

from cyclopts import Parameter

from zermelo.agents.registry import agent as make_agent
from zermelo.cli import options
from zermelo.errors import AgentError, LimitError
from zermelo.games import find
from zermelo.protocols.gtp.board import check_game
from zermelo.protocols.gtp.engine import serve
from zermelo.protocols.gtp.thinking import default_agent, limited

_MOST_PERCENT = 50.0


def gtp(
    game: Annotated[
        str, Parameter(name="GAME", help='go, othello or hex; or a call: "go(13,komi=7.5)", "hex(11,swap=True)".')
    ] = "go",
    /,
    *,
    agent: options.AgentText = None,
    seconds: Annotated[
        float | None,
        Parameter(
            converter=options.seconds_up_to(options.YEAR), help="Think so long about a move while no clock is set: 2 by default."
        ),
    ] = None,
    resign: Annotated[
        float | None,
        Parameter(help="Resign below this chance of winning, in percent: 5 by default, in Othello 0; 0 is never."),
    ] = None,
) -> int:
    r"""Play Go, Othello or Hex as an engine: reads commands of the protocol GTP and answers them.

    Programs start it and drive it; name this command as the engine in their settings. They set size, komi and clocks. The agent is
    UCT for Go, and alpha-beta for Othello and Hex. An agent that you name keeps its own limits while no clock is set.
    Go is counted by area, and all stones on the board are alive; no board may be repeated. The engine ends with its input.

        zermelo gtp
        zermelo gtp "go(19,komi=6.5)" --seconds 5
        zermelo gtp othello --agent "strong(nodes=100000)"
        zermelo gtp "hex(11,swap=True)" --resign 0
        printf "boardsize 9\ngenmove black\nshowboard\nquit\n" | zermelo gtp
    """
    made = find(game)
    check_game(made)
    if resign is not None and not 0 <= resign <= _MOST_PERCENT:
        raise LimitError(f"--resign {resign:g} is out of range: give percent from 0, for never, to {_MOST_PERCENT:g}")
    player = default_agent(made, seconds) if agent is None else make_agent(agent)
    if agent is not None and seconds is not None:
        if not (hasattr(player, "within") or (hasattr(player, "takes") and player.takes("seconds"))):
            raise AgentError(f"{player} takes no seconds; leave out --seconds")
        player = limited(player, seconds)
    serve(made, player, resign)
    return 0
