"""Kernels on the device, and memory that is kept there from call to call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from zermelo.compile.kernels.ptx import RECURSIVE_CODE, kept_ptx
from zermelo.errors import CompileError, GpuError
from zermelo.game.protocol import Game
from zermelo.gpu.driver import Buffer, Device, HostBuffer, LoadedKernel, Stream

if TYPE_CHECKING:
    import numpy as np

    AnyNumbers = np.ndarray[tuple[int, ...], np.dtype[np.generic]]

THREADS = 128
"""Threads in a block."""
ROOM = 1024
"""Pieces of work in which a rule may fail on the GPU and that the CPU does instead."""
STACK = 64 << 10
"""Bytes for each thread if a rule calls itself; as many calls as `DEEPEST` fit."""


def load(
    found: Device, game: Game, names: Sequence[str], rules: Sequence[str], kind: str, make: Callable[[], str]
) -> list[LoadedKernel]:
    """The kernels of these names around rules of a game, on the device; GpuError if the rules cannot run there."""
    try:
        ptx = kept_ptx(game, rules, kind, make, found.capability)
    except CompileError as error:
        raise GpuError(f"{game} does not run on a GPU: {error}; use where='cpu'") from error
    if ptx.startswith(RECURSIVE_CODE):
        found.allow_stack(STACK)
    return [found.kernel(ptx, name) for name in names]


def too_many_failures(game: Game, failed: int, of: int, what: str) -> GpuError:
    """The error of rules that answer in Python but not on the GPU, and that too often."""
    return GpuError(f"compiled rules of {game} give up in {failed} of {of} {what} on the GPU; use where='cpu'")


class Memory:
    """Buffers by name, each as large as it was ever needed, for the work of one stream."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self._buffers: dict[str, Buffer] = {}
        self._host: HostBuffer | None = None

    def __getitem__(self, name: str) -> Buffer:
        return self._buffers[name]

    def size(self, name: str) -> int:
        """How many bytes a buffer has; 0 if there is none of this name."""
        return self._buffers[name].size if name in self._buffers else 0

    def sent(self, name: str, data: AnyNumbers) -> Buffer:
        """A buffer with a copy of an array."""
        made = self.room(name, data.nbytes)
        self.stream.write(made, data)
        return made

    def cleared(self, name: str, size: int) -> Buffer:
        """A buffer whose first bytes are 0."""
        made = self.room(name, size)
        self.stream.clear(made, size)
        return made

    def room(self, name: str, size: int) -> Buffer:
        """A buffer of at least so many bytes, with anything in it."""
        if name not in self._buffers or self._buffers[name].size < size:
            if name in self._buffers:
                self.stream.wait()
                del self._buffers[name]
            self._buffers[name] = Buffer(self.stream.device, size)
        return self._buffers[name]

    def fetched(self, name: str, size: int) -> HostBuffer:
        """Memory of this machine to which the first bytes of a buffer are copied after all that was asked for; there is one for each stream."""
        if self._host is None or self._host.size < size:
            self.stream.wait()
            self._host = None
            self._host = HostBuffer(self.stream.device, size)
        self.stream.fetch(self._buffers[name], size, self._host)
        return self._host
