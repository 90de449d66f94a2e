"""A shelf: texts that a page fetches by a name that only it knows, such as a recording of a search.

They may be large, and a page that is told everything over its one line would keep everybody waiting. What lies here is taken away when
the visitor leaves, or wants another one.
"""

from __future__ import annotations

import secrets

MOST = 64
"""Texts at a time; the oldest make room."""


class Shelf:
    """The texts of one server."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def put(self, text: str) -> str:
        """The name of a text that is laid down."""
        name = secrets.token_urlsafe(16)
        self._texts[name] = text
        while len(self._texts) > MOST:
            del self._texts[next(iter(self._texts))]
        return name

    def get(self, name: str) -> str | None:
        return self._texts.get(name)

    def drop(self, name: str) -> None:
        self._texts.pop(name, None)

    def __len__(self) -> int:
        return len(self._texts)
