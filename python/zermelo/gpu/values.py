"""Evaluations of many positions on the GPU. A position in which a rule fails is evaluated on the CPU, which answers or says what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from zermelo.compile.kernels.pattern_values import tables
from zermelo.compile.kernels.values import kernel_text, rules_needed, shape_of
from zermelo.game.protocol import Game
from zermelo.gpu.driver import Buffer, Stream, device
from zermelo.gpu.loading import ROOM, THREADS, Memory, load, too_many_failures

if TYPE_CHECKING:
    import numpy as np

    Bytes = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]
    Reals = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

POSITIONS = 1 << 22
"""At most so many positions are evaluated in one launch."""
_BYTES = 1 << 28
Evaluator = Callable[[bytes, int], float]


class GpuValues:
    """Evaluates positions of one game on the first GPU of this machine."""

    def __init__(self, game: Game, again: Evaluator) -> None:
        """`again` evaluates on the CPU; it is asked for positions in which a rule fails."""
        self.game, self.again = game, again
        self.device = device()
        (self._kernel,) = load(self.device, game, ["values"], rules_needed(game), shape_of(game), lambda: kernel_text(game))
        self.stream = Stream(self.device)
        self._memory = Memory(self.stream)
        self._tables = self._sent_tables()

    def _sent_tables(self) -> list[Buffer | None]:
        """Weights of features, and patterns with their cells and weights."""
        import numpy as np

        reader, weights = self.game.rules.reader, np.array(self.game.rules.weights or [0.0], np.float64)
        sent = self._memory.sent
        if reader is None:
            return [sent("weights", weights), None, None, None]
        patterns, cells, numbers = tables(reader)
        return [sent("weights", weights), sent("patterns", patterns), sent("cells", cells), sent("tables", numbers)]

    def __call__(self, states: Bytes, player: int) -> Reals:
        """The values of packed states, one in each row, for a player."""
        import numpy as np

        size = self.game.layout.size
        chunk = max(1, min(POSITIONS, _BYTES // size, self.device.free_memory() // 4 // size))
        parts = [self._chunk(states[at : at + chunk], player) for at in range(0, len(states), chunk)]
        return np.concatenate([np.zeros(0), *parts])

    def _chunk(self, states: Bytes, player: int) -> Reals:
        import numpy as np

        count = len(states)
        values, failures = self._memory.room("values", 8 * count), self._memory.cleared("failures", count)
        arguments = [self._memory.sent("states", np.ascontiguousarray(states)), count, player, *self._tables, values, failures]
        blocks = max(1, min(self._kernel.blocks(THREADS), -(-count // THREADS)))
        self.stream.start(self._kernel, blocks, THREADS, arguments)
        found, marks = np.zeros(count, np.float64), np.zeros(count, np.uint8)
        self.stream.read(values, found)
        self.stream.read(failures, marks)
        failed = np.flatnonzero(marks)
        if len(failed) > ROOM:
            raise too_many_failures(self.game, len(failed), count, "positions")
        for at in map(int, failed):
            found[at] = self.again(states[at].tobytes(), player)
        return found
