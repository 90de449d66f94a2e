"""`zermelo perft`: counts move sequences, the standard test of a move generator."""

from typing import Annotated, Literal

from cyclopts import Parameter

from zermelo.cli.options import BackendName, GameText, Json, MovesText, PositionText, open_position, whole_from
from zermelo.cli.output import Answer
from zermelo.cli.paint import reply
from zermelo.cli.progress import status
from zermelo.engine.perft import perft as count
from zermelo.limit import MAX_PLY


def perft(
    game: GameText,
    /,
    *,
    depth: Annotated[int, Parameter(converter=whole_from(0, MAX_PLY), help="Length of the sequences, in plies.")],
    position: PositionText = None,
    moves: MovesText = None,
    divide: Annotated[bool, Parameter(help="Count for each first move separately.")] = False,
    backend: BackendName = None,
    where: Annotated[Literal["cpu", "gpu"], Parameter(help="Where to count: cpu or gpu.")] = "cpu",
    json: Json = False,
) -> Answer | int:
    """Count move sequences of a given length, to check rules.

    A game that ends earlier is not counted.
    Two implementations of the same game must agree on these numbers; a difference shows a mistake.

        zermelo perft connect4 --depth 8
        zermelo perft tictactoe --depth 9 --divide
        zermelo perft my_game.py --depth 5 --backend interpreted --json
        zermelo perft othello --depth 11 --where gpu
    """
    here = open_position(game, position, moves)
    with status(f"counting to depth {depth}"):
        counted = count(here, depth, divide, backend, where)
    told = {name: value for name, value in counted.to_json().items() if divide or name != "moves"}
    return reply(json, told, str(counted))
