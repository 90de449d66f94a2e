"""Random games on the GPU, counted in the same table as on the CPU.

A rule that fails on one thread does not stop the others. First all games are played by a kernel whose threads end where a rule fails; that is
faster, because no thread waits for another that leaves a rule in its middle. If one has ended, all games are played again by a kernel that notes which
games failed. Those are played on the CPU, which answers or says which rule failed, in which line and where.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from zermelo.compile.kernels.endings import detail_size
from zermelo.compile.kernels.games import Form, kernel_text, rules_needed
from zermelo.game.hashing import mix
from zermelo.game.protocol import Game
from zermelo.gpu.driver import Device, LoadedKernel, Stream, device
from zermelo.gpu.loading import ROOM, Memory, load, too_many_failures
from zermelo.search.montecarlo.random_games import HEAD, POINT, ROW, Plan

if TYPE_CHECKING:
    import numpy as np

    Numbers = np.ndarray[tuple[int, ...], np.dtype[np.int64]]
    Bytes = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]

_TABLES = 4 << 20
"""Bytes for all copies of a table; a thread adds to one of them."""
GROUP = 32
"""Threads of a group, which are at the same place of the code."""
_FEW = 64
"""Positions; with more of them, few threads add to the same row of a table."""
LONGEST = (1 << 31) - 1
_NOTES = 2 + ROOM
"""Numbers before the table: how many games failed, which, and how many threads came to their end."""
STRETCHES = 8, 24, 48
"""Plies between two moments at which finished games are counted, in short games and in long ones, and from how many plies on they are long."""
_REGISTERS = 56
"""A kernel that wants more registers is given so many, because then more threads run at once. With fewer it would be slower."""
_FORMAT = f"{HEAD} {ROW} {POINT}"
Player = Callable[[Plan], tuple[bytes, bytes]]


class GpuGames:
    """Random games of one game on the first GPU of this machine."""

    def __init__(self, game: Game, policy: str, again: Player) -> None:
        """`again` plays games on the CPU; it is asked for those that failed."""
        self.game, self.policy, self.again = game, policy, again
        self.device = device()
        self._kernels: dict[Form, tuple[LoadedKernel, int, int]] = {}
        self.quits = True
        """Whether threads end where a rule fails; no more since one has done so."""
        self._stretch = STRETCHES[0]
        self.failed = 0
        """Games of the last plan in which a rule failed on the device."""
        self.stream = Stream(self.device)
        self._memory = Memory(self.stream)

    def kernel(self, plan: Plan) -> tuple[LoadedKernel, int, int]:
        """The kernel for a plan, how many blocks of it run at once, and the threads of a block."""
        form = Form(self.policy, counts=plan.firsts is not None, details=plan.details, quits=self.quits)
        if form not in self._kernels:
            self._kernels[form] = loaded_kernel(self.device, self.game, form)
        return self._kernels[form]

    def __call__(self, plan: Plan) -> tuple[bytes, bytes]:
        """Play the games of a plan: their table, and each game if it wants them told."""
        self.start(plan)
        self.stream.wait()
        return self.result()

    def start(self, plan: Plan) -> None:
        """Begin to play; when the stream is done, `result` has the table."""
        import numpy as np

        players = len(self.game.players)
        if len(plan.states) < -(-plan.count // plan.per) * self.game.layout.size:
            raise ValueError("there are fewer states than the games begin in")
        self.plan, self.words = plan, plan.words(players)
        kernel, most_blocks, threads = self.kernel(plan)
        lanes = lanes_for(plan.count, most_blocks * threads)
        blocks = max(1, min(most_blocks, -(-plan.count * GROUP // (threads * lanes))))
        by_position = plan.firsts is None and plan.rows > _FEW
        self.copies = 1 if by_position else max(1, min(blocks, _TABLES // (8 * self.words)))
        self._size = 8 * (_NOTES + self.words * self.copies)
        memory = self._memory
        counts = memory.cleared("counts", self._size)
        arguments = [
            memory.sent("states", np.frombuffer(plan.states, np.uint8)),
            plan.per,
            None if plan.firsts is None else memory.sent("firsts", np.array(plan.firsts or [0], np.int64)),
            -1 if plan.firsts is None else len(plan.firsts),
            counts.pointer.value + 8 * _NOTES,
            memory.cleared("details", plan.count * detail_size(players)) if plan.details else None,
            counts,
            ROOM,
            plan.begin,
            plan.count,
            mix(plan.seed & (1 << 64) - 1),
            min(plan.cap, LONGEST),
            plan.bins,
            lanes,
            self._stretch,
            self.copies,
            self.words,
        ]
        self._started = blocks * threads
        self.stream.start(kernel, blocks, threads, arguments)
        self._counts = memory.fetched("counts", self._size)

    def result(self) -> tuple[bytes, bytes]:
        """The table of the games that were started last, and the games."""
        import numpy as np

        plan, players = self.plan, len(self.game.players)
        counts: Numbers = np.frombuffer(memoryview(self._counts.bytes), np.int64, self._size // 8)
        failures = counts[:_NOTES].copy()
        self.failed = int(failures[0])
        if failures[1 + ROOM] != self._started:
            self.quits = False
            return self(plan)
        details = np.zeros((plan.count, detail_size(players)) if plan.details else (0, 0), np.uint8)
        if plan.details:
            self.stream.read(self._memory["details"], details)
        table = summed(counts[_NOTES:].reshape(self.copies, self.words), plan, players)
        if self.game.defines("winner"):
            complete(table, details, plan, self.game)
        if self.failed:
            self._play_again(failures, table, details)
        rows = table[len(HEAD) + players + plan.bins :].reshape(plan.rows, -1)
        games, plies = (int(rows[:, ROW.index(name)].sum()) for name in ("games", "plies"))
        short, long, many = STRETCHES
        self._stretch = long if plies > many * games else short
        return table.tobytes(), details.tobytes()

    def _play_again(self, failures: Numbers, table: Numbers, details: Bytes) -> None:
        """Play failed games on the CPU; an error of a rule is raised there."""
        import numpy as np

        plan, size, players = self.plan, self.game.layout.size, len(self.game.players)
        failed = self.failed
        for n in sorted(int(each) for each in failures[1 : 1 + min(failed, ROOM)]):
            at = n // plan.per
            states = plan.states[at * size : (at + 1) * size]
            one, told = self.again(replace(plan, states=states, per=1, begin=plan.begin + n, count=1))
            row = np.frombuffer(one, np.int64)
            whole = row if plan.firsts is not None else np.zeros_like(table)
            if plan.firsts is None:  # a table of one row becomes one with all rows
                head, width = len(HEAD) + players + plan.bins, len(ROW) + 3 * players
                whole[:head] = row[:head]
                whole[head + at * width : head + (at + 1) * width] = row[head:]
            table[:] = summed(np.stack([table, whole]), plan, players)
            if plan.details:
                details[n] = np.frombuffer(told, np.uint8)
        if failed > ROOM:
            raise too_many_failures(self.game, failed, plan.count, "games")


def loaded_kernel(device: Device, game: Game, form: Form) -> tuple[LoadedKernel, int, int]:
    """The kernel of a form, how many blocks of it run at once, and the threads of a block."""
    rules = rules_needed(game, form.policy)
    (loaded,) = load(device, game, ["games"], rules, f"{form.name} {_FORMAT}", lambda: kernel_text(game, form))
    loaded = loaded.within(_REGISTERS)
    return (loaded, *loaded.arrangement())


def lanes_for(count: int, threads: int) -> int:
    """How many threads of a group play: fewer if there are too few games for all threads, because a group waits for its slowest game."""
    lanes = GROUP
    while lanes > 1 and count * GROUP // lanes * 2 <= threads:
        lanes //= 2
    return lanes


def summed(copies: Numbers, plan: Plan, players: int) -> Numbers:
    """One table instead of several."""
    import numpy as np

    table: Numbers = copies[0].copy() if len(copies) == 1 else copies.sum(axis=0)
    if len(copies) == 1:
        return table
    most, head = HEAD.index("most"), len(HEAD) + players + plan.bins
    table[most] = copies[:, most].max()
    rows = copies[:, head:].reshape(len(copies), plan.rows, -1)
    values = np.ascontiguousarray(rows[:, :, len(ROW) + 2 * players :]).view(np.float64).sum(axis=0)
    table[head:].reshape(plan.rows, -1)[:, len(ROW) + 2 * players :] = np.ascontiguousarray(values).view(np.int64)
    return table


def complete(table: Numbers, details: Bytes, plan: Plan, game: Game) -> None:
    """Games, points and utilities, which follow from wins and draws where a game has a winner."""
    import numpy as np

    players, high = len(game.players), game.rules.bounds[1]
    rows = table[len(HEAD) + players + plan.bins :].reshape(plan.rows, -1)
    draws, wins = rows[:, ROW.index("draws")], rows[:, len(ROW) : len(ROW) + players]
    decided = wins.sum(axis=1)
    rows[:, ROW.index("games")] = draws + decided
    values = wins * high - (decided[:, None] - wins)
    rows[:, len(ROW) + 2 * players :] = np.ascontiguousarray(values, np.float64).view(np.int64)
    if players == 1:  # nobody wins alone
        draws += decided
        wins[:] = 0
    rows[:, len(ROW) + players : len(ROW) + 2 * players] = wins * POINT + (draws * (POINT // players))[:, None]
    if plan.details:
        endings = details[:, 24:32].copy().view(np.int64)[:, 0]
        utilities = np.where(endings[:, None] == np.arange(players)[None, :], high, -1.0)
        utilities[endings < 0] = 0.0
        details[:, 32:] = np.ascontiguousarray(utilities).view(np.uint8)
        if players == 1:
            details[endings == 0, 24:32] = np.array([-1], np.int64).view(np.uint8)
