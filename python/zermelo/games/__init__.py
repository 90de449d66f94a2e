"""The games that come with Zermelo, and how any game is found by name.

Every file in this folder is a game, and every folder but `shared` a game of several files, whose class is in `rules`. Classes are found by looking, not registered. A game is asked for like a call:
`tictactoe`, `connect(rows=5,cols=5,line=4)`, or, from a user's file, `my_game.py:MyGame(size=3)`.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from zermelo import files
from zermelo.errors import GameError, ZermeloError, nearest
from zermelo.game.calls import Call, make, parse_call
from zermelo.game.protocol import Game


@cache
def catalog() -> dict[str, type[Game]]:
    """Every built-in game by name."""
    found: dict[str, type[Game]] = {}
    for module in _modules().values():
        found.update({cls.title(): cls for cls in games_in(importlib.import_module(module))})
    return dict(sorted(found.items()))


@cache
def _modules() -> dict[str, str]:
    """The module of every class of this folder, by the class's name in small letters; nothing is imported."""
    found: dict[str, str] = {}
    folder = Path(__file__).parent
    for path in (*folder.glob("*.py"), *folder.glob("*/rules.py")):
        module = ".".join((__name__, *path.relative_to(folder).with_suffix("").parts))
        for name in re.findall(r"^class (\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE):
            found[name.lower()] = module
    return found


def find(text: str) -> Game:
    """The game that a text asks for: a name, a call, or a file with a game in it."""
    call = parse_call(text, GameError)
    if call.name.endswith(".py") or ".py:" in call.name:
        game_class, name = _from_file(call.name)
    else:
        name = call.name.lower()
        game_class = _built_in(name)
    game: Game = make(Call(name, call.args, call.kwargs), game_class, GameError)
    _ = game.rules  # finds missing rules and bad fields now rather than in mid-search
    return game


def _built_in(name: str) -> type[Game]:
    """The built-in game of a name; imports only the module that has it."""
    if name in _modules():
        for cls in games_in(importlib.import_module(_modules()[name])):
            if cls.title() == name:
                return cls
    if name in catalog():  # a class whose title is not its name
        return catalog()[name]
    raise GameError(f"there is no game `{name}`; `zermelo games` lists them.{nearest(name, catalog())}")


def _from_file(text: str) -> tuple[type[Game], str]:
    path_text, _, wanted = text.partition(".py")
    path = Path(path_text + ".py")
    wanted = wanted.removeprefix(":")
    games = games_in(load(path))
    names = [cls.__name__ for cls in games]
    if not games:
        raise GameError(f"{path} holds no game: it needs a class that derives from zermelo.Game")
    if wanted:
        for cls in games:
            if wanted.lower() in (cls.__name__.lower(), cls.title()):
                return cls, cls.__name__
        raise GameError(f"{path} holds no game `{wanted}`, but {', '.join(names)}.{nearest(wanted, names)}")
    if len(games) > 1:
        raise GameError(f"{path} holds several games; choose one: {', '.join(f'{path}:{name}' for name in names)}")
    return games[0], names[0]


def load(path: Path) -> ModuleType:
    """Run a user's file as a module of its own."""
    files.check_allowed()
    path = files.expanded(path)
    if not path.exists():
        raise GameError(f"there is no file {path}")
    source = files.read_bytes(path, GameError)
    name = f"zermelo_file_{path.stem}_{hashlib.sha256(str(path.resolve()).encode() + source).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.resolve().parent))
    try:
        code = compile(source, str(path.resolve()), "exec")  # never from a stale .pyc
        exec(code, module.__dict__)
    except SyntaxError as error:
        del sys.modules[name]
        where = f", line {error.lineno}" if error.lineno else ""
        raise GameError(f"{path}{where}: {error.msg}") from error
    except ZermeloError:
        del sys.modules[name]
        raise
    except Exception as error:
        del sys.modules[name]
        raise GameError(f"{path} cannot be run: {type(error).__name__}: {error}") from error
    except BaseException:  # a file that exits, or that was interrupted, has only half of what it should have
        del sys.modules[name]
        raise
    finally:
        sys.path.remove(str(path.resolve().parent))
    return module


def games_in(module: ModuleType) -> list[type[Game]]:
    return [
        value
        for value in vars(module).values()
        if inspect.isclass(value) and issubclass(value, Game) and value.playable and value.__module__ == module.__name__
    ]
