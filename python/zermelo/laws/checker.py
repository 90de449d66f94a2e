"""Checks a game: every position near the start, then random games and walks, then a shorter example for each broken law.

Near the start, positions are checked in the order of their distance, so a law that breaks there is shown with the fewest moves
possible. Farther away there are random walks. If a walk breaks a law, Hypothesis draws walks for that law alone and shrinks one that
breaks it. Finally, moves that do not matter are left out.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress

import zermelo.laws.walks as walks
from zermelo.errors import RuleError
from zermelo.game import Random
from zermelo.laws.law import Complaint, Law
from zermelo.laws.rules import PLAYOUTS
from zermelo.laws.samples import GameUnderTest, Sample
from zermelo.laws.tracing import defined
from zermelo.laws.trials import Trial, Trials, random_game
from zermelo.search.montecarlo.playout import MAX_PLAYOUT

NEAR, FAR = 3, 8
"""Positions checked near the start, and at most on walks, for each requested example."""
MAX_WALK = 200
"""Walks are as long as random games, up to this."""
_FEWEST_GAMES, _MOST_GAMES, _PLIES = 10, 60, 1500
"""Random games: at least so many, and up to so many while all of them together are not longer than so many plies."""


class Checker:
    """One check of one game. After `run`, `broken` has the nearest position that breaks each broken law."""

    def __init__(self, subject: GameUnderTest, laws: Sequence[Law], examples: int, seed: int) -> None:
        self.subject, self.laws, self.examples, self.seed = subject, laws, examples, seed
        self.broken: dict[str, Sample] = {}
        self.checked = 0
        self.longest = 1
        self.start = subject.start()
        self.trials = Trials(subject, ())
        self.whole = False
        """Whether every position that can be reached was checked."""

    def run(self) -> None:
        self.look_near()
        near = set(self.broken)
        self.play_random_games()
        self.walk_far()
        for law in self.laws:
            if law.name in self.broken and law.name not in near and self.broken[law.name].path:
                self.shorten(law)

    def look_near(self) -> None:
        """Check positions breadth first."""
        queue = deque([self.start])
        self.whole = True
        while queue:
            sample = queue.popleft()
            self.judge(sample)
            for move, packed in self._steps(sample):
                if len(self.subject.samples) >= NEAR * self.examples:
                    self.whole = False
                    break
                if packed not in self.subject.samples:
                    queue.append(self.subject.meet(packed, (*sample.path, move)))

    def play_random_games(self) -> None:
        """Check that random games end, and check their last positions."""
        trials = list[Trial]()
        for trial in self._random_games():
            trials.append(trial)
            self.longest = max(self.longest, min(len(trial.path), MAX_WALK))
            if len(trial.path) == MAX_PLAYOUT:
                self._blame_endless_game()
                break
            self.judge(self.subject.meet(trial.states[-1], trial.path))
        self.trials = Trials(self.subject, trials)

    def _random_games(self) -> Iterator[Trial]:
        random, plies = Random(self.seed), 0
        fewest = max(_FEWEST_GAMES, self.examples // 10)
        for number in range(max(fewest, _MOST_GAMES)):
            if number >= fewest and plies > _PLIES:
                return
            trial = random_game(self.subject, random, MAX_PLAYOUT)
            plies += len(trial.path)
            yield trial

    def _blame_endless_game(self) -> None:
        game = self.subject.game
        rule = "winner" if self.subject.rules.has_winner else "over"
        told = (
            f"a random game of {game} did not end within {MAX_PLAYOUT} moves; "
            "make `winner` or `over` end it after some number of moves"
        )
        self.start.complaints[PLAYOUTS.name] = Complaint(told, rule, where=lambda: defined(game, rule))
        self.broken[PLAYOUTS.name] = self.start

    def walk_far(self) -> None:
        enough = self.checked + FAR * self.examples
        for walk in walks.random_walks(self.longest, self.examples, self.seed):
            for sample in self._follow(walk):
                if self.checked >= enough:
                    return
                self.judge(sample)

    def shorten(self, law: Law) -> None:
        """Let Hypothesis find a shorter walk that breaks a law, then leave out more moves."""

        def breaks(walk: bytes) -> bool:
            return any(self._complaint(law, sample) is not None for sample in self._follow(walk))

        walks.draw(breaks, self.longest, self.examples, self.seed)
        self._drop_moves(law, self._nearest(law).path)
        self.broken[law.name] = self._nearest(law)

    def _nearest(self, law: Law) -> Sample:
        """The position with the fewest moves among those known to break a law."""
        guilty = (sample for sample in self.subject.samples.values() if sample.complaints.get(law.name) is not None)
        return min(guilty, key=lambda sample: len(sample.path))

    def _drop_moves(self, law: Law, path: tuple[int, ...]) -> None:
        """Leave out runs of moves, long ones first, while the rest still breaks the law.

        Hypothesis can shrink only walks that it drew itself, but sometimes only a random game breaks a law.
        """
        enough = len(self.subject.samples) + FAR * self.examples
        size, finished = max(1, len(path) // 2), False
        while not finished:
            before, at = path, 0
            while at < len(path) and len(self.subject.samples) < enough:
                shorter = self._breaks(law, path[:at] + path[at + size :], enough)
                path, at = (path, at + size) if shorter is None else (shorter, at)
            size, finished = max(1, size // 2), size == 1 and path == before

    def _breaks(self, law: Law, moves: tuple[int, ...], enough: int) -> tuple[int, ...] | None:
        """The moves up to where a law breaks, if the legal ones of these moves are played; None if it does not break."""
        sample = self.start
        path: list[int] = []
        with suppress(RuleError):
            for move in moves:
                if len(self.subject.samples) < enough and move in sample.choices:
                    path.append(move)
                    sample = self.subject.meet(sample.after(move), tuple(path))
                    if self._complaint(law, sample) is not None:
                        return tuple(path)
        return None

    def judge(self, sample: Sample) -> None:
        """Check a position against every law that is not broken yet."""
        self.checked += not sample.complaints
        for law in self.laws:
            if law.name not in self.broken and self._complaint(law, sample) is not None:
                self.broken[law.name] = sample

    def _complaint(self, law: Law, sample: Sample) -> Complaint | None:
        if law.name not in sample.complaints:
            sample.complaints[law.name] = law.judge(sample)
        return sample.complaints[law.name]

    def _steps(self, sample: Sample) -> Iterator[tuple[int, bytes]]:
        """The state after each choice, where the rules do not fail."""
        with suppress(RuleError):
            for move in sample.choices:
                with suppress(RuleError):
                    yield move, sample.after(move)

    def _follow(self, walk: bytes) -> Iterator[Sample]:
        """The positions on a walk, until the game ends or a rule fails."""
        sample = self.start
        path: tuple[int, ...] = ()
        yield sample
        with suppress(RuleError):
            for byte in walk:
                if not sample.choices:
                    return
                move = walks.pick(sample.choices, byte)
                path = (*path, move)
                sample = self.subject.meet(sample.after(move), path)
                yield sample
