"""Search and flagship rules in Rust. States cross the border as packed bytes, scores relative to the player to move."""

from typing import Any, final

__all__ = ["Backend", "Found", "Growth", "RuleFault", "Search", "Table"]

class RuleFault(Exception):
    """A compiled or native rule failed: args are (rule, packed state, move or -1, code)."""

@final
class Found:
    depth: int | None
    move: int
    score: float | None
    line: list[int]
    others: list[tuple[int, float | None, list[int]]]
    values: list[float] | None
    nodes: int
    seconds: float
    exact: bool
    stopped: str | None
    visits: list[tuple[int, int, int, float, float, float, int, list[float]]] | None
    total: int
    playouts: int | None
    capped: int
    trials: list[tuple[int, int, float | None, float | None]]
    grown: list[tuple[int, int, int, float, list[float] | None]]

@final
class Growth:
    def __new__(cls, size: int, options: list[str]) -> Growth: ...

@final
class Table:
    def __new__(cls, size: int) -> Table: ...

@final
class Search:
    def next(self) -> Found | None: ...
    def stop(self, reason: str) -> None: ...

@final
class Backend:
    @staticmethod
    def native(name: str, parameters: dict[str, int], facts: dict[str, Any]) -> Backend | None: ...
    @staticmethod
    def compiled(pointers: dict[str, int], facts: dict[str, Any]) -> Backend: ...
    @staticmethod
    def interpreted(rules: Any, facts: dict[str, Any]) -> Backend: ...
    def search(
        self,
        algorithm: str,
        state: bytes,
        *,
        depth: int | None,
        nodes: int | None,
        seconds: float | None,
        deepen: bool,
        tree: int,
        lines: int,
        threads: int,
        table: Table | None,
        memory: int,
        options: list[str],
        playouts: int | None = None,
        kept: Growth | None = None,
        since: list[int] | None = None,
    ) -> Search: ...
    def perft(self, state: bytes, depth: int) -> int: ...
    def playouts(self, state: bytes, games: int, seed: int) -> tuple[list[float], int]: ...
    def to_move(self, state: bytes) -> int: ...
    def moves(self, state: bytes) -> list[int]: ...
    def chances(self, state: bytes) -> list[tuple[int, float]]: ...
    def play(self, state: bytes, move: int) -> bytes: ...
    def utilities(self, state: bytes) -> list[float] | None: ...
    def evaluate(self, state: bytes, player: int) -> float: ...
    def noisy(self, state: bytes, move: int) -> bool: ...
    def order(self, state: bytes, move: int) -> float: ...
    def playout(self, state: bytes, dice: int) -> int: ...
    def key(self, state: bytes) -> int: ...
