"""Trees on disk. The ending of the file's name selects the format; the file is written completely or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from zermelo.errors import ZermeloError, nearest
from zermelo.files import write_whole
from zermelo.trees.drawing.dot import to_dot
from zermelo.trees.drawing.outline import to_text
from zermelo.trees.drawing.svg import to_svg

if TYPE_CHECKING:
    from zermelo.trees.tree import Tree

WRITERS: dict[str, Callable[[Tree], str]] = {
    ".json": lambda tree: tree.dumps(),
    ".dot": to_dot,
    ".svg": to_svg,
    ".html": lambda tree: tree.to_html(),
    ".txt": to_text,
}


def save(tree: Tree, path: str | os.PathLike[str]) -> None:
    """Write a tree to a file, in the format of the name's ending."""
    target = Path(path)
    suffix = target.suffix.lower()
    if suffix not in WRITERS:
        hint = nearest(suffix, WRITERS)
        raise ZermeloError(f"a tree cannot be saved as `{target.name}`: end the name in one of {', '.join(WRITERS)}.{hint}")
    write_whole(target, WRITERS[suffix](tree).rstrip("\n") + "\n")
