"""Agents that play by a policy: one from a file, or one that a solver finds when the game begins.

    policy("leduc.json")          a policy that `zermelo solve leduc --by cfr+ --out leduc.json` has written
    cfr(iterations=1000)          solves the game first, by counterfactual regret minimisation, and then plays; so do `cfrplus`, `dcfr` and `mccfr`

A move is drawn by its probability, so these agents bluff as often as they should.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

from zermelo.agents.registry import AGENTS
from zermelo.agents.solving import Found, Solving
from zermelo.agents.unsearched import UnsearchedAgent
from zermelo.engine import Agent, check_turn
from zermelo.engine.policy import Policy
from zermelo.errors import AgentError
from zermelo.files import version_of
from zermelo.game import Game, Position, Random
from zermelo.report import Report
from zermelo.search.hidden.sampling import SAMPLINGS


class Source(Protocol):
    """Where a policy comes from."""

    def check(self, game: Game) -> None:
        """Refuse a game that there is no policy for; takes no more than a moment."""

    def find(self, game: Game) -> Found:
        """The policy of a game."""


@dataclass(frozen=True)
class Saved:
    """The policy in a file."""

    path: str

    def check(self, game: Game) -> None:
        self.find(game)

    def find(self, game: Game) -> Found:
        return Found(_loaded(self.path, version_of(self.path), game))


@lru_cache(maxsize=8)
def _loaded(path: str, version: object, game: Game) -> Policy:  # noqa: ARG001  (a file that was written again is read again)
    return Policy.load(path, game)


@dataclass(frozen=True, repr=False)
class PolicyAgent(UnsearchedAgent):
    """Draws its moves from a policy."""

    source: Source
    called: str
    seed: int = 1

    @property
    def solves(self) -> bool:
        """Whether it solves the game first, which may take as long as it likes."""
        return isinstance(self.source, Solving)

    def check(self, position: Position) -> None:
        check_turn(position)
        self.source.check(position.game)

    def fresh(self, seed: int) -> "PolicyAgent":
        return replace(self, seed=Random(self.seed ^ Random(seed).bits()).bits() >> 2)

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        if tree:
            raise AgentError(f"{self.called} does not search, so it has no tree to show")
        check_turn(position)
        found = self.source.find(position.game)
        chances, why = _chances(found, position)
        left = Random(self.seed ^ position.information() ^ len(position.line())).uniform()
        move = next(reversed(chances))
        for name, share in chances.items():
            left -= share
            if left < 0:
                move = name
                break
        yield Report(**self.report_fields(position, (move,), stopped=found.stopped, why=why))

    def __str__(self) -> str:
        return self.called


def _chances(found: Found, position: Position) -> tuple[dict[str, float], str]:
    """The probabilities of the moves, and the reason for them."""
    if found.policy is not None and found.policy.has_met(position):
        chances = found.policy(position)
        after = f" after {found.policy.about['iterations']:,} iterations" if found.stopped is not None else ""
        return chances, f"the policy{after} plays " + ", ".join(f"{name} {share:.1%}" for name, share in chances.items())
    even = dict.fromkeys(position.moves, 1 / len(position.moves))
    if found.policy is None:
        why = (
            "the information sets of one sample fill the memory"
            if found.stopped is None
            else "there was no time to solve the game"
        )
        return even, f"{why}, so each move is as likely as any other"
    return even, f"no sample has met what {position.turn} sees here, so each move is as likely as any other"


def policy(file: str, seed: int = 1) -> PolicyAgent:
    """Plays by the policy in a file, which `zermelo solve GAME --by cfr+ --out FILE` writes."""
    if not isinstance(file, str):
        raise AgentError(f"file={file!r} must be the name of a file with a policy")
    return PolicyAgent(Saved(file), f"policy({file!r})", _checked_seed(seed))


def _solving(by: str, name: str, iterations: int, seed: int) -> PolicyAgent:
    if not isinstance(iterations, int) or isinstance(iterations, bool) or not 1 <= iterations <= 10**9:
        raise AgentError(f"iterations={iterations!r} must be a whole number from 1 to 1000000000")
    return PolicyAgent(Solving(by, iterations), f"{name}(iterations={iterations})", _checked_seed(seed))


def _checked_seed(seed: int) -> int:
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise AgentError(f"seed={seed!r} must be a whole number")
    return seed


def cfr(iterations: int = 1000, seed: int = 1) -> PolicyAgent:
    """Solves a small game by counterfactual regret minimisation, and plays by the average policy; if it is stopped, by what it has found so far."""
    return _solving("cfr", "cfr", iterations, seed)


def cfrplus(iterations: int = 1000, seed: int = 1) -> PolicyAgent:
    """The same by CFR+, which forgets negative regrets and usually gets there sooner."""
    return _solving("cfr+", "cfrplus", iterations, seed)


def dcfr(iterations: int = 1000, seed: int = 1) -> PolicyAgent:
    """The same by discounted CFR, in which old regrets fade."""
    return _solving("dcfr", "dcfr", iterations, seed)


def mccfr(iterations: int = 10_000, sampling: str = "external", seed: int = 1) -> PolicyAgent:
    """The same by samples, for games that are too large for the others; `sampling` is external or outcome."""
    if sampling not in SAMPLINGS:
        raise AgentError(f"sampling={sampling!r} must be {' or '.join(SAMPLINGS)}")
    made = _solving(sampling, "mccfr", iterations, seed)
    return made if sampling == SAMPLINGS[0] else replace(made, called=f"mccfr(iterations={iterations}, sampling={sampling!r})")


_MAKERS: dict[str, Callable[..., Agent]] = {"policy": policy, "cfr": cfr, "cfrplus": cfrplus, "dcfr": dcfr, "mccfr": mccfr}
AGENTS.update(_MAKERS)
