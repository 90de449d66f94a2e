"""Files of pattern weights, such as `othello.patterns`: what `zermelo tune --by patterns` writes and `evaluate="othello.patterns"` reads.

    zermelo patterns 1                       what the file is, and its format
    {"game": "othello", "shape": ...}        one line of JSON; see `PatternWeights`
    ...                                      the weights: numbers of 16 bits, their low bytes and then their high bytes, compressed (xz)

The header names the game and a hash of its patterns, so weights of another game, board or set of patterns are refused; a checksum finds damage.
A weight that another one stands for (`zermelo.game.patterns`) is 0 in the file, which makes it small.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo import files
from zermelo.errors import AgentError, GameError, ZermeloError
from zermelo.game.patterns import Patterns, patterns_of

if TYPE_CHECKING:
    from zermelo.game.protocol import Game

SUFFIX = ".patterns"
FORMAT = 1
LARGEST = 32767
_MAGIC = b"zermelo patterns "
_MOST_BYTES = 64 << 20
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME}]
_QUICK = [{"id": lzma.FILTER_LZMA2, "preset": 0}]


@dataclass(frozen=True)
class PatternWeights:
    """Weights for the patterns of a game."""

    game: str
    """The name of the game."""
    shape: str
    """A hash of its patterns."""
    unit: int
    """How many units of weight are worth one point of the game's utility."""
    count: int
    packed: bytes
    """The compressed weights."""
    called: str = ""
    """Where they come from, for messages."""

    @cached_property
    def planes(self) -> bytes:
        """All low bytes and all high bytes; no more than there should be are unpacked, and none if they are damaged."""
        try:
            return lzma.LZMADecompressor(lzma.FORMAT_XZ).decompress(self.packed, 2 * self.count + 1)
        except (lzma.LZMAError, EOFError, OverflowError, MemoryError):
            return b""

    @cached_property
    def numbers(self) -> array[int]:
        """The weights, stage after stage and table after table."""
        both = bytearray(2 * self.count)
        both[0::2], both[1::2] = self.planes[: self.count], self.planes[self.count :]
        found = array("h", bytes(both))
        if sys.byteorder == "big":
            found.byteswap()
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PatternWeights) and (self.shape, self.unit, self.packed) == (
            other.shape,
            other.unit,
            other.packed,
        )

    def __hash__(self) -> int:
        return hash(self.packed)

    def __reduce__(self) -> tuple[Any, ...]:
        return PatternWeights, (self.game, self.shape, self.unit, self.count, self.packed, self.called)

    def fitting(self, game: Game, error: type[ZermeloError] = AgentError) -> PatternWeights:
        """These weights, if they are for the patterns of this game."""
        patterns = patterns_of(game)
        if patterns is None:
            raise error(
                f"{game} declares no patterns, so {self.called} cannot evaluate it; give weights or an evaluation of your own"
            )
        if self.game != type(game).title():
            raise error(f"{self.called} has the pattern weights of {self.game}, not of {game}; give a file of this game")
        if self.shape != shape_of(patterns) or self.count != patterns.size * patterns.stages:
            raise error(f"{self.called} was made for other patterns or another board than those of {game}; tune again")
        return self

    def save(self, path: str | Path) -> None:
        """Write them to a file."""
        about = {name: getattr(self, name) for name in ("game", "shape", "unit", "count")}
        about["sha256"] = hashlib.sha256(self.packed).hexdigest()
        head = _MAGIC + f"{FORMAT}\n{json.dumps(about, sort_keys=True)}\n".encode()
        files.write_whole(files.expanded(path), head + self.packed)


def pack_weights(
    game: Game, numbers: Sequence[int], unit: int, called: str = "the weights", quickly: bool = False
) -> PatternWeights:
    """Weights for the patterns of a game, checked; packed `quickly`, they take more room."""
    patterns = patterns_of(game)
    if patterns is None:
        raise GameError(f"{game} declares no patterns, so it has no pattern weights")
    if len(numbers) != patterns.size * patterns.stages:
        raise GameError(f"{game} has {patterns.size * patterns.stages} pattern weights, but {len(numbers)} were given")
    for number in numbers:
        if not isinstance(number, int) or isinstance(number, bool) or not -LARGEST <= number <= LARGEST:
            raise GameError(f"a pattern weight must be a whole number from {-LARGEST} to {LARGEST}, not {number!r:.60}")
    found = array("h", numbers)
    if sys.byteorder == "big":
        found.byteswap()
    both = found.tobytes()
    packed = lzma.compress(
        both[0::2] + both[1::2], lzma.FORMAT_XZ, check=lzma.CHECK_NONE, filters=_QUICK if quickly else _FILTERS
    )
    return PatternWeights(type(game).title(), shape_of(patterns), unit, len(numbers), packed, called)


def shape_of(patterns: Patterns) -> str:
    """A hash of everything that gives a weight its meaning."""
    tables = [(table.name, table.copies, table.ties) for table in patterns.tables]
    return hashlib.sha256(repr((patterns.symbols, patterns.cells, patterns.stages, tables)).encode()).hexdigest()[:16]


def read_weights_file(path: str) -> PatternWeights:
    """The weights in a file that a user names; AgentError says what is wrong with it."""
    return _read(files.read_bytes(path, AgentError, _MOST_BYTES), path, AgentError)


def own_weights(game: Game) -> PatternWeights:
    """The weights of a game's own file, which lies beside the file of its class."""
    name = game.pattern_weights
    owner = next(cls for cls in type(game).__mro__ if "pattern_cells" in vars(cls))
    module = sys.modules.get(owner.__module__)
    where = Path(getattr(module, "__file__", None) or ".").parent / str(name)
    return _own(str(where), str(name)).fitting(game, GameError)


@lru_cache(maxsize=16)
def _own(where: str, name: str) -> PatternWeights:
    try:
        data = Path(where).read_bytes()
    except OSError as error:
        raise GameError(f"the pattern weights `{name}` cannot be read: {files.reason(error)}") from None
    return _read(data, name, GameError)


def _read(data: bytes, called: str, error: type[ZermeloError]) -> PatternWeights:
    first, _, rest = data.partition(b"\n")
    if not first.startswith(_MAGIC):
        raise error(f"{called} is not a file of pattern weights; `zermelo tune --by patterns` writes them")
    if first != _MAGIC + str(FORMAT).encode():
        raise error(
            f"{called} has another format ({first[len(_MAGIC) :][:20].decode(errors='replace')}); this Zermelo reads format {FORMAT}"
        )
    head, _, packed = rest.partition(b"\n")
    try:
        about = json.loads(head)
        kinds = {"game": str, "shape": str, "unit": int, "count": int, "sha256": str}
        if not all(type(about[name]) is kind for name, kind in kinds.items()) or about["unit"] < 1 or about["count"] < 1:
            raise TypeError
    except (ValueError, TypeError, LookupError, RecursionError):
        raise error(f"{called} is damaged: its header cannot be read; tune again, or get the file again") from None
    if hashlib.sha256(packed).hexdigest() != about["sha256"]:
        raise error(f"{called} is damaged: its checksum is wrong; tune again, or get the file again")
    found = PatternWeights(about["game"], about["shape"], about["unit"], about["count"], packed, called)
    if len(found.planes) != 2 * found.count:
        raise error(f"{called} is damaged: it does not contain the {found.count} numbers of its header; get the file again")
    return found
