"""Policies: for each information set the probability of each move. They are what solvers of hidden-information games find.

**Never an illegal move.** A file is checked when it is read (`policy_file`), and its moves once more in each position in which it is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zermelo.engine.policy_file import Row, read_policy, write_policy
from zermelo.engine.requirements import check_turn
from zermelo.errors import AgentError
from zermelo.game import Game, Position
from zermelo.search.hidden.sampling import SAMPLINGS


@dataclass(frozen=True, repr=False)
class Policy:
    """What to do in each information set of a game, by its number."""

    game: Game
    rows: Mapping[int, Row]
    about: Mapping[str, Any] = field(default_factory=dict)
    """How it was found: the algorithm, iterations, value and exploitability."""

    def __call__(self, position: Position) -> dict[str, float]:
        """The probability of each move in a position, by the name of the move."""
        if str(position.game) != str(self.game):
            raise AgentError(f"this is a policy of {self.game}, not of {position.game}")
        check_turn(position)
        row = self.rows.get(position.information())
        if row is None:
            raise AgentError(
                f"the policy of {self.game} does not know what {position.turn} sees here; was the game played from its start?"
            )
        if row.moves != position.choices or row.player != position.player:
            raise AgentError(
                f"the policy of {self.game} has other moves for {position.turn} here than the game: its rules have changed; "
                "solve the game again"
            )
        return {position.name(move): share for move, share in zip(row.moves, row.probabilities, strict=True)}

    def has_met(self, position: Position) -> bool:
        """Whether a policy knows a position. One that was found by samples may not have met what the player to move sees."""
        return self.about.get("by") not in SAMPLINGS or position.information() in self.rows

    def lines(self) -> Iterator[tuple[str, str, dict[str, float]]]:
        """For each information set the player, what it sees, and the probabilities of the moves by name."""
        for row in self.rows.values():
            seen = self.game.layout.unpack(row.view)
            names = (self.game.name(seen, move) for move in row.moves)
            yield self.game.players[row.player], self.game.show(seen), dict(zip(names, row.probabilities, strict=True))

    def save(self, path: str | Path) -> None:
        """Write the policy to a file, which `Policy.load` and the agent `policy` read."""
        write_policy(path, self.game, self.rows, self.about)

    @classmethod
    def load(cls, path: str | Path, game: Game) -> Policy:
        """The policy in a file, for a game; AgentError says what is wrong with the file."""
        return cls(game, *read_policy(path, game))

    def __repr__(self) -> str:
        return f"<policy of {self.game}, {len(self.rows)} information sets>"
