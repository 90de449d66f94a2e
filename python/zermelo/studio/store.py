"""Texts that a page fetches by a secret name, such as the recording of a search.

They may be large; sent over the page's WebSocket they would delay everything else. A text is removed when its visitor leaves or asks
for another one.
"""

import secrets

MOST = 64
"""Texts at a time; the oldest is removed for a new one."""


class Store:
    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def put(self, text: str) -> str:
        """Keep a text. Returns its name."""
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
