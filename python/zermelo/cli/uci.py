"""`zermelo uci`: a chess engine for programs that speak UCI."""

from typing import Annotated

from cyclopts import Parameter

from zermelo.cli.options import whole_from
from zermelo.protocols.uci.engine import serve
from zermelo.protocols.uci.options import Options


def uci(
    *,
    hash: Annotated[
        int | None, Parameter(converter=whole_from(1, 65536), help="Megabytes for the transposition table: 64 by default.")
    ] = None,
    threads: Annotated[int | None, Parameter(converter=whole_from(1, 1024), help="Threads of a search: 1 by default.")] = None,
    elo: Annotated[
        int | None, Parameter(converter=whole_from(1, 4000), help="Play weaker, with about this Elo on the scale of Stockfish.")
    ] = None,
    book: Annotated[str | None, Parameter(help="An opening book to play from.")] = None,
    tables: Annotated[str | None, Parameter(help="A folder with tablebases, or `all` for those that are built.")] = None,
) -> int:
    r"""Play chess as an engine: reads commands of the protocol UCI and answers them.

    Chess programs start it and drive it; name this command as the engine in their settings. All options can be set by the program,
    too: Hash, Threads, MultiPV, Ponder, UCI_Chess960, UCI_LimitStrength with UCI_Elo, OwnBook with BookFile, TablebasePath.
    It knows the history of the game, plans its time, and ends when its input ends.

        zermelo uci
        zermelo uci --hash 256 --threads 2
        zermelo uci --elo 1200
        printf "position startpos moves e2e4\ngo depth 6\n" | zermelo uci
    """
    given = {"Hash": hash, "Threads": threads, "UCI_Elo": elo, "BookFile": book, "TablebasePath": tables}
    options = Options()
    for name, value in given.items():
        if value is not None:
            options.set(["name", *name.split(), "value", str(value)])
    if elo is not None:
        options.set(["name", "UCI_LimitStrength", "value", "true"])
    if book is not None:
        options.set(["name", "OwnBook", "value", "true"])
    serve(options)
    return 0
