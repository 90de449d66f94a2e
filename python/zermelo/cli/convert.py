"""`zermelo convert`: files of games and positions in other formats."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from zermelo.cli.options import Json
from zermelo.cli.output import Answer, note
from zermelo.cli.paint import reply
from zermelo.games import find
from zermelo.play.conversion import convert as converted
from zermelo.score import counted


def convert(
    source: Annotated[Path, Parameter(name="IN", help="The file to read; the ending of its name says its format.")],
    target: Annotated[Path, Parameter(name="OUT", help="The file to write; the ending of its name says its format.")],
    /,
    *,
    game: Annotated[
        str | None,
        Parameter(
            help='The game, if the file does not say it, or with other parameters: "go(size=9,komi=5.5)". A plain list needs it.'
        ),
    ] = None,
    force: Annotated[bool, Parameter(help="Replace a file that exists and is not of the format.")] = False,
    json: Json = False,
) -> Answer | int:
    """Turn a file of games or positions into another format.

    The endings of the names say the formats:

    .pgn   chess: games with comments and variations
    .pdn   checkers: the same
    .sgf   go, othello, hex, backgammon: the same
    .ggf   othello: main lines of games
    .json  every game: the main line of one saved game
    .epd   chess: positions with best moves
    .obf   othello: positions with the values of moves
    .txt   every game: moves, or a position, on each line

    Moves are checked by the rules; an error names the line and the move.
    What the new format cannot hold is counted in a note. Several games become
    several .json files: game-1.json and so on. Where games become positions,
    each gives its last one.

        zermelo convert games.pgn games.json
        zermelo convert match.sgf match.ggf
        zermelo convert wac.epd wac.pgn
        zermelo convert openings.txt openings.pdn --game checkers
    """
    done = converted(source, target, None if game is None else find(game), force)
    if done.note():
        note(done.note())
    kind = counted(done.entries, "game") if done.plies else counted(done.entries, "position")
    files = done.files[0] if len(done.files) == 1 else f"{done.files[0]} ... {done.files[-1]}"
    told = f"wrote {kind} of {done.game} to {files}"
    data = {
        "game": done.game,
        "entries": done.entries,
        "plies": done.plies,
        "files": [*done.files],
        "left_out": done.lost,
    }
    return reply(json, data, told)
