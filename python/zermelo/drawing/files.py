"""Trees on disk. The ending of the file's name says what is written; the file is there whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path

from zermelo.drawing.dot import to_dot
from zermelo.drawing.outline import to_text
from zermelo.drawing.svg import to_svg
from zermelo.errors import ZermeloError, nearest
from zermelo.tree import Tree

WRITERS: dict[str, Callable[[Tree], str]] = {
    ".json": Tree.dumps,
    ".dot": to_dot,
    ".svg": to_svg,
    ".html": Tree.to_html,
    ".txt": to_text,
}


def save(tree: Tree, path: str | os.PathLike[str]) -> None:
    """Write a tree to a file, in the form that the name's ending asks for."""
    target = Path(path)
    suffix = target.suffix.lower()
    if suffix not in WRITERS:
        hint = nearest(suffix, WRITERS)
        raise ZermeloError(f"a tree cannot be saved as `{target.name}`: end the name in one of {', '.join(WRITERS)}.{hint}")
    write(target, WRITERS[suffix](tree).rstrip("\n") + "\n")


def write(target: Path, text: str) -> None:
    """Write a text through a temporary neighbour that takes the file's place, so that nobody ever reads half of it."""
    try:
        place = Path(os.path.realpath(target))  # a link stays a link
        draft = place.with_name(f".{secrets.token_hex(8)}.tmp")
        try:
            draft.write_text(text, encoding="utf-8")
            os.replace(draft, place)
        finally:
            draft.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ZermeloError(f"{str(target)!r} cannot be written: {reason}; choose another place") from error
