"""Agents that play by a policy: one from a file, or one that a solver finds when the game begins.

    policy("leduc.json")          a policy that `zermelo solve leduc --by cfr+ --out leduc.json` has written
    cfr(iterations=1000)          solves the game first, by counterfactual regret minimisation, and then plays; so do `cfrplus`, `dcfr` and `mccfr`

A move is drawn by its probability, so these agents bluff as often as they should.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from zermelo.agents.registry import AGENTS
from zermelo.agents.unsearched import UnsearchedAgent
from zermelo.engine import Agent, check_turn
from zermelo.engine.equilibrium import Solver
from zermelo.engine.policy import Policy
from zermelo.errors import AgentError
from zermelo.game import Game, Position, Random
from zermelo.report import Report
from zermelo.search.hidden.sampling import SAMPLINGS


@lru_cache(maxsize=8)
def _loaded(path: str, game: Game) -> Policy:
    return Policy.load(path, game)


@lru_cache(maxsize=8)
def _solved(by: str, iterations: int, game: Game) -> Policy:
    solver = Solver(game.start(), by)
    solver.iterate(iterations)
    return solver.policy()


@dataclass(frozen=True, repr=False)
class PolicyAgent(UnsearchedAgent):
    """Draws its moves from a policy."""

    find: Callable[[Game], Policy]
    called: str
    seed: int = 1

    def check(self, position: Position) -> None:
        check_turn(position)
        self.find(position.game)

    def fresh(self, seed: int) -> "PolicyAgent":
        return replace(self, seed=Random(self.seed ^ Random(seed).bits()).bits() >> 2)

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        if tree:
            raise AgentError(f"{self.called} does not search, so it has no tree to show")
        check_turn(position)
        chances = self.find(position.game)(position)
        left = Random(self.seed ^ position.information() ^ len(position.line())).uniform()
        move = next(reversed(chances))
        for name, share in chances.items():
            left -= share
            if left < 0:
                move = name
                break
        why = ", ".join(f"{name} {share:.1%}" for name, share in chances.items())
        yield Report(**self.report_fields(position, (move,)), why=f"the policy plays {why}")

    def __str__(self) -> str:
        return self.called


def policy(file: str, seed: int = 1) -> PolicyAgent:
    """Plays by the policy in a file, which `zermelo solve GAME --by cfr+ --out FILE` writes."""
    if not isinstance(file, str):
        raise AgentError(f"file={file!r} must be the name of a file with a policy")
    return PolicyAgent(partial(_loaded, file), f"policy({file!r})", _checked_seed(seed))


def _solving(by: str, name: str, iterations: int, seed: int) -> PolicyAgent:
    if not isinstance(iterations, int) or isinstance(iterations, bool) or not 1 <= iterations <= 10**9:
        raise AgentError(f"iterations={iterations!r} must be a whole number from 1 to 1000000000")
    return PolicyAgent(partial(_solved, by, iterations), f"{name}(iterations={iterations})", _checked_seed(seed))


def _checked_seed(seed: int) -> int:
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise AgentError(f"seed={seed!r} must be a whole number")
    return seed


def cfr(iterations: int = 1000, seed: int = 1) -> PolicyAgent:
    """Solves a small game by counterfactual regret minimisation, and plays by the average policy."""
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
