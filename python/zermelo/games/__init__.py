"""The games of Zermelo, and how to find a game by its name.

Every file in this folder is a game. Every folder except `shared` and `outside` is a game of several files, with its class in `rules`. There is no list of
games: `catalog` looks into the folder. A game is named like a call: `tictactoe`, `connect(rows=5,cols=5,line=4)` or, for a user's file,
`my_game.py:MyGame(size=3)`. A file that ends in .pl is a game in Prolog, `game.pl`.
"""

import importlib
import inspect
import re
from functools import cache
from pathlib import Path
from types import ModuleType

from zermelo.errors import GameError, nearest
from zermelo.game import Game
from zermelo.game.calls import Call, make, parse_call
from zermelo.game.loading import load as load, split_name

OUTSIDE = {"openspiel": "outside.openspiel"}
"""The modules of games whose rules live outside Python. They are not in the catalog: each needs an argument that says which game."""


@cache
def catalog() -> dict[str, type[Game]]:
    """All built-in games by name."""
    found: dict[str, type[Game]] = {}
    for module in set(_modules().values()):
        found.update({cls.title(): cls for cls in games_in(importlib.import_module(module))})
    return dict(sorted(found.items()))


@cache
def _modules() -> dict[str, str]:
    """The module of every game, by the names of its file and of its classes in small letters; nothing is imported."""
    found: dict[str, str] = {}
    folder = Path(__file__).parent
    for path in sorted((*folder.glob("[!_]*.py"), *folder.glob("*/rules.py"))):
        parts = path.relative_to(folder).with_suffix("").parts
        classes = re.findall(r"^class (\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE)
        found |= dict.fromkeys((parts[0], *map(str.lower, classes)), ".".join((__name__, *parts)))
    return found


def find(text: str) -> Game:
    """The game that a text names: a name, a call, or a file with a game in it."""
    call = parse_call(text, GameError)
    named = split_name(call.name)
    if call.name.endswith(".pl"):
        return _from_prolog(call)
    if named is not None:
        game_class, name = _from_file(*named)
    else:
        name = call.name.lower()
        game_class = _built_in(name)
    game: Game = make(Call(name, call.args, call.kwargs), game_class, GameError)
    _ = game.rules  # finds missing rules and bad fields now, not during a search
    return game


def _from_prolog(call: Call) -> Game:
    """The game in a file of Prolog."""
    from zermelo.games.outside.prolog import PrologGame

    def made(start: str | None = None, size: int = 256) -> PrologGame:
        given = {name: value for name, value in (("start", start), ("size", size)) if value != {"start": None, "size": 256}[name]}
        return PrologGame(call.name, **given)  # type: ignore[arg-type]  # the class checks them

    game: Game = make(call, made, GameError)
    _ = game.rules
    return game


def _built_in(name: str) -> type[Game]:
    """The built-in game of a name. Imports only its module."""
    if name in OUTSIDE:
        return next(cls for cls in games_in(importlib.import_module(f"{__name__}.{OUTSIDE[name]}")) if cls.title() == name)
    if name in _modules():
        for cls in games_in(importlib.import_module(_modules()[name])):
            if cls.title() == name:
                return cls
    if name in catalog():  # a game whose title is not the name of its class, such as `tree`
        return catalog()[name]
    raise GameError(f"there is no game `{name}`; `zermelo games` lists them.{nearest(name, [*catalog(), *OUTSIDE])}")


def _from_file(path: Path, wanted: str) -> tuple[type[Game], str]:
    games = games_in(load(path))
    names = [cls.__name__ for cls in games]
    if not games:
        raise GameError(f"{path} has no game; write a class that derives from zermelo.Game")
    if wanted:
        for cls in games:
            if wanted.lower() in (cls.__name__.lower(), cls.title()):
                return cls, cls.__name__
        raise GameError(f"{path} has no game `{wanted}`; it has {', '.join(names)}.{nearest(wanted, names)}")
    if len(games) > 1:
        raise GameError(f"{path} has several games; choose one: {', '.join(f'{path}:{name}' for name in names)}")
    return games[0], names[0]


def games_in(module: ModuleType) -> list[type[Game]]:
    """The games that a module defines."""
    return [
        value
        for value in vars(module).values()
        if inspect.isclass(value) and issubclass(value, Game) and value.playable and value.__module__ == module.__name__
    ]
