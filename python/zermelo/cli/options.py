"""What commands share: the options for a game, a position, an agent and numbers, and what is made of them."""

from collections.abc import Callable, Sequence
from inspect import cleandoc
from typing import Annotated, Any, Literal

from cyclopts import App, Group, Parameter

from zermelo.engine import BACKENDS, Agent, check_agent, open_backend
from zermelo.errors import LimitError, PositionError
from zermelo.game import CHANCE, Position
from zermelo.games import find


def whole_from(least: int, most: int) -> Callable[[type, Any], int]:
    """Reads a whole number within bounds; 2.5 is refused, not rounded."""

    def read(_: type, tokens: Any) -> int:
        number = int(tokens[0].value)
        if not least <= number <= most:
            name = tokens[0].keyword or "the number"
            raise LimitError(f"{name} {number} is out of range: give a whole number from {least} to {most}")
        return number

    return read


def seconds_up_to(most: float) -> Callable[[type, Any], float]:
    """Reads a time above 0."""

    def read(_: type, tokens: Any) -> float:
        number = float(tokens[0].value)
        if not 0 < number <= most:
            raise LimitError(f"{tokens[0].keyword} {number:g} is out of range: give seconds above 0, at most {most:g}")
        return number

    return read


def position_argument(otherwise: str) -> Parameter:
    """The argument POSITION; `otherwise` says what it is by default."""
    written = f"The position, written as boards are shown, with / for a new line; {otherwise}."
    return Parameter(name="POSITION", help=written, allow_leading_hyphen=True)


MOST = 1_000_000
"""The most games, examples or rows that one command accepts."""
MOST_NODES = 10_000_000
"""The most nodes of a tree in memory."""
YEAR = 31_536_000.0
whole = whole_from(-(1 << 63), (1 << 63) - 1)
count = whole_from(1, MOST)


GameText = Annotated[
    str,
    Parameter(
        name="GAME",
        help='A name, a call or a file: connect4, "connect(rows=5,cols=5,line=4)", "my_game.py:MyGame(size=3)", game.pl for Prolog. '
        "`zermelo games` lists the names.",
    ),
]
PositionText = Annotated[
    str | None,
    Parameter(help="Start from this position, written as boards are shown, with / for a new line.", allow_leading_hyphen=True),
]
MovesText = Annotated[str | None, Parameter(help='Moves to play first, by name: "4 4 5".', allow_leading_hyphen=True)]
BackendName = Annotated[
    Literal["native", "compiled", "interpreted", "python"] | None,
    Parameter(
        help="How the rules run: native (Rust), compiled or interpreted; python is the specification. "
        "The fastest available by default."
    ),
]
AgentText = Annotated[
    str | None,
    Parameter(
        help='The agent, written like a call: "alphabeta(depth=8)"; or one of your own, a function or class in a file: '
        'my_agents.py:center, "my_agents.py:Center(depth=3)".'
    ),
]
Depth = Annotated[int | None, Parameter(converter=whole, help="Search this many plies deep.")]
Nodes = Annotated[int | None, Parameter(converter=whole, help="Search at most this many nodes.")]
Seconds = Annotated[float | None, Parameter(converter=seconds_up_to(YEAR), help="Search for at most this many seconds.")]
Seed = Annotated[int, Parameter(converter=whole, help="Seed of the random numbers: 1 by default.")]
Threads = Annotated[int | None, Parameter(converter=whole, help="Number of threads: one for each core by default.")]
Json = Annotated[bool, Parameter(help="Print one JSON object, for programs.")]


def command(function: Callable[..., Any]) -> App:
    """A command; its help page is the docstring of the function, which ends with examples."""
    name = function.__name__.strip("_").replace("_", "-")
    app = _app(name, function.__doc__ or "", "Add --debug to see the traceback of an error.")
    app.default(function)
    return app


def command_group(name: str | tuple[str, ...], about: str, *functions: Callable[..., Any]) -> App:
    """A command with subcommands; a second name is an old one that still works."""
    first = name if isinstance(name, str) else name[0]
    more = f"`zermelo {first} COMMAND --help` shows the options of each. Add --debug to see the traceback of an error."
    app = _app(name, about, more)
    app.group_arguments, app.group_parameters = Group("Arguments"), Group("Options")
    for order, function in enumerate(functions):
        part = command(function)
        part.sort_key = order
        app.command(part)
    return app


def _app(name: str | tuple[str, ...], text: str, more: str) -> App:
    """A command with a help page: a text whose last paragraph is examples, and a hint."""
    about, _, examples = cleandoc(text).rpartition("\n\n")
    lines = "\n".join(f"  {line.strip()}" for line in examples.splitlines())
    return App(name=name, help=about, help_epilogue=f"Examples:\n{lines}\n\n{more}")


def open_position(game: str, position: str | None, moves: str | None) -> Position:
    """The position that a game, a text and moves lead to."""
    start = find(game).position(position)
    return start.play(moves) if moves else start


def refuse_chance(position: Position) -> None:
    """Refuse a position in which chance is to move, and say what to do."""
    if position.player == CHANCE and not position.over:
        example = position.moves[0]
        raise PositionError(f"chance is to move here, not a player; give its outcome with --moves, such as --moves {example}")


def prepare(position: Position, agents: Sequence[Agent], backend: str | None) -> None:
    """Refuse a finished game, an unsuitable agent or a missing backend before anything is printed."""
    if position.over:
        raise PositionError(f"the game is over ({position.result}): there is no move to look for")
    for agent in agents:
        check_agent(agent, position)
    if backend in BACKENDS:
        open_backend(position.game, backend)
