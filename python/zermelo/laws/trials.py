"""Random games, recorded: who moved, what changed, who won. Laws about a game as a whole and most hints rest on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from zermelo.errors import RuleError
from zermelo.game import CHANCE, Random, draw
from zermelo.laws.samples import GameUnderTest, Sample
from zermelo.outcome import Outcome


@dataclass(frozen=True)
class Trial:
    """One random game: its moves, who made them, and the states from the first to the last."""

    path: tuple[int, ...]
    movers: tuple[int, ...]
    states: tuple[bytes, ...]
    utilities: tuple[float, ...] | None
    """None if it did not end."""
    stuck: bool = False
    """Whether it was given up in a position that no move changes."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who won; empty for a draw, for one player, and if it did not end."""
        return () if self.utilities is None else Outcome.by_rules(self.utilities).winners

    @property
    def drawn(self) -> bool:
        return self.utilities is not None and not self.winners

    @property
    def last_mover(self) -> int:
        """The player who made the last move."""
        return next((mover for mover in reversed(self.movers) if mover != CHANCE), CHANCE)


def random_game(subject: GameUnderTest, random: Random, longest: int) -> Trial:
    """A random game of at most `longest` moves. It ends early where a rule fails, or where no move changes anything."""
    sample = subject.start()
    path, movers, states = list[int](), list[int](), [sample.packed]
    utilities, stuck = None, False
    with suppress(RuleError):
        while sample.choices and len(path) < longest and not stuck:
            if sample.player == CHANCE:
                move = draw(sample.ask("chances"), random)
            else:
                move = sample.choices[random.below(len(sample.choices))]
            after = sample.after(move)
            stuck = after == sample.packed and all(sample.after(choice) == after for choice in sample.choices)
            path.append(move)
            movers.append(sample.player)
            states.append(after)
            sample = Sample(subject, after)
        utilities = sample.utilities
    return Trial(tuple(path), tuple(movers), tuple(states), utilities, stuck)


class Trials:
    """What some random games show together."""

    def __init__(self, subject: GameUnderTest, trials: Sequence[Trial]) -> None:
        self.subject, self.all = subject, trials

    def __iter__(self) -> Iterator[Trial]:
        return iter(self.all)

    def __len__(self) -> int:
        return len(self.all)

    @cached_property
    def moves(self) -> Counter[int]:
        """How many moves each player made; CHANCE counts its outcomes."""
        return Counter(mover for trial in self.all for mover in trial.movers)

    @cached_property
    def finished(self) -> list[Trial]:
        return [trial for trial in self.all if trial.utilities is not None]

    @cached_property
    def decided(self) -> list[Trial]:
        return [trial for trial in self.finished if trial.winners]

    @cached_property
    def longest(self) -> int:
        """The most moves of players in one game."""
        return max((sum(mover != CHANCE for mover in trial.movers) for trial in self.all), default=0)

    @cached_property
    def changed(self) -> dict[str, Counter[int]]:
        """By field and entry: in how many games it changed; entry 0 is the field itself if it is a number."""
        changed: dict[str, Counter[int]] = {name: Counter() for name in self.subject.game.layout.fields}
        for trial in self.all:
            for name, entries in self._changes(trial).items():
                changed[name].update(entries)
        return changed

    def _changes(self, trial: Trial) -> dict[str, set[int]]:
        """By field: the entries that changed in one game."""
        layout = self.subject.game.layout
        changes: dict[str, set[int]] = {name: set() for name in layout.fields}
        for before, after in pairwise(trial.states):
            for name, field in layout.fields.items():
                start, size = layout.offsets[name], field.size
                end = start + size * (field.length or 1)
                if before[start:end] != after[start:end]:
                    places = range(start, end, size)
                    changes[name].update((at - start) // size for at in places if before[at : at + size] != after[at : at + size])
        return changes
