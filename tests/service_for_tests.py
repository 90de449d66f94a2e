"""The service without a network, and as a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from typing import NamedTuple

from zermelo.cli.serve import NO_FILES
from zermelo.hosting.limits import Limits

LIMITS = Limits(seconds=5.0, searches=1, waiting=50, server="service", why_no_files=NO_FILES)


class Reply(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def found(self):
        return json.loads(self.body)

    @property
    def lines(self):
        return [json.loads(line) for line in self.body.splitlines()]


class Connection:
    """One request to an ASGI application, by a client who may leave."""

    def __init__(self, app, path, body=b"", method="POST", headers=()):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.parts = [data]
        self.left = asyncio.Event()
        self.sent = []
        self.heard = asyncio.Event()
        """Set when a part of the answer has come."""
        raw = [(b"host", b"127.0.0.1"), *((name.lower().encode(), value.encode()) for name, value in dict(headers).items())]
        self.scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": raw}
        self.task = asyncio.ensure_future(app(self.scope, self.receive, self.send))

    async def receive(self):
        if self.parts:
            return {"type": "http.request", "body": self.parts.pop(0), "more_body": bool(self.parts)}
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message):
        self.sent.append(message)
        self.heard.set()

    async def reply(self):
        await asyncio.wait_for(self.task, 60)
        if not self.sent:
            return None
        headers = {name.decode(): value.decode() for name, value in self.sent[0]["headers"]}
        return Reply(self.sent[0]["status"], headers, b"".join(each.get("body", b"") for each in self.sent[1:]))


async def ask(app, path, body=b"", method="POST", headers=()):
    return await Connection(app, path, body, method, headers).reply()


def asked(app, path, body=b"", method="POST", headers=()):
    """One request with an event loop of its own."""
    return asyncio.run(ask(app, path, body, method, headers))


def launch(*options):
    """A service in a process of its own."""
    command = [sys.executable, "-m", "zermelo", "serve", *options]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


@contextmanager
def server(*options):
    """A service on a free port; gives its address and its process."""
    process = launch("--port", "0", *options)
    try:
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert found, line + process.stdout.read()
        yield found[0], process
    finally:
        ended = process.poll() is not None
        process.terminate()
        rest = process.communicate(timeout=60)[0]
    assert ended or rest == "", rest
