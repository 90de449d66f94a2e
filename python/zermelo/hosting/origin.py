"""Checks where a request comes from. The server listens only to this machine, but every web page that is open in a browser on this
machine can send requests to it. Only requests from our own pages are answered.

Browsers say where a request comes from, and a page cannot change that:

    Host            the name in the address. A foreign page may let its own name point to this machine (DNS rebinding), and its requests
                    would then count as ours; so only our own names are answered
    Origin          the page that sends the request, on WebSockets and on requests that change something: it has to be ours
    Sec-Fetch-*     what the request is for. A link to us may be followed from anywhere; but only our own pages may fetch, frame or embed
                    our pages

Programs other than browsers send neither of the last two, and run on this machine anyway. Where files are allowed, an address can ask for
a file; so links from other pages may then not ask for anything.

Every answer also tells the browser to load nothing from elsewhere, and not to show our pages in frames.
"""

from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_OWN = ("same-origin", "none")
_KEEP_TO = (
    "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; connect-src 'self' ws://127.0.0.1:* ws://localhost:* data: blob:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
)
"""Our own scripts inside the page build it, so inline scripts and `eval` are allowed; nothing is loaded from other servers."""
_RULES = {
    "Content-Security-Policy": _KEEP_TO,
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def refusal(reason: str) -> Response:
    """The studio's answer to a request from elsewhere."""
    return PlainTextResponse(f"The studio refuses this request: {reason}.", 403)


class OriginCheck:
    """Passes on requests of our own pages and refuses others.

    `hosts` are our own names; with none, every name is ours. `files`: whether an address can name a file to run. `friends` are other pages that may
    ask; "*" stands for all. `refuse` makes the answer to a request that is refused.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: tuple[str, ...],
        files: bool = False,
        friends: tuple[str, ...] = (),
        refuse: Callable[[str], Response] = refusal,
    ) -> None:
        self.app, self.hosts, self.files, self.friends, self.refuse = app, hosts, files, friends, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        friend = "*" in self.friends or headers.get("origin") in self.friends
        reason = None if friend else objection(headers, self.hosts, self.files and bool(scope["query_string"]))
        if reason is None:
            await self.app(scope, receive, _with_rules(send))
        elif scope["type"] == "http":
            await self.refuse(reason)(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": reason})


def objection(headers: Mapping[str, str], hosts: tuple[str, ...], asks_for_files: bool = False) -> str | None:
    """Why a request is refused; None if it is not.

    >>> objection({"host": "127.0.0.1:8080", "origin": "http://127.0.0.1:8080"}, ("127.0.0.1",))
    >>> objection({"host": "127.0.0.1:8080", "origin": "http://example.org"}, ("127.0.0.1",))
    'it comes from another page'
    """
    host = headers.get("host", "")
    if hosts and _name(host) not in hosts:
        return f"it is for another server; this one is at {hosts[0]}"
    origin = headers.get("origin")
    if origin is not None and origin != f"http://{host}":
        return "it comes from another page"
    if headers.get("sec-fetch-site", "none") in _OWN:
        return None
    followed = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    if not followed:
        return "it is loaded by another page"
    if asks_for_files:
        return "this studio runs files, so links from other pages must not choose a game; open the studio and choose it there"
    return None


def _name(host: str) -> str:
    try:
        return urlsplit(f"http://{host}").hostname or ""
    except ValueError:
        return ""


def _with_rules(send: Send) -> Send:
    """Add the rules for the browser to every answer."""

    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _RULES.items():
                headers[name] = value
        await send(message)

    return sender
