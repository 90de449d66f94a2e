"""Places on the GPU for searches that have games played while they go on: memory and a stream each; the twin starts the kernels itself."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo import _core
from zermelo.compile.kernels.games import Form
from zermelo.game.protocol import Game
from zermelo.gpu import driver
from zermelo.gpu.driver import Buffer, Device, HostBuffer, Stream
from zermelo.gpu.random_games import LONGEST, STRETCHES, loaded_kernel
from zermelo.search.montecarlo.random_games import HEAD, ROW

FUNCTIONS = (
    "cuCtxSetCurrent",
    "cuMemcpyHtoDAsync_v2",
    "cuMemsetD8Async",
    "cuLaunchKernel",
    "cuMemcpyDtoHAsync_v2",
    "cuStreamQuery",
)
NOTES = 2
"""Numbers before a table: how many games failed, and how many threads came to their end."""


@dataclass(frozen=True)
class Room:
    """What the games of one search need."""

    policy: str
    positions: int
    """At most so many in a part of a batch."""
    parts: int
    """Played at once."""


class GpuPlaces:
    """Places for the games of one search on the first GPU of this machine."""

    def __init__(self, game: Game, room: Room) -> None:
        self.room, self.device = room, driver.device()
        self._kernel, blocks, threads = loaded_kernel(self.device, game, Form(room.policy, counts=False, quits=True))
        players, size = len(game.players), game.layout.size
        table = 8 * (NOTES + len(HEAD) + players + room.positions * (len(ROW) + 3 * players))
        self._places = [_Place(self.device, room.positions * size, table) for _ in range(room.parts)]
        facts = {
            "context": self.device.context,
            "kernel": self._kernel.function.value,
            "threads": threads,
            "most": blocks * threads // room.parts,
            "size": size,
            "positions": room.positions,
            "players": players,
            "win": game.rules.bounds[1] if game.defines("winner") else None,
            "stretches": STRETCHES,
            "longest": LONGEST,
        }
        functions = [self.device.driver.address(name) for name in FUNCTIONS]
        self.core = _core.Places(functions, facts, [place.addresses() for place in self._places])


class _Place:
    """A stream, and memory on both sides."""

    def __init__(self, found: Device, states: int, table: int) -> None:
        self.stream = Stream(found)
        self.states, self.table = Buffer(found, states), Buffer(found, table)
        self.host_states, self.host_table = HostBuffer(found, states), HostBuffer(found, table)

    def addresses(self) -> tuple[int, int, int, int, int]:
        device_side = self.states.pointer.value, self.table.pointer.value
        return (self.stream.number, *device_side, self.host_states.pointer.value or 0, self.host_table.pointer.value or 0)
