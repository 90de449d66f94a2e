"""How fast `zermelo serve` answers: clients that play Connect Four against level 3, all at once, over connections that stay open.

    python benches/service.py                 50 clients for 20 s; each sends its next move as soon as it has the answer
    python benches/service.py --pause 1       each thinks for a second before each move, as a quick person does

Each client plays random moves, so that positions differ. The time of an answer is that from the first byte sent to the last byte received. Clients run in
a process of their own on the same machine, and share its cores with the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import statistics
import subprocess
import sys
import time


async def ask(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, body: dict[str, object]
) -> tuple[int, dict[str, object]]:
    data = json.dumps(body).encode()
    writer.write(b"POST /play HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n%s" % (len(data), data))
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head)
    assert length is not None
    answer = await reader.readexactly(int(length[1]))
    return int(head.split(b" ", 2)[1]), json.loads(answer)


async def client(number: int, port: int, agent: str, pause: float, end: float, took: list[float]) -> None:
    source = random.Random(number)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    moves: list[str] = []
    legal = list("1234567")
    await asyncio.sleep(pause * source.random())
    while time.perf_counter() < end:
        began = time.perf_counter()
        status, found = await ask(
            reader, writer, {"game": "connect4", "moves": moves, "move": source.choice(legal), "agent": agent}
        )
        took.append(time.perf_counter() - began)
        assert status == 200, found
        moves, legal = ([], list("1234567")) if found["over"] else (found["moves"], found["legal"])
        if pause:
            await asyncio.sleep(pause * (0.5 + source.random()))
    writer.close()


async def measure(port: int, clients: int, seconds: float, agent: str, pause: float) -> None:
    await asyncio.gather(*(client(number, port, agent, 0, time.perf_counter() + 1, []) for number in range(2)))  # warms up
    took: list[float] = []
    end = time.perf_counter() + seconds
    await asyncio.gather(*(client(number, port, agent, pause, end, took) for number in range(clients)))
    took.sort()
    late = took[int(0.95 * len(took))]
    print(
        f"{clients} clients, pause {pause:g} s, {agent}: median {1000 * statistics.median(took):.1f} ms, 95 % {1000 * late:.1f} ms, "
        f"slowest {1000 * took[-1]:.0f} ms, {len(took) / seconds:.0f} answers/s ({len(took)} in {seconds:g} s)"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pause", type=float, default=0)
    parser.add_argument("--agent", default="level(3)")
    parser.add_argument("options", nargs="*", help="options of zermelo serve, after --")
    given = parser.parse_args()
    command = [sys.executable, "-m", "zermelo", "serve", "--port", "0", *given.options]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)", server.stdout.readline())
        assert found, "the server does not start"
        asyncio.run(measure(int(found[1]), given.clients, given.seconds, given.agent, given.pause))
    finally:
        server.terminate()
        server.wait()
