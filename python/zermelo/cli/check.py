"""`zermelo check`: tests whether a game keeps the laws that search relies on."""

from contextlib import suppress
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from zermelo.cli.options import GameText, Json, count
from zermelo.cli.output import Answer
from zermelo.cli.paint import paint, reply
from zermelo.cli.progress import status
from zermelo.engine.backends import open_backend
from zermelo.errors import ZermeloError
from zermelo.game import HEURISTICS, Game
from zermelo.games import find
from zermelo.laws import swallowed
from zermelo.portrait.checkup import FATAL, checkup
from zermelo.portrait.compiled_rules import compiled_rules

_MARKS = {"ok": "green", "broken": "bold red", "hint": "bold yellow", "sight": "cyan", "-": "dim"}


def check(
    game: GameText,
    /,
    *,
    examples: Annotated[int, Parameter(converter=count, help="Number of random examples for each law: 200 by default.")] = 200,
    compile: Annotated[
        bool,
        Parameter(negative=(), help="Also show which rules are compiled, how fast they are, and all reasons why one is not."),
    ] = False,
    json: Json = False,
) -> Answer | int:
    """Test whether the rules of a game are consistent, and look for typical mistakes.

    Random games are played, and laws that every game has to keep are checked on the way.
    For each broken law the rule, the line and the shortest example found are shown. The exit code is 1 if a law is broken.
    Hints tell what is a mistake in most games, but may be meant in this one; they do not change the exit code.
    A short portrait follows: who moved and won, how long games were, how many moves there were to choose from.
    Run it on every game you write.

        zermelo check tictactoe
        zermelo check my_game.py
        zermelo check my_game.py --compile
        zermelo check "my_game.py:MyGame(size=3)" --examples 1000 --json
    """
    with swallowed() as printed:
        made = find(game)
    with status(f"checking {made}"):
        verdict = checkup(made, examples, printed)
    text = Text("\n").join(_painted(line, made.players) for line in str(verdict).splitlines())
    answer = verdict.to_json()
    if compile and not any(violation.law in FATAL for violation in verdict.violations):
        with status(f"compiling {made}"):
            speeds = compiled_rules(made)
        text, answer = Text.assemble(text, f"\n\n{speeds}"), {**answer, "compiled": speeds.to_json()}
    else:
        _note_if_interpreted(made)
    return reply(json, answer, text, code=0 if verdict.ok else 1)


def _note_if_interpreted(game: Game) -> None:
    """If rules cannot be compiled, warn the author and say why."""
    if game.native is not None:
        return
    with suppress(ZermeloError):  # the verdict reports it
        open_backend(game, None, HEURISTICS)


def _painted(line: str, players: tuple[str, ...]) -> Text:
    """A line of a verdict: the mark in its own colour, boards in the colours of the players."""
    mark, space, rest = line.strip().partition(" ")
    if not space or mark not in _MARKS:
        return paint(line, players)
    indentation = line[: len(line) - len(line.lstrip())]
    return Text.assemble(indentation, (mark, _MARKS[mark]), f" {rest}")
