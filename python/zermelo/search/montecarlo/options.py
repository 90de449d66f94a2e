"""The techniques of Monte-Carlo search, each switched on by name.

`lecture=True` is UCT as lecture notes have it: all of them off, C = 1, and the best rate decides (`settle_lecture`). `solver` proves wins
and losses, `forced` leaves out moves that lose at once, `cutoff` calls the game's `evaluate`, and `transpositions` shares positions that
several move orders reach. The other techniques declare their options in their own files.
"""

from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

from zermelo.errors import AgentError
from zermelo.game import Game
from zermelo.search.montecarlo import implicit, move_averages, rave
from zermelo.search.montecarlo.technique import Technique
from zermelo.search.parameter import choice, number, parameters, switch, threads, whole

TECHNIQUES = (implicit, rave, move_averages)
"""In the order in which they change the value of a move."""


@dataclass(frozen=True)
class General:
    """The options that do not belong to one technique."""

    lecture: bool = switch(
        "UCT as lecture notes have it: C = 1, every technique off, and the move with the best rate is played. It fixes these options."
    )
    exploration: float = number(0.5, "The constant C before the square root of UCT.")
    final: str = choice("visits", ("visits", "value"), "Play the move with most visits, or the one with the best value.")
    solver: bool = switch("Prove wins and losses in the tree (MCTS-Solver).", True)
    forced: bool = switch(
        "Below the root and in random games, make only moves that the game's `forced` keeps, if it has one.", True
    )
    cutoff: int = whole(0, "Plies after which `evaluate` replaces the rest of a random game; 0 for never.")
    transpositions: bool = switch("Share positions that different move orders reach.")
    games: int = whole(50, "Random games for each move.", least=1)  # 50 as in the lecture
    cap: int = whole(5000, "Plies after which a random game is given up; reports count these games.", least=1)
    batch: int = whole(
        0, "Leaves of the tree whose random games are played together; 0 plays the game of each leaf at once.", most=1 << 16
    )
    leaf_games: int = whole(
        1, "Random games from each leaf of a batch; they count as one playout, with their mean.", least=1, most=1 << 20
    )
    wide: bool = switch(
        "Random games of a batch begin with each move of a leaf, `leaf_games` with each, and each counts as tried once."
    )
    where: str = choice("cpu", ("cpu", "gpu"), "Where the random games of batches are played.")
    seed: int = whole(1, "Seed of the random numbers.", most=(1 << 63) - 1)
    threads: int = threads()


@dataclass(frozen=True)
class MonteCarloOptions(move_averages.Options, rave.Options, implicit.Options, General):
    """The techniques of one Monte-Carlo search."""

    # What every options class has
    table: ClassVar[bool] = False
    deepening: ClassVar[bool] = True
    deepens_within_limits: ClassVar[bool] = True
    lines: ClassVar[int] = 1

    def __post_init__(self) -> None:
        if self.lecture:  # `settle_lecture` has turned it into other options
            raise AgentError("lecture=True belongs where the agent is made: uct(lecture=True)")

    def techniques(self) -> dict[str, Any]:
        """Every option by name, for Rust."""
        return {each.name: getattr(self, each.name) for each in fields(self) if each.name not in ("lecture", "where")}

    def start(self) -> list[Technique]:
        """The techniques that are switched on."""
        return [technique for module in TECHNIQUES if (technique := module.start(self)) is not None]

    def heuristics(self) -> tuple[str, ...]:
        """The game's heuristics that the search calls."""
        evaluation = ("evaluate",) if self.cutoff or self.implicit else ()
        return (*evaluation, "playout", *(("forced",) if self.forced else ()))

    def reseeded(self, seed: int) -> "MonteCarloOptions":
        """The same techniques with another seed."""
        return replace(self, seed=(self.seed * 0x9E3779B97F4A7C15 + seed) % (1 << 63))


LECTURE = {"exploration": 1.0, "final": "value", "solver": False, "forced": False}
"""What differs from the defaults in UCT as lecture notes have it; the techniques that are off by default stay off."""
_ANY_LECTURE = ("lecture", "games", "cap", "seed", "threads")
"""Options that do not change what UCT is."""


def settle_lecture(given: dict[str, Any]) -> None:
    """Turn `lecture=True` into the options that it means; raise AgentError if another option contradicts it."""
    known = parameters(MonteCarloOptions)
    if not known["lecture"].read("lecture", given.pop("lecture", False)):
        return
    for name, each in known.items():
        if name in _ANY_LECTURE:
            continue
        meant = LECTURE.get(name, each.default)
        if given.setdefault(name, meant) != meant:
            raise AgentError(f"lecture=True means {name}={meant!r}: leave out {name}={given[name]!r}, or leave out lecture")


def check_montecarlo_options(options: MonteCarloOptions, game: Game, who: str) -> None:
    """Raise AgentError if an option does not fit the game or another option."""
    if options.cutoff and not game.defines("evaluate"):
        raise AgentError(f"{who}: cutoff needs a method `evaluate`; {game} has none")
    if options.batch:
        check_batches(options, who)
    elif options.leaf_games > 1:
        raise AgentError(f"{who}: leaf_games={options.leaf_games} belongs to batches; add batch=1024, for example")
    elif options.wide:
        raise AgentError(f"{who}: wide belongs to batches; add batch=1024, for example")
    for module in TECHNIQUES:
        module.check(options, game, who)


def check_batches(options: MonteCarloOptions, who: str) -> None:
    """Refuse what needs each random game when it is played."""
    if options.cutoff:
        raise AgentError(f"{who}: the games of a batch are played to the end; leave out cutoff={options.cutoff} or batch")
    if options.wide and options.transpositions:
        raise AgentError(f"{who}: wide tries all moves of a position for the first time; leave out transpositions or wide")
    if options.wide and options.start():
        raise AgentError(f"{who}: wide goes with no technique that changes the value of a move; leave out one of them")
    for technique in options.start():
        if technique.learns_by:
            raise AgentError(
                f"{who}: {technique.learns_by} learns from the moves of each random game; leave it out, or leave out batch"
            )
