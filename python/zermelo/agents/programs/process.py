"""A program that is an agent: a child process that is found as a shell finds it, and that is not awaited once its search is cancelled.

How a child is held, and how it always ends, is in `zermelo.game.child_process`.
"""

import os
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

from zermelo.agents.asking import Cancelled
from zermelo.errors import AgentError
from zermelo.files import check_allowed
from zermelo.game.child_process import MOST_LINE as MOST_LINE, Broken as Broken, ChildProcess
from zermelo.search.cancel import current

_PLACES = ("/usr/games", "/usr/local/games")
"""Where Debian keeps engines; not every PATH has them."""


def words_of(command: object) -> list[str]:
    """The words of a command line, as a shell would split it; no shell reads it.

    >>> words_of("./my_program --name 'two words'")
    ['./my_program', '--name', 'two words']
    """
    if not isinstance(command, str) or not command.strip() or "\0" in command:
        raise AgentError(
            f"{command!r:.60} is not a command line; write the program and its options, such as './my_program --level 3'"
        )
    try:
        words = shlex.split(command)
    except ValueError as problem:
        raise AgentError(f"`{command[:60]}` is not a command line: {str(problem).lower()}") from None
    if not words or not words[0]:
        raise AgentError(f"`{command[:60]}` names no program; write one, such as './my_program --level 3'")
    return words


def find_program(name: str) -> str:
    """The file of a program, looked for as a shell does, and where games live."""
    if os.name != "posix":
        raise AgentError(f"`{name}` cannot be started: other programs as agents need Linux or macOS")
    place = os.path.expanduser(name)
    found = shutil.which(place, path=os.pathsep.join([os.environ.get("PATH", os.defpath), *_PLACES]))
    if found is not None:
        return found
    if os.sep in place and Path(place).is_file():
        raise AgentError(f"the file `{name}` is not a program: make it executable with chmod +x, or name its interpreter first")
    where = "" if os.sep in place else "; install it, or give the path of its file"
    raise AgentError(f"there is no program `{name}`{where}")


class Process(ChildProcess):
    """A running program that plays."""

    error = AgentError

    def __init__(self, words: Sequence[str]) -> None:
        check_allowed(programs=True)
        super().__init__(words, find_program(words[0]))

    def check_wanted(self) -> None:
        scope = current()
        if scope is not None and scope.reason is not None:
            raise Cancelled
