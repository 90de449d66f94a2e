"""The command `zermelo`: all commands, and the look of their help pages."""

from __future__ import annotations

from functools import cache

from cyclopts import App, Group, Parameter

from zermelo import __version__
from zermelo.cli import (
    ablate,
    advise,
    agents,
    bench,
    best,
    book,
    calibrate,
    check,
    check_solution,
    demo,
    experiment,
    games,
    lesson,
    match,
    perft,
    play,
    solve,
    studio,
    tablebase,
    tree,
    verify,
)

_PLAY = (games, agents, play, studio, best, solve, check_solution, perft, check, tree, lesson)
_STUDY = (advise, verify, match, experiment, calibrate, book, tablebase, ablate, bench, demo)
COMMANDS = {module.app.name[0]: module.app for module in (*_PLAY, *_STUDY)}
"""In the order of `zermelo --help`."""

_HELP = """Play, search and solve games whose rules are Python classes.

A game is a name, connect4, a call, "connect(rows=5,cols=5,line=4)", or a file, "my_game.py:MyGame".
An agent is written like a call: "alphabeta(depth=8)", "strong(seconds=2)", "minimax(depth=4)", "uct(seconds=1)", "random".
"""

_EXAMPLES = """Examples:
  zermelo games
  zermelo play tictactoe
  zermelo best connect4 --moves "4 4 5"
  zermelo solve "connect(rows=4,cols=4)"
  zermelo check my_game.py

`zermelo COMMAND --help` shows the options of each. Add --debug to any command to see the traceback of an error."""


@cache
def application() -> App:
    """The command `zermelo`."""
    app = App(
        name="zermelo",
        help=_HELP,
        help_epilogue=_EXAMPLES,
        help_format="plaintext",
        version=f"zermelo {__version__}",
        default_parameter=Parameter(negative=(), show_default=False),
        group_commands=Group("Commands"),
        group_arguments=Group("Arguments"),
        group_parameters=Group("Options"),
        suppress_keyboard_interrupt=False,
    )
    for order, command in enumerate(COMMANDS.values()):
        command.sort_key = order
        app.command(command)
    return app
