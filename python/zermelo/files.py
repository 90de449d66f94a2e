"""Text files that are there whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from zermelo.errors import ZermeloError


def write_whole(target: Path, text: str) -> None:
    """Write through a temporary neighbour that takes the file's place, so that nobody ever reads half of it."""
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
