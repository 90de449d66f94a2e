"""Pages of the documentation for tests that compare them with the code."""

from __future__ import annotations

from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"


def page(name: str) -> str:
    """The text of the page with this file name, in any folder of docs."""
    (path,) = DOCS.rglob(name)
    return path.read_text(encoding="utf-8")
