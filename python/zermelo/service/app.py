"""The service as an ASGI application: the list of paths, and the journey of a request.

A request is read (`http`), checked (`asked`), gets a place in a lane (`lanes`), is answered in a thread (`answers`), and the answer is sent. While it waits or
works, the client may leave: then its work is cancelled.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from zermelo.report import Report
from zermelo.service import openapi
from zermelo.service.answers import Answers, Player
from zermelo.service.asked import Asked, RequestError, read
from zermelo.service.http import GoneError, JsonAnswer, encoded, failure, gone, read_body, send_start
from zermelo.service.lanes import Job, Lane

_QUICK = 4
"""Threads for work without a search."""
_MORE_BRIEF = 2
"""Threads for brief searches beyond one for each search: they spend as much time in Python, before and after, and Python runs while others search."""
_MOMENT = 5.0
"""Seconds for such work."""
_LINES = 64
"""Reports that wait for a slow client; of more, the oldest are left out."""
_SLOW = 60.0
"""Seconds beyond the search in which a client has to take all reports."""
_NDJSON = {"Content-Type": "application/x-ndjson", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@dataclass(frozen=True)
class Working:
    """One request under way."""

    asked: Asked
    job: Job
    send: Send


class Service:
    """The ASGI application."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        limits = answers.limits
        self.lanes = {
            "quick": Lane(limits, _QUICK, "quick"),
            "brief": Lane(limits, limits.searches + _MORE_BRIEF, "brief"),
            "long": Lane(limits, limits.searches, "search", limits.seconds),
        }
        self._asks: dict[str, Callable[[Working], Awaitable[Response | None]]] = {
            "/moves": self._moves,
            "/play": self._play,
            "/best": self._best,
            "/analyse": self._analyse,
        }
        self._pages = openapi.pages(answers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            answer = await self._answer(scope, receive, send)
            if answer is not None:
                await answer(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": "this service has no WebSockets; use POST"})

    def close(self) -> None:
        """Cancel all work."""
        for lane in self.lanes.values():
            lane.close()

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.shutdown":
                self.close()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> Response | None:
        """The answer to a request; None if it has been sent already, or nobody waits for it."""
        path, method = scope["path"], scope["method"]
        try:
            if path in self._pages:
                _check_method(method, path, "GET", "HEAD")
                return self._pages[path]
            if path not in self._asks:
                there = ", ".join((*self._asks, *self._pages))
                raise RequestError(f"there is no path `{path[:100]}`; there are {there}", 404)
            _check_method(method, path, "POST")
            asked = read(await read_body(scope, receive), openapi.ENDPOINTS[path].fields)
            self.answers.seconds(asked)
            working = Working(asked, Job(asyncio.get_running_loop()), send)
            return await _unless_gone(self._asks[path](working), receive)
        except GoneError:
            return None
        except Exception as error:
            answer = failure(error)
            if answer.status_code == 405:
                answer.headers["Allow"] = "POST" if path in self._asks else "GET, HEAD"
            return answer

    # The questions

    async def _moves(self, working: Working) -> Response:
        return await self._done("quick", working, lambda: self.answers.moves(working.asked))

    async def _play(self, working: Working) -> Response:
        asked = working.asked
        player = None if asked.agent is None else await self._player(working)
        agent = None if player is None else player.agent
        return await self._done(_lane(player), working, lambda: self.answers.play(asked, agent, working.job))

    async def _best(self, working: Working) -> Response:
        player = await self._player(working)
        return await self._done(_lane(player), working, lambda: self.answers.best(working.asked, player.agent, working.job))

    async def _analyse(self, working: Working) -> Response | None:
        """Send a line of JSON for each report while the search goes on."""
        player = await self._player(working)
        loop, lines = asyncio.get_running_loop(), asyncio.Queue[bytes | None](_LINES)

        def hear(line: bytes | None) -> None:
            if lines.full():
                lines.get_nowait()
            lines.put_nowait(line)

        def work() -> bytes:
            last: Report | None = None
            for report in self.answers.reports(working.asked, player.agent, working.job):
                if last is not None:
                    loop.call_soon_threadsafe(hear, encoded({**last.to_json(), "final": False}) + b"\n")
                last = report
            assert last is not None
            return encoded({**last.to_json(), "final": True}) + b"\n"

        seconds = self.answers.seconds(working.asked)
        search = asyncio.ensure_future(self.lanes[_lane(player)].do(working.job, work, seconds))
        search.add_done_callback(lambda _: hear(None))
        try:
            async with asyncio.timeout(seconds + self.lanes["long"].patience + _SLOW):
                return await _stream(search, lines, working.send)
        except TimeoutError:
            raise GoneError from None
        finally:
            search.cancel()

    async def _player(self, working: Working) -> Player:
        found = self.answers.known_player(working.asked)
        if found is None:
            found = await self.lanes["quick"].do(working.job.part(), lambda: self.answers.player(working.asked), _MOMENT)
        return found

    async def _done(self, lane: str, working: Working, work: Callable[[], dict[str, Any]]) -> Response:
        seconds = _MOMENT if lane == "quick" else self.answers.seconds(working.asked)
        return JsonAnswer(await self.lanes[lane].do(working.job, lambda: encoded(work()), seconds))


async def _stream(search: asyncio.Future[bytes], lines: asyncio.Queue[bytes | None], send: Send) -> Response | None:
    """Send lines as they come, and at last the answer of the search. An error before the first line is an answer of its own."""
    begun = False
    while (line := await lines.get()) is not None:
        if not begun:
            await send_start(send, 200, _NDJSON)
            begun = True
        await send({"type": "http.response.body", "body": line, "more_body": True})
    error = search.exception()
    if not begun:
        if error is not None:
            return failure(error)
        await send_start(send, 200, _NDJSON)
    end = search.result() if error is None else bytes(failure(error).body) + b"\n"
    await send({"type": "http.response.body", "body": end})
    return None


async def _unless_gone(
    work: Coroutine[Any, Any, Response | None] | Awaitable[Response | None], receive: Receive
) -> Response | None:
    """The result of work, which is cancelled when the client leaves."""
    task, leaving = asyncio.ensure_future(work), asyncio.ensure_future(gone(receive))
    try:
        await asyncio.wait({task, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise GoneError
        return task.result()
    finally:
        leaving.cancel()
        task.cancel()


def _lane(player: Player | None) -> str:
    return "quick" if player is None else "brief" if player.brief else "long"


def _check_method(method: str, path: str, *known: str) -> None:
    if method not in known:
        raise RequestError(f"{path} is asked with {known[0]}, not with {method[:20]}", 405)
