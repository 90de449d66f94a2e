"""`zermelo check`: does a game keep the laws that search relies on?"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from zermelo.cli.options import GameText, Json, command, whole
from zermelo.cli.output import Answer
from zermelo.errors import CompileError, CompileWarning, ZermeloError

if TYPE_CHECKING:
    from rich.text import Text

    from zermelo.game.protocol import Game

_MARKS = {"ok": "green", "broken": "bold red", "-": "dim"}


def check(
    game: GameText,
    /,
    *,
    examples: Annotated[
        int, Parameter(name="--examples", converter=whole, help="How hard to try: 200 unless you say otherwise.")
    ] = 200,
    json: Json = False,
) -> Answer | int:
    """Test a game against the laws of games.

    For each law that is broken it shows the shortest example it has found.
    The exit code is 0 when all laws hold and 1 when one is broken. Run it on every game you write.
    """
    from zermelo.cli import paint
    from zermelo.cli.thinking import status
    from zermelo.games import find
    from zermelo.laws import check as check_laws

    made = find(game)
    with status(f"checking {made}"):
        verdict = check_laws(made, examples)
    code = 0 if verdict.ok else 1
    _note_if_interpreted(made)
    if json:
        return Answer(verdict.to_json(), code)
    out = paint.console()
    for line in str(verdict).splitlines():
        out.print(_painted(line, made.players))
    return code


def _note_if_interpreted(game: Game) -> None:
    """Authors want to know why their rules stay slow; native ones do not."""
    from zermelo.engine.backends import open_backend
    from zermelo.game.constants import HEURISTICS

    if game.native is not None:
        return
    try:
        open_backend(game, "compiled", HEURISTICS)
    except CompileError as error:
        warnings.warn(CompileWarning(f"{error}; {game} is interpreted, which is slower"), stacklevel=2)
    except ZermeloError:
        pass  # a law says so


def _painted(line: str, players: tuple[str, ...]) -> Text:
    """A line of a verdict: the mark of a law in its own colour, boards in those of the players."""
    from rich.text import Text

    from zermelo.cli.paint import paint

    mark, space, rest = line.strip().partition(" ")
    if not space or mark not in _MARKS:
        return paint(line, players)
    indentation = line[: len(line) - len(line.lstrip())]
    return Text.assemble(indentation, (mark, _MARKS[mark]), f" {rest}")


app = command(
    check,
    """
    zermelo check tictactoe
    zermelo check my_game.py
    zermelo check "my_game.py:MyGame(size=3)" --examples 1000 --json
    """,
)
