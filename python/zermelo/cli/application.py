"""The command `zermelo`: all commands, and the look of their help pages."""

from functools import cache
from importlib import import_module

from cyclopts import App, Group, Parameter

from zermelo import __version__
from zermelo.cli.options import command

_PLAY = ("games", "agents", "play", "studio", "best", "solve", "check-solution", "perft", "check", "describe", "tree", "lesson")
_STUDY = ("advise", "verify", "match", "tournament", "records", "experiment", "calibrate", "tune")
_DOORS = ("serve", "uci", "gtp", "prolog", "convert")
_MORE = ("book", "tablebase", "ablate", "bench", "demo")
COMMANDS = (*_PLAY, *_STUDY, *_DOORS, *_MORE)
"""In the order of `zermelo --help`. Each is in the file of its name: a function of that name, or an `app` with subcommands."""

_HELP = """Play, search and solve games whose rules are Python classes.

A game is a name (connect4), a call ("connect(rows=5,cols=5,line=4)") or a file ("my_game.py:MyGame", game.pl).
An agent is written like a call: "alphabeta(depth=8)", "strong(seconds=2)", "minimax(depth=4)", "uct(seconds=1)", "random".
"""

_EXAMPLES = """Examples:
  zermelo games
  zermelo play tictactoe
  zermelo best connect4 --moves "4 4 5"
  zermelo solve "connect(rows=4,cols=4)"
  zermelo check my_game.py

`zermelo COMMAND --help` shows the options of each. Add --debug to any command to see the traceback of an error."""


def find_command(name: str) -> App:
    word = name.replace("-", "_")
    module = import_module(f"zermelo.cli.{word}")
    app: App = module.app if hasattr(module, "app") else command(getattr(module, word))
    return app


@cache
def application(first: str = "") -> App:
    """The command `zermelo`. If `first` is the name of a command, only that command is imported."""
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
    for order, name in enumerate([first] if first in COMMANDS else COMMANDS):
        found = find_command(name)
        found.sort_key = order
        app.command(found)
    return app
