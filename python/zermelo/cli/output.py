"""Where answers go: objects for `--json`, files for `--out`, notes on stderr.

A file that cannot be written is refused before the search starts, so that no long search is lost for a mistyped name.
Texts may come from files of others (names, comments, error messages of rules). `harmless` escapes their control characters, so that
the terminal does not obey them. `note` and the console use it for everything that is printed.
"""

import json
import os
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.animation import Recording
from zermelo.errors import ZermeloError, nearest
from zermelo.files import check_place
from zermelo.trees.tree import Tree

_CONTROL = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ud800-\\udfff]")
"""Control characters except tab and newline, and characters that change the direction of writing."""
PAGES = (".html", ".htm")
TREE_SUFFIXES = (".svg", ".html", ".dot", ".json", ".txt")


def harmless(text: str) -> str:
    r"""A text with its control characters written out, so that a terminal does not obey them.

    >>> harmless("a title: " + chr(27) + "]0;mine" + chr(7))
    'a title: \\x1b]0;mine\\x07'
    """
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}" if found[0] < "\u0100" else f"\\u{ord(found[0]):04x}", text)


def one_line(text: str) -> str:
    """A message without line breaks, and harmless; boards keep their rows apart with slashes, as in `--position`.

    >>> one_line("one looks like this:" + chr(10) + ". x" + chr(10) + "o .")
    'one looks like this: . x / o .'
    """
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    return harmless(" / ".join(lines).replace(": / ", ": "))


def note(text: str) -> None:
    """Print a note on stderr; stdout is for the answer."""
    print(f"note: {one_line(text)}", file=sys.stderr)


@dataclass(frozen=True)
class Answer:
    """What a command returns for `--json`: one object or list, or its text, for stdout, and the exit code."""

    data: dict[str, Any] | list[Any] | str
    code: int = 0

    def __str__(self) -> str:
        return self.data if isinstance(self.data, str) else json.dumps(self.data)


def check_out(path: Path, suffixes: tuple[str, ...] = TREE_SUFFIXES) -> None:
    """Refuse a file that could not be written later, or whose name does not end in one of `suffixes`."""
    if path.suffix.lower() not in suffixes:
        hint = nearest(path.suffix, suffixes) if path.suffix else ""
        raise ZermeloError(f"`{path}` cannot be written: its name must end in {', '.join(suffixes)}.{hint}")
    check_place(path)


def save(tree: Tree, path: Path) -> None:
    """Write a tree to a file, and say so."""
    tree.save(path)
    kept = sum(1 for _ in tree.walk())
    cut = "; the tree is larger than that" if tree.truncated else ""
    note(f"wrote {kept} nodes to {path}{cut}")


def save_page(recording: Recording, path: Path) -> None:
    """Write a page that plays a recording, and say so."""
    recording.save(path)
    note(f"wrote {sum(1 for _ in recording.steps)} steps to {path}; open it in a browser")


def program() -> str:
    """The command that starts this program again."""
    if shutil.which("zermelo"):
        return "zermelo"
    script = Path(sys.argv[0])
    if script.name != "zermelo":
        return "python -m zermelo"
    return os.path.relpath(script) if script.is_relative_to(Path.cwd()) else str(script)
