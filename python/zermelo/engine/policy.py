"""Policies: for each information set the probability of each move. They are what solvers of hidden-information games find."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.errors import AgentError
from zermelo.files import read_text, write_whole
from zermelo.game import Game, Position

FORMAT = "zermelo policy 1"


class Row(NamedTuple):
    """What a policy does in one information set."""

    player: int
    view: bytes
    """What the player sees."""
    moves: tuple[int, ...]
    probabilities: tuple[float, ...]


@dataclass(frozen=True, repr=False)
class Policy:
    """What to do in each information set of a game, by its number."""

    game: Game
    rows: Mapping[int, Row]
    about: Mapping[str, Any] = field(default_factory=dict)
    """How it was found: the algorithm, iterations, value and exploitability."""

    def __call__(self, position: Position) -> dict[str, float]:
        """The probability of each move in a position, by the name of the move."""
        row = self.rows.get(position.information())
        if row is None:
            raise AgentError(
                f"the policy of {self.game} does not know what {position.turn} sees here; was the game played from its start?"
            )
        return {position.name(move): share for move, share in zip(row.moves, row.probabilities, strict=True)}

    def lines(self) -> Iterator[tuple[str, str, dict[str, float]]]:
        """For each information set the player, what it sees, and the probabilities of the moves by name."""
        for row in self.rows.values():
            seen = self.game.layout.unpack(row.view)
            names = (self.game.name(seen, move) for move in row.moves)
            yield self.game.players[row.player], self.game.show(seen), dict(zip(names, row.probabilities, strict=True))

    def save(self, path: str | Path) -> None:
        """Write the policy to a file, which `Policy.load` and the agent `policy` read."""
        rows = [
            [f"{key:016x}", row.player, row.view.hex(), list(row.moves), list(row.probabilities)]
            for key, row in self.rows.items()
        ]
        text = json.dumps({"format": FORMAT, "game": str(self.game), "about": dict(self.about), "sets": rows})
        write_whole(path, text + "\n", AgentError)

    @classmethod
    def load(cls, path: str | Path, game: Game) -> Policy:
        """The policy in a file, for a game; AgentError says what is wrong with the file."""
        text = read_text(path, AgentError)
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise AgentError(
                f"{path} is not a policy, or it is damaged; `zermelo solve GAME --by cfr+ --out FILE` writes one"
            ) from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise AgentError(f"{path} is not a policy of this version ({FORMAT}); solve the game again with --out")
        if data.get("game") != str(game):
            raise AgentError(f"{path} is a policy of {data.get('game')}, not of {game}")
        try:
            return cls(game, dict(_read_row(game, row) for row in data["sets"]), dict(data["about"]))
        except (KeyError, TypeError, ValueError):
            raise AgentError(f"the policy {path} is damaged; solve the game again with --out") from None

    def __repr__(self) -> str:
        return f"<policy of {self.game}, {len(self.rows)} information sets>"


def _read_row(game: Game, row: Sequence[Any]) -> tuple[int, Row]:
    key, player, view, moves, probabilities = row
    made = Row(int(player), bytes.fromhex(view), tuple(map(int, moves)), tuple(map(float, probabilities)))
    right = (
        0 <= made.player < len(game.players) and len(made.view) == game.layout.size and len(made.moves) == len(made.probabilities)
    )
    if not right or abs(math.fsum(made.probabilities) - 1) > 1e-6 or min(made.probabilities) < 0:
        raise ValueError
    return int(key, 16), made
