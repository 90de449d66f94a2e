"""Requests and answers as bytes: bodies within limits of size and time, JSON, errors of one shape, and clients that go away.

Every error is `{"error": "one sentence"}`. The status says who should do what:

    400 422     the request is wrong: change it          405     use the other method
    403         files, or a page from elsewhere          408     send the body faster
    404         there is no such path                    413     send less
    503         busy: come back after Retry-After seconds
"""

import asyncio
import json
import sys
import traceback
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from zermelo.errors import ZermeloError
from zermelo.files import FilesOffError
from zermelo.hosting.workers import BusyError
from zermelo.service.asked import MOST_BODY, RequestError

_BODY = 10.0
"""Seconds for the body of a request."""
RETRY = {"Retry-After": "1"}


class GoneError(Exception):
    """The client has left; nobody waits for an answer."""


class JsonAnswer(Response):
    """Plain values, or JSON that is written already. Letters beyond ASCII are escaped: a request may contain halves of characters, which no encoding has."""

    media_type = "application/json"

    def __init__(self, content: Any, status: int = 200, headers: dict[str, str] | None = None) -> None:
        super().__init__(
            content if isinstance(content, bytes) else encoded(content), status, {"Cache-Control": "no-store", **(headers or {})}
        )


def encoded(content: Any) -> bytes:
    return json.dumps(content, separators=(",", ":")).encode()


def failure(error: BaseException) -> JsonAnswer:
    """The answer to a request that failed."""
    status, sentence, headers = 422, " ".join(str(error).split()), {}
    if isinstance(error, RequestError):
        status = error.status
    elif isinstance(error, FilesOffError):
        status = 403
    elif isinstance(error, BusyError):
        status, headers = 503, RETRY
    elif not isinstance(error, ZermeloError):
        traceback.print_exception(error, file=sys.stderr)  # for the owner; the client gets a sentence
        status, sentence = 500, f"this is a bug in Zermelo ({type(error).__name__}); please report it, with the request"
    return JsonAnswer({"error": sentence}, status, headers)


async def read_body(scope: Scope, receive: Receive) -> bytes:
    """The body of a request, if it is short and comes in time."""
    told = dict(scope["headers"]).get(b"content-length", b"0")
    if told.isdigit() and int(told[:20]) > MOST_BODY:
        raise _too_long()
    try:
        async with asyncio.timeout(_BODY):
            return await _collect(receive)
    except TimeoutError:
        raise RequestError(f"the body did not arrive within {_BODY:g} s; send it faster", 408) from None


async def _collect(receive: Receive) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise GoneError
        body += message.get("body", b"")
        if len(body) > MOST_BODY:
            raise _too_long()
        if not message.get("more_body"):
            return bytes(body)


def _too_long() -> RequestError:
    return RequestError(f"the body is too long; send at most {MOST_BODY >> 10} KB", 413)


async def gone(receive: Receive) -> None:
    """Returns when the client has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def send_start(send: Send, status: int, headers: dict[str, str]) -> None:
    """Begin an answer that comes in parts."""
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
