"""Users' files with games in them: run as modules, and found again when a game is unpickled."""

import hashlib
import sys
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo import files
from zermelo.errors import GameError, ZermeloError

_PREFIX = "zermelo_file_"
_MOST_BYTES = 4 << 20
"""The largest file of rules: to compile it takes a gigabyte of memory."""


def load(path: Path) -> ModuleType:
    """Run a user's file as a module of its own."""
    files.check_allowed()
    path = files.expanded(path)
    if not path.exists():
        raise GameError(f"there is no file {path}")
    source = files.read_bytes(path, GameError, _MOST_BYTES)
    name = f"{_PREFIX}{path.stem}_{hashlib.sha256(str(path.resolve()).encode() + source).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    module = sys.modules[name] = ModuleType(name)
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


def origin(cls: type) -> tuple[str, str, str] | None:
    """Module, file and name of a class from a user's file; None for classes that Python itself can import."""
    module = sys.modules.get(cls.__module__)
    if not cls.__module__.startswith(_PREFIX) or module is None or "<locals>" in cls.__qualname__:
        return None
    return cls.__module__, str(module.__file__), cls.__qualname__


def instance(module: str, file: str, name: str) -> Any:
    """An empty object of a class from a user's file, to be filled when a game is unpickled."""
    found = sys.modules.get(module) or load(Path(file))
    if found.__name__ != module:
        raise GameError(f"{file} has changed since this game was pickled; make the game again from the file")
    cls = attrgetter(name)(found)
    return cls.__new__(cls)
