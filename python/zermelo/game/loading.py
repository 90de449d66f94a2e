"""Users' files with games and agents in them: run as modules, and found again when a game or an agent is unpickled."""

import hashlib
import sys
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo import files
from zermelo.errors import GameError, ZermeloError

_PREFIX = "zermelo_file_"
_MOST_BYTES = 4 << 20
"""The largest file of rules: to compile it takes a gigabyte of memory."""

_sources: dict[str, bytes] = {}


def split_name(text: str) -> tuple[Path, str] | None:
    """The file and the name in it of a text such as "my_game.py:MyGame", the name may be empty; None if no file is named.

    >>> split_name("my_game.py"), split_name("a/my.py:MyGame")[1], split_name("nim")
    ((PosixPath('my_game.py'), ''), 'MyGame', None)
    """
    path, colon, name = text.rpartition(".py:")
    if colon:
        return Path(f"{path}.py"), name.strip()
    return (Path(text), "") if text.endswith(".py") else None


def load(path: Path) -> ModuleType:
    """Run a user's file as a module of its own."""
    files.check_allowed(programs=True)
    path = files.expanded(path)
    if not path.exists():
        raise GameError(f"there is no file {path}")
    source = files.read_bytes(path, GameError, _MOST_BYTES)
    place = files.original(path)  # so that a worker on another machine finds the same names in its copy
    name = f"{_PREFIX}{Path(place).stem}_{hashlib.sha256(place.encode() + source).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    module = sys.modules[name] = ModuleType(name)
    _sources[name] = source
    module.__file__ = str(path.resolve())
    sys.path.insert(0, str(path.resolve().parent))
    try:
        code = compile(source, str(path.resolve()), "exec")  # never from a stale .pyc
        exec(code, module.__dict__)
    except BaseException as error:  # a file that exits or is interrupted has defined only half of its names
        del sys.modules[name]
        if isinstance(error, SyntaxError):
            where = f", line {error.lineno}" if error.lineno else ""
            raise GameError(f"{path}{where}: {error.msg}") from error
        if isinstance(error, ZermeloError) or not isinstance(error, Exception):
            raise
        raise GameError(f"{path} cannot be run: {type(error).__name__}: {error}") from error
    finally:
        sys.path.remove(str(path.resolve().parent))
    return module


def loaded() -> dict[str, bytes]:
    """All users' files that were run in this process, by their names, with their contents at that time; the last one counts."""
    return {str(sys.modules[name].__file__): source for name, source in _sources.items() if name in sys.modules}


def origin(target: Callable[..., Any]) -> tuple[str, str, str] | None:
    """Module, file and name of a class or function from a user's file; None for those that Python itself can import."""
    name, qualified = getattr(target, "__module__", None) or "", getattr(target, "__qualname__", "<locals>")
    module = sys.modules.get(name)
    if not name.startswith(_PREFIX) or module is None or "<" in qualified:
        return None
    return name, str(module.__file__), qualified


def found(module: str, file: str, name: str) -> Any:
    """What a user's file defines under a name, in any process; an error if the file has changed."""
    loaded = sys.modules.get(module) or load(Path(file))
    if loaded.__name__ != module:
        raise GameError(f"{file} has changed since `{name}` was pickled; make it again from the file")
    return attrgetter(name)(loaded)


def instance(module: str, file: str, name: str) -> Any:
    """An empty object of a class from a user's file, to be filled when a game is unpickled."""
    cls = found(module, file, name)
    return cls.__new__(cls)
