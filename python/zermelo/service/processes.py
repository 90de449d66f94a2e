"""Several processes behind one port. Python runs one thread at a time, so one process answers with little more than one core.

Each process has a socket of its own at the same port, and Linux shares connections out among them (SO_REUSEPORT). Other systems share them badly or not at all:
there one process serves.

The processes are forks of the first one, made before it has threads. A pipe ties them to it: when the first one ends, in whatever way, the pipe closes and the others
end as well. One that dies leaves its connections to the others.
"""

import os
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from zermelo.errors import ZermeloError

POSSIBLE = sys.platform == "linux" and hasattr(socket, "SO_REUSEPORT")
AtEnd = Callable[[Callable[[], None]], None]
_BACKLOG = 512


def sockets(host: str, port: int, number: int) -> list[socket.socket]:
    """So many sockets that listen at one port; any free port for 0."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except (OSError, UnicodeError):
        raise ZermeloError(f"--host {host} is not an address of this machine; try 127.0.0.1, or 0.0.0.0 for all") from None
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:  # does not share: a port that another program has is refused
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            address = probe.getsockname()
        return [_listening(family, address, number > 1) for _ in range(number)]
    except OSError as error:
        reason = (error.strerror or "").lower()
        raise ZermeloError(f"{host} port {port} cannot be used ({reason}); choose another one with --port or --host") from None


@contextmanager
def shared(listening: list[socket.socket], begun: Callable[[], None]) -> Iterator[tuple[socket.socket, AtEnd]]:
    """In each process its own socket, and a function that has something called when the first process ends; in the first one it never is.

    The first process calls `begun` when it has made the others. These end with this context.
    """
    end, hold = os.pipe()
    sys.stdout.flush()
    others: list[int] = []
    for number in range(1, len(listening)):
        pid = os.fork()
        if pid == 0:
            os.close(hold)
            _keep(listening, number)
            try:
                yield listening[number], lambda stop: _at_end(end, stop)
            finally:
                os._exit(0)  # whatever happened, it must not go on as the first process does
        others.append(pid)
    _keep(listening, 0)
    try:
        begun()
        yield listening[0], lambda _: None
    finally:
        os.close(hold)
        for pid in others:
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _keep(listening: list[socket.socket], number: int) -> None:
    """Close the others: a copy that nobody listens to would still get connections."""
    for each in (*listening[:number], *listening[number + 1 :]):
        each.close()


def _at_end(end: int, stop: Callable[[], None]) -> None:
    def wait() -> None:
        os.read(end, 1)  # returns when no process holds the other end
        stop()

    threading.Thread(target=wait, daemon=True).start()


def _listening(family: int, address: object, share: bool) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if share:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    made.bind(address)  # type: ignore[arg-type]
    made.listen(_BACKLOG)
    return made
