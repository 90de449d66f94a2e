"""A scheduler and workers of dask.distributed, as processes of their own on 127.0.0.1."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import zermelo

PATIENCE = 120
"""Seconds after which a process that does not start is a failure; only failures wait."""


class Loopback:
    """A scheduler with its workers, which run in a folder of their own; `with` ends them all."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.processes = folder, []
        self.place = folder / "scheduler.json"
        where = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show", "--scheduler-file", str(self.place))
        self._start("scheduler", *where)
        self._wait(lambda: self.place.exists() and self.place.read_text().rstrip().endswith("}"))
        self.address = json.loads(self.place.read_text())["address"]

    def worker(self, *options: str) -> subprocess.Popen[bytes]:
        """Start a worker; it need not be ready yet."""
        options = options or ("--nthreads", "1", "--no-nanny")
        return self._start("worker", self.address, "--host", "127.0.0.1", "--no-dashboard", *options)

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        environment = os.environ | {"PYTHONPATH": str(Path(zermelo.__file__).parents[1]), "PYTHONWARNINGS": "ignore"}
        with (self.folder / f"{len(self.processes)}.log").open("wb") as log:
            made = subprocess.Popen(
                [sys.executable, "-m", "dask", *words], cwd=self.folder, env=environment, stdout=log, stderr=log
            )
        self.processes.append(made)
        return made

    def ready(self, threads: int) -> None:
        """Wait until the workers have so many threads."""
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            self._wait(lambda: sum(client.nthreads().values()) >= threads)

    def _wait(self, there) -> None:
        until = time.monotonic() + PATIENCE
        while not there():
            assert time.monotonic() < until, [path.read_text()[-2000:] for path in sorted(self.folder.glob("*.log"))]
            time.sleep(0.05)

    def __enter__(self) -> Loopback:
        return self

    def __exit__(self, *_: object) -> None:
        for process in reversed(self.processes):
            process.kill()
        for process in self.processes:
            process.wait()
