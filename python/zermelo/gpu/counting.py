"""Perft on the GPU: positions are listed ply by ply until there are more than threads; then each thread counts from one after another.

A position in which a rule fails is counted on the CPU, which answers or says which rule failed, in which line and where.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from zermelo.compile.kernels.counting import kernel_text, memory_size, rules_needed
from zermelo.errors import GpuError
from zermelo.game.protocol import Game
from zermelo.gpu.driver import Buffer, Stream, device
from zermelo.gpu.loading import ROOM, THREADS, Memory, load, too_many_failures

if TYPE_CHECKING:
    import numpy as np

    Numbers = np.ndarray[tuple[int, ...], np.dtype[np.int64]]

SECONDS = 0.2
"""About how long a launch takes; Ctrl-C is seen between two of them."""
POSITIONS = 1 << 20
"""From so many positions on, no more are listed."""
_MOST_CHILDREN = 8
"""Times as many positions may be listed at last."""
_FIRST_STEPS, _MOST_STEPS, _GROWTH = 256, 1 << 40, 8
_GROUP = 32
Counter = Callable[[bytes, int], int]


class _Positions(NamedTuple):
    """Packed states on the device."""

    buffer: Buffer
    number: int


class GpuPerft:
    """Counts sequences of moves of one game on the first GPU of this machine."""

    def __init__(self, game: Game, again: Counter) -> None:
        """`again` counts on the CPU; it is asked for positions in which a rule fails."""
        self.game, self.again = game, again
        self.device = device()
        names, rules = ["count", "expand"], rules_needed(game)
        self._count, self._expand = load(self.device, game, names, rules, "perft", lambda: kernel_text(game))
        self.stream = Stream(self.device)
        self._memory = Memory(self.stream)

    def __call__(self, state: bytes, depth: int) -> int:
        """The number of sequences of `depth` moves from a packed state, chance outcomes included."""
        import numpy as np

        if depth == 0:
            return 1
        total, here = 0, _Positions(self._memory.sent("positions 0", np.frombuffer(state, np.uint8)), 1)
        most = min(_MOST_CHILDREN * POSITIONS, self.device.free_memory() // 4 // self.game.layout.size)
        for left in range(depth, 1, -1):
            if here.number >= POSITIONS:
                return total + self._sum(here, left)
            counts = self._counted(here, 1)
            failed = np.flatnonzero(counts < 0)
            counts[failed] = 0
            if counts.sum() > most:
                return total + self._sum(here, left)
            total += self._sum_again(here, failed, left)
            here, failures, before = *self._listed(here, counts, f"positions {left % 2 + 1}"), here
            total += self._sum_again(before, failures, left)
            if here.number == 0:
                return total
        return total + self._sum(here, 1)

    def _sum(self, here: _Positions, depth: int) -> int:
        """The number of sequences from all positions together."""
        import numpy as np

        counts = self._counted(here, depth)
        return int(counts[counts > 0].sum()) + self._sum_again(here, np.flatnonzero(counts < 0), depth)

    def _sum_again(self, here: _Positions, failed: Numbers, depth: int) -> int:
        """The same on the CPU from some of the positions."""
        if len(failed) > ROOM:
            raise too_many_failures(self.game, len(failed), here.number, "positions")
        states = self._read(here) if len(failed) else b""
        size = self.game.layout.size
        return sum(self.again(states[at * size : (at + 1) * size], depth) for at in map(int, failed))

    def _read(self, here: _Positions) -> bytes:
        import numpy as np

        states = np.zeros(here.number * self.game.layout.size, np.uint8)
        self.stream.read(here.buffer, states)
        return states.tobytes()

    def _counted(self, here: _Positions, depth: int) -> Numbers:
        """The number of sequences from each position, or -1 where a rule failed; in launches that take a moment each."""
        import numpy as np

        stride = memory_size(self.game, depth)
        blocks, threads = self._threads(here.number, stride, depth)
        results = self._memory.room("results", 8 * here.number)
        progress = self._memory.cleared("progress", 16)
        memory = self._memory.room("stacks", blocks * threads * stride)
        done, steps, is_first = np.zeros(2, np.int64), _FIRST_STEPS, True
        while done[1] < here.number:
            arguments = [here.buffer, here.number, depth, results, progress, memory, stride, steps, int(is_first)]
            began = time.perf_counter()
            self.stream.start(self._count, blocks, threads, arguments)
            self.stream.read(progress, done)
            seconds = max(time.perf_counter() - began, 1e-6)
            steps = min(max(int(steps * min(SECONDS / seconds, _GROWTH)), 1), _MOST_STEPS)
            is_first = False
        counts = np.zeros(here.number, np.int64)
        self.stream.read(results, counts)
        return counts

    def _threads(self, count: int, stride: int, depth: int) -> tuple[int, int]:
        """How many blocks of how many threads may count: no more than there are positions, and than memory has room for."""
        free = self.device.free_memory() + self._memory.size("stacks")
        fitting = free // 2 // stride // _GROUP * _GROUP
        if fitting == 0:
            raise GpuError(f"a GPU with {free:,} bytes of free memory cannot count {depth} plies of {self.game}; use where='cpu'")
        wanted = -(-count // _GROUP) * _GROUP
        threads = min(THREADS, wanted, fitting)
        return max(1, min(self._count.blocks(threads), wanted // threads, fitting // threads)), threads

    def _listed(self, here: _Positions, counts: Numbers, name: str) -> tuple[_Positions, Numbers]:
        """The positions after one ply, and which of those before it have a move that failed and so no positions after it."""
        import numpy as np

        size = self.game.layout.size
        places = np.concatenate([[0], np.cumsum(counts)])
        children = self._memory.room(name, int(places[-1]) * size)
        failures = self._memory.cleared("failures", here.number)
        threads = min(THREADS, -(-here.number // _GROUP) * _GROUP)
        blocks = max(1, min(self._expand.blocks(threads), here.number // threads))
        arguments = [here.buffer, here.number, self._memory.sent("places", places), children, failures]
        self.stream.start(self._expand, blocks, threads, arguments)
        marks = np.zeros(here.number, np.uint8)
        self.stream.read(failures, marks)
        failed, after = np.flatnonzero(marks), _Positions(children, int(places[-1]))
        if len(failed):
            kept = np.repeat(marks == 0, counts)
            states = np.frombuffer(self._read(after), np.uint8).reshape(-1, size)[kept]
            self.stream.write(children, np.ascontiguousarray(states))
            after = _Positions(children, len(states))
        return after, failed
