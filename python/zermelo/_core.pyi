"""Search and flagship rules in Rust. States cross the border as packed bytes, scores relative to the player to move."""

from typing import Any, final

__all__ = [
    "Advice",
    "Advised",
    "Backend",
    "Found",
    "Growth",
    "RuleFault",
    "Search",
    "Table",
    "Verified",
    "Watch",
    "WordFault",
]

class RuleFault(Exception):
    """A compiled or native rule failed: args are (rule, packed state, move or -1, code)."""

class WordFault(Exception):
    """A word of advice failed: args are (word, packed state, packed root, move or -1, code); or a tree has no end: (table, advice)."""

@final
class Watch:
    def __new__(cls) -> Watch: ...
    def look(self) -> tuple[int, int, int]: ...

@final
class Advised:
    attempts: list[tuple[int, int, int, int]]
    tree: list[tuple[int, int, bool]]
    nodes: int
    stopped: str | None

@final
class Verified:
    @property
    def records(self) -> bytes: ...
    @property
    def rows(self) -> bytes: ...
    @property
    def replies(self) -> list[tuple[bool, int]]: ...
    @property
    def examples(self) -> list[tuple[str, bytes, list[int]]]: ...
    @property
    def blamed(self) -> list[tuple[str, int, int, int]]: ...
    @staticmethod
    def kinds() -> list[str]: ...
    @property
    def explored(self) -> int: ...
    @property
    def asked(self) -> int: ...
    @property
    def nodes(self) -> int: ...

@final
class Advice:
    def __new__(
        cls,
        tables: list[
            tuple[
                list[tuple[list[tuple[str, int]], list[int], int | None]],
                list[tuple[list[tuple[str, int]], list[tuple[str, int]], list[tuple[str, int]], list[tuple[str, int]]]],
                bool,
            ]
        ],
        words: list[tuple[str, int]],
        oracle: Any,
    ) -> Advice: ...
    def consult(self, backend: Backend, state: bytes, nodes: int | None, seconds: float | None) -> Advised: ...
    def verify(
        self,
        backend: Backend,
        seeds: bytes,
        *,
        replies: bytes,
        everything: bool,
        forgotten: list[tuple[int, bytes]],
        draws: bool,
        exact: bool,
        most: int,
        threads: int,
        watch: Watch,
    ) -> Verified: ...

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
