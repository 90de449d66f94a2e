"""Where answers go: objects for `--json`, files for `--out`.

A file that cannot be written is refused before the search starts, so that no long search is lost for a mistyped name.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.errors import ZermeloError, nearest

if TYPE_CHECKING:
    from zermelo.animation import Recording
    from zermelo.trees.tree import Tree

PAGES = (".html", ".htm")
TREE_SUFFIXES = (".svg", ".html", ".dot", ".json", ".txt")


@dataclass(frozen=True)
class Answer:
    """What a command returns for `--json`: one object or list, or its text, for stdout, and the exit code."""

    data: dict[str, Any] | list[Any] | str
    code: int = 0

    def __str__(self) -> str:
        return self.data if isinstance(self.data, str) else json.dumps(self.data)


def check_out(path: Path, suffixes: tuple[str, ...] = TREE_SUFFIXES) -> None:
    """Say now, and why, if a tree could not be written to this file later."""
    if path.suffix.lower() not in suffixes:
        hint = nearest(path.suffix, suffixes) if path.suffix else ""
        raise ZermeloError(f"`{path}` cannot be written: its name must end in {', '.join(suffixes)}.{hint}")
    if path.is_dir():
        raise ZermeloError(f"`{path}` cannot be written: it is a folder; give the name of a file")
    if not path.parent.is_dir():
        raise ZermeloError(f"`{path}` cannot be written: there is no folder `{path.parent}`")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise ZermeloError(f"`{path}` cannot be written: permission denied; choose another place")


def save(tree: Tree, path: Path) -> None:
    """Write a tree to a file and say so on stderr, where it cannot get in the way of the answer."""
    tree.save(path)
    kept = sum(1 for _ in tree.walk())
    cut = "; the tree is larger than that" if tree.truncated else ""
    print(f"note: wrote {kept} nodes to {path}{cut}", file=sys.stderr)


def save_page(recording: Recording, path: Path) -> None:
    """Write a page that plays a recording, and say so on stderr."""
    recording.save(path)
    print(f"note: wrote {sum(1 for _ in recording.steps)} steps to {path}; open it in a browser", file=sys.stderr)


def program() -> str:
    """How this program can be called again from here."""
    if shutil.which("zermelo"):
        return "zermelo"
    script = Path(sys.argv[0])
    if script.name != "zermelo":
        return "python -m zermelo"
    return os.path.relpath(script) if script.is_relative_to(Path.cwd()) else str(script)
