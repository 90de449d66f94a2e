"""The open tablebases of a game: what they know of a position, and which moves are best.

A tablebase answers with a verdict for the player to move: win, draw or loss, and the plies to the end. The verdicts of the
positions after each move give perfect play: the nearest win, otherwise a draw, otherwise the farthest loss.

**Never a wrong value.** A file that is damaged, incomplete or of another version is refused. So is a file built with other rules:
when a tablebase is opened, some positions are played, and each must be in it with the value that its moves give.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo import _core, html
from zermelo.errors import TablebaseError
from zermelo.game import Game, Position, Random
from zermelo.search.known import Verdict
from zermelo.tablebases.file_names import canonical
from zermelo.tablebases.retrograde import outcome

MEMORY = 16 << 20
"""Bytes of memory for the blocks of a tablebase that were used last."""
Answer = Callable[[bytes], tuple[int, int] | None]
"""From a packed state to outcome and plies; None if the state is unknown."""
_COUNTS = ("win", "draw", "loss", "longest_win")
_SAMPLE = 64
"""The number of positions that are played when a tablebase is opened."""


@dataclass(frozen=True)
class TablebaseMove:
    """A legal move with its verdict."""

    move: int
    name: str
    verdict: Verdict | None
    """For the player who makes the move, with this move counted; None if the position after it is in no tablebase."""


class Tablebase:
    """The open tablebases of a game. A position is looked up in one after another."""

    def __init__(
        self, game: Game, folder: Path, names: Sequence[str], core: _core.KnownPositions, answers: Sequence[Answer]
    ) -> None:
        self.game, self.folder, self.names, self.core, self.answers = game, folder, tuple(names), core, tuple(answers)

    def ask(self, record: bytes) -> Verdict | None:
        """The verdict for the packed state of an unfinished game; None if unknown. Raises an error if a file is damaged."""
        found = next((found for answer in self.answers if (found := answer(record)) is not None), None)
        return None if found is None else Verdict(*found)

    def probe(self, position: Position | bytes) -> Verdict | None:
        """The verdict for the player to move; None if the position is in no tablebase.

        A search passes a packed state, and gets only what is certain under all rules, such as the fifty-move rule.
        """
        if isinstance(position, bytes):
            found = self.core.probe(position)
            return None if found is None else Verdict(*found)
        if position.values is not None:
            return Verdict(outcome(position.rules, position.values[position.player]), 0)
        return self.ask(position.state.pack())

    def moves(self, position: Position) -> list[TablebaseMove]:
        """All legal moves with their verdicts, in move order."""
        return [TablebaseMove(move, position.name(move), self._behind(position, move)) for move in position.choices]

    def best(self, position: Position) -> TablebaseMove:
        """The first of the best moves. If a move is unknown, a TablebaseError says what to build."""
        moves = self.moves(position)
        if not moves:
            raise TablebaseError(f"the game is over ({position.result}), so there is no move to look up")
        if any(move.verdict is None for move in moves):
            raise self.outside(position)
        return max(moves, key=lambda move: rank(move.verdict))

    def facts(self, name: str) -> dict[str, Any]:
        """The facts of a tablebase: its counts and the longest win."""
        raise TablebaseError(f"there is no tablebase `{name}` of {self.game} in `{self.folder}`")

    def _repr_html_(self) -> str:
        """Wins, draws and losses, by tablebase and player to move."""
        head = ("tablebase", "to move", "win", "draw", "loss", "longest win")
        rows = [(name, side) for name in self.names for side in self.facts(name)["sides"]]
        cells = tuple((name, str(side["to_move"]), *(f"{side[key]:,}" for key in _COUNTS)) for name, side in rows)
        return html.HtmlTable(head, cells, f"tablebase of {self.game}, longest win in plies")._repr_html_()

    def outside(self, position: Position) -> TablebaseError:  # noqa: ARG002  (subclasses use it)
        """The error for a position that is in no tablebase."""
        what = "is not in" if len(self.names) == 1 else "is in none of"
        tables = f"the tablebase `{self.names[0]}`" if len(self.names) == 1 else f"the {len(self.names)} tablebases"
        return TablebaseError(
            f"the position {what} {tables} of {self.game} in `{self.folder}`; "
            f"build one that starts there with `zermelo tablebase build --position`"
        )

    def _behind(self, position: Position, move: int) -> Verdict | None:
        after = position.advance(move)
        found = self.probe(after)
        if found is None:
            return None
        sign = 1 if after.player == position.player else -1
        return Verdict(sign * found.outcome, found.plies + 1 if found.outcome else 0)


class StateTablebase(Tablebase):
    """The tablebases of any small game, whose states were found by playing."""

    def __init__(self, game: Game, folder: Path, files: Sequence[Path]) -> None:
        self.paths = list(files)
        self.files = [_core.StateTable(path, MEMORY) for path in files]
        core = _core.KnownPositions.any([file.known_positions() for file in self.files])
        super().__init__(game, folder, [file.name for file in self.files], core, [file.probe for file in self.files])
        for path, file in zip(files, self.files, strict=True):
            _prove(game, path, file)

    def __reduce__(self) -> "tuple[type[StateTablebase], tuple[Any, ...]]":
        """A copy opens the same files again."""
        return StateTablebase, (self.game, self.folder, self.paths)

    def facts(self, name: str) -> dict[str, Any]:
        facts: dict[str, Any] = json.loads(self.files[self.names.index(name)].facts)
        return facts


def rank(verdict: Verdict | None) -> tuple[int, int]:
    """A key that orders verdicts; greater is better: near wins, far wins, draws, far losses, near losses, unknown."""
    return (-2, 0) if verdict is None else (verdict.outcome, -verdict.outcome * verdict.plies)


def build_hint(game: Game) -> str:
    """How to build a tablebase of a game, for error messages."""
    return f'build one with `zermelo tablebase build "{game}"`'


def _prove(game: Game, path: Path, file: _core.StateTable) -> None:
    """Play some positions; each must be in the tablebase with the value that its moves give, or the rules have changed."""
    if file.game != canonical(game):
        raise TablebaseError(f"`{path}` is a tablebase of {file.game}, not of {canonical(game)}; {build_hint(game)}")
    random, facts = Random(1), json.loads(file.facts)
    other = TablebaseError(f"`{path}` was built with other rules of {game}; build it again with `zermelo tablebase build`")
    tables = Tablebase(game, path.parent, [file.name], file.known_positions(), [file.probe])
    record = bytes.fromhex(facts["start"])
    if len(record) != game.layout.size:
        raise other
    start = position = Position(game, game.layout.unpack(record))
    for _ in range(_SAMPLE):
        found = tables.probe(position)
        moves = [] if position.over else tables.moves(position)
        right = max((move.verdict for move in moves), key=rank, default=found)
        if found is None or found != right or any(move.verdict is None for move in moves):
            raise other
        position = position.advance(moves[random.below(len(moves))].move) if moves else start
