"""Search and flagship rules in Rust. States cross the border as packed bytes, scores relative to the player to move."""

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, final

__all__ = [
    "Advice",
    "Advised",
    "Backend",
    "Building",
    "Found",
    "KnownPositions",
    "OpponentList",
    "Places",
    "RegretMinimiser",
    "RuleFault",
    "SampledRegrets",
    "Search",
    "SequenceForm",
    "StateTable",
    "Stopping",
    "TableFile",
    "TableSet",
    "TranspositionTable",
    "UctTree",
    "Verified",
    "Watch",
    "WordFault",
    "build_tables",
    "plan_tables",
    "table_name",
    "table_names",
    "verify_table",
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
    records: bytes
    rows: bytes
    replies: list[tuple[bool, int]]
    examples: list[tuple[str, bytes, list[int]]]
    blamed: list[tuple[str, int, int, int]]
    explored: int
    asked: int
    nodes: int
    @staticmethod
    def kinds() -> list[str]: ...

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
        source: Any,
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
class UctTree:
    def __new__(cls, size: int, options: dict[str, bool | int | float | str]) -> UctTree: ...

@final
class KnownPositions:
    @staticmethod
    def any(positions: list[KnownPositions]) -> KnownPositions: ...
    def probe(self, state: bytes) -> tuple[int, int] | None: ...

@final
class StateTable:
    game: str
    name: str
    facts: str
    size: int
    def __new__(cls, path: str | PathLike[str], memory: int) -> StateTable: ...
    def probe(self, state: bytes) -> tuple[int, int] | None: ...
    def known_positions(self) -> KnownPositions: ...

@final
class Building:
    def wait(self, seconds: float) -> bool: ...
    def progress(self) -> tuple[int, int, int]: ...
    def stop(self) -> None: ...
    def result(self) -> dict[str, Any]: ...

@final
class TranspositionTable:
    def __new__(cls, size: int, long: bool) -> TranspositionTable: ...

@final
class OpponentList:
    def __new__(cls) -> OpponentList: ...

@final
class Stopping:
    def __new__(cls) -> Stopping: ...
    def is_set(self) -> bool: ...
    def now(self) -> None: ...

@final
class Places:
    def __new__(cls, functions: list[int], facts: dict[str, Any], places: list[tuple[int, int, int, int, int]]) -> Places: ...

@final
class Search:
    def next(self) -> Found | None: ...
    def stop(self, reason: str) -> None: ...

@final
class Backend:
    @staticmethod
    def native(
        name: str,
        parameters: dict[str, int],
        facts: dict[str, Any],
        pointers: dict[str, int] | None = None,
        rules: Any | None = None,
    ) -> Backend | None: ...
    @staticmethod
    def compiled(pointers: dict[str, int], facts: dict[str, Any], rules: Any) -> Backend: ...
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
        tree: int,
        table: TranspositionTable | None,
        memory: int,
        options: dict[str, bool | int | float | str],
        playouts: int | None = None,
        kept: UctTree | None = None,
        since: list[int] | None = None,
        tables: KnownPositions | None = None,
        among: list[int] | None = None,
        threats: OpponentList | None = None,
        history: list[bytes] | None = None,
        worlds: list[tuple[bytes, float]] | None = None,
        player: Callable[[bytes, int, int, int, Stopping], bytes | None] | None = None,
        places: Places | None = None,
    ) -> Search: ...
    def build_table(
        self,
        game: str,
        name: str,
        players: list[str],
        starts: list[bytes],
        memory: int,
        threads: int,
        path: str | PathLike[str],
        every: float,
    ) -> Building: ...
    def check_table(self, table: StateTable, starts: list[bytes], memory: int, threads: int) -> Building: ...
    def perft(self, state: bytes, depth: int) -> int: ...
    def playouts(self, state: bytes, games: int, seed: int) -> tuple[list[float], int]: ...
    def random_games(self, plan: object, threads: int) -> tuple[bytes, bytes]: ...
    def sequence_form(self, state: bytes, most: int, stop: Stopping | None = None) -> SequenceForm | None: ...
    def expected_values(self, worlds: list[tuple[bytes, float]], player: int) -> list[tuple[int, float]]: ...
    def to_move(self, state: bytes) -> int: ...
    def moves(self, state: bytes) -> list[int]: ...
    def chances(self, state: bytes) -> list[tuple[int, float]]: ...
    def play(self, state: bytes, move: int) -> bytes: ...
    def utilities(self, state: bytes) -> list[float] | None: ...
    def evaluate(self, state: bytes, player: int) -> float: ...
    def hide(self, state: bytes, player: int) -> bytes: ...
    def guess(self, state: bytes, player: int, dice: int) -> bytes | None: ...
    def noisy(self, state: bytes, move: int) -> bool: ...
    def order(self, state: bytes, move: int) -> float: ...
    def exchange(self, state: bytes, move: int) -> float: ...
    def threatened(self, state: bytes) -> bool: ...
    def forced(self, state: bytes) -> list[int]: ...
    def at_most(self, state: bytes, player: int) -> float: ...
    def plies_left(self, state: bytes) -> int: ...
    def playout(self, state: bytes, dice: int) -> int: ...
    def key(self, state: bytes) -> int: ...
    def speed(self, rule: str, questions: list[tuple[bytes, int]], seconds: float) -> float: ...
    def fallbacks(self) -> int: ...

@final
class TableFile:
    game: str
    name: str
    facts: str
    size: int
    def __new__(cls, path: str | PathLike[str]) -> TableFile: ...
    def entry(self, index: int) -> int: ...
    def check(self) -> None: ...

@final
class TableSet:
    def __new__(
        cls,
        folder: str | PathLike[str],
        game: str,
        *,
        memory: int = 67108864,
        quiet: int = 0,
        upwards: bool = False,
    ) -> TableSet: ...
    def names(self) -> list[str]: ...
    def known_positions(self) -> KnownPositions: ...
    def longest(self, name: str) -> bytes | None: ...
    def name(self, state: bytes) -> str | None: ...
    def ask(self, state: bytes) -> tuple[int, int] | None: ...

def table_names(game: str, pieces: int) -> list[str]: ...
def table_name(game: str, name: str) -> str: ...
def plan_tables(folder: str | PathLike[str], game: str, names: list[str]) -> tuple[list[str], int, int]: ...
def build_tables(
    folder: str | PathLike[str],
    game: str,
    names: list[str],
    *,
    threads: int,
    seconds: float = 60.0,
    progress: Callable[[str, int, int, int, int, int], object] | None = None,
) -> None: ...
def verify_table(
    folder: str | PathLike[str],
    game: str,
    name: str,
    *,
    threads: int,
    progress: Callable[[int, int], object] | None = None,
) -> None: ...

@final
class SequenceForm:
    """A small game as the sequences of moves of each player."""

    def counts(self) -> tuple[int, int, int, int]: ...
    def sets(self, first: int = 0, most: int = ...) -> list[tuple[int, int, int, list[int], int, bytes]]: ...
    def ends(self) -> list[tuple[list[int], list[float]]]: ...
    def values(self, policy: Sequence[float]) -> list[float]: ...
    def best_responses(self, policy: Sequence[float]) -> list[float]: ...

@final
class RegretMinimiser:
    """One run of counterfactual regret minimisation."""

    def __new__(cls, form: SequenceForm, variant: str) -> RegretMinimiser: ...
    def iterate(self, iterations: int) -> None: ...
    def average(self) -> list[float]: ...

@final
class SampledRegrets:
    """One run of sampled regret minimisation."""

    def __new__(cls, sampling: str, seed: int, memory: int) -> SampledRegrets: ...
    @property
    def full(self) -> bool: ...
    def iterate(self, backend: Backend, state: bytes, iterations: int, stopping: Stopping) -> int: ...
    def average(self) -> list[tuple[int, int, bytes, list[int], list[float]]]: ...
