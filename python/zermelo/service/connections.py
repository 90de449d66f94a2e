"""Connections whose client does not send a request. Uvicorn waits for ever for the rest of a request's head; here the connection is closed after a while, so that
idle clients cannot use up all connections. Bodies have their own limit (`http.read_body`), and so have connections between two requests (uvicorn's keep-alive).
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEAD = 15.0
"""Seconds for the head of a request."""


class HttpConnection(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """One connection; it is closed if a request does not begin in time."""

    _waits: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._set_alarm()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._end_alarm()
        elif self._waits is None:
            self._set_alarm()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_alarm()
        super().connection_lost(exc)

    def _set_alarm(self) -> None:
        self._waits = asyncio.get_running_loop().call_later(HEAD, self._close)

    def _end_alarm(self) -> None:
        if self._waits is not None:
            self._waits.cancel()
            self._waits = None

    def _close(self) -> None:
        self._waits = None
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()
